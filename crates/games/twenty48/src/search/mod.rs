//! Expectimax and alpha-beta on boards in one word: what the generic searches do, some twenty times as fast.
//!
//! It looks ahead from the states after a slide. Chance counts by its mean, the player by the best slide; where the depth is used
//! up or the way too improbable, a [`Leaf`] values the state after the last slide. No branch is left out by its
//! value, so the same search that finds a number also finds what it is made of (see [`Worth`]).

mod table;
mod worst;
mod worth;

use crate::TWO;
use crate::grid::Direction;
use crate::tables::{Board, Tables, cells_mask, occupied, tables};
use ludex_core::{Meter, Size, Term};
pub(crate) use table::{Bound, Table};
pub(crate) use worth::{Parts, Worth};

/// Values states after a slide.
pub(crate) trait Leaf {
    /// Whether points count, besides what a leaf promises.
    const POINTS: bool;

    /// Whether a look into the table is cheaper than a value.
    const KEPT: bool;

    /// Whether a state that was looked at deeper before counts with what was found then: two ways to it of different length
    /// are common (a 4 or two 2s), so that saves a lot and sees more.
    const DEEPER: bool;

    /// What a state promises.
    fn value(&self, after: Board) -> f32;

    /// The first of the best slides by points and by what the states after them promise; `None` where nothing moves.
    #[inline]
    fn best_slide(&self, size: Size, board: Board) -> Option<(f32, Direction)> {
        best_by_value(self, size, board)
    }

    /// The same taken apart.
    fn parts(&self, after: Board) -> Vec<f64>;

    /// The terms of a value that was taken apart, points included where they count.
    fn terms(&self, parts: &Parts) -> Vec<Term>;
}

/// [`Leaf::best_slide`], slide by slide.
#[inline]
pub(crate) fn best_by_value<L: Leaf + ?Sized>(
    leaf: &L,
    size: Size,
    board: Board,
) -> Option<(f32, Direction)> {
    let tables = tables();
    let mut best: Option<(f32, Direction)> = None;
    for direction in Direction::ALL {
        let after = tables.slide(size, board, direction);
        if after == board {
            continue;
        }
        let points = if L::POINTS { tables.reward(board, direction) } else { 0 };
        let value = leaf.value(after) + points as f32;
        if best.is_none_or(|(highest, _)| value > highest) {
            best = Some((value, direction));
        }
    }
    best
}

/// What a search thinks of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chance {
    /// It counts by its mean.
    Fair,
    /// It puts the worst tile on the worst cell.
    Hostile,
}

/// How far a search looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// What chance does.
    pub(crate) chance: Chance,
    /// Slides, the first included.
    pub(crate) depth: u8,
    /// Ways less probable than this end where they are.
    pub(crate) least: f32,
    /// So many slides less are looked at after each 4: one tile in ten is a 4, so what follows counts for little, and costs as much as what
    /// follows a 2.
    pub(crate) less_after_four: u8,
}

/// One running search.
pub(crate) struct Search<'a, L, W> {
    leaf: &'a L,
    size: Size,
    mask: Board,
    tables: &'static Tables,
    table: &'a mut Table<W>,
    least: f32,
    less_after_four: u8,
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
        let (tables, least, less_after_four, hits) = (tables(), 0.0, 0, 0);
        Self { leaf, size, mask, tables, table, least, less_after_four, meter, hits }
    }

    /// What each slide is worth; `None` where nothing moves. Means nothing once the budget is spent.
    pub(crate) fn slides(&mut self, board: Board, limits: Limits) -> [Option<W>; 4] {
        self.least = limits.least;
        self.less_after_four = limits.less_after_four;
        self.table.forget();
        if limits.chance == Chance::Hostile {
            return self.slides_at_worst(board, limits.depth);
        }
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
        if let Some((known, _)) = self.table.find(board, depth, L::DEEPER) {
            self.hits += 1;
            return known;
        }
        let worth = if ends { W::of(self.leaf, board) } else { self.mean(board, depth, chance) };
        self.table.store(board, depth, &worth, Bound::Exact);
        worth
    }

    /// The mean over the tiles that chance may put.
    fn mean(&mut self, board: Board, depth: u8, chance: f32) -> W {
        let mut empty = self.mask & !occupied(board);
        let share = 1.0 / empty.count_ones() as f32;
        let (two, four) = (TWO as f32 * share, (1.0 - TWO as f32) * share);
        let after_four = depth.saturating_sub(self.less_after_four).max(1);
        let mut mean = W::nothing();
        while empty != 0 {
            let lowest = empty & empty.wrapping_neg();
            mean.mix(self.best(board | lowest, depth, chance * two), two);
            mean.mix(self.best(board | lowest << 1, after_four, chance * four), four);
            empty ^= lowest;
        }
        mean
    }

    /// The worth of the best slide; nothing where nothing moves.
    #[inline]
    fn best(&mut self, board: Board, depth: u8, chance: f32) -> Option<W> {
        if depth == 1 && !L::KEPT && !L::POINTS {
            return self.best_leaf(board);
        }
        let mut best: Option<W> = None;
        for direction in Direction::ALL {
            let Some(worth) = self.slide(board, direction, depth, chance) else { continue };
            if best.as_ref().is_none_or(|best| worth.total() > best.total()) {
                best = Some(worth);
            }
        }
        best
    }

    /// The same at the last depth, where states are valued at sight.
    #[inline]
    fn best_leaf(&mut self, board: Board) -> Option<W> {
        self.meter.visit();
        let (value, direction) = self.leaf.best_slide(self.size, board)?;
        let after = || self.tables.slide(self.size, board, direction);
        Some(W::valued(self.leaf, value, after))
    }
}
