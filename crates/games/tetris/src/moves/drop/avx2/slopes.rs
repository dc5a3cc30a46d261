//! The nine further features of eight drops: what they need to know of the board, and what they change.

use super::super::outline::{Outline, PAD, WALL};
use super::super::table::DropShape;
use super::eight::{Fallen, Under};
use super::lanes::{count_bytes, depth_bytes, load, rows_below, shift_left, splat, sum_bytes};
use crate::board::{LowBoard, MOST_WIDTH};
use crate::relief::{
    DOWN, DOWN_LEVEL, LEVEL_UP, PAIRS, Relief, UP, UP_DOWN, cover, one_hot, pair_shift, rows_with,
};
use crate::terrain::row_counts;
use std::arch::x86_64::{
    __m256i, _mm256_abs_epi32, _mm256_add_epi8, _mm256_add_epi32, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_cmpgt_epi32, _mm256_madd_epi16, _mm256_or_si256,
    _mm256_setzero_si256, _mm256_slli_epi32, _mm256_sllv_epi32, _mm256_srli_epi32, _mm256_sub_epi8,
    _mm256_sub_epi32,
};

/// What drops need to know of a board for the further features; columns are numbered as in an [`Outline`], and a step has the number of the
/// column on its right.
pub(super) struct Slopes<const L: usize> {
    /// The squares of all steps up to this one, added up.
    squares: [u32; L],
    /// The bit of this step, and how far that of the next one moves to make a pair with it.
    bits: [u32; L],
    shifts: [u32; L],
    /// Pairs of steps between columns left of this one, and from this one on.
    pairs_before: [u32; L],
    pairs_from: [u32; L],
    /// The full cells above the topmost hole of this column, of those left of it, and from this one on.
    covers: [u32; L],
    covers_before: [u32; L],
    covers_from: [u32; L],
    roughness: u32,
    /// How many cells of each row are empty, in binary, and how many digits that takes.
    digits: [u32; 6],
    places: usize,
    /// Rows that lack no, one, up to six cells.
    lacking: [u32; 7],
}

/// No step: nothing makes a pair with it.
const NO_STEP: u32 = 16;

impl<const L: usize> Slopes<L> {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn of(o: &Outline<u32, L>, board: &LowBoard) -> Self {
        let (width, rows) = (board.width(), board.rows_mask());
        let mut slopes = Self {
            squares: [0; L],
            bits: [0; L],
            shifts: [NO_STEP; L],
            pairs_before: [0; L],
            pairs_from: [0; L],
            covers: [0; L],
            covers_before: [0; L],
            covers_from: [0; L],
            roughness: 0,
            digits: [0; 6],
            places: (usize::BITS - width.leading_zeros()) as usize,
            lacking: [0; 7],
        };
        slopes.prefixes(o, width);
        slopes.suffixes(width);
        let mut empty = [0; MOST_WIDTH];
        for (empty, full) in empty.iter_mut().zip(board.columns()) {
            *empty = !full & rows;
        }
        slopes.digits = row_counts(&empty[..width]);
        for (cells, lacking) in slopes.lacking.iter_mut().enumerate() {
            *lacking = rows_with(&slopes.digits, cells) & rows;
        }
        slopes
    }

    #[inline(always)]
    fn prefixes(&mut self, o: &Outline<u32, L>, width: usize) {
        for i in PAD..PAD + width {
            let (column, holes) = (o.columns[i], o.holes[i]);
            self.covers[i] = cover(column | holes, holes);
            self.covers_before[i + 1] = self.covers_before[i] | self.covers[i];
            if i > PAD {
                let step = o.heights[i - 1] as i32 - o.heights[i] as i32;
                self.bits[i] = one_hot(step);
                self.shifts[i] = pair_shift(step);
                self.roughness += (step * step) as u32;
            }
            self.squares[i] = self.roughness;
            let pair = self.bits[i] << self.shifts[i - 1] & PAIRS;
            self.pairs_before[i + 1] = self.pairs_before[i] | pair;
        }
        self.squares[PAD + width..].fill(self.roughness);
    }

    #[inline(always)]
    fn suffixes(&mut self, width: usize) {
        for i in (PAD..PAD + width).rev() {
            self.covers_from[i] = self.covers_from[i + 1] | self.covers[i];
            let pair = self.bits[i + 2] << self.shifts[i + 1] & PAIRS;
            self.pairs_from[i] = self.pairs_from[i + 1] | pair;
        }
    }
}

/// The further features after eight drops, in the order of [`Relief`]; `i` is the place of the first drop's column. Rows with holes come with
/// the bits of each of their bytes counted.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn after<const L: usize, const W: usize>(
    (o, s): (&Outline<u32, L>, &Slopes<L>),
    drop: &DropShape,
    i: usize,
    fallen: &Fallen<W>,
    under: &Under<W>,
    [hole_rows, hole_counts]: [__m256i; 2],
) -> [__m256i; Relief::COUNT] {
    let skyline = skyline::<L, W>(o, s, drop, i, fallen.y);
    let covers = covers::<L, W>(s, i, fallen, under);
    let (one, two) = lacking::<L, W>(s, drop, fallen.y);
    let count = |rows| sum_bytes(count_bytes(rows));
    [
        skyline.roughness,
        count(skyline.pairs),
        cover_gaps::<L, W>(s, fallen, covers),
        _mm256_add_epi32(sum_bytes(depth_bytes(hole_rows)), rows_below(hole_counts)),
        count(two),
        count(_mm256_and_si256(covers, one)),
        skyline.skew_places(),
        _mm256_and_si256(_mm256_srli_epi32::<{ UP_DOWN as i32 }>(skyline.pairs), splat(1)),
        count(covers),
    ]
}

/// What the tops of the columns alone say, of eight drops.
struct Skylines {
    roughness: __m256i,
    steps: __m256i,
    pairs: __m256i,
}

impl Skylines {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn skew_places(&self) -> __m256i {
        let s = _mm256_or_si256(
            _mm256_srli_epi32::<{ DOWN as i32 }>(self.steps),
            _mm256_srli_epi32::<{ LEVEL_UP as i32 }>(self.pairs),
        );
        let z = _mm256_or_si256(
            _mm256_srli_epi32::<{ UP as i32 }>(self.steps),
            _mm256_srli_epi32::<{ DOWN_LEVEL as i32 }>(self.pairs),
        );
        _mm256_and_si256(_mm256_and_si256(s, z), splat(1))
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn skyline<const L: usize, const W: usize>(
    o: &Outline<u32, L>,
    s: &Slopes<L>,
    drop: &DropShape,
    i: usize,
    y: __m256i,
) -> Skylines {
    let (shape, one) = (&drop.shape, splat(1));
    let (before, beyond) = (load(&o.heights, i - 1), load(&o.heights, i + W));
    // Steps plus one, so that -1 is bit 0; shifts that are too far, or negative, give nothing.
    let left = _mm256_sub_epi32(_mm256_sub_epi32(before, y), splat(shape.top(0).wrapping_sub(1)));
    let right = _mm256_sub_epi32(_mm256_add_epi32(y, splat(shape.top(W - 1) + 1)), beyond);
    let bit = |step| _mm256_and_si256(_mm256_sllv_epi32(one, step), splat(7));
    let (left_bit, right_bit) = (bit(left), bit(right));
    let (left_shift, right_shift) = (three_times(left), three_times(right));

    let mut pairs = _mm256_or_si256(load(&s.pairs_before, i), load(&s.pairs_from, i + W));
    let mut add = |pair| pairs = _mm256_or_si256(pairs, pair);
    add(splat(drop.pairs));
    add(_mm256_sllv_epi32(left_bit, load(&s.shifts, i - 1)));
    add(_mm256_sllv_epi32(load(&s.bits, i + W + 1), right_shift));
    if W == 1 {
        add(_mm256_sllv_epi32(right_bit, left_shift));
    } else {
        add(_mm256_sllv_epi32(splat(drop.first_step), left_shift));
        add(shift_left(right_bit, drop.last_shift as usize));
    }
    let elsewhere = _mm256_or_si256(load(&o.steps_before, i), load(&o.steps_from, i + W));
    let elsewhere = _mm256_srli_epi32::<1>(_mm256_or_si256(elsewhere, splat(drop.steps)));

    let touched = _mm256_sub_epi32(load(&s.squares, i + W), load(&s.squares, i - 1));
    let roughness = _mm256_sub_epi32(splat(s.roughness + drop.squares), touched);
    let roughness = _mm256_add_epi32(roughness, square(_mm256_sub_epi32(left, one), before));
    Skylines {
        roughness: _mm256_add_epi32(roughness, square(_mm256_sub_epi32(right, one), beyond)),
        steps: _mm256_or_si256(_mm256_or_si256(left_bit, right_bit), elsewhere),
        pairs: _mm256_and_si256(pairs, splat(PAIRS)),
    }
}

/// The squares of steps to columns of these heights; steps to a wall are none.
#[inline]
#[target_feature(enable = "avx2")]
fn square(step: __m256i, height: __m256i) -> __m256i {
    let column = _mm256_cmpgt_epi32(splat(WALL), height);
    let size = _mm256_and_si256(_mm256_abs_epi32(step), column);
    _mm256_madd_epi16(size, size)
}

/// Rows with a full cell above its column's topmost hole.
#[inline]
#[target_feature(enable = "avx2")]
fn covers<const L: usize, const W: usize>(
    s: &Slopes<L>,
    i: usize,
    fallen: &Fallen<W>,
    under: &Under<W>,
) -> __m256i {
    let mut covers = _mm256_or_si256(load(&s.covers_before, i), load(&s.covers_from, i + W));
    for j in 0..W {
        // A new hole lies right under the piece, so only the piece covers it.
        let old = _mm256_andnot_si256(under.gapped[j], load(&s.covers, i + j));
        let new = _mm256_andnot_si256(under.sound[j], fallen.cells[j]);
        covers = _mm256_or_si256(covers, _mm256_or_si256(old, new));
    }
    covers
}

/// The empty cells of some rows after the drops.
#[inline]
#[target_feature(enable = "avx2")]
fn cover_gaps<const L: usize, const W: usize>(
    s: &Slopes<L>,
    fallen: &Fallen<W>,
    rows: __m256i,
) -> __m256i {
    // Eight rows lack less than 256 cells: each of them has the full cell that covers a hole.
    let mut sum = _mm256_setzero_si256();
    for &digit in s.digits[..s.places].iter().rev() {
        let counted = count_bytes(_mm256_and_si256(rows, splat(digit)));
        sum = _mm256_add_epi8(_mm256_add_epi8(sum, sum), counted);
    }
    for cells in fallen.cells {
        sum = _mm256_sub_epi8(sum, count_bytes(_mm256_and_si256(rows, cells)));
    }
    sum_bytes(sum)
}

/// The rows that lack exactly one cell, and exactly two, after the drops.
#[inline]
#[target_feature(enable = "avx2")]
fn lacking<const L: usize, const W: usize>(
    s: &Slopes<L>,
    drop: &DropShape,
    y: __m256i,
) -> (__m256i, __m256i) {
    let touched = _mm256_sllv_epi32(splat(drop.rows[0]), y);
    let mut one = _mm256_andnot_si256(touched, splat(s.lacking[1]));
    let mut two = _mm256_andnot_si256(touched, splat(s.lacking[2]));
    // No row of the shape has more cells than the shape is wide.
    for cells in 1..=W {
        let rows = _mm256_sllv_epi32(splat(drop.rows[cells]), y);
        one = _mm256_or_si256(one, _mm256_and_si256(rows, splat(s.lacking[1 + cells])));
        two = _mm256_or_si256(two, _mm256_and_si256(rows, splat(s.lacking[2 + cells])));
    }
    (one, two)
}

#[inline]
#[target_feature(enable = "avx2")]
fn three_times(lanes: __m256i) -> __m256i {
    _mm256_add_epi32(_mm256_slli_epi32::<1>(lanes), lanes)
}
