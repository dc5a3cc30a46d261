//! Boards as pictures: reading, printing, and the `board!` macro.

use crate::board::Pile;
use crate::word::Word;
use ludex_core::{Error, Result};
use std::fmt;
use std::str::FromStr;

impl<T: Word> FromStr for Pile<T> {
    type Err = Error;

    /// Reads a picture, top row first: `X` is full, `.` is empty. Blank lines are skipped and so is white
    /// space around a row.
    fn from_str(text: &str) -> Result<Self> {
        let rows: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(i, line)| (i + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let width = rows.first().map_or(0, |(_, row)| row.chars().count());
        let mut board = Self::new(width, rows.len())?;
        for (i, (line, row)) in rows.iter().enumerate() {
            read_row(&mut board, rows.len() - 1 - i, *line, row)?;
        }
        Ok(board)
    }
}

fn read_row<T: Word>(board: &mut Pile<T>, y: usize, line: usize, row: &str) -> Result<()> {
    let found = row.chars().count();
    if found != board.width() {
        let reason = format!(
            "the row has {found} cells, the first row has {}; make them equal",
            board.width()
        );
        return Err(Error::position(line, reason));
    }
    for (x, cell) in row.chars().enumerate() {
        match cell {
            'X' | 'x' => board.set(x, y, true),
            '.' => {}
            other => {
                let reason = format!("`{other}` is no cell; write `X` for full and `.` for empty");
                return Err(Error::position(line, reason));
            }
        }
    }
    Ok(())
}

impl<T: Word> fmt::Display for Pile<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height()).rev() {
            for x in 0..self.width() {
                f.write_str(if self.is_full(x, y) { "X" } else { "." })?;
            }
            if y > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

/// A board from its picture, top row first; panics if the picture is wrong. For tests and examples.
///
/// `board![10 x 20; "..."]` puts the rows given at the bottom of a larger board.
///
/// ```
/// use ludex_tetris::board;
/// let board = board![
///     "X...",
///     "XX.X",
/// ];
/// assert_eq!(board.heights().collect::<Vec<_>>(), [2, 1, 0, 1]);
/// let high = board![4 x 20; "XX.X"];
/// assert_eq!((high.height(), high.blocks()), (20, 3));
/// ```
#[macro_export]
macro_rules! tetris_board {
    ($width:literal x $height:literal $(; $($row:literal),* $(,)?)?) => {{
        let rows: &[&str] = &[$($($row),*)?];
        $crate::board_from_rows($width, $height, rows)
    }};
    ($($row:literal),+ $(,)?) => {{
        let rows: &[&str] = &[$($row),+];
        $crate::board_from_rows(rows[0].len(), rows.len(), rows)
    }};
}

/// What the `board!` macro calls.
#[doc(hidden)]
pub fn board_from_rows(width: usize, height: usize, rows: &[&str]) -> crate::Board {
    let empty = ".".repeat(width);
    let missing = height.saturating_sub(rows.len());
    let mut picture: Vec<&str> = vec![&empty; missing];
    picture.extend(rows);
    match picture.join("\n").parse() {
        Ok(board) => board,
        Err(error) => panic!("{error}"),
    }
}
