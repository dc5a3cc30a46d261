//! The methods by name, and what they have in common.

use super::cmaes::Cmaes;
use super::cross_entropy::CrossEntropy;
use super::genetic::Genetic;
use ludex_core::{Error, Result, Rng};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A way to find weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Covariance matrix adaptation.
    Cmaes,
    /// Cross-entropy with noise.
    CrossEntropy,
    /// A genetic algorithm.
    Genetic,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cmaes, Self::CrossEntropy, Self::Genetic];

    /// How many candidates a generation usually has for this many weights.
    pub fn usual_candidates(self, dimensions: usize) -> usize {
        match self {
            // Games are noise above all: more than the method needs by itself.
            Self::Cmaes => (2 * Cmaes::usual_candidates(dimensions)).max(24),
            Self::CrossEntropy => CrossEntropy::CANDIDATES,
            Self::Genetic => Genetic::CANDIDATES,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Cmaes => "cmaes",
            Self::CrossEntropy => "cross-entropy",
            Self::Genetic => "genetic",
        })
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self> {
        let names = Self::ALL.map(|method| method.to_string());
        let found = Self::ALL.into_iter().zip(&names).find(|(_, name)| *name == word);
        found
            .map(|(method, _)| method)
            .ok_or_else(|| Error::unknown("method", word, names.iter().map(String::as_str)))
    }
}

/// A method at work. It asks for the values of candidates and is told them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimiser {
    /// Covariance matrix adaptation.
    Cmaes(Cmaes),
    /// Cross-entropy with noise.
    CrossEntropy(CrossEntropy),
    /// A genetic algorithm.
    Genetic(Genetic),
}

impl Optimiser {
    /// A method that begins around `mean` with these deviations.
    pub fn new(
        method: Method,
        mean: Vec<f64>,
        deviations: &[f64],
        candidates: usize,
        rng: &mut Rng,
    ) -> Self {
        match method {
            Method::Cmaes => Self::Cmaes(Cmaes::new(mean, deviations, candidates)),
            Method::CrossEntropy => {
                Self::CrossEntropy(CrossEntropy::new(mean, deviations, candidates))
            }
            Method::Genetic => Self::Genetic(Genetic::new(&mean, deviations, candidates, rng)),
        }
    }

    /// The candidates of the next generation.
    pub fn ask(&mut self, rng: &mut Rng) -> Vec<Vec<f64>> {
        match self {
            Self::Cmaes(own) => own.ask(rng),
            Self::CrossEntropy(own) => own.ask(rng),
            Self::Genetic(own) => own.ask(rng),
        }
    }

    /// Takes the values of the candidates, higher being better.
    pub fn tell(&mut self, candidates: &[Vec<f64>], values: &[f64]) {
        match self {
            Self::Cmaes(own) => own.tell(candidates, values),
            Self::CrossEntropy(own) => own.tell(candidates, values),
            Self::Genetic(own) => own.tell(values),
        }
    }

    /// Goes to another place, where it is at one.
    pub fn move_to(&mut self, mean: Vec<f64>) {
        match self {
            Self::Cmaes(own) => own.move_to(mean),
            Self::CrossEntropy(own) => own.move_to(mean),
            Self::Genetic(_) => {}
        }
    }

    /// Where it is now.
    pub fn mean(&self) -> Vec<f64> {
        match self {
            Self::Cmaes(own) => own.mean().to_vec(),
            Self::CrossEntropy(own) => own.mean().to_vec(),
            Self::Genetic(own) => own.mean(),
        }
    }

    /// How far its candidates lie apart.
    pub fn deviation(&self) -> f64 {
        match self {
            Self::Cmaes(own) => own.deviation(),
            Self::CrossEntropy(own) => own.deviation(),
            Self::Genetic(own) => own.deviation(),
        }
    }

    /// How many of the best decide; the order of the others does not matter.
    pub fn parents(&self, candidates: usize) -> usize {
        match self {
            Self::Cmaes(_) => candidates / 2,
            Self::CrossEntropy(_) => (candidates / 10).max(1),
            Self::Genetic(_) => candidates * 7 / 10,
        }
    }
}
