//! A board without a ceiling: rows of bits, and the height of each column.
//!
//! Lists of a million pieces may pile up to hundreds of thousands of rows, so nothing here ever looks at the whole board
//! but the functions that say so.

use crate::kit::Form;

/// A board that grows upwards as far as it has to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tall {
    width: usize,
    rows: Vec<u32>,
    tops: [u32; 32],
    blocks: u64,
}

/// The figures of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Pile {
    /// Rows with a block in them.
    pub height: usize,
    /// Empty cells in those rows.
    pub holes: u64,
}

impl Tall {
    /// An empty board.
    pub fn new(width: usize) -> Self {
        Self { width, rows: Vec::new(), tops: [0; 32], blocks: 0 }
    }

    /// The board with these rows, the lowest first. Rows that are full or empty are for the caller to avoid.
    pub fn of_rows(width: usize, rows: &[u32]) -> Self {
        let mut board = Self::new(width);
        board.rows = rows.iter().map(|row| row & board.full()).collect();
        while board.rows.last() == Some(&0) {
            board.rows.pop();
        }
        board.blocks = board.rows.iter().map(|row| u64::from(row.count_ones())).sum();
        for column in 0..width {
            board.tops[column] = board.top_below(column, board.rows.len());
        }
        board
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows with a block in them.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The rows from the floor upwards, bit 0 the leftmost column.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The heights of the columns.
    pub fn tops(&self) -> &[u32] {
        &self.tops[..self.width]
    }

    /// Full cells.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// A full row.
    pub fn full(&self) -> u32 {
        u32::MAX >> (32 - self.width)
    }

    /// The figures of the pile.
    pub fn pile(&self) -> Pile {
        let height = self.rows.len();
        Pile { height, holes: (height * self.width) as u64 - self.blocks }
    }

    /// The row of a piece's lowest cell after it has dropped; none if it does not fit between the walls.
    pub fn landing(&self, form: &Form, column: usize) -> Option<usize> {
        if column + form.width() > self.width {
            return None;
        }
        let rest = |j: usize| self.tops[column + j].saturating_sub(u32::from(form.bottoms[j]));
        (0..form.width()).map(rest).max().map(|row| row as usize)
    }

    /// Drops a piece that fits between the walls and removes the rows it fills; returns how many.
    pub fn drop(&mut self, form: &Form, column: usize) -> usize {
        let Some(y) = self.landing(form, column) else { return 0 };
        if self.rows.len() < y + form.height() {
            self.rows.resize(y + form.height(), 0);
        }
        for k in 0..form.height() {
            self.rows[y + k] |= u32::from(form.rows[k]) << column;
        }
        for j in 0..form.width() {
            let top = (y as u32) + u32::from(form.tops[j]);
            self.tops[column + j] = self.tops[column + j].max(top);
        }
        self.blocks += u64::from(form.cells);
        self.clear(y, form.height())
    }

    /// Removes the full ones among some rows.
    fn clear(&mut self, from: usize, count: usize) -> usize {
        let full = self.full();
        let cleared = (from..from + count).filter(|&y| self.rows[y] == full).count();
        if cleared == 0 {
            return 0;
        }
        let mut kept = from;
        for y in from..self.rows.len() {
            if y >= from + count || self.rows[y] != full {
                self.rows[kept] = self.rows[y];
                kept += 1;
            }
        }
        self.rows.truncate(kept);
        self.blocks -= (cleared * self.width) as u64;
        for column in 0..self.width {
            // What was above the cleared rows came down; otherwise the column ends below them now.
            let most = (self.tops[column] as usize).min(self.rows.len());
            self.tops[column] = self.top_below(column, most);
        }
        cleared
    }

    /// The height of a column of which nothing lies at `from` or above.
    fn top_below(&self, column: usize, from: usize) -> u32 {
        let filled = |y: &usize| self.rows[*y] >> column & 1 == 1;
        (0..from).rev().find(filled).map_or(0, |y| y as u32 + 1)
    }

    /// The board as a picture, the highest row first.
    pub fn picture(&self) -> String {
        let line = |row: &u32| -> String {
            (0..self.width).map(|x| if row >> x & 1 == 1 { 'X' } else { '.' }).collect()
        };
        self.rows.iter().rev().map(|row| line(row) + "\n").collect()
    }
}
