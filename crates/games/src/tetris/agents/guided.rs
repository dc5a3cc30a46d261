//! Monte Carlo tree search whose games are played by a policy instead of by lot.
//!
//! With two players on one board the tree grows over sensible placements only, those that are best for the points
//! and the shape of who places, and boards are valued as the versus agent values them.

use super::policy::{Policy, give_keys, keys};
use crate::tetris::evaluate::Linear;
use crate::tetris::position::{Action, Landing, Position};
use crate::tetris::rules::Tetris;
use crate::tetris::versus::{Outlook, Weights, keep_sensible};
use ludex_core::{
    Agent, Budget, Candidate, Decision, Evaluate, Game, Result, Rng, Seat, Term, Turn,
};
use ludex_search::common::Identity;
use ludex_search::monte_carlo::{Goal, Mcts, MctsSettings};

/// The tree search.
pub(super) struct Tree {
    /// Values boards and plays the games.
    pub(super) base: Policy,
    /// Simulations for a decision.
    pub(super) sims: u64,
    /// Placements of the policy before a new board is valued.
    pub(super) horizon: u32,
    /// The weight of curiosity.
    pub(super) exploration: f64,
}

/// Tetris in which a player who is sampled plays by a policy.
#[derive(Clone)]
struct Guided {
    game: Tetris,
    policy: Policy,
    contest: Option<Contest>,
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
    contest: Outlook,
}

/// What a lost game counts: a good deal worse than a bad board.
const LOST: f64 = -1000.0;

impl Tree {
    fn search(&self) -> Mcts<Guided, Mild> {
        let settings = MctsSettings {
            goal: Goal::Score,
            sims: Some(self.sims),
            exploration: self.exploration,
            // Between two placements chance deals a piece.
            horizon: Some(2 * self.horizon),
            memory: 64,
            ..MctsSettings::default()
        };
        let linear = Linear { lost: LOST, ..self.base.linear };
        let mild =
            Mild { alone: linear, contest: Outlook { weights: Contest::weights(), before: 0 } };
        Mcts::new(self.base.identity.clone(), mild, settings)
    }

    fn guided(&self, game: &Tetris, position: &Position) -> (Guided, Position) {
        let position = Position { last: Landing::default(), ..*position };
        let identity = Identity { random: false, ..self.base.identity.clone() };
        let policy = Policy { identity, ..self.base.clone() };
        let contest = Contest::of(game, &position);
        (Guided { game: game.clone(), policy, contest }, position)
    }
}

impl Agent<Tetris> for Tree {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        let (guided, position) = self.guided(game, position);
        self.search().choose(&guided, &position, budget)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let (guided, position) = self.guided(game, position);
        let mut decision = self.search().decide(&guided, &position, budget)?;
        give_keys(game, &position, &mut decision);
        Ok(decision)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        let (guided, position) = self.guided(game, position);
        let mut candidate = self.search().weigh(&guided, &position, action, budget)?;
        candidate.keys = keys(game, &position, action);
        Ok(candidate)
    }

    fn unfold(
        &self,
        game: &Tetris,
        position: &Position,
        path: &[Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<Action>>> {
        let (guided, position) = self.guided(game, position);
        self.search().unfold(&guided, &position, path, budget)
    }
}

impl Evaluate<Guided> for Mild {
    fn value(&self, game: &Guided, position: &Position, seat: Seat) -> f64 {
        match game.contest {
            Some(_) => self.contest.value(&game.game, position, seat),
            None => self.alone.value(&game.game, position, seat),
        }
    }

    fn terms(&self, game: &Guided, position: &Position, seat: Seat) -> Vec<Term> {
        match game.contest {
            Some(_) => self.contest.terms(&game.game, position, seat),
            None => self.alone.terms(&game.game, position, seat),
        }
    }
}

impl Game for Guided {
    type Position = Position;
    type Action = Action;
    type Undo = Position;

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn start(&self) -> Position {
        self.game.start()
    }

    fn turn(&self, position: &Position) -> Turn {
        self.game.turn(position)
    }

    fn actions(&self, position: &Position, out: &mut Vec<Action>) {
        self.game.actions(position, out);
        if let (Some(contest), Turn::Seat(_)) = (self.contest, self.turn(position)) {
            contest.keep(&self.game, position, out);
        }
    }

    fn probability(&self, position: &Position, action: Action) -> f64 {
        self.game.probability(position, action)
    }

    fn play(&self, position: &mut Position, action: Action) -> Position {
        self.game.play(position, action)
    }

    fn undo(&self, position: &mut Position, action: Action, before: Position) {
        self.game.undo(position, action, before);
    }

    fn score(&self, position: &Position, seat: Seat) -> f64 {
        self.game.score(position, seat)
    }

    fn key(&self, position: &Position) -> u64 {
        self.game.key(position)
    }

    fn sample(
        &self,
        position: &Position,
        rng: &mut Rng,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        match self.game.turn(position) {
            Turn::Seat(_) => self.policy.choose(&self.game, position, &Budget::unlimited()).ok(),
            _ => self.game.sample(position, rng, buffer),
        }
    }
}
