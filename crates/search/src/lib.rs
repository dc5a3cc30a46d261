//! The searches of Ludex, generic over the vocabulary of `ludex-core`.
//!
//! | module | for |
//! | --- | --- |
//! | [`random`] | playing by lot |
#![forbid(unsafe_code)]

pub mod common;
pub mod minimax;
pub mod negamax;
pub mod random;
pub mod stock;
#[doc(hidden)]
pub mod tree_game;
