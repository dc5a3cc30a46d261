//! Who plays 2048.

mod adversary;
mod exact;
mod expecting;
mod ntuple;
mod places;
mod tuning;

pub use ntuple::Player;
pub use tuning::Courses;

use crate::Twenty48;
use crate::evaluate::{Shape, ShapeLeaf};
use crate::search::{Chance, Leaf};
use adversary::{Adversary, Opposed};
use exact::Knowing;
use expecting::{Depth, Expecting};
use ludex_core::weights::WeightFile;
use ludex_core::{Agent, Choice, Error, Parameter, Result, ScoreOnly, Seed, Size, Spec};
use ludex_search::common::Identity;
use ludex_search::expectimax::{Expectimax, ExpectimaxSettings};
use ludex_search::minimax::Minimax;
use ludex_search::monte_carlo::{Flat, FlatSettings, Playouts};
use ludex_search::paced::Paced;
use ludex_search::stock::{self, Stock};
use ntuple::{Learned, Promise};
use std::sync::Mutex;
use std::time::Duration;

const TIME: Parameter = Parameter {
    name: "time",
    help: "seconds for a decision at most; then it looks as far ahead as it can",
    default: "no limit",
};
const CUTOFF: Parameter = Parameter {
    name: "cutoff",
    help: "ways less probable than this are not followed",
    default: "set by the agent",
};

const WEIGHTS: Parameter = Parameter {
    name: "weights",
    help: "a file of weights of its terms, as `ludex tune` writes it",
    default: "its own",
};

/// How far a search looks that counts boards.
const fn states_of(default: &'static str) -> Parameter {
    let help = "looks as far ahead as about this many boards allow";
    Parameter { name: "states", help, default }
}

/// The agents of this room, weakest first.
pub(crate) const AGENTS: &[Choice] = &[
    stock::RANDOM,
    Choice {
        name: "minimax",
        help: "expects the worst tile on the worst cell; looks at everything",
        parameters: &[
            Parameter { name: "depth", help: "slides and tiles to look ahead", default: "3" },
            WEIGHTS,
            TIME,
        ],
    },
    Choice {
        name: "alphabeta",
        help: "the same, but leaves out what cannot matter, and so looks further",
        parameters: &[
            Parameter {
                name: "depth",
                help: "slides and tiles to look ahead",
                default: "as far as `states` lets it",
            },
            states_of("100000"),
            WEIGHTS,
            TIME,
        ],
    },
    Choice {
        name: "flat-mc",
        help: "plays games by lot after every slide and takes the best mean, as the Essex report does",
        parameters: &[
            Parameter { name: "rollouts", help: "games after every slide", default: "100" },
            Parameter {
                name: "depth",
                help: "slides of such a game at most",
                default: "to its end",
            },
            TIME,
        ],
    },
    stock::MCTS,
    Choice {
        name: "expectimax",
        help: "takes the mean over all tiles that may come; values boards by order, free cells and pairs",
        parameters: &[
            Parameter {
                name: "depth",
                help: "slides to look ahead",
                default: "as far as `states` lets it",
            },
            states_of("36000"),
            CUTOFF,
            WEIGHTS,
            TIME,
        ],
    },
    Choice {
        name: "ntuple",
        help: "the same with values that a network has learned by playing (4x4 alone)",
        parameters: &[
            Parameter { name: "plies", help: "slides to look ahead", default: "2" },
            CUTOFF,
            TIME,
            Parameter {
                name: "weights",
                help: "a weight file of `ludex train`",
                default: "built in",
            },
            Parameter {
                name: "halve",
                help: "boards with this tile or a larger one are looked at as if the tiles above the first gap were half as large",
                default: "as it was trained",
            },
        ],
    },
    Choice {
        name: "exact",
        help: "plays without error on boards of up to nine cells; 3x3 takes minutes to solve",
        parameters: &[],
    },
];

type Built = Result<Box<dyn Agent<Twenty48>>>;

/// The agent that `spec` asks for.
pub(crate) fn build(game: &Twenty48, spec: &Spec, seed: Seed) -> Built {
    let identity = Identity::new(spec, seed);
    match spec.name.as_str() {
        "random" | "mcts" => Stock::new(spec, seed).build(ScoreOnly),
        "minimax" => adversary(game, spec, identity, false),
        "alphabeta" => adversary(game, spec, identity, true),
        "flat-mc" => flat(spec, identity),
        "expectimax" => expectimax(game, spec, identity),
        "ntuple" => ntuple(game, spec, identity),
        "exact" => Ok(Box::new(Knowing::new(game, identity)?)),
        other => Err(Error::unknown("agent", other, AGENTS.iter().map(|a| a.name))),
    }
}

/// The agent with the time that the specification gives it.
fn paced(spec: &Spec, agent: Box<dyn Agent<Twenty48>>) -> Built {
    let Some(seconds) = spec.get::<f64>("time")? else { return Ok(agent) };
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| {
        let what = format!("parameter time of {}", spec.name);
        Error::bad(what, seconds.to_string(), "give seconds, such as 0.5")
    })?;
    Ok(Box::new(Paced::new(agent, time)))
}

/// Whether a specification gives a time.
fn is_timed(spec: &Spec) -> Result<bool> {
    Ok(spec.get::<f64>("time")?.is_some())
}

fn adversary(game: &Twenty48, spec: &Spec, identity: Identity, prune: bool) -> Built {
    let usual = if prune { 5 } else { 3 };
    let shape = shape(spec)?;
    let depth = spec.get_in("depth", usual, 1..=12)?;
    let thinker = Minimax { prune, ..Minimax::new(identity.clone(), Opposed(shape), depth) };
    let plain = Box::new(Adversary::new(game, Box::new(thinker)));
    let room = Depth::Room(states(spec, 100_000)?);
    if !prune || spec.get::<u32>("depth")?.is_some() || game.grid().size() != USUAL {
        return paced(spec, plain);
    }
    let leaf = ShapeLeaf::new(game.grid().size(), shape);
    let fair = expecting("alphabeta", identity, leaf, room, 18, plain);
    let fast = Expecting { chance: Chance::Hostile, timed: is_timed(spec)?, ..fair };
    paced(spec, Box::new(fast))
}

/// The board on which searches look as far ahead as a number of states lets them. On smaller ones that would be to the end of
/// every game, where all slides look alike.
const USUAL: Size = Size::new(4, 4);

/// How many boards a search may look at.
fn states(spec: &Spec, usual: u64) -> Result<u64> {
    spec.get_in("states", usual, 1..=1_000_000_000)
}

fn flat(spec: &Spec, identity: Identity) -> Built {
    let timed = is_timed(spec)?;
    let given: Option<u64> = spec.get("rollouts")?;
    spec.get_in("rollouts", 100u64, 1..=1_000_000_000)?;
    let playouts = match given {
        None if timed => Playouts::Budget,
        given => Playouts::Each(given.unwrap_or(100)),
    };
    let horizon = match spec.get::<u32>("depth")? {
        // Each slide is followed by a tile, which counts as an action of its own.
        Some(_) => Some(2 * spec.get_in("depth", 100u32, 1..=1_000_000)?),
        None => None,
    };
    let settings = FlatSettings { playouts, horizon, ..FlatSettings::default() };
    paced(spec, Box::new(Flat::new(identity, ScoreOnly, settings)))
}

/// What boards are worth to a search: by the usual weights or by those of a file.
fn shape(spec: &Spec) -> Result<Shape> {
    let given: Option<String> = spec.get("weights")?;
    given.map_or_else(|| Ok(Shape::default()), |name| Shape::of(&WeightFile::read(&name)?))
}

fn expectimax(game: &Twenty48, spec: &Spec, identity: Identity) -> Built {
    let shape = shape(spec)?;
    let room = Depth::Room(states(spec, 36_000)?);
    let (depth, cutoff, less_after_four) = match spec.get::<u8>("depth")? {
        Some(_) => (Depth::Fixed(spec.get_in("depth", 3, 1..=20)?), 0.0001, 0),
        None if game.grid().size() == USUAL => (room, 0.0, 1),
        None => (Depth::Adaptive(3, 4), 0.0001, 0),
    };
    let settings = ExpectimaxSettings { depth: Some(2), table: 16, least_probability: 0.001 };
    let otherwise = Box::new(Expectimax::new(identity.clone(), shape, settings));
    if !game.grid().is_small() {
        return paced(spec, otherwise);
    }
    let leaf = ShapeLeaf::new(game.grid().size(), shape);
    let least = spec.get_in("cutoff", cutoff, 0.0..=1.0)?;
    let plain = expecting("expectimax", identity, leaf, depth, 16, otherwise);
    let fast = Expecting { least, less_after_four, timed: is_timed(spec)?, ..plain };
    paced(spec, Box::new(fast))
}

fn ntuple(game: &Twenty48, spec: &Spec, identity: Identity) -> Built {
    let timed = is_timed(spec)?;
    let plies = spec.get_in("plies", 2u8, 1..=8)?;
    let given = spec.get::<u8>("plies")?.is_some();
    let depth = if timed && !given { Depth::Adaptive(plies, 16) } else { Depth::Fixed(plies) };
    let player = ntuple::player(spec.get("weights")?, spec.get("halve")?)?;
    let leaf = Learned::new(game.grid().size(), player)?;
    let settings =
        ExpectimaxSettings { depth: Some(plies.into()), table: 16, least_probability: 0.0 };
    let otherwise = Box::new(Expectimax::new(identity.clone(), Promise(leaf.player()), settings));
    let least = spec.get_in("cutoff", 0.0, 0.0..=1.0)?;
    let plain = expecting("ntuple", identity, leaf, depth, 16, otherwise);
    let fast = Expecting { least, timed, ..plain };
    paced(spec, Box::new(fast))
}

/// A search that takes chance as it is and follows every way.
fn expecting<L: Leaf>(
    name: &'static str,
    identity: Identity,
    leaf: L,
    depth: Depth,
    table_bits: u32,
    otherwise: Box<dyn Agent<Twenty48>>,
) -> Expecting<L> {
    Expecting {
        identity,
        name,
        leaf,
        depth,
        chance: Chance::Fair,
        least: 0.0,
        less_after_four: 0,
        timed: false,
        table_bits,
        table: Mutex::new(None),
        otherwise,
    }
}
