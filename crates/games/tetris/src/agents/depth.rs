//! A linear policy that looks further than the pieces it knows: the mean over those it does not.

use super::policy::{Policy, keys, tell_the_way};
use crate::evaluate::Linear;
use crate::known::Known;
use crate::position::{Action, Position};
use crate::rules::{Ahead, Foreseen, Tetris};
use ludex_core::{Agent, Budget, Candidate, Decision, Result};
use ludex_search::expectimax::{Expectimax, ExpectimaxSettings};

/// A policy with an expectation over what may be dealt.
pub(super) struct Expecting {
    base: Policy,
    /// Placements to look at.
    depth: u32,
    search: Expectimax<Linear>,
}

/// Two orders of the same placements meet only where there are two between the root and the last one.
const MEETING: u32 = 3;
/// Size of the table then, in MiB.
const TABLE: usize = 16;

impl Expecting {
    /// Looks at `depth` placements.
    pub(super) fn new(base: Policy, depth: u32) -> Self {
        let table = if depth < MEETING { 0 } else { TABLE };
        let settings = ExpectimaxSettings { depth: Some(depth), table, ..Default::default() };
        let search = Expectimax::new(base.identity.clone(), base.linear, settings);
        Self { base, depth, search }
    }

    /// The same question as a look ahead.
    fn ahead(&self, game: &Tetris, position: &Position) -> (Ahead, Foreseen) {
        let ahead = Ahead::dealing(game).counting_rows(self.base.linear.counts_rows());
        (ahead, Foreseen::start(position))
    }

    /// The answer without a search over positions, where that is possible.
    fn quickly(&self, game: &Tetris, position: &Position, budget: &Budget) -> Option<Action> {
        if budget.time.is_some() || !self.base.is_plain(game, position, budget) {
            return None;
        }
        let known = Known::new(game, &self.base.linear)?;
        let pieces = position.hand().pieces();
        let board = position.board.low()?;
        let (at, _) = known.best_expected(&board, pieces, self.depth)?;
        Some(Action::place(*pieces.first()?, false, at))
    }
}

impl Agent<Tetris> for Expecting {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        if let Some(action) = self.quickly(game, position, budget) {
            return Ok(action);
        }
        let (ahead, start) = self.ahead(game, position);
        self.search.choose(&ahead, &start, budget)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let (ahead, start) = self.ahead(game, position);
        let mut decision = self.search.decide(&ahead, &start, budget)?;
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
        let (ahead, start) = self.ahead(game, position);
        let mut candidate = self.search.weigh(&ahead, &start, action, budget)?;
        candidate.keys = keys(game, position, action);
        Ok(candidate)
    }
}
