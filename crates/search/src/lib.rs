//! The searches of Ludex, generic over the vocabulary of `ludex-core`.
//!
//! | module | for |
//! | --- | --- |
//! | [`random`] | playing by lot |
//! | [`expectimax`] | looking ahead a number of moves, chance by its mean |
//! | [`beam`] | looking far ahead where the future is known, the best positions only |
//! | [`monte_carlo`] | learning from random games: flat, or in a growing tree with proofs |
#![forbid(unsafe_code)]

pub mod beam;
pub mod common;
pub mod expectimax;
pub mod monte_carlo;
pub mod random;
mod ranking;
#[doc(hidden)]
pub mod tree_game;
