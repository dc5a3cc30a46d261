//! The nine further features of a board: how steps lie beside each other, and what lies over holes.

use super::terrain::row_counts;
use crate::board::Pile;
use crate::word::{Word, bits};

/// The board features beyond the published nine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Relief {
    /// BU2.
    pub roughness: u32,
    /// DV2.
    pub pairs: u32,
    /// EMPC.
    pub cover_gaps: u32,
    /// RHW.
    pub hole_heights: u32,
    /// AF2.
    pub lacking_two: u32,
    /// AFC.
    pub covers_lacking_one: u32,
    /// PSZ.
    pub skew_places: u32,
    /// PBU.
    pub bump: u32,
    /// CR.
    pub covers: u32,
}

impl Relief {
    /// How many features there are.
    pub const COUNT: usize = 9;

    /// The features as numbers to be weighted, in the order of the fields.
    #[inline(always)]
    pub fn amounts(&self) -> [f64; Self::COUNT] {
        [
            f64::from(self.roughness as i32),
            f64::from(self.pairs as i32),
            f64::from(self.cover_gaps as i32),
            f64::from(self.hole_heights as i32),
            f64::from(self.lacking_two as i32),
            f64::from(self.covers_lacking_one as i32),
            f64::from(self.skew_places as i32),
            f64::from(self.bump as i32),
            f64::from(self.covers as i32),
        ]
    }

    /// Looks at a board.
    #[inline(always)]
    pub fn of<T: Word>(board: &Pile<T>) -> Self {
        Self::of_columns(board.columns())
    }

    /// Looks at columns.
    #[inline(always)]
    pub(crate) fn of_columns<T: Word>(columns: &[T]) -> Self {
        let (mut covers, mut hole_rows) = (T::ZERO, T::ZERO);
        for &c in columns {
            let below = T::below(c.top());
            let holes = below & !c;
            hole_rows |= holes;
            covers |= cover(below, holes);
        }
        let skyline = Skyline::of(columns);
        let counts = row_counts(columns);
        let lacking = |cells: usize| rows_with(&counts, columns.len() - cells);
        let full: u32 = (0..counts.len()).map(|i| (counts[i] & covers).ones() << i).sum();
        Self {
            roughness: skyline.roughness,
            pairs: skyline.pairs.count_ones(),
            cover_gaps: columns.len() as u32 * covers.ones() - full,
            hole_heights: bits(hole_rows).map(|row| row + 1).sum(),
            lacking_two: lacking(2).ones(),
            covers_lacking_one: (covers & lacking(1)).ones(),
            skew_places: skyline.skew_places(),
            bump: skyline.bump(),
            covers: covers.ones(),
        }
    }
}

/// What the tops of the columns alone say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Skyline {
    pub(crate) roughness: u32,
    /// Steps from -1 to 1, a bit each.
    pub(crate) steps: u32,
    /// Pairs of neighbouring ones, a bit each.
    pub(crate) pairs: u32,
}

impl Skyline {
    #[inline(always)]
    fn of<T: Word>(columns: &[T]) -> Self {
        let (mut skyline, mut last) = (Self::default(), FAR);
        for pair in columns.windows(2) {
            let step = pair[0].top() as i32 - pair[1].top() as i32;
            skyline.roughness += (step * step) as u32;
            skyline.steps |= one_hot(step);
            skyline.pairs |= one_hot(step) << pair_shift(last) & PAIRS;
            last = step;
        }
        skyline
    }

    /// S lies on two level columns with the next one higher, or stands where it goes one down; Z the other way round.
    #[inline(always)]
    pub(crate) fn skew_places(self) -> u32 {
        let s = self.steps >> DOWN | self.pairs >> LEVEL_UP;
        let z = self.steps >> UP | self.pairs >> DOWN_LEVEL;
        s & z & 1
    }

    #[inline(always)]
    pub(crate) fn bump(self) -> u32 {
        self.pairs >> UP_DOWN & 1
    }
}

/// Bits of sets of steps and of pairs of them. A step is the height on the left less that on the right.
pub(crate) const UP: u32 = 0;
pub(crate) const DOWN: u32 = 2;
pub(crate) const LEVEL_UP: u32 = 3;
pub(crate) const DOWN_LEVEL: u32 = 7;
pub(crate) const UP_DOWN: u32 = 2;
/// All pairs there are.
pub(crate) const PAIRS: u32 = 0x1ff;
/// No step of a skyline.
const FAR: i32 = 1 << 16;

/// The bit of a step from -1 to 1; none for larger steps.
#[inline(always)]
pub(crate) fn one_hot(step: i32) -> u32 {
    if (-1..=1).contains(&step) { 1 << (step + 1) } else { 0 }
}

/// How far the bit of the second step is moved to become the bit of a pair: out of [`PAIRS`] if the first is larger than 1.
#[inline(always)]
pub(crate) fn pair_shift(first: i32) -> u32 {
    if (-1..=1).contains(&first) { 3 * (first + 1) as u32 } else { 16 }
}

/// The full cells above the topmost of some holes of a column whose rows up to its top are `below`.
#[inline(always)]
pub(crate) fn cover<T: Word>(below: T, holes: T) -> T {
    if holes.is_zero() { T::ZERO } else { below & !T::below(holes.top()) }
}

/// The rows whose count has exactly this value.
#[inline(always)]
pub(crate) fn rows_with<T: Word>(counts: &[T; 6], value: usize) -> T {
    (0..counts.len())
        .fold(T::ALL, |rows, i| rows & if value >> i & 1 == 1 { counts[i] } else { !counts[i] })
}
