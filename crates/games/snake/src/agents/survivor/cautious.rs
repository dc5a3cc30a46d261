//! Staying near the own tail: the best that can be had without a guide.

use crate::agents::nearest_food;
use crate::agents::planning::Plan;
use crate::board::Direction;
use crate::evaluate::reach;
use crate::{Action, Position, Snake};
use ludex_core::{Game, Meter};

/// To the food if the tail can be reached from there; otherwise the step with the longest way to
/// the tail, which leaves the most room. No plan if every step loses the tail.
pub(super) fn plan(game: &Snake, position: &Position, meter: &mut Meter) -> Plan {
    if let Some(way) = nearest_food(game, position, meter)
        && tail_stays_open(game, position, &way)
    {
        return Plan::of(Some(way));
    }
    let steps = Direction::ALL.into_iter().filter(|&d| game.survives(position, d).is_some());
    let open = steps.filter(|&step| tail_stays_open(game, position, &[step]));
    let tail = position.tail();
    let far = |step: &Direction| {
        let to = game.grid().step(position.head(), *step).unwrap_or(tail);
        game.grid().distance(to, tail)
    };
    Plan::of(open.max_by_key(far).map(|step| vec![step]))
}

/// Whether the head can reach the tail after some steps.
fn tail_stays_open(game: &Snake, position: &Position, way: &[Direction]) -> bool {
    let mut next = position.clone();
    for &step in way {
        game.play(&mut next, Action::Go(step));
    }
    reach(game, &next).tail
}
