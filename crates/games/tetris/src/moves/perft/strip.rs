//! The lowest sixteen rows of a board in sixteen lanes of sixteen bits: what one vector register holds.
//!
//! Bit 15 is the floor, so that falling moves towards higher bits and a carry runs down a free shaft. Lanes
//! to the right of the board are walls.

use crate::board::{Board, Pile};
use crate::shape::Shape;
use crate::word::{Word, bits};
use std::array::from_fn;

/// Columns of the board and walls beside it.
pub(super) const LANES: usize = 16;
/// The rows that are seen.
pub(super) const ROWS: u32 = 16;

/// A set of cells, or of places for a piece's lower left corner, as it lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct Strip(pub(super) [u16; LANES]);

/// The same while it is worked with.
///
/// Everything is inlined, so that one text serves processors with vectors and those without.
pub(super) trait Lanes: Copy {
    /// How many boards lie side by side.
    const BOARDS: u64;
    /// The same strip on every board.
    fn load(strip: &Strip) -> Self;
    fn and(self, other: Self) -> Self;
    fn and_not(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// So many rows up; what leaves the strip is forgotten.
    fn up(self, rows: u32) -> Self;
    /// So many rows down.
    fn down(self, rows: u32) -> Self;
    /// So many lanes to the left, up to 7: each lane gets what lies to its right; nothing comes from outside.
    fn left(self, lanes: usize) -> Self;
    /// So many lanes to the right, up to 7.
    fn right(self, lanes: usize) -> Self;
    fn is_empty(self) -> bool;
    fn count(self) -> u32;
    /// These places and all below them in the same free shaft.
    fn fallen(self, free: Self) -> Self;
    /// All that is free from the top down to the first obstacle: the shafts of straight drops.
    fn shafts(self) -> Self;
}

/// The lanes of one board.
pub(super) trait Single: Lanes {
    fn store(self) -> Strip;
    /// The rows that are full in every lane.
    fn full_rows(self) -> u16;
}

/// How far lanes can be moved at once.
pub(super) const FARTHEST: usize = 7;

impl Strip {
    pub(super) const NONE: Self = Self([0; LANES]);

    /// A board whose pile is lower than [`ROWS`].
    pub(super) fn of<T: Word>(board: &Pile<T>) -> Self {
        let column = |x: usize| board.columns().get(x).map(|c| (c.wide() as u16).reverse_bits());
        Self(from_fn(|x| column(x).unwrap_or(u16::MAX)))
    }

    /// The cells on a board that was blank.
    pub(super) fn board(&self, mut blank: Board) -> Board {
        for (x, &lane) in self.0.iter().enumerate().take(blank.width()) {
            bits(u32::from(lane.reverse_bits())).for_each(|y| blank.set(x, y as usize, true));
        }
        blank
    }

    /// The cells of a shape on the floor.
    pub(super) fn stamp(shape: &Shape, x: usize) -> Self {
        let column = |lane: usize| lane.checked_sub(x).filter(|&j| j < shape.width());
        Self(from_fn(|lane| column(lane).map_or(0, |j| (shape.column(j) as u16).reverse_bits())))
    }

    /// Takes out these rows.
    pub(super) fn remove(&mut self, mut rows: u16, width: usize) {
        while rows != 0 {
            // The topmost first: taking it out moves only what lies above it.
            let row = rows & rows.wrapping_neg();
            rows &= rows - 1;
            let above = row - 1;
            for lane in &mut self.0[..width] {
                *lane = (*lane & !(row | above)) | ((*lane & above) << 1);
            }
        }
    }
}

/// Does the same to each lane of two strips.
#[inline(always)]
fn zip(mut a: Strip, b: Strip, lane: impl Fn(u16, u16) -> u16) -> Strip {
    for x in 0..LANES {
        a.0[x] = lane(a.0[x], b.0[x]);
    }
    a
}

/// Lanes one by one.
impl Lanes for Strip {
    const BOARDS: u64 = 1;

    #[inline(always)]
    fn load(strip: &Strip) -> Self {
        *strip
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        zip(self, other, |a, b| a & b)
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        zip(self, other, |a, b| a & !b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        zip(self, other, |a, b| a | b)
    }

    #[inline(always)]
    fn up(self, rows: u32) -> Self {
        zip(self, self, |a, _| a >> rows)
    }

    #[inline(always)]
    fn down(self, rows: u32) -> Self {
        zip(self, self, |a, _| a << rows)
    }

    #[inline(always)]
    fn left(self, lanes: usize) -> Self {
        let mut moved = Self::NONE;
        moved.0[..LANES - lanes].copy_from_slice(&self.0[lanes..]);
        moved
    }

    #[inline(always)]
    fn right(self, lanes: usize) -> Self {
        let mut moved = Self::NONE;
        moved.0[lanes..].copy_from_slice(&self.0[..LANES - lanes]);
        moved
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|lane| lane.count_ones()).sum()
    }

    #[inline(always)]
    fn fallen(self, free: Self) -> Self {
        // The carry of the addition runs from the highest place down to the end of the shaft.
        zip(self, free, |places, free| places | (free & !free.wrapping_add(places)))
    }

    #[inline(always)]
    fn shafts(self) -> Self {
        zip(self, self, |free, _| free & !free.wrapping_add(1))
    }
}

impl Single for Strip {
    #[inline(always)]
    fn store(self) -> Strip {
        self
    }

    #[inline(always)]
    fn full_rows(self) -> u16 {
        self.0.iter().fold(u16::MAX, |all, &lane| all & lane)
    }
}
