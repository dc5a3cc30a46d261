//! Tunes the weights of Tetris-2048 by the noisy cross-entropy method.
//!
//! `cargo run --release -p ludex-tetris2048 --example tetris2048_tune -- [generations] [games] [candidates] [seed] [most pieces]`
//!
//! Every candidate plays the same games as the others of its generation, greedily; what counts is the mean of the logarithm of the points of
//! merges, so that a single long game does not decide. Prints the mean weights of every generation.

use ludex_core::{Game, Seed, Size, Turn};
use ludex_tetris2048::{FEATURES, Linear, Tetris2048};
use rand::RngExt;
use std::error::Error;

/// Weights and the two of a step.
const WEIGHTS: usize = FEATURES.len() + 2;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (generations, games, candidates, seed, most) =
        (next(40)?, next(12)?, next(48)?, next(1)?, next(20_000)?);
    let game = Tetris2048::new(Size::new(10, 20))?;
    let start =
        [-0.5, -0.02, -4.0, -0.4, -0.5, -1.5, 0.5, 0.2, 0.5, -0.3, 2.0, -0.5, 0.0, 0.01, 0.0];
    let (mut mean, mut spread) = (start, start.map(|w: f64| w.abs().max(0.3)));
    for generation in 0..generations {
        let mut dice = Seed(seed).derive(generation).rng();
        let seeds = Seed(seed).derive(1_000_000 + generation);
        let mut tried: Vec<([f64; WEIGHTS], f64)> = (0..candidates)
            .map(|_| {
                let weights = std::array::from_fn(|i| mean[i] + spread[i] * normal(&mut dice));
                (weights, fitness(&game, &weights, games, seeds, most))
            })
            .collect();
        tried.sort_by(|a, b| b.1.total_cmp(&a.1));
        let elite = &tried[..(candidates as usize / 6).max(3)];
        for i in 0..WEIGHTS {
            let n = elite.len() as f64;
            mean[i] = elite.iter().map(|e| e.0[i]).sum::<f64>() / n;
            let variance = elite.iter().map(|e| (e.0[i] - mean[i]).powi(2)).sum::<f64>() / n;
            let noise = 0.05 * (1.0 - generation as f64 / generations as f64);
            spread[i] = variance.sqrt() + noise * mean[i].abs().max(0.1);
        }
        println!(
            "{generation}: best {:.3}, elite {:.3}\n  {mean:.4?}",
            elite[0].1,
            elite.last().map_or(0.0, |e| e.1)
        );
    }
    Ok(())
}

/// A number from the standard normal distribution.
fn normal(dice: &mut ludex_core::Rng) -> f64 {
    let (a, b): (f64, f64) = (dice.random(), dice.random());
    (-2.0 * (1.0 - a).ln()).sqrt() * (std::f64::consts::TAU * b).cos()
}

fn linear(weights: &[f64; WEIGHTS]) -> Linear {
    Linear {
        weights: std::array::from_fn(|i| weights[i]),
        merged: weights[WEIGHTS - 2],
        cleared: weights[WEIGHTS - 1],
        lost: -1000.0,
    }
}

fn fitness(game: &Tetris2048, weights: &[f64; WEIGHTS], games: u64, seeds: Seed, most: u64) -> f64 {
    let linear = linear(weights);
    let one = |i| (play(game, &linear, seeds.derive(i), most) as f64).ln();
    (0..games).map(one).sum::<f64>() / games as f64
}

/// Plays one game greedily; returns its score and one.
fn play(game: &Tetris2048, linear: &Linear, seed: Seed, most: u64) -> u64 {
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    for _ in 0..most {
        while game.turn(&position) == Turn::Chance {
            let Some(deal) = game.sample(&position, &mut dice, &mut buffer) else { break };
            game.play(&mut position, deal);
        }
        let Some(action) = ludex_tetris2048::greedy(game, linear, &position) else { break };
        game.play(&mut position, action);
    }
    position.score + 1
}
