//! Perfect clears: pieces that fill some rows completely and leave nothing behind.
//!
//! A field keeps its rows in their places when they are cleared: a full row is a cleared one, and pieces fall through it as if it
//! were not there. So a set of placements is the same solution whatever the order, and is found once.

mod chance;
mod cover;
mod moves;
mod search;

pub use chance::{Chance, chance, orders};
pub use moves::Moves;
pub use search::{Answer, Found};

use ludex_core::{Error, Result, Stop};
use ludex_tetris::{PieceSet, sets};
use moves::{Mover, Place};

/// The most rows of a field.
pub const MOST_ROWS: usize = 6;

/// A field to be cleared, and how.
#[derive(Clone, Debug)]
pub struct Field {
    width: usize,
    rows: usize,
    cells: u64,
    set: PieceSet,
    mover: Mover,
}

/// One piece of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Laid {
    /// The piece, a number in the set.
    pub piece: u8,
    /// The cells it covers, row by row from the floor, as they were before any row was cleared.
    pub cells: u64,
}

impl Field {
    /// An empty field, 10 wide and some rows high, for the guideline's pieces.
    pub fn empty(rows: usize, moves: Moves) -> Result<Self> {
        Self::new(10, rows, &[], sets::srs(), moves)
    }

    /// A field with some cells full, given as rows from the floor upwards, bit 0 the leftmost column.
    pub fn new(
        width: usize,
        rows: usize,
        full: &[u32],
        set: PieceSet,
        moves: Moves,
    ) -> Result<Self> {
        if !(4..=10).contains(&width) {
            return Err(Error::bad("width", width.to_string(), "give 4 to 10"));
        }
        if !(1..=MOST_ROWS).contains(&rows) {
            return Err(Error::bad("number of rows", rows.to_string(), "give 1 to 6"));
        }
        if full.len() > rows {
            let reason = format!("the board is {} high; give at least as many rows", full.len());
            return Err(Error::bad("number of rows", rows.to_string(), reason));
        }
        let line = (1u32 << width) - 1;
        if full.iter().any(|row| row & line == line) {
            return Err(Error::bad(
                "board",
                "full row",
                "a full row would be cleared; leave it out",
            ));
        }
        let cells = full.iter().enumerate();
        let cells = cells.map(|(y, row)| u64::from(row & line) << (y * width)).sum();
        if set.pieces.iter().any(|piece| piece.states[0].shape.cells() != 4) {
            return Err(Error::bad("piece set", &set.name, "give one of tetrominoes, such as srs"));
        }
        Ok(Self { width, rows, cells, mover: Mover::new(&set, width, moves), set })
    }

    /// Reads a board as a picture: rows from the top, `.` or `_` empty, anything else but a blank full.
    pub fn read_board(text: &str) -> Result<(usize, Vec<u32>)> {
        let lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let width = lines.first().map_or(10, |line| line.chars().count());
        let mut rows = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            if line.chars().count() != width || width > 32 {
                let reason = format!("its rows differ in width; make all {width} wide");
                return Err(Error::position(i + 1, reason));
            }
            let bit = |(x, c): (usize, char)| u32::from(c != '.' && c != '_') << x;
            rows.push(line.chars().enumerate().map(bit).sum());
        }
        rows.reverse();
        while rows.last() == Some(&0) {
            rows.pop();
        }
        Ok((width, rows))
    }

    /// The pieces of a queue such as `OTISZLJILSJ`.
    pub fn read_queue(&self, text: &str) -> Result<Vec<u8>> {
        let piece = |c: char| self.set.index(&c.to_string()).map(|i| i as u8);
        let queue: Result<Vec<u8>> = text.trim().chars().map(piece).collect();
        match queue? {
            queue if queue.is_empty() => Err(Error::bad("queue", text, "give at least one piece")),
            queue => Ok(queue),
        }
    }

    /// The pieces that are needed to fill the rows; none if the empty cells are no multiple of four.
    pub fn needed(&self) -> Option<usize> {
        let empty = self.width * self.rows - self.cells.count_ones() as usize;
        empty.is_multiple_of(4).then_some(empty / 4)
    }

    /// The least number of rows that can be filled at all: the board's height or more.
    pub fn least_rows(width: usize, full: &[u32]) -> Option<usize> {
        let blocks: usize = full.iter().map(|row| row.count_ones() as usize).sum();
        let fits = |rows: &usize| {
            (rows * width).checked_sub(blocks).is_some_and(|e| e > 0 && e.is_multiple_of(4))
        };
        (full.len().max(1)..=MOST_ROWS).find(fits)
    }

    /// The pieces.
    pub fn set(&self) -> &PieceSet {
        &self.set
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows to fill.
    pub fn rows(&self) -> usize {
        self.rows
    }

    fn line(&self) -> u64 {
        (1 << self.width) - 1
    }

    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.width * self.rows)
    }

    /// A solution as a picture: each cell shows its piece, `#` what was there before.
    pub fn picture(&self, solution: &[Laid]) -> String {
        let cell = |at: usize| {
            let of = solution.iter().find(|laid| laid.cells >> at & 1 == 1);
            match of {
                Some(laid) => self.set.pieces[usize::from(laid.piece)].name.clone(),
                None if self.cells >> at & 1 == 1 => "#".into(),
                None => ".".into(),
            }
        };
        let row = |y: usize| (0..self.width).map(|x| cell(y * self.width + x)).collect::<String>();
        (0..self.rows).rev().map(|y| row(y) + "\n").collect()
    }

    /// Calls `each` with every place of a piece and the cells it covers with cleared rows left in their places.
    fn each_place(&self, field: u64, piece: u8, mut each: impl FnMut(u8, u64)) {
        let (low, height, gone) = self.without_full_rows(field);
        self.mover.each(low, height, piece, |Place { turn, cells }| {
            each(turn, self.with_gaps(cells, gone));
        });
    }

    /// The field without its full rows, how high it is then, and which rows those were.
    fn without_full_rows(&self, field: u64) -> (u64, usize, u64) {
        let (mut low, mut height, mut gone) = (0, 0, 0);
        for y in 0..self.rows {
            let row = field >> (y * self.width) & self.line();
            if row == self.line() {
                gone |= 1 << y;
            } else {
                low |= row << (height * self.width);
                height += 1;
            }
        }
        (low, height, gone)
    }

    /// The rows that are full, as bits.
    fn full_rows(&self, field: u64) -> u8 {
        let is_full = |y: usize| field >> (y * self.width) & self.line() == self.line();
        (0..self.rows).fold(0, |rows, y| rows | u8::from(is_full(y)) << y)
    }

    /// Whether some cells lie on the floor or on a block, full rows being gone.
    fn is_held_up(&self, field: u64, cells: u64) -> bool {
        // What lies below the row in question: the floor to begin with.
        let mut below = self.line();
        for y in 0..self.rows {
            let row = field >> (y * self.width) & self.line();
            if cells >> (y * self.width) & below != 0 {
                return true;
            }
            if row != self.line() {
                below = row;
            }
        }
        false
    }

    /// The same cells where the rows that are gone still have their places.
    fn with_gaps(&self, cells: u64, gone: u64) -> u64 {
        let (mut out, mut from) = (0, 0);
        for y in (0..self.rows).filter(|y| gone >> y & 1 == 0) {
            out |= (cells >> (from * self.width) & self.line()) << (y * self.width);
            from += 1;
        }
        out
    }

    /// Looks for perfect clears of a queue: all of them, or the first.
    pub fn solve(&self, queue: &[u8], hold: bool, all: bool, stop: &Stop) -> Answer {
        search::solve(self, queue, hold, all, stop)
    }
}
