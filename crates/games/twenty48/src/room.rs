//! The room of 2048: names, agents, figures, keys.

use crate::grid::{Direction, SIZES};
use crate::{Action, Position, Twenty48, agents};
use ludex_core::{Agent, Choice, Result, Room, RoomInfo, Seed, Size, Spec};

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
        opponent: "random",
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

    fn arrow(&self, _: &Position, key: &str) -> Option<Action> {
        Direction::ALL.into_iter().find(|direction| direction.name() == key).map(Action::Slide)
    }
}
