//! Chances to win, and words for differences that follow from them.

use crate::{Bound, Candidate, Proven};

/// Turns an agent's values into chances to win: a logistic curve, fitted to games that the agent has played against itself.
///
/// ```
/// use ludex_core::explain::Calibration;
/// let even = Calibration { agent: "mcts", slope: 3.0, shift: 0.0, positions: 1000 };
/// assert_eq!(even.chance(0.0), 0.5);
/// assert!(even.chance(1.0) > 0.95);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// The name of the agent.
    pub agent: &'static str,
    /// How much a unit of value counts.
    pub slope: f64,
    /// What a value of 0 is worth, in the same unit as `slope` times a value.
    pub shift: f64,
    /// Positions that it was fitted to.
    pub positions: u32,
}

impl Calibration {
    /// The chance to win at a value; half of a draw counts as won.
    pub fn chance(&self, value: f64) -> f64 {
        1.0 / (1.0 + (-(self.slope * value + self.shift)).exp())
    }

    /// The chance after a candidate: certain outcomes are what they are, and of what nobody looked at nothing is known.
    pub fn of<A>(&self, candidate: &Candidate<A>) -> Option<f64> {
        match (candidate.proven, candidate.bound) {
            (Some(Proven::Win), _) => Some(1.0),
            (Some(Proven::Draw), _) => Some(0.5),
            (Some(Proven::Loss), _) => Some(0.0),
            (None, Bound::None) => None,
            (None, _) => Some(self.chance(candidate.value).clamp(DOUBT, 1.0 - DOUBT)),
        }
    }
}

/// Nothing that is not proved is as certain as a proof.
const DOUBT: f64 = 0.001;

/// How much worse something is, in words that mean the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Nobody would notice.
    Same,
    /// An inaccuracy.
    Little,
    /// A mistake.
    Worse,
    /// A blunder.
    Much,
}

impl Grade {
    /// What a loss of chance means, from 0 to 1.
    ///
    /// ```
    /// use ludex_core::explain::Grade;
    /// assert_eq!(Grade::of_chance(0.03).words(), "a little worse");
    /// ```
    pub fn of_chance(loss: f64) -> Self {
        match loss {
            loss if loss < 0.01 => Self::Same,
            loss if loss < 0.05 => Self::Little,
            loss if loss < 0.15 => Self::Worse,
            _ => Self::Much,
        }
    }

    /// The same in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Same => "as good",
            Self::Little => "a little worse",
            Self::Worse => "worse",
            Self::Much => "much worse",
        }
    }
}

/// A chance in percent.
pub(super) fn percent(chance: f64) -> String {
    match chance * 100.0 {
        p if p < 1.0 => "less than 1%".into(),
        p if p > 99.0 => "more than 99%".into(),
        p => format!("{p:.0}%"),
    }
}
