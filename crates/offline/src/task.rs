//! What is asked: a board, a buffer, a limit of height, and a set of pieces.

use crate::kit::Kit;
use ludex_core::{Error, Result};

/// The widths a board may have.
pub const WIDTHS: std::ops::RangeInclusive<usize> = 4..=32;
/// The largest buffer.
pub const MOST_BUFFER: usize = 7;

/// The board and the rules under which a list is placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Columns of the board.
    pub width: usize,
    /// Pieces that may wait: the next to place is any of the first `buffer + 1`.
    pub buffer: usize,
    /// Rows of the board, if it ends somewhere. A piece must lie below that when it lands, before rows are cleared.
    pub cap: Option<usize>,
    /// The pieces.
    pub kit: Kit,
}

impl Task {
    /// The CITS4211 report's: 11 wide, one piece may wait, no limit of height.
    pub fn standard() -> Self {
        Self { width: 11, buffer: 1, cap: None, kit: Kit::standard() }
    }

    /// A task of any size; refuses what no method can do.
    ///
    /// ```
    /// use ludex_offline::{Kit, Task};
    /// let error = Task::new(40, 1, None, Kit::standard()).unwrap_err().to_string();
    /// assert_eq!(error, "bad width `40`: give 4 to 32");
    /// ```
    pub fn new(width: usize, buffer: usize, cap: Option<usize>, kit: Kit) -> Result<Self> {
        if !WIDTHS.contains(&width) {
            return Err(Error::bad("width", width.to_string(), "give 4 to 32"));
        }
        if buffer > MOST_BUFFER {
            return Err(Error::bad("buffer", buffer.to_string(), "give 0 to 7"));
        }
        if cap == Some(0) {
            return Err(Error::bad("height", "0", "give 1 or more rows"));
        }
        kit.check_width(width)?;
        Ok(Self { width, buffer, cap, kit })
    }

    /// The rows that a piece may not exceed.
    pub fn ceiling(&self) -> usize {
        self.cap.unwrap_or(usize::MAX)
    }
}
