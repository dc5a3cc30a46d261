//! Boards as bit columns.
//!
//! Columns, not rows, because nearly every question is about columns: how high, how many holes, where
//! does a piece land. The answers are then a few operations on one word. Row questions (which rows are
//! full, how many row transitions) are bitwise operations between neighbouring columns.

use crate::shape::Shape;
use crate::word::Word;
use ludex_core::{Error, Result, mix};

/// The widest board.
pub const MOST_WIDTH: usize = 32;
/// The highest board.
pub const MOST_HEIGHT: usize = 64;
/// The narrowest board.
pub const LEAST_WIDTH: usize = 4;

/// A board of any size.
pub type Board = Pile<u64>;
/// A board up to 32 high, in half the memory.
pub type LowBoard = Pile<u32>;

/// A board whose columns are words of type `T`.
///
/// ```
/// use ludex_tetris::{Board, Shape, board};
/// let mut board = board!["X.XX", "X.XX"];
/// let bar = Shape::new(&[(0, 0), (0, 1)]).unwrap();
/// assert_eq!(board.landing(&bar, 1), 0);
/// let cleared = board.place(&bar, 1, 0);
/// assert_eq!((cleared.lines, cleared.eroded), (2, 2));
/// assert!(board.is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile<T> {
    columns: [T; MOST_WIDTH],
    width: u8,
    height: u8,
}

/// What a placement removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleared {
    /// Full rows that were taken out.
    pub lines: u32,
    /// Cells of the placed piece that went with them.
    pub eroded: u32,
}

impl LowBoard {
    /// The rows of the highest low board.
    pub const MOST_ROWS: usize = 32;
}

impl<T: Word> Pile<T> {
    /// An empty board, 4 to 32 wide and 1 to 64 high (32 for [`LowBoard`]).
    pub fn new(width: usize, height: usize) -> Result<Self> {
        let highest = MOST_HEIGHT.min(T::BITS as usize);
        if !(LEAST_WIDTH..=MOST_WIDTH).contains(&width) || !(1..=highest).contains(&height) {
            let reason = format!("give 4x1 to {MOST_WIDTH}x{highest}");
            return Err(Error::bad("board size", format!("{width}x{height}"), reason));
        }
        let columns = [T::ZERO; MOST_WIDTH];
        Ok(Self { columns, width: width as u8, height: height as u8 })
    }

    /// How many columns.
    #[inline(always)]
    pub fn width(&self) -> usize {
        // Says to the compiler what `new` has checked, so that loops need no bounds checks.
        (self.width as usize).min(MOST_WIDTH)
    }

    /// How many rows.
    #[inline(always)]
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// The columns from left to right, bit 0 at the floor.
    #[inline(always)]
    pub fn columns(&self) -> &[T] {
        &self.columns[..self.width()]
    }

    /// The columns, to be changed by those who keep to the board's rows.
    #[cfg(test)]
    pub(crate) fn columns_mut(&mut self) -> &mut [T; MOST_WIDTH] {
        &mut self.columns
    }

    /// A bit for each row of the board.
    #[inline(always)]
    pub fn rows_mask(&self) -> T {
        T::below(u32::from(self.height))
    }

    /// Whether the cell is full; cells outside the board are not.
    #[inline]
    pub fn is_full(&self, x: usize, y: usize) -> bool {
        x < self.width() && y < self.height() && self.columns[x].has(y as u32)
    }

    /// Fills or empties a cell; a cell outside the board is ignored.
    pub fn set(&mut self, x: usize, y: usize, full: bool) {
        if x >= self.width() || y >= self.height() {
            return;
        }
        let bit = T::ONE << y as u32;
        self.columns[x] = if full { self.columns[x] | bit } else { self.columns[x] & !bit };
    }

    /// Whether no cell is full.
    pub fn is_empty(&self) -> bool {
        self.columns().iter().all(|c| c.is_zero())
    }

    /// How many cells are full.
    pub fn blocks(&self) -> u32 {
        self.columns().iter().map(|c| c.ones()).sum()
    }

    /// How high a column is: one more than its highest full row.
    #[inline(always)]
    pub fn column_height(&self, x: usize) -> u32 {
        self.columns[x].top()
    }

    /// The heights of the columns from left to right.
    pub fn heights(&self) -> impl Iterator<Item = u32> {
        self.columns().iter().map(|c| c.top())
    }

    /// The height of the highest column.
    pub fn pile_height(&self) -> u32 {
        self.columns().iter().fold(T::ZERO, |all, &c| all | c).top()
    }

    /// Whether the piece lies inside the board and on empty cells only.
    #[inline]
    pub fn fits(&self, shape: &Shape, x: usize, y: usize) -> bool {
        x + shape.width() <= self.width()
            && y + shape.height() <= self.height()
            && (0..shape.width())
                .all(|j| (self.columns[x + j].wide() >> y) & u64::from(shape.column(j)) == 0)
    }

    /// The row where a piece comes to rest that falls straight from above the board.
    ///
    /// The piece may then stick out at the top: compare with [`Pile::height`].
    #[inline(always)]
    pub fn landing(&self, shape: &Shape, x: usize) -> usize {
        let mut y = 0;
        for j in 0..shape.width() {
            y = y.max(self.columns[x + j].top().saturating_sub(shape.bottom(j)));
        }
        y as usize
    }

    /// Fills the piece's cells, without looking, and leaves full rows where they are.
    #[inline(always)]
    pub fn stamp(&mut self, shape: &Shape, x: usize, y: usize) {
        for j in 0..shape.width() {
            self.columns[x + j] |= T::of(u64::from(shape.column(j))) << y as u32;
        }
    }

    /// Puts a piece that [fits](Pile::fits) and takes out the rows it fills.
    #[inline(always)]
    pub fn place(&mut self, shape: &Shape, x: usize, y: usize) -> Cleared {
        self.stamp(shape, x, y);
        let full = self.full_rows();
        if full.is_zero() {
            return Cleared::default();
        }
        self.remove_rows(full);
        let hit = full.wide() >> y;
        let eroded =
            (0..shape.width()).map(|j| (u64::from(shape.column(j)) & hit).count_ones()).sum();
        Cleared { lines: full.ones(), eroded }
    }

    /// The full rows, a bit each.
    #[inline(always)]
    pub fn full_rows(&self) -> T {
        self.columns().iter().fold(T::ALL, |all, &c| all & c)
    }

    /// Takes out some rows; what lies above comes down.
    #[inline(always)]
    pub fn remove_rows(&mut self, mut rows: T) {
        let width = self.width();
        while !rows.is_zero() {
            let row = rows.top() - 1;
            rows &= T::below(row);
            let low = T::below(row);
            for column in &mut self.columns[..width] {
                *column = (*column & low) | ((*column >> 1) & !low);
            }
        }
    }

    /// The same board with wide columns.
    pub fn wide(&self) -> Board {
        Pile { columns: self.columns.map(Word::wide), width: self.width, height: self.height }
    }

    /// The same board with 32-bit columns, if it is no higher than 32.
    pub fn low(&self) -> Option<LowBoard> {
        (self.height <= 32).then(|| Pile {
            columns: self.columns.map(|c| c.wide() as u32),
            width: self.width,
            height: self.height,
        })
    }

    /// A 64-bit key of the cells: equal boards have equal keys.
    pub fn key(&self) -> u64 {
        self.columns().iter().fold(u64::from(self.width) << 8 | u64::from(self.height), |key, c| {
            mix(key.rotate_left(5) ^ c.wide()).wrapping_add(0x9e37_79b9_7f4a_7c15)
        })
    }
}
