//! Who plays Tris.

use super::evaluate::Outcome;
use super::rules::Tris;
use ludex_core::explain::Calibration;
use ludex_core::{Agent, Choice, Result, Seed, Spec};
use ludex_search::stock::{self, Stock};

pub(super) const AGENTS: &[Choice] =
    &[stock::RANDOM, stock::FLAT, stock::MCTS, stock::MINIMAX, stock::NEGAMAX];

/// What values mean in chances to win on three by three, measured by the example `calibrate`.
const THREE: &[Calibration] = &[
    Calibration { agent: "flat", slope: 4.338, shift: -0.761, positions: 390 },
    Calibration { agent: "minimax", slope: 4268.0, shift: 0.370, positions: 640 },
    Calibration { agent: "negamax", slope: 4268.0, shift: 0.370, positions: 640 },
];

/// The same for four in a row on five by five.
const FIVE: &[Calibration] = &[
    Calibration { agent: "mcts", slope: 3.087, shift: -0.792, positions: 1431 },
    Calibration { agent: "minimax", slope: 1761.0, shift: -0.401, positions: 1587 },
    Calibration { agent: "negamax", slope: 1662.0, shift: 0.140, positions: 2368 },
];

/// The curves for boards like those where they were measured: elsewhere the same value means another chance.
pub(super) fn chances(game: &Tris) -> &'static [Calibration] {
    match (game.row, game.size.cells()) {
        (3, 9) => THREE,
        (4, 25..) => FIVE,
        _ => &[],
    }
}

/// Searches 3x3 to the end and larger boards a few plies deep.
pub(super) fn build(game: &Tris, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Tris>>> {
    let depth = if game.size.cells() <= 12 { 12 } else { 5 };
    Stock { spec, seed, depth, draw_lots: true }.build(Outcome)
}
