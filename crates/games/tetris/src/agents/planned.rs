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
        self.decision.find(&Action::Place { piece: self.piece, hold: false, at })
    }
}

impl Rest for Plan<'_> {
    fn value(&self, rest: Placement) -> f64 {
        let worst =
            || self.decision.candidates.iter().map(|c| c.value).fold(f64::INFINITY, f64::min);
        self.find(rest).map_or_else(worst, |candidate| candidate.value)
    }

    fn terms(&self, rest: Placement) -> Vec<Term> {
        self.find(rest).map(|candidate| candidate.terms.clone()).unwrap_or_default()
    }
}

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
        let stepper = Stepper { identity: &self.identity, rest: &plan };
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
