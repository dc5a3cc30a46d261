//! All lanes at once with AVX2.
#![allow(unsafe_code, reason = "AVX2 instructions, used only where the processor has them")]

use super::strip::{Lanes, Single, Strip};
use std::arch::x86_64::{
    __m256i, _mm_and_si128, _mm_cvtsi32_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64,
    _mm256_add_epi16, _mm256_alignr_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_castsi256_si128, _mm256_extract_epi64, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi16, _mm256_sll_epi16,
    _mm256_srl_epi16, _mm256_store_si256, _mm256_testz_si256,
};

/// A strip in a register. Only functions that are compiled for AVX2 may make one.
#[derive(Clone, Copy)]
pub(super) struct Vector(pub(super) __m256i);

/// Both halves moved by the same number of lanes, which an instruction must know when it is compiled.
macro_rules! by_lanes {
    ($lanes:expr, $high:expr, $low:expr, [$($n:literal => $bytes:literal),*]) => {
        match $lanes {
            $($n => _mm256_alignr_epi8::<$bytes>($high, $low),)*
            _ => $low,
        }
    };
}

// SAFETY of all blocks: a `Vector` exists only where AVX2 does, and a strip is aligned to 32 bytes.
impl Lanes for Vector {
    const BOARDS: u64 = 1;

    #[inline(always)]
    fn load(strip: &Strip) -> Self {
        unsafe { Self(_mm256_load_si256(strip.0.as_ptr().cast())) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Self(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        unsafe { Self(_mm256_andnot_si256(other.0, self.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Self(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn up(self, rows: u32) -> Self {
        unsafe { Self(_mm256_srl_epi16(self.0, _mm_cvtsi32_si128(rows as i32))) }
    }

    #[inline(always)]
    fn down(self, rows: u32) -> Self {
        unsafe { Self(_mm256_sll_epi16(self.0, _mm_cvtsi32_si128(rows as i32))) }
    }

    #[inline(always)]
    fn left(self, lanes: usize) -> Self {
        unsafe {
            // The upper half above nothing.
            let next = _mm256_permute2x128_si256::<0x81>(self.0, self.0);
            Self(
                by_lanes!(lanes, next, self.0, [1 => 2, 2 => 4, 3 => 6, 4 => 8, 5 => 10, 6 => 12, 7 => 14]),
            )
        }
    }

    #[inline(always)]
    fn right(self, lanes: usize) -> Self {
        unsafe {
            // Nothing below the lower half.
            let next = _mm256_permute2x128_si256::<0x08>(self.0, self.0);
            let moved = by_lanes!(lanes, self.0, next, [1 => 14, 2 => 12, 3 => 10, 4 => 8, 5 => 6, 6 => 4, 7 => 2]);
            Self(if lanes == 0 { self.0 } else { moved })
        }
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        let words = unsafe {
            [
                _mm256_extract_epi64::<0>(self.0),
                _mm256_extract_epi64::<1>(self.0),
                _mm256_extract_epi64::<2>(self.0),
                _mm256_extract_epi64::<3>(self.0),
            ]
        };
        words[0].count_ones()
            + words[1].count_ones()
            + words[2].count_ones()
            + words[3].count_ones()
    }

    #[inline(always)]
    fn fallen(self, free: Self) -> Self {
        unsafe {
            let passed = _mm256_andnot_si256(_mm256_add_epi16(free.0, self.0), free.0);
            Self(_mm256_or_si256(self.0, passed))
        }
    }

    #[inline(always)]
    fn shafts(self) -> Self {
        unsafe { Self(_mm256_andnot_si256(_mm256_add_epi16(self.0, _mm256_set1_epi16(1)), self.0)) }
    }
}

impl Single for Vector {
    #[inline(always)]
    fn store(self) -> Strip {
        let mut strip = Strip::NONE;
        unsafe { _mm256_store_si256(strip.0.as_mut_ptr().cast(), self.0) };
        strip
    }

    #[inline(always)]
    fn full_rows(self) -> u16 {
        let four = unsafe {
            let upper = _mm256_extracti128_si256::<1>(self.0);
            let eight = _mm_and_si128(_mm256_castsi256_si128(self.0), upper);
            _mm_cvtsi128_si64(_mm_and_si128(eight, _mm_unpackhi_epi64(eight, eight)))
        };
        let two = four & four >> 32;
        (two & two >> 16) as u16
    }
}
