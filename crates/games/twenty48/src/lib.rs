//! 2048: slide, merge, and keep room for more.
#![forbid(unsafe_code)]

mod grid;
mod patterns;
mod plain;
mod position;
mod rules;
pub mod tables;

pub use grid::{Cell, Direction, Grid};
pub use patterns::{Lesson, Patterns, network_names};
pub use position::Position;
pub use rules::{Action, TWO, Twenty48};
