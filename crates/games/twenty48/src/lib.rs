//! 2048: slide, merge, and keep room for more.
#![forbid(unsafe_code)]

mod agents;
pub mod chances;
mod evaluate;
pub mod exact;
mod grid;
mod learning;
mod notation;
mod patterns;
mod plain;
mod position;
mod random_games;
mod remarks;
mod room;
mod rules;
mod search;
pub mod tables;
#[cfg(test)]
mod tests;

pub use agents::{Courses, Player};
pub use evaluate::Shape;
pub use grid::{Cell, Direction, Grid};
pub use learning::{Finish, Lessons};
pub use patterns::{Lesson, Patterns, network_names};
pub use position::Position;
pub use rules::{Action, TWO, Twenty48};
