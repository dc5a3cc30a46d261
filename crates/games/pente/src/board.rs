//! Points, directions and sets of points.
//!
//! Rows are laid end to end from the bottom, [`STRIDE`] bits each. The widest board has 19 columns, so the
//! twentieth is always empty: a line that runs over the edge meets an empty point and stops there. Sets
//! have 512 bits and indices wrap at that; whatever steps over the bottom or the top lands on points
//! that are never occupied.

/// Bits from one row of the board to the next.
pub(crate) const STRIDE: usize = 20;

/// Size of a set of points, a power of two so that an index needs no check.
pub(crate) const BITS: usize = 512;

/// The steps of the four lines through a point; each line has two directions.
pub(crate) const LINES: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// The eight steps from a point to its neighbours, each followed by its opposite.
pub(crate) const STEPS: [usize; 8] = {
    let mut steps = [0; 8];
    let mut line = 0;
    while line < 4 {
        steps[2 * line] = LINES[line];
        steps[2 * line + 1] = BITS - LINES[line];
        line += 1;
    }
    steps
};

/// The images of a place under the eight symmetries of a square. The solver of small boards has its own, because it shares nothing with the room.
pub(crate) fn symmetries(column: usize, row: usize, side: usize) -> [(usize, usize); 8] {
    let (c, r) = (column, row);
    let (d, s) = (side - 1 - c, side - 1 - r);
    [(c, r), (d, r), (c, s), (d, s), (r, c), (s, c), (r, d), (s, d)]
}

/// A point of the board: where a stone can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(pub(crate) u16);

impl Point {
    /// The point at a column and row, both from 0, the row from the bottom.
    pub(crate) const fn new(column: usize, row: usize) -> Self {
        Self((row * STRIDE + column) as u16)
    }

    /// Column, from 0 at the left.
    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// Row, from 0 at the bottom.
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many king's moves lie between two points.
    pub(crate) fn distance(self, other: Point) -> usize {
        self.column().abs_diff(other.column()).max(self.row().abs_diff(other.row()))
    }
}

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Points(pub(crate) [u64; BITS / 64]);

impl Points {
    /// Whether the point at `index` is in the set; indices wrap.
    #[inline]
    pub(crate) fn has(&self, index: usize) -> bool {
        self.0[index / 64 % 8] >> (index % 64) & 1 != 0
    }

    /// Puts a point in or takes it out.
    #[inline]
    pub(crate) fn flip(&mut self, index: usize) {
        self.0[index / 64 % 8] ^= 1 << (index % 64);
    }

    pub(crate) fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Whether no point is in the set; quicker than comparing it with the empty one.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The points of `self` that are in neither of two other sets.
    #[inline]
    pub(crate) fn without(&self, [a, b]: &[Points; 2]) -> Points {
        let mut left = *self;
        for (i, word) in left.0.iter_mut().enumerate() {
            *word &= !(a.0[i] | b.0[i]);
        }
        left
    }

    /// The points that are in both sets.
    #[inline]
    pub(crate) fn both(&self, other: &Points) -> Points {
        let mut both = *self;
        for (word, other) in both.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        both
    }

    /// The points that are in either set.
    #[inline]
    pub(crate) fn either(&self, other: &Points) -> Points {
        let mut either = *self;
        for (word, other) in either.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        either
    }

    /// Every point from the highest row and column down.
    #[inline]
    pub(crate) fn descending(&self) -> Descending {
        Descending { points: *self, word: 7 }
    }

    /// The `nth` point from the lowest up.
    pub(crate) fn select(&self, mut nth: u32) -> Option<Point> {
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if nth < here {
                let mut word = word;
                for _ in 0..nth {
                    word &= word - 1;
                }
                return Some(Point((i * 64) as u16 + word.trailing_zeros() as u16));
            }
            nth -= here;
        }
        None
    }
}

/// The points of a set from the highest row and column down.
pub(crate) struct Descending {
    points: Points,
    /// The words above this one are done.
    word: usize,
}

impl Iterator for Descending {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.points.0[self.word % 8] == 0 {
            self.word = self.word.checked_sub(1)?;
        }
        let word = &mut self.points.0[self.word % 8];
        let top = 63 - word.leading_zeros();
        *word &= !(1 << top);
        Some(Point((self.word * 64) as u16 + top as u16))
    }
}
