//! What a game is to the rest of the house.

use crate::{Error, Proven, Result, Rng};
use rand::RngExt;
use std::fmt::Debug;
use std::hash::Hash;

/// A place at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub usize);

impl Seat {
    /// The first seat, the only one of a game for one player.
    pub const FIRST: Seat = Seat(0);

    /// The opponent's seat in a game for two.
    ///
    /// ```
    /// use ludex_core::Seat;
    /// assert_eq!(Seat::FIRST.other(), Seat(1));
    /// ```
    pub fn other(self) -> Seat {
        Seat(1 - self.0)
    }
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A player.
    Seat(Seat),
    /// Chance: a die, a deck, the next piece. Its actions have probabilities.
    Chance,
    /// Nobody; the scores are final.
    Over,
}

/// The rules of a game.
///
/// The implementing type *is* the rules: board size, variants, tables made once. Positions are
/// plain data beside it. Chance plays actions like everybody else, so records, undo and search
/// trees know one kind of move only.
///
/// A score may grow during the game (2048, Tetris) or appear at the end (Tris: +1, 0, -1); its
/// growth is the reward of a step, and the search needs no other notion of winning.
///
/// Functions that take an action expect a legal one: [`Game::check`] is the guarded door for
/// actions that come from outside.
pub trait Game: Clone + Send + Sync + 'static {
    /// A state of the game, complete: it plays on the same whatever came before.
    type Position: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// A move of a player or of chance. Small.
    type Action: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// What [`Game::undo`] needs to take a move back. Often a copy of a small position.
    type Undo;

    /// Random games that are best played side by side (see [`Game::play_out`]): more than one where a step is so short that
    /// a processor can work on several at once.
    const PLAYOUTS_AT_ONCE: usize = 1;

    /// Number of players.
    fn seats(&self) -> usize;

    /// The position before the first action. Chance has not played yet.
    fn start(&self) -> Self::Position;

    /// Who acts next.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Appends every legal action of whoever acts next; none when the game is over.
    ///
    /// The order is fixed: it decides ties.
    fn actions(&self, position: &Self::Position, out: &mut Vec<Self::Action>);

    /// Who acts next, and every legal action of theirs: the two questions that are asked most, answered at once.
    #[inline]
    fn turn_and_actions(&self, position: &Self::Position, out: &mut Vec<Self::Action>) -> Turn {
        let turn = self.turn(position);
        if turn != Turn::Over {
            self.actions(position, out);
        }
        turn
    }

    /// The probability of an action of chance. They sum to 1 over [`Game::actions`].
    fn probability(&self, _position: &Self::Position, _action: Self::Action) -> f64 {
        1.0
    }

    /// Plays a legal action.
    fn play(&self, position: &mut Self::Position, action: Self::Action) -> Self::Undo;

    /// Plays a legal action that nobody will take back. Worth an implementation of its own where an undo costs a copy.
    #[inline]
    fn apply(&self, position: &mut Self::Position, action: Self::Action) {
        self.play(position, action);
    }

    /// Takes back the action that was played last.
    fn undo(&self, position: &mut Self::Position, action: Self::Action, undo: Self::Undo);

    /// What a seat has earned so far.
    fn score(&self, position: &Self::Position, seat: Seat) -> f64;

    /// How a game that ends here has ended for a seat. The highest score wins, unless the rules
    /// have something else to say: in some games all can lose together.
    fn outcome(&self, position: &Self::Position, seat: Seat) -> Proven {
        let others = (0..self.seats()).filter(|&other| other != seat.0);
        let scores = others.map(|other| self.score(position, Seat(other)));
        match scores.reduce(f64::max) {
            Some(rival) => Proven::from_margin(self.score(position, seat) - rival),
            None => Proven::Draw,
        }
    }

    /// A 64-bit name of what the future depends on: positions that play on alike have equal keys, others almost surely not.
    /// What was earned on the way (points, lines, a clock that decides nothing) is not part of it.
    fn key(&self, position: &Self::Position) -> u64;

    /// Draws an action: chance by its probabilities, players uniformly. `None` at the end.
    ///
    /// `buffer` is scratch space. Games whose playouts must fly answer without filling it.
    #[inline]
    fn sample(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        buffer: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        buffer.clear();
        self.actions(position, buffer);
        if buffer.is_empty() {
            return None;
        }
        if self.turn(position) == Turn::Chance {
            return Some(self.draw(position, rng, buffer));
        }
        Some(buffer[rng.random_range(0..buffer.len())])
    }

    /// Draws one of the `outcomes` of chance by their probabilities.
    fn draw(
        &self,
        position: &Self::Position,
        rng: &mut Rng,
        outcomes: &[Self::Action],
    ) -> Self::Action {
        let mut left: f64 = rng.random();
        for &outcome in outcomes {
            left -= self.probability(position, outcome);
            if left < 0.0 {
                return outcome;
            }
        }
        outcomes[outcomes.len() - 1]
    }

    /// Plays a random game on from each of the positions until it is over or `limit` actions were played in it; returns how
    /// many in all.
    ///
    /// Games whose playouts must fly play several at once. What they leave in place of a position must be as probable as
    /// what [`playout`] leaves, but need not come from the same lots.
    fn play_out(
        &self,
        positions: &mut [Self::Position],
        rng: &mut Rng,
        buffer: &mut Vec<Self::Action>,
        limit: u32,
    ) -> u64 {
        let games = positions.iter_mut();
        games.map(|position| u64::from(playout(self, position, rng, buffer, limit))).sum()
    }

    /// Refuses an action that is not legal here. Nothing changes.
    fn check(&self, position: &Self::Position, action: Self::Action) -> Result<()> {
        let mut legal = Vec::new();
        self.actions(position, &mut legal);
        if legal.contains(&action) {
            return Ok(());
        }
        let reason = match self.turn(position) {
            Turn::Over => "the game is over",
            _ => "it is not among the legal moves of this position",
        };
        Err(Error::illegal(format!("{action:?}"), reason))
    }
}

/// Plays random actions until the game is over or `limit` actions were played; returns how many.
///
/// ```
/// # use ludex_core::{doc::Coin, Game, Seed, playout};
/// let mut position = Coin.start();
/// let mut buffer = Vec::new();
/// let plies = playout(&Coin, &mut position, &mut Seed(1).rng(), &mut buffer, 100);
/// assert_eq!(plies, 2);
/// ```
#[inline]
pub fn playout<G: Game>(
    game: &G,
    position: &mut G::Position,
    rng: &mut Rng,
    buffer: &mut Vec<G::Action>,
    limit: u32,
) -> u32 {
    let mut plies = 0;
    while plies < limit
        && let Some(action) = game.sample(position, rng, buffer)
    {
        game.play(position, action);
        plies += 1;
    }
    plies
}
