//! Who plays Tetris.

mod policy;
mod seed;
mod stepper;
mod weights;

use super::rules::Tetris;
use ludex_core::{Agent, Choice, Error, Parameter, Result, Seed, Spec};
use ludex_search::common::Identity;
use ludex_search::random::Random;
use ludex_search::stock;
use policy::Policy;
use seed::{Level, SeedAgent};

const PIECES: Parameter = Parameter {
    name: "pieces",
    help: "known pieces to look at, 1 or 2",
    default: "1; 2 for entropy",
};
const LOTS: Parameter =
    Parameter { name: "random", help: "draw lots among equals: true or false", default: "false" };

const fn linear(at: usize) -> Choice {
    let policy = &weights::PUBLISHED[at];
    Choice { name: policy.name, help: policy.help, parameters: &[PIECES, LOTS] }
}

/// The agents, weakest first.
pub(super) const AGENTS: &[Choice] = &[
    stock::RANDOM,
    linear(0),
    linear(1),
    Choice {
        name: "entropy",
        help: "the founding report's: row entropy, height, holes, bumpiness, over two pieces",
        parameters: &[
            PIECES,
            LOTS,
            Parameter {
                name: "bumpiness",
                help: "faithful (as in the report) or corrected",
                default: "faithful",
            },
        ],
    },
    Choice {
        name: "seed-easy",
        help: "the founding report's versus agent: min-max over known pieces, stops at any clear",
        parameters: &[LOTS],
    },
    Choice {
        name: "seed-hard",
        help: "the same, but looks on after its own clears, so it gives no row away",
        parameters: &[LOTS],
    },
    Choice {
        name: "yaveroglu",
        help: "the RL-Competition report's: eight terms, each from 0 to 100",
        parameters: &[PIECES, LOTS],
    },
    linear(2),
    linear(3),
    linear(4),
    linear(5),
    linear(6),
    linear(7),
];

/// The agent that a specification asks for.
pub(super) fn build(game: &Tetris, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Tetris>>> {
    let random = spec.get_or("random", false)?;
    let identity = Identity::new(spec, seed).drawing_lots(random);
    if spec.name == "random" {
        return Ok(Box::new(Random(identity)));
    }
    if let Some(level) = seed_level(&spec.name) {
        return Ok(Box::new(SeedAgent { identity, level }));
    }
    if spec.name == "entropy" {
        let linear = weights::entropy(faithful(spec)?);
        let pieces = spec.get_in("pieces", 2, 1..=2)?;
        return Ok(Box::new(Policy { identity, linear, pieces, sum: false }));
    }
    if spec.name == "yaveroglu" {
        let linear = weights::yaveroglu(game.rules().size);
        let pieces = spec.get_in("pieces", 1, 1..=2)?;
        return Ok(Box::new(Policy { identity, linear, pieces, sum: true }));
    }
    let policy = weights::published(&spec.name)
        .ok_or_else(|| Error::unknown("agent", &spec.name, AGENTS.iter().map(|a| a.name)))?;
    let pieces = spec.get_in("pieces", 1, 1..=2)?;
    Ok(Box::new(Policy { identity, linear: policy.linear(), pieces, sum: true }))
}

fn faithful(spec: &Spec) -> Result<bool> {
    match spec.get_or("bumpiness", "faithful".to_owned())?.as_str() {
        "faithful" => Ok(true),
        "corrected" => Ok(false),
        other => Err(Error::unknown("bumpiness", other, ["faithful", "corrected"])),
    }
}

fn seed_level(name: &str) -> Option<Level> {
    match name {
        "seed-easy" => Some(Level::Easy),
        "seed-hard" => Some(Level::Hard),
        _ => None,
    }
}
