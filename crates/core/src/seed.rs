//! One 64-bit seed fixes a run, whatever the number of threads.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The random number generator used everywhere.
pub type Rng = Xoshiro256PlusPlus;

/// The number from which all chance of a run is drawn.
///
/// A seed is never consumed. Parts of a run derive their own seed with [`Seed::derive`], so the
/// dice of game 7 are the same whether games 1 to 6 were played before it, after it, or never.
///
/// ```
/// use ludex_core::Seed;
/// let run = Seed(17);
/// assert_eq!(run.derive(7), Seed(17).derive(7));
/// assert_ne!(run.derive(7), run.derive(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(transparent)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of part `index` of whatever this seed belongs to.
    pub fn derive(self, index: u64) -> Seed {
        Seed(mix(self.0 ^ mix(index.wrapping_add(0x9e37_79b9_7f4a_7c15))))
    }

    /// The seed of game number `index` of a run, from 0: short enough to be typed, and exact in JSON.
    pub fn of_game(self, index: u64) -> Seed {
        Seed(self.derive(index).0 >> 11)
    }

    /// A generator that starts from this seed.
    pub fn rng(self) -> Rng {
        Rng::seed_from_u64(self.0)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Spreads every bit of `x` over all 64 bits (the finaliser of `SplitMix64`).
///
/// Games use it to build position keys from plain numbers.
///
/// ```
/// assert_ne!(ludex_core::mix(1) >> 32, ludex_core::mix(2) >> 32);
/// ```
#[inline]
pub const fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
