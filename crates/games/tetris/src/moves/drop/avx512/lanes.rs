//! Small operations on sixteen lanes.

use std::arch::x86_64::{
    __m128i, __m512i, __mmask16, _mm_setr_epi8, _mm512_add_epi8, _mm512_add_epi32,
    _mm512_alignr_epi32, _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_dpbusd_epi32,
    _mm512_mask_loadu_epi32, _mm512_popcnt_epi32, _mm512_set1_epi8, _mm512_set1_epi32,
    _mm512_shuffle_epi8, _mm512_slli_epi32, _mm512_srli_epi32, _mm512_storeu_si512,
};

/// How many lanes there are.
pub(super) const LANES: usize = 16;

/// The words in the first lanes, and `fill` in the others.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn load(words: &[u32], fill: __m512i) -> __m512i {
    let inside = first(words.len().min(LANES));
    // SAFETY: only lanes for which there is a word are read.
    unsafe { _mm512_mask_loadu_epi32(fill, inside, words.as_ptr().cast()) }
}

/// The lanes one by one.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn words(lanes: __m512i) -> [u32; LANES] {
    let mut words = [0; LANES];
    // SAFETY: the array has room for the 64 bytes that are written.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), lanes) };
    words
}

/// A mask of the first lanes.
#[inline(always)]
pub(super) fn first(lanes: usize) -> __mmask16 {
    ((1u32 << lanes) - 1) as __mmask16
}

/// The same word in all lanes.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn splat(word: u32) -> __m512i {
    _mm512_set1_epi32(word as i32)
}

/// Sixteen lanes of the two vectors side by side, from lane `FROM` on.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn slide<const FROM: i32>(left: __m512i, right: __m512i) -> __m512i {
    _mm512_alignr_epi32::<FROM>(right, left)
}

/// What each lane and those left of it have in common, or what any of them has.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn from_left(
    lanes: __m512i,
    nothing: __m512i,
    join: impl Fn(__m512i, __m512i) -> __m512i,
) -> __m512i {
    let lanes = join(lanes, slide::<15>(nothing, lanes));
    let lanes = join(lanes, slide::<14>(nothing, lanes));
    let lanes = join(lanes, slide::<12>(nothing, lanes));
    join(lanes, slide::<8>(nothing, lanes))
}

/// The same for each lane and those right of it.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn from_right(
    lanes: __m512i,
    nothing: __m512i,
    join: impl Fn(__m512i, __m512i) -> __m512i,
) -> __m512i {
    let lanes = join(lanes, slide::<1>(lanes, nothing));
    let lanes = join(lanes, slide::<2>(lanes, nothing));
    let lanes = join(lanes, slide::<4>(lanes, nothing));
    join(lanes, slide::<8>(lanes, nothing))
}

/// For each bit its place plus one, added up in each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
pub(super) fn depth_words(lanes: __m512i) -> __m512i {
    let count = |mask| _mm512_popcnt_epi32(_mm512_and_si512(lanes, splat(mask)));
    // The place of a bit in binary: each digit counts for all bits that have it.
    let high = _mm512_add_epi32(count(0xff00_ff00), _mm512_slli_epi32::<1>(count(0xffff_0000)));
    let high = _mm512_add_epi32(count(0xf0f0_f0f0), _mm512_slli_epi32::<1>(high));
    let high = _mm512_add_epi32(count(0xcccc_cccc), _mm512_slli_epi32::<1>(high));
    let high = _mm512_add_epi32(count(0xaaaa_aaaa), _mm512_slli_epi32::<1>(high));
    _mm512_add_epi32(_mm512_popcnt_epi32(lanes), high)
}

/// For each bit its place in its byte plus one, added up in each lane and added to `sum`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn add_depths(sum: __m512i, lanes: __m512i) -> __m512i {
    let low = _mm_setr_epi8(0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10);
    let high = _mm_setr_epi8(0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26);
    let nibble = splat(0x0f0f_0f0f);
    let lower = look_up(low, _mm512_and_si512(lanes, nibble));
    let upper = look_up(high, _mm512_and_si512(_mm512_srli_epi32::<4>(lanes), nibble));
    _mm512_dpbusd_epi32(sum, _mm512_add_epi8(lower, upper), _mm512_set1_epi8(1))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn look_up(table: __m128i, nibbles: __m512i) -> __m512i {
    _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), nibbles)
}
