//! Sets of points of a small board in 256 bits.

use std::ops::{BitAnd, BitOr, Not};

/// Points of a board up to 15x15: rows end to end, an empty column between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Set {
    low: u128,
    high: u128,
}

impl Set {
    pub(super) fn one(index: usize) -> Self {
        let bit = 1 << (index % 128);
        if index < 128 { Self { low: bit, high: 0 } } else { Self { low: 0, high: bit } }
    }

    pub(super) fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    pub(super) fn has(self, index: usize) -> bool {
        !(self & Self::one(index)).is_empty()
    }

    pub(super) fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// The set of points from which `distance` on (or back, if negative) lies a point of this set.
    #[inline]
    pub(super) fn seen_at(self, distance: isize) -> Self {
        let by = distance.unsigned_abs() as u32;
        if by == 0 {
            return self;
        }
        if distance > 0 {
            Self { low: self.low >> by | self.high << (128 - by), high: self.high >> by }
        } else {
            Self { low: self.low << by, high: self.high << by | self.low >> (128 - by) }
        }
    }

    /// The points from the lowest up.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            if rest.low != 0 {
                let index = rest.low.trailing_zeros();
                rest.low &= rest.low - 1;
                return Some(index as usize);
            }
            let index = (rest.high != 0).then(|| 128 + rest.high.trailing_zeros())?;
            rest.high &= rest.high - 1;
            Some(index as usize)
        })
    }
}

impl BitAnd for Set {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }
}

impl BitOr for Set {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }
}

impl Not for Set {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self { low: !self.low, high: !self.high }
    }
}
