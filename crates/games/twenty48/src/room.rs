//! The room of 2048: names, agents, figures, keys.

use crate::exact::Exact;
use crate::grid::{Direction, SIZES};
use crate::{Action, Position, Twenty48, agents, remarks};
use ludex_core::explain::{Sign, Speaker};
use ludex_core::{
    Agent, Candidate, Choice, Decision, ExactValue, Result, Room, RoomInfo, Seat, Seed, Size, Spec,
    Steps, Stop,
};

const RULES: &[Choice] = &[Choice {
    name: "standard",
    help: "slide and merge; after every move a 2 (90 %) or a 4 appears; it ends when nothing moves",
    parameters: &[],
}];

impl Room for Twenty48 {
    const INFO: RoomInfo = RoomInfo {
        name: "2048",
        title: "2048",
        about: "Slide equal tiles together, and keep room for more",
        seats: 1,
        rules: RULES,
        sizes: SIZES,
        agents: agents::AGENTS,
        opponent: "ntuple",
        metrics: &["score", "moves", "max_tile"],
        input: "an arrow key, or up, left, down, right",
        perft_counts_paths: true,
    };

    fn open(rules: &Spec, size: Option<Size>) -> Result<Self> {
        rules.choose("rule set", RULES)?;
        Self::new(size.unwrap_or(SIZES[0]))
    }

    fn rules(&self) -> Spec {
        Spec::named("standard")
    }

    fn size(&self) -> Size {
        self.grid().size()
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        agents::build(self, spec, seed)
    }

    fn metrics(&self, position: &Position, plies: u64) -> Vec<f64> {
        let tile = position.max_tile(self.grid());
        vec![f64::from(position.score()), plies as f64, f64::from(tile)]
    }

    fn signs(&self, position: &Position, _: Seat) -> Vec<Sign> {
        remarks::signs(self, position)
    }

    fn opponent(&self) -> &'static str {
        if self.size() == SIZES[0] { Self::INFO.opponent } else { "expectimax" }
    }

    fn remarks(&self, position: &Position, decision: &Decision<Action>, _: Speaker) -> Vec<String> {
        remarks::remarks(self, position, decision)
    }

    fn compare(
        &self,
        position: &Position,
        chosen: &Candidate<Action>,
        other: &Candidate<Action>,
        speaker: Speaker,
    ) -> Option<String> {
        remarks::compare(self, position, chosen, other, speaker)
    }

    fn exact(&self, stop: &Stop, steps: &Steps<'_>) -> Result<Option<ExactValue>> {
        let layers = |done: usize, all: usize| steps(done as u64, all as u64);
        let exact = Exact::solve(self.size(), stop, &layers)?;
        Ok(exact.map(|exact| exact.summary().value()))
    }

    fn arrow(&self, _: &Position, key: &str) -> Option<Action> {
        Direction::ALL.into_iter().find(|direction| direction.name() == key).map(Action::Slide)
    }
}
