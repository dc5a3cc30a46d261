//! Who plays Pente.

use crate::book::ByBook;
use crate::engine::{Engine, Weights, engine};
use crate::evaluate::Report;
use crate::exact::ByProof;
use crate::levels::Level;
use crate::rules::Pente;
use ludex_core::explain::Calibration;
use ludex_core::weights::WeightFile;
use ludex_core::{Agent, Choice, Error, Parameter, Result, Seed, Spec};
use ludex_search::common::Identity;
use ludex_search::negamax::MAX_THREADS;
use ludex_search::paced::Paced;
use ludex_search::stock::{self, Stock};
use std::time::Duration;

pub(crate) const AGENTS: &[Choice] = &[
    stock::RANDOM,
    stock::MCTS,
    Choice { name: "easy", help: "the Pente report's player, two plies ahead", parameters: &[] },
    Choice { name: "medium", help: "the same three plies ahead", parameters: &[] },
    Choice { name: "hard", help: "the same four plies ahead", parameters: &[] },
    Choice {
        name: "proof",
        help: "plays by the proof on 7x7 and 9x9, elsewhere like `engine`",
        parameters: &[],
    },
    Choice {
        name: "engine",
        help: "the strong one: patterns, deep search, wins by force",
        parameters: &[
            Parameter { name: "level", help: "plies to look ahead, 1 to 10", default: "6" },
            Parameter {
                name: "time",
                help: "seconds for a decision, instead of a level",
                default: "no limit",
            },
            Parameter { name: "threads", help: "threads to search on, 1 to 64", default: "1" },
            Parameter {
                name: "weights",
                help: "a file of weights of its terms",
                default: "its own",
            },
            Parameter {
                name: "book",
                help: "play what was looked into beforehand, openings and proofs: true or false",
                default: "true without a level",
            },
        ],
    },
];

/// What values mean in chances to win, measured by the example `calibrate`.
pub(crate) const CHANCES: &[Calibration] = &[
    Calibration { agent: "engine", slope: 2.786e-3, shift: 0.030, positions: 719 },
    Calibration { agent: "easy", slope: 0.564, shift: 0.137, positions: 1087 },
    Calibration { agent: "medium", slope: 0.7339, shift: -0.323, positions: 816 },
    Calibration { agent: "mcts", slope: 1.276, shift: -1.282, positions: 643 },
];

/// The agent that `spec` asks for.
pub(crate) fn build(spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Pente>>> {
    spec.choose("agent", AGENTS)?;
    let level = |plies| Box::new(Level::new(Identity::new(spec, seed), plies));
    match spec.name.as_str() {
        "easy" => Ok(level(2)),
        "medium" => Ok(level(3)),
        "hard" => Ok(level(4)),
        "proof" => {
            let identity = Identity::new(spec, seed);
            let agent = Box::new(engine(identity.clone(), USUAL_LEVEL));
            Ok(Box::new(ByProof { identity, agent, resists: true }))
        }
        "engine" => build_engine(spec, seed),
        _ => Stock::new(spec, seed).build(Report),
    }
}

/// Plies for an engine that only time limits.
const DEEPEST: u8 = 40;
/// Plies for one that nothing limits.
const USUAL_LEVEL: u8 = 6;

fn build_engine(spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Pente>>> {
    let seconds: Option<f64> = spec.get("time")?;
    let level: Option<u8> = spec.get("level")?;
    if let (Some(_), Some(level)) = (seconds, level) {
        let remedy = "give either a level or a time";
        return Err(Error::bad("parameter level of engine", level.to_string(), remedy));
    }
    let usual = if seconds.is_some() { DEEPEST } else { USUAL_LEVEL };
    let depth = match level {
        Some(_) => spec.get_in("level", usual, 1..=10)?,
        None => usual,
    };
    let threads = spec.get_in("threads", 1, 1..=MAX_THREADS)?;
    let weights = spec.get::<String>("weights")?.map(|name| Weights::of(&WeightFile::read(&name)?));
    let mut engine = Engine { threads, ..engine(Identity::new(spec, seed), depth) };
    engine.guide.weights = weights.transpose()?.unwrap_or_default();
    let agent: Box<dyn Agent<Pente>> = match seconds {
        None => Box::new(engine),
        Some(seconds) => Box::new(Paced::new(Box::new(engine), time_of(seconds)?)),
    };
    if !spec.get("book")?.unwrap_or(level.is_none()) {
        return Ok(agent);
    }
    let identity = Identity::new(spec, seed);
    let agent = Box::new(ByProof { identity: identity.clone(), agent, resists: false });
    Ok(Box::new(ByBook { identity, agent }))
}

fn time_of(seconds: f64) -> Result<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        Error::bad("parameter time of engine", seconds.to_string(), "give seconds, such as 0.5")
    })
}
