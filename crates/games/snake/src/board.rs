//! Cells and directions.

use ludex_core::Size;

/// A cell, counted row by row from the top left.
pub type Cell = u16;

/// Where a snake can turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards row 1.
    Up,
    /// Towards column 1.
    Left,
    /// Away from row 1.
    Down,
    /// Away from column 1.
    Right,
}

impl Direction {
    /// All four, in the order in which they are listed everywhere.
    pub const ALL: [Direction; 4] = [Self::Up, Self::Left, Self::Down, Self::Right];

    /// The way back.
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// Its name in notation.
    pub fn name(self) -> &'static str {
        ["up", "left", "down", "right"][self as usize]
    }
}

/// The board's shape: which cell lies beside which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Width and height.
    pub size: Size,
}

impl Grid {
    /// Number of cells.
    pub fn cells(self) -> usize {
        self.size.cells()
    }

    /// The cell in a column and row, counted from 0.
    pub fn cell(self, column: usize, row: usize) -> Cell {
        (row * self.size.width + column) as Cell
    }

    /// Column and row of a cell, counted from 0.
    pub fn spot(self, cell: Cell) -> (usize, usize) {
        (usize::from(cell) % self.size.width, usize::from(cell) / self.size.width)
    }

    /// The cell beside `cell`, or `None` at the wall.
    #[inline]
    pub fn step(self, cell: Cell, direction: Direction) -> Option<Cell> {
        let width = self.size.width as Cell;
        match direction {
            Direction::Up => cell.checked_sub(width),
            Direction::Left => (!cell.is_multiple_of(width)).then(|| cell - 1),
            Direction::Down => Some(cell + width).filter(|&c| usize::from(c) < self.cells()),
            Direction::Right => (cell % width != width - 1).then(|| cell + 1),
        }
    }

    /// The direction from a cell to one beside it.
    pub fn direction(self, from: Cell, to: Cell) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(from, direction) == Some(to))
    }

    /// Steps between two cells on an empty board.
    pub fn distance(self, a: Cell, b: Cell) -> u32 {
        let ((ax, ay), (bx, by)) = (self.spot(a), self.spot(b));
        (ax.abs_diff(bx) + ay.abs_diff(by)) as u32
    }
}
