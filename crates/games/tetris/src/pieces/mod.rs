//! What falls: shapes, piece sets and rotation systems, read from text.

mod set;
pub mod sets;
pub mod shape;
mod text;

pub use set::*;
