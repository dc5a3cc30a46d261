//! Small operations on eight lanes.

use std::arch::x86_64::{
    __m128i, __m256d, __m256i, _mm_cvtsi32_si128, _mm_setr_epi8, _mm256_add_epi8, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_castsi256_ps, _mm256_castsi256_si128, _mm256_cvtepi32_pd,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_movemask_ps, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_shuffle_epi8, _mm256_sll_epi32, _mm256_srli_epi32, _mm256_storeu_pd,
    _mm256_storeu_si256,
};

/// Eight words of a row that start at `at`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn load<const L: usize>(row: &[u32; L], at: usize) -> __m256i {
    debug_assert!(at + 8 <= L);
    let words: &[u32; 8] = row[at..].first_chunk().unwrap_or(&[0; 8]);
    // SAFETY: the reference covers the 32 bytes that are read.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// Writes eight words of a row that start at `at`.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn store<const L: usize>(row: &mut [u32; L], at: usize, lanes: __m256i) {
    debug_assert!(at + 8 <= L);
    if let Some(words) = row[at..].first_chunk_mut::<8>() {
        // SAFETY: the reference covers the 32 bytes that are written.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), lanes) }
    }
}

/// Four real numbers.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn numbers(lanes: __m256d) -> [f64; 4] {
    let mut array = [0.0; 4];
    // SAFETY: the array has room for the 32 bytes that are written.
    unsafe { _mm256_storeu_pd(array.as_mut_ptr(), lanes) };
    array
}

/// The same word in all lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn splat(word: u32) -> __m256i {
    _mm256_set1_epi32(word as i32)
}

/// A bit for each lane whose highest bit is set.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn mask(lanes: __m256i) -> u32 {
    _mm256_movemask_ps(_mm256_castsi256_ps(lanes)) as u32
}

/// Shifts all lanes by the same number of bits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn shift_left(lanes: __m256i, by: usize) -> __m256i {
    _mm256_sll_epi32(lanes, _mm_cvtsi32_si128(by as i32))
}

/// The lower or upper four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn part(lanes: __m256i, half: usize) -> __m128i {
    if half == 0 { _mm256_castsi256_si128(lanes) } else { _mm256_extracti128_si256::<1>(lanes) }
}

/// The lower or upper four lanes as real numbers.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn half_of(lanes: __m256i, half: usize) -> __m256d {
    _mm256_cvtepi32_pd(part(lanes, half))
}

/// How many bits are set in each byte.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn count_bytes(lanes: __m256i) -> __m256i {
    let counts = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    look_up(lanes, counts, counts)
}

/// For each bit its place in its byte plus one, added up in each byte.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn depth_bytes(lanes: __m256i) -> __m256i {
    let low = _mm_setr_epi8(0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10);
    let high = _mm_setr_epi8(0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26);
    look_up(lanes, low, high)
}

/// Replaces each byte by the sum of an entry for its low and one for its high four bits.
#[inline]
#[target_feature(enable = "avx2")]
fn look_up(lanes: __m256i, low: __m128i, high: __m128i) -> __m256i {
    let nibble = splat(0x0f0f_0f0f);
    let upper = _mm256_and_si256(_mm256_srli_epi32::<4>(lanes), nibble);
    let lower = _mm256_and_si256(lanes, nibble);
    _mm256_add_epi8(
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(low), lower),
        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(high), upper),
    )
}

/// The four bytes of each lane added up; neighbours must sum to less than 2^15.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn sum_bytes(lanes: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(lanes, _mm256_set1_epi8(1));
    _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
}

/// From the bits of each byte: for each of them the eight, sixteen or twenty-four bits in the bytes below it, added up in each lane.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn rows_below(counts: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(counts, splat(0x1810_0800));
    _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
}
