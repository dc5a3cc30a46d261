//! What a Tetris position is worth: weighted features of the board that the last placement left.

use crate::board::Cleared;
use crate::features::{COUNT, FEATURES, Features, at, describe};
use crate::position::Position;
use crate::rules::Tetris;
use ludex_core::{Evaluate, Seat, Term};

/// A linear evaluator over the features of [`FEATURES`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    /// A weight for each feature; higher sums are better.
    pub weights: [f64; COUNT],
    /// What it is worth to have lost. The TetrisVs report's agent does not mind: 0.
    pub lost: f64,
}

impl Linear {
    /// Losing is worse than anything that can be seen on a board.
    pub const LOST: f64 = -1e6;

    /// An evaluator from pairs of feature and weight.
    ///
    /// ```
    /// use ludex_tetris::{Linear, features::at};
    /// let lee = Linear::of(&[(at::AGGREGATE, -0.510066), (at::LINES, 0.760666)]);
    /// assert_eq!(lee.weights[at::LINES], 0.760666);
    /// ```
    pub fn of(pairs: &[(usize, f64)]) -> Self {
        let mut weights = [0.0; COUNT];
        for &(feature, weight) in pairs {
            weights[feature] = weight;
        }
        Self { weights, lost: Self::LOST }
    }

    /// The nine weights that the drop kernel knows, if no other feature counts.
    pub(crate) fn drop_weights(&self) -> Option<crate::drop::Weights> {
        let others = &self.weights[crate::features::DT_COUNT..];
        let only_nine = others.iter().all(|&weight| weight == 0.0);
        only_nine.then(|| std::array::from_fn(|i| self.weights[i]))
    }
}

/// All features of a position.
pub(crate) fn features(position: &Position) -> Features {
    let landing = f64::from(position.last.twice_height) / 2.0;
    let mut features = describe(&position.board, landing, Cleared::default());
    features.0[at::LINES] = f64::from(position.last.lines);
    features.0[at::ER] = f64::from(position.last.eroded);
    features
}

impl Evaluate<Tetris> for Linear {
    fn value(&self, _: &Tetris, position: &Position, _: Seat) -> f64 {
        let value = features(position).weighted(&self.weights);
        if position.lost { value + self.lost } else { value }
    }

    fn terms(&self, _: &Tetris, position: &Position, _: Seat) -> Vec<Term> {
        let amounts = features(position).0;
        let used = (0..COUNT).filter(|&i| self.weights[i] != 0.0);
        let term = |i: usize| {
            Term::new(FEATURES[i].name, FEATURES[i].meaning, amounts[i], self.weights[i])
        };
        let mut terms: Vec<Term> = used.map(term).collect();
        if self.lost != 0.0 {
            let lost = f64::from(u8::from(position.lost));
            terms.push(Term::new("lost", "the end of the game", lost, self.lost));
        }
        terms
    }
}
