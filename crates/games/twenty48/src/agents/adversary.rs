//! Min-max in which chance is an opponent that wants the worst.

use crate::{Action, Position, Twenty48};
use ludex_core::{
    Agent, Budget, Candidate, Decision, Evaluate, Game, Proven, Result, Seat, Term, Turn,
};
use ludex_search::common::mover;

/// 2048 as a game for two: who puts the tiles sits opposite.
#[derive(Clone)]
pub(super) struct Hostile(Twenty48);

/// Who puts the tiles.
const OPPONENT: Seat = Seat(1);

impl Game for Hostile {
    type Position = Position;
    type Action = Action;
    type Undo = Position;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        self.0.start()
    }

    fn turn(&self, position: &Position) -> Turn {
        match self.0.turn(position) {
            Turn::Chance => Turn::Seat(OPPONENT),
            turn => turn,
        }
    }

    fn actions(&self, position: &Position, out: &mut Vec<Action>) {
        self.0.actions(position, out);
    }

    fn play(&self, position: &mut Position, action: Action) -> Position {
        self.0.play(position, action)
    }

    fn undo(&self, position: &mut Position, action: Action, before: Position) {
        self.0.undo(position, action, before);
    }

    fn score(&self, position: &Position, seat: Seat) -> f64 {
        let score = self.0.score(position, Seat::FIRST);
        if seat == Seat::FIRST { score } else { -score }
    }

    fn outcome(&self, _: &Position, _: Seat) -> Proven {
        Proven::Draw
    }

    fn key(&self, position: &Position) -> u64 {
        self.0.key(position)
    }
}

/// An evaluator of 2048 for both sides: what is good for one is as bad for the other.
pub(super) struct Opposed<E>(pub(super) E);

impl<E: Evaluate<Twenty48>> Evaluate<Hostile> for Opposed<E> {
    fn value(&self, game: &Hostile, position: &Position, seat: Seat) -> f64 {
        let value = self.0.value(&game.0, position, Seat::FIRST);
        if seat == Seat::FIRST { value } else { -value }
    }

    fn terms(&self, game: &Hostile, position: &Position, seat: Seat) -> Vec<Term> {
        let mut terms = self.0.terms(&game.0, position, Seat::FIRST);
        if seat != Seat::FIRST {
            for term in &mut terms {
                (term.weight, term.contribution) = (-term.weight, -term.contribution);
            }
        }
        terms
    }
}

/// A player of 2048 who thinks that tiles are put by an opponent.
pub(super) struct Adversary {
    game: Hostile,
    thinker: Box<dyn Agent<Hostile>>,
}

impl Adversary {
    pub(super) fn new(game: &Twenty48, thinker: Box<dyn Agent<Hostile>>) -> Self {
        Self { game: Hostile(game.clone()), thinker }
    }
}

/// The player's next move alone: what the imagined opponent does is no forecast, so neither is what would follow, and nothing is proven by it.
fn own(mut candidate: Candidate<Action>) -> Candidate<Action> {
    candidate.line.truncate(1);
    candidate.proven = None;
    candidate
}

impl Agent<Twenty48> for Adversary {
    fn choose(&self, game: &Twenty48, position: &Position, budget: &Budget) -> Result<Action> {
        mover(game, position)?;
        self.thinker.choose(&self.game, position, budget)
    }

    fn decide(
        &self,
        game: &Twenty48,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        mover(game, position)?;
        let mut decision = self.thinker.decide(&self.game, position, budget)?;
        decision.candidates = decision.candidates.into_iter().map(own).collect();
        Ok(decision)
    }

    fn weigh(
        &self,
        game: &Twenty48,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        game.check(position, action)?;
        self.thinker.weigh(&self.game, position, action, budget).map(own)
    }
}
