//! One-way streets round blocks of 2x2 cells.

use super::{Guide, Look};
use crate::agents::walk::Past;
use crate::board::{Cell, Direction, Grid};

/// The streets of a board with even sides, in one of two senses.
///
/// From every cell one street goes on within its block and one goes out of it. The cells round a
/// tree of blocks form a closed drive, and the snake always lies along such a drive: that is what
/// [`Guide::allows`] preserves.
pub(super) struct Streets {
    grid: Grid,
    /// Anticlockwise round the blocks instead of clockwise.
    mirrored: bool,
}

impl Streets {
    /// The streets that the snake obeys, if the board has streets and it obeys any.
    pub(super) fn obeyed(grid: Grid, past: &Past) -> Option<Self> {
        let even = grid.size.width.is_multiple_of(2) && grid.size.height.is_multiple_of(2);
        let both = [false, true].map(|mirrored| Self { grid, mirrored });
        both.into_iter().find(|streets| even && streets.lies_along(past))
    }

    /// Whether the body, laid down cell by cell from its tail, obeys the rules at every step.
    fn lies_along(&self, past: &Past) -> bool {
        (1..past.length()).rev().all(|ago| {
            let (Some(from), Some(to)) = (past.at(ago), past.at(ago - 1)) else { return false };
            let seen = |cell: Cell| {
                Some(past.seen(cell)).filter(|&time| time <= -ago && time > -past.length())
            };
            self.fits(from, to, &seen)
        })
    }

    /// Whether a step keeps the snake on a drive round a tree of blocks, given when it was where.
    fn fits(&self, from: Cell, to: Cell, seen: &dyn Fn(Cell) -> Option<i32>) -> bool {
        self.is_street(from, to)
            && seen(to).is_none()
            && (self.block(from) == self.block(to)
                || self.corners(to).into_iter().all(|cell| seen(cell).is_none())
                || self.leads_back(from, to, seen))
    }

    fn is_street(&self, from: Cell, to: Cell) -> bool {
        let (column, row) = self.grid.spot(from);
        match self.grid.direction(from, to) {
            Some(Direction::Right) => row.is_multiple_of(2) != self.mirrored,
            Some(Direction::Left) => row.is_multiple_of(2) == self.mirrored,
            Some(Direction::Up) => column.is_multiple_of(2) != self.mirrored,
            Some(Direction::Down) => column.is_multiple_of(2) == self.mirrored,
            None => false,
        }
    }

    fn block(&self, cell: Cell) -> (usize, usize) {
        let (column, row) = self.grid.spot(cell);
        (column / 2, row / 2)
    }

    /// The four cells of a cell's block.
    fn corners(&self, cell: Cell) -> [Cell; 4] {
        let (column, row) = self.block(cell);
        let corner = |x, y| self.grid.cell(2 * column + x, 2 * row + y);
        [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)]
    }

    /// Whether the body came out of the block of `to` by the street beside this one.
    fn leads_back(&self, from: Cell, to: Cell, seen: &dyn Fn(Cell) -> Option<i32>) -> bool {
        let (entry, exit) = (self.beside(from, to), self.beside(to, from));
        matches!((seen(exit), seen(entry)), (Some(left), Some(came)) if came == left + 1)
    }

    /// The cell of `cell`'s block beside the street between `cell` and `other`.
    fn beside(&self, cell: Cell, other: Cell) -> Cell {
        let ((column, row), (_, other_row)) = (self.grid.spot(cell), self.grid.spot(other));
        if row == other_row {
            self.grid.cell(column, row ^ 1)
        } else {
            self.grid.cell(column ^ 1, row)
        }
    }

    /// Whether two neighbouring blocks are joined in a fixed tree that spans the board: all
    /// columns of blocks, joined along the first row.
    fn joined(&self, from: Cell, to: Cell) -> bool {
        let (a, b) = (self.block(from), self.block(to));
        a.0 == b.0 || a.1 == 0
    }
}

impl Guide for Streets {
    fn allows(&self, look: &Look, from: Cell, to: Cell) -> bool {
        // The street first: it is cheap and rules out half of all steps.
        self.is_street(from, to) && {
            let seen = |cell: Cell| look.taken(cell).then(|| look.seen(cell));
            self.fits(from, to, &seen)
        }
    }

    fn roams_below(&self, cells: usize) -> usize {
        cells * 13 / 20
    }

    /// Round the tree under the snake, adding blocks of a fixed tree that spans the board.
    fn patrol(&self, look: &Look) -> Option<Cell> {
        let from = look.at;
        let ways = Direction::ALL.into_iter().filter_map(|d| self.grid.step(from, d));
        let (mut within, mut out) = (None, None);
        for to in ways.filter(|&to| self.allows(look, from, to)) {
            if self.block(from) == self.block(to) {
                within = Some(to);
            } else {
                out = Some(to);
            }
        }
        let seen = |cell: Cell| look.taken(cell).then(|| look.seen(cell));
        let must = out.filter(|&to| self.leads_back(from, to, &seen) || self.joined(from, to));
        must.or(within).or(out)
    }
}
