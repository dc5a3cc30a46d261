//! The game itself: rule sets, positions, who deals, and the RL-Competition's rules step by step.

pub mod ahead;
pub mod clears;
pub mod dealer;
pub mod environment;
mod game;
pub mod position;
pub(crate) mod rule_sets;
pub mod steps;

pub use ahead::{Ahead, Foreseen};
pub use clears::{Award, Spin};
pub use game::*;
