//! Searches that learn from random games.
//!
//! | type | does |
//! | --- | --- |
//! | [`Flat`] | plays random games after each action and compares the means |
//! | [`Mcts`] | grows a tree towards the promising actions (UCT), and proves what it can |
//!
//! Both look at a random game's return: the final score in games for one, the outcome or the
//! difference of scores in games for two. See [`Goal`].

mod flat;
mod mcts;
mod node;
mod report;
mod tree;

pub use flat::{Flat, FlatSettings, Playouts};
pub use mcts::{Mcts, MctsSettings};

use ludex_core::{Evaluate, Game, Meter, Rng, Seat, Turn, playout};

/// What a random game counts as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// To win: +1, 0 or -1, by the final difference of scores. Outcomes can be proven.
    ///
    /// A game for one has no winner; there this means [`Goal::Score`].
    #[default]
    Outcome,
    /// To earn: the final score, in games for two less the opponent's.
    Score,
}

/// How positions outside the tree are valued, for one seat.
struct Rollout<'a, G: Game, E> {
    game: &'a G,
    evaluate: &'a E,
    seat: Seat,
    goal: Goal,
    /// Random actions before the evaluator speaks; `None` plays to the end without it.
    horizon: Option<u32>,
    /// The evaluator's value that counts as a win, if outcomes are the goal.
    scale: f64,
}

impl<'a, G: Game, E: Evaluate<G>> Rollout<'a, G, E> {
    fn new(game: &'a G, evaluate: &'a E, seat: Seat, goal: Goal) -> Self {
        let goal = if game.seats() == 1 { Goal::Score } else { goal };
        Self { game, evaluate, seat, goal, horizon: None, scale: 1.0 }
    }

    /// Plays a random game on from `position`; returns what it counts as, and its length.
    #[inline]
    fn play(
        &self,
        position: &mut G::Position,
        dice: &mut Rng,
        buffer: &mut Vec<G::Action>,
    ) -> (f64, u32) {
        let limit = self.horizon.unwrap_or(u32::MAX);
        let plies = playout(self.game, position, dice, buffer, limit);
        (self.value(position), plies)
    }

    /// What a position counts as that is not played on.
    #[inline]
    fn value(&self, position: &G::Position) -> f64 {
        match (self.goal, self.horizon) {
            (Goal::Score, None) => self.margin(position),
            (Goal::Score, Some(_)) => self.evaluate.value(self.game, position, self.seat),
            (Goal::Outcome, None) => outcome(self.margin(position)),
            (Goal::Outcome, Some(_)) => self.outlook(position),
        }
    }

    /// The outcome if the game is over, otherwise the evaluator's guess at it.
    fn outlook(&self, position: &G::Position) -> f64 {
        if self.game.turn(position) == Turn::Over {
            return outcome(self.margin(position));
        }
        let value = self.evaluate.value(self.game, position, self.seat);
        (value / self.scale).clamp(-1.0, 1.0)
    }

    /// The score, in games for two less the opponent's.
    #[inline]
    fn margin(&self, position: &G::Position) -> f64 {
        let own = self.game.score(position, self.seat);
        if self.game.seats() < 2 {
            return own;
        }
        own - self.game.score(position, self.seat.other())
    }
}

/// +1, 0 or -1.
#[inline]
fn outcome(margin: f64) -> f64 {
    f64::from(i8::from(margin > 0.0) - i8::from(margin < 0.0))
}

/// A meter that counts simulations, and reads the clock in time even if each takes long.
struct Pace {
    meter: Meter,
    plies: u32,
}

impl Pace {
    /// The clock is read after this many random moves.
    const PLIES: u32 = 8192;

    fn new(mut meter: Meter) -> Self {
        meter.check_clock();
        Self { meter, plies: 0 }
    }

    #[inline]
    fn simulated(&mut self, plies: u32) {
        self.meter.visit();
        self.plies += plies;
        if self.plies >= Self::PLIES {
            self.plies = 0;
            self.meter.check_clock();
        }
    }
}
