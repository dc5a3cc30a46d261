//! Boards for the beam: up to 32 rows, a word for each column, and columns to spare that are full.
//!
//! The spare columns act as the right wall. So every loop runs over the same fixed number of words, which the compiler turns
//! into vector instructions.

use crate::kit::Form;
use ludex_core::mix;

/// The rows of such a board.
pub(crate) const ROWS: usize = 32;

/// A board of at most `N` columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Low<const N: usize> {
    pub(crate) columns: [u32; N],
}

/// What the score looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Look {
    /// Empty cells below a block.
    pub(crate) holes: i32,
    /// Rows that have one.
    pub(crate) hole_rows: i32,
    /// Changes between full and empty along the rows, walls being full.
    pub(crate) row_turns: i32,
    /// The same along the columns, the floor being full.
    pub(crate) column_turns: i32,
    /// Cells between two full ones, each with the empty ones below it.
    pub(crate) wells: i32,
    /// The sum of the columns' heights.
    pub(crate) heights: i32,
    /// The highest column.
    pub(crate) height: i32,
}

impl<const N: usize> Low<N> {
    pub(crate) fn new(width: usize) -> Self {
        Self { columns: std::array::from_fn(|x| if x < width { 0 } else { u32::MAX }) }
    }

    /// The board with these rows, or none if it is too high.
    pub(crate) fn of_rows(width: usize, rows: &[u32]) -> Option<Self> {
        if rows.len() > ROWS {
            return None;
        }
        let mut board = Self::new(width);
        for (y, row) in rows.iter().enumerate() {
            for x in 0..width {
                board.columns[x] |= (row >> x & 1) << y;
            }
        }
        Some(board)
    }

    /// The row of a piece's lowest cell after it has dropped.
    #[inline]
    pub(crate) fn landing(&self, form: &Form, x: usize) -> usize {
        let mut y = 0;
        for j in 0..form.width() {
            let top = 32 - self.columns[x + j].leading_zeros();
            y = y.max(top.saturating_sub(u32::from(form.bottoms[j])));
        }
        y as usize
    }

    /// Puts a piece and removes the rows it fills; returns how many.
    #[inline]
    pub(crate) fn put(&mut self, form: &Form, x: usize, y: usize, width: usize) -> u32 {
        for j in 0..form.width() {
            self.columns[x + j] |= u32::from(form.columns[j]) << y;
        }
        let mut full = self.columns.iter().fold(u32::MAX, |all, column| all & column);
        let cleared = full.count_ones();
        while full != 0 {
            let row = full.ilog2();
            full &= !(1 << row);
            let low = (1u32 << row) - 1;
            for column in &mut self.columns {
                *column = (*column & low) | (*column >> 1 & !low);
            }
        }
        if cleared > 0 {
            self.columns[width..].fill(u32::MAX);
        }
        cleared
    }

    /// Counts what the score looks at.
    #[inline]
    pub(crate) fn look(&self, width: usize) -> Look {
        let c = &self.columns;
        let mut look = Look::default();
        let (mut hole_rows, mut any) = (0, 0);
        let (mut holes, mut turns, mut heights) = (0, 0, 0);
        for &column in c {
            let shade = shade(column);
            let empty = shade & !column;
            holes += empty.count_ones();
            hole_rows |= empty;
            heights += shade.count_ones();
            turns += (column ^ (column << 1 | 1)).count_ones();
        }
        for column in &c[..width] {
            any |= column;
        }
        look.holes = holes as i32;
        look.hole_rows = hole_rows.count_ones() as i32;
        look.heights = heights as i32 - 32 * (N - width) as i32;
        look.column_turns = turns as i32;
        look.height = 32 - any.leading_zeros() as i32;
        // Empty rows turn twice each, whatever is below; they are left out.
        let rows = if any == 0 { 0 } else { u32::MAX >> any.leading_zeros() };
        look.row_turns = self.row_turns(rows);
        look.wells = self.wells(rows);
        look
    }

    #[inline]
    fn row_turns(&self, rows: u32) -> i32 {
        let c = &self.columns;
        let mut turns = (!c[0] & rows).count_ones() + (!c[N - 1] & rows).count_ones();
        for x in 0..N - 1 {
            turns += ((c[x] ^ c[x + 1]) & rows).count_ones();
        }
        turns as i32
    }

    #[inline]
    fn wells(&self, rows: u32) -> i32 {
        let c = &self.columns;
        let mut sum = 0;
        for x in 0..N {
            let left = if x == 0 { u32::MAX } else { c[x - 1] };
            let right = if x == N - 1 { u32::MAX } else { c[x + 1] };
            let mut open = left & right & !c[x] & rows;
            while open != 0 {
                sum += open.count_ones();
                open = open >> 1 & !c[x];
            }
        }
        sum as i32
    }

    /// A key of the cells.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let pairs = self
            .columns
            .chunks(2)
            .map(|two| u64::from(two[0]) | u64::from(two.get(1).copied().unwrap_or(0)) << 32);
        pairs.fold(0, |key, pair| (key ^ pair).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }
}

/// Every bit at and below the highest one that is set.
#[inline]
fn shade(mut column: u32) -> u32 {
    column |= column >> 1;
    column |= column >> 2;
    column |= column >> 4;
    column |= column >> 8;
    column | column >> 16
}

/// A key of a board with what waits beside it.
#[inline]
pub(crate) fn joint_key(board: u64, waiting: u64) -> u64 {
    mix(board ^ waiting.wrapping_mul(0xd6e8_feb8_6659_fd93))
}
