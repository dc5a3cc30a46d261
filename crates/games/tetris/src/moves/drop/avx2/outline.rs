//! The outline of a board, eight columns at a time.

use super::super::outline::{Outline, PAD, WALL, open_depths};
use super::lanes::{count_bytes, depth_bytes, load, mask, part, splat, store, sum_bytes};
use crate::board::LowBoard;
use crate::terrain::depths;
use crate::word::{Word, bits};
use std::arch::x86_64::{
    __m256i, _mm_add_epi64, _mm_cvtsi128_si64, _mm_unpackhi_epi64, _mm256_add_epi8,
    _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8,
    _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_or_si256, _mm256_sad_epu8, _mm256_setr_epi32,
    _mm256_setzero_si256, _mm256_slli_epi32, _mm256_slli_epi64, _mm256_srli_epi32,
    _mm256_srlv_epi32, _mm256_xor_si256,
};

/// Bits of all columns by what they count, as bytes.
struct Counts {
    borders: __m256i,
    rises: __m256i,
    holes: __m256i,
    covers: __m256i,
}

/// The same as [`Outline::of`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn of<const L: usize>(board: &LowBoard) -> Outline<u32, L> {
    let mut outline = Outline::<u32, L>::blank(board);
    let (width, rows) = (board.width(), board.rows_mask());
    let zero = _mm256_setzero_si256();
    let mut counts = Counts { borders: zero, rises: zero, holes: zero, covers: zero };
    for x in (0..width).step_by(8) {
        columns(&mut outline, &mut counts, x.min(L - 16 - PAD) + PAD, width - x, rows);
    }
    let last = (outline.columns[width + PAD - 1] ^ rows) & rows;
    outline.borders[width + PAD] = last;
    outline.totals(&counts, width as u32, last.count_ones());
    outline.prefixes(width);
    outline.suffixes(width);
    outline
}

/// Eight columns from index `i`, of which `inside` lie on the board.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn columns<const L: usize>(
    o: &mut Outline<u32, L>,
    counts: &mut Counts,
    i: usize,
    inside: usize,
    rows: u32,
) {
    let zero = _mm256_setzero_si256();
    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let on_board = _mm256_cmpgt_epi32(splat(inside as u32), lanes);
    let c = _mm256_and_si256(load(&o.columns, i), on_board);
    let (left, right) = (load(&o.columns, i - 1), load(&o.columns, i + 1));
    let below = below(c);
    let holes = _mm256_andnot_si256(c, below);
    let heights = sum_bytes(count_bytes(below));
    let inner = _mm256_and_si256(on_board, splat(rows));
    let borders = _mm256_and_si256(_mm256_xor_si256(left, c), inner);
    let sides = _mm256_and_si256(_mm256_and_si256(left, right), inner);
    let wells = _mm256_andnot_si256(c, sides);
    let open = _mm256_srlv_epi32(_mm256_andnot_si256(below, wells), heights);
    let covered = _mm256_and_si256(wells, below);

    store(&mut o.heights, i, _mm256_blendv_epi8(splat(WALL), heights, on_board));
    store(&mut o.holes, i, holes);
    store(&mut o.borders, i, borders);
    let depth = sum_bytes(depth_bytes(_mm256_and_si256(open, splat(255))));
    store(&mut o.open_wells, i, depth);
    o.hole_rows |= any_lane(holes);
    o.wells += add_lanes(depth);
    let odd = _mm256_or_si256(covered, _mm256_srli_epi32::<8>(open));
    for lane in bits(!mask(_mm256_cmpeq_epi32(odd, zero)) & 255) {
        o.odd_wells(i + lane as usize, rows);
    }
    let rises = _mm256_andnot_si256(_mm256_or_si256(_mm256_slli_epi32::<1>(c), splat(1)), c);
    let covers = _mm256_and_si256(c, _mm256_add_epi32(c, splat(1)));
    counts.borders = _mm256_add_epi8(counts.borders, count_bytes(borders));
    counts.rises = _mm256_add_epi8(counts.rises, count_bytes(rises));
    counts.holes = _mm256_add_epi8(counts.holes, count_bytes(holes));
    counts.covers = _mm256_add_epi8(counts.covers, count_bytes(covers));
}

/// All rows up to the highest full one.
#[inline]
#[target_feature(enable = "avx2")]
fn below(c: __m256i) -> __m256i {
    let c = _mm256_or_si256(c, _mm256_srli_epi32::<1>(c));
    let c = _mm256_or_si256(c, _mm256_srli_epi32::<2>(c));
    let c = _mm256_or_si256(c, _mm256_srli_epi32::<4>(c));
    let c = _mm256_or_si256(c, _mm256_srli_epi32::<8>(c));
    _mm256_or_si256(c, _mm256_srli_epi32::<16>(c))
}

/// All lanes or-ed together.
#[inline]
#[target_feature(enable = "avx2")]
fn any_lane(lanes: __m256i) -> u32 {
    let mut words = [0; 8];
    store(&mut words, 0, lanes);
    words.into_iter().fold(0, |all, word| all | word)
}

/// All lanes added up.
#[inline]
#[target_feature(enable = "avx2")]
fn add_lanes(lanes: __m256i) -> u32 {
    let mut words = [0; 8];
    store(&mut words, 0, lanes);
    words.into_iter().sum()
}

impl<const L: usize> Outline<u32, L> {
    /// Adds the bytes up to the board's totals.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn totals(&mut self, counts: &Counts, width: u32, last_border: u32) {
        let zero = _mm256_setzero_si256();
        let sum = |bytes| _mm256_sad_epu8(bytes, zero);
        // Each sum is below 2^16, so four of them share a 64-bit lane.
        let low = _mm256_or_si256(sum(counts.borders), _mm256_slli_epi64::<16>(sum(counts.rises)));
        let high = _mm256_or_si256(
            _mm256_slli_epi64::<32>(sum(counts.holes)),
            _mm256_slli_epi64::<48>(sum(counts.covers)),
        );
        let all = _mm256_or_si256(low, high);
        let two = _mm_add_epi64(part(all, 0), part(all, 1));
        let one = _mm_cvtsi128_si64(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two))) as u64;
        self.row_transitions = (one & 0xffff) as u32 + last_border;
        self.column_transitions = width + 2 * (one >> 16 & 0xffff) as u32;
        self.hole_count = (one >> 32 & 0xffff) as u32;
        self.hole_depth = (one >> 48) as u32;
    }

    /// Wells that are covered or deeper than eight, which the vectors leave out.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn odd_wells(&mut self, i: usize, rows: u32) {
        let Some(&[left, c, right]) = self.columns[i - 1..].first_chunk() else { return };
        let height = c.top();
        let below = u32::below(height);
        let wells = left & right & !c & rows;
        let open = open_depths((wells & !below).down(height));
        self.wells += open - self.open_wells[i] + depths(c, wells & below);
        self.open_wells[i] = open;
    }
}
