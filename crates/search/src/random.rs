//! The agent that draws lots: every opponent's first victim.

use crate::common::{Identity, legal, mover, stats};
use ludex_core::{Agent, Budget, Candidate, Decision, Game, Result};
use rand::RngExt;

/// Plays any legal action with equal probability.
#[derive(Clone, Debug)]
pub struct Random(pub Identity);

impl<G: Game> Agent<G> for Random {
    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>> {
        let seat = mover(game, position)?;
        let meter = budget.start();
        let actions = legal(game, position);
        let chosen = self.0.dice(game.key(position)).random_range(0..actions.len());
        let candidates = actions.into_iter().map(|action| Candidate::unseen(action, 0.0)).collect();
        let mut decision =
            self.0.conclude(game.key(position), seat, candidates, stats("random", 0, &meter));
        decision.chosen = chosen;
        Ok(decision)
    }
}
