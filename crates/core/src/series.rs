//! Games that are played one after the other.

use crate::Metric;

/// What came before the game that is played now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Games that have ended or were left.
    pub games: u64,
    /// Each figure of these games, added up.
    pub totals: Vec<f64>,
}

impl Series {
    /// One more game, with its figures.
    pub fn add(&mut self, figures: &[Metric]) {
        self.games += 1;
        self.totals.resize(self.totals.len().max(figures.len()), 0.0);
        for (total, figure) in self.totals.iter_mut().zip(figures) {
            *total += figure.value;
        }
    }
}
