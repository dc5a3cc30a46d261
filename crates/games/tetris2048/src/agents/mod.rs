//! Who plays Tetris-2048.

mod ahead;
mod expect;
mod known;
pub(crate) mod tuning;

use crate::evaluate::{COUNT, FEATURES, Linear};
use crate::pieces::Piece;
use crate::rules::{Action, Position, Tetris2048};
use ahead::Ahead;
use arrayvec::ArrayVec;
use expect::Expect;
use ludex_core::weights::WeightFile;
use ludex_core::{Agent, Choice, Error, Parameter, Result, Seed, Spec};
use ludex_search::common::Identity;
use ludex_search::random::Random;
use ludex_search::stock;

const TOP: Parameter = Parameter {
    name: "top",
    help: "placements of the current piece that are looked at over all deals",
    default: "6",
};
const REPLIES: Parameter = Parameter {
    name: "replies",
    help: "placements of the next piece that are followed after each deal",
    default: "3",
};

const WEIGHTS: Parameter = Parameter {
    name: "weights",
    help: "a JSON file with a weight for each term that counts, such as `ludex tune` writes",
    default: "those that come with Ludex",
};

/// The agents, weakest first.
pub(crate) const AGENTS: &[Choice] = &[
    stock::RANDOM,
    Choice {
        name: "greedy",
        help: "takes the best board after this piece",
        parameters: &[WEIGHTS],
    },
    Choice {
        name: "search",
        help: "takes the best board after this piece and the next",
        parameters: &[WEIGHTS],
    },
    Choice {
        name: "expectimax",
        help: "looks at this piece, the next, and the mean over all pieces that may follow",
        parameters: &[TOP, REPLIES, WEIGHTS],
    },
];

/// Weights found by the cross-entropy method: the command stands in the guide.
pub(crate) const TUNED: Linear = Linear {
    weights: [
        -0.3488, -0.0306, -6.1499, -0.5948, -0.3079, -3.4481, 0.7186, 0.1478, -0.3018, -0.2012,
        1.3383, -0.1584, 0.0186, -17.0618, -0.5217,
    ],
    merged: 0.0032,
    cleared: -0.0552,
    lost: -1000.0,
};

/// The names of all weights: the features of a board, then what a step earns.
const fn names() -> [&'static str; COUNT + 2] {
    let mut names = ["merged"; COUNT + 2];
    let mut i = 0;
    while i < COUNT {
        names[i] = FEATURES[i].name;
        i += 1;
    }
    names[COUNT + 1] = "cleared";
    names
}

/// The evaluator with some weights by their places among the [`names`]; the others count nothing.
fn weighed(pairs: impl IntoIterator<Item = (usize, f64)>) -> Linear {
    let mut all = [0.0; COUNT + 2];
    pairs.into_iter().for_each(|(place, weight)| all[place] = weight);
    let weights = std::array::from_fn(|i| all[i]);
    Linear { weights, merged: all[COUNT], cleared: all[COUNT + 1], lost: TUNED.lost }
}

/// The weights that a specification asks for.
fn weights(spec: &Spec) -> Result<Linear> {
    match spec.get::<String>("weights")? {
        None => Ok(TUNED),
        Some(file) => Ok(weighed(WeightFile::read(&file)?.of(&names())?)),
    }
}

/// The best placement of the current piece with weights of one's own; none where there is nothing to place.
pub fn greedy(game: &Tetris2048, linear: &Linear, position: &Position) -> Option<Action> {
    let piece = position.current.filter(|&piece| game.can_appear(&position.tiles, piece))?;
    let pieces = [Some(piece), position.next];
    let pieces: ArrayVec<Piece, 2> = pieces.into_iter().flatten().collect();
    let best = known::Known { game, linear }.best(&position.tiles, &pieces, 1)?;
    Some(Action::Place { piece, at: best.at })
}

/// The agent that a specification asks for.
pub(crate) fn build(_: &Tetris2048, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Tetris2048>>> {
    let identity = Identity::new(spec, seed);
    match spec.name.as_str() {
        "random" => Ok(Box::new(Random(identity))),
        "greedy" => Ok(Box::new(Ahead { identity, linear: weights(spec)?, pieces: 1 })),
        "search" => Ok(Box::new(Ahead { identity, linear: weights(spec)?, pieces: 2 })),
        "expectimax" => Ok(Box::new(Expect {
            base: Ahead { identity, linear: weights(spec)?, pieces: 2 },
            top: spec.get_in("top", 6, 1..=200)?,
            replies: spec.get_in("replies", 3, 1..=200)?,
        })),
        name => Err(Error::unknown("agent", name, AGENTS.iter().map(|a| a.name))),
    }
}
