//! The shortest way to food.

use super::planning::{Plan, Planner};
use super::walk::{Target, Walk, Walks};
use crate::board::Direction;
use crate::{Position, Snake};
use ludex_core::Meter;
use ludex_search::plan::shortest;

/// Takes the shortest way to the nearest food and thinks of nothing after that.
pub(super) struct Shortest;

impl Planner for Shortest {
    const ALGORITHM: &'static str = "breadth-first";

    fn plan(&self, game: &Snake, position: &Position, meter: &mut Meter) -> Plan {
        Plan::of(nearest_food(game, position, meter))
    }
}

/// The shortest way to the nearest food, the body moving along.
pub(crate) fn nearest_food(
    game: &Snake,
    position: &Position,
    meter: &mut Meter,
) -> Option<Vec<Direction>> {
    let walks = Walks::new(game, position);
    shortest(&walks, &Walk::start(position), &Target::Food, meter)
}
