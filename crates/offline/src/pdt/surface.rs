//! Which pieces lie on a surface without a hole, looked up instead of tried.
//!
//! A stretch is the heights of a few neighbouring columns, as many as the widest piece has, as a number in base `height + 1`. A table
//! names the turns that lie on each stretch. Columns beyond the right wall count as full: nothing lies on them.

use super::{Box2, MOST_WIDTH};
use crate::kit::Form;

/// A turn of a piece, whatever its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) piece: u8,
    pub(super) rotation: u8,
    pub(super) form: Form,
}

/// Which of a piece's edges meets the surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// It is put on it.
    Bottom,
    /// It is part of it and can be taken off.
    Top,
}

/// The turns that meet each stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Surface {
    shape: Box2,
    /// Columns of a stretch.
    side: usize,
    pieces: usize,
    /// The weight of a stretch's last column.
    last: u32,
    /// For each stretch, and in it for each piece, where its turns begin.
    starts: Vec<u32>,
    turns: Vec<u16>,
}

impl Surface {
    /// The table for these turns, which are sorted by piece.
    pub(super) fn new(shape: Box2, pieces: usize, turns: &[Turn], edge: Edge) -> Self {
        let base = shape.height + 1;
        let side = turns.iter().map(|turn| turn.form.width()).max().unwrap_or(1);
        let mut starts = vec![0];
        let mut lists = Vec::new();
        for stretch in 0..base.pow(side as u32) {
            let mut heights = [0; crate::kit::SIDE];
            let mut rest = stretch;
            for height in &mut heights[..side] {
                *height = (rest % base) as u8;
                rest /= base;
            }
            for piece in 0..pieces {
                let of_piece = turns.iter().enumerate().filter(|(_, t)| t.piece as usize == piece);
                let meets = of_piece.filter(|(_, turn)| meets(shape, &turn.form, edge, &heights));
                lists.extend(meets.map(|(i, _)| i as u16));
                starts.push(lists.len() as u32);
            }
        }
        let last = base.pow(side as u32 - 1) as u32;
        Self { shape, side, pieces, last, starts, turns: lists }
    }

    /// Calls `each` with every column and the turns of some pieces that meet the surface there.
    #[inline]
    fn each(
        &self,
        heights: &[u8; MOST_WIDTH],
        pieces: std::ops::Range<usize>,
        mut each: impl FnMut(usize, u16),
    ) {
        let (base, full) = (self.shape.height as u32 + 1, self.shape.height as u32);
        let mut stretch = self.last * base - 1;
        for x in (0..self.shape.width).rev() {
            let leaves = heights.get(x + self.side).copied().map_or(full, u32::from);
            let leaves = if x + self.side < self.shape.width { leaves } else { full };
            stretch = u32::from(heights[x]) + base * (stretch - leaves * self.last);
            let at = stretch as usize * self.pieces;
            let (from, to) = (self.starts[at + pieces.start], self.starts[at + pieces.end]);
            for &turn in &self.turns[from as usize..to as usize] {
                each(x, turn);
            }
        }
    }

    /// The turns of every piece that meet the surface.
    #[inline]
    pub(super) fn each_of_all(&self, heights: &[u8; MOST_WIDTH], each: impl FnMut(usize, u16)) {
        self.each(heights, 0..self.pieces, each);
    }

    /// The turns of one piece that meet the surface.
    #[inline]
    pub(super) fn each_of(
        &self,
        piece: u8,
        heights: &[u8; MOST_WIDTH],
        each: impl FnMut(usize, u16),
    ) {
        let piece = usize::from(piece);
        self.each(heights, piece..piece + 1, each);
    }
}

/// Whether a turn lies on, or ends, these heights without a hole and inside the box.
fn meets(shape: Box2, form: &Form, edge: Edge, heights: &[u8]) -> bool {
    let edges = match edge {
        Edge::Bottom => form.bottoms,
        Edge::Top => form.tops,
    };
    let Some(floor) = heights[0].checked_sub(edges[0]) else { return false };
    usize::from(floor) + form.height() <= shape.height
        && (1..form.width()).all(|j| heights[j] == floor + edges[j])
}
