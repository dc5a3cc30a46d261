//! What an agent is to the rest of the house.

use crate::{Budget, Candidate, Decision, Dice, Game, Result};

/// Somebody who plays a game and can say why.
///
/// An agent is a function: the same seed and position give the same answer, whatever was asked
/// before. So games can be taken back, replayed and spread over threads. Lots are drawn from
/// [`Seed::derive`](crate::Seed::derive) of the agent's seed and the position's key.
///
/// The three ways to ask agree: [`choose`](Agent::choose) returns the action that
/// [`decide`](Agent::decide) puts first, and [`weigh`](Agent::weigh) looks at one action as
/// carefully as `decide` looks at the chosen one.
///
/// Asking is an error when nobody is to move.
pub trait Agent<G: Game>: Send + Sync {
    /// The action, as fast as it can be found.
    fn choose(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<G::Action> {
        let decision = self.decide(game, position, budget)?;
        Ok(decision.best().action)
    }

    /// The action with everything the search knows.
    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>>;

    /// A legal action that was perhaps not chosen, searched in earnest.
    fn weigh(
        &self,
        game: &G,
        position: &G::Position,
        action: G::Action,
        budget: &Budget,
    ) -> Result<Candidate<G::Action>> {
        let decision = self.decide(game, position, budget)?;
        let found = decision.candidates.into_iter().find(|c| c.action == action);
        found.ok_or_else(|| crate::Error::illegal(format!("{action:?}"), "it is not legal here"))
    }

    /// Plays on alone from a position in which it is to move, chance included, up to `most` moves or the end of the game;
    /// returns how many moves it made.
    ///
    /// The game must go on exactly as if the agent were asked for every move, with each action drawn from `dice` in its
    /// turn; whoever wants to know the moves finds them added to `kept`. For agents so quick that the question costs as much
    /// as the answer; others make no move here and are asked.
    fn play_on(
        &self,
        _game: &G,
        _position: &mut G::Position,
        _dice: &mut Dice,
        _most: u64,
        _kept: Option<&mut Vec<G::Action>>,
    ) -> u64 {
        0
    }

    /// Unfolds the tree of the search: every action after `path`, which are moves of players from `position` on.
    ///
    /// Values are those for the seat that decides at `position`; whoever acts expects the first one. Empty
    /// where the search looks no further, and from agents that grow no tree.
    fn unfold(
        &self,
        _game: &G,
        _position: &G::Position,
        _path: &[G::Action],
        _budget: &Budget,
    ) -> Result<Vec<Candidate<G::Action>>> {
        Ok(Vec::new())
    }
}
