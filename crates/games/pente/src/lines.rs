//! A board that knows at every moment what each stone would make, for both players.
//!
//! Each line of the board is a word. A stone that comes or goes changes four words, and with them the kinds of at most
//! 32 empty points, whose worths are added up as they change. So evaluation and order of moves cost
//! nothing when they are asked for.

use crate::board::STEPS;
use crate::board::{BITS, LINES, Point, STRIDE};
use crate::patterns::{OFF, Patterns, REACH, window_key};
use crate::position::{Position, Removed};
use crate::rules::Pente;
use std::sync::Arc;

/// Lines in each of the four directions: 37 diagonals are the most.
const MOST_LINES: usize = 37;
/// Points in index order, the empty twentieth column included.
pub(crate) const CELLS: usize = 19 * STRIDE;

/// What is added up: a worth for each number of a kind, in whatever fields its owner packs into a word.
pub(crate) type Worths = Arc<[u64]>;

/// The board, line by line.
#[derive(Clone)]
pub(crate) struct Lines {
    words: [[u64; MOST_LINES]; 4],
    /// For each point its kinds along the four lines, for both seats; only those of empty points hold.
    ids: Box<[[[u16; 2]; 4]; CELLS]>,
    /// For each empty point the sum of its worths, by seat.
    points: Box<[[u64; 2]; CELLS]>,
    /// The sums over all empty points, by seat.
    sums: [u64; 2],
    patterns: Arc<Patterns>,
    worths: Worths,
}

/// Which line of a direction a point lies on, and where.
#[inline]
fn place(index: usize, direction: usize) -> (usize, usize) {
    let (column, row) = (index % STRIDE, index / STRIDE);
    match direction {
        0 => (row, column),
        1 => (column, row),
        2 => (column + 18 - row, row),
        _ => (column + row, row),
    }
}

impl Lines {
    /// The board of a position, with these worths.
    pub(crate) fn new(game: &Pente, position: &Position, worths: Worths) -> Self {
        let patterns = Patterns::of(game.settings());
        let mut lines = Self {
            words: [[u64::MAX; MOST_LINES]; 4],
            ids: Box::new([[[0; 2]; 4]; CELLS]),
            points: Box::new([[0; 2]; CELLS]),
            sums: [0; 2],
            patterns,
            worths,
        };
        for point in game.points().descending() {
            let owner = position.owner(point).map_or(0, |seat| 1 << seat.0);
            for direction in 0..4 {
                lines.set(point.index(), direction, owner);
            }
        }
        for point in game.points().without(&position.stones).descending() {
            lines.occupy(point.index());
        }
        lines
    }

    /// The sum of the worths of all empty points for a seat.
    #[inline]
    pub(crate) fn sum(&self, seat: usize) -> u64 {
        self.sums[seat]
    }

    /// The sum of the worths of an empty point for both seats.
    #[inline]
    pub(crate) fn worth(&self, point: Point) -> [u64; 2] {
        self.points[point.index() % CELLS]
    }

    /// The numbers of the kinds of an empty point along the four lines for both seats.
    #[inline]
    pub(crate) fn ids(&self, point: Point) -> &[[u16; 2]; 4] {
        &self.ids[point.index() % CELLS]
    }

    pub(crate) fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    #[inline]
    fn set(&mut self, index: usize, direction: usize, owner: u64) {
        let (line, at) = place(index, direction);
        let shift = 2 * (at + REACH);
        let word = &mut self.words[direction][line % MOST_LINES];
        *word = *word & !(OFF << shift) | owner << shift;
    }

    /// Adds the kinds of a point that has just become empty, as the lines stand.
    fn occupy(&mut self, index: usize) {
        let index = index % CELLS;
        let mut sums = [0_u64; 2];
        for direction in 0..4 {
            let (line, at) = place(index, direction);
            let ids = self.patterns.ids[window_key(self.words[direction][line], at)];
            self.ids[index][direction] = ids;
            for seat in 0..2 {
                sums[seat] = sums[seat].wrapping_add(self.worths[usize::from(ids[seat])]);
            }
        }
        self.points[index] = sums;
        for seat in 0..2 {
            self.sums[seat] = self.sums[seat].wrapping_add(sums[seat]);
        }
    }

    /// Puts a stone of `seat` on a point.
    #[inline]
    pub(crate) fn add(&mut self, seat: usize, index: usize) {
        let gone = self.points[index % CELLS];
        for (sum, gone) in self.sums.iter_mut().zip(gone) {
            *sum = sum.wrapping_sub(gone);
        }
        self.change(index, 1 << seat);
    }

    /// Takes the stone of a point away.
    #[inline]
    pub(crate) fn remove(&mut self, index: usize) {
        self.change(index, 0);
        self.occupy(index);
    }

    /// Changes the owner of a point and what its empty neighbours on the four lines see.
    #[inline]
    fn change(&mut self, index: usize, owner: u64) {
        for (direction, step) in LINES.into_iter().enumerate() {
            let (line, at) = place(index, direction);
            let word = &mut self.words[direction][line % MOST_LINES];
            let shift = 2 * (at + REACH);
            *word = *word & !(OFF << shift) | owner << shift;
            let word = *word;
            let window = word >> (2 * at);
            // Empty points of the nine around this one, a bit at every second place; not the middle.
            let mut empty = !(window | window >> 1) & 0b01_0101_0100_0101_0101;
            while empty != 0 {
                let offset = empty.trailing_zeros() as usize / 2;
                empty &= empty - 1;
                let near = index.wrapping_add(offset * step).wrapping_sub(REACH * step);
                self.refresh(near % CELLS, direction, window_key(word, at + offset - REACH));
            }
        }
    }

    #[inline]
    fn refresh(&mut self, index: usize, direction: usize, key: usize) {
        let new = self.patterns.ids[key];
        let old = std::mem::replace(&mut self.ids[index][direction], new);
        if old == new {
            return;
        }
        for seat in 0..2 {
            let worth = |id: u16| self.worths[usize::from(id)];
            let growth = worth(new[seat]).wrapping_sub(worth(old[seat]));
            self.points[index][seat] = self.points[index][seat].wrapping_add(growth);
            self.sums[seat] = self.sums[seat].wrapping_add(growth);
        }
    }

    /// Follows a move of the rules: a stone of `seat` at `index` that removes others.
    #[inline]
    pub(crate) fn play(&mut self, seat: usize, index: usize, removed: Removed) {
        self.add(seat, index);
        if removed != Removed::default() {
            each_removed(index, removed, |_, gone| self.remove(gone));
        }
    }

    /// Takes a move back that was followed.
    #[inline]
    pub(crate) fn undo(&mut self, seat: usize, index: usize, removed: Removed) {
        if removed != Removed::default() {
            each_removed(index, removed, |own, gone| {
                self.add(if own { seat } else { 1 - seat }, gone);
            });
        }
        self.remove(index);
    }
}

/// Calls `visit` for every stone that a move removes; the flag says whether it is the mover's own.
fn each_removed(index: usize, removed: Removed, mut visit: impl FnMut(bool, usize)) {
    for (direction, step) in STEPS.into_iter().enumerate() {
        for distance in 1..=usize::from(removed.taken >> (2 * direction) & 3) {
            visit(false, (index + distance * step) % BITS);
        }
        if removed.lost >> (2 * direction) & 1 != 0 {
            visit(true, (index + step) % BITS);
        }
    }
    if removed.lost != 0 {
        visit(true, index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, Variant};
    use ludex_core::{Game, Seed};

    /// A board followed step by step equals the board made afresh, and taking back leads back.
    #[test]
    fn what_is_followed_equals_what_is_made_afresh() {
        for (side, variant) in
            [(19, Variant::Pente), (7, Variant::Keryo), (9, Variant::Poof), (5, Variant::Pente)]
        {
            let game = Pente::new(Settings::usual(side, variant));
            let worths: Worths = (0..9_999_u64).map(ludex_core::mix).collect();
            let mut position = game.start();
            let mut lines = Lines::new(&game, &position, worths.clone());
            let (mut dice, mut buffer) = (Seed(3).rng(), Vec::new());
            while let Some(point) = game.sample(&position, &mut dice, &mut buffer) {
                let seat = position.mover().unwrap();
                let removed = game.removed(&position, seat, point.index());
                let before = lines.clone();
                lines.play(seat, point.index(), removed);
                lines.undo(seat, point.index(), removed);
                assert_same(&game, &position, &lines, &before);
                lines.play(seat, point.index(), removed);
                game.play(&mut position, point);
                assert_same(
                    &game,
                    &position,
                    &lines,
                    &Lines::new(&game, &position, worths.clone()),
                );
            }
        }
    }

    fn assert_same(game: &Pente, position: &Position, a: &Lines, b: &Lines) {
        assert_eq!(a.words, b.words);
        assert_eq!(a.sums, b.sums);
        for point in game.points().without(&position.stones).descending() {
            assert_eq!((a.ids(point), a.worth(point)), (b.ids(point), b.worth(point)));
        }
    }

    #[test]
    fn kinds_agree_with_the_rules() {
        let game = Pente::new(Settings::usual(13, Variant::Pente));
        let worths: Worths = vec![0; 9_999].into();
        for seed in 0..20 {
            let (mut dice, mut buffer) = (Seed(seed).rng(), Vec::new());
            let mut position = game.start();
            while let Some(point) = game.sample(&position, &mut dice, &mut buffer) {
                let lines = Lines::new(&game, &position, worths.clone());
                let seat = position.mover().unwrap();
                let kinds = lines.ids(point).map(|ids| lines.patterns().kind(ids[seat]));
                let takes: u8 = kinds.iter().map(|kind| kind.takes).sum();
                assert_eq!(takes, game.removed(&position, seat, point.index()).captures());
                for (line, kind) in kinds.iter().enumerate() {
                    let run = position.run(seat, point.index(), line);
                    assert_eq!(usize::from(kind.run).min(5), run.min(5));
                }
                game.play(&mut position, point);
            }
        }
    }
}
