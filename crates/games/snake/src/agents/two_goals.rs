//! Plans that do not end at the food.

use super::planning::{Plan, Planner};
use super::walk::{Target, Walk, Walks};
use crate::board::Cell;
use crate::{Position, Snake};
use ludex_core::Meter;
use ludex_search::plan::{Order, shortest, through};

/// Goes for food only if it can go on from there: to a second food, or else to its own tail.
///
/// This is the cure that the TetrisVs report names. Where no such plan exists it goes to its
/// tail, which keeps it alive while the board changes.
pub(super) struct TwoGoals;

impl Planner for TwoGoals {
    const ALGORITHM: &'static str = "plan through two goals";

    fn plan(&self, game: &Snake, position: &Position, meter: &mut Meter) -> Plan {
        let walks = Walks::new(game, position);
        let start = Walk::start(position);
        let goals = goals(game, position);
        let order = if goals.contains(&Target::Tail) { Order::Given } else { Order::Any };
        if let Some(journey) = through(&walks, &start, &goals, order, meter) {
            return Plan::of(Some(journey.plan));
        }
        Plan::of(shortest(&walks, &start, &Target::Tail, meter))
    }
}

/// The two nearest foods, or the only one and the tail.
fn goals(game: &Snake, position: &Position) -> Vec<Target> {
    let mut foods: Vec<Cell> = position.foods().to_vec();
    foods.sort_by_key(|&food| game.grid().distance(position.head(), food));
    foods.truncate(2);
    let mut goals: Vec<Target> = foods.into_iter().map(Target::Cell).collect();
    if goals.len() < 2 {
        goals.push(Target::Tail);
    }
    goals
}
