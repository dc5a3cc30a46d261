//! The same with chance as an opponent: alpha-beta.
//!
//! Tiles that look worst and slides that look best are tried first, so that most of the others need not be looked at.

use super::{Bound, Leaf, Search, Worth};
use crate::grid::Direction;
use crate::tables::{Board, occupied};
use arrayvec::ArrayVec;

/// Most tiles that may come: a 2 or a 4 on each of fifteen cells.
const MOST_TILES: usize = 30;

/// Between these two a value matters.
#[derive(Clone, Copy)]
struct Window {
    alpha: f32,
    beta: f32,
}

const OPEN: Window = Window { alpha: f32::NEG_INFINITY, beta: f32::INFINITY };

impl<L: Leaf, W: Worth<L>> Search<'_, L, W> {
    /// What each slide is worth if the worst tile comes every time; `None` where nothing moves.
    pub(super) fn slides_at_worst(&mut self, board: Board, depth: u8) -> [Option<W>; 4] {
        Direction::ALL.map(|direction| {
            let after = self.tables.slide(self.size, board, direction);
            (after != board).then(|| self.worst(after, depth - 1, OPEN))
        })
    }

    /// The worth of a state after a slide.
    fn worst(&mut self, board: Board, depth: u8, window: Window) -> W {
        self.meter.visit();
        if depth == 0 || self.meter.exhausted() {
            return W::of(self.leaf, board);
        }
        if let Some((known, bound)) = self.table.find(board, depth, false)
            && window.is_settled(known.total(), bound)
        {
            self.hits += 1;
            return known;
        }
        let (worth, bound) = self.worst_tile(board, depth, window);
        self.table.store(board, depth, &worth, bound);
        worth
    }

    fn worst_tile(&mut self, board: Board, depth: u8, window: Window) -> (W, Bound) {
        let Window { alpha, mut beta } = window;
        let mut worst: Option<W> = None;
        for tile in self.tiles(board, depth) {
            let answer = self.best_answer(tile, depth, Window { alpha, beta });
            let worth = answer.unwrap_or_else(W::nothing);
            let total = worth.total();
            if worst.as_ref().is_none_or(|worst| total < worst.total()) {
                worst = Some(worth);
            }
            beta = beta.min(total);
            if total <= alpha {
                break;
            }
        }
        let worst = worst.unwrap_or_else(W::nothing);
        let total = worst.total();
        let bound = match () {
            () if total <= alpha => Bound::Upper,
            () if total >= window.beta => Bound::Lower,
            () => Bound::Exact,
        };
        (worst, bound)
    }

    /// The boards that chance can make, those that look worst first where more than a slide follows.
    fn tiles(&self, board: Board, depth: u8) -> ArrayVec<Board, MOST_TILES> {
        let mut empty = self.mask & !occupied(board);
        let mut boards = ArrayVec::new();
        while empty != 0 {
            let lowest = empty & empty.wrapping_neg();
            boards.push(board | lowest);
            boards.push(board | lowest << 1);
            empty ^= lowest;
        }
        if depth > 1 {
            boards.sort_by(|&a, &b| self.leaf.value(a).total_cmp(&self.leaf.value(b)));
        }
        boards
    }

    /// The worth of the best slide; nothing where nothing moves.
    fn best_answer(&mut self, board: Board, depth: u8, window: Window) -> Option<W> {
        if depth == 1 {
            return self.best_leaf(board);
        }
        let mut best: Option<W> = None;
        let Window { mut alpha, beta } = window;
        for after in self.answers(board) {
            let worth = self.worst(after, depth - 1, Window { alpha, beta });
            let total = worth.total();
            if best.as_ref().is_none_or(|best| total > best.total()) {
                best = Some(worth);
            }
            alpha = alpha.max(total);
            if total >= beta {
                break;
            }
        }
        best
    }

    /// The states after all slides, those that look best first.
    fn answers(&self, board: Board) -> ArrayVec<Board, 4> {
        let after = |direction| self.tables.slide(self.size, board, direction);
        let all = Direction::ALL.into_iter().map(after).filter(|&after| after != board);
        let mut all: ArrayVec<Board, 4> = all.collect();
        all.sort_by(|&a, &b| self.leaf.value(b).total_cmp(&self.leaf.value(a)));
        all
    }
}

impl Window {
    /// Whether what is known of a state is enough.
    fn is_settled(self, value: f32, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => value >= self.beta,
            Bound::Upper => value <= self.alpha,
        }
    }
}
