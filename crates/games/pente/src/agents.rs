//! Who plays Pente.

use crate::evaluate::Report;
use crate::levels::Level;
use crate::rules::Pente;
use ludex_core::{Agent, Choice, Result, Seed, Spec};
use ludex_search::common::Identity;
use ludex_search::stock::{self, Stock};

pub(crate) const AGENTS: &[Choice] = &[
    stock::RANDOM,
    stock::MCTS,
    Choice { name: "easy", help: "the founding report's player, two plies ahead", parameters: &[] },
    Choice { name: "medium", help: "the same three plies ahead", parameters: &[] },
    Choice { name: "hard", help: "the same four plies ahead", parameters: &[] },
];

/// The agent that `spec` asks for.
pub(crate) fn build(spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Pente>>> {
    spec.choose("agent", AGENTS)?;
    let level = |plies| Box::new(Level::new(Identity::new(spec, seed), plies));
    match spec.name.as_str() {
        "easy" => Ok(level(2)),
        "medium" => Ok(level(3)),
        "hard" => Ok(level(4)),
        _ => Stock::new(spec, seed).build(Report),
    }
}
