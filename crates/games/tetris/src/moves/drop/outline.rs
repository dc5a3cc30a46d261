//! What the portable path needs to know of a board, computed once per decision.

use crate::board::Pile;
use crate::terrain::{column_transitions, depths, step};
use crate::word::Word;

/// Entries left of the board's first column.
pub(super) const PAD: usize = 2;
/// A wall is so high that it is a step from nothing.
pub(super) const WALL: u32 = 1 << 16;
/// Entries of an outline for boards up to 16 wide: room for vectors that start at the last column.
pub(super) const NARROW: usize = 32;
/// Entries of an outline for any board.
pub(super) const WIDE: usize = 48;

/// Totals over the board, and per column what a drop near it changes.
///
/// Index `x + PAD` is column `x`. The entries beside the board are walls: full columns.
pub(super) struct Outline<T, const LENGTH: usize> {
    pub(super) columns: [T; LENGTH],
    pub(super) heights: [u32; LENGTH],
    /// Empty cells below the top of the column.
    pub(super) holes: [T; LENGTH],
    /// Where the column differs from its left neighbour.
    pub(super) borders: [T; LENGTH],
    /// The wells of the open cells of the column.
    pub(super) open_wells: [u32; LENGTH],
    /// Rows that are full in all columns left of this one, and from this one on.
    pub(super) full_before: [T; LENGTH],
    pub(super) full_from: [T; LENGTH],
    /// Steps of the skyline between columns left of this one, and from this one on.
    pub(super) steps_before: [u32; LENGTH],
    pub(super) steps_from: [u32; LENGTH],
    pub(super) row_transitions: u32,
    pub(super) column_transitions: u32,
    pub(super) hole_count: u32,
    pub(super) wells: u32,
    pub(super) hole_depth: u32,
    pub(super) hole_rows: T,
}

impl<T: Word, const LENGTH: usize> Outline<T, LENGTH> {
    #[inline(always)]
    pub(super) fn of(board: &Pile<T>) -> Self {
        let mut outline = Self::blank(board);
        let (width, rows) = (board.width(), board.rows_mask());
        for i in PAD..PAD + width {
            outline.column(i, rows);
        }
        let end = width + PAD;
        outline.borders[end] = (outline.columns[end - 1] ^ rows) & rows;
        outline.row_transitions += outline.borders[end].ones();
        outline.prefixes(width);
        outline.suffixes(width);
        outline
    }

    /// An outline with walls and nothing else.
    #[inline(always)]
    pub(super) fn blank(board: &Pile<T>) -> Self {
        let mut columns = [T::ALL; LENGTH];
        columns[PAD..PAD + board.width()].copy_from_slice(board.columns());
        Self {
            columns,
            heights: [WALL; LENGTH],
            holes: [T::ZERO; LENGTH],
            borders: [T::ZERO; LENGTH],
            open_wells: [0; LENGTH],
            full_before: [T::ALL; LENGTH],
            full_from: [T::ALL; LENGTH],
            steps_before: [0; LENGTH],
            steps_from: [0; LENGTH],
            row_transitions: 0,
            column_transitions: 0,
            hole_count: 0,
            wells: 0,
            hole_depth: 0,
            hole_rows: T::ZERO,
        }
    }

    #[inline(always)]
    fn column(&mut self, i: usize, rows: T) {
        let (left, c, right) = (self.columns[i - 1], self.columns[i], self.columns[i + 1]);
        let height = c.top();
        let below = T::below(height);
        let (holes, wells) = (below & !c, left & right & !c & rows);
        self.heights[i] = height;
        self.holes[i] = holes;
        self.borders[i] = (left ^ c) & rows;
        self.open_wells[i] = open_depths((wells & !below).down(height));
        self.row_transitions += self.borders[i].ones();
        self.column_transitions += column_transitions(c);
        self.hole_count += holes.ones();
        self.wells += self.open_wells[i] + depths(c, wells & below);
        self.hole_depth += (c & c.plus(T::ONE)).ones();
        self.hole_rows |= holes;
    }

    #[inline(always)]
    pub(super) fn prefixes(&mut self, width: usize) {
        for i in PAD + 1..PAD + width {
            self.full_before[i] = self.full_before[i - 1] & self.columns[i - 1];
            let step = if i > PAD + 1 { step(self.heights[i - 2], self.heights[i - 1]) } else { 0 };
            self.steps_before[i] = self.steps_before[i - 1] | step;
        }
    }

    #[inline(always)]
    pub(super) fn suffixes(&mut self, width: usize) {
        for x in (0..width).rev() {
            let i = x + PAD;
            self.full_from[i] = self.full_from[i + 1] & self.columns[i];
            self.steps_from[i] = self.steps_from[i + 1];
            if x + 1 < width {
                self.steps_from[i] |= step(self.heights[i], self.heights[i + 1]);
            }
        }
    }
}

/// For each set bit its row plus one, added up: the depths of well cells above a column of height 0.
#[inline(always)]
pub(super) fn open_depths<T: Word>(cells: T) -> u32 {
    let low = DEPTHS[(cells.wide() & 255) as usize];
    u32::from(low) + if (cells.down(8)).is_zero() { 0 } else { deep(cells.down(8)) }
}

#[cold]
fn deep<T: Word>(cells: T) -> u32 {
    crate::word::bits(cells).map(|row| row + 9).sum()
}

/// [`open_depths`] of the lowest eight rows.
static DEPTHS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut cells = 0;
    while cells < 256 {
        let mut row = 0;
        while row < 8 {
            if cells >> row & 1 == 1 {
                table[cells] += row as u8 + 1;
            }
            row += 1;
        }
        cells += 1;
    }
    table
};
