//! The solver's own board: rules of Pente on bit sets, with the questions that a proof asks.
//!
//! It shares no code with the engine or with the rules of the room. Tests hold it against them.

use super::set::Set;
use ludex_core::mix;

/// What does not change: the board's geometry and what wins.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) side: usize,
    pub(super) row: usize,
    /// Stones to capture to win.
    pub(super) goal: u8,
    points: Set,
    /// For every point its key in each of the eight symmetries, by seat.
    keys: Vec<[[u64; 8]; 2]>,
}

impl Ground {
    pub(super) fn new(side: usize, row: usize, goal: u8) -> Self {
        let mut ground = Self { side, row, goal, points: Set::default(), keys: Vec::new() };
        for index in 0..ground.stride() * side {
            let (column, line) = (index % ground.stride(), index / ground.stride());
            if column < side {
                ground.points = ground.points | Set::one(index);
            }
            let images = symmetries(column, line, side);
            let key = |seat: u64| images.map(|(c, r)| mix((r * 32 + c) as u64 * 2 + seat + 1));
            ground.keys.push([key(0), key(1)]);
        }
        ground
    }

    /// Bits from one row to the next: an empty column keeps rows from running over the edge.
    fn stride(&self) -> usize {
        self.side + 1
    }

    pub(super) fn index(&self, column: usize, row: usize) -> usize {
        row * self.stride() + column
    }

    /// Column and row of a point.
    pub(super) fn place(&self, index: usize) -> (usize, usize) {
        (index % self.stride(), index / self.stride())
    }

    pub(super) fn centre(&self) -> usize {
        self.index(self.side / 2, self.side / 2)
    }

    fn lines(&self) -> [isize; 4] {
        let stride = self.stride() as isize;
        [1, stride, stride + 1, stride - 1]
    }
}

/// The images of a place under the eight symmetries of a square.
pub(super) fn symmetries(column: usize, row: usize, side: usize) -> [(usize, usize); 8] {
    // The empty column lies outside and has no image; whatever it is, no stone stands there.
    let (c, r) = (column.min(side - 1), row);
    let (d, s) = (side - 1 - c, side - 1 - r);
    [(c, r), (d, r), (c, s), (d, s), (r, c), (s, c), (r, d), (s, d)]
}

/// Stones, captures, and the keys of the position in all eight symmetries.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Board {
    pub(super) stones: [Set; 2],
    pub(super) captured: [u8; 2],
    keys: [u64; 8],
}

impl Board {
    pub(super) fn free(&self, ground: &Ground) -> Set {
        ground.points & !(self.stones[0] | self.stones[1])
    }

    /// One key for a position and its mirror images.
    pub(super) fn key(&self) -> u64 {
        let least = self.keys.into_iter().min().unwrap_or(0);
        least ^ mix(u64::from(self.captured[0]) << 8 | u64::from(self.captured[1]) | 1 << 16)
    }

    fn flip(&mut self, ground: &Ground, seat: usize, index: usize) {
        let bit = Set::one(index);
        let stones = self.stones[seat];
        self.stones[seat] = (stones | bit) & !(stones & bit);
        for (key, change) in self.keys.iter_mut().zip(ground.keys[index][seat]) {
            *key ^= change;
        }
    }

    /// The same with one stone more, which captures nothing.
    pub(super) fn with(mut self, ground: &Ground, seat: usize, index: usize) -> Self {
        self.flip(ground, seat, index);
        self
    }

    /// Places a stone and removes what it captures.
    pub(super) fn play(&self, ground: &Ground, seat: usize, index: usize) -> Self {
        let mut next = *self;
        next.flip(ground, seat, index);
        let (own, rival) = (self.stones[seat], self.stones[1 - seat]);
        for line in ground.lines() {
            for step in [line, -line] {
                let at = |distance: isize| index.checked_add_signed(step * distance);
                let in_set =
                    |set: Set, distance| at(distance).is_some_and(|i| i < 256 && set.has(i));
                if in_set(rival, 1) && in_set(rival, 2) && in_set(own, 3) {
                    for gone in [at(1), at(2)].into_iter().flatten() {
                        next.flip(ground, 1 - seat, gone);
                    }
                    next.captured[seat] += 2;
                }
            }
        }
        next
    }

    /// Points where a stone of `seat` completes a row.
    pub(super) fn completing(&self, ground: &Ground, seat: usize) -> Set {
        let own = self.stones[seat];
        let mut found = Set::default();
        for step in ground.lines() {
            let seen = Seen::new(own, step, ground.row);
            for hole in 0..ground.row {
                found = found | seen.window(ground.row, hole, hole);
            }
        }
        found & self.free(ground)
    }

    /// Points where a stone of `seat` threatens to complete a row, and those where it does so at two points at least.
    pub(super) fn threatening(&self, ground: &Ground, seat: usize) -> (Set, Set) {
        let (own, free) = (self.stones[seat], self.free(ground));
        let reach = ground.row as isize - 1;
        let (mut once, mut twice) = (Set::default(), Set::default());
        for step in ground.lines() {
            let seen = Seen::new(own, step, ground.row);
            // For each distance between the stone and the point left free: the windows that hold both.
            for distance in (-reach..=reach).filter(|&d| d != 0) {
                let mut makes = Set::default();
                for here in 0..ground.row {
                    if let Some(left) =
                        here.checked_add_signed(distance).filter(|&l| l < ground.row)
                    {
                        makes = makes | seen.window(ground.row, here, left);
                    }
                }
                let makes = makes & free & free.seen_at(step * distance);
                twice = twice | once & makes;
                once = once | makes;
            }
        }
        (once, twice)
    }

    /// Points where a stone of `seat` captures.
    pub(super) fn capturing(&self, ground: &Ground, seat: usize) -> Set {
        let (own, rival) = (self.stones[seat], self.stones[1 - seat]);
        let mut found = Set::default();
        for line in ground.lines() {
            for step in [line, -line] {
                found =
                    found | rival.seen_at(step) & rival.seen_at(2 * step) & own.seen_at(3 * step);
            }
        }
        found & self.free(ground)
    }

    /// Whether `seat` can win with its next stone.
    pub(super) fn wins_at_once(&self, ground: &Ground, seat: usize) -> bool {
        if !self.completing(ground, seat).is_empty() {
            return true;
        }
        // No stone captures more than eight pairs.
        if self.captured[seat] + 16 < ground.goal {
            return false;
        }
        let wins = |index| self.play(ground, seat, index).captured[seat] >= ground.goal;
        self.capturing(ground, seat).iter().any(wins)
    }
}

/// A set as seen from every distance along a line.
struct Seen([Set; 9]);

impl Seen {
    fn new(own: Set, step: isize, row: usize) -> Self {
        let mut seen = [Set::default(); 9];
        let reach = row as isize - 1;
        for distance in -reach..=reach {
            seen[(distance + 4) as usize] = own.seen_at(step * distance);
        }
        Self(seen)
    }

    /// Points that stand at place `here` of a window of `row` points that is full but for `here` and `left`.
    #[inline]
    fn window(&self, row: usize, here: usize, left: usize) -> Set {
        let mut all = !Set::default();
        for place in (0..row).filter(|&place| place != here && place != left) {
            all = all & self.0[4 + place - here];
        }
        all
    }
}
