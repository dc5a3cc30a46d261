//! The kernel with AVX2: drops of one shape on eight neighbouring columns at a time.
//!
//! Lane `k` of every vector belongs to the drop on column `x + k`. Because a board's columns lie side by
//! side in memory, column `j` of the shape meets the eight words that start at `x + j`: one load, no
//! gathering. The changes are those of [`super::portable`]. A lane is done on its own when the drop
//! fills a row, changes a well inside a hole, or makes a well deeper than eight; these are rare.
#![allow(unsafe_code, reason = "AVX2 instructions, called only where the processor has them")]

mod eight;
mod lanes;
mod outline;
mod single;
mod slopes;

use super::leader::{Leader, NONE, number};
use super::outline::{NARROW, WIDE};
use super::portable::{self, Scene};
use super::table::DropShape;
use super::{Carry, Weights};
use crate::board::{LowBoard, Pile};
use crate::shape::Placement;
use crate::word::{Word, bits};
use eight::Eight;
use slopes::Slopes;
use std::arch::x86_64::{
    __m256d, _CMP_GT_OQ, _mm256_add_pd, _mm256_blendv_pd, _mm256_castsi256_pd, _mm256_cmp_pd,
    _mm256_cvtepi32_epi64, _mm256_mul_pd, _mm256_set1_pd,
};

/// Whether this processor can run the kernel.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

/// The best drop and its value; the shapes must suit vectors and the processor must be able.
#[inline]
pub(super) fn best(
    board: &LowBoard,
    shapes: &[DropShape],
    weights: &Weights,
    carry: Carry,
) -> Option<(Placement, f64)> {
    // SAFETY: a kernel takes this way only after `is_available` has said yes.
    unsafe {
        if board.width() <= 16 {
            search::<NARROW>(board, shapes, weights, carry)
        } else {
            search::<WIDE>(board, shapes, weights, carry)
        }
    }
}

/// The portable code with instructions that count bits.
#[inline]
pub(super) fn best_counting<T: Word>(
    board: &Pile<T>,
    shapes: &[DropShape],
    weights: &Weights,
    carry: Carry,
) -> Option<(Placement, f64)> {
    // SAFETY: a kernel takes this way only after `is_available` has said yes.
    unsafe { counting(board, shapes, weights, carry) }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn counting<T: Word>(
    board: &Pile<T>,
    shapes: &[DropShape],
    weights: &Weights,
    carry: Carry,
) -> Option<(Placement, f64)> {
    portable::best(board, shapes, weights, carry)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search<const L: usize>(
    board: &LowBoard,
    shapes: &[DropShape],
    weights: &Weights,
    carry: Carry,
) -> Option<(Placement, f64)> {
    let outline = outline::of::<L>(board);
    let scene = Scene { board, outline: &outline, weights, carry };
    if weights.more.is_none() {
        return all_shapes::<L, false>(&scene, None, shapes);
    }
    let slopes = Slopes::of(&outline, board);
    all_shapes::<L, true>(&scene, Some(&slopes), shapes)
}

/// Tries all shapes everywhere; `MORE` says whether the further features count.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn all_shapes<const L: usize, const MORE: bool>(
    scene: &Scene<'_, u32, L>,
    slopes: Option<&Slopes<L>>,
    shapes: &[DropShape],
) -> Option<(Placement, f64)> {
    let mut best = Best::new();
    for (i, drop) in shapes.iter().enumerate() {
        match drop.shape.width() {
            1 => all_drops::<L, 1, MORE>(scene, slopes, i, drop, &mut best),
            2 => all_drops::<L, 2, MORE>(scene, slopes, i, drop, &mut best),
            3 => all_drops::<L, 3, MORE>(scene, slopes, i, drop, &mut best),
            _ => all_drops::<L, 4, MORE>(scene, slopes, i, drop, &mut best),
        }
    }
    best.conclude(shapes)
}

/// Tries a shape of `W` columns everywhere.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn all_drops<const L: usize, const W: usize, const MORE: bool>(
    scene: &Scene<'_, u32, L>,
    slopes: Option<&Slopes<L>>,
    shape: usize,
    drop: &DropShape,
    best: &mut Best,
) {
    let (mut x, end) = (0, scene.board.width() - W + 1);
    // A vector costs about as much as two drops done one by one, which do not use the slopes.
    let few = if MORE { 0 } else { 2 };
    while end - x > few {
        let alone = eight::value::<L, W, MORE>(scene, slopes, (shape, drop), x, best);
        for lane in bits(alone) {
            best.one(
                shape,
                x + lane as usize,
                single::value::<L, W>(scene, drop, x + lane as usize),
            );
        }
        x = end.min(x + 8);
    }
    for x in x..end {
        best.one(shape, x, single::value::<L, W>(scene, drop, x));
    }
}

/// The best so far: four lanes of values and of drop numbers, twice, and the drops done one by one.
struct Best {
    values: [__m256d; 2],
    numbers: [__m256d; 2],
    alone: Leader,
}

impl Best {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        Self {
            values: [_mm256_set1_pd(f64::NEG_INFINITY); 2],
            numbers: [_mm256_set1_pd(f64::from(NONE)); 2],
            alone: Leader::NOBODY,
        }
    }

    /// Takes over one drop if it is better than before.
    #[inline(always)]
    fn one(&mut self, shape: usize, x: usize, drop: Option<(u32, f64)>) {
        if let Some((y, value)) = drop {
            self.alone.meet(number(shape, x) | y, value);
        }
    }

    /// Takes over what is better than before in each lane.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn eight(&mut self, eight: &Eight, weights: &Weights) {
        let Weights { nine, more } = weights;
        let none = _mm256_set1_pd(f64::NEG_INFINITY);
        for half in 0..2 {
            let four = |v| lanes::half_of(v, half);
            let landing = _mm256_mul_pd(four(eight.twice_landing), _mm256_set1_pd(0.5));
            let mut sum = _mm256_mul_pd(_mm256_set1_pd(nine[0]), landing);
            // The same for all lanes, but the order of the sum must be kept.
            sum = _mm256_add_pd(sum, _mm256_set1_pd(nine[1] * f64::from(eight.eroded)));
            for (feature, weight) in eight.board.iter().zip(&nine[2..]) {
                sum = _mm256_add_pd(sum, _mm256_mul_pd(_mm256_set1_pd(*weight), four(*feature)));
            }
            if let (Some(features), Some(weights)) = (&eight.more, more) {
                for (feature, weight) in features.iter().zip(weights) {
                    let part = _mm256_mul_pd(_mm256_set1_pd(*weight), four(*feature));
                    sum = _mm256_add_pd(sum, part);
                }
            }
            let barred = _mm256_cvtepi32_epi64(lanes::part(eight.excluded, half));
            let sum = _mm256_blendv_pd(sum, none, _mm256_castsi256_pd(barred));
            let better = _mm256_cmp_pd::<_CMP_GT_OQ>(sum, self.values[half]);
            self.values[half] = _mm256_blendv_pd(self.values[half], sum, better);
            self.numbers[half] = _mm256_blendv_pd(self.numbers[half], four(eight.numbers), better);
        }
    }

    /// The best of all lanes, the earliest among equals.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn conclude(self, shapes: &[DropShape]) -> Option<(Placement, f64)> {
        let mut leader = self.alone;
        for half in 0..2 {
            let values = lanes::numbers(self.values[half]).into_iter();
            for (value, number) in values.zip(lanes::numbers(self.numbers[half])) {
                leader.meet(number as u32, value);
            }
        }
        leader.placement(shapes)
    }
}
