//! A board that knows at every moment what each stone would make, for both players.
//!
//! Each line of the board is a word. A stone that comes or goes changes four words, and with them the kinds of at most
//! 32 empty points, whose worths are added up as they change. So evaluation and order of moves cost
//! nothing when they are asked for.

use crate::board::STEPS;
use crate::board::{BITS, LINES, Point, Points, STRIDE};
use crate::patterns::{Ids, Kind, MOST_KINDS, OFF, Patterns, REACH, window_key};
use crate::position::{Position, Removed};
use crate::rules::Pente;
use std::sync::Arc;

/// Lines in each of the four directions: 37 diagonals are the most, and a power of two needs no check.
const MOST_LINES: usize = 64;

/// What is added up, in whatever fields its owner packs into a word, and which points are kept in sets.
#[derive(Clone)]
pub(crate) struct Worths {
    /// By number of a kind: short enough to stay in the nearest cache.
    of: Arc<[u64; MOST_KINDS]>,
    /// Fields of a word: the points whose sum has anything there are kept in a set for each.
    watched: [u64; SETS],
}

/// How many sets of points are kept for each seat.
pub(crate) const SETS: usize = 3;

impl Worths {
    /// Worths by what `worth` thinks of each kind; no points are watched.
    pub(crate) fn new(patterns: &Patterns, worth: impl Fn(&Kind) -> u64) -> Self {
        let mut of = [0; MOST_KINDS];
        for (place, kind) in of.iter_mut().zip(&patterns.kinds) {
            *place = worth(kind);
        }
        Self { of: Arc::new(of), watched: [0; SETS] }
    }

    /// The same with points watched.
    pub(crate) fn watching(self, watched: [u64; SETS]) -> Self {
        Self { watched, ..self }
    }
}

/// The board, line by line.
#[derive(Clone)]
pub(crate) struct Lines {
    words: [[u64; MOST_LINES]; 4],
    /// For each point the numbers of its kinds along the four lines; only those of empty points hold.
    ids: Box<[[Ids; 4]; BITS]>,
    /// For each empty point the sum of its worths, by seat.
    points: Box<[[u64; 2]; BITS]>,
    /// The sums over all empty points, by seat.
    sums: [u64; 2],
    /// The points with something in a watched field, by seat; only empty points hold.
    sets: [[Points; SETS]; 2],
    patterns: Arc<Patterns>,
    worths: Worths,
    /// All watched fields.
    watched: u64,
    /// What the moves that are followed have changed, in their order.
    changes: Vec<Change>,
    /// How many changes there were before each move, and the sums.
    marks: Vec<(usize, [u64; 2])>,
}

/// What an empty point had along one line, and in all.
#[derive(Clone, Copy)]
struct Change {
    points: [u64; 2],
    index: u16,
    ids: Ids,
    direction: u8,
}

/// Which line of a direction a point lies on, and where.
static PLACES: [[(u8, u8); 4]; BITS] = {
    let mut places = [[(0, 0); 4]; BITS];
    let mut index = 0;
    while index < 19 * STRIDE {
        let (column, row) = ((index % STRIDE) as u8, (index / STRIDE) as u8);
        places[index] =
            [(row, column), (column, row), (column + 18 - row, row), (column + row, row)];
        index += 1;
    }
    places
};

#[inline]
fn place(index: usize, direction: usize) -> (usize, usize) {
    let (line, at) = PLACES[index % BITS][direction];
    (usize::from(line) % MOST_LINES, usize::from(at) % 32)
}

impl Lines {
    /// The board of a position, with these worths.
    pub(crate) fn new(game: &Pente, position: &Position, worths: Worths) -> Self {
        let patterns = Patterns::of(game.settings());
        let mut lines = Self {
            words: [[u64::MAX; MOST_LINES]; 4],
            ids: Box::new([[[0; 2]; 4]; BITS]),
            points: Box::new([[0; 2]; BITS]),
            sums: [0; 2],
            sets: [[Points::default(); SETS]; 2],
            patterns,
            watched: worths.watched.iter().fold(0, |all, field| all | field),
            worths,
            changes: Vec::with_capacity(4096),
            marks: Vec::with_capacity(64),
        };
        for point in game.points().descending() {
            let owner = position.owner(point).map_or(0, |seat| 1 << seat.0);
            for direction in 0..4 {
                lines.own(point.index(), direction, owner);
            }
        }
        for point in game.points().without(&position.stones).descending() {
            lines.occupy(point.index());
        }
        lines.changes.clear();
        lines
    }

    /// Becomes equal to the lines of another position of the same game, without its past.
    pub(crate) fn copy(&mut self, other: &Lines) {
        self.words = other.words;
        self.ids.clone_from(&other.ids);
        self.points.clone_from(&other.points);
        self.sums = other.sums;
        self.sets = other.sets;
        self.changes.clear();
        self.marks.clear();
    }

    /// The sum of the worths of all empty points for a seat.
    #[inline]
    pub(crate) fn sum(&self, seat: usize) -> u64 {
        self.sums[seat]
    }

    /// The sum of the worths of an empty point for both seats.
    #[inline]
    pub(crate) fn worth(&self, point: Point) -> [u64; 2] {
        self.points[point.index() % BITS]
    }

    /// The points that have something in a watched field for a seat; those with stones on them mean nothing.
    #[inline]
    pub(crate) fn set(&self, seat: usize, field: usize) -> &Points {
        &self.sets[seat][field]
    }

    /// The numbers of the kinds of an empty point along the four lines for both seats.
    #[inline]
    pub(crate) fn ids(&self, point: Point) -> [Ids; 4] {
        self.ids[point.index() % BITS]
    }

    #[cfg(test)]
    fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    #[inline]
    fn own(&mut self, index: usize, direction: usize, owner: u64) {
        let (line, at) = place(index, direction);
        let shift = 2 * (at + REACH);
        let word = &mut self.words[direction][line];
        *word = *word & !(OFF << shift) | owner << shift;
    }

    /// Adds the kinds of a point that has just become empty, as the lines stand.
    fn occupy(&mut self, index: usize) {
        let index = index % BITS;
        let mut sums = [0_u64; 2];
        for direction in 0..4 {
            let (line, at) = place(index, direction);
            let ids = self.patterns.ids[window_key(self.words[direction][line], at)];
            self.note(index, direction);
            self.ids[index][direction] = ids;
            sums = plus(sums, worth_of(&self.worths.of, ids));
        }
        self.points[index] = sums;
        self.sums = plus(self.sums, sums);
        sort(&mut self.sets, self.worths.watched, index, sums);
    }

    /// Remembers what a point has along a line before that changes.
    #[inline]
    fn note(&mut self, index: usize, direction: usize) {
        let (ids, points) = (self.ids[index][direction], self.points[index]);
        let change = Change { points, index: index as u16, ids, direction: direction as u8 };
        self.changes.push(change);
    }

    /// Puts a stone of `seat` on a point.
    #[inline]
    fn add(&mut self, seat: usize, index: usize) {
        let gone = self.points[index % BITS];
        for (sum, gone) in self.sums.iter_mut().zip(gone) {
            *sum = sum.wrapping_sub(gone);
        }
        self.change(index, 1 << seat);
    }

    /// Takes the stone of a point away.
    #[inline]
    fn remove(&mut self, index: usize) {
        self.change(index, 0);
        self.occupy(index);
    }

    /// Changes the owner of a point and what its empty neighbours on the four lines see.
    #[inline]
    fn change(&mut self, index: usize, owner: u64) {
        for direction in 0..4 {
            self.own(index, direction, owner);
        }
        let Self { words, ids, points, sets, patterns, worths, watched, changes, .. } = self;
        let (known, worth) = (&*patterns.ids, &*worths.of);
        // Sums that are kept in registers meanwhile: every point adds to them.
        let mut sums = self.sums;
        for (direction, step) in LINES.into_iter().enumerate() {
            let (line, at) = place(index, direction);
            let word = words[direction][line];
            let window = word >> (2 * at);
            // Empty points of the nine around this one, a bit at every second place; not the middle.
            let mut empty = !(window | window >> 1) & 0b01_0101_0100_0101_0101;
            while empty != 0 {
                let offset = empty.trailing_zeros() as usize / 2;
                empty &= empty - 1;
                let near = index.wrapping_add(offset * step).wrapping_sub(REACH * step) % BITS;
                let new = known[window_key(word, at + offset - REACH)];
                let old = std::mem::replace(&mut ids[near][direction], new);
                if old == new {
                    continue;
                }
                let before = points[near];
                let (index, direction) = (near as u16, direction as u8);
                changes.push(Change { points: before, index, ids: old, direction });
                let growth = minus(worth_of(worth, new), worth_of(worth, old));
                let after = plus(before, growth);
                points[near] = after;
                sums = plus(sums, growth);
                if differ(before, after, *watched) {
                    sort(sets, worths.watched, near, after);
                }
            }
        }
        self.sums = sums;
    }

    /// Follows a move of the rules: a stone of `seat` at `index` that removes others.
    #[inline]
    pub(crate) fn play(&mut self, seat: usize, index: usize, removed: Removed) {
        self.marks.push((self.changes.len(), self.sums));
        self.add(seat, index);
        if removed != Removed::default() {
            each_removed(index, removed, |_, gone| self.remove(gone));
        }
    }

    /// Takes back the move that was followed last.
    #[inline]
    pub(crate) fn undo(&mut self, seat: usize, index: usize, removed: Removed) {
        if removed != Removed::default() {
            each_removed(index, removed, |own, gone| {
                let owner = if own { seat } else { 1 - seat };
                (0..4).for_each(|direction| self.own(gone, direction, 1 << owner));
            });
        }
        for direction in 0..4 {
            self.own(index, direction, 0);
        }
        let Some((length, sums)) = self.marks.pop() else { return };
        self.sums = sums;
        for at in (length..self.changes.len()).rev() {
            let change = self.changes[at];
            let index = usize::from(change.index) % BITS;
            self.ids[index][usize::from(change.direction) % 4] = change.ids;
            let now = std::mem::replace(&mut self.points[index], change.points);
            if differ(now, change.points, self.watched) {
                sort(&mut self.sets, self.worths.watched, index, change.points);
            }
        }
        self.changes.truncate(length);
    }
}

/// What two kinds are worth, by seat.
#[inline]
fn worth_of(worths: &[u64; MOST_KINDS], ids: Ids) -> [u64; 2] {
    let worth = |id: u16| worths[usize::from(id) % MOST_KINDS];
    // Written out: an array's `map` is a call here.
    [worth(ids[0]), worth(ids[1])]
}

#[inline]
fn plus(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
}

#[inline]
fn minus(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0].wrapping_sub(b[0]), a[1].wrapping_sub(b[1])]
}

/// Whether anything in the watched fields of a point has changed.
#[inline]
fn differ(before: [u64; 2], after: [u64; 2], watched: u64) -> bool {
    ((before[0] ^ after[0]) | (before[1] ^ after[1])) & watched != 0
}

/// Puts a point into the sets where it belongs with these sums, and takes it out of the others.
#[inline(never)]
fn sort(sets: &mut [[Points; SETS]; 2], watched: [u64; SETS], index: usize, points: [u64; 2]) {
    let (word, bit) = (index / 64 % 8, 1 << (index % 64));
    for (sets, point) in sets.iter_mut().zip(points) {
        for (set, field) in sets.iter_mut().zip(watched) {
            let word = &mut set.0[word];
            *word = if point & field == 0 { *word & !bit } else { *word | bit };
        }
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
    use ludex_core::{Game, Seed, mix};

    /// A board followed step by step equals the board made afresh, and taking back leads back.
    #[test]
    fn what_is_followed_equals_what_is_made_afresh() {
        for (side, variant) in
            [(19, Variant::Pente), (7, Variant::Keryo), (9, Variant::Poof), (5, Variant::Pente)]
        {
            let game = Pente::new(Settings::usual(side, variant));
            let of = std::array::from_fn(|i| mix(i as u64));
            let worths = Worths { of: Arc::new(of), watched: [0xff << 3, 0xf << 20, 3 << 61] };
            let mut position = game.start();
            let mut lines = Lines::new(&game, &position, worths.clone());
            let (mut dice, mut buffer) = (Seed(3).rng(), Vec::new());
            let mut moves = Vec::new();
            while let Some(point) = game.sample(&position, &mut dice, &mut buffer) {
                let seat = position.mover().unwrap();
                let removed = game.removed(&position, seat, point.index());
                let before = lines.clone();
                lines.play(seat, point.index(), removed);
                lines.undo(seat, point.index(), removed);
                assert_same(&game, &position, &lines, &before);
                lines.play(seat, point.index(), removed);
                let undo = game.play(&mut position, point);
                moves.push((seat, point, undo));
                assert_same(
                    &game,
                    &position,
                    &lines,
                    &Lines::new(&game, &position, worths.clone()),
                );
            }
            // Back to the start: stones that were placed, captured and replaced on the way included.
            for (seat, point, undo) in moves.into_iter().rev() {
                lines.undo(seat, point.index(), undo.removed());
                game.undo(&mut position, point, undo);
                let fresh = Lines::new(&game, &position, worths.clone());
                assert_same(&game, &position, &lines, &fresh);
            }
        }
    }

    fn assert_same(game: &Pente, position: &Position, a: &Lines, b: &Lines) {
        assert_eq!(a.words, b.words);
        assert_eq!(a.sums, b.sums);
        for point in game.points().without(&position.stones).descending() {
            assert_eq!((a.ids(point), a.worth(point)), (b.ids(point), b.worth(point)));
            let sets =
                |lines: &Lines| lines.sets.map(|sets| sets.map(|set| set.has(point.index())));
            assert_eq!(sets(a), sets(b));
        }
    }

    #[test]
    fn kinds_agree_with_the_rules() {
        let game = Pente::new(Settings::usual(13, Variant::Pente));
        let worths = Worths::new(&Patterns::of(game.settings()), |_| 0);
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
