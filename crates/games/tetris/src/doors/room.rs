//! Tetris as a room: names, lists and hooks for the doors.

use super::controls;
use super::live::FallingPiece;
use crate::agents;
use crate::environment::{Counters, Observation};
use crate::perft::Counter;
use crate::position::{Action, Position};
use crate::rules::Tetris;
use crate::rules::rule_sets;
use crate::steps::Press;
use ludex_core::explain::{Sign, Speaker};
use ludex_core::{
    Agent, Candidate, Controls, Decision, Finesse, Live, Look, Result, Room, RoomInfo, Seat, Seed,
    Series, Size, Spec, Stop, Tints,
};
use std::time::Duration;

impl Room for Tetris {
    const INFO: RoomInfo = RoomInfo {
        name: "tetris",
        title: "Tetris",
        about: "Fit falling pieces into full rows, under many rule sets",
        seats: 1,
        rules: rule_sets::RULES,
        sizes: rule_sets::SIZES,
        agents: agents::AGENTS,
        opponent: "dellacherie",
        metrics: &["lines", "pieces", "score", "steps"],
        input: "steer with the arrow keys and drop with space, or type `:T2@18,4`, step by step `:left`",
        perft_counts_paths: true,
    };

    fn open(rules: &Spec, size: Option<Size>) -> Result<Self> {
        rule_sets::open(rules, size)
    }

    fn rules(&self) -> Spec {
        self.rules().spec.clone()
    }

    fn size(&self) -> Size {
        self.rules().size
    }

    fn agent(&self, spec: &Spec, seed: Seed) -> Result<Box<dyn Agent<Self>>> {
        agents::build(self, spec, seed)
    }

    fn metrics(&self, position: &Position, _: u64) -> Vec<f64> {
        let sum = |pair: [u32; 2]| f64::from(pair[0]) + f64::from(pair[1]);
        let pieces = f64::from(self.pieces_seen(position));
        let mut values = vec![sum(position.lines), pieces, sum(position.points)];
        // Other rule sets have no steps: they report none, not 0.
        if self.is_stepwise() {
            values.push(f64::from(position.steps));
        }
        values
    }

    fn is_zero_sum(&self) -> bool {
        false
    }

    fn remarks(
        &self,
        position: &Position,
        decision: &Decision<Action>,
        speaker: Speaker,
    ) -> Vec<String> {
        super::remarks::remarks(self, position, decision, speaker)
    }

    fn compare(
        &self,
        position: &Position,
        chosen: &Candidate<Action>,
        other: &Candidate<Action>,
        _: Speaker,
    ) -> Option<String> {
        super::remarks::compare(self, position, chosen, other)
    }

    fn signs(&self, position: &Position, seat: Seat) -> Vec<Sign> {
        super::remarks::signs(self, position, seat)
    }

    fn due(&self, position: &Position) -> Option<String> {
        let hand = position.hand();
        let name = |piece: u8| self.piece_name(piece).to_owned();
        let current = name(hand.current().filter(|_| !self.is_stepwise())?);
        let other = hand.alternative().filter(|_| self.rules().hold).map(name);
        let other = other.filter(|other| *other != current);
        let from = if hand.hold.is_some() { "from the hold" } else { "after a hold" };
        Some(match other {
            Some(other) => format!("{current} is to be placed, or {other} {from}"),
            None => format!("{current} is to be placed"),
        })
    }

    fn point(&self, position: &Position, column: usize, row: usize) -> Option<Action> {
        let mut actions = Vec::new();
        ludex_core::Game::actions(self, position, &mut actions);
        let y = self.rules().size.height.checked_sub(row + 1)?;
        let covers = |action: &&Action| match **action {
            Action::Place { piece, at, .. } => self
                .shape(piece, at)
                .each_cell()
                .any(|(dx, dy)| (usize::from(at.x) + dx, usize::from(at.y) + dy) == (column, y)),
            Action::Deal(_) | Action::Press(_) => false,
        };
        actions.iter().find(covers).copied()
    }

    fn arrow(&self, _: &Position, key: &str) -> Option<Action> {
        let press = match key {
            "up" => Press::Rotate,
            "down" => Press::Drop,
            other => Press::from_name(other)?,
        };
        self.is_stepwise().then_some(Action::Press(press))
    }

    fn opponent(&self) -> &'static str {
        match (self.rules().seats, self.is_stepwise()) {
            (1, false) => Self::INFO.opponent,
            (1, true) => "yaveroglu",
            _ => "tetrisvs-hard",
        }
    }

    fn tally(&self, position: &Position, before: &Series) -> Option<(&'static str, String)> {
        self.is_stepwise().then(|| ("E/S/T", Counters::of(position, before).to_string()))
    }

    fn observe(&self, position: &Position) -> Option<ludex_core::Observation> {
        self.is_stepwise().then(|| Observation::of(self, position).shared())
    }

    fn pass_time(&self, position: &mut Position, milliseconds: u32) {
        // Alone mostly nobody plays against the clock: it only quickens gravity, which is the door's business.
        if self.is_timed() {
            self.advance(position, milliseconds);
        }
    }

    fn headless_time(&self) -> Duration {
        let turns = self.rules().turns.map_or(0, |_| self.rules().placement_time);
        Duration::from_millis(turns.into())
    }

    fn tint(&self, tints: &mut Tints, before: &Position, action: Action) {
        let placed = match action {
            Action::Place { piece, at, .. } => Some((piece, at)),
            Action::Press(press) => self.locked_by(before, press),
            Action::Deal(_) => None,
        };
        if let Some((piece, at)) = placed {
            self.tint_placed(tints, &before.board, piece, at);
        }
    }

    fn time_left(&self, position: &Position) -> Option<Duration> {
        let end = self.time_limit()?;
        Some(Duration::from_millis(end.saturating_sub(position.clock).into()))
    }

    fn time_played(&self, position: &Position) -> Option<Duration> {
        self.is_timed().then(|| Duration::from_millis(position.clock.into()))
    }

    fn feats(&self, position: &Position, action: Action) -> Vec<String> {
        self.feats_of(position, action)
    }

    fn bare(&self, action: Action) -> Action {
        action.bare()
    }

    fn finesse(&self, position: &Position, action: Action) -> Option<Finesse> {
        super::finesse::judge(self, position, action)
    }

    fn count_paths(&self, position: &Position, depth: u32, stop: &Stop) -> Option<u64> {
        let mut pieces = self.forced(position)?;
        if pieces.len() < depth as usize {
            return Some(0);
        }
        pieces.truncate(depth as usize);
        Counter::new(self.reach()).count(&position.board, &pieces, stop)
    }

    fn live(&self, position: &Position) -> Option<Box<dyn Live<Action>>> {
        Some(Box::new(FallingPiece::new(self, position)?))
    }

    fn limit_metric(&self) -> Option<&'static str> {
        Some("pieces")
    }

    fn controls(&self, _: &Position) -> Controls {
        controls::controls(self)
    }

    fn look(&self) -> Look {
        controls::look()
    }
}
