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

pub(crate) use flat::DEFAULT_EACH;
pub use flat::{Flat, FlatSettings, Playouts};
pub(crate) use mcts::DEFAULT_SIMS;
pub use mcts::{Mcts, MctsSettings};

use crate::common::{play_earning, tell_course};
use ludex_core::{
    Breakdown, Budget, Evaluate, Game, Meter, Proven, Rng, Seat, Term, Turn, playout,
};

/// What a random game counts as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// To win: +1, 0 or -1, as the game's own [`outcome`](ludex_core::Game::outcome) has it. Outcomes can be proven.
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

    /// Whether rewards on the way count: where the evaluator has the last word.
    fn counts_rewards(&self) -> bool {
        self.horizon.is_some() && self.evaluate.has_rewards()
    }

    /// Plays a random game on from `position`, after `earned` on the way there; returns what it counts as, and its
    /// length.
    #[inline]
    fn play(
        &self,
        position: &mut G::Position,
        mut earned: f64,
        dice: &mut Rng,
        buffer: &mut Vec<G::Action>,
    ) -> (f64, u32) {
        let plies = self.play_on(position, &mut earned, dice, buffer);
        (self.value(position, earned), plies)
    }

    /// Plays random games on from some positions, and adds what they earn where that counts; returns their length in all.
    fn play_all(
        &self,
        positions: &mut [G::Position],
        earned: &mut [f64],
        dice: &mut Rng,
        buffer: &mut Vec<G::Action>,
    ) -> u64 {
        if !self.counts_rewards() {
            let limit = self.horizon.unwrap_or(u32::MAX);
            return self.game.play_out(positions, dice, buffer, limit);
        }
        let games = positions.iter_mut().zip(earned);
        games.map(|(game, earned)| u64::from(self.play_on(game, earned, dice, buffer))).sum()
    }

    #[inline]
    fn play_on(
        &self,
        position: &mut G::Position,
        earned: &mut f64,
        dice: &mut Rng,
        buffer: &mut Vec<G::Action>,
    ) -> u32 {
        let limit = self.horizon.unwrap_or(u32::MAX);
        if !self.counts_rewards() {
            return playout(self.game, position, dice, buffer, limit);
        }
        let mut plies = 0;
        while plies < limit
            && let Some(action) = self.game.sample(position, dice, buffer)
        {
            *earned += play_earning(self.game, self.evaluate, position, action, self.seat).1;
            plies += 1;
        }
        plies
    }

    /// What a position counts as that is not played on.
    #[inline]
    fn value(&self, position: &G::Position, earned: f64) -> f64 {
        match (self.goal, self.horizon) {
            (Goal::Score, None) => self.margin(position),
            (Goal::Score, Some(_)) => earned + self.evaluate.value(self.game, position, self.seat),
            (Goal::Outcome, None) => worth(self.game.outcome(position, self.seat)),
            (Goal::Outcome, Some(_)) => self.outlook(position, earned),
        }
    }

    /// The outcome if the game is over, otherwise the evaluator's guess at it.
    fn outlook(&self, position: &G::Position, earned: f64) -> f64 {
        if self.game.turn(position) == Turn::Over {
            return worth(self.game.outcome(position, self.seat));
        }
        let value = earned + self.evaluate.value(self.game, position, self.seat);
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

    /// A mean of `sample.count` trials after `action` taken apart.
    fn terms(&self, position: &G::Position, action: G::Action, sample: &Sample) -> Vec<Term> {
        let Sample { count, mean, squares } = *sample;
        if count == 0 {
            return Vec::new();
        }
        let share = |sum: f64| sum / count as f64;
        match (self.goal, self.horizon) {
            (Goal::Outcome, None) => {
                // Every trial counts 1, 0 or -1, so the squares count those that did not end in a draw.
                let sum = mean * count as f64;
                let won = share(f64::midpoint(squares, sum));
                let lost = share(f64::midpoint(squares, 0.0 - sum));
                let terms = [Term::new("won", WON, won, 1.0), Term::new("lost", LOST, lost, -1.0)];
                with_rest(terms, mean)
            }
            (Goal::Score, None) if self.game.seats() < 2 => {
                vec![Term::new("score", "the final score of the trials, on average", mean, 1.0)]
            }
            (Goal::Score, None) => vec![Term::new("margin", MARGIN, mean, 1.0)],
            (Goal::Score, Some(_)) => {
                let (game, evaluate) = (self.game, self.evaluate);
                let (parts, _) = tell_course(game, evaluate, position, &[action], self.seat);
                parts.into_terms(mean, REST)
            }
            (Goal::Outcome, Some(_)) => {
                vec![Term::new("outlook", "what the trials promised, on average", mean, 1.0)]
            }
        }
    }
}

const WON: &str = "trials won: their share";
const LOST: &str = "trials lost: their share";
const MARGIN: &str = "the final score of the trials less the opponent's, on average";
const REST: &str = "what lies ahead: what the trials that went on from here add, on average";

/// The same terms, and what rounding left of the value.
fn with_rest(terms: impl IntoIterator<Item = Term>, value: f64) -> Vec<Term> {
    let mut parts = Breakdown::default();
    parts.add(terms, 1.0);
    parts.into_terms(value, "rounding")
}

/// What some trials came to.
#[derive(Clone, Copy, Debug)]
struct Sample {
    count: u64,
    mean: f64,
    /// The sum of the squares.
    squares: f64,
}

/// +1, 0 or -1.
#[inline]
fn worth(outcome: Proven) -> f64 {
    match outcome {
        Proven::Win => 1.0,
        Proven::Draw => 0.0,
        Proven::Loss => -1.0,
    }
}

/// A meter that counts simulations, and reads the clock in time even if each takes long.
struct Pace {
    meter: Meter,
    plies: u32,
    /// Whether the budget counts random games, so that not one may be too many.
    counts_games: bool,
}

impl Pace {
    /// The clock is read after this many random moves.
    const PLIES: u32 = 8192;

    fn new(budget: &Budget) -> Self {
        let mut meter = budget.start();
        meter.check_clock();
        Self { meter, plies: 0, counts_games: budget.nodes.is_some() }
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
