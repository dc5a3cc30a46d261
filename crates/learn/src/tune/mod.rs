//! Weights found by playing: any game whose evaluator has named weights.
//!
//! | module | holds |
//! | --- | --- |
//! | [`course`] | what a game must offer to be tuned |
//! | [`cmaes`], [`cross_entropy`], [`genetic`] | the methods, over vectors of numbers with noisy values |
//! | [`method`] | one name for each, and what they have in common |
//! | [`duel`] | games for two, as points won against somebody |
//! | [`race`] | the games of a generation: common seeds, threads, heats |
//! | [`run`] | generations, the average of their means, checkpoints |

pub mod cmaes;
pub mod course;
pub mod cross_entropy;
pub mod duel;
pub mod genetic;
pub mod method;
pub mod race;
pub mod run;

use ludex_core::Rng;
use rand::RngExt;

/// A number from the standard normal distribution (Box and Muller).
pub fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}

/// The places of some values, the best first; of equals the first.
fn ranked(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order
}

/// The mean of some vectors of `length`.
fn mean_of<'a>(vectors: impl ExactSizeIterator<Item = &'a Vec<f64>>, length: usize) -> Vec<f64> {
    let count = vectors.len().max(1) as f64;
    let mut mean = vec![0.0; length];
    for vector in vectors {
        mean.iter_mut().zip(vector).for_each(|(sum, x)| *sum += x / count);
    }
    mean
}
