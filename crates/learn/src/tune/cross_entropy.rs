//! The cross-entropy method with noise (Szita and Lőrincz 2006): independent normal distributions that move to the best
//! tenth, kept from closing too soon by noise that fades.

use super::{mean_of, normal, ranked};
use ludex_core::Rng;
use serde::{Deserialize, Serialize};

/// The distribution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrossEntropy {
    mean: Vec<f64>,
    variance: Vec<f64>,
    /// The variance at the start, by which noise is measured.
    first: Vec<f64>,
    generation: u64,
    candidates: usize,
}

impl CrossEntropy {
    /// How many candidates are usual.
    pub const CANDIDATES: usize = 100;
    /// One of so many candidates is good.
    const ELITE: usize = 10;

    /// Distributions around `mean` with these deviations; at least two candidates a generation.
    pub fn new(mean: Vec<f64>, deviations: &[f64], candidates: usize) -> Self {
        let first: Vec<f64> = deviations.iter().map(|d| d * d).collect();
        Self { mean, variance: first.clone(), first, generation: 0, candidates: candidates.max(2) }
    }

    /// The middle of the distribution.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// The same distribution around another place.
    pub fn move_to(&mut self, mean: Vec<f64>) {
        self.mean = mean;
    }

    /// How wide it is: the mean deviation of a weight.
    pub fn deviation(&self) -> f64 {
        (self.variance.iter().sum::<f64>() / self.variance.len().max(1) as f64).sqrt()
    }

    /// Draws the candidates of the next generation.
    pub fn ask(&self, rng: &mut Rng) -> Vec<Vec<f64>> {
        let draw = |_| {
            let places = self.mean.iter().zip(&self.variance);
            places.map(|(mean, variance)| mean + variance.sqrt() * normal(rng)).collect()
        };
        (0..self.candidates).map(draw).collect()
    }

    /// Takes the values of the candidates, higher being better.
    pub fn tell(&mut self, candidates: &[Vec<f64>], values: &[f64]) {
        let best = ranked(values).into_iter().take((candidates.len() / Self::ELITE).max(1));
        let elite: Vec<&Vec<f64>> = best.map(|i| &candidates[i]).collect();
        self.mean = mean_of(elite.iter().copied(), self.mean.len());
        self.generation += 1;
        // The published noise is 5 - t / 10 where the first variance is 100.
        let noise = (0.05 - self.generation as f64 / 1000.0).max(0.0);
        for (i, variance) in self.variance.iter_mut().enumerate() {
            let squares = elite.iter().map(|x| (x[i] - self.mean[i]).powi(2)).sum::<f64>();
            *variance = squares / elite.len() as f64 + noise * self.first[i];
        }
    }
}
