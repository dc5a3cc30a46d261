//! What a board is worth: features with names and meanings, the same numbers fast, and weighted sums of them.

mod cells;
pub mod features;
mod linear;
pub mod relief;
pub mod terrain;

pub use linear::*;
