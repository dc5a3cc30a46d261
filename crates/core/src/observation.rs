//! A position as numbers, for programs that learn.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a program that learns sees of a position. Which numbers there are and what they mean, the game says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Observation {
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// The board row by row from the top.
    pub cells: Vec<i32>,
    /// Everything else by name. Under the same rules the names are always the same.
    pub numbers: BTreeMap<String, i32>,
}
