//! The nine further features: what drops need to know of the board for them, and what they change.

use super::super::table::DropShape;
use super::ground::{Ground, PAIRS_AT, Survey, moved, sums};
use super::lanes::{depth_words, first, from_left, from_right, slide, splat};
use super::sixteen::Fallen;
use crate::relief::{DOWN, DOWN_LEVEL, LEVEL_UP, PAIRS, Relief, Skyline, UP, UP_DOWN};
use std::arch::x86_64::{
    __m512i, __mmask16, _mm_cvtsi32_si128, _mm512_abs_epi32, _mm512_add_epi32, _mm512_and_si512,
    _mm512_andnot_si512, _mm512_lzcnt_epi32, _mm512_maskz_madd_epi16, _mm512_maskz_mov_epi32,
    _mm512_maskz_sub_epi32, _mm512_or_si512, _mm512_popcnt_epi32, _mm512_reduce_add_epi32,
    _mm512_reduce_or_epi32, _mm512_setzero_si512, _mm512_sll_epi32, _mm512_slli_epi32,
    _mm512_sllv_epi32, _mm512_srli_epi32, _mm512_sub_epi32, _mm512_test_epi32_mask,
};

/// Columns of a board that sixteen lanes have room for.
const COLUMNS: usize = super::SIXTEEN_COLUMNS;

/// What each column and the step before it are like.
pub(super) struct Columns {
    /// The steps squared.
    squares: __m512i,
    /// The bits of steps from -1 to 1.
    bits: __m512i,
    /// How far the bit of the next step moves to make a pair.
    shifts: __m512i,
    /// The full cells above the topmost hole.
    covers: __m512i,
}

impl Columns {
    /// Looks at a board, and puts the pairs of steps beside its steps.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd")]
    pub(super) fn of(survey: &mut Survey, width: usize) -> Self {
        let (zero, one) = (_mm512_setzero_si512(), splat(1));
        let size = _mm512_abs_epi32(survey.falls);
        let squares = _mm512_maskz_madd_epi16(inner(width), size, size);
        let bits = _mm512_and_si512(_mm512_srli_epi32::<1>(survey.steps), splat(7));
        let shifts = three_times(_mm512_add_epi32(survey.falls, one));
        let pairs = _mm512_sllv_epi32(slide::<1>(bits, zero), shifts);
        let pairs = _mm512_slli_epi32::<PAIRS_AT>(_mm512_and_si512(pairs, splat(PAIRS)));
        survey.steps = _mm512_or_si512(survey.steps, pairs);
        let roofs = _mm512_sub_epi32(splat(32), _mm512_lzcnt_epi32(survey.holes));
        let holey = _mm512_test_epi32_mask(survey.holes, survey.holes);
        let (top, roof) = (_mm512_sllv_epi32(one, survey.heights), _mm512_sllv_epi32(one, roofs));
        let covers = _mm512_maskz_sub_epi32(holey, top, roof);
        Self { squares, bits, shifts, covers }
    }
}

/// All further features of a board; `steps` are its steps and pairs.
#[inline]
#[target_feature(enable = "avx512f,popcnt")]
pub(super) fn relief(
    own: &Columns,
    steps: u32,
    hole_rows: u32,
    columns: &[u32; 16],
    (width, rows): (usize, u32),
) -> Relief {
    let covers = _mm512_reduce_or_epi32(own.covers) as u32;
    let skyline = Skyline {
        roughness: _mm512_reduce_add_epi32(own.squares) as u32,
        steps: steps >> 1 & 7,
        pairs: steps >> PAIRS_AT,
    };
    let lacking = Lacking::of(columns, width, rows);
    Relief {
        roughness: skyline.roughness,
        pairs: skyline.pairs.count_ones(),
        cover_gaps: lacking.total(covers),
        hole_heights: places(hole_rows),
        lacking_two: lacking.exactly(2).count_ones(),
        covers_lacking_one: (lacking.exactly(1) & covers).count_ones(),
        skew_places: skyline.skew_places(),
        bump: skyline.bump(),
        covers: covers.count_ones(),
    }
}

/// What drops need to know of a board for the further features. Arrays by width begin with a piece one column wide.
pub(super) struct Slopes {
    roughness: u32,
    /// By width: the squares of the steps that the piece touches.
    squares: [__m512i; 4],
    /// The shift of the step that ends at the column left of the piece.
    shift_before: __m512i,
    /// By width: the bit of the step that begins at the column right of the piece.
    bit_beyond: [__m512i; 4],
    /// Covers from the first column of the piece on.
    covers: [__m512i; 4],
    /// By width: covers of the other columns.
    covers_elsewhere: [__m512i; 4],
    /// How many cells of each row are empty, in binary.
    digits: [u32; 4],
    /// Rows that lack no, one, up to six cells.
    lacking: [u32; 7],
}

impl Slopes {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd")]
    pub(super) fn of(own: &Columns, columns: &[u32; 16], width: usize, rows: u32) -> Self {
        let zero = _mm512_setzero_si512();
        let squares = sums(&moved(own.squares, zero));
        let either = |a, b| _mm512_or_si512(a, b);
        let covers_right = from_right(own.covers, zero, either);
        let covers_left = slide::<15>(zero, from_left(own.covers, zero, either));
        let [_, covers @ .., _] = moved(own.covers, zero);
        let lacking = Lacking::of(columns, width, rows);
        Self {
            roughness: _mm512_reduce_add_epi32(own.squares) as u32,
            squares: [
                squares[1],
                squares[2],
                squares[3],
                _mm512_add_epi32(squares[3], slide::<4>(own.squares, zero)),
            ],
            shift_before: slide::<15>(splat(32), own.shifts),
            bit_beyond: [
                slide::<2>(own.bits, zero),
                slide::<3>(own.bits, zero),
                slide::<4>(own.bits, zero),
                slide::<5>(own.bits, zero),
            ],
            covers,
            covers_elsewhere: [
                _mm512_or_si512(covers_left, slide::<1>(covers_right, zero)),
                _mm512_or_si512(covers_left, slide::<2>(covers_right, zero)),
                _mm512_or_si512(covers_left, slide::<3>(covers_right, zero)),
                _mm512_or_si512(covers_left, slide::<4>(covers_right, zero)),
            ],
            digits: lacking.digits,
            lacking: [
                lacking.exactly(0),
                lacking.exactly(1),
                lacking.exactly(2),
                lacking.exactly(3),
                lacking.exactly(4),
                lacking.exactly(5),
                lacking.exactly(6),
            ],
        }
    }
}

/// The further features after the drops of a shape, in the order of [`Relief`]. `gaps` are the lanes in which a column of
/// the piece leaves a hole below it, `hole_rows` the rows with holes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq")]
pub(super) fn after<const W: usize>(
    g: &Ground,
    s: &Slopes,
    drop: &DropShape,
    fallen: &Fallen<W>,
    gaps: &[__mmask16; W],
    hole_rows: __m512i,
    width: usize,
) -> [__m512i; Relief::COUNT] {
    let skyline = skyline::<W>(g, s, drop, fallen.y, width);
    let covers = covers::<W>(g, s, fallen, gaps);
    let (one, two) = lacking::<W>(s, drop, fallen.y);
    [
        skyline.roughness,
        _mm512_popcnt_epi32(skyline.pairs),
        cover_gaps::<W>(s, fallen, covers),
        depth_words(hole_rows),
        _mm512_popcnt_epi32(two),
        _mm512_popcnt_epi32(_mm512_and_si512(covers, one)),
        skyline.skew_places(),
        _mm512_and_si512(_mm512_srli_epi32::<UP_DOWN>(skyline.pairs), splat(1)),
        _mm512_popcnt_epi32(covers),
    ]
}

/// What the tops of the columns alone say, of sixteen drops.
struct Skylines {
    roughness: __m512i,
    steps: __m512i,
    pairs: __m512i,
}

impl Skylines {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn skew_places(&self) -> __m512i {
        let s = _mm512_or_si512(
            _mm512_srli_epi32::<DOWN>(self.steps),
            _mm512_srli_epi32::<LEVEL_UP>(self.pairs),
        );
        let z = _mm512_or_si512(
            _mm512_srli_epi32::<UP>(self.steps),
            _mm512_srli_epi32::<DOWN_LEVEL>(self.pairs),
        );
        _mm512_and_si512(_mm512_and_si512(s, z), splat(1))
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn skyline<const W: usize>(
    g: &Ground,
    s: &Slopes,
    drop: &DropShape,
    y: __m512i,
    width: usize,
) -> Skylines {
    let (shape, one) = (&drop.shape, splat(1));
    // Steps plus one, so that -1 is bit 0; shifts that are too far, or negative, give nothing.
    let left = _mm512_sub_epi32(g.heights[0], y);
    let left = _mm512_sub_epi32(left, splat(shape.top(0).wrapping_sub(1)));
    let right = _mm512_add_epi32(y, splat(shape.top(W - 1) + 1));
    let right = _mm512_sub_epi32(right, g.heights[W + 1]);
    let seven = splat(7);
    let left_bit = _mm512_and_si512(_mm512_sllv_epi32(one, left), seven);
    let right_bit = _mm512_and_si512(_mm512_sllv_epi32(one, right), seven);
    let (left_shift, right_shift) = (three_times(left), three_times(right));

    let elsewhere = g.steps_elsewhere[W - 1];
    let mut pairs = _mm512_or_si512(_mm512_srli_epi32::<PAIRS_AT>(elsewhere), splat(drop.pairs));
    pairs = _mm512_or_si512(pairs, _mm512_sllv_epi32(left_bit, s.shift_before));
    pairs = _mm512_or_si512(pairs, _mm512_sllv_epi32(s.bit_beyond[W - 1], right_shift));
    if W == 1 {
        pairs = _mm512_or_si512(pairs, _mm512_sllv_epi32(right_bit, left_shift));
    } else {
        pairs = _mm512_or_si512(pairs, _mm512_sllv_epi32(splat(drop.first_step), left_shift));
        let shift = _mm_cvtsi32_si128(drop.last_shift as i32);
        pairs = _mm512_or_si512(pairs, _mm512_sll_epi32(right_bit, shift));
    }
    let elsewhere = _mm512_or_si512(elsewhere, splat(drop.steps));
    let steps = _mm512_or_si512(left_bit, right_bit);

    let (left, right) = (_mm512_sub_epi32(left, one), _mm512_sub_epi32(right, one));
    let (left, right) = (_mm512_abs_epi32(left), _mm512_abs_epi32(right));
    let old = _mm512_sub_epi32(splat(s.roughness + drop.squares), s.squares[W - 1]);
    let left = _mm512_maskz_madd_epi16(!1, left, left);
    let right = _mm512_maskz_madd_epi16(first(width - W), right, right);
    Skylines {
        roughness: _mm512_add_epi32(old, _mm512_add_epi32(left, right)),
        steps: _mm512_or_si512(steps, _mm512_srli_epi32::<1>(elsewhere)),
        pairs: _mm512_and_si512(pairs, splat(PAIRS)),
    }
}

/// Rows with a full cell above its column's topmost hole.
#[inline]
#[target_feature(enable = "avx512f")]
fn covers<const W: usize>(
    g: &Ground,
    s: &Slopes,
    fallen: &Fallen<W>,
    gaps: &[__mmask16; W],
) -> __m512i {
    let mut covers = s.covers_elsewhere[W - 1];
    for (j, &gapped) in gaps.iter().enumerate() {
        // A new hole lies right under the piece, so only the piece covers it.
        let old = _mm512_maskz_mov_epi32(!gapped, s.covers[j]);
        let new = _mm512_maskz_mov_epi32(gapped | g.holey >> j, fallen.cells[j]);
        covers = _mm512_or_si512(covers, _mm512_or_si512(old, new));
    }
    covers
}

/// The empty cells of some rows after the drops.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn cover_gaps<const W: usize>(s: &Slopes, fallen: &Fallen<W>, rows: __m512i) -> __m512i {
    let count = |digit: u32| _mm512_popcnt_epi32(_mm512_and_si512(rows, splat(digit)));
    let sum = _mm512_add_epi32(count(s.digits[2]), _mm512_slli_epi32::<1>(count(s.digits[3])));
    let sum = _mm512_add_epi32(count(s.digits[1]), _mm512_slli_epi32::<1>(sum));
    let sum = _mm512_add_epi32(count(s.digits[0]), _mm512_slli_epi32::<1>(sum));
    fallen.cells.iter().fold(sum, |sum, &cells| {
        _mm512_sub_epi32(sum, _mm512_popcnt_epi32(_mm512_and_si512(rows, cells)))
    })
}

/// The rows that lack exactly one cell, and exactly two, after the drops.
#[inline]
#[target_feature(enable = "avx512f")]
fn lacking<const W: usize>(s: &Slopes, drop: &DropShape, y: __m512i) -> (__m512i, __m512i) {
    let touched = _mm512_sllv_epi32(splat(drop.rows[0]), y);
    let mut one = _mm512_andnot_si512(touched, splat(s.lacking[1]));
    let mut two = _mm512_andnot_si512(touched, splat(s.lacking[2]));
    // No row of the shape has more cells than the shape is wide.
    for cells in 1..=W {
        let rows = _mm512_sllv_epi32(splat(drop.rows[cells]), y);
        one = _mm512_or_si512(one, _mm512_and_si512(rows, splat(s.lacking[1 + cells])));
        two = _mm512_or_si512(two, _mm512_and_si512(rows, splat(s.lacking[2 + cells])));
    }
    (one, two)
}

/// Lanes with a column on their left.
#[inline(always)]
fn inner(width: usize) -> __mmask16 {
    first(width) & !1
}

#[inline]
#[target_feature(enable = "avx512f")]
fn three_times(lanes: __m512i) -> __m512i {
    _mm512_add_epi32(_mm512_slli_epi32::<1>(lanes), lanes)
}

/// The places whose number has a digit in binary, the lowest first.
const DIGITS: [u32; 5] = [0xaaaa_aaaa, 0xcccc_cccc, 0xf0f0_f0f0, 0xff00_ff00, 0xffff_0000];

/// For each bit its place plus one, added up.
#[inline]
#[target_feature(enable = "popcnt")]
fn places(word: u32) -> u32 {
    let mut sum = word.count_ones();
    for (i, digit) in DIGITS.into_iter().enumerate() {
        sum += (word & digit).count_ones() << i;
    }
    sum
}

/// How many cells of each row are empty, in binary.
struct Lacking {
    digits: [u32; 4],
    rows: u32,
}

impl Lacking {
    /// Adds up to fifteen columns three at a time.
    #[inline(always)]
    fn of(columns: &[u32; 16], width: usize, rows: u32) -> Self {
        let mut c = [0; COLUMNS];
        for x in 0..COLUMNS {
            c[x] = if x < width { !columns[x] & rows } else { 0 };
        }
        let ones = [
            add(c[0], c[1], c[2]),
            add(c[3], c[4], c[5]),
            add(c[6], c[7], c[8]),
            add(c[9], c[10], c[11]),
            add(c[12], c[13], c[14]),
        ];
        let [sum, five] = add(ones[0][0], ones[1][0], ones[2][0]);
        let [first, six] = add(sum, ones[3][0], ones[4][0]);
        let [a, high] = add(ones[0][1], ones[1][1], ones[2][1]);
        let [b, higher] = add(ones[3][1], ones[4][1], five);
        let [second, highest] = add(a, b, six);
        let [third, fourth] = add(high, higher, highest);
        Self { digits: [first, second, third, fourth], rows }
    }

    /// The rows that lack this many cells.
    #[inline(always)]
    fn exactly(&self, cells: u32) -> u32 {
        let mut rows = self.rows;
        for i in 0..self.digits.len() {
            rows &= if cells >> i & 1 == 1 { self.digits[i] } else { !self.digits[i] };
        }
        rows
    }

    /// How many cells some rows lack in all.
    #[inline(always)]
    fn total(&self, rows: u32) -> u32 {
        let mut sum = 0;
        for i in 0..self.digits.len() {
            sum += (self.digits[i] & rows).count_ones() << i;
        }
        sum
    }
}

/// The sum of three bits in each place: its low and its high digit.
#[inline(always)]
fn add(a: u32, b: u32, c: u32) -> [u32; 2] {
    let half = a ^ b;
    [half ^ c, (a & b) | (half & c)]
}
