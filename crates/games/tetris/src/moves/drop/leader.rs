//! The best drop so far, where drops are looked at out of order.

use super::table::DropShape;
use crate::shape::Placement;

/// No drop has this number.
pub(super) const NONE: u32 = u32::MAX;

/// Numbers a drop so that earlier drops have smaller numbers; the row comes into the lowest byte.
pub(super) const fn number(shape: usize, x: usize) -> u32 {
    (shape as u32) << 16 | (x as u32) << 8
}

/// The best drop so far, the earliest among equals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leader {
    value: f64,
    number: u32,
}

impl Leader {
    pub(super) const NOBODY: Self = Self { value: f64::NEG_INFINITY, number: NONE };

    /// Takes over a drop if it is better, or as good and earlier.
    #[inline(always)]
    pub(super) fn meet(&mut self, number: u32, value: f64) {
        if value > self.value || (value == self.value && number < self.number) {
            *self = Self { value, number };
        }
    }

    /// Where it lies, and its value; none if there was no drop.
    #[inline(always)]
    pub(super) fn placement(self, shapes: &[DropShape]) -> Option<(Placement, f64)> {
        let drop = shapes.get((self.number >> 16) as usize)?;
        let (x, y) = ((self.number >> 8) as u8, self.number as u8);
        Some((Placement { rotation: drop.rotation, x, y }, self.value))
    }
}
