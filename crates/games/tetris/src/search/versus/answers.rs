//! What the report's agent answers while there is a contest.
//!
//! It looks at three pieces: its own, the one that comes next in the other hand, and its own next one, which nobody knows when the
//! other hand has to choose. So its answer is worked out for each piece that may come.

use super::search::Question;
use crate::board::LowBoard;
use crate::report::{Level, Search};
use crate::shape::Placement;

/// Answers to a first placement, each with its chance, the most probable first. None where the piece cannot appear.
pub(crate) type Answers = Vec<(Placement, f64)>;

/// The answers on the board that a first placement has left, and how many nodes were searched for them.
pub(super) fn answers(ask: &Question<'_>, board: &LowBoard) -> (Answers, u64) {
    let (rules, mut nodes) = (ask.game.rules(), 0);
    let kinds = rules.set.pieces.len();
    let mut known = [ask.pieces[1], ask.pieces[2], 0];
    let mut answer = |pieces: &[u8]| {
        let mut search = Search::new(ask.game, pieces, Some(Level::Hard));
        search.best(board);
        nodes += search.nodes;
        search.line().first().copied()
    };
    let mut found = Answers::new();
    for piece in 0..kinds as u8 {
        known[2] = piece;
        let chance = rules.dealer.probability(ask.dealt, piece, kinds);
        if chance > 0.0 {
            note(&mut found, answer(&known), chance);
        }
    }
    if found.is_empty() {
        // Where a list has ended, it looks at what there is.
        note(&mut found, answer(&known[..2]), 1.0);
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    (found, nodes)
}

fn note(found: &mut Answers, answer: Option<Placement>, chance: f64) {
    let Some(answer) = answer else { return };
    match found.iter_mut().find(|(known, _)| *known == answer) {
        Some((_, sum)) => *sum += chance,
        None => found.push((answer, chance)),
    }
}
