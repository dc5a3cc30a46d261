//! The drops of one shape on all columns at once.

use super::super::leader::number;
use super::super::table::DropShape;
use super::ground::{Ground, Survey};
use super::lanes::{LANES, add_depths, first, load, splat, words};
use super::slopes::{self, Columns};
use super::{Best, Scene};
use crate::relief::Relief;
use crate::terrain::Terrain;
use crate::word::bits;
use std::arch::x86_64::{
    __m512i, __mmask16, _mm_cvtsi32_si128, _mm512_add_epi32, _mm512_and_si512, _mm512_andnot_si512,
    _mm512_cmpgt_epi32_mask, _mm512_cmple_epi32_mask, _mm512_mask_add_epi32, _mm512_mask_mov_epi32,
    _mm512_maskz_expand_epi32, _mm512_max_epi32, _mm512_or_si512, _mm512_popcnt_epi32,
    _mm512_setr_epi32, _mm512_setzero_si512, _mm512_sll_epi32, _mm512_slli_epi32,
    _mm512_sllv_epi32, _mm512_srli_epi32, _mm512_srlv_epi32, _mm512_sub_epi32,
    _mm512_test_epi32_mask,
};

/// The features of sixteen drops, as whole numbers; the landing height twice.
pub(super) struct Sixteen {
    pub(super) twice_landing: __m512i,
    /// RT CT HO WE HD RH DV.
    pub(super) board: [__m512i; 7],
    /// The further features, if they count.
    pub(super) more: Option<[__m512i; Relief::COUNT]>,
    /// Which drop each lane is.
    pub(super) numbers: __m512i,
    /// Lanes that count.
    pub(super) plain: __mmask16,
}

/// Where the drops of a shape of `W` columns land and what is there then.
pub(super) struct Fallen<const W: usize> {
    pub(super) y: __m512i,
    pub(super) cells: [__m512i; W],
    /// Columns after the drop, with the neighbours on both sides.
    after: [__m512i; 6],
    /// Lanes whose piece lies inside the board.
    allowed: __mmask16,
}

/// What the columns under a piece and beside it change.
struct Change<const W: usize> {
    new_holes: __m512i,
    /// By column of the piece: lanes where it leaves a hole below it.
    gapped: [__mmask16; W],
    /// Columns with new holes.
    gaps: __m512i,
    hole_depth: __m512i,
    wells: Wells,
    /// Lanes with a well that changes inside a hole.
    in_holes: __mmask16,
}

/// Well cells by depth, a byte for each place where wells may be, four to a vector.
struct Wells {
    bytes: [__m512i; 3],
    /// All cells together; what goes beyond a byte shows here.
    all: __m512i,
}

/// Values all drops of a shape.
///
/// Not inlined: the compiler would prepare what any width needs before it knows which one comes.
#[inline(never)]
#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
pub(super) fn value<const W: usize, const MORE: bool>(
    scene: &Scene<'_>,
    shape: usize,
    drop: &DropShape,
    best: &mut Best,
) {
    let g = scene.ground;
    let fallen = fall::<W>(scene, drop);
    let full =
        (0..W).fold(g.full_elsewhere[W - 1], |full, j| _mm512_and_si512(full, fallen.after[j + 1]));
    let mut change = under::<W>(g, drop, &fallen);
    beside::<W>(g, &fallen, &mut change);
    let (row_transitions, diversity) = borders::<W>(g, drop, fallen.y);
    let odd = _mm512_or_si512(full, _mm512_srli_epi32::<8>(change.wells.all));
    let odd = (_mm512_test_epi32_mask(odd, odd) | change.in_holes) & fallen.allowed;
    let numbers = _mm512_add_epi32(fallen.y, splat(number(shape, 0)));
    let hole_rows = _mm512_or_si512(change.new_holes, splat(g.hole_rows));
    let more = match scene.slopes {
        Some(slopes) if MORE => {
            let gapped = &change.gapped;
            Some(slopes::after::<W>(g, slopes, drop, &fallen, gapped, hole_rows, scene.width))
        }
        _ => None,
    };
    best.sixteen::<MORE>(
        &Sixteen {
            twice_landing: _mm512_add_epi32(
                _mm512_slli_epi32::<1>(fallen.y),
                splat(scene.carry.twice_landing + drop.shape.height() as u32 - 1),
            ),
            board: totals::<W>(g, drop, &fallen, &change, hole_rows, row_transitions, diversity),
            more,
            numbers: _mm512_add_epi32(numbers, columns_in_numbers()),
            plain: fallen.allowed & !odd,
        },
        scene,
        scene.width + 1 - W,
    );
    if odd != 0 {
        alone::<W, MORE>(scene, shape, drop, &fallen, full, odd, best);
    }
}

/// The part of a drop's number that is its column.
#[inline]
#[target_feature(enable = "avx512f")]
fn columns_in_numbers() -> __m512i {
    let columns = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    _mm512_slli_epi32::<8>(columns)
}

/// Lets the shape fall on every column.
#[inline]
#[target_feature(enable = "avx512f")]
fn fall<const W: usize>(scene: &Scene<'_>, drop: &DropShape) -> Fallen<W> {
    let (g, shape, zero) = (scene.ground, &drop.shape, _mm512_setzero_si512());
    let (mut cells, mut after, mut y) = ([zero; W], [zero; 6], zero);
    for j in 0..W {
        y = _mm512_max_epi32(y, _mm512_sub_epi32(g.heights[j + 1], splat(shape.bottom(j))));
    }
    let room = splat((scene.height - shape.height()) as u32);
    let allowed = _mm512_cmple_epi32_mask(y, room) & first(scene.width + 1 - W);
    after[0] = g.columns[1];
    after[W + 1] = g.columns[W + 2];
    for j in 0..W {
        cells[j] = _mm512_sllv_epi32(splat(shape.column(j)), y);
        after[j + 1] = _mm512_or_si512(g.columns[j + 2], cells[j]);
    }
    Fallen { y, cells, after, allowed }
}

/// Looks at the columns under the piece.
#[inline]
#[target_feature(enable = "avx512f")]
fn under<const W: usize>(g: &Ground, drop: &DropShape, fallen: &Fallen<W>) -> Change<W> {
    let (shape, zero, one) = (&drop.shape, _mm512_setzero_si512(), splat(1));
    let wells = Wells { bytes: [zero; 3], all: zero };
    let mut change = Change {
        new_holes: zero,
        gapped: [0; W],
        gaps: zero,
        hole_depth: zero,
        wells,
        in_holes: 0,
    };
    for j in 0..W {
        let height = g.heights[j + 1];
        let bottom = _mm512_add_epi32(fallen.y, splat(shape.bottom(j)));
        let top = _mm512_add_epi32(fallen.y, splat(shape.top(j)));
        let gap = _mm512_sub_epi32(_mm512_sllv_epi32(one, bottom), _mm512_sllv_epi32(one, height));
        let gapped = _mm512_cmpgt_epi32_mask(bottom, height);
        let deeper = splat(shape.top(j) - shape.bottom(j));
        let covers = gapped | g.holey >> j;
        change.gapped[j] = gapped;
        change.new_holes = _mm512_or_si512(change.new_holes, gap);
        change.gaps = _mm512_mask_add_epi32(change.gaps, gapped, change.gaps, one);
        change.hole_depth =
            _mm512_mask_add_epi32(change.hole_depth, covers, change.hole_depth, deeper);

        let sides = _mm512_and_si512(fallen.after[j], fallen.after[j + 2]);
        change.wells.add(_mm512_srlv_epi32(sides, top), 2 + 2 * j);
        change.wells.add(_mm512_srlv_epi32(_mm512_and_si512(sides, gap), height), 3 + 2 * j);
        if drop.hooks >> j & 1 == 1 {
            let before = _mm512_and_si512(g.columns[j + 1], g.columns[j + 3]);
            let new = _mm512_andnot_si512(before, sides);
            change.in_holes |= _mm512_test_epi32_mask(g.holes[j + 1], new);
        }
    }
    change
}

/// Looks at the wells in the columns left and right of the piece.
#[inline]
#[target_feature(enable = "avx512f")]
fn beside<const W: usize>(g: &Ground, fallen: &Fallen<W>, change: &mut Change<W>) {
    // The column, the one beyond it, and its height and holes, as their arrays count.
    let sides = [(1, 0, 0, fallen.cells[0]), (W + 2, W + 3, W + 1, fallen.cells[W - 1])];
    for (byte, (column, beyond, near, cells)) in sides.into_iter().enumerate() {
        let empty = _mm512_andnot_si512(g.columns[column], cells);
        let new = _mm512_and_si512(empty, g.columns[beyond]);
        change.in_holes |= _mm512_test_epi32_mask(new, g.holes[near]);
        change.wells.add(_mm512_srlv_epi32(new, g.heights[near]), byte);
    }
}

/// Row transitions and diversity: what happens at the borders between columns.
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn borders<const W: usize>(g: &Ground, drop: &DropShape, y: __m512i) -> (__m512i, __m512i) {
    let (shape, one) = (&drop.shape, splat(1));
    let mut window = _mm512_setzero_si512();
    for j in 0..=W {
        let border = _mm512_srlv_epi32(g.borders[j], y);
        let changed = _mm512_and_si512(border, splat(drop.edges[j]));
        window = _mm512_or_si512(window, shift_left(changed, 4 * j));
    }
    // A step of -2 is bit 0. Shifts that are too far, or negative, give nothing.
    let left = _mm512_sub_epi32(g.heights[0], y);
    let left = _mm512_sub_epi32(left, splat(shape.top(0).wrapping_sub(2)));
    let right = _mm512_add_epi32(y, splat(shape.top(W - 1) + 2));
    let right = _mm512_sub_epi32(right, g.heights[W + 1]);
    let new = _mm512_or_si512(_mm512_sllv_epi32(one, left), _mm512_sllv_epi32(one, right));
    let old = _mm512_or_si512(g.steps_elsewhere[W - 1], splat(drop.steps));
    let steps = _mm512_and_si512(_mm512_or_si512(new, old), splat(31));
    let all = splat(g.totals.row_transitions + drop.edge_count);
    let changes = _mm512_slli_epi32::<1>(_mm512_popcnt_epi32(window));
    (_mm512_sub_epi32(all, changes), _mm512_popcnt_epi32(steps))
}

/// The board's features after the drops.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx512vpopcntdq")]
fn totals<const W: usize>(
    g: &Ground,
    drop: &DropShape,
    fallen: &Fallen<W>,
    change: &Change<W>,
    hole_rows: __m512i,
    row_transitions: __m512i,
    diversity: __m512i,
) -> [__m512i; 7] {
    let t = &g.totals;
    // The undersides lie above the old tops by as many rows as there are new holes.
    let bottoms: u32 = (0..W).map(|j| drop.shape.bottom(j)).sum();
    let undersides =
        (0..W).fold(splat(t.holes + bottoms), |sum, _| _mm512_add_epi32(sum, fallen.y));
    let wells = change.wells.add_to(splat(t.wells));
    [
        row_transitions,
        _mm512_add_epi32(splat(t.column_transitions), _mm512_slli_epi32::<1>(change.gaps)),
        _mm512_sub_epi32(undersides, g.height_sums[W - 1]),
        _mm512_sub_epi32(wells, g.open_wells[W - 1]),
        _mm512_add_epi32(splat(t.hole_depth), change.hole_depth),
        _mm512_popcnt_epi32(hole_rows),
        diversity,
    ]
}

/// Values some drops one by one, on a board of their own.
#[inline(never)]
#[target_feature(
    enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vnni,avx512vpopcntdq,popcnt,bmi1,bmi2"
)]
fn alone<const W: usize, const MORE: bool>(
    scene: &Scene<'_>,
    shape: usize,
    drop: &DropShape,
    fallen: &Fallen<W>,
    full: __m512i,
    lanes: __mmask16,
    best: &mut Best,
) {
    let (ys, fulls) = (words(fallen.y), words(full));
    for x in bits(u32::from(lanes)) {
        let lane = x as usize % LANES;
        let (y, full) = (ys[lane], fulls[lane]);
        let (columns, mut survey) = after::<W>(scene, drop, x, y, full);
        let own = MORE.then(|| Columns::of(&mut survey, scene.width));
        let steps = survey.all_steps();
        let diversity = (steps & 31).count_ones();
        let terrain = Terrain { diversity, ..survey.totals };
        let hit: u32 = (0..W).map(|j| (drop.shape.column(j) << y & full).count_ones()).sum();
        let eroded = scene.carry.eroded + full.count_ones() * hit;
        let relief = || {
            let (columns, size) = (words(columns), (scene.width, scene.rows));
            let relief = |own| slopes::relief(own, steps, survey.hole_rows, &columns, size);
            own.as_ref().map_or_else(Relief::default, relief)
        };
        let value = scene.value(&terrain, drop, y, eroded, relief);
        best.alone.meet(number(shape, lane) | y, value);
    }
}

/// The columns after one drop, and what they are like.
#[inline]
#[target_feature(enable = "avx512f,avx512cd,avx512vpopcntdq")]
fn after<const W: usize>(
    scene: &Scene<'_>,
    drop: &DropShape,
    x: u32,
    y: u32,
    full: u32,
) -> (__m512i, Survey) {
    let columns: [u32; W] = std::array::from_fn(|j| drop.shape.column(j) << y);
    let piece = load(&columns, _mm512_setzero_si512());
    let piece = _mm512_maskz_expand_epi32(first(W) << x, piece);
    let mut board = _mm512_or_si512(scene.ground.columns[2], piece);
    for (gone, row) in bits(full).enumerate() {
        let below = splat((1 << (row - gone as u32)) - 1);
        let fallen = _mm512_andnot_si512(below, _mm512_srli_epi32::<1>(board));
        board = _mm512_or_si512(_mm512_and_si512(board, below), fallen);
    }
    let board = _mm512_mask_mov_epi32(board, !first(scene.width), splat(u32::MAX));
    (board, Survey::of(board, scene.width, scene.rows))
}

impl Wells {
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn add(&mut self, cells: __m512i, byte: usize) {
        self.all = _mm512_or_si512(self.all, cells);
        let moved = shift_left(cells, 8 * (byte % 4));
        self.bytes[byte / 4] = _mm512_or_si512(self.bytes[byte / 4], moved);
    }

    /// The depths of all cells added to a sum.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    fn add_to(&self, sum: __m512i) -> __m512i {
        self.bytes.iter().fold(sum, |sum, bytes| add_depths(sum, *bytes))
    }
}

/// Shifts all lanes by the same number of bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn shift_left(lanes: __m512i, by: usize) -> __m512i {
    _mm512_sll_epi32(lanes, _mm_cvtsi32_si128(by as i32))
}
