//! A genetic algorithm as Lee's (2013): weights of length one, tournaments, children between their parents, and the
//! weakest make room.

use super::{mean_of, normal, ranked};
use ludex_core::Rng;
use rand::RngExt;
use serde::{Deserialize, Serialize};

/// The population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Genetic {
    /// Each of length one when measured in `scales`.
    population: Vec<Vec<f64>>,
    scales: Vec<f64>,
    /// The values of the last generation, by which parents are chosen; none at the start.
    values: Vec<f64>,
}

impl Genetic {
    /// How many candidates are usual.
    pub const CANDIDATES: usize = 100;
    /// The share of the population that takes part in a tournament, and that children replace.
    const TOURNAMENT: f64 = 0.1;
    const CHILDREN: f64 = 0.3;
    /// How often a child changes at one place, and by how much at most.
    const MUTATION: f64 = 0.05;
    const CHANGE: f64 = 0.2;

    /// A population in random directions, or around `mean` where it is not zero; at least four.
    pub fn new(mean: &[f64], scales: &[f64], candidates: usize, rng: &mut Rng) -> Self {
        let near = mean.iter().any(|&x| x != 0.0);
        let own: Vec<f64> = mean.iter().zip(scales).map(|(x, scale)| x / scale).collect();
        let own = unit(own);
        let draw = |_| {
            let spread = if near { Self::CHANGE } else { 1.0 };
            unit(own.iter().map(|x| x + spread * normal(rng)).collect())
        };
        let population = (0..candidates.max(4)).map(draw).collect();
        Self { population, scales: scales.to_vec(), values: Vec::new() }
    }

    /// The mean of the best tenth.
    pub fn mean(&self) -> Vec<f64> {
        let best = self.best();
        let best: Vec<&Vec<f64>> = best.iter().map(|&i| &self.population[i]).collect();
        self.scaled(&mean_of(best.into_iter(), self.scales.len()))
    }

    fn best(&self) -> Vec<usize> {
        let count = (self.population.len() / 10).max(1);
        let order = if self.values.is_empty() {
            (0..self.population.len()).collect()
        } else {
            ranked(&self.values)
        };
        order.into_iter().take(count).collect()
    }

    /// How far the population lies from its middle.
    pub fn deviation(&self) -> f64 {
        let middle = mean_of(self.population.iter(), self.scales.len());
        let distance =
            |x: &Vec<f64>| x.iter().zip(&middle).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
        let sum: f64 = self.population.iter().map(distance).sum();
        (sum / (self.population.len() * self.scales.len().max(1)) as f64).sqrt()
    }

    fn scaled(&self, own: &[f64]) -> Vec<f64> {
        own.iter().zip(&self.scales).map(|(x, scale)| x * scale).collect()
    }

    /// The next generation: children of the last one in the places of the weakest.
    pub fn ask(&mut self, rng: &mut Rng) -> Vec<Vec<f64>> {
        if !self.values.is_empty() {
            let count = self.population.len();
            let children = ((Self::CHILDREN * count as f64) as usize).max(1);
            let born: Vec<Vec<f64>> = (0..children).map(|_| self.child(rng)).collect();
            let weakest = ranked(&self.values).split_off(count - children);
            for (place, child) in weakest.into_iter().zip(born) {
                self.population[place] = child;
            }
        }
        self.population.iter().map(|own| self.scaled(own)).collect()
    }

    /// A child of the two best of a tournament, nearer to the better one.
    fn child(&self, rng: &mut Rng) -> Vec<f64> {
        let count = self.population.len();
        let size = ((Self::TOURNAMENT * count as f64) as usize).clamp(2, count);
        let mut drawn: Vec<usize> = (0..size).map(|_| rng.random_range(0..count)).collect();
        drawn.sort_by(|&a, &b| self.values[b].total_cmp(&self.values[a]).then(a.cmp(&b)));
        let [first, second] = [drawn[0], drawn[1]];
        let share = |i: usize| self.values[i].max(0.0) + 1e-9;
        let pairs = self.population[first].iter().zip(&self.population[second]);
        let mut child: Vec<f64> =
            pairs.map(|(a, b)| a * share(first) + b * share(second)).collect();
        child = unit(child);
        if rng.random::<f64>() < Self::MUTATION {
            let place = rng.random_range(0..child.len());
            child[place] += Self::CHANGE * (2.0 * rng.random::<f64>() - 1.0);
        }
        unit(child)
    }

    /// Takes the values of the candidates, higher being better.
    pub fn tell(&mut self, values: &[f64]) {
        self.values = values.to_vec();
    }
}

/// The same direction with length one.
fn unit(own: Vec<f64>) -> Vec<f64> {
    let length = own.iter().map(|x| x * x).sum::<f64>().sqrt();
    own.into_iter().map(|x| x / length.max(1e-12)).collect()
}
