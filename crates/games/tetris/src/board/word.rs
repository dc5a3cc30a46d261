//! The machine words that hold a column.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A column of a board as bits, bit 0 at the floor: `u32` for boards up to 32 high, `u64` up to 64.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// How many rows fit.
    const BITS: u32;
    /// No bit.
    const ZERO: Self;
    /// Bit 0 only.
    const ONE: Self;
    /// Every bit.
    const ALL: Self;

    /// How many bits are set.
    fn ones(self) -> u32;
    /// One more than the highest set bit; 0 when there is none.
    fn top(self) -> u32;
    /// The lowest set bit; [`Word::BITS`] when there is none.
    fn lowest(self) -> u32;
    /// Adds, and drops what does not fit.
    fn plus(self, other: Self) -> Self;
    /// Subtracts, and wraps around.
    fn minus(self, other: Self) -> Self;
    /// The bits in the opposite order.
    fn reversed(self) -> Self;
    /// The low bits of a 64-bit word.
    fn of(word: u64) -> Self;
    /// The word as 64 bits.
    fn wide(self) -> u64;

    /// The `n` lowest bits; `n` may be anything up to [`Word::BITS`].
    #[inline(always)]
    fn below(n: u32) -> Self {
        // Two shifts, because shifting by the whole width is not defined.
        let half = n / 2;
        !((Self::ALL << half) << (n - half))
    }

    /// Shifts up; shifting by the whole width gives nothing.
    #[inline(always)]
    fn up(self, n: u32) -> Self {
        if n < Self::BITS { self << n } else { Self::ZERO }
    }

    /// Shifts down; shifting by the whole width gives nothing.
    #[inline(always)]
    fn down(self, n: u32) -> Self {
        if n < Self::BITS { self >> n } else { Self::ZERO }
    }

    /// Whether the bit is set; bits that do not exist are not.
    #[inline(always)]
    fn has(self, bit: u32) -> bool {
        self.down(bit) & Self::ONE != Self::ZERO
    }

    /// Whether no bit is set.
    #[inline(always)]
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const ALL: Self = <$type>::MAX;

            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn top(self) -> u32 {
                <$type>::BITS - self.leading_zeros()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            #[inline(always)]
            fn of(word: u64) -> Self {
                word as $type
            }
            #[inline(always)]
            fn wide(self) -> u64 {
                u64::from(self)
            }
        }
    };
}

word!(u32);
word!(u64);

/// The set bits, lowest first.
#[inline]
pub(crate) fn bits<T: Word>(mut word: T) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        if word.is_zero() {
            return None;
        }
        let bit = word.lowest();
        word &= !(T::ONE << bit);
        Some(bit)
    })
}
