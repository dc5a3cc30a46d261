//! The depth-first planner of the TetrisVs report.

use super::planning::{Plan, Planner};
use crate::board::{Cell, Direction, Grid};
use crate::{Position, Snake};
use ludex_core::{Budget, Meter};
use ludex_search::plan::{Domain, depth_first};

/// Goes where the food is, and steps back in thought where that ends.
///
/// It thinks of nothing beyond the food, so a long snake traps itself. The report's planner does
/// not enter the cell that the tail is leaving; this one follows the rules of the game and does.
pub(super) struct Greedy {
    /// Snakes to look at before giving up.
    pub(super) nodes: u64,
}

impl Planner for Greedy {
    const ALGORITHM: &'static str = "depth-first planner";

    fn limits(&self, budget: &Budget) -> Budget {
        let nodes = budget.nodes.map_or(self.nodes, |given| given.min(self.nodes));
        Budget { nodes: Some(nodes), ..budget.clone() }
    }

    fn plan(&self, game: &Snake, position: &Position, meter: &mut Meter) -> Plan {
        let domain = Bodies { grid: game.grid() };
        let Some(food) = nearest(game.grid(), position) else { return Plan::default() };
        let mut body: Vec<Cell> = position.body(game.grid()).collect();
        body.reverse();
        let search = depth_first(&domain, &body.into(), &food, meter);
        Plan { steps: search.plan.clone().unwrap_or_default(), search: Some(search) }
    }
}

/// The food with the fewest steps between on an empty board, the first of equals.
fn nearest(grid: Grid, position: &Position) -> Option<Cell> {
    let foods = position.foods().iter().copied();
    foods.min_by_key(|&food| grid.distance(position.head(), food))
}

/// Nodes are whole snakes, head first; the goal is the cell of the food.
struct Bodies {
    grid: Grid,
}

impl Domain for Bodies {
    type Node = Box<[Cell]>;
    type Action = Direction;
    type Goal = Cell;

    fn actions(&self) -> &[Direction] {
        &Direction::ALL
    }

    fn apply(&self, body: &Box<[Cell]>, direction: Direction) -> Option<Box<[Cell]>> {
        let target = self.grid.step(body[0], direction)?;
        let moved = &body[..body.len() - 1];
        if moved.contains(&target) {
            return None;
        }
        Some(std::iter::once(target).chain(moved.iter().copied()).collect())
    }

    /// How far the step's direction still has to be gone.
    fn preference(&self, body: &Box<[Cell]>, direction: Direction, food: &Cell) -> f64 {
        let ((x, y), (to_x, to_y)) = (self.grid.spot(body[0]), self.grid.spot(*food));
        let (right, down) = (to_x as f64 - x as f64, to_y as f64 - y as f64);
        match direction {
            Direction::Up => -down,
            Direction::Left => -right,
            Direction::Down => down,
            Direction::Right => right,
        }
    }

    fn reached(&self, body: &Box<[Cell]>, food: &Cell) -> bool {
        body[0] == *food
    }

    fn action_text(&self, direction: Direction) -> String {
        direction.name().into()
    }
}
