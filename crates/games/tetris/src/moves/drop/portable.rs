//! The kernel without vectors: one drop at a time, by what it changes.
//!
//! A straight drop touches a few columns and only cells above them. So every feature is the board's total
//! plus a small change; the board is looked at once per decision. Only a drop that fills rows, or a shape
//! with a gap in a column, is put on a copy of the board and measured afresh.
//!
//! `W` is the width of the shape: with it known, the compiler unrolls all loops over its columns.

use super::outline::{NARROW, Outline, PAD, WIDE, open_depths};
use super::table::{DropShape, WINDOW};
use super::{Carry, Weights};
use crate::board::Pile;
use crate::relief::Relief;
use crate::shape::{MOST_CELLS, Placement};
use crate::terrain::{Terrain, depths, step};
use crate::word::Word;

/// All that stays the same during a decision.
pub(super) struct Scene<'a, T, const L: usize> {
    pub(super) board: &'a Pile<T>,
    pub(super) outline: &'a Outline<T, L>,
    pub(super) weights: &'a Weights,
    pub(super) carry: Carry,
}

/// Where a drop ends.
pub(super) struct Fallen<T> {
    pub(super) y: u32,
    /// Rows it fills.
    pub(super) full: T,
    /// The columns afterwards, from the one left of the piece to the one right of it.
    pub(super) after: [T; MOST_CELLS + 2],
}

/// The best drop so far.
struct Best {
    place: Option<Placement>,
    value: f64,
}

/// The best drop and its value.
#[inline(always)]
pub(super) fn best<T: Word>(
    board: &Pile<T>,
    shapes: &[DropShape],
    weights: &Weights,
    carry: Carry,
) -> Option<(Placement, f64)> {
    if board.width() <= 16 {
        let outline = Outline::<T, NARROW>::of(board);
        Scene { board, outline: &outline, weights, carry }.best(shapes)
    } else {
        let outline = Outline::<T, WIDE>::of(board);
        Scene { board, outline: &outline, weights, carry }.best(shapes)
    }
}

impl<T: Word, const L: usize> Scene<'_, T, L> {
    #[inline(always)]
    fn best(&self, shapes: &[DropShape]) -> Option<(Placement, f64)> {
        let mut best = Best { place: None, value: f64::NEG_INFINITY };
        for drop in shapes {
            match drop.shape.width() {
                1 => self.all::<1>(drop, &mut best),
                2 => self.all::<2>(drop, &mut best),
                3 => self.all::<3>(drop, &mut best),
                4 => self.all::<4>(drop, &mut best),
                _ => self.all::<5>(drop, &mut best),
            }
        }
        best.place.map(|place| (place, best.value))
    }

    /// Tries a shape on every column.
    #[inline(always)]
    fn all<const W: usize>(&self, drop: &DropShape, best: &mut Best) {
        for x in 0..=self.board.width() - W {
            let Some((y, value)) = self.one::<W>(drop, x) else { continue };
            if value > best.value || best.place.is_none() {
                best.value = value;
                best.place = Some(Placement { rotation: drop.rotation, x: x as u8, y: y as u8 });
            }
        }
    }

    /// The row and the value of a drop; none if it sticks out at the top.
    #[inline(always)]
    fn one<const W: usize>(&self, drop: &DropShape, x: usize) -> Option<(u32, f64)> {
        let fallen = self.fall::<W>(drop, x)?;
        if !fallen.full.is_zero() || !drop.solid {
            return Some((fallen.y, self.measured(drop, x, fallen.y)));
        }
        Some((fallen.y, self.unbroken::<W>(drop, x, &fallen)))
    }

    /// Lets a shape fall; none if it sticks out at the top.
    #[inline(always)]
    pub(super) fn fall<const W: usize>(&self, drop: &DropShape, x: usize) -> Option<Fallen<T>> {
        let (o, i) = (self.outline, index::<L>(x, ROOM));
        let mut y = 0;
        for j in 0..W {
            y = y.max(o.heights[i + j].saturating_sub(drop.shape.bottom(j)));
        }
        if y as usize + drop.shape.height() > self.board.height() {
            return None;
        }
        let mut full = o.full_before[i] & o.full_from[i + W];
        let mut after = [T::ZERO; MOST_CELLS + 2];
        after[0] = o.columns[i - 1];
        for j in 0..W {
            after[j + 1] = o.columns[i + j] | T::of(u64::from(drop.shape.column(j))) << y;
            full &= after[j + 1];
        }
        after[W + 1] = o.columns[i + W];
        Some(Fallen { y, full, after })
    }

    /// The value of a drop that fills no row: what it changes, and the further features if they count.
    #[inline(always)]
    pub(super) fn unbroken<const W: usize>(
        &self,
        drop: &DropShape,
        x: usize,
        fallen: &Fallen<T>,
    ) -> f64 {
        let terrain = self.changed::<W>(drop, x, fallen);
        self.value(&terrain, drop, fallen.y, self.carry.eroded, || {
            let mut after = *self.board;
            after.stamp(&drop.shape, x, fallen.y as usize);
            Relief::of(&after)
        })
    }

    /// Puts the piece and looks at the whole board; for drops that fill rows.
    #[inline(always)]
    fn measured(&self, drop: &DropShape, x: usize, y: u32) -> f64 {
        let mut after = *self.board;
        let cleared = after.place(&drop.shape, x, y as usize);
        let eroded = self.carry.eroded + cleared.lines * cleared.eroded;
        self.value(&Terrain::of(&after), drop, y, eroded, || Relief::of(&after))
    }

    /// The value of all features: the landing and the erosion, then the board's.
    #[inline(always)]
    pub(super) fn value(
        &self,
        terrain: &Terrain,
        drop: &DropShape,
        y: u32,
        eroded: u32,
        relief: impl FnOnce() -> Relief,
    ) -> f64 {
        let twice_landing = self.carry.twice_landing + 2 * y + drop.shape.height() as u32 - 1;
        self.weights.value(twice_landing, eroded, terrain, relief)
    }

    /// The board's features after a drop that fills no row.
    #[inline(always)]
    pub(super) fn changed<const W: usize>(
        &self,
        drop: &DropShape,
        x: usize,
        fallen: &Fallen<T>,
    ) -> Terrain {
        let (y, after) = (fallen.y, &fallen.after);
        let (o, i, shape) = (self.outline, index::<L>(x, ROOM), &drop.shape);
        let mut window = (o.borders[i] >> y).wide() as u32 & drop.edges[0];
        let mut new_holes = T::ZERO;
        let mut terrain = Terrain {
            row_transitions: o.row_transitions + drop.edge_count,
            column_transitions: o.column_transitions,
            holes: o.hole_count,
            wells: o.wells + self.side_wells::<W>(drop, x, y),
            hole_depth: o.hole_depth,
            hole_rows: 0,
            diversity: self.diversity::<W>(drop, x, y),
        };
        for j in 0..W {
            let i = i + j;
            let (height, bottom, top) = (o.heights[i], y + shape.bottom(j), y + shape.top(j));
            let edge = (o.borders[i + 1] >> y).wide() as u32 & drop.edges[j + 1];
            window |= edge << (WINDOW * (j as u32 + 1));
            let sides = after[j] & after[j + 2];
            terrain.wells += open_depths(sides.down(top));
            terrain.wells -= o.open_wells[i];
            // From the old top to the underside of the piece; most often nothing. No branches: they would be
            // guessed wrong too often.
            let gap = (T::ONE << bottom).minus(T::ONE << height);
            let gapped = u32::from(bottom > height);
            new_holes |= gap;
            terrain.holes += bottom - height;
            terrain.column_transitions += 2 * gapped;
            terrain.wells += open_depths((sides & gap) >> height);
            let covers = gapped | u32::from(!o.holes[i].is_zero());
            terrain.hole_depth += covers * (shape.top(j) - shape.bottom(j));
            if drop.hooks >> j & 1 == 1 && !o.holes[i].is_zero() {
                let before = o.columns[i - 1] & o.columns[i + 1];
                terrain.wells += depths(o.columns[i], o.holes[i] & sides & !before);
            }
        }
        terrain.row_transitions -= 2 * window.count_ones();
        terrain.hole_rows = (o.hole_rows | new_holes).ones();
        terrain
    }

    /// The wells that the piece closes beside itself.
    #[inline(always)]
    fn side_wells<const W: usize>(&self, drop: &DropShape, x: usize, y: u32) -> u32 {
        let c = &self.outline.columns;
        let (left, right) = (index::<L>(x, ROOM) - 1, index::<L>(x, ROOM) + W);
        let cells = |j: usize| T::of(u64::from(drop.shape.column(j))) << y;
        // A wall is full and has no empty cells, so what lies beyond it does not matter.
        let new_left = cells(0) & !c[left] & c[left - 1];
        let new_right = cells(W - 1) & !c[right] & c[right + 1];
        self.new_wells(left, new_left) + self.new_wells(right, new_right)
    }

    /// The depths of new well cells of a column; few lie in holes.
    #[inline(always)]
    fn new_wells(&self, i: usize, cells: T) -> u32 {
        let o = self.outline;
        if (cells & o.holes[i]).is_zero() {
            open_depths(cells.down(o.heights[i]))
        } else {
            depths(o.columns[i], cells)
        }
    }

    #[inline(always)]
    fn diversity<const W: usize>(&self, drop: &DropShape, x: usize, y: u32) -> u32 {
        let (o, i) = (self.outline, index::<L>(x, ROOM));
        let steps = drop.steps
            | o.steps_before[i]
            | o.steps_from[i + W]
            | step(o.heights[i - 1], y + drop.shape.top(0))
            | step(y + drop.shape.top(W - 1), o.heights[i + W]);
        u32::from(ONES[(steps & 31) as usize])
    }
}

/// Where column `x` is in an outline, when entries up to `room` further on are looked at.
///
/// The clamp changes nothing; with it the compiler sees that all accesses stay inside.
#[inline(always)]
pub(super) fn index<const L: usize>(x: usize, room: usize) -> usize {
    debug_assert!(x + PAD + room <= L, "column {x} lies too far right in an outline of {L}");
    (x + PAD).clamp(PAD, L - room)
}

/// A drop looks at its own columns and two more on the right.
const ROOM: usize = MOST_CELLS + 2;

/// How many bits are set.
static ONES: [u8; 32] = {
    let mut table = [0; 32];
    let mut i = 0;
    while i < 32 {
        table[i] = (i as u32).count_ones() as u8;
        i += 1;
    }
    table
};
