//! Boards as bit columns, width 4 to 32, height up to 64: what lies, and nothing else.

mod grid;
mod text;
pub mod word;

pub use grid::*;
#[doc(hidden)]
pub use text::board_from_rows;
