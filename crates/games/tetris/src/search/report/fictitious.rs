//! What the report's agent thinks of a foreseen board.

use super::Level;
use crate::agents::{REPORT, entropy_of};
use crate::evaluate::Linear;
use crate::features::at;
use crate::rules::{Ahead, Foreseen};
use ludex_core::{Evaluate, Seat, Term};

/// The report's evaluation with its fictitious win.
#[derive(Clone, Copy, Debug)]
pub struct Fictitious {
    linear: Linear,
    /// `None` where there is no contest: plain values.
    level: Option<Level>,
}

impl Fictitious {
    /// What clearing a row is worth to whoever does it.
    pub const WIN: f64 = 1000.0;

    /// The evaluation at a level; none means no contest.
    pub fn new(level: Option<Level>) -> Self {
        Self { linear: entropy_of(REPORT, true), level }
    }

    /// Rows of the last placement, counted against `seat` if the opponent cleared them.
    fn cleared(here: &Foreseen, seat: Seat) -> f64 {
        let rows = f64::from(here.last.lines);
        if usize::from(here.position.mover) == seat.0 { 0.0 - rows } else { rows }
    }

    /// The board alone, without the rows.
    fn base(&self) -> Linear {
        let mut base = self.linear;
        base.weights[at::LINES] = 0.0;
        base
    }
}

impl Evaluate<Ahead> for Fictitious {
    fn value(&self, game: &Ahead, here: &Foreseen, seat: Seat) -> f64 {
        if self.level.is_none() {
            return self.linear.value(game, here, seat);
        }
        self.base().value(game, here, seat) + Self::WIN * Self::cleared(here, seat)
    }

    fn terms(&self, game: &Ahead, here: &Foreseen, seat: Seat) -> Vec<Term> {
        if self.level.is_none() {
            return self.linear.terms(game, here, seat);
        }
        let mut terms = self.base().terms(game, here, seat);
        let rows = Self::cleared(here, seat);
        terms.push(Term::new("clear", "rows cleared: own, less the opponent's", rows, Self::WIN));
        terms
    }

    fn settled(&self, _: &Ahead, here: &Foreseen, seat: Seat, mover: Seat) -> bool {
        let clears = here.last.lines > 0;
        match self.level {
            None => false,
            Some(Level::Easy) => clears,
            Some(Level::Hard) => clears && mover != seat,
        }
    }
}
