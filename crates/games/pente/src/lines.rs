//! A board that knows at every moment what each stone would make, for both players.
//!
//! Each line of the board is a word. A stone that comes or goes changes four words, and with them what 32 neighbours would make.
//! The worths of a point for both seats share a word; they are kept for points with stones on them, too, as if those were empty, and
//! around the board lies a margin. So the neighbours need no tests, and taking back subtracts what was added.

use crate::board::STEPS;
use crate::board::{BITS, LINES, Point, Points, STRIDE};
use crate::patterns::{Ids, Kind, OFF, Patterns, REACH, window_key};
use crate::position::{Position, Removed};
use crate::rules::Pente;
use std::sync::Arc;

/// Lines in each of the four directions: 37 diagonals are the most, and a power of two needs no check.
const MOST_LINES: usize = 64;

/// Bits from one row of the board with its margin to the next, and cells in all; powers of two need no checks.
const WIDE: usize = 32;
const CELLS: usize = 1024;

/// The steps along the four lines on the board with its margin.
const WIDE_LINES: [usize; 4] = [1, WIDE, WIDE + 1, WIDE - 1];

/// Neighbours of a point: [`REACH`] to each side on four lines.
const NEIGHBOURS: usize = 8 * REACH;

/// How many sets of points are kept for each seat.
pub(crate) const SETS: usize = 5;

/// What is added up, in whatever fields its owner packs into half a word, and which points are kept in sets.
#[derive(Clone)]
pub(crate) struct Worths {
    /// By [place](worth_place) of a window: the first seat's worth in the lower half, the second's in the upper.
    of: Arc<[u64; PLACES_OF_WORTHS]>,
    /// Fields of both seats: the points whose worth has anything there are kept in a set for each. The bit above a field is free.
    watched: u64,
    /// Those free bits.
    above: u64,
}

impl Worths {
    /// Worths by what `worth` thinks of each kind; the sum of the lower 16 bits is kept, and so are the points with anything in one of the
    /// `fields`, each of which says where it starts and how many bits it has. No worth may fill the bit above a field.
    pub(crate) fn new(
        patterns: &Patterns,
        worth: impl Fn(&Kind) -> u32,
        fields: &[(u32, u32)],
    ) -> Self {
        let mask = |bits: u32, shift: u32| ((1 << bits) - 1) << shift;
        let watched = fields.iter().fold(0, |all, &(shift, bits)| all | mask(bits, shift));
        let above = fields.iter().fold(0, |all, &(shift, bits)| all | 1 << (shift + bits));
        let worths: Vec<u64> = patterns.kinds.iter().map(|kind| worth(kind).into()).collect();
        let both = |ids: &Ids| worths[usize::from(ids[0])] | worths[usize::from(ids[1])] << 32;
        let mut of: Box<[u64; PLACES_OF_WORTHS]> =
            vec![0; PLACES_OF_WORTHS].try_into().expect("as many as asked for");
        for (key, ids) in patterns.ids.iter().enumerate() {
            let [before, behind] = [key as u8, (key >> 8) as u8];
            of[worth_place(before, behind)] = both(ids);
        }
        Self { of: of.into(), watched: both_seats(watched), above: both_seats(above) }
    }

    /// The bit above each field that has anything in it: no test for each field, one addition for all.
    #[inline]
    fn sets_of(&self, worth: u64) -> u64 {
        ((worth & self.watched) + self.watched) & self.above
    }
}

/// The bits of both seats whose sums over the board are kept.
const SUMMED: u64 = both_seats(0xffff);

/// A field of both halves of a word.
const fn both_seats(field: u32) -> u64 {
    (field as u64) << 32 | field as u64
}

/// The board, line by line.
#[derive(Clone)]
pub(crate) struct Lines {
    words: [[u64; MOST_LINES]; 4],
    /// What a stone would be worth on each point, for both seats; the margin means nothing.
    points: Box<[u64; CELLS]>,
    /// The sums over all empty points, for both seats.
    sums: u64,
    /// The points with something in a watched field, by seat; those with stones on them mean nothing.
    sets: [[Points; SETS]; 2],
    patterns: Arc<Patterns>,
    worths: Worths,
    /// By how much the neighbours of each stone that came or went have grown, in their order. What is behind `depth` is not in use.
    growths: Vec<[u64; NEIGHBOURS]>,
    depth: usize,
    /// Points that went into sets or out of them, in their order.
    flips: Vec<Flip>,
    /// How things stood before each move.
    marks: Vec<Mark>,
}

/// A point that has changed sets: the bits above their fields.
#[derive(Clone, Copy)]
struct Flip {
    index: u16,
    sets: u64,
}

#[derive(Clone, Copy)]
struct Mark {
    depth: usize,
    flips: usize,
    sums: u64,
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

/// Where a point lies on the board with its margin.
#[inline]
fn wide(index: usize) -> usize {
    let (row, column) = PLACES[index % BITS][0];
    (usize::from(row) + REACH) * WIDE + usize::from(column) + REACH
}

impl Lines {
    /// The board of a position, with these worths.
    pub(crate) fn new(game: &Pente, position: &Position, worths: Worths) -> Self {
        let mut lines = Self {
            words: [[u64::MAX; MOST_LINES]; 4],
            points: Box::new([0; CELLS]),
            sums: 0,
            sets: [[Points::default(); SETS]; 2],
            patterns: Patterns::of(game.settings()),
            worths,
            growths: Vec::new(),
            depth: 0,
            flips: Vec::with_capacity(256),
            marks: Vec::with_capacity(64),
        };
        for point in game.points().descending() {
            let owner = position.owner(point).map_or(0, |seat| 1 << seat.0);
            for direction in 0..4 {
                lines.own(point.index(), direction, owner);
            }
        }
        for point in game.points().descending() {
            let empty = position.owner(point).is_none();
            lines.value(point.index(), empty);
        }
        lines
    }

    /// Finds out what a point is worth.
    fn value(&mut self, index: usize, empty: bool) {
        let worth_along = |direction: usize| {
            let (line, at) = place(index, direction);
            let [before, behind] = halves(self.words[direction][line], at);
            self.worths.of[worth_place(before, behind)]
        };
        let worth = (0..4).map(worth_along).fold(0, u64::wrapping_add);
        self.points[wide(index)] = worth;
        if empty {
            self.sums = self.sums.wrapping_add(worth & SUMMED);
        }
        let sets = self.worths.sets_of(worth);
        self.flip(Flip { index: index as u16, sets });
    }

    /// Becomes equal to the lines of another position of the same game, without its past.
    pub(crate) fn copy(&mut self, other: &Lines) {
        self.words = other.words;
        self.points.clone_from(&other.points);
        self.sums = other.sums;
        self.sets = other.sets;
        self.depth = 0;
        self.flips.clear();
        self.marks.clear();
    }

    /// The sum of the worths of all empty points for a seat.
    #[inline]
    pub(crate) fn sum(&self, seat: usize) -> u32 {
        (self.sums >> (32 * seat)) as u32
    }

    /// The worths of an empty point for both seats.
    #[inline]
    pub(crate) fn worth(&self, point: Point) -> [u32; 2] {
        let both = self.points[wide(point.index()) % CELLS];
        [both as u32, (both >> 32) as u32]
    }

    /// The points that have something in a watched field for a seat; those with stones on them mean nothing.
    #[inline]
    pub(crate) fn set(&self, seat: usize, field: usize) -> &Points {
        &self.sets[seat][field]
    }

    /// The numbers of the kinds of an empty point along the four lines for both seats.
    pub(crate) fn ids(&self, point: Point) -> [Ids; 4] {
        std::array::from_fn(|direction| {
            let (line, at) = place(point.index(), direction);
            self.patterns.ids[window_key(self.words[direction][line], at)]
        })
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

    /// Puts a stone of `seat` on a point.
    #[inline]
    fn add(&mut self, seat: usize, index: usize) {
        let gone = self.points[wide(index) % CELLS] & SUMMED;
        self.sums = self.sums.wrapping_sub(gone);
        self.change(index, 1 << seat);
    }

    /// Takes the stone of a point away.
    fn remove(&mut self, index: usize) {
        self.change(index, 0);
        let back = self.points[wide(index) % CELLS] & SUMMED;
        self.sums = self.sums.wrapping_add(back);
    }

    /// Changes the owner of a point and what its neighbours on the four lines see.
    #[inline]
    fn change(&mut self, index: usize, owner: u64) {
        if self.depth == self.growths.len() {
            self.growths.push([0; NEIGHBOURS]);
        }
        let changed = [
            self.change_along::<0>(index, owner),
            self.change_along::<1>(index, owner),
            self.change_along::<2>(index, owner),
            self.change_along::<3>(index, owner),
        ];
        if changed.iter().any(|changed| changed & self.worths.watched != 0) {
            self.sort(index, changed);
        }
        self.depth += 1;
    }

    /// Changes the owner of a point on one of its lines; what has changed for its neighbours there.
    #[inline]
    fn change_along<const DIRECTION: usize>(&mut self, index: usize, owner: u64) -> u64 {
        let (line, at) = place(index, DIRECTION);
        let (shift, word) = (2 * (at + REACH), &mut self.words[DIRECTION][line]);
        // What changes in the word, and the word turned so that the window of the first neighbour starts it.
        let swap = *word >> shift & OFF ^ owner;
        *word ^= swap << shift;
        let seen = turned(*word, at);
        let (mut new, mut old) = ([0; 8], [0; 8]);
        seen_by_neighbours(&self.worths.of, seen, swap as u8, &mut new, &mut old);
        let (points, growths) = (around(&mut self.points, index), &mut self.growths[self.depth]);
        let mut changed = 0;
        for side in 0..8 {
            let point = &mut points[near(DIRECTION, side)];
            let growth = new[side].wrapping_sub(old[side]);
            let is = point.wrapping_add(growth);
            changed |= *point ^ is;
            *point = is;
            growths[8 * DIRECTION + side] = growth;
            let sum = (new[side] & SUMMED).wrapping_sub(old[side] & SUMMED);
            self.sums = self.sums.wrapping_add(if owner_of(seen, side) == 0 { sum } else { 0 });
        }
        changed
    }

    /// Moves neighbours of a point between sets, as the last change wants it, and remembers it.
    fn sort(&mut self, index: usize, changed: [u64; 4]) {
        let watched = self.worths.watched;
        for direction in (0..4).filter(|&direction| changed[direction] & watched != 0) {
            let (line, at) = place(index, direction);
            let seen = turned(self.words[direction][line], at);
            for side in 0..8 {
                let is = around(&mut self.points, index)[near(direction, side)];
                let was = is.wrapping_sub(self.growths[self.depth][8 * direction + side]);
                let sets = self.worths.sets_of(was) ^ self.worths.sets_of(is);
                if sets == 0 || owner_of(seen, side) == OFF {
                    continue;
                }
                let (step, offset) = (LINES[direction], offset(side));
                let index = index.wrapping_add(offset * step).wrapping_sub(REACH * step) % BITS;
                let flip = Flip { index: index as u16, sets };
                self.flips.push(flip);
                self.flip(flip);
            }
        }
    }

    #[inline]
    fn flip(&mut self, Flip { index, sets }: Flip) {
        let mut rest = sets;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            // The fields lie side by side, in the order of their sets.
            let below = self.worths.above & both_seats(u32::MAX >> (32 - bit % 32));
            let set = (below as u32).count_ones() as usize % SETS;
            self.sets[bit as usize / 32][set].flip(usize::from(index));
        }
    }

    /// Follows a move of the rules: a stone of `seat` at `index` that removes others.
    #[inline]
    pub(crate) fn play(&mut self, seat: usize, index: usize, removed: Removed) {
        let (depth, flips, sums) = (self.depth, self.flips.len(), self.sums);
        self.marks.push(Mark { depth, flips, sums });
        self.add(seat, index);
        if removed != Removed::default() {
            each_removed(index, removed, |_, gone| self.remove(gone));
        }
    }

    /// Takes back the move that was followed last.
    #[inline]
    pub(crate) fn undo(&mut self, seat: usize, index: usize, removed: Removed) {
        let Some(mark) = self.marks.pop() else { return };
        let mut depth = mark.depth;
        self.shrink(index, 0, depth);
        if removed != Removed::default() {
            each_removed(index, removed, |own, gone| {
                depth += 1;
                // A stone that vanishes where it was placed is not there afterwards either.
                let owner = if own { seat } else { 1 - seat };
                let owner = if gone == index { 0 } else { 1 << owner };
                self.shrink(gone, owner, depth);
            });
        }
        while self.flips.len() > mark.flips {
            let Some(flip) = self.flips.pop() else { break };
            self.flip(flip);
        }
        (self.depth, self.sums) = (mark.depth, mark.sums);
    }

    /// Takes a change of an owner back.
    #[inline]
    fn shrink(&mut self, index: usize, owner: u64, depth: usize) {
        let (points, growths) = (around(&mut self.points, index), &self.growths[depth]);
        for which in 0..NEIGHBOURS {
            let point = &mut points[near(which / 8, which % 8)];
            *point = point.wrapping_sub(growths[which]);
        }
        for direction in 0..4 {
            self.own(index, direction, owner);
        }
    }
}

/// How far behind the first of nine points on a line a neighbour lies; the fifth is the point itself.
#[inline]
const fn offset(side: usize) -> usize {
    if side < REACH { side } else { side + 1 }
}

/// Cells from the first neighbour of a point on any line to the point itself, and to the last.
const FIRST: usize = REACH * (WIDE + 1);
const AROUND: usize = 2 * FIRST + 1;

/// The cells around a point.
#[inline]
fn around(points: &mut [u64; CELLS], index: usize) -> &mut [u64; AROUND] {
    let first = wide(index) - FIRST;
    // The board with its margin has no point that is nearer to the end.
    let cells = points[first..].first_chunk_mut();
    cells.unwrap_or_else(|| unreachable!("a point off the board"))
}

/// Where among the cells around a point a neighbour lies.
#[inline]
const fn near(direction: usize, side: usize) -> usize {
    FIRST + offset(side) * WIDE_LINES[direction] - REACH * WIDE_LINES[direction]
}

/// A line turned so that it starts with the window of the first neighbour of the point at `at`.
#[inline]
fn turned(word: u64, at: usize) -> u64 {
    word.rotate_right((2 * at + 56) as u32)
}

/// Who stands on a neighbour, in a line that is [turned].
#[inline]
fn owner_of(seen: u64, side: usize) -> u64 {
    seen >> (2 * (offset(side) + REACH)) & OFF
}

/// What the neighbours on a [turned] line are worth, and were worth before the point changed by `swap`.
///
/// Not inlined: together with its caller it would need more registers than there are.
#[inline(never)]
fn seen_by_neighbours(
    worths: &[u64; PLACES_OF_WORTHS],
    seen: u64,
    swap: u8,
    new: &mut [u64; 8],
    old: &mut [u64; 8],
) {
    for side in 0..8 {
        let [before, behind] = halves(seen, offset(side));
        let (before, behind) = (usize::from(before), usize::from(behind));
        let (first, second) = (BEFORE[before], BEHIND[behind]);
        // The neighbour sees the point in one half of its window: the nearer to the end, the higher.
        let was = usize::from(swap) << (if side < REACH { 6 - 2 * side } else { 14 - 2 * side });
        new[side] = worths[usize::from(first + second) % PLACES_OF_WORTHS];
        let place = match side {
            0..REACH => first + BEHIND[(behind ^ was) % 256],
            _ => BEFORE[(before ^ was) % 256] + second,
        };
        old[side] = worths[usize::from(place) % PLACES_OF_WORTHS];
    }
}

/// The four points before and the four behind position `at` of a line that starts with [`REACH`] points off the board.
#[inline]
fn halves(line: u64, at: usize) -> [u8; 2] {
    [(line >> (2 * at)) as u8, (line >> (2 * at + 10)) as u8]
}

/// Halves of a window that are different for the game: behind the edge nothing matters. A power of two needs no check.
const HALVES: usize = 128;
const PLACES_OF_WORTHS: usize = HALVES * HALVES;

/// The number of each half of a window, as it is read away from its middle; those before it count in steps of [`HALVES`].
static BEFORE: [u16; 256] = half_numbers(true, HALVES as u16);
static BEHIND: [u16; 256] = half_numbers(false, 1);

/// Numbers halves in the order of their points, the one next to the middle first.
const fn half_numbers(reversed: bool, step: u16) -> [u16; 256] {
    // By what is read from the middle on, with everything behind the edge off the board.
    let mut known = [false; 256];
    let mut numbers = [0; 256];
    let mut pass = 0;
    while pass < 2 {
        let mut half = 0;
        while half < 256 {
            let (mut read, mut point, mut off) = (0, 0, false);
            while point < REACH {
                let place = if reversed { REACH - 1 - point } else { point };
                let owner = half >> (2 * place) & 3;
                off = off || owner == 3;
                read = read << 2 | if off { 3 } else { owner };
                point += 1;
            }
            if pass == 0 {
                known[read] = true;
            } else {
                let mut before = 0;
                while before < read {
                    numbers[half] += known[before] as u16 * step;
                    before += 1;
                }
            }
            half += 1;
        }
        pass += 1;
    }
    numbers
}

/// Where the worth of a window stands: windows that are alike stand together, in an eighth of the room that keys would need.
#[inline]
fn worth_place(before: u8, behind: u8) -> usize {
    usize::from(BEFORE[usize::from(before)] + BEHIND[usize::from(behind)]) % PLACES_OF_WORTHS
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
            // Worths that make no sense; no sum of four fills the bit above a field.
            let worth = |kind: &Kind| mix(u64::from(kind.run) << 8 | kind.shape as u64) as u32;
            let worth = |kind: &Kind| {
                worth(kind) & 0x0001_0f3d
                    | u32::from(kind.takes > 0) << 18
                    | worth(kind) >> 31 << 28
            };
            let watched = &[(2, 6), (16, 3), (28, 2)];
            let worths = Worths::new(&Patterns::of(game.settings()), worth, watched);
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
        let worths = Worths::new(&Patterns::of(game.settings()), |_| 0, &[]);
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
