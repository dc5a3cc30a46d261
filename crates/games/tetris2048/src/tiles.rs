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
    /// A bit for each column whose tiles may have changed, or [`ANY`].
    pub touched: u32,
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

/// Eight cells of a column in a word.
#[inline]
fn word(column: &[u8; MOST_HEIGHT], place: usize) -> u64 {
    let (words, _) = column.as_chunks::<8>();
    words.get(place).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The topmost bit of each byte in which both words have the same tile. A tile is below 128, so adding 127 reaches the topmost bit
/// of every byte but a zero.
#[inline]
fn equal_tiles(a: u64, b: u64) -> u64 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    !((a ^ b) + 0x7f * LOW) & (a + 0x7f * LOW) & (0x80 * LOW)
}

/// The lowest tile of a column that lies under an equal one.
#[inline]
fn first_pair(column: &[u8; MOST_HEIGHT], top: usize) -> Option<usize> {
    (0..top.div_ceil(8)).find_map(|place| {
        let here = word(column, place);
        let above = here >> 8 | word(column, place + 1) << 56;
        let equal = equal_tiles(here, above);
        (equal != 0).then(|| 8 * place + equal.trailing_zeros() as usize / 8)
    })
}

/// All bits of `taken` that are joined to those of `from` by others of `taken`.
#[inline]
fn along(from: u32, taken: u32) -> u32 {
    let (mut up, mut down) = (from, from);
    let (mut free_up, mut free_down) = (taken, taken);
    for step in [1, 2, 4, 8, 16] {
        up |= free_up & up << step;
        free_up &= free_up << step;
        down |= free_down & down >> step;
        free_down &= free_down >> step;
    }
    up | down
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

    /// Equal tiles side by side in a column and the one to its left.
    #[inline]
    pub fn equal_beside(&self, x: usize) -> u32 {
        let both = self.taken[x] & self.taken[x - 1];
        let words = 0..(u32::BITS - both.leading_zeros()).div_ceil(8) as usize;
        let (left, here) = (&self.values[x - 1], &self.values[x]);
        words.map(|i| equal_tiles(word(left, i), word(here, i)).count_ones()).sum()
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
        // Merging frees cells and takes none, so rows fill up only at first and by falling.
        let mut filled = true;
        while changed != 0 {
            earned.touched |= changed;
            let (merged, loosened) = self.merge(changed, &mut earned);
            if merged != 0 {
                watch(Step::Merge, self);
            }
            let cleared = filled && self.clear(&mut earned);
            if cleared {
                watch(Step::Clear, self);
            }
            let fallen = if loosened || cleared || changed == ANY { self.fall() } else { 0 };
            if fallen != 0 {
                watch(Step::Fall, self);
            }
            filled = fallen != 0;
            changed = if cleared { ANY } else { merged | fallen };
        }
        earned
    }

    /// Merges within the columns of `changed`; returns those in which something merged, and whether anything may have lost its footing.
    #[inline]
    fn merge(&mut self, changed: u32, earned: &mut Earned) -> (u32, bool) {
        let (mut merged, mut loosened) = (0, false);
        let mut left = changed & ((1 << self.width()) - 1);
        while left != 0 {
            let x = left.trailing_zeros() as usize;
            left &= left - 1;
            let freed = self.merge_column(x, earned);
            if freed != 0 {
                merged |= 1 << x;
                loosened |= self.held(x, freed);
            }
        }
        (merged, loosened)
    }

    /// Whether tiles beside these cells of a column do not stand on the floor by themselves: the cells may have held them.
    #[inline]
    fn held(&self, x: usize, cells: u32) -> bool {
        let hanging = |x: usize| self.taken[x] & self.taken[x].wrapping_add(1) & cells != 0;
        x > 0 && hanging(x - 1) || x + 1 < self.width() && hanging(x + 1)
    }

    /// Merges within a column; returns the cells that have become free.
    #[inline]
    fn merge_column(&mut self, x: usize, earned: &mut Earned) -> u32 {
        let top = (u32::BITS - self.taken[x].leading_zeros()) as usize;
        let column = &mut self.values[x];
        let Some(first) = first_pair(column, top) else { return 0 };
        let before = self.taken[x];
        let mut y = first;
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
                // All that touched has moved down by one, so the uppermost of it has left its cell.
                column[above - 1] = 0;
                self.taken[x] &= !(1 << (above - 1));
            }
            y += 1;
        }
        before & !self.taken[x]
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
        loop {
            let (grounded, hanging) = self.grounded();
            if hanging == 0 {
                return moved;
            }
            moved |= hanging;
            let mut left = hanging;
            while left != 0 {
                let x = left.trailing_zeros() as usize;
                left &= left - 1;
                self.lower(x, self.taken[x] & !grounded[x + 1]);
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

    /// The tiles of each column that are joined by sides to the floor, behind an empty column for the wall; and a bit for each column that has
    /// others, too.
    #[inline]
    fn grounded(&self) -> ([u32; MOST_WIDTH + 2], u32) {
        let (mut found, mut open) = ([0; MOST_WIDTH + 2], 0u32);
        for (x, &taken) in self.columns().iter().enumerate() {
            found[x + 1] = taken & !taken.wrapping_add(1);
            open |= u32::from(found[x + 1] != taken) << x;
        }
        loop {
            let (mut grown, mut left) = (false, open);
            while left != 0 {
                let x = left.trailing_zeros() as usize;
                left &= left - 1;
                let taken = self.taken[x & (MOST_WIDTH - 1)];
                let touching = (found[x] | found[x + 2]) & taken & !found[x + 1];
                if touching != 0 {
                    found[x + 1] |= along(touching, taken);
                    open &= !(u32::from(found[x + 1] == taken) << x);
                    grown = true;
                }
            }
            if !grown {
                return (found, open);
            }
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
