//! Straight drops: a piece in any turn falls from above the board onto any column.
//!
//! [`DropKernel`] finds the best drop for a linear policy over the nine published features, or these and nine further ones. It has several
//! ways to the same answer. Where the board is at most 32 high and the pieces have at most four cells:
//! AVX-512, all columns at a time, on boards up to 15 wide, and AVX2, eight columns at a time, as the
//! processor has them. A portable one for everything else, and [`crate::reference`] for the tests.
//! The value of a drop is the sum of weight times feature in the order LH ER RT CT HO WE HD RH DV, then BU2 DV2 EMPC
//! RHW AF2 AFC PSZ PBU CR, in `f64`, multiplied and then added, so all agree to the last bit. The first of equals wins, in the
//! order rotation, then column.
//!
//! A drop after which the piece would stick out at the top is not allowed; if there is no other, the game
//! is lost.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod leader;
mod outline;
mod portable;
mod table;

use crate::board::{Board, LowBoard, Pile};
use crate::features::{DT_COUNT, Features, KERNEL_COUNT, measure};
use crate::pieces::PieceSet;
use crate::relief::Relief;
use crate::shape::{Placement, Shape};
use crate::terrain::Terrain;
use crate::word::Word;
use ludex_core::Result;
use std::fmt;
use table::DropShape;

/// The weights of the features that the kernel knows; higher sums are better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// LH ER RT CT HO WE HD RH DV.
    pub(crate) nine: [f64; DT_COUNT],
    /// BU2 DV2 EMPC RHW AF2 AFC PSZ PBU CR, if any of them counts.
    pub(crate) more: Option<[f64; Relief::COUNT]>,
}

impl Weights {
    /// Weights of the published nine features.
    pub const fn nine(nine: [f64; DT_COUNT]) -> Self {
        Self { nine, more: None }
    }

    /// Weights of all features that the kernel knows.
    pub fn all(all: [f64; KERNEL_COUNT]) -> Self {
        let more: [f64; Relief::COUNT] = std::array::from_fn(|i| all[DT_COUNT + i]);
        let counts = more.iter().any(|&weight| weight != 0.0);
        Self { nine: std::array::from_fn(|i| all[i]), more: counts.then_some(more) }
    }

    /// The value of a board after a placement, in the order and with the operations that every path uses.
    #[inline(always)]
    pub(crate) fn value(
        &self,
        twice_landing: u32,
        eroded: u32,
        terrain: &Terrain,
        relief: impl FnOnce() -> Relief,
    ) -> f64 {
        let sum = sum_of_nine(&self.nine, &features_of(twice_landing, eroded, terrain));
        match &self.more {
            None => sum,
            Some(more) => {
                let (features, mut sum) = (relief().amounts(), sum);
                for i in 0..Relief::COUNT {
                    sum += more[i] * features[i];
                }
                sum
            }
        }
    }
}

/// What the drops before this one add to a sum: a search over two pieces counts both landings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Carry {
    /// Twice the landing heights so far.
    pub twice_landing: u32,
    /// Eroded cells so far.
    pub eroded: u32,
}

/// Instructions that a processor may have beyond the usual ones.
///
/// ```
/// use ludex_tetris::{DropKernel, Instructions, sets};
/// let kernel = DropKernel::new(&sets::simplified(), 10, 20).unwrap();
/// assert!(kernel.instructions() >= Instructions::Portable);
/// let portable = kernel.at_most(Instructions::Portable);
/// assert_eq!(portable.instructions().to_string(), "portable");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// Those that every processor has.
    Portable,
    /// Eight words at a time, and counting bits.
    Avx2,
    /// Sixteen words at a time.
    Avx512,
}

impl Instructions {
    /// The most that this processor has.
    pub fn available() -> Self {
        #[cfg(target_arch = "x86_64")]
        if avx512::is_available() {
            return Self::Avx512;
        } else if avx2::is_available() {
            return Self::Avx2;
        }
        Self::Portable
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Portable => "portable",
            Self::Avx2 => "AVX2",
            Self::Avx512 => "AVX-512",
        })
    }
}

/// How the answer is found; all ways give the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// With the instructions every processor has.
    Portable,
    /// The portable code, with instructions that count bits.
    Counting,
    /// Eight columns at a time.
    Eight,
    /// All columns at a time.
    Sixteen,
}

/// The widest board whose columns fit sixteen lanes beside a wall.
const SIXTEEN_COLUMNS: usize = 15;

/// Evaluates straight drops of the pieces of one set on boards of one size.
///
/// ```
/// use ludex_tetris::{DropKernel, board, drop::Weights, sets};
/// let set = sets::simplified();
/// let kernel = DropKernel::new(&set, 10, 20).unwrap();
/// let board = board![10 x 20; "XXXXXXXX..", "XXXXXXXX.."];
/// let dellacherie = Weights::nine([-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0]);
/// let (place, _) = kernel.best(&board, set.index("O").unwrap(), &dellacherie).unwrap();
/// assert_eq!((place.x, place.y), (8, 0));
/// ```
#[derive(Clone, Debug)]
pub struct DropKernel {
    width: usize,
    height: usize,
    pieces: Vec<Vec<DropShape>>,
    way: Way,
}

impl DropKernel {
    /// A kernel for a set and a board size; refuses pieces that do not fit the board.
    ///
    /// States of a piece that cover the same cells are considered once.
    pub fn new(set: &PieceSet, width: usize, height: usize) -> Result<Self> {
        Board::new(width, height)?;
        set.check_board(width, height)?;
        let pieces: Vec<Vec<DropShape>> = set.pieces.iter().map(table::of_piece).collect();
        let kernel = Self { width, height, pieces, way: Way::Portable };
        Ok(kernel.at_most(Instructions::Avx512))
    }

    /// The same kernel with the best of these instructions, of those the processor has, that suits board
    /// and pieces; for comparisons.
    pub fn at_most(mut self, instructions: Instructions) -> Self {
        let shapes = self.pieces.iter().flatten();
        let suits = self.height <= 32 && shapes.into_iter().all(DropShape::suits_vectors);
        self.way = match instructions.min(Instructions::available()) {
            Instructions::Portable => Way::Portable,
            Instructions::Avx512 if suits && self.width <= SIXTEEN_COLUMNS => Way::Sixteen,
            _ if suits => Way::Eight,
            _ => Way::Counting,
        };
        self
    }

    /// The instructions that the kernel uses.
    pub fn instructions(&self) -> Instructions {
        match self.way {
            Way::Portable => Instructions::Portable,
            Way::Counting | Way::Eight => Instructions::Avx2,
            Way::Sixteen => Instructions::Avx512,
        }
    }

    /// How many pieces the set has.
    pub fn pieces(&self) -> usize {
        self.pieces.len()
    }

    /// Columns of the boards.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the boards.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The shape of a piece in the state a placement names.
    #[inline]
    pub fn shape(&self, piece: usize, rotation: u8) -> Option<&Shape> {
        self.pieces[piece].iter().find(|s| s.rotation == rotation).map(|s| &s.shape)
    }

    /// The best drop and its value; none if every drop sticks out at the top.
    #[inline]
    pub fn best(&self, board: &Board, piece: usize, weights: &Weights) -> Option<(Placement, f64)> {
        match board.low() {
            Some(low) => self.best_low(&low, piece, weights, Carry::default()),
            None => self.best_plain(board, piece, weights, Carry::default()),
        }
    }

    /// The best drop on a low board, on top of what earlier drops carry over.
    #[inline]
    pub fn best_low(
        &self,
        board: &LowBoard,
        piece: usize,
        weights: &Weights,
        carry: Carry,
    ) -> Option<(Placement, f64)> {
        debug_assert!(board.width() == self.width && board.height() == self.height);
        #[cfg(target_arch = "x86_64")]
        match self.way {
            Way::Sixteen => return avx512::best(board, &self.pieces[piece], weights, carry),
            Way::Eight => return avx2::best(board, &self.pieces[piece], weights, carry),
            Way::Counting | Way::Portable => {}
        }
        self.best_plain(board, piece, weights, carry)
    }

    /// The best drop without vectors.
    fn best_plain<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        weights: &Weights,
        carry: Carry,
    ) -> Option<(Placement, f64)> {
        #[cfg(target_arch = "x86_64")]
        if self.way == Way::Counting {
            return avx2::best_counting(board, &self.pieces[piece], weights, carry);
        }
        portable::best(board, &self.pieces[piece], weights, carry)
    }

    /// The best drop of a piece when the next one is known, and its value.
    ///
    /// The value is that of the better of all pairs of drops: the board after both, with the landing
    /// heights and the eroded cells of both added up. A first drop after which the next piece cannot be
    /// dropped is taken only if there is no other, and then valued by itself.
    pub fn best_two(
        &self,
        board: &Board,
        piece: usize,
        next: usize,
        weights: &Weights,
    ) -> Option<(Placement, f64)> {
        match board.low() {
            Some(low) => self.search_two(&low, piece, weights, |after, carry| {
                self.best_low(after, next, weights, carry)
            }),
            None => self.search_two(board, piece, weights, |after, carry| {
                self.best_plain(after, next, weights, carry)
            }),
        }
    }

    fn search_two<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        weights: &Weights,
        reply: impl Fn(&Pile<T>, Carry) -> Option<(Placement, f64)>,
    ) -> Option<(Placement, f64)> {
        let mut best: Option<(Placement, f64)> = None;
        for (place, shape) in self.drops(board, piece) {
            let mut after = *board;
            let cleared = after.place(shape, place.x.into(), place.y.into());
            let carry = Carry {
                twice_landing: 2 * u32::from(place.y) + shape.height() as u32 - 1,
                eroded: cleared.lines * cleared.eroded,
            };
            let Some((_, value)) = reply(&after, carry) else { continue };
            if best.is_none_or(|(_, b)| value > b) {
                best = Some((place, value));
            }
        }
        best.or_else(|| self.best_plain(board, piece, weights, Carry::default()))
    }

    /// All drops that stay below the top, in the order in which they are considered.
    pub fn drops<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
    ) -> impl Iterator<Item = (Placement, &Shape)> {
        self.pieces[piece].iter().flat_map(move |drop| {
            (0..=self.width - drop.shape.width()).filter_map(move |x| {
                let y = board.landing(&drop.shape, x);
                let place = Placement { rotation: drop.rotation, x: x as u8, y: y as u8 };
                (y + drop.shape.height() <= self.height).then_some((place, &drop.shape))
            })
        })
    }

    /// Whether a piece has any drop that stays below the top.
    pub fn has_drop<T: Word>(&self, board: &Pile<T>, piece: usize) -> bool {
        let room = self.height.saturating_sub(board.pile_height() as usize);
        // Above the whole pile there is always a place; only high piles need a closer look.
        let above = self.pieces[piece].first().is_some_and(|drop| drop.shape.height() <= room);
        above || self.drops(board, piece).next().is_some()
    }

    /// All drops with their values for any weights over all features, appended to `out`.
    ///
    /// Slower than [`DropKernel::best`], for policies that use other features than the kernel's.
    pub fn evaluate<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        value: impl Fn(&Features) -> f64,
        out: &mut Vec<(Placement, f64)>,
    ) {
        for (place, shape) in self.drops(board, piece) {
            let (features, _) = measure(board, shape, place.x.into(), place.y.into());
            out.push((place, value(&features)));
        }
    }
}

/// The nine features in the order in which they are summed: the landing and the erosion, then the board's.
#[inline(always)]
fn features_of(twice_landing: u32, eroded: u32, terrain: &Terrain) -> [f64; DT_COUNT] {
    [
        f64::from(twice_landing as i32) * 0.5,
        f64::from(eroded as i32),
        f64::from(terrain.row_transitions as i32),
        f64::from(terrain.column_transitions as i32),
        f64::from(terrain.holes as i32),
        f64::from(terrain.wells as i32),
        f64::from(terrain.hole_depth as i32),
        f64::from(terrain.hole_rows as i32),
        f64::from(terrain.diversity as i32),
    ]
}

/// The weighted sum of nine features.
#[inline(always)]
fn sum_of_nine(weights: &[f64; DT_COUNT], features: &[f64; DT_COUNT]) -> f64 {
    let mut sum = weights[0] * features[0];
    for i in 1..DT_COUNT {
        sum += weights[i] * features[i];
    }
    sum
}
