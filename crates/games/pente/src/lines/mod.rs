//! A board that knows at every moment what each stone would make, for both players.
//!
//! Each line of the board is a word. A stone that comes or goes changes four words, and with them what it and its 32 neighbours
//! along them would make: one lookup for each, for both seats at once. What a point is worth along a line lies beside what the next point of that
//! line is worth, so that the nine points around a stone are one piece of memory, which taking back copies. Points with stones on them
//! are worth nothing, and around the board lies a margin: no neighbour needs a test.

mod worths;

pub(crate) use worths::{CAPTURES_AT, FLAGS_AT, Worths};

use crate::board::{BITS, LINES, Point, Points, STEPS, STRIDE};
use crate::patterns::{Ids, OFF, Patterns, REACH, window_key};
use crate::position::{Position, Removed};
use crate::rules::Pente;
use std::sync::Arc;
use worths::{SCORES, SETS};

/// Cells of a line with its margin; a word has two bits for each.
const WIDE: usize = 32;
/// 19 rows, 19 columns and twice 37 diagonals; powers of two need no checks.
const MOST_LINES: usize = 128;
const CELLS: usize = MOST_LINES * WIDE;
/// Points on a line that see a stone: itself and [`REACH`] to each side.
const AROUND: usize = 2 * REACH + 1;

/// What a stone would be worth along one line, by seat in halves of the word.
type Cell = u32;

/// The board, line by line.
#[derive(Clone)]
pub(crate) struct Lines {
    words: [u64; MOST_LINES],
    /// By line and place on it; nothing where a stone stands, and in the margin.
    cells: Box<[Cell; CELLS]>,
    /// The sums over all points, by seat.
    sums: [i32; 2],
    /// The free points with a flag, by seat.
    sets: [[Points; SETS]; 2],
    patterns: Arc<Patterns>,
    worths: Worths,
    /// How the neighbours of each stone that came or went were before.
    changes: Vec<Change>,
    /// Points that went into sets or out of them, in their order.
    flips: Vec<Flip>,
    /// How things stood before each move.
    marks: Vec<Mark>,
}

/// A stone that came or went.
#[derive(Clone, Copy)]
struct Change {
    /// What its neighbours and itself were worth along the four lines.
    before: [[Cell; AROUND]; 4],
    index: u16,
    /// What has changed of its two bits in each line.
    swap: u8,
}

/// A point that has changed sets: the flags.
#[derive(Clone, Copy)]
struct Flip {
    index: u16,
    flags: Cell,
}

#[derive(Clone, Copy)]
struct Mark {
    changes: usize,
    flips: usize,
    sums: [i32; 2],
}

/// Where each point lies in the four directions: the line, times [`WIDE`], and the place on it.
static SLOTS: [[u16; 4]; BITS] = {
    // What is not on the board lies in a corner where nothing is read.
    let mut slots = [[(CELLS - WIDE / 2) as u16; 4]; BITS];
    let mut index = 0;
    while index < 19 * STRIDE {
        let (column, row) = (index % STRIDE, index / STRIDE);
        if column < 19 {
            let lines = [row, 19 + column, 38 + column + 18 - row, 75 + column + row];
            let places = [column, row, row, row];
            let mut direction = 0;
            while direction < 4 {
                slots[index][direction] =
                    (lines[direction] * WIDE + places[direction] + REACH) as u16;
                direction += 1;
            }
        }
        index += 1;
    }
    slots
};

#[inline]
fn slot(index: usize, direction: usize) -> usize {
    usize::from(SLOTS[index % BITS][direction]) % CELLS
}

/// The line of a slot, and the bit where the point starts in its word.
#[inline]
fn place(slot: usize) -> (usize, u32) {
    (slot / WIDE % MOST_LINES, 2 * (slot % WIDE) as u32)
}

/// The nine cells of a line around a slot.
#[inline]
fn around(cells: &mut [Cell; CELLS], slot: usize) -> &mut [Cell; AROUND] {
    let first = slot.wrapping_sub(REACH).min(CELLS - AROUND);
    cells[first..].first_chunk_mut().unwrap_or_else(|| unreachable!("nine cells are left"))
}

impl Lines {
    /// The board of a position, with these worths.
    pub(crate) fn new(game: &Pente, position: &Position, worths: Worths) -> Self {
        let mut lines = Self {
            words: [u64::MAX; MOST_LINES],
            cells: vec![0; CELLS]
                .try_into()
                .unwrap_or_else(|_| unreachable!("as many as asked for")),
            sums: [0; 2],
            sets: [[Points::default(); SETS]; 2],
            patterns: Patterns::of(game.settings()),
            worths,
            changes: Vec::with_capacity(64),
            flips: Vec::with_capacity(256),
            marks: Vec::with_capacity(64),
        };
        for point in game.points().descending() {
            let owner = position.owner(point).map_or(0, |seat| 1 << seat.0);
            for direction in 0..4 {
                let (line, shift) = place(slot(point.index(), direction));
                let word = &mut lines.words[line];
                *word = *word & !(OFF << shift) | owner << shift;
            }
        }
        for point in game.points().without(&position.stones).descending() {
            lines.value(point.index());
        }
        lines
    }

    /// Finds out what a free point is worth.
    fn value(&mut self, index: usize) {
        let mut flags = 0;
        for direction in 0..4 {
            let slot = slot(index, direction);
            let cell = self.worths.of(self.key(slot));
            self.cells[slot] = cell;
            self.sums[0] += (cell & SCORES & 0xffff) as i32;
            self.sums[1] += (cell & SCORES) as i32 >> 16;
            flags |= cell;
        }
        self.flip(Flip { index: index as u16, flags: flags & self.worths.flags });
    }

    /// The window around a slot.
    #[inline]
    fn key(&self, slot: usize) -> usize {
        let (line, _) = place(slot);
        window_key(self.words[line], slot % WIDE - REACH)
    }

    /// Becomes equal to the lines of another position of the same game, without its past.
    pub(crate) fn copy(&mut self, other: &Lines) {
        self.words = other.words;
        self.cells.clone_from(&other.cells);
        self.sums = other.sums;
        self.sets = other.sets;
        self.changes.clear();
        self.flips.clear();
        self.marks.clear();
    }

    /// The sum of the worths of all free points for a seat.
    #[inline]
    pub(crate) fn sum(&self, seat: usize) -> i32 {
        self.sums[seat]
    }

    /// The cells of a point along its four lines.
    #[inline]
    fn cells_of(&self, index: usize) -> [Cell; 4] {
        // Not by `map`, which is not always inlined.
        let [a, b, c, d] = &SLOTS[index % BITS];
        let cell = |slot: &u16| self.cells[usize::from(*slot) % CELLS];
        [cell(a), cell(b), cell(c), cell(d)]
    }

    /// What a stone on a free point is worth to each seat.
    #[inline]
    pub(crate) fn worth(&self, point: Point) -> [i32; 2] {
        let [a, b, c, d] = self.cells_of(point.index());
        // Four worths fill no more than 12 of the 16 bits.
        let sum = (a & SCORES) + (b & SCORES) + (c & SCORES) + (d & SCORES);
        [(sum & 0xffff) as i32, (sum >> 16) as i32]
    }

    /// Stones that a stone on a free point would capture for a seat.
    #[inline]
    pub(crate) fn captures(&self, point: Point, seat: usize) -> u32 {
        let along = |cell: Cell| cell >> (16 * seat as u32 + CAPTURES_AT) & 7;
        let [a, b, c, d] = self.cells_of(point.index());
        along(a) + along(b) + along(c) + along(d)
    }

    /// The free points that have a flag for a seat.
    #[inline]
    pub(crate) fn set(&self, seat: usize, flag: usize) -> &Points {
        &self.sets[seat][flag]
    }

    /// The numbers of the kinds of a free point along the four lines for both seats.
    pub(crate) fn ids(&self, point: Point) -> [Ids; 4] {
        std::array::from_fn(|direction| self.patterns.ids[self.key(slot(point.index(), direction))])
    }

    /// Changes the owner of a point, and what it and its neighbours on the four lines are worth.
    #[inline]
    fn change(&mut self, index: usize, owner: u64) {
        let mut change = Change { before: [[0; AROUND]; 4], index: index as u16, swap: 0 };
        let (mut grown, mut changed) = (0, [0; 4]);
        for (direction, changed) in changed.iter_mut().enumerate() {
            let slot = slot(index, direction);
            let (line, shift) = place(slot);
            let word = &mut self.words[line];
            let swap = *word >> shift & OFF ^ owner;
            *word ^= swap << shift;
            change.swap = swap as u8;
            // Turned so that the window of the first neighbour starts the word.
            let turned = word.rotate_right(shift.wrapping_sub(4 * REACH as u32) % 64);
            let cells = around(&mut self.cells, slot);
            change.before[direction] = *cells;
            (grown, *changed) = look(&self.worths, turned, cells, grown);
        }
        let [first, second] = halves(grown);
        self.sums[0] += first;
        self.sums[1] += second;
        let flags = changed.map(|bits| bits & self.worths.flags);
        if flags != [0; 4] {
            self.sort(&change, flags);
        }
        self.changes.push(change);
    }

    /// Moves points between sets, as a change of flags along each line wants it, and remembers it.
    fn sort(&mut self, change: &Change, flags: [Cell; 4]) {
        let index = usize::from(change.index);
        for direction in (0..4).filter(|&direction| flags[direction] != 0) {
            let now = *around(&mut self.cells, slot(index, direction));
            let before = &change.before[direction];
            for at in (0..AROUND).filter(|&at| at != REACH) {
                if (now[at] ^ before[at]) & self.worths.flags == 0 {
                    continue;
                }
                let step = LINES[direction];
                let near = index.wrapping_add(at * step).wrapping_sub(REACH * step) % BITS;
                let mut others = self.cells_of(near);
                others[direction] = 0;
                let others = joined(others);
                self.resort(near, before[at] | others, now[at] | others);
            }
        }
        let [a, b, c, d] = &change.before;
        let before = joined([a[REACH], b[REACH], c[REACH], d[REACH]]);
        self.resort(index, before, joined(self.cells_of(index)));
    }

    /// Moves a point between sets where its flags have changed.
    #[inline]
    fn resort(&mut self, index: usize, before: Cell, now: Cell) {
        let flags = (before ^ now) & self.worths.flags;
        if flags != 0 {
            let flip = Flip { index: index as u16, flags };
            self.flips.push(flip);
            self.flip(flip);
        }
    }

    #[inline]
    fn flip(&mut self, Flip { index, flags }: Flip) {
        let mut rest = flags;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let set = (bit % 16).wrapping_sub(FLAGS_AT) as usize % SETS;
            self.sets[bit as usize / 16 % 2][set].flip(usize::from(index));
        }
    }

    /// Follows a move of the rules: a stone of `seat` at `index` that removes others.
    #[inline]
    pub(crate) fn play(&mut self, seat: usize, index: usize, removed: Removed) {
        let (changes, flips, sums) = (self.changes.len(), self.flips.len(), self.sums);
        self.marks.push(Mark { changes, flips, sums });
        self.change(index, 1 << seat);
        if removed != Removed::default() {
            each_removed(index, removed, |gone| self.change(gone, 0));
        }
    }

    /// Takes back the move that was followed last.
    #[inline]
    pub(crate) fn undo(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        while self.changes.len() > mark.changes {
            let Some(change) = self.changes.pop() else { break };
            for (direction, before) in change.before.iter().enumerate() {
                let slot = slot(change.index.into(), direction);
                let (line, shift) = place(slot);
                self.words[line] ^= u64::from(change.swap) << shift;
                *around(&mut self.cells, slot) = *before;
            }
        }
        while self.flips.len() > mark.flips {
            let Some(flip) = self.flips.pop() else { break };
            self.flip(flip);
        }
        self.sums = mark.sums;
    }
}

/// All bits of four cells.
#[inline]
fn joined([a, b, c, d]: [Cell; 4]) -> Cell {
    a | b | c | d
}

/// Brings nine cells of a line up to date; it starts with the window of the first of them. Gives the sum of what they have grown by, and
/// the bits that have changed anywhere.
#[inline]
fn look(worths: &Worths, line: u64, cells: &mut [Cell; AROUND], mut grown: Cell) -> (Cell, Cell) {
    let mut changed = 0;
    for (at, cell) in cells.iter_mut().enumerate() {
        let free = line >> (2 * (at + REACH)) & OFF == 0;
        let now = worths.of(window_key(line, at));
        let now = if free { now } else { 0 };
        changed |= *cell ^ now;
        grown = grown.wrapping_add(now & SCORES).wrapping_sub(*cell & SCORES);
        *cell = now;
    }
    (grown, changed)
}

/// The two halves of a sum of differences; what the lower one has borrowed is given back.
#[inline]
fn halves(sum: Cell) -> [i32; 2] {
    let low = i32::from(sum as i16);
    [low, (sum as i32).wrapping_sub(low) >> 16]
}

/// Calls `visit` for every stone that a move removes, in the order of the directions.
fn each_removed(index: usize, removed: Removed, mut visit: impl FnMut(usize)) {
    for (direction, step) in STEPS.into_iter().enumerate() {
        for distance in 1..=usize::from(removed.taken >> (2 * direction) & 3) {
            visit((index + distance * step) % BITS);
        }
        if removed.lost >> (2 * direction) & 1 != 0 {
            visit((index + step) % BITS);
        }
    }
    if removed.lost != 0 {
        visit(index);
    }
}

#[cfg(test)]
mod tests;
