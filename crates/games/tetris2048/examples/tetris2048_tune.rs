//! Tunes the weights of Tetris-2048 by the noisy cross-entropy method.
//!
//! `cargo run --release -p ludex-tetris2048 --example tetris2048_tune -- [generations] [games] [candidates] [seed] [most pieces]`
//!
//! Every candidate plays the same games as the others of its generation, greedily, until a 2048 lies. What counts is how soon that is; a
//! game without a 2048 counts by how much its tiles had grown. Prints the mean weights of every generation.

use ludex_core::{Game, Seed, Size, Turn};
use ludex_tetris2048::tiles::number;
use ludex_tetris2048::{FEATURES, Linear, Tetris2048, Tiles};
use rand::RngExt;
use std::error::Error;

/// Weights and the two of a step.
const WEIGHTS: usize = FEATURES.len() + 2;

/// Where the search for weights starts.
const START: [f64; WEIGHTS] = [
    -0.2, -0.08, -2.0, -0.3, -0.77, -2.7, 0.5, 0.1, -0.1, -0.2, 1.8, -0.3, 0.05, -3.0, -3.0, 0.01,
    -0.1,
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (generations, games, candidates, seed, most) =
        (next(60)?, next(6)?, next(40)?, next(1)?, next(4000)?);
    let game = Tetris2048::new(Size::new(10, 20))?;
    let (mut mean, mut spread) = (START, START.map(|w: f64| 0.6 * w.abs().max(0.05)));
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
        let elite = &tried[..(candidates as usize / 5).max(3)];
        for i in 0..WEIGHTS {
            let n = elite.len() as f64;
            mean[i] = elite.iter().map(|e| e.0[i]).sum::<f64>() / n;
            let variance = elite.iter().map(|e| (e.0[i] - mean[i]).powi(2)).sum::<f64>() / n;
            let noise = 0.1 * (1.0 - generation as f64 / generations as f64);
            spread[i] = variance.sqrt() + noise * mean[i].abs().max(0.02);
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
    (0..games).map(|i| play(game, &linear, seeds.derive(i), most)).sum::<f64>() / games as f64
}

/// Half the logarithm of the sum of all squared tiles: 10 for a single 1024, 11.6 for nine of them.
fn growth(tiles: &Tiles) -> f64 {
    let square = |exponent: &u8| if *exponent == 0 { 0.0 } else { number(*exponent).pow(2) as f64 };
    let all = (0..tiles.width()).flat_map(|x| tiles.column(x)).map(square);
    all.sum::<f64>().max(1.0).log2() / 2.0
}

/// Plays one game greedily until a 2048 lies: 14, less the share of pieces that it took; otherwise the most growth.
fn play(game: &Tetris2048, linear: &Linear, seed: Seed, most: u64) -> f64 {
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    let mut best: f64 = 0.0;
    for piece in 0..most {
        while game.turn(&position) == Turn::Chance {
            let Some(deal) = game.sample(&position, &mut dice, &mut buffer) else { break };
            game.play(&mut position, deal);
        }
        let Some(action) = ludex_tetris2048::greedy(game, linear, &position) else { break };
        game.play(&mut position, action);
        if position.largest() >= 2048 {
            return 14.0 - piece as f64 / most as f64;
        }
        if piece % 16 == 0 {
            best = best.max(growth(&position.tiles));
        }
    }
    best
}
