//! Eight drops at once.

use super::super::leader::number;
use super::super::portable::{self, Scene};
use super::super::table::DropShape;
use super::Best;
use super::lanes::{count_bytes, depth_bytes, load, mask, shift_left, splat, sum_bytes};
use super::slopes::{self, Slopes};
use crate::relief::Relief;
use std::arch::x86_64::{
    __m256i, _mm256_add_epi8, _mm256_add_epi32, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_cmpeq_epi32, _mm256_cmpgt_epi32, _mm256_max_epi32, _mm256_or_si256, _mm256_setr_epi32,
    _mm256_setzero_si256, _mm256_slli_epi32, _mm256_sllv_epi32, _mm256_srli_epi32,
    _mm256_srlv_epi32, _mm256_sub_epi32, _mm256_xor_si256,
};

/// The features of eight drops, as whole numbers; the landing height twice.
pub(super) struct Eight {
    pub(super) twice_landing: __m256i,
    pub(super) eroded: u32,
    /// RT CT HO WE HD RH DV.
    pub(super) board: [__m256i; 7],
    /// The further features, if they count.
    pub(super) more: Option<[__m256i; Relief::COUNT]>,
    /// Which drop each lane is.
    pub(super) numbers: __m256i,
    /// Lanes that do not count: not allowed, or done alone.
    pub(super) excluded: __m256i,
}

/// Eight drops of a shape of `W` columns: where they land and what is there.
pub(super) struct Fallen<const W: usize> {
    pub(super) y: __m256i,
    heights: [__m256i; W],
    pub(super) cells: [__m256i; W],
    /// Columns after the drop, with the neighbours on both sides.
    after: [__m256i; 6],
    full: __m256i,
    /// Lanes beyond the wall or above the top.
    out: __m256i,
}

/// What the columns under a piece change.
pub(super) struct Under<const W: usize> {
    holes: __m256i,
    new_holes: __m256i,
    /// By column of the piece: lanes where it leaves a hole below it.
    pub(super) gapped: [__m256i; W],
    /// By column of the piece: lanes where there is no hole below it.
    pub(super) sound: [__m256i; W],
    /// Columns with new holes.
    gaps: __m256i,
    hole_depth: __m256i,
    wells: Wells,
    /// Well sums that the old open columns had.
    lost_wells: __m256i,
    /// Wells that change inside holes: none, or the lane is done alone.
    in_holes: __m256i,
}

/// Well cells by depth, a byte for each place where wells may be, four to a vector.
struct Wells {
    bytes: [__m256i; 3],
    /// All cells together; what goes beyond a byte shows here.
    all: __m256i,
}

/// Values the drops on columns `x` to `x + 7`; returns the lanes left to do alone.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn value<const L: usize, const W: usize, const MORE: bool>(
    scene: &Scene<'_, u32, L>,
    slopes: Option<&Slopes<L>>,
    (shape, drop): (usize, &DropShape),
    x: usize,
    best: &mut Best,
) -> u32 {
    let i = portable::index::<L>(x, 16);
    let fallen = fall::<L, W>(scene, drop, x, i);
    let allowed = !mask(fallen.out) & 255;
    if allowed == 0 {
        return 0;
    }
    let o = scene.outline;
    let mut under = under::<L, W>(scene, drop, i, &fallen);
    beside::<L, W>(scene, i, &fallen, &mut under);
    let (row_transitions, diversity) = borders::<L, W>(scene, drop, i, fallen.y);
    let well_sum = _mm256_sub_epi32(under.wells.sum(), under.lost_wells);
    let hole_rows = _mm256_or_si256(under.new_holes, splat(o.hole_rows));
    let hole_counts = count_bytes(hole_rows);
    let odd = _mm256_or_si256(fallen.full, under.in_holes);
    let odd = _mm256_or_si256(odd, _mm256_srli_epi32::<8>(under.wells.all));
    let plain = _mm256_cmpeq_epi32(odd, _mm256_setzero_si256());
    let landing = scene.carry.twice_landing + drop.shape.height() as u32 - 1;
    let eight = Eight {
        twice_landing: _mm256_add_epi32(_mm256_slli_epi32::<1>(fallen.y), splat(landing)),
        eroded: scene.carry.eroded,
        board: [
            row_transitions,
            _mm256_add_epi32(splat(o.column_transitions), _mm256_slli_epi32::<1>(under.gaps)),
            _mm256_add_epi32(splat(o.hole_count), under.holes),
            _mm256_add_epi32(splat(o.wells), well_sum),
            _mm256_add_epi32(splat(o.hole_depth), under.hole_depth),
            sum_bytes(hole_counts),
            diversity,
        ],
        more: match slopes {
            Some(s) if MORE => {
                let holes = [hole_rows, hole_counts];
                Some(slopes::after::<L, W>((o, s), drop, i, &fallen, &under, holes))
            }
            _ => None,
        },
        numbers: _mm256_add_epi32(
            _mm256_add_epi32(fallen.y, splat(number(shape, x))),
            _mm256_slli_epi32::<8>(counting_up()),
        ),
        excluded: _mm256_or_si256(fallen.out, _mm256_xor_si256(plain, splat(u32::MAX))),
    };
    best.eight(&eight, scene.weights);
    !mask(plain) & allowed
}

#[inline]
#[target_feature(enable = "avx2")]
fn counting_up() -> __m256i {
    _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)
}

/// Lets the shape fall on eight columns.
#[inline]
#[target_feature(enable = "avx2")]
fn fall<const L: usize, const W: usize>(
    scene: &Scene<'_, u32, L>,
    drop: &DropShape,
    x: usize,
    i: usize,
) -> Fallen<W> {
    let (o, shape, zero) = (scene.outline, &drop.shape, _mm256_setzero_si256());
    let (mut heights, mut cells, mut after, mut y) = ([zero; W], [zero; W], [zero; 6], zero);
    for (j, height) in heights.iter_mut().enumerate() {
        *height = load(&o.heights, i + j);
        y = _mm256_max_epi32(y, _mm256_sub_epi32(*height, splat(shape.bottom(j))));
    }
    let beyond = _mm256_cmpgt_epi32(counting_up(), splat((scene.board.width() - W - x) as u32));
    let room = splat((scene.board.height() - shape.height()) as u32);
    let out = _mm256_or_si256(beyond, _mm256_cmpgt_epi32(y, room));
    let mut full = _mm256_and_si256(load(&o.full_before, i), load(&o.full_from, i + W));
    after[0] = load(&o.columns, i - 1);
    after[W + 1] = load(&o.columns, i + W);
    for j in 0..W {
        cells[j] = _mm256_sllv_epi32(splat(shape.column(j)), y);
        after[j + 1] = _mm256_or_si256(load(&o.columns, i + j), cells[j]);
        full = _mm256_and_si256(full, after[j + 1]);
    }
    Fallen { y, heights, cells, after, full, out }
}

/// Looks at the columns under the piece.
#[inline]
#[target_feature(enable = "avx2")]
fn under<const L: usize, const W: usize>(
    scene: &Scene<'_, u32, L>,
    drop: &DropShape,
    i: usize,
    fallen: &Fallen<W>,
) -> Under<W> {
    let (o, shape, zero, one) = (scene.outline, &drop.shape, _mm256_setzero_si256(), splat(1));
    let mut under = Under {
        holes: zero,
        new_holes: zero,
        gapped: [zero; W],
        sound: [zero; W],
        gaps: zero,
        hole_depth: zero,
        wells: Wells { bytes: [zero; 3], all: zero },
        lost_wells: zero,
        in_holes: zero,
    };
    for j in 0..W {
        let height = fallen.heights[j];
        let bottom = _mm256_add_epi32(fallen.y, splat(shape.bottom(j)));
        let top = _mm256_add_epi32(fallen.y, splat(shape.top(j)));
        let gapped = _mm256_cmpgt_epi32(bottom, height);
        let gap = _mm256_sub_epi32(_mm256_sllv_epi32(one, bottom), _mm256_sllv_epi32(one, height));
        let holes = load(&o.holes, i + j);
        under.new_holes = _mm256_or_si256(under.new_holes, gap);
        under.holes = _mm256_add_epi32(under.holes, _mm256_sub_epi32(bottom, height));
        // Comparisons give -1 for true.
        under.gaps = _mm256_sub_epi32(under.gaps, gapped);
        let sound = _mm256_andnot_si256(gapped, _mm256_cmpeq_epi32(holes, zero));
        under.gapped[j] = gapped;
        under.sound[j] = sound;
        let deeper = _mm256_andnot_si256(sound, splat(shape.top(j) - shape.bottom(j)));
        under.hole_depth = _mm256_add_epi32(under.hole_depth, deeper);

        let sides = _mm256_and_si256(fallen.after[j], fallen.after[j + 2]);
        under.wells.add(_mm256_srlv_epi32(sides, top), 2 + 2 * j);
        under.wells.add(_mm256_srlv_epi32(_mm256_and_si256(sides, gap), height), 3 + 2 * j);
        under.lost_wells = _mm256_add_epi32(under.lost_wells, load(&o.open_wells, i + j));
        if drop.hooks >> j & 1 == 1 {
            let (left, right) = (load(&o.columns, i + j - 1), load(&o.columns, i + j + 1));
            let new = _mm256_andnot_si256(_mm256_and_si256(left, right), sides);
            under.in_holes = _mm256_or_si256(under.in_holes, _mm256_and_si256(holes, new));
        }
    }
    under
}

/// Looks at the wells in the columns left and right of the piece.
#[inline]
#[target_feature(enable = "avx2")]
fn beside<const L: usize, const W: usize>(
    scene: &Scene<'_, u32, L>,
    i: usize,
    fallen: &Fallen<W>,
    under: &mut Under<W>,
) {
    let o = scene.outline;
    let sides = [(0, i - 1, i - 2, fallen.cells[0]), (1, i + W, i + W + 1, fallen.cells[W - 1])];
    for (byte, column, other, cells) in sides {
        let empty = _mm256_andnot_si256(load(&o.columns, column), cells);
        let new = _mm256_and_si256(empty, load(&o.columns, other));
        let in_holes = _mm256_and_si256(new, load(&o.holes, column));
        under.in_holes = _mm256_or_si256(under.in_holes, in_holes);
        under.wells.add(_mm256_srlv_epi32(new, load(&o.heights, column)), byte);
    }
}

/// Row transitions and diversity: what happens at the borders between columns.
#[inline]
#[target_feature(enable = "avx2")]
fn borders<const L: usize, const W: usize>(
    scene: &Scene<'_, u32, L>,
    drop: &DropShape,
    i: usize,
    y: __m256i,
) -> (__m256i, __m256i) {
    let (o, shape, one) = (scene.outline, &drop.shape, splat(1));
    let mut window = _mm256_setzero_si256();
    for j in 0..=W {
        let border = _mm256_srlv_epi32(load(&o.borders, i + j), y);
        let changed = _mm256_and_si256(border, splat(drop.edges[j]));
        window = _mm256_or_si256(window, shift_left(changed, 4 * j));
    }
    // A step of -2 is bit 0. Shifts that are too far, or negative, give nothing.
    let (left, right) = (load(&o.heights, i - 1), load(&o.heights, i + W));
    let left = _mm256_sub_epi32(_mm256_sub_epi32(left, y), splat(shape.top(0).wrapping_sub(2)));
    let right = _mm256_sub_epi32(_mm256_add_epi32(y, splat(shape.top(W - 1) + 2)), right);
    let new = _mm256_or_si256(_mm256_sllv_epi32(one, left), _mm256_sllv_epi32(one, right));
    let old = _mm256_or_si256(load(&o.steps_before, i), load(&o.steps_from, i + W));
    let steps = _mm256_or_si256(_mm256_or_si256(new, old), splat(drop.steps));

    // The window takes 20 bits at most, so the five steps fit into the highest byte.
    let steps = _mm256_and_si256(_mm256_slli_epi32::<24>(steps), splat(31 << 24));
    let counted = count_bytes(_mm256_or_si256(window, steps));
    let changes = sum_bytes(_mm256_and_si256(counted, splat(0x00ff_ffff)));
    let all = splat(o.row_transitions + drop.edge_count);
    let row_transitions = _mm256_sub_epi32(all, _mm256_slli_epi32::<1>(changes));
    (row_transitions, _mm256_srli_epi32::<24>(counted))
}

impl Wells {
    #[inline]
    #[target_feature(enable = "avx2")]
    fn add(&mut self, cells: __m256i, byte: usize) {
        self.all = _mm256_or_si256(self.all, cells);
        let moved = shift_left(cells, 8 * (byte % 4));
        self.bytes[byte / 4] = _mm256_or_si256(self.bytes[byte / 4], moved);
    }

    /// The depths of all cells added up.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn sum(&self) -> __m256i {
        let mut sum = depth_bytes(self.bytes[0]);
        for bytes in &self.bytes[1..] {
            sum = _mm256_add_epi8(sum, depth_bytes(*bytes));
        }
        sum_bytes(sum)
    }
}
