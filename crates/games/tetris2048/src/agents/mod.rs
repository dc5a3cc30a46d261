//! Who plays Tetris-2048.

mod ahead;
mod expect;
mod known;

use crate::evaluate::Linear;
use crate::pieces::Piece;
use crate::rules::{Action, Position, Tetris2048};
use ahead::Ahead;
use arrayvec::ArrayVec;
use expect::Expect;
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

/// The agents, weakest first.
pub(crate) const AGENTS: &[Choice] = &[
    stock::RANDOM,
    Choice { name: "greedy", help: "takes the best board after this piece", parameters: &[] },
    Choice {
        name: "search",
        help: "takes the best board after this piece and the next",
        parameters: &[],
    },
    Choice {
        name: "expectimax",
        help: "looks at this piece, the next, and the mean over all pieces that may follow",
        parameters: &[TOP, REPLIES],
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
        "greedy" => Ok(Box::new(Ahead { identity, linear: TUNED, pieces: 1 })),
        "search" => Ok(Box::new(Ahead { identity, linear: TUNED, pieces: 2 })),
        "expectimax" => Ok(Box::new(Expect {
            base: Ahead { identity, linear: TUNED, pieces: 2 },
            top: spec.get_in("top", 6, 1..=200)?,
            replies: spec.get_in("replies", 3, 1..=200)?,
        })),
        name => Err(Error::unknown("agent", name, AGENTS.iter().map(|a| a.name))),
    }
}
