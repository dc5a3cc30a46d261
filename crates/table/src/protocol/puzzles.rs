//! Puzzles: a board, some pieces and a goal. They need no table: a puzzle is its code, and a game its moves.

use serde::{Deserialize, Serialize};

/// Which puzzle is meant, what was played, and what one wants to know. A code counts first, then a date, then a list, then kind
/// and seed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
// A wish that is not known, such as a level, must not be passed over: a level is what a puzzle turns out to have.
#[serde(deny_unknown_fields)]
pub struct PuzzleAsk {
    /// The code of a puzzle, which holds the whole of it.
    #[serde(default)]
    pub code: Option<String>,
    /// The puzzle of a day, such as 2025-01-31.
    #[serde(default)]
    pub date: Option<String>,
    /// A list of one's own, digits 1 to 7, to be placed as well as one can.
    #[serde(default)]
    pub list: Option<String>,
    /// Columns of the board for that list; 11 if missing.
    #[serde(default)]
    pub width: Option<usize>,
    /// Pieces of that list that may wait; 1 if missing.
    #[serde(default)]
    pub buffer: Option<usize>,
    /// A new one: `rows`, `clear` or `fill`.
    #[serde(default)]
    pub kind: Option<String>,
    /// The seed of a new one; drawn if missing.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The moves so far, each as `piece rotation column`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub moves: Vec<String>,
    /// Say whether it can still be done.
    #[serde(default)]
    pub verdict: Option<bool>,
    /// Name a move that keeps the goal in reach, and say why.
    #[serde(default)]
    pub hint: Option<bool>,
    /// Go through the answer from here.
    #[serde(default)]
    pub proof: Option<bool>,
}

/// A puzzle after some moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleView {
    /// Holds the whole puzzle; fits into a link.
    pub code: String,
    /// The goal in words.
    pub says: String,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Pieces that may wait.
    pub buffer: usize,
    /// From 1, everybody's, to 10; none for a list, of which nothing is proved.
    pub level: Option<u8>,
    /// The rows of the board, the highest first: `.` empty, `#` there from the start, else the digit of the piece.
    pub board: Vec<String>,
    /// What each piece looks like before it is turned, from piece 1 on.
    pub shapes: Vec<Vec<Spot>>,
    /// The pieces of which any may go next.
    pub waiting: Vec<u8>,
    /// Those that come after them.
    pub coming: Vec<u8>,
    /// Moves made.
    pub played: usize,
    /// Rows cleared.
    pub cleared: usize,
    /// Rows to clear, if that is the goal.
    pub wanted: Option<usize>,
    /// Every move that is possible.
    pub moves: Vec<PuzzleMove>,
    /// Whether the goal is reached.
    pub solved: bool,
    /// Whether it can still be done, if that was asked.
    pub verdict: Option<PuzzleVerdict>,
    /// A move that keeps the goal in reach, if that was asked and there is one.
    pub hint: Option<PuzzleHint>,
    /// The answer from here, if that was asked.
    pub proof: Option<Vec<PuzzleStep>>,
}

/// A cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Spot {
    /// From the left, from 0.
    pub column: u8,
    /// From the floor, from 0.
    pub row: u8,
}

/// A move that is possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleMove {
    /// The move as `piece rotation column`.
    pub put: String,
    /// The piece, from 1.
    pub piece: u8,
    /// Quarter turns anticlockwise.
    pub rotation: u8,
    /// The left edge, from 0.
    pub column: u8,
    /// The cells that the piece will cover before rows are cleared.
    pub cells: Vec<Spot>,
    /// Rows that it clears.
    pub clears: usize,
}

/// Whether a puzzle can still be done: proved either way. Of a list, how it may end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleVerdict {
    /// Whether the goal can be reached from here; of a list, whether a way is known to place all pieces.
    pub solvable: bool,
    /// The first move, from 1, after which it could no longer be done.
    pub mistake: Option<usize>,
    /// The same in words.
    pub words: String,
}

/// A move that keeps the goal in reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleHint {
    /// The move as `piece rotation column`.
    pub put: String,
    /// Why this one, and why another piece waits.
    pub words: String,
}

/// A step of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleStep {
    /// The move as `piece rotation column`.
    pub put: String,
    /// The piece, from 1.
    pub piece: u8,
    /// The board before the move.
    pub board: Vec<String>,
    /// The cells that the piece covers.
    pub cells: Vec<Spot>,
    /// Rows that it clears.
    pub clears: usize,
    /// Moves that were possible.
    pub moves: usize,
    /// Those after which the goal can still be reached; none for a list.
    pub good: Option<usize>,
}
