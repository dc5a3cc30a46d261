//! CMA-ES: a normal distribution that moves and stretches towards what was good.
//!
//! The tutorial's strategy with positive weights (Hansen), with Cholesky factors in place of square roots of the
//! covariance: what the path of steps needs is a factor, and any will do. Crates of this kind keep their state to themselves;
//! here it can be stored, so that a run goes on after a kill as if nothing had happened.

use super::{normal, ranked};
use ludex_core::Rng;
use serde::{Deserialize, Serialize};

/// The distribution and its paths.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cmaes {
    mean: Vec<f64>,
    /// The step size, over that of the start.
    sigma: f64,
    covariance: Vec<Vec<f64>>,
    /// The path of steps as they were drawn, and as they were taken.
    step_path: Vec<f64>,
    path: Vec<f64>,
    generation: u64,
    candidates: usize,
}

/// The constants of the strategy, all from the number of weights and of candidates.
struct Constants {
    /// Weights of the better half, the best first.
    weights: Vec<f64>,
    /// How many equally weighted parents these are worth.
    parents: f64,
    step_rate: f64,
    damping: f64,
    path_rate: f64,
    rank_one: f64,
    rank_many: f64,
    /// The expected length of a normal vector.
    length: f64,
}

impl Constants {
    fn of(dimensions: usize, candidates: usize) -> Self {
        let n = dimensions as f64;
        let raw: Vec<f64> = (0..candidates / 2)
            .map(|i| f64::midpoint(candidates as f64, 1.0).ln() - (i as f64 + 1.0).ln())
            .collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let parents = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let step_rate = (parents + 2.0) / (n + parents + 5.0);
        let rank_one = 2.0 / ((n + 1.3).powi(2) + parents);
        let many = 2.0 * (parents - 2.0 + 1.0 / parents) / ((n + 2.0).powi(2) + parents);
        Self {
            damping: 1.0 + 2.0 * (((parents - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + step_rate,
            path_rate: (4.0 + parents / n) / (n + 4.0 + 2.0 * parents / n),
            rank_many: many.min(1.0 - rank_one),
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            parents,
            step_rate,
            rank_one,
        }
    }
}

impl Cmaes {
    /// How many candidates are usual for this many weights.
    pub fn usual_candidates(dimensions: usize) -> usize {
        4 + (3.0 * (dimensions as f64).ln()) as usize
    }

    /// A distribution around `mean` with these deviations; at least four candidates a generation.
    pub fn new(mean: Vec<f64>, deviations: &[f64], candidates: usize) -> Self {
        let n = mean.len();
        let mut covariance = vec![vec![0.0; n]; n];
        for (i, deviation) in deviations.iter().enumerate() {
            covariance[i][i] = deviation * deviation;
        }
        let (step_path, path) = (vec![0.0; n], vec![0.0; n]);
        let candidates = candidates.max(4);
        Self { mean, sigma: 1.0, covariance, step_path, path, generation: 0, candidates }
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
        let n = self.mean.len();
        let trace: f64 = (0..n).map(|i| self.covariance[i][i]).sum();
        self.sigma * (trace / n.max(1) as f64).sqrt()
    }

    /// Draws the candidates of the next generation.
    pub fn ask(&self, rng: &mut Rng) -> Vec<Vec<f64>> {
        let factor = cholesky(&self.covariance);
        let draw = |_| {
            let z: Vec<f64> = self.mean.iter().map(|_| normal(rng)).collect();
            let y = times(&factor, &z);
            self.mean.iter().zip(y).map(|(m, y)| m + self.sigma * y).collect()
        };
        (0..self.candidates).map(draw).collect()
    }

    /// Takes the values of the candidates, higher being better.
    pub fn tell(&mut self, candidates: &[Vec<f64>], values: &[f64]) {
        let (n, k) = (self.mean.len(), Constants::of(self.mean.len(), candidates.len()));
        let steps: Vec<Vec<f64>> = ranked(values)
            .into_iter()
            .take(k.weights.len())
            .map(|i| {
                let difference = candidates[i].iter().zip(&self.mean);
                difference.map(|(x, m)| (x - m) / self.sigma).collect()
            })
            .collect();
        let mut step = vec![0.0; n];
        for (y, weight) in steps.iter().zip(&k.weights) {
            step.iter_mut().zip(y).for_each(|(sum, y)| *sum += weight * y);
        }
        self.mean.iter_mut().zip(&step).for_each(|(m, y)| *m += self.sigma * y);

        self.generation += 1;
        let drawn = solve(&cholesky(&self.covariance), &step);
        follow(&mut self.step_path, &drawn, k.step_rate, k.parents, 1.0);
        let length = self.step_path.iter().map(|p| p * p).sum::<f64>().sqrt();
        let age = 1.0 - (1.0 - k.step_rate).powi(2 * self.generation.min(1_000_000) as i32);
        let calm = length / age.sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * k.length;
        let calm = if calm { 1.0 } else { 0.0 };
        follow(&mut self.path, &step, k.path_rate, k.parents, calm);
        self.stretch(&k, &steps, calm);
        self.sigma *= ((k.step_rate / k.damping) * (length / k.length - 1.0)).min(1.0).exp();
    }

    /// Stretches the covariance along the path and the good steps.
    fn stretch(&mut self, k: &Constants, steps: &[Vec<f64>], calm: f64) {
        let lost = (1.0 - calm) * k.path_rate * (2.0 - k.path_rate);
        let keep = 1.0 - k.rank_one - k.rank_many + k.rank_one * lost;
        for i in 0..self.mean.len() {
            for j in 0..=i {
                let good = steps.iter().zip(&k.weights).map(|(y, w)| w * y[i] * y[j]);
                let new = keep * self.covariance[i][j]
                    + k.rank_one * self.path[i] * self.path[j]
                    + k.rank_many * good.sum::<f64>();
                self.covariance[i][j] = new;
                self.covariance[j][i] = new;
            }
        }
    }
}

/// Lets a path follow a step.
fn follow(path: &mut [f64], step: &[f64], rate: f64, parents: f64, share: f64) {
    let pull = share * (rate * (2.0 - rate) * parents).sqrt();
    path.iter_mut().zip(step).for_each(|(p, y)| *p = (1.0 - rate) * *p + pull * y);
}

/// The lower triangle whose square is a covariance. What rounding has made singular stays just above it.
fn cholesky(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut lower = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let rest = (0..j).fold(matrix[i][j], |rest, k| rest - lower[i][k] * lower[j][k]);
            let least = 1e-14 * matrix[i][i].abs() + f64::MIN_POSITIVE;
            lower[i][j] = if i == j { rest.max(least).sqrt() } else { rest / lower[j][j] };
        }
    }
    lower
}

fn times(lower: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    lower.iter().map(|row| row.iter().zip(vector).map(|(a, x)| a * x).sum()).collect()
}

/// What a lower triangle must be multiplied with to give `target`.
fn solve(lower: &[Vec<f64>], target: &[f64]) -> Vec<f64> {
    let mut solution = vec![0.0; target.len()];
    for i in 0..target.len() {
        let rest = (0..i).fold(target[i], |rest, k| rest - lower[i][k] * solution[k]);
        solution[i] = rest / lower[i][i];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_gives_its_matrix_back() {
        let matrix = vec![vec![4.0, 2.0, 0.4], vec![2.0, 3.0, -1.0], vec![0.4, -1.0, 2.0]];
        let lower = cholesky(&matrix);
        for i in 0..3 {
            for j in 0..3 {
                let product: f64 = (0..3).map(|k| lower[i][k] * lower[j][k]).sum();
                assert!((product - matrix[i][j]).abs() < 1e-12);
            }
        }
        let x = solve(&lower, &times(&lower, &[1.0, -2.0, 3.0]));
        assert!(x.iter().zip([1.0, -2.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-12));
    }

    #[test]
    fn constants_are_those_of_the_tutorial() {
        // Ten weights and ten candidates: what Python's `cma` 4 reports for its positive weights.
        let k = Constants::of(10, 10);
        assert!((k.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((k.parents - 3.167).abs() < 0.001, "{}", k.parents);
        assert!((k.step_rate - 0.2844).abs() < 0.001, "{}", k.step_rate);
        assert!((k.rank_one - 0.01529).abs() < 0.0001, "{}", k.rank_one);
    }
}
