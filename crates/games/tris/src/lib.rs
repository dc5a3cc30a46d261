//! Tris, the smallest game of the house: three in a row, or k in a row on a larger board.

mod agents;
mod evaluate;
mod notation;
mod remarks;
mod rules;

pub use evaluate::Outcome;
pub use rules::{Cell, Position, Tris};

use ludex_core::explain::{Calibration, Speaker};
use ludex_core::{
    Agent, Choice, Decision, ExactValue, Game, Parameter, Result, Room, RoomInfo, Seed, Size, Spec,
    Steps, Stop, best_play,
};

const RULES: &[Choice] = &[Choice {
    name: "standard",
    help: "in turn, X first; a full row wins, a full board draws",
    parameters: &[Parameter { name: "row", help: "how many in a row win", default: "3" }],
}];

impl Room for Tris {
    const INFO: RoomInfo = RoomInfo {
        name: "tris",
        title: "Tris",
        about: "Three in a row (tic-tac-toe), or k in a row on boards up to 7x7",
        seats: 2,
        rules: RULES,
        sizes: Tris::SIZES,
        agents: agents::AGENTS,
        opponent: "minimax",
        metrics: &["plies"],
        input: "choose a cell with the arrow keys and press Enter",
        perft_counts_paths: false,
    };

    fn open(rules: &Spec, size: Option<Size>) -> Result<Self> {
        rules.choose("rule set", RULES)?;
        Tris::new(size.unwrap_or(Tris::SIZES[0]), rules.get_or("row", 3)?)
    }

    fn rules(&self) -> Spec {
        let spec = Spec::named("standard");
        if self.row == 3 { spec } else { spec.with("row", self.row) }
    }

    fn size(&self) -> Size {
        self.size
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        agents::build(self, spec, seed)
    }

    fn metrics(&self, _: &Position, plies: u64) -> Vec<f64> {
        vec![plies as f64]
    }

    fn remarks(
        &self,
        position: &Position,
        decision: &Decision<Cell>,
        speaker: Speaker,
    ) -> Vec<String> {
        remarks::remarks(self, position, decision.best().action, speaker)
    }

    fn calibrations(&self) -> &'static [Calibration] {
        agents::chances(self)
    }

    fn referee(&self) -> Option<&'static str> {
        // Three by three is solved; larger boards are looked at as deep as time allows.
        Some(if self.size.cells() <= 12 { "minimax" } else { "negamax:depth=30" })
    }

    fn point(&self, position: &Position, column: usize, row: usize) -> Option<Cell> {
        let cell = self.cell(column, self.size.height.checked_sub(row + 1)?)?;
        self.check(position, cell).ok().map(|()| cell)
    }

    fn exact(&self, stop: &Stop, _: &Steps<'_>) -> Result<Option<ExactValue>> {
        best_play(self, stop)
    }
}
