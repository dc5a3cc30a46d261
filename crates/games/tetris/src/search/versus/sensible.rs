//! The placements that a sensible player looks at.

use super::Weights;
use super::outlook::Glance;
use crate::position::{Action, Landing, Position};
use crate::rules::Tetris;

/// Keeps the `keep` placements that look best to who places, best first.
pub(crate) fn keep_sensible(
    game: &Tetris,
    position: &Position,
    weights: &Weights,
    keep: usize,
    actions: &mut Vec<Action>,
) {
    let mut seen: Vec<(f64, Action)> =
        actions.iter().map(|&action| (worth(game, position, weights, action), action)).collect();
    seen.sort_by(|a, b| b.0.total_cmp(&a.0));
    seen.truncate(keep);
    actions.clear();
    actions.extend(seen.into_iter().map(|(_, action)| action));
}

/// The points that a placement earns and the shape it leaves.
fn worth(game: &Tetris, position: &Position, weights: &Weights, action: Action) -> f64 {
    let Action::Place { piece, at, .. } = action else { return 0.0 };
    let mut board = position.board;
    let shape = game.shape(piece, at);
    let cleared = board.place(shape, at.x.into(), at.y.into());
    let points = f64::from(game.rules().scoring.points(cleared.lines));
    points + weights.glance(&Glance::of(&board, Landing::of(shape, at, cleared), 0.0))
}
