//! What a small game is worth, without error, and what an agent makes of it.

use crate::{Agent, Budget, Error, Result, Room, Seat, Stop, Turn};
use std::collections::HashMap;

/// The exact value of a game from its start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExactValue {
    /// The value for the first seat with best play.
    pub value: f64,
    /// Positions that were looked at, those that are alike counted once.
    pub states: u64,
    /// Other exact figures, with names for people.
    pub figures: Vec<(String, f64)>,
    /// A proof for [`Room::check_proof`](crate::Room::check_proof); empty where the game writes none.
    pub proof: Vec<u8>,
}

/// Told how far the work has come: steps done, and steps in all, or 0 as long as that is not known.
pub type Steps<'a> = dyn Fn(u64, u64) + Sync + 'a;

/// More positions than this are too many to follow an agent through.
const MOST_POSITIONS: usize = 4_000_000;

/// Follows an agent through every position that chance can bring it to.
struct Follower<'a, R: Room> {
    game: &'a R,
    agent: &'a dyn Agent<R>,
    stop: &'a Stop,
    /// Points still to come, by the keys of positions.
    known: HashMap<u64, f64>,
}

/// The score that an agent expects from the start of a game for one, over all that chance may do: no sample, and so without error.
/// `None` after a stop.
pub(crate) fn expected_score<R: Room>(
    game: &R,
    agent: &dyn Agent<R>,
    stop: &Stop,
) -> Result<Option<f64>> {
    if game.seats() != 1 {
        let reason = "only a game for one has an expected score; match agents with `ludex run`";
        return Err(Error::bad("game", R::INFO.name, reason));
    }
    let mut follower = Follower { game, agent, stop, known: HashMap::new() };
    let expected = follower.ahead(&game.start())?;
    Ok((!stop.is_set()).then_some(expected))
}

impl<R: Room> Follower<'_, R> {
    /// Points that come from a position on.
    fn ahead(&mut self, position: &R::Position) -> Result<f64> {
        let key = self.game.key(position);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.known.len() >= MOST_POSITIONS {
            let size = self.game.size().to_string();
            return Err(Error::bad(
                "size",
                size,
                "it has too many positions; give a smaller board",
            ));
        }
        let ahead = match self.game.turn(position) {
            Turn::Over => 0.0,
            _ if self.stop.is_set() => 0.0,
            Turn::Seat(_) => {
                let action = self.agent.choose(self.game, position, &Budget::unlimited())?;
                self.after(position, action)?
            }
            Turn::Chance => {
                let mut actions = Vec::new();
                self.game.actions(position, &mut actions);
                let mut mean = 0.0;
                for action in actions {
                    let chance = self.game.probability(position, action);
                    mean += chance * self.after(position, action)?;
                }
                mean
            }
        };
        self.known.insert(key, ahead);
        Ok(ahead)
    }

    fn after(&mut self, position: &R::Position, action: R::Action) -> Result<f64> {
        let mut next = position.clone();
        self.game.play(&mut next, action);
        let score = |position| self.game.score(position, Seat::FIRST);
        Ok(score(&next) - score(position) + self.ahead(&next)?)
    }
}
