//! Monte Carlo tree search whose games are played by a policy instead of by lot.
//!
//! With two players on one board the tree grows over sensible placements only, those that are best for the points
//! and the shape of who places, and boards are valued as the versus agent values them.

use super::policy::{Policy, keys, tell_the_way};
use crate::evaluate::Linear;
use crate::position::{Action, Position};
use crate::rules::{Ahead, Foreseen, Tetris};
use crate::versus::{Weights, keep_sensible};
use ludex_core::{
    Agent, Budget, Candidate, Decision, Evaluate, Game, Proven, Result, Rng, Seat, Term, Turn, rank,
};
use ludex_search::common::Identity;
use ludex_search::monte_carlo::{Goal, Mcts, MctsSettings};

/// The tree search.
pub(super) struct Tree {
    /// Values boards and plays the games.
    pub(super) base: Policy,
    /// Simulations for a decision.
    pub(super) sims: u64,
    /// Alone: placements after which boards are valued, so that all values are of the same number of placements. For
    /// two: placements of the policy before a new board is valued.
    pub(super) horizon: Option<u32>,
    /// The weight of curiosity.
    pub(super) exploration: f64,
}

/// Tetris in which a player who is sampled plays by a policy.
#[derive(Clone)]
struct Guided {
    ahead: Ahead,
    policy: Policy,
    contest: Option<Contest>,
    /// Set where one plays.
    alone: Option<Alone>,
}

/// What a tree needs to know where one plays.
#[derive(Clone, Copy)]
struct Alone {
    /// Pieces placed at the root, where all placements are looked at.
    root: u32,
    /// Pieces placed when boards are valued. There the game ends for the search, so that all values are of the
    /// same number of placements: others cannot be compared, because landings add up.
    end: u32,
}

impl Alone {
    /// Placements that the tree looks at below the root: the best to the policy.
    const BELOW: usize = 5;
    /// Placements looked at in all, if nothing else is asked for.
    const HORIZON: u32 = 3;
}

/// What a tree needs to know where two play.
#[derive(Clone, Copy)]
struct Contest {
    weights: Weights,
    /// Pieces placed at the root, where all placements are looked at.
    pieces: u32,
    /// Who decides there.
    seat: Seat,
}

impl Contest {
    /// Placements of the deciding player that the tree looks at below the root.
    const OWN: usize = 5;
    /// Replies of the opponent that it looks at.
    const REPLIES: usize = 2;

    fn weights() -> Weights {
        Weights { lost: LOST, gift: 0.0, ..Weights::default() }
    }

    fn of(game: &Tetris, position: &Position) -> Option<Self> {
        let (pieces, seat) = (position.pieces, Seat(position.mover.into()));
        let plain = game.rules().seats == 2 && !game.is_stepwise();
        plain.then(|| Self { weights: Self::weights(), pieces, seat })
    }

    fn keep(&self, game: &Tetris, position: &Position, actions: &mut Vec<Action>) {
        if position.pieces > self.pieces {
            let own = usize::from(position.mover) == self.seat.0;
            let keep = if own { Self::OWN } else { Self::REPLIES };
            keep_sensible(game, position, &self.weights, keep, actions);
        }
    }
}

/// The value of a board, with a loss that does not dwarf all other differences.
#[derive(Clone, Copy)]
struct Mild {
    alone: Linear,
    /// Set where two play. Their boards count with the last landing only, because new boards are of any depth.
    contest: Option<Weights>,
}

/// What a lost game counts: a good deal worse than a bad board.
const LOST: f64 = -1000.0;

impl Tree {
    fn search(&self, guided: &Guided) -> Mcts<Guided, Mild> {
        let alone = guided.alone.is_some();
        let settings = MctsSettings {
            goal: Goal::Score,
            sims: Some(self.sims),
            exploration: self.exploration,
            // Between two placements chance deals a piece. Alone the game itself ends in time.
            horizon: Some(if alone { u32::MAX } else { 2 * self.horizon.unwrap_or(0) }),
            memory: 64,
            ..MctsSettings::default()
        };
        let linear = Linear { lost: LOST, ..self.base.linear };
        let mild = Mild { alone: linear, contest: guided.contest.map(|contest| contest.weights) };
        Mcts::new(self.base.identity.clone(), mild, settings)
    }

    fn guided(&self, game: &Tetris, position: &Position) -> (Guided, Foreseen) {
        let identity = Identity { random: false, ..self.base.identity.clone() };
        let policy = Policy { identity, ..self.base.clone() };
        let contest = Contest::of(game, position);
        let (root, horizon) = (position.pieces, self.horizon.unwrap_or(Alone::HORIZON).max(1));
        let placing = game.rules().seats == 1 && !game.is_stepwise();
        let alone = placing.then_some(Alone { root, end: root.saturating_add(horizon) });
        let ahead = Ahead::dealing(game);
        (Guided { ahead, policy, contest, alone }, Foreseen::start(position))
    }
}

impl Agent<Tetris> for Tree {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        let (guided, start) = self.guided(game, position);
        self.search(&guided).choose(&guided, &start, budget)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let (guided, start) = self.guided(game, position);
        let mut decision = self.search(&guided).decide(&guided, &start, budget)?;
        tell_the_way(game, position, &mut decision);
        Ok(decision)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        let (guided, start) = self.guided(game, position);
        let mut candidate = self.search(&guided).weigh(&guided, &start, action, budget)?;
        candidate.keys = keys(game, position, action);
        Ok(candidate)
    }

    fn unfold(
        &self,
        game: &Tetris,
        position: &Position,
        path: &[Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<Action>>> {
        let (guided, start) = self.guided(game, position);
        self.search(&guided).unfold(&guided, &start, path, budget)
    }
}

impl Guided {
    /// Keeps the placements that the policy likes best, below the root.
    fn keep_promising(&self, position: &Position, alone: Alone, actions: &mut Vec<Action>) {
        if position.pieces == alone.root || actions.len() <= Alone::BELOW {
            return;
        }
        let valued = self.policy.values(self.ahead.game(), position, &Budget::unlimited());
        if let Some(mut candidates) = valued {
            rank(&mut candidates);
            actions.clear();
            actions.extend(candidates.iter().take(Alone::BELOW).map(|candidate| candidate.action));
        }
    }
}

impl Evaluate<Guided> for Mild {
    fn value(&self, game: &Guided, here: &Foreseen, seat: Seat) -> f64 {
        match &self.contest {
            Some(weights) => weights.at_once(game.ahead.game(), here, seat),
            None => self.alone.value(&game.ahead, here, seat),
        }
    }

    fn terms(&self, game: &Guided, here: &Foreseen, seat: Seat) -> Vec<Term> {
        match &self.contest {
            Some(weights) => weights.terms_at_once(game.ahead.game(), here, seat),
            None => self.alone.terms(&game.ahead, here, seat),
        }
    }

    fn has_rewards(&self) -> bool {
        self.contest.is_none() && Evaluate::<Ahead>::has_rewards(&self.alone)
    }

    fn reward(
        &self,
        game: &Guided,
        before: &Foreseen,
        action: Action,
        after: &Foreseen,
        seat: Seat,
    ) -> f64 {
        self.alone.reward(&game.ahead, before, action, after, seat)
    }

    fn reward_terms(
        &self,
        game: &Guided,
        before: &Foreseen,
        action: Action,
        after: &Foreseen,
        seat: Seat,
    ) -> Vec<Term> {
        self.alone.reward_terms(&game.ahead, before, action, after, seat)
    }
}

impl Game for Guided {
    type Position = Foreseen;
    type Action = Action;
    type Undo = Foreseen;

    fn seats(&self) -> usize {
        self.ahead.seats()
    }

    fn start(&self) -> Foreseen {
        self.ahead.start()
    }

    fn turn(&self, here: &Foreseen) -> Turn {
        match self.alone {
            Some(Alone { end, .. }) if here.position.pieces >= end => Turn::Over,
            _ => self.ahead.turn(here),
        }
    }

    fn actions(&self, here: &Foreseen, out: &mut Vec<Action>) {
        if self.turn(here) == Turn::Over {
            return;
        }
        self.ahead.actions(here, out);
        if let (Some(contest), Turn::Seat(_)) = (self.contest, self.turn(here)) {
            contest.keep(self.ahead.game(), &here.position, out);
        }
        if let (Some(alone), Turn::Seat(_)) = (self.alone, self.turn(here)) {
            self.keep_promising(&here.position, alone, out);
        }
    }

    fn probability(&self, here: &Foreseen, action: Action) -> f64 {
        self.ahead.probability(here, action)
    }

    fn play(&self, here: &mut Foreseen, action: Action) -> Foreseen {
        self.ahead.play(here, action)
    }

    fn undo(&self, here: &mut Foreseen, action: Action, before: Foreseen) {
        self.ahead.undo(here, action, before);
    }

    fn score(&self, here: &Foreseen, seat: Seat) -> f64 {
        self.ahead.score(here, seat)
    }

    fn outcome(&self, here: &Foreseen, seat: Seat) -> Proven {
        self.ahead.outcome(here, seat)
    }

    /// The position alone: a tree asks for it at its root only, to draw lots.
    fn key(&self, here: &Foreseen) -> u64 {
        self.ahead.game().key(&here.position)
    }

    fn sample(&self, here: &Foreseen, rng: &mut Rng, buffer: &mut Vec<Action>) -> Option<Action> {
        let (game, position) = (self.ahead.game(), &here.position);
        match self.turn(here) {
            Turn::Seat(_) => self.policy.choose(game, position, &Budget::unlimited()).ok(),
            Turn::Chance => game.sample(position, rng, buffer),
            Turn::Over => None,
        }
    }
}
