//! Who plays Tris.

use super::evaluate::Outcome;
use super::rules::Tris;
use ludex_core::explain::Calibration;
use ludex_core::{Agent, Choice, Result, Seed, Spec};
use ludex_search::stock::{self, Stock};

pub(super) const AGENTS: &[Choice] =
    &[stock::RANDOM, stock::FLAT, stock::MCTS, stock::MINIMAX, stock::NEGAMAX];

/// What values mean in chances to win, measured by the example `calibrate`.
pub(super) const CHANCES: &[Calibration] = &[
    Calibration { agent: "flat", slope: 4.393, shift: -0.530, positions: 601 },
    Calibration { agent: "mcts", slope: 3.087, shift: -0.792, positions: 1431 },
    Calibration { agent: "minimax", slope: 1761.0, shift: -0.401, positions: 1587 },
    Calibration { agent: "negamax", slope: 1662.0, shift: 0.140, positions: 2368 },
];

/// Searches 3x3 to the end and larger boards a few plies deep.
pub(super) fn build(game: &Tris, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Tris>>> {
    let depth = if game.size.cells() <= 12 { 12 } else { 5 };
    Stock { spec, seed, depth, draw_lots: true }.build(Outcome)
}
