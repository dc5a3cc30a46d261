//! Two hands on one board, played for the difference in points.
//!
//! [`Outlook`] says what a board is worth to one of the two: the points so far, what the piece that is not
//! known yet will earn on average, the danger that it cannot even appear, and how well rows can still be filled.
//! `search` looks for the best course over the pieces that are known.

mod answers;
mod fate;
mod outlook;
mod reply;
mod risk;
mod search;
mod sensible;

pub(crate) use fate::{Fate, Fates};
#[cfg(test)]
pub(crate) use outlook::Glance;
pub use outlook::{Outlook, Weights};
pub use reply::{Reply, most_rows};
pub use risk::{BENDS, risk};
pub(crate) use search::{Line, Question, Scene, Search};
pub(crate) use sensible::keep_sensible;

use crate::rules::Tetris;
use ludex_core::{Agent, Seed};

/// How the versus agent looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foresight {
    /// The opponent's best replies that count.
    pub replies: usize,
    /// Games that are imagined for a placement where the pile is high.
    pub games: u64,
    /// Whether the opponent's reply on a high pile is the one that the report's agent gives.
    pub exact: bool,
    /// First placements, the most promising ones, for which the answers of that agent are worked out where the pile is lower.
    pub answered: usize,
}

/// So many placements get their answers if nothing else is asked for: more of them cost time and bring hardly anything.
const ANSWERED: usize = 8;

impl Foresight {
    /// So many replies and imagined games. Who imagines games takes the opponent for the report's agent in them, and in the look
    /// ahead as well.
    pub fn new(replies: usize, games: u64) -> Self {
        let imagines = games > 0;
        Self { replies, games, exact: imagines, answered: if imagines { ANSWERED } else { 0 } }
    }
}

/// The versus agent with weights of one's own that looks ahead like this.
pub fn agent(weights: Weights, foresight: Foresight, seed: Seed) -> Box<dyn Agent<Tetris>> {
    crate::agents::versus(weights, foresight, seed)
}
