//! 2048: slide, merge, and keep room for more.
#![forbid(unsafe_code)]

mod agents;
pub mod exact;
mod grid;
mod notation;
mod patterns;
mod plain;
mod position;
mod room;
mod rules;
pub mod tables;
#[cfg(test)]
mod tests;

pub use grid::{Cell, Direction, Grid};
pub use patterns::{Lesson, Patterns, network_names};
pub use position::Position;
pub use rules::{Action, TWO, Twenty48};
