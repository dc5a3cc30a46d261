//! The kernel with AVX2: drops of one shape on eight neighbouring columns at a time.
//!
//! Lane `k` of every vector belongs to the drop on column `x + k`. Because a board's columns lie side by
//! side in memory, column `j` of the shape meets the eight words that start at `x + j`: one load, no
//! gathering. The changes are those of [`super::portable`]. A lane is handed to that code when the drop
//! fills a row, changes a well inside a hole, or makes a well deeper than eight; these are rare.
#![allow(unsafe_code, reason = "AVX2 instructions, called only where the processor has them")]

use super::super::board::{LowBoard, Pile};
use super::super::shape::Placement;
use super::super::word::{Word, bits};
use super::outline::{NARROW, Outline, WIDE};
use super::portable::{self, Scene};
use super::table::DropShape;
use super::{Carry, Weights};
use std::arch::x86_64::*;

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

/// The best so far: four lanes of values and of drop numbers, twice, and the lanes done one by one.
struct Best {
    values: [__m256d; 2],
    numbers: [__m256d; 2],
    value: f64,
    number: u32,
}

/// Numbers a drop so that earlier drops have smaller numbers; the row fits in as well.
const fn number(shape: usize, x: usize, y: u32) -> u32 {
    (shape as u32) << 16 | (x as u32) << 8 | y
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn search<const L: usize>(
    board: &LowBoard,
    shapes: &[DropShape],
    weights: &Weights,
    carry: Carry,
) -> Option<(Placement, f64)> {
    let outline = Outline::<u32, L>::of(board);
    let scene = Scene { board, outline: &outline, weights, carry };
    let mut best = Best {
        values: [_mm256_set1_pd(f64::NEG_INFINITY); 2],
        numbers: [_mm256_set1_pd(f64::INFINITY); 2],
        value: f64::NEG_INFINITY,
        number: u32::MAX,
    };
    for (i, drop) in shapes.iter().enumerate() {
        match drop.shape.width() {
            1 => all_drops::<L, 1>(&scene, i, drop, &mut best),
            2 => all_drops::<L, 2>(&scene, i, drop, &mut best),
            3 => all_drops::<L, 3>(&scene, i, drop, &mut best),
            _ => all_drops::<L, 4>(&scene, i, drop, &mut best),
        }
    }
    best.conclude(shapes)
}

/// Tries a shape of `W` columns everywhere.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn all_drops<const L: usize, const W: usize>(
    scene: &Scene<'_, u32, L>,
    shape: usize,
    drop: &DropShape,
    best: &mut Best,
) {
    let (mut x, end) = (0, scene.board.width() - W + 1);
    // A vector costs about as much as two drops done one by one.
    while end - x > 2 {
        let slow = eight::<L, W>(scene, shape, drop, x, best);
        for lane in bits(slow) {
            one::<L, W>(scene, shape, drop, x + lane as usize, best);
        }
        x = end.min(x + 8);
    }
    for x in x..end {
        one::<L, W>(scene, shape, drop, x, best);
    }
}

/// Values one drop with the portable code.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn one<const L: usize, const W: usize>(
    scene: &Scene<'_, u32, L>,
    shape: usize,
    drop: &DropShape,
    x: usize,
    best: &mut Best,
) {
    let Some((y, value)) = scene.one::<W>(drop, x) else { return };
    let number = number(shape, x, y);
    if value > best.value || (value == best.value && number < best.number) {
        best.value = value;
        best.number = number;
    }
}

/// Eight features at a time, as whole numbers; the landing height twice.
struct Eight {
    twice_landing: __m256i,
    eroded: __m256i,
    board: [__m256i; 7],
}

/// Eight words of a row of the outline.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn load<const L: usize>(row: &[u32; L], at: usize) -> __m256i {
    debug_assert!(at + 8 <= L);
    let words: &[u32; 8] = row[at..].first_chunk().unwrap_or(&[0; 8]);
    // SAFETY: the reference covers the 32 bytes that are read.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

/// Values the drops of a shape of `W` columns on columns `x` to `x + 7`; returns the lanes left to do
/// one by one.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn eight<const L: usize, const W: usize>(
    scene: &Scene<'_, u32, L>,
    index: usize,
    drop: &DropShape,
    x: usize,
    best: &mut Best,
) -> u32 {
    let (o, shape, i) = (scene.outline, &drop.shape, portable::index::<L>(x, 16));
    let zero = _mm256_setzero_si256();
    let heights: [__m256i; W] = std::array::from_fn(|j| load(&o.heights, i + j));
    let mut y = zero;
    for j in 0..W {
        y = _mm256_max_epi32(y, _mm256_sub_epi32(heights[j], splat(shape.bottom(j))));
    }
    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    let beyond = _mm256_cmpgt_epi32(lanes, splat((scene.board.width() - W - x) as u32));
    let room = splat((scene.board.height() - shape.height()) as u32);
    let out = _mm256_or_si256(beyond, _mm256_cmpgt_epi32(y, room));
    let allowed = !mask(out) & 255;
    if allowed == 0 {
        return 0;
    }

    let left = load(&o.columns, i - 1);
    let right = load(&o.columns, i + W);
    let mut full = _mm256_and_si256(load(&o.full_before, i), load(&o.full_from, i + W));
    // Columns after the drop, with the neighbours on both sides.
    let mut after = [zero; 6];
    let mut cells = [zero; W];
    after[0] = left;
    after[W + 1] = right;
    for j in 0..W {
        cells[j] = _mm256_sllv_epi32(splat(shape.column(j)), y);
        after[j + 1] = _mm256_or_si256(load(&o.columns, i + j), cells[j]);
        full = _mm256_and_si256(full, after[j + 1]);
    }

    let mut window = zero;
    let mut new_holes = zero;
    let mut hole_count = splat(o.hole_count);
    let mut transitions = zero;
    let mut hole_depth = splat(o.hole_depth);
    let mut lost_wells = zero;
    let mut deep = zero;
    let mut in_holes = zero;
    let mut wells = Wells::new();
    for j in 0..W {
        let bottom = _mm256_add_epi32(y, splat(shape.bottom(j)));
        let top = _mm256_add_epi32(y, splat(shape.top(j)));
        let gap_size = _mm256_sub_epi32(bottom, heights[j]);
        let gapped = _mm256_cmpgt_epi32(gap_size, zero);
        let one = splat(1);
        let gap =
            _mm256_sub_epi32(_mm256_sllv_epi32(one, bottom), _mm256_sllv_epi32(one, heights[j]));
        let holes = load(&o.holes, i + j);
        new_holes = _mm256_or_si256(new_holes, gap);
        hole_count = _mm256_add_epi32(hole_count, gap_size);
        transitions = _mm256_sub_epi32(transitions, gapped);
        let sound = _mm256_andnot_si256(gapped, _mm256_cmpeq_epi32(holes, zero));
        let added = _mm256_andnot_si256(sound, splat(shape.top(j) - shape.bottom(j)));
        hole_depth = _mm256_add_epi32(hole_depth, added);

        let sides = _mm256_and_si256(after[j], after[j + 2]);
        let above = _mm256_srlv_epi32(sides, top);
        let within = _mm256_srlv_epi32(_mm256_and_si256(sides, gap), heights[j]);
        wells.add(above, 2 + 2 * j);
        wells.add(within, 3 + 2 * j);
        deep = _mm256_or_si256(deep, _mm256_or_si256(above, within));
        lost_wells = _mm256_add_epi32(lost_wells, load(&o.open_wells, i + j));
        if drop.hooks >> j & 1 == 1 {
            let before = _mm256_and_si256(load(&o.columns, i + j - 1), load(&o.columns, i + j + 1));
            let new = _mm256_andnot_si256(before, sides);
            in_holes = _mm256_or_si256(in_holes, _mm256_and_si256(holes, new));
        }
    }
    for j in 0..=W {
        let border = _mm256_srlv_epi32(load(&o.borders, i + j), y);
        let changed = _mm256_and_si256(border, splat(drop.edges[j]));
        window = _mm256_or_si256(window, shift_left(changed, 4 * j));
    }

    let new_left = _mm256_and_si256(_mm256_andnot_si256(left, cells[0]), load(&o.columns, i - 2));
    let new_right =
        _mm256_and_si256(_mm256_andnot_si256(right, cells[W - 1]), load(&o.columns, i + W + 1));
    let height_left = load(&o.heights, i - 1);
    let height_right = load(&o.heights, i + W);
    in_holes = _mm256_or_si256(
        in_holes,
        _mm256_or_si256(
            _mm256_and_si256(new_left, load(&o.holes, i - 1)),
            _mm256_and_si256(new_right, load(&o.holes, i + W)),
        ),
    );
    let beside_left = _mm256_srlv_epi32(new_left, height_left);
    let beside_right = _mm256_srlv_epi32(new_right, height_right);
    wells.add(beside_left, 0);
    wells.add(beside_right, 1);
    deep = _mm256_or_si256(deep, _mm256_or_si256(beside_left, beside_right));
    deep = _mm256_srli_epi32::<8>(deep);

    // Lanes for the portable code.
    let odd = _mm256_or_si256(_mm256_or_si256(full, in_holes), deep);
    let slow = !mask(_mm256_cmpeq_epi32(odd, zero)) & allowed;

    let two = splat(2);
    let one = splat(1);
    let step_left = _mm256_sub_epi32(
        _mm256_add_epi32(height_left, two),
        _mm256_add_epi32(y, splat(shape.top(0))),
    );
    let step_right =
        _mm256_sub_epi32(_mm256_add_epi32(y, splat(shape.top(W - 1) + 2)), height_right);
    let mut steps = _mm256_or_si256(
        _mm256_or_si256(_mm256_sllv_epi32(one, step_left), _mm256_sllv_epi32(one, step_right)),
        _mm256_or_si256(load(&o.steps_before, i), load(&o.steps_from, i + W)),
    );
    steps = _mm256_and_si256(_mm256_or_si256(steps, splat(drop.steps)), splat(31));

    // The window takes 20 bits at most, so the steps fit into the highest byte.
    let counted = count_bytes(_mm256_or_si256(window, _mm256_slli_epi32::<24>(steps)));
    let diversity = _mm256_srli_epi32::<24>(counted);
    let changes = sum_bytes(_mm256_and_si256(counted, splat(0x00ff_ffff)));
    let row_transitions = _mm256_sub_epi32(
        splat(o.row_transitions + drop.edge_count),
        _mm256_slli_epi32::<1>(changes),
    );
    let hole_rows = sum_bytes(count_bytes(_mm256_or_si256(new_holes, splat(o.hole_rows))));
    let column_transitions =
        _mm256_add_epi32(splat(o.column_transitions), _mm256_slli_epi32::<1>(transitions));
    let well_sum = _mm256_sub_epi32(_mm256_add_epi32(splat(o.wells), wells.sum()), lost_wells);
    let landing = scene.carry.twice_landing + shape.height() as u32 - 1;
    let features = Eight {
        twice_landing: _mm256_add_epi32(_mm256_slli_epi32::<1>(y), splat(landing)),
        eroded: splat(scene.carry.eroded),
        board: [
            row_transitions,
            column_transitions,
            hole_count,
            well_sum,
            hole_depth,
            hole_rows,
            diversity,
        ],
    };
    let number = _mm256_add_epi32(
        y,
        _mm256_slli_epi32::<8>(_mm256_add_epi32(lanes, splat((index << 8 | x) as u32))),
    );
    let excluded =
        _mm256_or_si256(out, _mm256_xor_si256(_mm256_cmpeq_epi32(odd, zero), splat(u32::MAX)));
    best.take(&features, scene.weights, number, excluded);
    slow
}

/// Well cells by depth, a byte for each side of each column, four to a vector.
struct Wells([__m256i; 3]);

impl Wells {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn new() -> Self {
        Self([_mm256_setzero_si256(); 3])
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn add(&mut self, cells: __m256i, byte: usize) {
        let moved = shift_left(cells, 8 * (byte % 4));
        self.0[byte / 4] = _mm256_or_si256(self.0[byte / 4], moved);
    }

    /// For each bit its place in the byte plus one, added up over all bytes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn sum(&self) -> __m256i {
        let low = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 1, 2, 3, 3, 4, 5, 6, 4, 5, 6, 7, 7, 8, 9, 10,
        ));
        let high = _mm256_broadcastsi128_si256(_mm_setr_epi8(
            0, 5, 6, 11, 7, 12, 13, 18, 8, 13, 14, 19, 15, 20, 21, 26,
        ));
        let nibble = splat(0x0f0f_0f0f);
        let mut sum = _mm256_setzero_si256();
        for cells in self.0 {
            let upper = _mm256_and_si256(_mm256_srli_epi32::<4>(cells), nibble);
            sum = _mm256_add_epi8(
                sum,
                _mm256_add_epi8(
                    _mm256_shuffle_epi8(low, _mm256_and_si256(cells, nibble)),
                    _mm256_shuffle_epi8(high, upper),
                ),
            );
        }
        sum_bytes(sum)
    }
}

impl Best {
    /// Takes over what is better than before.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn take(&mut self, eight: &Eight, weights: &Weights, numbers: __m256i, excluded: __m256i) {
        let none = _mm256_set1_pd(f64::NEG_INFINITY);
        for half in 0..2 {
            let four = |v: __m256i| half_of(v, half);
            let mut sum = _mm256_mul_pd(
                _mm256_set1_pd(weights[0]),
                _mm256_mul_pd(four(eight.twice_landing), _mm256_set1_pd(0.5)),
            );
            sum = _mm256_add_pd(sum, _mm256_mul_pd(_mm256_set1_pd(weights[1]), four(eight.eroded)));
            for (feature, weight) in eight.board.iter().zip(&weights[2..]) {
                sum = _mm256_add_pd(sum, _mm256_mul_pd(_mm256_set1_pd(*weight), four(*feature)));
            }
            let barred = _mm256_castsi256_pd(_mm256_cvtepi32_epi64(part(excluded, half)));
            let sum = _mm256_blendv_pd(sum, none, barred);
            let better = _mm256_cmp_pd::<_CMP_GT_OQ>(sum, self.values[half]);
            self.values[half] = _mm256_blendv_pd(self.values[half], sum, better);
            self.numbers[half] = _mm256_blendv_pd(self.numbers[half], four(numbers), better);
        }
    }

    /// The best of all lanes, the earliest among equals.
    #[target_feature(enable = "avx2")]
    fn conclude(self, shapes: &[DropShape]) -> Option<(Placement, f64)> {
        let (mut value, mut number) = (self.value, self.number);
        for half in 0..2 {
            let (mut values, mut numbers) = ([0.0; 4], [0.0; 4]);
            // SAFETY: both arrays have room for the 32 bytes that are written.
            unsafe {
                _mm256_storeu_pd(values.as_mut_ptr(), self.values[half]);
                _mm256_storeu_pd(numbers.as_mut_ptr(), self.numbers[half]);
            }
            for (v, n) in values.into_iter().zip(numbers) {
                if v > value || (v == value && n < f64::from(number)) {
                    (value, number) = (v, n as u32);
                }
            }
        }
        let drop = shapes.get((number >> 16) as usize)?;
        let place = Placement { rotation: drop.rotation, x: (number >> 8) as u8, y: number as u8 };
        Some((place, value))
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(word: u32) -> __m256i {
    _mm256_set1_epi32(word as i32)
}

/// A bit for each lane that is all ones.
#[inline]
#[target_feature(enable = "avx2")]
fn mask(lanes: __m256i) -> u32 {
    _mm256_movemask_ps(_mm256_castsi256_ps(lanes)) as u32
}

#[inline]
#[target_feature(enable = "avx2")]
fn shift_left(lanes: __m256i, by: usize) -> __m256i {
    _mm256_sll_epi32(lanes, _mm_cvtsi32_si128(by as i32))
}

/// The lower or upper four lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn part(lanes: __m256i, half: usize) -> __m128i {
    if half == 0 { _mm256_castsi256_si128(lanes) } else { _mm256_extracti128_si256::<1>(lanes) }
}

/// The lower or upper four lanes as real numbers.
#[inline]
#[target_feature(enable = "avx2")]
fn half_of(lanes: __m256i, half: usize) -> __m256d {
    _mm256_cvtepi32_pd(part(lanes, half))
}

/// How many bits are set in each byte.
#[inline]
#[target_feature(enable = "avx2")]
fn count_bytes(lanes: __m256i) -> __m256i {
    let counts =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    let nibble = splat(0x0f0f_0f0f);
    let upper = _mm256_and_si256(_mm256_srli_epi32::<4>(lanes), nibble);
    _mm256_add_epi8(
        _mm256_shuffle_epi8(counts, _mm256_and_si256(lanes, nibble)),
        _mm256_shuffle_epi8(counts, upper),
    )
}

/// The four bytes of each lane added up; each must be below 128.
#[inline]
#[target_feature(enable = "avx2")]
fn sum_bytes(lanes: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(lanes, _mm256_set1_epi8(1));
    _mm256_madd_epi16(pairs, _mm256_set1_epi16(1))
}
