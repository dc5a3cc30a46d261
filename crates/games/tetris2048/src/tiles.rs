//! The board and how it comes to rest.
//!
//! A tile is kept as its exponent, 1 for a 2 and 11 for a 2048; 0 is an empty cell. Columns lie side by side in memory,
//! because merges happen within columns; a word for each column says which of its cells are taken, so that full rows, holes and
//! what hangs in the air are a few operations on words.

use ludex_core::mix;
use ludex_tetris::Shape;

/// The widest board.
pub const MOST_WIDTH: usize = 16;
/// The highest board.
pub const MOST_HEIGHT: usize = 32;

/// For [`Tiles::resolve`]: tiles may have been put anywhere.
pub const ANY: u32 = u32::MAX;

/// Tiles on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tiles {
    values: [[u8; MOST_HEIGHT]; MOST_WIDTH],
    taken: [u32; MOST_WIDTH],
    width: u8,
    height: u8,
}

/// What a resolution brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Earned {
    /// Points of merges: the values of the new tiles.
    pub merged: u64,
    /// Points of cleared rows: the values of their tiles.
    pub cleared: u64,
    /// Rows cleared.
    pub lines: u32,
    /// Merges made.
    pub merges: u32,
    /// The largest exponent that a merge made; 0 if there was none.
    pub largest: u8,
}

/// One frame of a resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Equal tiles that touched from above have become one.
    Merge,
    /// Full rows are gone.
    Clear,
    /// What had no way to the floor has fallen.
    Fall,
}

/// The number on a tile.
pub fn number(exponent: u8) -> u64 {
    1 << exponent
}

impl Tiles {
    /// An empty board.
    ///
    /// # Panics
    /// Where it is larger than 16x32; the rules check sizes that come from outside.
    pub fn new(width: usize, height: usize) -> Self {
        assert!(width <= MOST_WIDTH && height <= MOST_HEIGHT, "a board of {width}x{height}");
        Self {
            values: [[0; MOST_HEIGHT]; MOST_WIDTH],
            taken: [0; MOST_WIDTH],
            width: width as u8,
            height: height as u8,
        }
    }

    /// How many columns.
    #[inline]
    pub fn width(&self) -> usize {
        usize::from(self.width).min(MOST_WIDTH)
    }

    /// How many rows.
    #[inline]
    pub fn height(&self) -> usize {
        usize::from(self.height).min(MOST_HEIGHT)
    }

    /// The exponent in a cell, 0 where it is empty; rows count from the floor.
    #[inline]
    pub fn get(&self, x: usize, y: usize) -> u8 {
        self.values[x][y]
    }

    /// Puts a tile into a cell, or empties it with 0.
    pub fn set(&mut self, x: usize, y: usize, exponent: u8) {
        self.values[x][y] = exponent;
        let bit = 1 << y;
        self.taken[x] = if exponent == 0 { self.taken[x] & !bit } else { self.taken[x] | bit };
    }

    /// The taken cells of each column, bit 0 at the floor.
    #[inline]
    pub fn columns(&self) -> &[u32] {
        &self.taken[..self.width()]
    }

    /// The exponents of a column, from the floor.
    #[inline]
    pub fn column(&self, x: usize) -> &[u8] {
        &self.values[x][..self.height()]
    }

    /// Whether a shape lies inside the board and on empty cells only.
    #[inline]
    pub fn fits(&self, shape: &Shape, x: usize, y: usize) -> bool {
        x + shape.width() <= self.width()
            && y + shape.height() <= self.height()
            && (0..shape.width()).all(|j| self.taken[x + j] >> y & shape.column(j) == 0)
    }

    /// The largest exponent on the board.
    pub fn largest(&self) -> u8 {
        (0..self.width()).flat_map(|x| self.column(x)).copied().max().unwrap_or(0)
    }

    /// Resolves until nothing changes; `changed` has a bit for each column in which tiles were put on a board at rest, or is [`ANY`].
    #[inline]
    pub fn resolve(&mut self, changed: u32) -> Earned {
        self.resolve_watched(changed, |_, _| ())
    }

    /// The same, showing every frame to `watch`.
    pub fn resolve_watched(&mut self, changed: u32, mut watch: impl FnMut(Step, &Self)) -> Earned {
        let mut earned = Earned::default();
        let mut changed = changed;
        while changed != 0 {
            let merged = self.merge(changed, &mut earned);
            if merged != 0 {
                watch(Step::Merge, self);
            }
            let cleared = self.clear(&mut earned);
            if cleared {
                watch(Step::Clear, self);
            }
            // Only what has moved can have taken its footing from something else.
            let moved = merged != 0 || cleared || changed == ANY;
            let fallen = if moved { self.fall() } else { 0 };
            if fallen != 0 {
                watch(Step::Fall, self);
            }
            changed = if cleared { ANY } else { merged | fallen };
        }
        earned
    }

    /// Merges within the columns of `changed`; returns those in which something merged.
    fn merge(&mut self, changed: u32, earned: &mut Earned) -> u32 {
        let mut merged = 0;
        for x in 0..self.width() {
            if changed >> x & 1 == 1 && self.merge_column(x, earned) {
                merged |= 1 << x;
            }
        }
        merged
    }

    fn merge_column(&mut self, x: usize, earned: &mut Earned) -> bool {
        let top = (u32::BITS - self.taken[x].leading_zeros()) as usize;
        let column = &mut self.values[x];
        let mut merged = false;
        let mut y = 0;
        while y + 1 < top {
            if column[y] != 0 && column[y] == column[y + 1] {
                column[y] += 1;
                earned.merged += number(column[y]);
                earned.merges += 1;
                earned.largest = earned.largest.max(column[y]);
                let mut above = y + 2;
                while above < top && column[above] != 0 {
                    column[above - 1] = column[above];
                    above += 1;
                }
                column[above - 1] = 0;
                merged = true;
            }
            y += 1;
        }
        if merged {
            self.taken[x] = (0..top).fold(0, |all, y| all | u32::from(column[y] != 0) << y);
        }
        merged
    }

    /// Takes out full rows; says whether there were any.
    fn clear(&mut self, earned: &mut Earned) -> bool {
        let mut full = self.columns().iter().fold(u32::MAX, |all, &column| all & column);
        let any = full != 0;
        while full != 0 {
            let row = (u32::BITS - 1 - full.leading_zeros()) as usize;
            full &= (1 << row) - 1;
            earned.lines += 1;
            for x in 0..self.width() {
                earned.cleared += number(self.values[x][row]);
                self.values[x].copy_within(row + 1.., row);
                self.values[x][MOST_HEIGHT - 1] = 0;
                let low = (1 << row) - 1;
                self.taken[x] = self.taken[x] & low | self.taken[x] >> 1 & !low;
            }
        }
        any
    }

    /// Lets everything fall that has no way to the floor; returns the columns in which something moved.
    fn fall(&mut self) -> u32 {
        let mut moved = 0;
        if self.columns().iter().all(|&column| column & column.wrapping_add(1) == 0) {
            return 0;
        }
        loop {
            let grounded = self.grounded();
            let mut more = false;
            for (x, grounded) in grounded.into_iter().enumerate().take(self.width()) {
                let hanging = self.taken[x] & !grounded;
                if hanging != 0 {
                    self.lower(x, hanging);
                    moved |= 1 << x;
                    more = true;
                }
            }
            if !more {
                return moved;
            }
        }
    }

    /// Moves the `hanging` tiles of a column one row down. The cells below them are empty or move, too: a tile that rests
    /// on one with a way to the floor has such a way itself.
    fn lower(&mut self, x: usize, hanging: u32) {
        for y in (0..self.height()).filter(|y| hanging >> y & 1 == 1) {
            self.values[x][y - 1] = self.values[x][y];
            self.values[x][y] = 0;
        }
        self.taken[x] = self.taken[x] & !hanging | hanging >> 1;
    }

    /// The tiles of each column that are joined by sides to the floor.
    fn grounded(&self) -> [u32; MOST_WIDTH] {
        let mut found = [0; MOST_WIDTH];
        for (found, &taken) in found.iter_mut().zip(self.columns()) {
            *found = taken & !taken.wrapping_add(1);
        }
        loop {
            let mut grown = false;
            for x in 0..self.width() {
                let left = if x == 0 { 0 } else { found[x - 1] };
                let right = if x + 1 == self.width() { 0 } else { found[x + 1] };
                let spread = self.spread(x, found[x] | left | right);
                grown |= spread != found[x];
                found[x] = spread;
            }
            if !grown {
                return found;
            }
        }
    }

    /// All tiles of a column that touch the given ones through tiles of this column.
    #[inline]
    fn spread(&self, x: usize, from: u32) -> u32 {
        let taken = self.taken[x];
        let mut all = from & taken;
        loop {
            let more = (all << 1 | all >> 1 | all) & taken;
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// A 64-bit key of the tiles.
    pub fn key(&self) -> u64 {
        let mut key = u64::from(self.width) << 8 | u64::from(self.height);
        for x in 0..self.width() {
            let top = (u32::BITS - self.taken[x].leading_zeros()) as usize;
            let used = self.values[x].chunks_exact(8).take(top.div_ceil(8));
            let words = used.map(|word| word.iter().fold(0, |all, &v| all << 8 | u64::from(v)));
            key = words.fold(mix(key ^ x as u64), |key, word| mix(key.rotate_left(7) ^ word));
        }
        key
    }
}
