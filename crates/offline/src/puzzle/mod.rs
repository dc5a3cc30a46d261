//! Puzzles: a board, some pieces, and a goal that a search has proved to be possible.
//!
//! A puzzle is a few numbers, so that a short code holds the whole of it. What can still be done after some moves is answered
//! by the same exhaustive search that made the puzzle, never by a guess.

mod advice;
mod code;
mod make;
mod play;
mod reasons;
mod scene;

pub use advice::{Advice, Verdict};
pub use make::{Kind, daily, make};
pub use play::{Play, Step};
pub use scene::{Move, Scene, Spot};

use crate::kit::Kit;
use crate::list::read_list;
use crate::task::Task;
use ludex_core::{Error, Result};
use serde::Serialize;

/// The longest list that a code holds.
const MOST_PIECES: usize = 60;
/// Rows of the board for a list of somebody's own.
const LIST_ROWS: usize = 20;

/// What is to be done with the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Clear at least so many rows.
    Rows(u8),
    /// Leave nothing behind.
    Empty,
    /// Place them all and clear as many rows as can be. How many that are, nobody has proved.
    Most,
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

    /// A list of somebody's own on an empty board, to be placed as well as one can.
    ///
    /// ```
    /// use ludex_offline::puzzle::Puzzle;
    /// let puzzle = Puzzle::of_list(vec![0, 1, 2, 1, 0], 6, 1).unwrap();
    /// assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
    /// ```
    pub fn of_list(list: Vec<u8>, width: usize, buffer: usize) -> Result<Self> {
        if list.is_empty() || list.len() > MOST_PIECES {
            let reason = format!("give 1 to {MOST_PIECES} pieces");
            return Err(Error::bad("number of pieces", list.len().to_string(), reason));
        }
        Self::new(width, buffer, LIST_ROWS, Vec::new(), list, Goal::Most)
    }

    /// The same from text: digits, and blanks between them.
    pub fn of_text(text: &str, width: usize, buffer: usize) -> Result<Self> {
        let digits: String = text.split_whitespace().collect();
        let list = read_list(digits.as_bytes(), &Kit::standard())?;
        if let Some((_, column)) = list.left_out {
            let reason = format!("character {column} is no piece; write digits 1 to 7");
            return Err(Error::bad("list", text, reason));
        }
        Self::of_list(list.pieces, width, buffer)
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
            Goal::Most => format!("Place these {pieces} pieces: clear many rows, end low."),
        }
    }
}
