//! Tetris as a look ahead sees it.
//!
//! Published policies count the rows of the last placement they look at, not those of all, and the TetrisVs report's agent stops
//! where a row was cleared. What the last placement did is no part of a position, because nothing that follows depends on it;
//! so a look ahead notes it beside its positions.

use crate::position::{Action, Landing, Position};
use crate::rules::Tetris;
use ludex_core::{Game, Proven, Rng, Seat, Turn, mix};
use rand::RngExt;

/// The game with which searches look ahead.
#[derive(Clone, Debug)]
pub struct Ahead {
    game: Tetris,
    deals: bool,
    counts_rows: bool,
}

/// A foreseen position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foreseen {
    /// The position itself.
    pub position: Position,
    /// What the last placement did.
    pub last: Landing,
}

impl Foreseen {
    /// Where a look ahead starts: nothing has been placed yet.
    pub fn start(position: &Position) -> Self {
        Self { position: *position, last: Landing::default() }
    }
}

impl Ahead {
    /// A look at the known pieces only: nothing is dealt any more, and the game ends with the last of them.
    pub fn known(game: &Tetris) -> Self {
        Self { game: game.clone(), deals: false, counts_rows: true }
    }

    /// A look also at what may be dealt.
    pub fn dealing(game: &Tetris) -> Self {
        Self { deals: true, ..Self::known(game) }
    }

    /// The same for somebody who does not count the rows of the last placement: then positions are the same
    /// whatever it cleared.
    pub fn counting_rows(self, counts_rows: bool) -> Self {
        Self { counts_rows, ..self }
    }

    /// The game that is looked ahead in.
    pub fn game(&self) -> &Tetris {
        &self.game
    }
}

impl Game for Ahead {
    type Position = Foreseen;
    type Action = Action;
    type Undo = Foreseen;

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn start(&self) -> Foreseen {
        Foreseen::start(&self.game.start())
    }

    #[inline]
    fn turn(&self, here: &Foreseen) -> Turn {
        let position = &here.position;
        if self.deals {
            return self.game.turn(position);
        }
        let over = position.lost || self.game.time_is_up(position);
        match position.hand().current() {
            Some(_) if !over => Turn::Seat(Seat(position.mover.into())),
            _ => Turn::Over,
        }
    }

    fn actions(&self, here: &Foreseen, out: &mut Vec<Action>) {
        match self.turn(here) {
            Turn::Seat(_) if !self.game.is_stepwise() => self.game.placements(&here.position, out),
            Turn::Over => {}
            _ => self.game.actions(&here.position, out),
        }
    }

    fn probability(&self, here: &Foreseen, action: Action) -> f64 {
        self.game.probability(&here.position, action)
    }

    #[inline]
    fn play(&self, here: &mut Foreseen, action: Action) -> Foreseen {
        let before = *here;
        self.game.play(&mut here.position, action);
        let landing = self.game.landing(&before.position, action, &here.position);
        here.last = landing.unwrap_or(before.last);
        before
    }

    fn undo(&self, here: &mut Foreseen, _: Action, before: Foreseen) {
        *here = before;
    }

    fn score(&self, here: &Foreseen, seat: Seat) -> f64 {
        self.game.score(&here.position, seat)
    }

    fn outcome(&self, here: &Foreseen, seat: Seat) -> Proven {
        self.game.outcome(&here.position, seat)
    }

    fn key(&self, here: &Foreseen) -> u64 {
        let key = self.game.key(&here.position);
        if self.counts_rows { mix(key ^ u64::from(here.last.lines)) } else { key }
    }

    fn sample(&self, here: &Foreseen, rng: &mut Rng, buffer: &mut Vec<Action>) -> Option<Action> {
        if self.deals {
            return self.game.sample(&here.position, rng, buffer);
        }
        buffer.clear();
        self.actions(here, buffer);
        (!buffer.is_empty()).then(|| buffer[rng.random_range(0..buffer.len())])
    }
}
