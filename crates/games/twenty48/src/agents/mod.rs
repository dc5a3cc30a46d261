//! Who plays 2048.

use crate::Twenty48;
use ludex_core::{Agent, Choice, Result, ScoreOnly, Seed, Spec};
use ludex_search::stock::{self, Stock};

/// The agents of this room, weakest first.
pub(crate) const AGENTS: &[Choice] = &[stock::RANDOM, stock::MCTS];

/// The agent that `spec` asks for.
pub(crate) fn build(_: &Twenty48, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Twenty48>>> {
    Stock::new(spec, seed).build(ScoreOnly)
}
