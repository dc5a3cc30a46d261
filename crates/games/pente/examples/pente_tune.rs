//! Weights of the engine's terms from the results of games against itself, by logistic regression:
//! `cargo run --release -p ludex-pente --example pente_tune -- GAMES SEED SIZE LEVEL [FILE]`.
//!
//! Each position that is not decided yet and threatens no win at once is a sample: the amounts of its terms for who is to move, and whether that
//! player has won. The weights that make the results most likely are scaled so that they are as large as the usual ones in all, and
//! written to FILE, for `engine:weights=FILE`.

use ludex_core::weights::WeightFile;
use ludex_core::{Agent, Budget, Evaluate, Game, Room, Seat, Seed, Size, Spec, Turn};
use ludex_pente::{Chances, Pente, Position, openings, threats};
use std::collections::BTreeMap;

type Failure = Box<dyn std::error::Error>;

/// Amounts by the name of the term, and the result for who was to move: 1, 0.5 or 0.
struct Sample {
    amounts: BTreeMap<String, f64>,
    result: f64,
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, usual: &str| args.get(i).cloned().unwrap_or_else(|| usual.to_owned());
    let (games, seed): (u64, u64) = (arg(0, "100").parse()?, arg(1, "1").parse()?);
    let size: Size = arg(2, "19x19").parse()?;
    let level: u8 = arg(3, "2").parse()?;
    let game = Pente::open(&Spec::named("pente"), Some(size))?;
    let agent = game.agent(&Spec::named("engine").with("level", level), Seed(seed))?;
    let mut samples = Vec::new();
    for number in 0..games {
        play(&game, agent.as_ref(), Seed(seed).derive(number), &mut samples)?;
    }
    let usual = usual_weights(&game, &samples);
    let names: Vec<String> = usual.keys().cloned().collect();
    let fitted = scaled(&fit(&names, &samples), &usual, &names);
    println!("{} positions of {games} games", samples.len());
    for (name, weight) in names.iter().zip(&fitted) {
        println!("{name}: {weight:.2} (was {})", usual[name]);
    }
    if let Some(path) = args.get(4) {
        let made_by = format!("pente_tune -- {games} {seed} {size} {level}");
        let pairs = names.iter().cloned().zip(fitted);
        std::fs::write(path, WeightFile::new(made_by, pairs).text())?;
    }
    Ok(())
}

/// Plays a game from a fair opening; every calm position of it is a sample.
fn play(
    game: &Pente,
    agent: &dyn Agent<Pente>,
    seed: Seed,
    samples: &mut Vec<Sample>,
) -> Result<(), Failure> {
    let mut position = openings::fair(game, seed)?;
    let mut calm = Vec::new();
    while let Turn::Seat(seat) = game.turn(&position) {
        if is_calm(game, &position) {
            let terms = Chances::default().terms(game, &position, seat);
            let amounts = terms.into_iter().map(|t| (t.name.into_owned(), t.amount)).collect();
            calm.push((seat, amounts));
        }
        let point = agent.choose(game, &position, &Budget::unlimited())?;
        game.play(&mut position, point);
    }
    let result = |seat: Seat| match position.winner() {
        Some(winner) if winner == seat => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    samples
        .extend(calm.into_iter().map(|(seat, amounts)| Sample { amounts, result: result(seat) }));
    Ok(())
}

/// Whether nobody could win with the next stone.
fn is_calm(game: &Pente, position: &Position) -> bool {
    let wins = |seat: usize| {
        use ludex_pente::Threat::{LastCapture, Row};
        threats(game, position, Seat(seat)).iter().any(|t| matches!(t, Row(_) | LastCapture(_)))
    };
    !wins(0) && !wins(1)
}

/// The engine's own weights of the terms that occur.
fn usual_weights(game: &Pente, samples: &[Sample]) -> BTreeMap<String, f64> {
    let mut weights = BTreeMap::new();
    let start = openings::fair(game, Seed(1)).unwrap_or_else(|_| game.start());
    let mut note = |position: &Position| {
        for term in Chances::default().terms(game, position, Seat::FIRST) {
            weights.insert(term.name.into_owned(), term.weight);
        }
    };
    note(&start);
    let (mut dice, mut buffer) = (Seed(1).rng(), Vec::new());
    for _ in 0..50 {
        let mut position = game.start();
        while let Some(point) = game.sample(&position, &mut dice, &mut buffer) {
            game.play(&mut position, point);
            if game.turn(&position) != Turn::Over {
                note(&position);
            }
        }
    }
    weights.retain(|name, _| {
        name == "winning row" || samples.iter().any(|s| s.amounts.contains_key(name))
    });
    weights
}

/// Rounds of gradient descent, and how fast it goes down.
const ROUNDS: usize = 3_000;
const PACE: f64 = 0.3;

/// The weights that make the results most likely, amounts being divided by their usual size meanwhile.
fn fit(names: &[String], samples: &[Sample]) -> Vec<f64> {
    let rows: Vec<Vec<f64>> = samples
        .iter()
        .map(|s| names.iter().map(|name| s.amounts.get(name).copied().unwrap_or(0.0)).collect())
        .collect();
    let count = samples.len().max(1) as f64;
    let size = |at: usize| {
        (rows.iter().map(|row| row[at] * row[at]).sum::<f64>() / count).sqrt().max(1e-9)
    };
    let sizes: Vec<f64> = (0..names.len()).map(size).collect();
    let mut weights = vec![0.0; names.len()];
    let mut shift = 0.0;
    for _ in 0..ROUNDS {
        let (mut slope, mut slope_of_shift) = (vec![0.0; names.len()], 0.0);
        for (row, sample) in rows.iter().zip(samples) {
            let sum: f64 = row.iter().zip(&weights).zip(&sizes).map(|((x, w), s)| x / s * w).sum();
            let error = sample.result - 1.0 / (1.0 + (-sum - shift).exp());
            slope_of_shift += error;
            for (at, slope) in slope.iter_mut().enumerate() {
                *slope += error * row[at] / sizes[at];
            }
        }
        shift += PACE * slope_of_shift / count;
        weights.iter_mut().zip(&slope).for_each(|(weight, slope)| *weight += PACE * slope / count);
    }
    weights.iter().zip(&sizes).map(|(weight, size)| weight / size).collect()
}

/// The weights scaled so that they sum up to what the usual ones sum up to; what was never seen keeps its weight, and none is below 0.
fn scaled(weights: &[f64], usual: &BTreeMap<String, f64>, names: &[String]) -> Vec<f64> {
    let counts = |at: usize| names[at] != "winning row" && names[at] != "captured";
    let fitted: f64 =
        (0..names.len()).filter(|&at| counts(at)).map(|at| weights[at].max(0.0)).sum();
    let wanted: f64 = (0..names.len()).filter(|&at| counts(at)).map(|at| usual[&names[at]]).sum();
    let factor = if fitted > 0.0 { wanted / fitted } else { 1.0 };
    let scale = |at: usize| match names[at].as_str() {
        "winning row" => usual[&names[at]],
        "captured" => (weights[at] * factor).clamp(0.0, 10.0),
        _ => (weights[at] * factor).clamp(0.0, 100.0),
    };
    (0..names.len()).map(scale).collect()
}
