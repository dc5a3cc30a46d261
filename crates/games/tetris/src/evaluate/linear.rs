//! What a Tetris position is worth: weighted features of its board, and of the placements that led to it.

use super::cells::counted;
use crate::board::Cleared;
use crate::drop::Weights;
use crate::features::{COUNT, FEATURES, Features, KERNEL_COUNT, at, describe};
use crate::position::{Action, Landing, Position};
use crate::rules::{Ahead, Foreseen, Tetris};
use ludex_core::{Evaluate, Seat, Term};

/// The name of the term that counts a lost game.
pub(crate) const LOST_TERM: &str = "lost";

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
    /// assert!((lee.weights[at::LINES] - 0.760666).abs() < 1e-7);
    /// ```
    pub fn of(pairs: &[(usize, f64)]) -> Self {
        let mut weights = [0.0; COUNT];
        for &(feature, weight) in pairs {
            weights[feature] = on_grid(weight);
        }
        Self { weights, lost: Self::LOST }
    }

    /// The weights that the drop kernel knows, if no other feature counts.
    pub fn drop_weights(&self) -> Option<Weights> {
        let (known, others) = self.weights.split_first_chunk::<KERNEL_COUNT>()?;
        others.iter().all(|&weight| weight == 0.0).then(|| Weights::all(*known))
    }
}

/// The nearest multiple of 2^-24.
///
/// Amounts are whole numbers or halves, so with such weights all sums are exact whatever their order: what a search adds
/// up step by step is what a kernel finds at once, and equals stay equals.
pub(crate) fn on_grid(weight: f64) -> f64 {
    const GRID: f64 = (1 << 24) as f64;
    (weight * GRID).round() / GRID
}

/// The features that describe a step and not a board.
const STEPS: [usize; 3] = [at::LH, at::ER, at::LINES];

impl Linear {
    /// The weighted features of a board and of the rows that count with it.
    fn board(&self, position: &Position, rows: u32) -> f64 {
        let value = promise(position, rows).weighted(&self.weights);
        if position.lost { value + self.lost } else { value }
    }

    fn term(&self, feature: usize, amount: f64) -> Option<Term> {
        let weight = self.weights[feature];
        (weight != 0.0).then(|| FEATURES[feature].term(amount, weight))
    }

    /// The board taken apart. Boards as they are drawn know which cells a term counts.
    fn board_terms(&self, position: &Position) -> Vec<Term> {
        let amounts = promise(position, 0).0;
        let boards = (0..COUNT).filter(|i| !STEPS.contains(i));
        let mut terms: Vec<Term> = boards
            .filter_map(|i| Some(self.term(i, amounts[i])?.at(counted(&position.board, i))))
            .collect();
        if self.lost != 0.0 {
            let lost = f64::from(u8::from(position.lost));
            terms.push(Term::new(LOST_TERM, "the end of the game", lost, self.lost));
        }
        terms
    }

    /// What a placement earned, the rows apart.
    #[inline]
    pub(crate) fn landed(&self, landing: Landing) -> f64 {
        let [height, eroded, _] = step_amounts(landing);
        self.weights[at::LH] * height + self.weights[at::ER] * eroded
    }

    fn landing_terms(&self, landing: Landing, features: &[usize]) -> Vec<Term> {
        let amounts = STEPS.into_iter().zip(step_amounts(landing));
        let wanted = amounts.filter(|(feature, _)| features.contains(feature));
        wanted.filter_map(|(feature, amount)| self.term(feature, amount)).collect()
    }

    /// Whether steps earn anything, rows apart.
    pub(crate) fn counts_landings(&self) -> bool {
        self.weights[at::LH] != 0.0 || self.weights[at::ER] != 0.0
    }

    /// Whether rows cleared count.
    pub(crate) fn counts_rows(&self) -> bool {
        self.weights[at::LINES] != 0.0
    }
}

/// The features of a board, and perhaps the rows of the placement that left it.
fn promise(position: &Position, rows: u32) -> Features {
    let mut features = describe(&position.board, 0.0, Cleared::default());
    features.0[at::LINES] = f64::from(rows);
    features
}

/// The amounts of [`STEPS`].
fn step_amounts(landing: Landing) -> [f64; 3] {
    [f64::from(landing.twice_height) / 2.0, f64::from(landing.eroded), f64::from(landing.lines)]
}

/// A board promises what its shape is worth; a placement earns by its landing height, the cells it eroded and its rows.
impl Evaluate<Tetris> for Linear {
    fn value(&self, _: &Tetris, position: &Position, _: Seat) -> f64 {
        self.board(position, 0)
    }

    fn terms(&self, _: &Tetris, position: &Position, _: Seat) -> Vec<Term> {
        self.board_terms(position)
    }

    fn has_rewards(&self) -> bool {
        self.counts_landings() || self.counts_rows()
    }

    fn reward(
        &self,
        game: &Tetris,
        before: &Position,
        action: Action,
        after: &Position,
        _: Seat,
    ) -> f64 {
        game.landing(before, action, after).map_or(0.0, |landing| {
            self.landed(landing) + self.weights[at::LINES] * f64::from(landing.lines)
        })
    }

    fn reward_terms(
        &self,
        game: &Tetris,
        before: &Position,
        action: Action,
        after: &Position,
        _: Seat,
    ) -> Vec<Term> {
        let landing = game.landing(before, action, after);
        landing.map_or_else(Vec::new, |landing| self.landing_terms(landing, &STEPS))
    }
}

/// The same in a look ahead, where the rows that count are those of the last placement: that is how the policies were published.
impl Evaluate<Ahead> for Linear {
    fn value(&self, _: &Ahead, here: &Foreseen, _: Seat) -> f64 {
        self.board(&here.position, here.last.lines)
    }

    fn terms(&self, _: &Ahead, here: &Foreseen, _: Seat) -> Vec<Term> {
        let mut terms = self.board_terms(&here.position);
        terms.extend(self.term(at::LINES, here.last.lines.into()));
        terms
    }

    fn has_rewards(&self) -> bool {
        self.counts_landings()
    }

    fn reward(
        &self,
        game: &Ahead,
        before: &Foreseen,
        action: Action,
        after: &Foreseen,
        _: Seat,
    ) -> f64 {
        let landing = game.game().landing(&before.position, action, &after.position);
        landing.map_or(0.0, |landing| self.landed(landing))
    }

    fn reward_terms(
        &self,
        game: &Ahead,
        before: &Foreseen,
        action: Action,
        after: &Foreseen,
        _: Seat,
    ) -> Vec<Term> {
        let landing = game.game().landing(&before.position, action, &after.position);
        landing.map_or_else(Vec::new, |landing| self.landing_terms(landing, &[at::LH, at::ER]))
    }
}
