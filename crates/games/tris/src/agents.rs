//! Who plays Tris.

use super::evaluate::Outcome;
use super::rules::Tris;
use ludex_core::{Agent, Choice, Result, Seed, Spec};
use ludex_search::stock::{self, Stock};

pub(super) const AGENTS: &[Choice] =
    &[stock::RANDOM, stock::FLAT, stock::MCTS, stock::MINIMAX, stock::NEGAMAX];

/// Searches 3x3 to the end and larger boards a few plies deep.
pub(super) fn build(game: &Tris, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Tris>>> {
    let depth = if game.size.cells() <= 12 { 12 } else { 5 };
    Stock { spec, seed, depth, draw_lots: true }.build(Outcome)
}
