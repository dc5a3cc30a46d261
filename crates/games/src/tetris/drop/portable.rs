//! The kernel without vectors: one drop at a time, by what it changes.
//!
//! A straight drop touches a few columns and only cells above them. So every feature is the board's total
//! plus a small change; the board is looked at once per decision. Only a drop that fills rows, or a shape
//! with a gap in a column, is put on a copy of the board and measured afresh.

use super::super::board::Pile;
use super::super::features::DT_COUNT;
use super::super::shape::{MOST_CELLS, Placement};
use super::super::terrain::{Terrain, depths, step};
use super::super::word::Word;
use super::outline::{NARROW, Outline, PAD, WIDE, open_depths};
use super::table::{DropShape, WINDOW};
use super::{Carry, Weights, value};

/// The best drop and its value.
#[inline(always)]
pub(super) fn best<T: Word>(
    board: &Pile<T>,
    shapes: &[DropShape],
    weights: &Weights,
    carry: Carry,
) -> Option<(Placement, f64)> {
    if board.width() <= 16 {
        search(board, &Outline::<T, NARROW>::of(board), shapes, weights, carry)
    } else {
        search(board, &Outline::<T, WIDE>::of(board), shapes, weights, carry)
    }
}

#[inline(always)]
fn search<T: Word, const L: usize>(
    board: &Pile<T>,
    outline: &Outline<T, L>,
    shapes: &[DropShape],
    weights: &Weights,
    carry: Carry,
) -> Option<(Placement, f64)> {
    let mut best = None;
    let mut highest = f64::NEG_INFINITY;
    for drop in shapes {
        for x in 0..=board.width() - drop.shape.width() {
            let y = landing(outline, drop, x);
            if y as usize + drop.shape.height() > board.height() {
                continue;
            }
            let value = value_at(board, outline, drop, x, y, weights, carry);
            if value > highest || best.is_none() {
                highest = value;
                best = Some(Placement { rotation: drop.rotation, x: x as u8, y: y as u8 });
            }
        }
    }
    best.map(|place| (place, highest))
}

/// The row where a shape comes to rest.
#[inline(always)]
pub(super) fn landing<T: Word, const L: usize>(outline: &Outline<T, L>, drop: &DropShape, x: usize) -> u32 {
    let mut y = 0;
    for j in 0..drop.shape.width() {
        y = y.max(outline.heights[x + PAD + j].saturating_sub(drop.shape.bottom(j)));
    }
    y
}

/// The value of a drop that stays below the top.
#[inline(always)]
pub(super) fn value_at<T: Word, const L: usize>(
    board: &Pile<T>,
    outline: &Outline<T, L>,
    drop: &DropShape,
    x: usize,
    y: u32,
    weights: &Weights,
    carry: Carry,
) -> f64 {
    let width = drop.shape.width();
    let mut full = outline.full_before[x + PAD] & outline.full_from[x + PAD + width];
    let mut after = [T::ZERO; MOST_CELLS + 2];
    after[0] = outline.columns[x + PAD - 1];
    for j in 0..width {
        after[j + 1] = outline.columns[x + PAD + j] | T::of(u64::from(drop.shape.column(j))) << y;
        full &= after[j + 1];
    }
    after[width + 1] = outline.columns[x + PAD + width];
    if !full.is_zero() || !drop.solid {
        return measured(board, drop, x, y, weights, carry);
    }
    let features = changed(outline, drop, x, y, &after);
    value(weights, &with_carry(features, drop, y, carry.eroded, carry))
}

/// Puts the piece and looks at the whole board; for drops that fill rows.
#[inline(always)]
fn measured<T: Word>(
    board: &Pile<T>,
    drop: &DropShape,
    x: usize,
    y: u32,
    weights: &Weights,
    carry: Carry,
) -> f64 {
    let mut after = *board;
    let cleared = after.place(&drop.shape, x, y as usize);
    let eroded = carry.eroded + cleared.lines * cleared.eroded;
    value(weights, &with_carry(Terrain::of(&after), drop, y, eroded, carry))
}

/// All nine features: the landing and the erosion, then the board's.
#[inline(always)]
fn with_carry(
    terrain: Terrain,
    drop: &DropShape,
    y: u32,
    eroded: u32,
    carry: Carry,
) -> [f64; DT_COUNT] {
    let twice_landing = carry.twice_landing + 2 * y + drop.shape.height() as u32 - 1;
    [
        f64::from(twice_landing) * 0.5,
        f64::from(eroded),
        f64::from(terrain.row_transitions),
        f64::from(terrain.column_transitions),
        f64::from(terrain.holes),
        f64::from(terrain.wells),
        f64::from(terrain.hole_depth),
        f64::from(terrain.hole_rows),
        f64::from(terrain.diversity),
    ]
}

/// The board's features after a drop that fills no row.
///
/// `after` are the columns from the one left of the piece to the one right of it.
#[inline(always)]
fn changed<T: Word, const L: usize>(
    outline: &Outline<T, L>,
    drop: &DropShape,
    x: usize,
    y: u32,
    after: &[T; MOST_CELLS + 2],
) -> Terrain {
    let (shape, width) = (&drop.shape, drop.shape.width());
    let mut window = (outline.borders[x + PAD] >> y).wide() as u32 & drop.edges[0];
    let mut new_holes = T::ZERO;
    let mut terrain = Terrain {
        row_transitions: outline.row_transitions + drop.edge_count,
        column_transitions: outline.column_transitions,
        holes: outline.hole_count,
        wells: outline.wells + side_wells(outline, drop, x, y),
        hole_depth: outline.hole_depth,
        hole_rows: 0,
        diversity: diversity(outline, drop, x, y),
    };
    for j in 0..width {
        let i = x + PAD + j;
        let (height, bottom, top) = (outline.heights[i], y + shape.bottom(j), y + shape.top(j));
        let gap = T::below(bottom) & !T::below(height);
        let edge = (outline.borders[i + 1] >> y).wide() as u32 & drop.edges[j + 1];
        window |= edge << (WINDOW * (j as u32 + 1));
        new_holes |= gap;
        terrain.holes += bottom - height;
        terrain.column_transitions += 2 * u32::from(bottom > height);
        if bottom > height || !outline.holes[i].is_zero() {
            terrain.hole_depth += top - (y + shape.bottom(j));
        }
        let sides = after[j] & after[j + 2];
        terrain.wells += open_depths(sides.down(top)) + open_depths((sides & gap).down(height));
        terrain.wells -= outline.open_wells[i];
        if drop.hooks >> j & 1 == 1 && !outline.holes[i].is_zero() {
            let before = outline.columns[i - 1] & outline.columns[i + 1];
            terrain.wells += depths(outline.columns[i], outline.holes[i] & sides & !before);
        }
    }
    terrain.row_transitions -= 2 * window.count_ones();
    terrain.hole_rows = (outline.hole_rows | new_holes).ones();
    terrain
}

/// The wells that the piece closes beside itself.
#[inline(always)]
fn side_wells<T: Word, const L: usize>(outline: &Outline<T, L>, drop: &DropShape, x: usize, y: u32) -> u32 {
    let width = drop.shape.width();
    let (left, right) = (x + PAD - 1, x + PAD + width);
    let cells = |j: usize| T::of(u64::from(drop.shape.column(j))) << y;
    // A wall is full and has no empty cells, so what lies beyond it does not matter.
    let new_left = cells(0) & !outline.columns[left] & outline.columns[left - 1];
    let new_right = cells(width - 1) & !outline.columns[right] & outline.columns[right + 1];
    depths(outline.columns[left], new_left) + depths(outline.columns[right], new_right)
}

#[inline(always)]
fn diversity<T: Word, const L: usize>(outline: &Outline<T, L>, drop: &DropShape, x: usize, y: u32) -> u32 {
    let (i, width) = (x + PAD, drop.shape.width());
    let steps = drop.steps
        | outline.steps_before[i]
        | outline.steps_from[i + width]
        | step(outline.heights[i - 1], y + drop.shape.top(0))
        | step(y + drop.shape.top(width - 1), outline.heights[i + width]);
    steps.count_ones()
}
