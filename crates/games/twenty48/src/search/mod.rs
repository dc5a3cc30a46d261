//! Expectimax on boards in one word: what the generic search does, some twenty times as fast.
//!
//! It looks ahead from the states after a slide. Chance counts by its mean, the player by the best slide; where the depth is used
//! up or the way too improbable, a [`Leaf`] values the state after the last slide. No branch is left out by its
//! value, so the same search that finds a number also finds what it is made of (see [`Worth`]).

mod table;
mod worth;

use crate::TWO;
use crate::grid::Direction;
use crate::tables::{Board, Tables, cells_mask, occupied, tables};
use ludex_core::{Meter, Size, Term};
pub(crate) use table::Table;
pub(crate) use worth::{Parts, Worth};

/// Values states after a slide.
pub(crate) trait Leaf {
    /// Whether points count, besides what a leaf promises.
    const POINTS: bool;

    /// Whether a look into the table is cheaper than a value.
    const KEPT: bool;

    /// What a state promises.
    fn value(&self, after: Board) -> f32;

    /// The same taken apart.
    fn parts(&self, after: Board) -> Vec<f64>;

    /// The terms of a value that was taken apart, points included where they count.
    fn terms(&self, parts: &Parts) -> Vec<Term>;
}

/// How far a search looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Slides, the first included.
    pub(crate) depth: u8,
    /// Ways less probable than this end where they are.
    pub(crate) least: f32,
}

/// One running search.
pub(crate) struct Search<'a, L, W> {
    leaf: &'a L,
    size: Size,
    mask: Board,
    tables: &'static Tables,
    table: &'a mut Table<W>,
    least: f32,
    pub(crate) meter: &'a mut Meter,
    pub(crate) hits: u64,
}

impl<'a, L: Leaf, W: Worth<L>> Search<'a, L, W> {
    pub(crate) fn new(
        leaf: &'a L,
        size: Size,
        table: &'a mut Table<W>,
        meter: &'a mut Meter,
    ) -> Self {
        let mask = cells_mask(size);
        Self { leaf, size, mask, tables: tables(), table, least: 0.0, meter, hits: 0 }
    }

    /// What each slide is worth; `None` where nothing moves. Means nothing once the budget is spent.
    pub(crate) fn slides(&mut self, board: Board, limits: Limits) -> [Option<W>; 4] {
        self.least = limits.least;
        self.table.forget();
        Direction::ALL.map(|direction| self.slide(board, direction, limits.depth, 1.0))
    }

    #[inline]
    fn slide(&mut self, board: Board, direction: Direction, depth: u8, chance: f32) -> Option<W> {
        let after = self.tables.slide(self.size, board, direction);
        if after == board {
            return None;
        }
        let mut worth = self.after(after, depth - 1, chance);
        if L::POINTS {
            worth.earn(self.tables.reward(board, direction) as f32);
        }
        Some(worth)
    }

    /// The worth of a state after a slide.
    fn after(&mut self, board: Board, depth: u8, chance: f32) -> W {
        self.meter.visit();
        let ends = depth == 0 || chance < self.least || self.meter.exhausted();
        if ends && !L::KEPT {
            return W::of(self.leaf, board);
        }
        let depth = if ends { 0 } else { depth };
        if let Some(known) = self.table.find(board, depth) {
            self.hits += 1;
            return known;
        }
        let worth = if ends { W::of(self.leaf, board) } else { self.mean(board, depth, chance) };
        self.table.store(board, depth, &worth);
        worth
    }

    /// The mean over the tiles that chance may put.
    fn mean(&mut self, board: Board, depth: u8, chance: f32) -> W {
        let mut empty = self.mask & !occupied(board);
        let share = 1.0 / empty.count_ones() as f32;
        let (two, four) = (TWO as f32 * share, (1.0 - TWO as f32) * share);
        let mut mean = W::nothing();
        while empty != 0 {
            let lowest = empty & empty.wrapping_neg();
            mean.mix(self.best(board | lowest, depth, chance * two), two);
            mean.mix(self.best(board | lowest << 1, depth, chance * four), four);
            empty ^= lowest;
        }
        mean
    }

    /// The worth of the best slide; nothing where nothing moves.
    fn best(&mut self, board: Board, depth: u8, chance: f32) -> Option<W> {
        let mut best: Option<W> = None;
        for direction in Direction::ALL {
            let Some(worth) = self.slide(board, direction, depth, chance) else { continue };
            if best.as_ref().is_none_or(|best| worth.total() > best.total()) {
                best = Some(worth);
            }
        }
        best
    }
}
