//! A policy with weights of its own for each piece.

use super::policy::Policy;
use crate::position::{Action, Position};
use crate::rules::Tetris;
use ludex_core::{Agent, Budget, Candidate, Decision, Result};

/// Policies by the piece that is to be placed.
pub(super) struct PerPiece {
    /// One for each piece of the set.
    pub(super) policies: Vec<Policy>,
}

impl PerPiece {
    fn policy(&self, position: &Position) -> &Policy {
        let piece = usize::from(position.hand().current().unwrap_or_default());
        &self.policies[piece.min(self.policies.len() - 1)]
    }
}

impl Agent<Tetris> for PerPiece {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        self.policy(position).choose(game, position, budget)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        self.policy(position).decide(game, position, budget)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        self.policy(position).weigh(game, position, action, budget)
    }
}
