//! Puzzles: a board, some pieces, and a goal that a search has proved to be possible.
//!
//! A puzzle is a few numbers, so that a short code holds the whole of it. What can still be done after some moves is answered
//! by the same exhaustive search that made the puzzle, never by a guess.

mod code;
mod make;
mod play;
mod reasons;
mod scene;

pub use make::{Kind, daily, make};
pub use play::{Play, Step};
pub use scene::{Move, Scene, Spot};

use crate::kit::Kit;
use crate::task::Task;
use ludex_core::Result;
use serde::Serialize;

/// What is to be done with the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Clear at least so many rows.
    Rows(u8),
    /// Leave nothing behind.
    Empty,
}

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The board: width, buffer and limit of height; the pieces are the standard seven.
    pub task: Task,
    /// The rows that are filled at the start, the lowest first.
    pub rows: Vec<u32>,
    /// The pieces in the order in which they come.
    pub list: Vec<u8>,
    /// What is to be done.
    pub goal: Goal,
}

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// From 1, everybody's, to 10.
    pub level: u8,
    /// The share of moves, along the answer, after which the goal is out of reach.
    pub traps: f64,
    /// First moves after which the goal can still be reached.
    pub first_moves: usize,
}

impl Puzzle {
    fn new(
        width: usize,
        buffer: usize,
        cap: usize,
        rows: Vec<u32>,
        list: Vec<u8>,
        goal: Goal,
    ) -> Result<Self> {
        let task = Task::new(width, buffer, Some(cap), Kit::standard())?;
        Ok(Self { task, rows, list, goal })
    }

    /// The goal in words.
    pub fn says(&self) -> String {
        let pieces = self.list.len();
        match self.goal {
            Goal::Rows(1) => format!("Clear a row with these {pieces} pieces."),
            Goal::Rows(rows) => format!("Clear {rows} rows with these {pieces} pieces."),
            Goal::Empty if self.rows.is_empty() => {
                format!("Fill the rows with these {pieces} pieces so that nothing is left.")
            }
            Goal::Empty => format!("Clear the whole board with these {pieces} pieces."),
        }
    }
}
