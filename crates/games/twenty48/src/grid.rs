//! Cells and directions.

use ludex_core::{Result, Size};

/// A cell of the board. Cells are counted row by row from the top left; see [`Grid::cell`].
pub type Cell = u8;

/// Where tiles can slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the first column.
    Left,
    /// Towards the last row.
    Down,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All four, in the order in which they are listed everywhere.
    pub const ALL: [Direction; 4] = [Self::Up, Self::Left, Self::Down, Self::Right];

    /// Its name in notation.
    pub fn name(self) -> &'static str {
        ["up", "left", "down", "right"][self as usize]
    }
}

/// The usual, the smallest and the largest board.
pub(crate) const SIZES: [Size; 3] = [Size::new(4, 4), Size::new(2, 2), Size::new(5, 5)];

/// Most cells that a board can have.
pub(crate) const MOST_CELLS: usize = 25;

/// The board's shape: how cells are numbered and in which lines they slide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    size: Size,
    /// Cells are `row * stride + column`. Every board that fits into 4x4 has its stride, so that the same tables
    /// serve all of them.
    stride: usize,
}

impl Grid {
    /// A board of 2x2 to 5x5 cells.
    pub fn new(size: Size) -> Result<Self> {
        let size = size.between(SIZES[1], SIZES[2])?;
        let fits = size.width <= 4 && size.height <= 4;
        Ok(Self { size, stride: if fits { 4 } else { 5 } })
    }

    /// Width and height.
    pub fn size(self) -> Size {
        self.size
    }

    /// Whether the board fits into 4x4 and so into one word.
    #[inline]
    pub fn is_small(self) -> bool {
        self.stride == 4
    }

    /// The cell in a column and row, counted from 0.
    #[inline]
    pub fn cell(self, column: usize, row: usize) -> Cell {
        (row * self.stride + column) as Cell
    }

    /// Column and row of a cell, counted from 0.
    pub fn spot(self, cell: Cell) -> (usize, usize) {
        (usize::from(cell) % self.stride, usize::from(cell) / self.stride)
    }

    /// Every cell, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        let Size { width, height } = self.size;
        (0..height).flat_map(move |row| (0..width).map(move |column| self.cell(column, row)))
    }

    /// The lines along which tiles slide, each from the wall on.
    pub(crate) fn lines(self, direction: Direction) -> impl Iterator<Item = Line> {
        let Size { width, height } = self.size;
        let (count, length) = match direction {
            Direction::Left | Direction::Right => (height, width),
            Direction::Up | Direction::Down => (width, height),
        };
        (0..count).map(move |index| self.line(direction, index, length))
    }

    fn line(self, direction: Direction, index: usize, length: usize) -> Line {
        let at = |step: usize| match direction {
            Direction::Up => self.cell(index, step),
            Direction::Left => self.cell(step, index),
            Direction::Down => self.cell(index, length - 1 - step),
            Direction::Right => self.cell(length - 1 - step, index),
        };
        (0..length).map(at).collect()
    }

    /// The most that a tile on this board can be, as a power of two: all cells but one hold the halves on the way to it, and
    /// the last piece is a 4.
    pub fn most_exponent(self) -> u8 {
        self.size.cells() as u8 + 1
    }
}

/// The cells of a row or column.
pub(crate) type Line = arrayvec::ArrayVec<Cell, 5>;
