//! Tetris: one engine for every rule set.
//!
//! | folder | holds |
//! | --- | --- |
//! | [`mod@board`] | boards as bit columns, width 4 to 32, height up to 64 |
//! | [`pieces`] | shapes, piece sets and rotation systems, read from text; the sets that come with Ludex |
//! | [`rules`] | the game itself: rule sets, positions, dealers; the RL-Competition's rules step by step |
//! | [`moves`] | straight drops and their kernels, all placements that keys can reach, the keys that get there |
//! | [`evaluate`] | features with names and meanings, the same numbers fast, weighted sums |
//! | [`search`] | one or two known pieces, the TetrisVs report's min-max, versus, whole games |
//! | `agents` | who plays |
//! | `doors` | notation, words, pictures, the falling piece |
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
mod doors;
pub mod evaluate;
pub mod moves;
pub mod pieces;
#[doc(hidden)]
pub mod reference;
pub mod rules;
pub mod search;

#[cfg(test)]
mod tests;

pub use board::word;
pub use evaluate::{features, relief, terrain};
pub use moves::{drop, keys, path, perft, reach};
pub use pieces::{sets, shape};
pub use rules::{dealer, environment, position, steps};
pub use search::{known, report, simulate, versus};

pub use crate::tetris_board as board;
pub use agents::{policy_of, tuning::Courses};
#[doc(hidden)]
pub use board::board_from_rows;
pub use board::{Board, Cleared, LowBoard, Pile};
pub use dealer::Dealer;
pub use drop::{DropKernel, Instructions};
pub use environment::Environment;
pub use evaluate::Linear;
pub use features::{FEATURES, Feature, Features};

pub use keys::{Key, keys_and_drop};
pub use known::Known;
pub use pieces::{Piece, PieceSet, Spawn, State, Turns};

pub use position::{Action, How, LastKey, Position};
pub use reach::{Fall, Reach};
pub use rules::{Award, Rules, Spin, Tetris};
pub use shape::{Placement, Shape};
pub use steps::Press;
pub use word::Word;
