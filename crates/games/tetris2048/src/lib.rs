//! Tetris-2048: pieces made of numbered tiles fall; equal tiles that touch from above merge, full rows go, what has lost its
//! footing falls.
//!
//! | module | holds |
//! | --- | --- |
//! | [`tiles`] | the board and how it comes to rest: merge, clear, fall |
//! | [`pieces`] | falling pieces with their numbers, and how turns carry them |
//! | [`rules`] | the game itself |
//! | [`evaluate`] | what a board promises and what a step earns, in named terms |
//! | `agents` | who plays |
//! | `live` | the falling piece, for play in real time |
//! | `notation`, `remarks`, `room` | how it is written and said, what the doors need |
#![forbid(unsafe_code)]

mod agents;
pub mod evaluate;
mod live;
mod notation;
pub mod pieces;
mod remarks;
mod room;
pub mod rules;
pub mod tiles;

#[cfg(test)]
mod tests;

pub use agents::{greedy, tuning::Courses};
pub use evaluate::{FEATURES, Linear};
pub use pieces::Piece;
pub use rules::{Action, Position, Tetris2048};
pub use tiles::{Earned, Step, Tiles};
