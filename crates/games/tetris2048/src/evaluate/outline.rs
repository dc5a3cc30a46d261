//! The value of a board in parts, so that after a placement only the columns it touched are looked at again.

use super::Linear;
use super::measure::{Counts, beside, whole};
use crate::tiles::{MOST_WIDTH, Tiles};

/// What each column of a board adds to its value.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    own: [f64; MOST_WIDTH],
    /// What a column adds together with its left neighbour.
    beside: [f64; MOST_WIDTH],
    heights: [u8; MOST_WIDTH],
    largest: [(u8, u8); MOST_WIDTH],
}

impl Outline {
    /// The parts of a board's value.
    pub fn of(linear: &Linear, tiles: &Tiles) -> Self {
        let mut outline = Self {
            own: [0.0; MOST_WIDTH],
            beside: [0.0; MOST_WIDTH],
            heights: [0; MOST_WIDTH],
            largest: [(0, 0); MOST_WIDTH],
        };
        outline.update(linear, tiles, u32::MAX);
        outline
    }

    /// Looks at the columns of `changed` again: the others are as they were.
    #[inline]
    pub fn update(&mut self, linear: &Linear, tiles: &Tiles, changed: u32) {
        let weights = &linear.weights;
        let changed = changed & ((1 << tiles.width()) - 1);
        let mut left = changed;
        while left != 0 {
            let x = left.trailing_zeros() as usize;
            left &= left - 1;
            let counts = Counts::of(tiles, x);
            self.heights[x] = counts.height as u8;
            self.largest[x] = (counts.largest, counts.above);
            self.own[x] = counts.own().iter().map(|&(i, amount)| weights[i] * amount).sum();
        }
        let mut pairs = (changed | changed << 1) & ((1 << tiles.width()) - 2);
        while pairs != 0 {
            let x = pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            let heights = [self.heights[x - 1].into(), self.heights[x].into()];
            let amounts = beside(tiles, x, heights);
            self.beside[x] = amounts.iter().map(|&(i, amount)| weights[i] * amount).sum();
        }
    }

    /// The value of another board that differs in the columns of `changed` alone.
    #[inline]
    pub fn value_after(&self, linear: &Linear, tiles: &Tiles, changed: u32) -> f64 {
        let mut outline = *self;
        outline.update(linear, tiles, changed);
        outline.value(linear, tiles)
    }

    /// The value of the board that the outline was last told about.
    #[inline]
    pub fn value(&self, linear: &Linear, tiles: &Tiles) -> f64 {
        let whole = whole(tiles, &self.heights, &self.largest[..tiles.width()]);
        let board: f64 = whole.iter().map(|&(i, amount)| linear.weights[i] * amount).sum();
        // Columns beyond the width hold zeros.
        self.own.iter().zip(&self.beside).fold(board, |sum, (own, beside)| sum + (own + beside))
    }
}
