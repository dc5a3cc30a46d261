//! What a player could do next, pointed out before it happens.

use serde::{Deserialize, Serialize};

/// Something that a player could do with the next move, with the cells that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Threat {
    /// Whose move it would be.
    pub seat: usize,
    /// Whether it would win the game.
    pub wins: bool,
    /// Where the move goes: column and row of the picture, from the top left, from 0.
    pub at: [u16; 2],
    /// What it is about: the stones that would be taken, the row that would grow.
    pub cells: Vec<[u16; 2]>,
    /// The threat in words, without who threatens: `K10 captures G7-H8`.
    pub words: String,
}
