//! The searches of Ludex, generic over the vocabulary of `ludex-core`.
//!
//! | module | for |
//! | --- | --- |
//! | [`random`] | playing by lot |
//! | [`monte_carlo`] | learning from random games: flat, or in a growing tree with proofs |
#![forbid(unsafe_code)]

pub mod common;
pub mod monte_carlo;
pub mod random;
mod ranking;
#[doc(hidden)]
pub mod tree_game;
