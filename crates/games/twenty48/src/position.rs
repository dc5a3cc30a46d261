//! What lies on the board.

use crate::grid::{Cell, Grid, MOST_CELLS};
use crate::plain::Cells;
use crate::tables::{Board, occupied};

/// Where the fifth bits of exponents start in the second word.
const FIFTH: u32 = 36;

/// Tiles, score, and how many tiles chance has still to put.
///
/// The first word holds four bits of each of the first sixteen cells; on a board of up to 4x4 with tiles of up to 32768
/// it holds everything. The second one holds four bits of the cells beyond, then the fifth bit of every cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    low: Board,
    high: u64,
    score: u32,
    due: u8,
}

impl Position {
    /// An empty board before chance has put the first two tiles.
    pub(crate) const START: Self = Self { low: 0, high: 0, score: 0, due: 2 };

    /// A position of a board that is held by one word.
    #[inline]
    pub(crate) fn small(board: Board, score: u32, due: u8) -> Self {
        Self { low: board, high: 0, score, due }
    }

    pub(crate) fn from_cells(cells: &Cells, score: u32, due: u8) -> Self {
        let mut position = Self { low: 0, high: 0, score, due };
        for (cell, &exponent) in (0..).zip(cells) {
            position.put(cell, exponent);
        }
        position
    }

    /// The whole board in one word, if it fits: up to 4x4 cells, tiles of up to 32768.
    #[inline]
    pub fn board(&self, grid: Grid) -> Option<Board> {
        (grid.is_small() && self.high == 0).then_some(self.low)
    }

    /// The tile of a cell as a power of two, 0 where nothing lies.
    #[inline]
    pub fn exponent(&self, cell: Cell) -> u8 {
        let cell = u32::from(cell);
        let four = if cell < 16 { self.low >> (4 * cell) } else { self.high >> (4 * (cell - 16)) };
        let fifth = self.high >> (FIFTH + cell) & 1;
        (four & 15) as u8 | (fifth as u8) << 4
    }

    /// The number on a cell, 0 where nothing lies.
    pub fn tile(&self, cell: Cell) -> u32 {
        match self.exponent(cell) {
            0 => 0,
            exponent => 1 << exponent,
        }
    }

    /// The exponents of all cells.
    pub(crate) fn cells(&self) -> Cells {
        let mut cells = [0; MOST_CELLS];
        for (cell, exponent) in (0..).zip(&mut cells) {
            *exponent = self.exponent(cell);
        }
        cells
    }

    /// Puts a tile on an empty cell.
    #[inline]
    pub(crate) fn put(&mut self, cell: Cell, exponent: u8) {
        let (cell, four) = (u32::from(cell), u64::from(exponent & 15));
        match cell {
            0..16 => self.low |= four << (4 * cell),
            _ => self.high |= four << (4 * (cell - 16)),
        }
        self.high |= u64::from(exponent >> 4) << (FIFTH + cell);
    }

    /// Points earned so far.
    pub fn score(&self) -> u32 {
        self.score
    }

    /// Tiles that chance has to put before somebody can move.
    #[inline]
    pub fn due(&self) -> u8 {
        self.due
    }

    #[inline]
    pub(crate) fn set_due(&mut self, due: u8) {
        self.due = due;
    }

    /// The cells on which nothing lies.
    pub fn empty(&self, grid: Grid) -> impl Iterator<Item = Cell> {
        grid.cells().filter(|&cell| self.exponent(cell) == 0)
    }

    /// The greatest number on the board, 0 on an empty one.
    pub fn max_tile(&self, grid: Grid) -> u32 {
        grid.cells().map(|cell| self.tile(cell)).max().unwrap_or(0)
    }

    /// The lowest bit of every cell with a tile, on a board that is held by one word.
    #[inline]
    pub(crate) fn occupied(&self) -> Board {
        occupied(self.low)
    }

    /// Two words that say everything about the tiles.
    pub(crate) fn words(&self) -> [u64; 2] {
        [self.low, self.high]
    }
}
