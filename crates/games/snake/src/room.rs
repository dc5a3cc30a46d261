//! Snake's room: names, agents, figures, keys.

use super::board::Direction;
use super::rules::{MOST_FOODS, SIZES};
use super::{Action, Position, Snake, agents, remarks};
use ludex_core::explain::{Sign, Speaker};
use ludex_core::{
    Agent, Candidate, Choice, Decision, Look, Parameter, Result, Room, RoomInfo, Seat, Seed, Shape,
    Size, Spec,
};
use std::time::Duration;

const RULES: &[Choice] = &[Choice {
    name: "standard",
    help: "eat to grow; walls and the own body end the game; a full board wins",
    parameters: &[
        Parameter { name: "foods", help: "foods on the board at once, 1 to 8", default: "1" },
        Parameter {
            name: "patience",
            help: "steps without food after which the snake starves",
            default: "4 per cell",
        },
    ],
}];

/// How long a person has for a step.
const BEAT: Duration = Duration::from_millis(140);

impl Room for Snake {
    const INFO: RoomInfo = RoomInfo {
        name: "snake",
        title: "Snake",
        about: "Eat and grow; hit neither the walls nor yourself",
        seats: 1,
        rules: RULES,
        sizes: SIZES,
        agents: agents::AGENTS,
        opponent: "survivor",
        metrics: &["length", "steps"],
        input: "an arrow key, or up, left, down, right",
        perft_counts_paths: false,
    };

    fn open(rules: &Spec, size: Option<Size>) -> Result<Self> {
        rules.choose("rule set", RULES)?;
        let foods = rules.get_in("foods", 1, 1..=MOST_FOODS)?;
        let patience: Option<u32> = rules.get("patience")?;
        if patience.is_some() {
            rules.get_in("patience", 1u32, 1..=1_000_000_000)?;
        }
        let game = Self::new(size.unwrap_or(SIZES[0]))?;
        Ok(game.with_foods(foods).with_patience(patience))
    }

    fn rules(&self) -> Spec {
        let mut spec = Spec::named("standard");
        if self.foods() != 1 {
            spec = spec.with("foods", self.foods());
        }
        match self.given_patience() {
            Some(patience) => spec.with("patience", patience),
            None => spec,
        }
    }

    fn size(&self) -> Size {
        self.grid().size
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        agents::build(self, spec, seed)
    }

    fn metrics(&self, position: &Position, _: u64) -> Vec<f64> {
        vec![position.length() as f64, f64::from(position.steps())]
    }

    fn remarks(
        &self,
        position: &Position,
        decision: &Decision<Action>,
        speaker: Speaker,
    ) -> Vec<String> {
        remarks::remarks(self, position, decision, speaker)
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

    fn signs(&self, position: &Position, _: Seat) -> Vec<Sign> {
        vec![Sign::Earned { many: "pieces of food", amount: position.length() as f64 }]
    }

    fn arrow(&self, _: &Position, key: &str) -> Option<Action> {
        Direction::ALL.into_iter().find(|direction| direction.name() == key).map(Action::Go)
    }

    fn beat(&self, position: &Position) -> Option<(Duration, Action)> {
        position.end().is_none().then(|| (BEAT, Action::Go(position.heading())))
    }

    fn look(&self) -> Look {
        Look::of(Shape::Block).words([
            ("*", "food"),
            ("o", "body"),
            ("~", "tail"),
            ("^", "head, going up"),
            ("v", "head, going down"),
            ("<", "head, going left"),
            (">", "head, going right"),
            ("X", "head, crashed"),
            ("+", "path"),
        ])
    }
}
