//! What windows are worth, in words that can be added up.

use super::{AROUND, Cell};
use crate::patterns::{Ids, Kind, Patterns};
use std::sync::Arc;

/// How many sets of points are kept for each seat.
pub(super) const SETS: usize = 5;
/// Half a word is for one seat: ten bits of worth, then flags; where there are at most three, the stones that are captured lie behind them.
pub(crate) const FLAGS_AT: u32 = 10;
pub(crate) const CAPTURES_AT: u32 = 13;
/// No worth is higher: what a stone changes along four lines must fit into half a word.
pub(super) const MOST_WORTH: u32 = i16::MAX as u32 / (4 * AROUND as u32);

/// The bits of worth of both seats.
pub(super) const SCORES: Cell = both_seats((1 << FLAGS_AT) - 1);

const fn both_seats(half: u16) -> Cell {
    (half as Cell) << 16 | half as Cell
}

/// What is added up, and which points are kept in sets.
#[derive(Clone)]
pub(crate) struct Worths {
    /// By the key of a window.
    of: Arc<[Cell; 1 << 16]>,
    /// The flags of both seats.
    pub(super) flags: Cell,
}

impl Worths {
    /// Worths by what `pack` thinks of each kind, in half a word: the sum of the lower ten bits is kept, and so are the points with any of
    /// the `flags` that follow.
    pub(crate) fn new(patterns: &Patterns, pack: impl Fn(&Kind) -> u16, flags: usize) -> Self {
        let score = |kind: &Kind| u32::from(pack(kind)) & ((1 << FLAGS_AT) - 1);
        assert!(patterns.kinds.iter().all(|kind| score(kind) <= MOST_WORTH), "worths are too high");
        let worths: Vec<Cell> = patterns.kinds.iter().map(|kind| pack(kind).into()).collect();
        let both = |ids: &Ids| worths[usize::from(ids[0])] | worths[usize::from(ids[1])] << 16;
        let of: Vec<Cell> = patterns.ids.iter().map(both).collect();
        let of: Box<[Cell; 1 << 16]> =
            of.try_into().unwrap_or_else(|_| unreachable!("one for each key"));
        let mask = ((1_u16 << flags) - 1) << FLAGS_AT;
        Self { of: of.into(), flags: both_seats(mask) }
    }

    #[inline]
    pub(super) fn of(&self, key: usize) -> Cell {
        self.of[key % (1 << 16)]
    }
}
