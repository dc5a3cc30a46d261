//! The searches of Ludex, generic over the vocabulary of `ludex-core`.
//!
//! | module | for |
//! | --- | --- |
//! | [`plan`] | a way from here to a goal, with the story of how it was found |
//! | [`minimax`] | a look ahead from one seat's point of view, as the `TetrisVs` report has it |
//! | [`negamax`] | two players, zero-sum, deep: the same values with a table, sooner |
//! | [`expectimax`] | chance among the moves, expectation by expectation |
//! | [`monte_carlo`] | anything that can be played out at random: flat, or as a tree (UCT) |
//! | [`beam`] | one player who knows the future |
//! | [`random`] | playing by lot |
//! | [`stock`] | all of these by name, for any game that brings an evaluator |
//!
//! All of them return a [`Decision`](ludex_core::Decision) and keep within a
//! [`Budget`](ludex_core::Budget).
#![forbid(unsafe_code)]

pub mod beam;
pub mod common;
pub mod expectimax;
pub mod minimax;
pub mod monte_carlo;
pub mod negamax;
pub mod paced;
pub mod plan;
pub mod random;
mod ranking;
pub mod stock;
#[doc(hidden)]
pub mod tree_game;
