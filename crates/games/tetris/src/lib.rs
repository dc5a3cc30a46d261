//! Tetris: one engine for every rule set.
//!
//! | module | holds |
//! | --- | --- |
//! | [`mod@board`] | boards as bit columns, width 4 to 32, height up to 64 |
//! | [`shape`] | what one piece in one turn covers |
//! | [`pieces`] | piece sets and rotation systems, read from text |
//! | [`sets`] | the piece sets that come with Ludex |
//! | [`features`] | the numbers an evaluator looks at, with names and meanings |
//! | [`terrain`] | the same numbers, fast |
//! | [`mod@drop`] | straight drops and the kernel that picks the best of them |
//! | [`simulate`] | whole games of a linear policy, without allocation |
//! | [`reach`] | all placements that keys can reach |
//! | [`keys`] | the keys that get there |
//! | [`path`] | other keys, with the story of how the founding report's planner found them |
//! | [`known`] | the best placement when one or two pieces are known |
//! | [`report`] | the founding report's min-max for two hands on one board |
//! | [`versus`] | two hands on one board, played for the difference in points |
//! | [`dealer`] | randomizers |
//! | [`position`], [`rules`], `rule_sets` | the game itself |
//! | [`steps`], [`environment`] | the RL-Competition's rules, step by step |
//! | [`evaluate`] | weighted features as values with terms |
//! | `live` | the falling piece, for play in real time |
//! | `drawing` | pieces on pictures |
//! | `agents`, `notation`, `room` | who plays, how it is written, what the doors need |
//!
//! Rows count from the floor upwards and columns from the left, both from 0. A [`Placement`] names
//! the lower left corner of the piece's bounding box; [`pieces::State::pivot`] converts to the
//! pivots of a rotation system.

#![allow(
    clippy::inline_always,
    reason = "the same code is compiled into callers with and without AVX2; it must be inlined there"
)]

mod agents;
pub mod board;
mod board_text;
pub mod dealer;
mod drawing;
pub mod drop;
pub mod environment;
pub mod evaluate;
pub mod features;
pub mod keys;
pub mod known;
mod live;
mod notation;
pub mod path;
pub mod pieces;
mod pieces_text;
pub mod position;
pub mod reach;
#[doc(hidden)]
pub mod reference;
mod remarks;
pub mod report;
mod room;
mod rule_sets;
pub mod rules;
pub mod sets;
pub mod shape;
pub mod simulate;
pub mod steps;
pub mod terrain;
pub mod versus;
mod word;

#[cfg(test)]
mod tests;

pub use crate::tetris_board as board;
pub use board::{Board, Cleared, LowBoard, Pile};
#[doc(hidden)]
pub use board_text::board_from_rows;
pub use dealer::Dealer;
pub use drop::{DropKernel, Instructions};
pub use environment::Environment;
pub use evaluate::Linear;
pub use features::{FEATURES, Feature, Features};

pub use keys::Key;
pub use known::Known;
pub use pieces::{Piece, PieceSet, Spawn, State, Turns};

pub use position::{Action, Position};
pub use reach::{Fall, Reach};
pub use rules::{Rules, Tetris};
pub use shape::{Placement, Shape};
pub use steps::Press;
pub use word::Word;
