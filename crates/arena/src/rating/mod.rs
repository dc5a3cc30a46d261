//! What results say about strength: ratings with their errors, and tests that end as soon as they can.
//!
//! | module | holds |
//! | --- | --- |
//! | [`fit`] | ratings of all agents of a crosstable, by maximum likelihood |
//! | [`sprt`] | the sequential test of two agents |
//! | [`normal`] | the bell curve |

mod fit;
mod normal;
mod sprt;

pub use fit::{Ratings, Results};
pub use normal::normal_below;
pub use sprt::{Sprt, Verdict};

/// Rating points of a factor e in the odds: 400 for a factor of ten.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// The score that is expected of a player who is so many rating points stronger.
///
/// ```
/// use ludex_arena::expected_score;
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// assert_eq!(expected_score(0.0), 0.5);
/// ```
pub fn expected_score(points: f64) -> f64 {
    1.0 / (1.0 + (-points / POINTS).exp())
}
