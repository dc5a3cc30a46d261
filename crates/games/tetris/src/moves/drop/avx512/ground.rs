//! A board as sixteen lanes, one for each column; the lanes beside the board are walls.

use super::super::outline::WALL;
use super::lanes::{depth_words, first, from_left, from_right, slide, splat};
use crate::terrain::Terrain;
use std::arch::x86_64::{
    __m512i, __mmask16, _mm512_add_epi32, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_lzcnt_epi32, _mm512_mask_mov_epi32, _mm512_maskz_sllv_epi32, _mm512_or_si512,
    _mm512_popcnt_epi32, _mm512_reduce_add_epi32, _mm512_reduce_or_epi32, _mm512_setzero_si512,
    _mm512_slli_epi32, _mm512_sllv_epi32, _mm512_srli_epi32, _mm512_srlv_epi32, _mm512_sub_epi32,
    _mm512_test_epi32_mask, _mm512_xor_si512,
};

/// Where pairs of steps begin in a word of steps.
pub(super) const PAIRS_AT: u32 = 8;

/// What the columns of a board are like.
pub(super) struct Survey {
    pub(super) heights: __m512i,
    /// Empty cells below the top of the column.
    pub(super) holes: __m512i,
    /// Where the column differs from its left neighbour.
    borders: __m512i,
    /// The wells of the open cells.
    open_wells: __m512i,
    /// The step of the skyline from the left neighbour, as a bit; from bit [`PAIRS_AT`] on the pair that it makes with the
    /// next one, where pairs count.
    pub(super) steps: __m512i,
    /// The height of the left neighbour less that of the column.
    pub(super) falls: __m512i,
    /// Everything but the diversity.
    pub(super) totals: Terrain,
    pub(super) hole_rows: u32,
}

impl Survey {
    /// Looks at columns whose rows are the bits of `rows`. Walls are full beyond the rows too.
    #[inline]
    #[target_feature(enable = "avx512f,avx512cd,avx512vpopcntdq")]
    pub(super) fn of(columns: __m512i, width: usize, rows: u32) -> Self {
        let (c, wall, one) = (columns, splat(u32::MAX), splat(1));
        let inside = first(width);
        let tops = _mm512_sub_epi32(splat(32), _mm512_lzcnt_epi32(c));
        let heights = _mm512_mask_mov_epi32(splat(WALL), inside, tops);
        let below = _mm512_sub_epi32(_mm512_sllv_epi32(one, heights), one);
        let holes = _mm512_andnot_si512(c, below);
        let (left, right) = (slide::<15>(wall, c), slide::<1>(c, wall));
        let borders = _mm512_and_si512(_mm512_xor_si512(left, c), splat(rows));
        let between = _mm512_and_si512(_mm512_and_si512(left, right), splat(rows));
        let wells = _mm512_andnot_si512(c, between);
        let open = _mm512_srlv_epi32(_mm512_andnot_si512(below, wells), heights);
        let open_wells = depth_words(open);
        let covered = depths(c, _mm512_and_si512(wells, below));
        let fall = _mm512_sub_epi32(slide::<15>(splat(WALL), heights), heights);
        let steps = _mm512_maskz_sllv_epi32(inside, one, _mm512_add_epi32(fall, splat(2)));
        let hole_rows = _mm512_reduce_or_epi32(holes) as u32;
        let wells = _mm512_reduce_add_epi32(_mm512_add_epi32(open_wells, covered)) as u32;
        let mut totals = counted(c, borders, holes, width as u32);
        (totals.wells, totals.hole_rows) = (wells, hole_rows.count_ones());
        let steps = _mm512_and_si512(steps, splat(31));
        Self { heights, holes, borders, open_wells, steps, falls: fall, totals, hole_rows }
    }

    /// All steps of the skyline, and all pairs of them where they count.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn all_steps(&self) -> u32 {
        _mm512_reduce_or_epi32(self.steps) as u32
    }
}

/// Row and column transitions, holes and their depths.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn counted(c: __m512i, borders: __m512i, holes: __m512i, width: u32) -> Terrain {
    let one = splat(1);
    let rises = _mm512_andnot_si512(_mm512_or_si512(_mm512_slli_epi32::<1>(c), one), c);
    let covers = _mm512_and_si512(c, _mm512_add_epi32(c, one));
    // Each sum is below 2^16, so two of them share a lane.
    let two = |low, high| {
        let high = _mm512_slli_epi32::<16>(_mm512_popcnt_epi32(high));
        _mm512_reduce_add_epi32(_mm512_or_si512(_mm512_popcnt_epi32(low), high)) as u32
    };
    let (changes, covered) = (two(borders, rises), two(holes, covers));
    Terrain {
        row_transitions: changes & 0xffff,
        column_transitions: width + 2 * (changes >> 16),
        holes: covered & 0xffff,
        hole_depth: covered >> 16,
        ..Terrain::default()
    }
}

/// For each of some empty cells: 1 plus the empty cells below it, added up in each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn depths(columns: __m512i, cells: __m512i) -> __m512i {
    let (mut cells, mut sum) = (cells, _mm512_setzero_si512());
    // All cells sink together until each has met a full one.
    while _mm512_test_epi32_mask(cells, cells) != 0 {
        sum = _mm512_add_epi32(sum, _mm512_popcnt_epi32(cells));
        cells = _mm512_andnot_si512(columns, _mm512_srli_epi32::<1>(cells));
    }
    sum
}

/// What the drops on a board need to know of it, moved so that lane `x` has what the drop on column `x`
/// looks at. Arrays by width begin with a piece one column wide.
pub(super) struct Ground {
    /// Columns from two left of the piece on.
    pub(super) columns: [__m512i; 8],
    /// Heights from one left of the piece on.
    pub(super) heights: [__m512i; 6],
    /// Holes from one left of the piece on.
    pub(super) holes: [__m512i; 6],
    /// Borders from the left edge of the piece on.
    pub(super) borders: [__m512i; 5],
    /// By width: the open wells under the piece.
    pub(super) open_wells: [__m512i; 4],
    /// By width: the heights under the piece, added up.
    pub(super) height_sums: [__m512i; 4],
    /// By width: rows that are full in all columns but those of the piece.
    pub(super) full_elsewhere: [__m512i; 4],
    /// By width: steps of the skyline that the piece does not touch, and pairs of them where they count.
    pub(super) steps_elsewhere: [__m512i; 4],
    /// Columns with holes.
    pub(super) holey: __mmask16,
    /// Everything but the diversity.
    pub(super) totals: Terrain,
    /// Rows with holes.
    pub(super) hole_rows: u32,
}

impl Ground {
    #[inline]
    #[target_feature(enable = "avx512f,avx512cd,avx512vpopcntdq")]
    pub(super) fn of(c: __m512i, survey: &Survey) -> Self {
        let (zero, wall) = (_mm512_setzero_si512(), splat(u32::MAX));
        let near = moved(c, wall);
        let heights = moved(survey.heights, splat(WALL));
        let [_, borders @ ..] = moved(survey.borders, zero);
        Self {
            columns: [
                slide::<14>(wall, c),
                near[0],
                near[1],
                near[2],
                near[3],
                near[4],
                near[5],
                slide::<5>(c, wall),
            ],
            heights,
            holes: moved(survey.holes, zero),
            borders,
            open_wells: sums(&moved(survey.open_wells, zero)),
            height_sums: sums(&heights),
            full_elsewhere: full_elsewhere(c),
            steps_elsewhere: steps_elsewhere(survey.steps),
            holey: _mm512_test_epi32_mask(survey.holes, survey.holes),
            totals: survey.totals,
            hole_rows: survey.hole_rows,
        }
    }
}

/// Lanes one to the left, the same, and one to four to the right.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn moved(lanes: __m512i, fill: __m512i) -> [__m512i; 6] {
    [
        slide::<15>(fill, lanes),
        lanes,
        slide::<1>(lanes, fill),
        slide::<2>(lanes, fill),
        slide::<3>(lanes, fill),
        slide::<4>(lanes, fill),
    ]
}

/// Sums of the one to four lanes from each lane on.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn sums(moved: &[__m512i; 6]) -> [__m512i; 4] {
    let one = moved[1];
    let two = _mm512_add_epi32(one, moved[2]);
    let three = _mm512_add_epi32(two, moved[3]);
    [one, two, three, _mm512_add_epi32(three, moved[4])]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn full_elsewhere(columns: __m512i) -> [__m512i; 4] {
    let wall = splat(u32::MAX);
    let both = |a, b| _mm512_and_si512(a, b);
    let left = slide::<15>(wall, from_left(columns, wall, both));
    let right = from_right(columns, wall, both);
    [
        both(left, slide::<1>(right, wall)),
        both(left, slide::<2>(right, wall)),
        both(left, slide::<3>(right, wall)),
        both(left, slide::<4>(right, wall)),
    ]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn steps_elsewhere(steps: __m512i) -> [__m512i; 4] {
    let zero = _mm512_setzero_si512();
    let either = |a, b| _mm512_or_si512(a, b);
    let left = from_left(steps, zero, either);
    let (near, far) = (slide::<15>(zero, left), slide::<14>(zero, left));
    // The pair before the last step has the step at the left edge of the piece in it.
    let own = splat((1 << PAIRS_AT) - 1);
    let left = either(_mm512_and_si512(near, own), _mm512_andnot_si512(own, far));
    let right = from_right(steps, zero, either);
    // The step at the right edge of the piece is its own.
    [
        either(left, slide::<2>(right, zero)),
        either(left, slide::<3>(right, zero)),
        either(left, slide::<4>(right, zero)),
        either(left, slide::<5>(right, zero)),
    ]
}
