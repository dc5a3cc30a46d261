//! Reading numbers off a board, column by column.

use super::{COUNT, Features};
use crate::tiles::{MOST_WIDTH, Tiles};

/// What a column counts by itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) height: u32,
    pub(super) tiles: u32,
    pub(super) order: u32,
    pub(super) chain: u32,
    pub(super) buried: u32,
    /// The exponent on top; 0 for an empty column.
    pub(super) top: u8,
    /// The largest exponent, and the lowest row in which it lies.
    pub(super) largest: u8,
    pub(super) above: u8,
}

impl Counts {
    /// Reads a column from its top to the floor.
    #[inline]
    pub(super) fn of(tiles: &Tiles, x: usize) -> Self {
        let taken = tiles.columns()[x];
        let height = u32::BITS - taken.leading_zeros();
        let mut counts = Self { height, tiles: taken.count_ones(), ..Self::default() };
        let column = &tiles.column(x)[..height as usize];
        let mut above = 0;
        for (y, &tile) in column.iter().enumerate().rev() {
            counts.buried += u32::from(tile > 0 && tile < counts.largest);
            if tile > 0 {
                counts.order += u32::from(above.max(tile) - tile);
                counts.chain += u32::from(above > 0 && above + 1 == tile);
            }
            if tile >= counts.largest {
                (counts.largest, counts.above) = (tile, y as u8);
            }
            above = tile;
        }
        counts.top = column.last().copied().unwrap_or(0);
        counts
    }

    /// The features of a column by itself, by their places.
    #[inline]
    pub(super) fn own(&self) -> [(usize, f64); 8] {
        [
            (0, f64::from(self.height)),
            (2, f64::from(self.height - self.tiles)),
            (4, f64::from(self.tiles)),
            (5, f64::from(self.order)),
            (6, f64::from(self.chain)),
            (8, f64::from(u8::from(self.top == 1))),
            (9, f64::from(self.top.max(1) - 1)),
            (13, f64::from(self.buried)),
        ]
    }
}

/// The features of a column and its left neighbour, by their places: bumpiness, pairs.
#[inline]
pub(super) fn beside(tiles: &Tiles, x: usize, heights: [u32; 2]) -> [(usize, f64); 2] {
    [(3, f64::from(heights[0].abs_diff(heights[1]))), (7, f64::from(tiles.equal_beside(x)))]
}

/// The features of the board as a whole, by their places.
#[inline]
pub(super) fn whole(
    tiles: &Tiles,
    heights: &[u8; MOST_WIDTH],
    largest: &[(u8, u8)],
) -> [(usize, f64); 5] {
    let heights = &heights[..tiles.width()];
    let pile = f64::from(heights.iter().copied().max().unwrap_or(0));
    let lowest = f64::from(heights.iter().copied().min().unwrap_or(0));
    let mut one_short = OneShort::default();
    tiles.columns().iter().for_each(|&taken| one_short.add(taken));
    // The largest, and of several the lowest.
    let (size, above) = largest.iter().fold((0, 0), |best: (u8, u8), &next| {
        if next.0 > best.0 || next.0 == best.0 && next.1 < best.1 { next } else { best }
    });
    [
        (1, pile * pile),
        (10, f64::from(size)),
        (11, f64::from(above)),
        (12, f64::from(one_short.rows().count_ones())),
        (14, lowest),
    ]
}

/// Reads all numbers off a board.
pub fn measure(tiles: &Tiles) -> Features {
    let mut all = [0.0; COUNT];
    let mut heights = [0; MOST_WIDTH];
    let mut largest = [(0, 0); MOST_WIDTH];
    let mut add = |amounts: &[(usize, f64)]| amounts.iter().for_each(|&(i, n)| all[i] += n);
    for x in 0..tiles.width() {
        let counts = Counts::of(tiles, x);
        heights[x] = counts.height as u8;
        largest[x] = (counts.largest, counts.above);
        add(&counts.own());
        if x > 0 {
            add(&beside(tiles, x, [heights[x - 1].into(), counts.height]));
        }
    }
    add(&whole(tiles, &heights, &largest[..tiles.width()]));
    all
}

/// Counts empty cells of all rows at once, as far as two.
#[derive(Default)]
pub(super) struct OneShort {
    one: u32,
    more: u32,
    any: u32,
}

impl OneShort {
    #[inline]
    pub(super) fn add(&mut self, taken: u32) {
        self.more |= self.one & !taken;
        self.one |= !taken;
        self.any |= taken;
    }

    /// The rows with exactly one empty cell.
    pub(super) fn rows(&self) -> u32 {
        self.one & !self.more & self.any
    }
}
