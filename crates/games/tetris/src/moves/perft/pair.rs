//! The lanes of two boards at once with AVX-512.
#![allow(unsafe_code, reason = "AVX-512 instructions, used only where the processor has them")]

use super::strip::{FARTHEST, LANES, Lanes, Strip};
use super::vector::Vector;
use std::arch::x86_64::{
    __m512i, _mm_cvtsi32_si128, _mm256_load_si256, _mm512_add_epi16, _mm512_and_si512,
    _mm512_andnot_si512, _mm512_broadcast_i64x4, _mm512_castsi256_si512, _mm512_inserti64x4,
    _mm512_load_si512, _mm512_maskz_permutexvar_epi16, _mm512_or_si512, _mm512_popcnt_epi64,
    _mm512_reduce_add_epi64, _mm512_set1_epi16, _mm512_sll_epi16, _mm512_srl_epi16,
    _mm512_test_epi64_mask,
};

/// Two strips in a register. Only functions that are compiled for AVX-512 may make one.
#[derive(Clone, Copy)]
pub(super) struct Pair(__m512i);

impl Pair {
    #[inline(always)]
    pub(super) fn of(one: Vector, other: Vector) -> Self {
        // SAFETY: see below.
        unsafe { Self(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(one.0), other.0)) }
    }
}

/// Where each lane of both halves comes from when lanes are moved, and which of them come from inside of their half.
#[repr(align(64))]
struct Shift {
    from: [u16; 2 * LANES],
    inside: u32,
}

impl Shift {
    /// Every lane gets what lies so many lanes to its right.
    const fn new(right: isize) -> Self {
        let (mut from, mut inside, mut lane) = ([0; 2 * LANES], 0, 0);
        while lane < 2 * LANES {
            let other = (lane % LANES) as isize + right;
            if other >= 0 && other < LANES as isize {
                from[lane] = (lane as isize + right) as u16;
                inside |= 1 << lane;
            }
            lane += 1;
        }
        Self { from, inside }
    }

    const fn all(sign: isize) -> [Self; FARTHEST + 1] {
        let mut shifts = [const { Self { from: [0; 2 * LANES], inside: 0 } }; FARTHEST + 1];
        let mut lanes = 0;
        while lanes <= FARTHEST {
            shifts[lanes] = Self::new(sign * lanes as isize);
            lanes += 1;
        }
        shifts
    }
}

static LEFT: [Shift; FARTHEST + 1] = Shift::all(1);
static RIGHT: [Shift; FARTHEST + 1] = Shift::all(-1);

// SAFETY of all blocks: a `Pair` exists only where AVX-512 does, a strip is aligned to 32 bytes and a shift to 64.
impl Lanes for Pair {
    const BOARDS: u64 = 2;

    #[inline(always)]
    fn load(strip: &Strip) -> Self {
        unsafe { Self(_mm512_broadcast_i64x4(_mm256_load_si256(strip.0.as_ptr().cast()))) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Self(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn and_not(self, other: Self) -> Self {
        unsafe { Self(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Self(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn up(self, rows: u32) -> Self {
        unsafe { Self(_mm512_srl_epi16(self.0, _mm_cvtsi32_si128(rows as i32))) }
    }

    #[inline(always)]
    fn down(self, rows: u32) -> Self {
        unsafe { Self(_mm512_sll_epi16(self.0, _mm_cvtsi32_si128(rows as i32))) }
    }

    #[inline(always)]
    fn left(self, lanes: usize) -> Self {
        self.moved(&LEFT[lanes % LEFT.len()])
    }

    #[inline(always)]
    fn right(self, lanes: usize) -> Self {
        self.moved(&RIGHT[lanes % RIGHT.len()])
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        unsafe { _mm512_reduce_add_epi64(_mm512_popcnt_epi64(self.0)) as u32 }
    }

    #[inline(always)]
    fn fallen(self, free: Self) -> Self {
        unsafe {
            let passed = _mm512_andnot_si512(_mm512_add_epi16(free.0, self.0), free.0);
            Self(_mm512_or_si512(self.0, passed))
        }
    }

    #[inline(always)]
    fn shafts(self) -> Self {
        unsafe { Self(_mm512_andnot_si512(_mm512_add_epi16(self.0, _mm512_set1_epi16(1)), self.0)) }
    }
}

impl Pair {
    #[inline(always)]
    fn moved(self, shift: &Shift) -> Self {
        unsafe {
            let from = _mm512_load_si512(shift.from.as_ptr().cast());
            Self(_mm512_maskz_permutexvar_epi16(shift.inside, from, self.0))
        }
    }
}
