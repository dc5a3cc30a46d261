//! Searches over placements under rules that go step by step.
//!
//! A few steps of a falling piece do not show where it comes to rest, so a search over steps sees nothing. Here
//! the search looks at the same game as if pieces were placed, and says what each place is worth; the
//! steps then bring the piece to the best place that can still be reached.

use super::stepper::{Rest, Stepper, found};
use crate::position::{Action, Position};
use crate::rules::Tetris;
use crate::shape::Placement;
use ludex_core::{Agent, Budget, Candidate, Decision, Result, Term};
use ludex_search::common::Identity;

/// A search over placements that acts step by step.
pub(super) struct Planned {
    pub(super) identity: Identity,
    /// The same game with placements.
    pub(super) placing: Tetris,
    pub(super) search: Box<dyn Agent<Tetris>>,
    /// Whether a piece may be tucked below others.
    pub(super) tuck: bool,
}

/// What a search says of the places of a piece.
struct Plan<'a> {
    placing: &'a Tetris,
    piece: u8,
    decision: Decision<Action>,
}

impl Plan<'_> {
    fn find(&self, rest: Placement) -> Option<&Candidate<Action>> {
        let piece = &self.placing.rules().set.pieces[usize::from(self.piece)];
        let rotation = piece.same_shape(rest.rotation.into()) as u8;
        let at = Placement { rotation, ..rest };
        self.decision.find(&Action::place(self.piece, false, at))
    }
}

impl Plan<'_> {
    /// The value that a place counts with if the search did not look at it.
    fn worst(&self) -> f64 {
        self.decision.candidates.iter().map(|c| c.value).fold(f64::INFINITY, f64::min)
    }

    /// Whether the search ranked its candidates by their values.
    fn is_by_value(&self) -> bool {
        self.decision.candidates.is_sorted_by(|a, b| a.value >= b.value)
    }
}

impl Rest for Plan<'_> {
    /// The value, unless the search went by something else: then the place among its candidates.
    fn merit(&self, rest: Placement) -> f64 {
        match self.find(rest) {
            Some(candidate) if self.is_by_value() => candidate.value,
            Some(candidate) => 0.0 - candidate.order as f64,
            None if self.is_by_value() => self.worst(),
            None => 0.0 - self.decision.candidates.len() as f64,
        }
    }

    fn describe(&self, rest: Placement, action: Action, _: u32) -> Candidate<Action> {
        if let Some(found) = self.find(rest) {
            let found = found.clone();
            return Candidate { action, keys: Vec::new(), rank_before_search: None, ..found };
        }
        let value = self.worst();
        let mut unseen = Candidate::unseen(action, value);
        unseen.terms = vec![Term::new("rest", UNSEEN, value, 1.0)];
        unseen
    }
}

const UNSEEN: &str = "not being looked at: taken for no better than the worst that was";

impl Agent<Tetris> for Planned {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        Ok(self.decide(game, position, budget)?.best().action)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let start = Position { falling: None, ..*position };
        let plan = Plan {
            placing: &self.placing,
            piece: position.hand().current().unwrap_or_default(),
            decision: self.search.decide(&self.placing, &start, budget)?,
        };
        let stepper = Stepper { identity: &self.identity, rest: &plan, tuck: self.tuck };
        let mut decision = stepper.decide(game, position, budget)?;
        decision.search = plan.decision.search;
        Ok(decision)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        found(&self.decide(game, position, budget)?, action)
    }
}
