//! The kernel with AVX-512: drops of one shape on all columns at once.
//!
//! Lane `x` of every vector belongs to the drop on column `x`. A board is looked at once; what a drop
//! needs of its neighbourhood is then the same vectors, moved by some lanes. The changes are those of
//! [`super::portable`]. Where a drop fills a row, changes a well inside a hole, or makes a well deeper
//! than eight, the board after it is looked at afresh, again with all columns at once.
#![allow(unsafe_code, reason = "AVX-512 instructions, called only where the processor has them")]

mod ground;
mod lanes;
mod sixteen;
mod slopes;

use super::leader::{Leader, NONE};
use super::table::DropShape;
use super::{Carry, SIXTEEN_COLUMNS, Weights};
use crate::board::LowBoard;
use crate::relief::Relief;
use crate::shape::Placement;
use crate::terrain::Terrain;
use ground::{Ground, Survey};
use lanes::{load, splat, words};
use sixteen::Sixteen;
use slopes::{Columns, Slopes};
use std::arch::x86_64::{
    __m256i, __m512d, __m512i, __mmask8, _CMP_EQ_OQ, _CMP_GT_OQ, _mm512_add_pd,
    _mm512_castsi512_si256, _mm512_cmp_pd_mask, _mm512_cvtepi32_pd, _mm512_cvtepu32_epi64,
    _mm512_extracti32x8_epi32, _mm512_mask_cmp_pd_mask, _mm512_mask_mov_epi64, _mm512_mask_mov_pd,
    _mm512_max_pd, _mm512_min_epu64, _mm512_mul_pd, _mm512_reduce_max_pd, _mm512_reduce_min_epu64,
    _mm512_set1_epi64, _mm512_set1_pd,
};

/// Whether this processor can run the kernel.
pub(super) fn is_available() -> bool {
    super::avx2::is_available()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512cd")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vnni")
        && is_x86_feature_detected!("avx512vpopcntdq")
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
    unsafe { search(board, shapes, weights, carry) }
}

/// All that stays the same during a decision.
struct Scene<'a> {
    ground: &'a Ground,
    /// What the further features need, where they count.
    slopes: Option<&'a Slopes>,
    width: usize,
    height: usize,
    rows: u32,
    weights: &'a Weights,
    carry: Carry,
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn search(
    board: &LowBoard,
    shapes: &[DropShape],
    weights: &Weights,
    carry: Carry,
) -> Option<(Placement, f64)> {
    let (width, height) = (board.width().min(SIXTEEN_COLUMNS), board.height());
    let (columns, rows) = (load(board.columns(), splat(u32::MAX)), board.rows_mask());
    let mut survey = Survey::of(columns, width, rows);
    let own = weights.more.map(|_| Columns::of(&mut survey, width));
    let ground = &Ground::of(columns, &survey);
    let scene = Scene { ground, slopes: None, width, height, rows, weights, carry };
    let Some(own) = own else { return scene.best::<false>(shapes) };
    let slopes = &Slopes::of(&own, &words(columns), width, rows);
    Scene { slopes: Some(slopes), ..scene }.best::<true>(shapes)
}

impl Scene<'_> {
    /// The best of all drops; `MORE` says whether the further features count.
    #[inline]
    #[target_feature(
        enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni,avx512vpopcntdq,popcnt,bmi1,bmi2"
    )]
    fn best<const MORE: bool>(&self, shapes: &[DropShape]) -> Option<(Placement, f64)> {
        let mut best = Best::new();
        for (i, drop) in shapes.iter().enumerate() {
            match drop.shape.width() {
                1 => sixteen::value::<1, MORE>(self, i, drop, &mut best),
                2 => sixteen::value::<2, MORE>(self, i, drop, &mut best),
                3 => sixteen::value::<3, MORE>(self, i, drop, &mut best),
                _ => sixteen::value::<4, MORE>(self, i, drop, &mut best),
            }
        }
        best.conclude(shapes)
    }

    #[inline(always)]
    fn value(
        &self,
        terrain: &Terrain,
        drop: &DropShape,
        y: u32,
        eroded: u32,
        relief: impl FnOnce() -> Relief,
    ) -> f64 {
        let twice_landing = self.carry.twice_landing + 2 * y + drop.shape.height() as u32 - 1;
        self.weights.value(twice_landing, eroded, terrain, relief)
    }
}

/// The best so far: eight lanes of values and of drop numbers, twice, and the drops done one by one.
struct Best {
    values: [__m512d; 2],
    numbers: [__m512i; 2],
    alone: Leader,
}

impl Best {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn new() -> Self {
        Self {
            values: [_mm512_set1_pd(f64::NEG_INFINITY); 2],
            numbers: [_mm512_set1_epi64(NONE.into()); 2],
            alone: Leader::NOBODY,
        }
    }

    /// Takes over what is better than before in each of the first `lanes`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512dq")]
    fn sixteen<const MORE: bool>(&mut self, drops: &Sixteen, scene: &Scene<'_>, lanes: usize) {
        let low = |lanes| _mm512_castsi512_si256(lanes);
        if lanes <= 8 {
            let [sum] = sums::<1, MORE>(drops, scene, |lanes| [low(lanes)]);
            return self.eight(drops.plain as __mmask8, sum, low(drops.numbers), 0);
        }
        // Both halves side by side: each sum waits for its last addition.
        let high = |lanes| _mm512_extracti32x8_epi32::<1>(lanes);
        let [first, second] = sums::<2, MORE>(drops, scene, |lanes| [low(lanes), high(lanes)]);
        self.eight(drops.plain as __mmask8, first, low(drops.numbers), 0);
        self.eight((drops.plain >> 8) as __mmask8, second, high(drops.numbers), 1);
    }

    /// Takes over what is better than before in half of the lanes.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn eight(&mut self, plain: __mmask8, sums: __m512d, numbers: __m256i, half: usize) {
        let better = _mm512_mask_cmp_pd_mask::<_CMP_GT_OQ>(plain, sums, self.values[half]);
        let numbers = _mm512_cvtepu32_epi64(numbers);
        self.values[half] = _mm512_mask_mov_pd(self.values[half], better, sums);
        self.numbers[half] = _mm512_mask_mov_epi64(self.numbers[half], better, numbers);
    }

    /// The best of all lanes, the earliest among equals.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn conclude(mut self, shapes: &[DropShape]) -> Option<(Placement, f64)> {
        let most = _mm512_reduce_max_pd(_mm512_max_pd(self.values[0], self.values[1]));
        let [low, high] = [0, 1].map(|half| {
            let best = _mm512_cmp_pd_mask::<_CMP_EQ_OQ>(self.values[half], _mm512_set1_pd(most));
            _mm512_mask_mov_epi64(_mm512_set1_epi64(NONE.into()), best, self.numbers[half])
        });
        self.alone.meet(_mm512_reduce_min_epu64(_mm512_min_epu64(low, high)) as u32, most);
        self.alone.placement(shapes)
    }
}

/// The weighted sums of the features, in the order in which every path adds them up.
#[inline]
#[target_feature(enable = "avx512f,avx512dq")]
fn sums<const HALVES: usize, const MORE: bool>(
    drops: &Sixteen,
    scene: &Scene<'_>,
    halves: impl Fn(__m512i) -> [__m256i; HALVES],
) -> [__m512d; HALVES] {
    let weights = &scene.weights.nine;
    let scale = _mm512_set1_pd(weights[0]);
    // The same for all lanes, but the order of the sum must be kept.
    let eroded = _mm512_set1_pd(weights[1] * f64::from(scene.carry.eroded));
    let mut sums = halves(drops.twice_landing).map(|half| {
        let landing = _mm512_mul_pd(_mm512_cvtepi32_pd(half), _mm512_set1_pd(0.5));
        _mm512_add_pd(_mm512_mul_pd(scale, landing), eroded)
    });
    let mut add = |weight: f64, feature: __m512i| {
        let (weight, amounts) = (_mm512_set1_pd(weight), halves(feature));
        for half in 0..HALVES {
            let part = _mm512_mul_pd(weight, _mm512_cvtepi32_pd(amounts[half]));
            sums[half] = _mm512_add_pd(sums[half], part);
        }
    };
    // Indices, not iterators: those are not always compiled into code with these instructions.
    for i in 0..drops.board.len() {
        add(weights[i + 2], drops.board[i]);
    }
    if let (true, Some(features), Some(weights)) = (MORE, &drops.more, &scene.weights.more) {
        for i in 0..features.len() {
            add(weights[i], features[i]);
        }
    }
    sums
}
