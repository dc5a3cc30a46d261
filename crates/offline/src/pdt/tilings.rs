//! In how many ways a box can be covered, whatever the order.

use super::Box2;
use crate::kit::Kit;
use std::collections::HashMap;

/// Counts the coverings of a box: the first empty cell, column by column, must be covered by some piece, so that each covering
/// is met once. What is covered beyond that cell is remembered as bits. None if the numbers outgrow 128 bits, or if the box
/// is too high for the bits.
pub(super) fn tilings(shape: Box2, kit: &Kit) -> Option<u128> {
    let stamps = stamps(shape, kit);
    let mut counts: HashMap<u64, u128> = HashMap::from([(0, 1)]);
    for cell in 0..shape.cells() {
        let mut next: HashMap<u64, u128> = HashMap::with_capacity(counts.len());
        let mut add = |bits: u64, count: u128| -> Option<()> {
            let sum = next.entry(bits >> 1).or_insert(0);
            *sum = sum.checked_add(count)?;
            Some(())
        };
        for (&bits, &count) in &counts {
            if bits & 1 == 1 {
                add(bits, count)?;
                continue;
            }
            for stamp in
                stamps.iter().filter(|stamp| stamp.fits(shape, cell) && stamp.bits & bits == 0)
            {
                add(bits | stamp.bits, count)?;
            }
        }
        counts = next;
    }
    Some(counts.get(&0).copied().unwrap_or(0))
}

/// A turn of a piece whose first cell, column by column, is the cell to cover.
struct Stamp {
    bits: u64,
    /// Rows of the piece below and from its first cell on.
    below: usize,
    above: usize,
    width: usize,
}

impl Stamp {
    fn fits(&self, shape: Box2, cell: usize) -> bool {
        let (x, y) = (cell / shape.height, cell % shape.height);
        y >= self.below && y + self.above <= shape.height && x + self.width <= shape.width
    }
}

fn stamps(shape: Box2, kit: &Kit) -> Vec<Stamp> {
    let mut stamps = Vec::new();
    for piece in kit.pieces() {
        for (_, form) in kit.distinct(piece) {
            if form.height() > shape.height || form.width() > shape.width {
                continue;
            }
            let first = usize::from(form.bottoms[0]);
            let columns = 0..form.width();
            let bits = columns.fold(0, |bits, j| {
                let column = u64::from(form.columns[j]) << (j * shape.height);
                bits | column >> first
            });
            let (below, above) = (first, form.height() - first);
            stamps.push(Stamp { bits, below, above, width: form.width() });
        }
    }
    stamps
}
