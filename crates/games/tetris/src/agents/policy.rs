//! Agents that look at every placement of the pieces they know, and no further.

use super::stepper::{Boards, Stepper};
use crate::drop::Weights;
use crate::evaluate::Linear;
use crate::keys::Key;
use crate::known::{Known, Next};
use crate::path;
use crate::position::{Action, Position};
use crate::rules::{Ahead, Foreseen, Tetris, Way};
use crate::shape::Placement;
use crate::simulate;
use ludex_core::{Agent, Budget, Candidate, Decision, Dice, Result};
use ludex_search::common::Identity;
use ludex_search::minimax::{Minimax, Perspective};

/// A linear policy over some known pieces.
#[derive(Clone)]
pub(super) struct Policy {
    pub(super) identity: Identity,
    pub(super) linear: Linear,
    /// Pieces to look at. Up to two there are fast ways.
    pub(super) pieces: usize,
    /// Step by step: whether a piece may be tucked below others.
    pub(super) tuck: bool,
    /// The same weights as the kernel takes them, where it knows all features that count.
    pub(super) drop_weights: Option<Weights>,
}

impl Policy {
    pub(super) fn new(identity: Identity, linear: Linear, pieces: usize, tuck: bool) -> Self {
        Self { identity, linear, pieces, tuck, drop_weights: linear.drop_weights() }
    }

    /// The same policy with other weights.
    pub(super) fn weighing(&self, linear: Linear) -> Self {
        Self { linear, drop_weights: linear.drop_weights(), ..self.clone() }
    }

    /// The same question as a look ahead: nothing is dealt.
    fn ahead(&self, game: &Tetris, position: &Position) -> (Ahead, Foreseen) {
        let ahead = Ahead::known(game).counting_rows(self.linear.counts_rows());
        (ahead, Foreseen::start(position))
    }

    /// What the policy says of the boards that a falling piece can leave.
    fn boards<'a>(&'a self, game: &'a Tetris, position: &'a Position) -> Boards<'a> {
        Boards { game, linear: &self.linear, position }
    }

    /// The same policy for rules that go step by step.
    fn stepper<'a>(&'a self, boards: &'a Boards<'_>) -> Stepper<'a> {
        Stepper { identity: &self.identity, rest: boards, tuck: self.tuck }
    }

    fn search(&self, position: &Position) -> Minimax<Linear> {
        let depth = self.pieces.min(position.hand().pieces().len()).max(1);
        let search = Minimax::new(self.identity.clone(), self.linear, depth as u32);
        Minimax { perspective: Perspective::MaxMax, ..search }
    }

    /// Whether a search on boards alone answers the question: no limits, no lots, nothing put aside,
    /// no steps.
    pub(super) fn is_plain(&self, game: &Tetris, position: &Position, budget: &Budget) -> bool {
        let limited = budget.depth.is_some() || budget.nodes.is_some();
        let choice = game.rules().hold && position.hand().alternative().is_some();
        let plain = game.rules().seats == 1 && !game.is_stepwise();
        plain && !limited && !choice && !self.identity.random
    }

    /// The answer without a search over positions, where that is possible.
    fn quickly(&self, game: &Tetris, position: &Position, budget: &Budget) -> Option<Action> {
        if self.pieces > 2 || !self.is_plain(game, position, budget) {
            return None;
        }
        let pieces = position.hand().pieces();
        let piece = *pieces.first()?;
        let at = self.by_kernel(game, position).or_else(|| {
            let known = Known::new(game, &self.linear)?;
            let next = Next::of(pieces, self.pieces);
            Some(known.best(&position.board.low()?, piece, next)?.0)
        })?;
        Some(Action::place(piece, false, at))
    }

    /// Every placement with its value, without a search over positions; none where that is not possible.
    pub(super) fn values(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Option<Vec<Candidate<Action>>> {
        if !self.is_plain(game, position, budget) {
            return None;
        }
        let pieces = position.hand().pieces();
        let piece = *pieces.first()?;
        let known = Known::new(game, &self.linear)?;
        let mut values = Vec::new();
        let next = Next::of(pieces, self.pieces);
        known.each_value(&position.board.low()?, piece, next, |at, value| {
            values.push(Candidate::new(Action::place(piece, false, at), value));
        });
        (!values.is_empty()).then_some(values)
    }

    /// The kernel's answer, where the kernel knows the question.
    fn by_kernel(&self, game: &Tetris, position: &Position) -> Option<Placement> {
        if game.rules().way != Way::Straight {
            return None;
        }
        let weights = self.drop_weights.as_ref()?;
        let kernel = game.drop_kernel();
        let found = match *position.hand().pieces() {
            [piece, next] if self.pieces > 1 => {
                kernel.best_two(&position.board, piece.into(), next.into(), weights)
            }
            [piece] => kernel.best(&position.board, piece.into(), weights),
            // The pieces after those looked at must still find room; the kernel does not know that.
            _ => None,
        };
        found.map(|(at, _)| at)
    }
}

impl Agent<Tetris> for Policy {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        if game.is_stepwise() {
            return self.stepper(&self.boards(game, position)).choose(game, position, budget);
        }
        if let Some(action) = self.quickly(game, position, budget) {
            return Ok(action);
        }
        let (ahead, start) = self.ahead(game, position);
        self.search(position).choose(&ahead, &start, budget)
    }

    fn play_on(
        &self,
        game: &Tetris,
        position: &mut Position,
        dice: &mut Dice,
        most: u64,
        kept: Option<&mut Vec<Action>>,
    ) -> u64 {
        match &self.drop_weights {
            Some(weights) if !self.identity.random && simulate::can_play_on(game) => {
                let task = (position, dice, most);
                match kept {
                    Some(kept) => simulate::play_on(game, weights, task, |drop| kept.push(drop)),
                    None => simulate::play_on(game, weights, task, |_| {}),
                }
            }
            _ => 0,
        }
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        if game.is_stepwise() {
            return self.stepper(&self.boards(game, position)).decide(game, position, budget);
        }
        let (ahead, start) = self.ahead(game, position);
        let mut decision = self.search(position).decide(&ahead, &start, budget)?;
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
        if game.is_stepwise() {
            return self
                .stepper(&self.boards(game, position))
                .weigh(game, position, action, budget);
        }
        let (ahead, start) = self.ahead(game, position);
        let mut candidate = self.search(position).weigh(&ahead, &start, action, budget)?;
        candidate.keys = keys(game, position, action);
        Ok(candidate)
    }
}

/// Gives every candidate its keys, and the decision the story of the way to the chosen one, whose keys are those
/// that the story ends with.
pub(super) fn tell_the_way(game: &Tetris, position: &Position, decision: &mut Decision<Action>) {
    for candidate in &mut decision.candidates {
        candidate.keys = keys(game, position, candidate.action);
    }
    if let Action::Place { piece, at, hold, .. } = decision.best().action
        && game.rules().way == Way::Reachable
        && let Some(path) = path::plan(game.reach(), &position.board, piece.into(), at)
    {
        let chosen = &mut decision.candidates[decision.chosen];
        chosen.keys = carried_out(hold, &path.keys);
        decision.story = path.story;
    }
}

/// The fewest keys to a placement, where the rules have keys.
pub(super) fn keys(game: &Tetris, position: &Position, action: Action) -> Vec<String> {
    let Action::Place { piece, at, hold, .. } = action else { return Vec::new() };
    if game.rules().way == Way::Straight {
        return Vec::new();
    }
    let keys = game.reach().keys(&position.board, piece.into(), at);
    keys.map_or_else(Vec::new, |keys| carried_out(hold, &keys))
}

/// A piece out of the hold has to be taken from there first.
fn carried_out(hold: bool, keys: &[Key]) -> Vec<String> {
    let first = hold.then(|| "hold".to_owned());
    first.into_iter().chain(keys.iter().map(ToString::to_string)).collect()
}
