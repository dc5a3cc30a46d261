//! What a small game is worth, without error, and what an agent makes of it.

use crate::{Agent, Budget, Error, Proven, Result, Room, Seat, Stop, Turn};
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

/// More positions than this are too many to look at one by one.
const MOST_POSITIONS: usize = 4_000_000;

fn too_many_positions<R: Room>(game: &R) -> Error {
    let size = game.size().to_string();
    Error::bad("size", size, "it has too many positions; give a smaller board")
}

/// Looks at every position of a game of two without chance.
struct BestPlay<'a, R: Room> {
    game: &'a R,
    stop: &'a Stop,
    /// What the first seat gets in the end and in how many plies, by the keys of positions.
    known: HashMap<u64, (f64, u32)>,
}

/// The value of a game of two without chance, all positions looked at: 1 if the first seat wins, -1 if it loses, 0 for a draw, and the
/// length of the game if who wins hurries and who loses does not. `None` after a stop.
///
/// # Errors
///
/// If the game is for another number of players, has chance in it, or more positions than can be looked at.
pub fn best_play<R: Room>(game: &R, stop: &Stop) -> Result<Option<ExactValue>> {
    if game.seats() != 2 {
        return Err(Error::bad("game to solve", R::INFO.name, "give a game of two players"));
    }
    let mut solver = BestPlay { game, stop, known: HashMap::new() };
    let (value, plies) = solver.ahead(&game.start())?;
    let (states, figures) =
        (solver.known.len() as u64, vec![("plies".to_owned(), f64::from(plies))]);
    Ok((!stop.is_set()).then_some(ExactValue { value, states, figures, proof: Vec::new() }))
}

impl<R: Room> BestPlay<'_, R> {
    fn ahead(&mut self, position: &R::Position) -> Result<(f64, u32)> {
        let key = self.game.key(position);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.known.len() >= MOST_POSITIONS {
            return Err(too_many_positions(self.game));
        }
        let mut actions = Vec::new();
        let found = match self.game.turn_and_actions(position, &mut actions) {
            _ if self.stop.is_set() => return Ok((0.0, 0)),
            Turn::Over => match self.game.outcome(position, Seat::FIRST) {
                Proven::Win => (1.0, 0),
                Proven::Draw => (0.0, 0),
                Proven::Loss => (-1.0, 0),
            },
            Turn::Seat(seat) => self.best(position, &actions, seat)?,
            Turn::Chance => {
                let reason = "give a game without chance";
                return Err(Error::bad("game to solve", R::INFO.name, reason));
            }
        };
        self.known.insert(key, found);
        Ok(found)
    }

    /// The best for who moves: the most, sooner where it is won, later where it is lost.
    fn best(
        &mut self,
        position: &R::Position,
        actions: &[R::Action],
        seat: Seat,
    ) -> Result<(f64, u32)> {
        let sign = if seat == Seat::FIRST { 1.0 } else { -1.0 };
        let mut best: Option<(f64, u32)> = None;
        for &action in actions {
            let mut next = position.clone();
            self.game.play(&mut next, action);
            let (value, plies) = self.ahead(&next)?;
            let found = (value, plies + 1);
            let rank = |(value, plies): (f64, u32)| {
                let hurry = if sign * value > 0.0 { -1.0 } else { 1.0 };
                (sign * value, hurry * f64::from(plies))
            };
            if best.is_none_or(|best| rank(found) > rank(best)) {
                best = Some(found);
            }
        }
        Ok(best.unwrap_or_default())
    }
}

/// Follows an agent through every position that chance can bring it to.
struct Follower<'a, R: Room> {
    game: &'a R,
    agent: &'a dyn Agent<R>,
    stop: &'a Stop,
    /// Points still to come, by the keys of positions.
    known: HashMap<u64, f64>,
    /// Whether it draws every move by lot: then all of them count, not the one that it happens to draw.
    by_lot: Option<bool>,
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
    let mut follower = Follower { game, agent, stop, known: HashMap::new(), by_lot: None };
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
            return Err(too_many_positions(self.game));
        }
        let ahead = match self.game.turn(position) {
            Turn::Over => 0.0,
            _ if self.stop.is_set() => 0.0,
            Turn::Seat(_) if self.draws(position)? => {
                let mut actions = Vec::new();
                self.game.actions(position, &mut actions);
                let mut sum = 0.0;
                for &action in &actions {
                    sum += self.after(position, action)?;
                }
                sum / actions.len() as f64
            }
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

    fn draws(&mut self, position: &R::Position) -> Result<bool> {
        if let Some(known) = self.by_lot {
            return Ok(known);
        }
        let decision = self.agent.decide(self.game, position, &Budget::unlimited())?;
        // One legal move says nothing.
        self.by_lot = (decision.candidates.len() > 1).then(|| decision.is_by_lot());
        Ok(decision.is_by_lot())
    }

    fn after(&mut self, position: &R::Position, action: R::Action) -> Result<f64> {
        let mut next = position.clone();
        self.game.play(&mut next, action);
        let score = |position| self.game.score(position, Seat::FIRST);
        Ok(score(&next) - score(position) + self.ahead(&next)?)
    }
}
