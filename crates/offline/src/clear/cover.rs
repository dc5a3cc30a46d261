//! Every way to cover the empty cells of a field with some pieces, whatever the order.
//!
//! Cells are looked at column by column; the first that is empty must be covered by some piece, so each covering is met once. A piece may
//! span rows that are cleared before it comes: then it has a gap where those rows were.

use super::search::{Fast, Watch};
use super::{Field, Laid};
use std::collections::HashMap;
use std::ops::Range;

/// A piece on some cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lay {
    pub(super) laid: Laid,
    /// The same cells, column by column.
    columns: u64,
    /// Rows that it covers a cell of, as bits.
    spans: u8,
    /// Rows between those that must have been cleared before.
    pub(super) gaps: u8,
}

/// How many of each piece there are; eight bits each.
pub(super) type Stock = u64;

/// One piece of a kind.
pub(super) fn one(piece: u8) -> Stock {
    1 << (8 * u32::from(piece))
}

/// The stock of some pieces.
pub(super) fn stock(pieces: &[u8]) -> Stock {
    pieces.iter().map(|&piece| one(piece)).sum()
}

fn has(stock: Stock, piece: u8) -> bool {
    stock >> (8 * u32::from(piece)) & 255 != 0
}

/// The coverings of a field.
pub(super) struct Covers {
    /// All cells, column by column.
    all: u64,
    start: u64,
    rows: usize,
    lays: Vec<Lay>,
    /// Those whose first cell is a given one.
    by_first: Vec<Range<usize>>,
    /// Whether what is open can be covered by what is in stock, as far as it is known.
    known: HashMap<(u64, Stock), bool, Fast>,
}

/// Which rows must be complete before which others, as bits.
#[derive(Clone, Copy, Default)]
struct Before([u8; super::MOST_ROWS]);

impl Before {
    /// With the rows in `early` complete before those in `late`; none if that goes round in a circle.
    fn with(mut self, early: u8, late: u8) -> Option<Self> {
        if early == 0 {
            return Some(self);
        }
        let rows = || 0..super::MOST_ROWS;
        let after = rows().filter(|r| late >> r & 1 == 1).fold(late, |all, r| all | self.0[r]);
        for row in rows() {
            if early >> row & 1 == 1 || self.0[row] & early != 0 {
                self.0[row] |= after;
            }
        }
        rows().all(|row| self.0[row] >> row & 1 == 0).then_some(self)
    }
}

impl Covers {
    pub(super) fn new(field: &Field) -> Self {
        let columns = |cells| by_columns(cells, field.width, field.rows);
        let lay = |(laid, spans, gaps): (Laid, u8, u8)| Lay {
            columns: columns(laid.cells),
            laid,
            spans,
            gaps,
        };
        let mut lays: Vec<Lay> = field.mover.lays(field.rows).into_iter().map(lay).collect();
        lays.retain(|lay| lay.laid.cells & field.cells == 0);
        // Those without a gap first: they can come at any time.
        lays.sort_by_key(|lay| (lay.columns.trailing_zeros(), lay.gaps.count_ones(), lay.columns));
        let first = |cell: u32| lays.partition_point(|lay| lay.columns.trailing_zeros() < cell);
        let by_first = (0..64).map(|cell| first(cell)..first(cell + 1)).collect();
        let (all, start) = (columns(field.all()), columns(field.cells));
        Self { all, start, rows: field.rows, lays, by_first, known: HashMap::default() }
    }

    pub(super) fn lay(&self, index: u16) -> &Lay {
        &self.lays[usize::from(index)]
    }

    /// Calls `each` with every covering by pieces of a stock until it says that it has enough.
    pub(super) fn each(
        &mut self,
        stock: Stock,
        watch: &mut Watch,
        each: &mut impl FnMut(&Self, &[u16], &mut Watch) -> bool,
    ) {
        let mut laid = Vec::new();
        self.from(self.start, stock, Before::default(), &mut laid, watch, each);
    }

    /// Goes on from what is covered; false if `each` has enough or somebody stopped the search.
    fn from(
        &mut self,
        covered: u64,
        stock: Stock,
        before: Before,
        laid: &mut Vec<u16>,
        watch: &mut Watch,
        each: &mut impl FnMut(&Self, &[u16], &mut Watch) -> bool,
    ) -> bool {
        if covered == self.all {
            return each(self, laid, watch);
        }
        if watch.is_over() {
            return false;
        }
        for index in self.by_first[(!covered).trailing_zeros() as usize].clone() {
            let Lay { laid: Laid { piece, .. }, columns, spans, gaps } = self.lays[index];
            if columns & covered != 0 || !has(stock, piece) {
                continue;
            }
            let Some(before) = before.with(gaps, spans) else { continue };
            let (covered, stock) = (covered | columns, stock - one(piece));
            if !self.can_be_covered(covered, stock, watch) {
                continue;
            }
            laid.push(index as u16);
            if !self.from(covered, stock, before, laid, watch, each) {
                return false;
            }
            laid.pop();
        }
        true
    }

    /// Whether the open cells can be covered at all, if the order did not matter.
    fn can_be_covered(&mut self, covered: u64, stock: Stock, watch: &mut Watch) -> bool {
        if covered == self.all {
            return true;
        }
        if !self.sides_agree(covered) {
            return false;
        }
        if let Some(&known) = self.known.get(&(covered, stock)) {
            return known;
        }
        if watch.is_over() {
            return false;
        }
        let mut can = false;
        for index in self.by_first[(!covered).trailing_zeros() as usize].clone() {
            let Lay { laid: Laid { piece, .. }, columns, .. } = self.lays[index];
            if columns & covered == 0
                && has(stock, piece)
                && self.can_be_covered(covered | columns, stock - one(piece), watch)
            {
                can = true;
                break;
            }
        }
        self.known.insert((covered, stock), can);
        can
    }

    /// Whether the open cells to the left of every edge that no piece can cross are a multiple of four.
    fn sides_agree(&self, covered: u64) -> bool {
        let open = !covered & self.all;
        let mut left = 0u64;
        let column = u64::MAX >> (64 - self.rows);
        // Only columns with cells that are covered out of turn can be wrong, and those lie close to the first open cell.
        let first = open.trailing_zeros() as usize / self.rows;
        let last = (64 - self.all.leading_zeros() as usize) / self.rows;
        for x in first..(first + 5).min(last.saturating_sub(1)) {
            let here = open >> (x * self.rows) & column;
            left += u64::from(here.count_ones());
            if here & open >> ((x + 1) * self.rows) == 0 && !left.is_multiple_of(4) {
                return false;
            }
        }
        true
    }
}

/// Cells that are numbered row by row, numbered column by column.
fn by_columns(cells: u64, width: usize, rows: usize) -> u64 {
    let mut out = 0;
    for y in 0..rows {
        for x in 0..width {
            out |= (cells >> (y * width + x) & 1) << (x * rows + y);
        }
    }
    out
}
