//! Two hands on one board, played for the difference in points.
//!
//! [`Outlook`] says what a board is worth to one of the two: the points so far, what the piece that is not
//! known yet will earn on average, the danger that it cannot even appear, and how well rows can still be filled.
//! `search` looks for the best course over the pieces that are known.

mod fate;
mod outlook;
mod reply;
mod search;
mod sensible;

pub(crate) use fate::{Fate, Fates};
#[cfg(test)]
pub(crate) use outlook::Glance;
pub use outlook::{Outlook, Weights};
pub use reply::{Reply, most_rows};
pub(crate) use search::{Line, Question, Scene, Search};
pub(crate) use sensible::keep_sensible;

use crate::rules::Tetris;
use ludex_core::{Agent, Seed};

/// The versus agent with weights of one's own, so many replies of the opponent that count, and so many imagined games for
/// a placement where the pile is high.
pub fn agent(weights: Weights, replies: usize, games: u64, seed: Seed) -> Box<dyn Agent<Tetris>> {
    crate::agents::versus(weights, replies, games, seed)
}
