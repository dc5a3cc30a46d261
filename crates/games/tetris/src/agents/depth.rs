//! A linear policy that looks further than the pieces it knows: the mean over those it does not.

use super::policy::{Policy, keys, tell_the_way};
use crate::evaluate::Linear;
use crate::known::Known;
use crate::position::{Action, Landing, Position};
use crate::rules::Tetris;
use ludex_core::{Agent, Budget, Candidate, Decision, Result};
use ludex_search::expectimax::{Expectimax, ExpectimaxSettings};

/// A policy with an expectation over what may be dealt.
pub(super) struct Expecting {
    pub(super) base: Policy,
    /// Placements to look at.
    pub(super) depth: u32,
}

impl Expecting {
    fn search(&self) -> Expectimax<Linear> {
        let settings = ExpectimaxSettings { depth: Some(self.depth), ..Default::default() };
        Expectimax::new(self.base.identity.clone(), self.base.linear, settings)
    }

    /// The same question as a look ahead: nothing has landed yet.
    fn ahead(&self, game: &Tetris, position: &Position) -> (Tetris, Position) {
        let position = Position { last: Landing::default(), ..*position };
        (game.look_ahead_dealing(self.base.sum), position)
    }

    /// The answer without a search over positions, where that is possible.
    fn quickly(&self, game: &Tetris, position: &Position, budget: &Budget) -> Option<Action> {
        if budget.time.is_some() || !self.base.is_plain(game, position, budget) {
            return None;
        }
        let known = Known::new(game, &self.base.linear, self.base.sum)?;
        let pieces = position.hand().pieces();
        let board = position.board.low()?;
        let (at, _) = known.best_expected(&board, pieces, self.depth)?;
        Some(Action::Place { piece: *pieces.first()?, hold: false, at })
    }
}

impl Agent<Tetris> for Expecting {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        if let Some(action) = self.quickly(game, position, budget) {
            return Ok(action);
        }
        let (ahead, position) = self.ahead(game, position);
        self.search().choose(&ahead, &position, budget)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let (ahead, position) = self.ahead(game, position);
        let mut decision = self.search().decide(&ahead, &position, budget)?;
        tell_the_way(game, &position, &mut decision);
        Ok(decision)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        let (ahead, position) = self.ahead(game, position);
        let mut candidate = self.search().weigh(&ahead, &position, action, budget)?;
        candidate.keys = keys(game, &position, action);
        Ok(candidate)
    }
}
