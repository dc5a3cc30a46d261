//! Features of whole boards on bit columns.
//!
//! [`Terrain`] holds what the published linear policies look at, [`Survey`] what the entropy and height
//! policies look at. Both are exact integers, so that they can be compared, added up and undone without
//! rounding; the entropy is a fixed-point number.

use crate::board::{MOST_WIDTH, Pile};
use crate::word::{Word, bits};
use std::sync::LazyLock;

/// The board features of the nine published ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terrain {
    /// RT.
    pub row_transitions: u32,
    /// CT.
    pub column_transitions: u32,
    /// HO.
    pub holes: u32,
    /// WE.
    pub wells: u32,
    /// HD.
    pub hole_depth: u32,
    /// RH.
    pub hole_rows: u32,
    /// DV.
    pub diversity: u32,
}

impl Terrain {
    /// How many features there are.
    pub const COUNT: usize = 7;

    /// The features as numbers to be weighted, in the order of the fields.
    #[inline]
    pub fn amounts(&self) -> [f64; Self::COUNT] {
        [
            self.row_transitions,
            self.column_transitions,
            self.holes,
            self.wells,
            self.hole_depth,
            self.hole_rows,
            self.diversity,
        ]
        .map(f64::from)
    }

    /// Looks at a board.
    #[inline(always)]
    pub fn of<T: Word>(board: &Pile<T>) -> Self {
        Self::of_columns(board.columns(), board.rows_mask())
    }

    /// Looks at columns whose rows are the bits of `rows`.
    #[inline(always)]
    pub(crate) fn of_columns<T: Word>(columns: &[T], rows: T) -> Self {
        let mut terrain = Self::default();
        let (mut left, mut hole_rows, mut steps) = (rows, T::ZERO, 0);
        for (x, &c) in columns.iter().enumerate() {
            let right = columns.get(x + 1).copied().unwrap_or(rows);
            let holes = T::below(c.top()) & !c;
            terrain.row_transitions += (left ^ c).ones();
            terrain.column_transitions += column_transitions(c);
            terrain.holes += holes.ones();
            terrain.hole_depth += (c & c.plus(T::ONE)).ones();
            terrain.wells += depths(c, left & right & !c);
            hole_rows |= holes;
            if x + 1 < columns.len() {
                steps |= step(c.top(), right.top());
            }
            left = c;
        }
        terrain.row_transitions += (left ^ rows).ones();
        terrain.hole_rows = hole_rows.ones();
        terrain.diversity = steps.count_ones();
        terrain
    }
}

/// Changes up a column from the full floor to the empty sky: each rise from empty to full comes with a
/// fall, and there is one fall more than rises. A column that is full to the top still ends below the sky.
#[inline(always)]
pub(crate) fn column_transitions<T: Word>(column: T) -> u32 {
    1 + 2 * (column & !(column << 1 | T::ONE)).ones()
}

/// The bit of a step of the skyline, -2 to 2 as bits 0 to 4; none for larger steps.
#[inline(always)]
pub(crate) fn step(left: u32, right: u32) -> u32 {
    let step = left.wrapping_sub(right).wrapping_add(2);
    if step <= 4 { 1 << step } else { 0 }
}

/// For each of some empty cells of a column: 1 plus the empty cells below it, added up.
#[inline(always)]
pub(crate) fn depths<T: Word>(column: T, cells: T) -> u32 {
    let (mut cells, mut sum) = (cells, 0);
    while !cells.is_zero() {
        let row = cells.lowest();
        sum += row + 1 - (column & T::below(row)).top();
        cells &= cells.plus(T::ALL);
    }
    sum
}

/// One bit of entropy in the units of [`Survey::entropy`].
pub const ENTROPY_UNIT: u64 = 1 << 32;

/// The entropy of a row of `width` cells with `full` full ones, at `[width][full]`.
static ENTROPY: LazyLock<[[u64; MOST_WIDTH + 1]; MOST_WIDTH + 1]> = LazyLock::new(|| {
    let mut table = [[0; MOST_WIDTH + 1]; MOST_WIDTH + 1];
    for (width, row) in table.iter_mut().enumerate().skip(1) {
        for (full, units) in row.iter_mut().enumerate().take(width).skip(1) {
            // The smaller share decides, so that full and empty are treated exactly alike.
            *units = entropy(full.min(width - full), width);
        }
    }
    table
});

fn entropy(part: usize, whole: usize) -> u64 {
    let p = part as f64 / whole as f64;
    let bits = -p * p.log2() - (1.0 - p) * (1.0 - p).log2();
    (bits * ENTROPY_UNIT as f64).round() as u64
}

/// The entropy of a row with `full` of `width` cells full, in [`ENTROPY_UNIT`]s.
pub fn row_entropy(width: usize, full: usize) -> u64 {
    ENTROPY[width][full]
}

/// The entropies of rows of `width` cells, by how many are full.
pub(crate) fn rows_of_entropy(width: usize) -> &'static [u64; MOST_WIDTH + 1] {
    &ENTROPY[width]
}

/// Heights, bumps and entropy of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// The heights of all columns added up.
    pub aggregate: u32,
    /// Holes: aggregate height less full cells.
    pub holes: u32,
    /// Steps between neighbouring columns added up.
    pub bumpiness: u32,
    /// The same with empty columns moved to the right end first.
    pub faithful: u32,
    /// The highest column.
    pub pile: u32,
    /// The highest less the lowest column.
    pub altitude: u32,
    /// The entropies of all rows added up, in [`ENTROPY_UNIT`]s: whole numbers, so that boards with
    /// equally filled rows have exactly equal sums.
    pub entropy: u64,
}

impl Survey {
    /// Looks at a board.
    #[inline]
    pub fn of<T: Word>(board: &Pile<T>) -> Self {
        let columns = board.columns();
        let first = columns[0].top();
        let mut survey =
            Self { altitude: u32::MAX, entropy: rows_entropy(board), ..Self::default() };
        let (mut blocks, mut left, mut solid, mut lowest) = (0, first, 0, u32::MAX);
        for &c in columns {
            let height = c.top();
            survey.aggregate += height;
            blocks += c.ones();
            survey.bumpiness += left.abs_diff(height);
            survey.pile = survey.pile.max(height);
            lowest = lowest.min(height);
            left = height;
            if height > 0 {
                survey.faithful += if solid > 0 { height.abs_diff(solid) } else { 0 };
                solid = height;
            }
        }
        if lowest == 0 {
            // The last standing column is followed by the empty ones.
            survey.faithful += solid;
        }
        survey.altitude = survey.pile - lowest;
        survey.holes = survey.aggregate - blocks;
        survey
    }

    /// The bumpiness of some heights with empty columns moved to the right end first.
    #[inline(always)]
    pub(crate) fn faithful_of(heights: &[u32]) -> u32 {
        let (mut bumps, mut solid, mut empty) = (0, 0, false);
        for &height in heights {
            if height == 0 {
                empty = true;
            } else {
                bumps += if solid > 0 { height.abs_diff(solid) } else { 0 };
                solid = height;
            }
        }
        // The last standing column is followed by the empty ones.
        if empty { bumps + solid } else { bumps }
    }

    /// The entropy in bits.
    pub fn entropy_bits(&self) -> f64 {
        self.entropy as f64 / ENTROPY_UNIT as f64
    }
}

/// The entropies of all rows added up.
///
/// Counts the full cells of all rows at once, then looks each possible count up once.
#[inline]
pub fn rows_entropy<T: Word>(board: &Pile<T>) -> u64 {
    let digits = row_counts(board.columns());
    let mixed = digits.iter().fold(T::ZERO, |all, &d| all | d);
    let table = &ENTROPY[board.width()];
    bits(mixed).map(|row| table[count_at(&digits, row)]).sum()
}

/// How many cells of each row are full: a counter whose digits are words, the lowest first.
#[inline(always)]
pub(crate) fn row_counts<T: Word>(columns: &[T]) -> [T; 6] {
    let mut digits = [T::ZERO; 6];
    for &column in columns {
        let mut carry = column;
        for digit in &mut digits {
            let next = *digit & carry;
            *digit = *digit ^ carry;
            carry = next;
        }
    }
    digits
}

#[inline(always)]
fn count_at<T: Word>(digits: &[T; 6], row: u32) -> usize {
    let digit = |i: usize| ((digits[i] >> row).wide() as usize & 1) << i;
    digit(0) | digit(1) | digit(2) | digit(3) | digit(4) | digit(5)
}

/// Empty cells into which no single cell that falls from the top could be steered left, right and down.
pub fn proper_holes<T: Word>(board: &Pile<T>) -> u32 {
    let (columns, rows) = (board.columns(), board.rows_mask());
    let mut closed = [T::ZERO; MOST_WIDTH];
    for (closed, &c) in closed.iter_mut().zip(columns) {
        *closed = T::below(c.top()) & !c;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for x in 0..columns.len() {
            let empty = rows & !columns[x];
            let left = if x > 0 { !columns[x - 1] & rows & !closed[x - 1] } else { T::ZERO };
            let right = columns.get(x + 1).map_or(T::ZERO, |&c| !c & rows & !closed[x + 1]);
            let entered = closed[x] & (left | right);
            if !entered.is_zero() {
                closed[x] &= !fall(entered, empty);
                changed = true;
            }
        }
    }
    closed[..columns.len()].iter().map(|c| c.ones()).sum()
}

/// All cells that cells falling through empty ones pass.
#[inline(always)]
fn fall<T: Word>(mut cells: T, empty: T) -> T {
    loop {
        let more = cells | ((cells >> 1) & empty);
        if more == cells {
            return cells;
        }
        cells = more;
    }
}

/// Full cells, the lowest row counted once, the next twice, and so on.
pub fn weighted_blocks<T: Word>(board: &Pile<T>) -> u32 {
    board.columns().iter().map(|&c| bits(c).map(|row| row + 1).sum::<u32>()).sum()
}

/// Borders between open empty cells and full ones, walls and floor.
pub fn surface_length<T: Word>(board: &Pile<T>) -> u32 {
    let (columns, rows) = (board.columns(), board.rows_mask());
    let open = |c: T| rows & !T::below(c.top());
    let mut length = open(columns[0]).ones() + open(columns[columns.len() - 1]).ones();
    for pair in columns.windows(2) {
        length += ((open(pair[0]) & pair[1]) | (open(pair[1]) & pair[0])).ones();
    }
    length + columns.iter().filter(|c| !open(**c).is_zero()).count() as u32
}
