//! What a search has found out about states after a slide.

use crate::tables::Board;
use ludex_core::mix;

/// How a worth is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// This much.
    Exact,
    /// This much or more.
    Lower,
    /// This much or less.
    Upper,
}

struct Entry<W> {
    board: Board,
    worth: W,
    bound: Bound,
    depth: u8,
    search: u32,
}

/// A table of fixed size that forgets at once.
pub(crate) struct Table<W> {
    slots: Vec<Option<Entry<W>>>,
    shift: u32,
    search: u32,
}

impl<W: Clone> Table<W> {
    /// A table with two to this power of places.
    pub(crate) fn new(bits: u32) -> Self {
        let slots = std::iter::repeat_with(|| None).take(1 << bits).collect();
        Self { slots, shift: 64 - bits, search: 0 }
    }

    /// Forgets everything: entries of earlier searches do not count.
    pub(crate) fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.slots.fill_with(|| None);
        }
    }

    #[inline]
    fn slot(&self, board: Board) -> usize {
        (mix(board) >> self.shift) as usize
    }

    /// The worth of a state, looked at just as deep, or with `deeper` as deep or deeper.
    #[inline]
    pub(crate) fn find(&self, board: Board, depth: u8, deeper: bool) -> Option<(W, Bound)> {
        let entry = self.slots[self.slot(board)].as_ref()?;
        let deep = entry.depth == depth || (deeper && entry.depth > depth);
        let fits = entry.board == board && deep && entry.search == self.search;
        fits.then(|| (entry.worth.clone(), entry.bound))
    }

    /// Remembers a state; what was there before is forgotten.
    #[inline]
    pub(crate) fn store(&mut self, board: Board, depth: u8, worth: &W, bound: Bound) {
        let slot = self.slot(board);
        let search = self.search;
        self.slots[slot] = Some(Entry { board, worth: worth.clone(), bound, depth, search });
    }
}
