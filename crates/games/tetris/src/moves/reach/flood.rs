//! The flood of one piece over one board.
//!
//! Rows count from the top here: bit `b` of a column is row `height - 1 - b`.

use super::{Fall, Mover, Turn};
use crate::board::{MOST_WIDTH, Pile};
use crate::pieces::MOST_STATES;
use crate::shape::{MOST_CELLS, Shape};
use crate::word::Word;

/// Columns of a flood over boards up to 16 wide, where the most is known at compile time.
pub(super) const NARROW: usize = 16;

/// Where a piece fits and where it can get to; `N` is at least the width of the board.
pub(super) struct Flood<T, const N: usize> {
    /// Where the piece fits, by state and column of its left edge.
    pub(super) free: [[T; N]; MOST_STATES],
    /// Where it can get to.
    pub(super) seen: [[T; N]; MOST_STATES],
    width: usize,
    height: usize,
    states: usize,
}

/// The columns of a board upside down, with walls on the right for shapes that stick out there.
struct Turned<T>([T; MOST_WIDTH + MOST_CELLS]);

impl<T: Word, const N: usize> Flood<T, N> {
    #[inline(always)]
    pub(super) fn new(board: &Pile<T>, mover: &Mover) -> Self {
        let blank = [[T::ZERO; N]; MOST_STATES];
        let (width, height) = (board.width(), board.height());
        let states = mover.shapes.len().min(MOST_STATES);
        let mut flood = Self { free: blank, seen: blank, width, height, states };
        let mut turned = Turned([T::ALL; MOST_WIDTH + MOST_CELLS]);
        for (turned, column) in turned.0.iter_mut().zip(board.columns()) {
            *turned = column.reversed() >> (T::BITS - height as u32);
        }
        for (free, shape) in flood.free.iter_mut().zip(&mover.shapes) {
            turned.fill_free(free, shape, board.rows_mask());
        }
        flood
    }

    /// Floods from the spawn; false if the spawn is blocked.
    #[inline(always)]
    pub(super) fn run(&mut self, mover: &Mover, fall: Fall) -> bool {
        let Some(spawn) = mover.spawn else { return false };
        let start = T::ONE << (self.height as u32 - 1 - u32::from(spawn.y));
        if (self.free[0][spawn.x as usize] & start).is_zero() {
            return false;
        }
        self.seen[0][spawn.x as usize] = start;
        self.close(mover, fall, 1, u32::MAX);
        true
    }

    /// Moves on from what is seen until nothing new comes.
    ///
    /// `fresh` has a bit for each state that has something new, `open` one for each state in which
    /// something may still be found.
    #[inline(always)]
    pub(super) fn close(&mut self, mover: &Mover, fall: Fall, mut fresh: u32, open: u32) {
        while fresh != 0 {
            let state = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            if open >> state & 1 == 1 {
                self.spread(state, fall);
            }
            for turn in &mover.turns[state] {
                if open >> turn.to & 1 == 1 && self.turn(state, turn) {
                    fresh |= 1 << turn.to;
                }
            }
        }
    }

    /// Starts from all straight drops, for boards where [`Open`](super::open::Open) says that these can be
    /// reached: returns a bit for each state in which there is more to be found.
    #[inline(always)]
    pub(super) fn drop_from(&mut self, first: &[u32]) -> u32 {
        let mut open = 0;
        for (state, &first) in first.iter().enumerate().take(self.states) {
            let (start, above) = (T::ONE << first, T::below(first));
            let mut hidden = T::ZERO;
            for (seen, &free) in self.seen[state].iter_mut().zip(&self.free[state]) {
                let below = free & !above;
                // The carry runs from the start down to the end of the shaft.
                *seen = below & !below.plus(start);
                hidden |= below & !*seen;
            }
            open |= u32::from(!hidden.is_zero()) << state;
        }
        open
    }

    /// Moves down and to both sides until nothing new comes.
    #[inline(always)]
    fn spread(&mut self, state: usize, fall: Fall) {
        let (free, seen) = (&self.free[state], &mut self.seen[state]);
        let last = self.width - 1;
        seen[0] = fallen(seen[0], free[0], fall);
        let mut first = true;
        loop {
            let mut new = T::ZERO;
            for x in 1..=last {
                let come = seen[x - 1] & free[x];
                new |= come & !seen[x];
                seen[x] = fallen(seen[x] | come, free[x], fall);
            }
            if new.is_zero() && !first {
                return;
            }
            first = false;
            new = T::ZERO;
            for x in (0..last).rev() {
                let come = seen[x + 1] & free[x];
                new |= come & !seen[x];
                seen[x] = fallen(seen[x] | come, free[x], fall);
            }
            if new.is_zero() {
                return;
            }
        }
    }

    /// Turns everything that can turn; true if that leads to something new.
    #[inline(always)]
    fn turn(&mut self, from: usize, turn: &Turn) -> bool {
        let mut waiting = self.seen[from];
        let mut new = T::ZERO;
        for &(dx, dy) in &turn.kicks {
            let mut left_over = T::ZERO;
            for (x, waiting) in waiting.iter_mut().enumerate().take(self.width) {
                let to = x as isize + isize::from(dx);
                if !waiting.is_zero() && to >= 0 && to < self.width as isize {
                    let turned = raised(*waiting, dy) & self.free[turn.to][to as usize];
                    new |= turned & !self.seen[turn.to][to as usize];
                    self.seen[turn.to][to as usize] |= turned;
                    *waiting &= !raised(turned, -dy);
                }
                left_over |= *waiting;
            }
            if left_over.is_zero() {
                break;
            }
        }
        !new.is_zero()
    }

    /// Keeps only positions where the piece cannot fall, and joins states that look alike.
    #[inline(always)]
    pub(super) fn rest(&mut self, mover: &Mover) {
        for (state, &same) in mover.same.iter().enumerate() {
            for x in 0..N {
                let rest = self.seen[state][x] & !(self.free[state][x] >> 1);
                if same == state {
                    self.seen[state][x] = rest;
                } else {
                    self.seen[same][x] |= rest;
                }
            }
        }
    }
}

impl<T: Word> Turned<T> {
    /// Where a shape fits, for each column of its left edge.
    #[inline(always)]
    fn fill_free<const N: usize>(&self, free: &mut [T; N], shape: &Shape, rows: T) {
        let mut blocked = [!rows | T::below(shape.height() as u32 - 1); N];
        for j in 0..shape.width() {
            let Some(columns) = self.0[j..].first_chunk::<N>() else { return };
            for dy in crate::word::bits(shape.column(j)) {
                for (blocked, &column) in blocked.iter_mut().zip(columns) {
                    *blocked |= column << dy;
                }
            }
        }
        for (free, &blocked) in free.iter_mut().zip(&blocked) {
            *free = !blocked;
        }
    }
}

/// Moves positions up by `dy` rows, or down.
#[inline(always)]
fn raised<T: Word>(positions: T, dy: i8) -> T {
    if dy >= 0 { positions.down(dy as u32) } else { positions.up(u32::from(dy.unsigned_abs())) }
}

/// Positions and all that lie below them in the same free shaft, or only the shaft's ends.
#[inline(always)]
fn fallen<T: Word>(positions: T, free: T, fall: Fall) -> T {
    // The carry of the addition runs from the highest position down to the end of the shaft.
    let passed = free & !free.plus(positions);
    match fall {
        Fall::Unit => positions | passed,
        Fall::Sonic => positions | (passed & !(free >> 1)),
    }
}
