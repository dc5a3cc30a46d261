//! What a beam holds to be good.

use super::low::Look;

/// Weights of what a board looks like; all of it is bad, so the score is minus the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Profile {
    holes: i32,
    hole_rows: i32,
    row_turns: i32,
    column_turns: i32,
    wells: i32,
    heights: i32,
    height: i32,
}

impl Profile {
    /// A surface that takes every piece: for mixed lists.
    pub(crate) const SMOOTH: Self = Self {
        holes: 13,
        hole_rows: 24,
        row_turns: 9,
        column_turns: 20,
        wells: 10,
        heights: 3,
        height: 0,
    };

    /// The lowest pile, whatever it looks like: for pieces that cannot lie smoothly.
    pub(crate) const LOW: Self = Self {
        holes: 1,
        hole_rows: 0,
        row_turns: 0,
        column_turns: 0,
        wells: 0,
        heights: 1,
        height: 1000,
    };

    /// Nothing but the height: among equals lots decide, so that a wide beam holds many different piles. For lists of S and Z.
    pub(crate) const LEVEL: Self = Self {
        holes: 0,
        hole_rows: 0,
        row_turns: 0,
        column_turns: 0,
        wells: 0,
        heights: 0,
        height: 1,
    };

    /// A low pile of few cells and few gaps: for pieces that cannot lie smoothly and always leave some cells behind. Heights less
    /// holes are the cells.
    pub(crate) const SPARSE: Self = Self {
        holes: -6,
        hole_rows: 0,
        row_turns: 0,
        column_turns: 11,
        wells: 0,
        heights: 6,
        height: 110,
    };

    #[inline]
    pub(crate) fn score(&self, look: &Look) -> i32 {
        -(self.holes * look.holes
            + self.hole_rows * look.hole_rows
            + self.row_turns * look.row_turns
            + self.column_turns * look.column_turns
            + self.wells * look.wells
            + self.heights * look.heights
            + self.height * look.height)
    }
}
