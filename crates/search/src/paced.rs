//! An agent with a time limit of its own.

use ludex_core::{Agent, Budget, Candidate, Decision, Game, Result};
use std::time::Duration;

/// Gives another agent a limited time for every decision.
///
/// The shorter of this limit and the caller's holds.
pub struct Paced<G> {
    agent: Box<dyn Agent<G>>,
    time: Duration,
}

impl<G: Game> Paced<G> {
    /// `agent` with at most `time` for a decision.
    pub fn new(agent: Box<dyn Agent<G>>, time: Duration) -> Self {
        Self { agent, time }
    }

    fn limit(&self, budget: &Budget) -> Budget {
        let time = budget.time.map_or(self.time, |time| time.min(self.time));
        budget.clone().within(time)
    }
}

impl<G: Game> Agent<G> for Paced<G> {
    fn choose(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<G::Action> {
        self.agent.choose(game, position, &self.limit(budget))
    }

    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>> {
        self.agent.decide(game, position, &self.limit(budget))
    }

    fn weigh(
        &self,
        game: &G,
        position: &G::Position,
        action: G::Action,
        budget: &Budget,
    ) -> Result<Candidate<G::Action>> {
        self.agent.weigh(game, position, action, &self.limit(budget))
    }

    fn unfold(
        &self,
        game: &G,
        position: &G::Position,
        path: &[G::Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<G::Action>>> {
        self.agent.unfold(game, position, path, &self.limit(budget))
    }
}
