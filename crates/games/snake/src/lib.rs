//! Snake: eat, grow, and do not bite yourself.

mod agents;
mod board;
mod evaluate;
mod notation;
mod position;
mod remarks;
mod room;
mod rules;
#[cfg(test)]
mod tests;

pub use board::{Cell, Direction, Grid};
pub use evaluate::Comfort;
pub use position::{End, Position, Undo};
pub use rules::{Action, FIRST_LENGTH, MOST_FOODS, Snake};
