//! The player who knows: small boards, solved.

use crate::exact::{Exact, solved};
use crate::grid::Direction;
use crate::{Action, Position, Twenty48};
use ludex_core::{Agent, Budget, Candidate, Decision, Error, Result, SearchStats, Seat, Term};
use ludex_search::common::{Identity, mover};
use std::sync::Arc;

/// Plays for the best expected score, without error.
pub(super) struct Knowing {
    identity: Identity,
    exact: Arc<Exact>,
}

impl Knowing {
    /// Solves the board of the game, or takes the solution that is there.
    pub(super) fn new(game: &Twenty48, identity: Identity) -> Result<Self> {
        let solution = solved(game.grid().size(), &Budget::unlimited().stop)?;
        let exact = solution.ok_or_else(|| Error::State("solving was stopped".into()))?;
        Ok(Self { identity, exact })
    }

    fn candidate(
        &self,
        game: &Twenty48,
        position: &Position,
        direction: Direction,
    ) -> Option<Candidate<Action>> {
        let board = position.board(game.grid())?;
        let value = self.exact.score_of(board, direction)?;
        let points = f64::from(game.slide(position, direction).score() - position.score());
        let mut candidate = Candidate::new(Action::Slide(direction), value);
        candidate.line = vec![candidate.action];
        candidate.terms = vec![
            Term::new("points", "points of this move", points, 1.0),
            Term::new(
                "future",
                "points still to come with best play, on average",
                value - points,
                1.0,
            ),
        ];
        Some(candidate)
    }
}

impl Agent<Twenty48> for Knowing {
    fn decide(&self, game: &Twenty48, position: &Position, _: &Budget) -> Result<Decision<Action>> {
        mover(game, position)?;
        let all = Direction::ALL.into_iter();
        let candidates: Vec<_> = all.filter_map(|d| self.candidate(game, position, d)).collect();
        if candidates.len() != game.legal(position).count() {
            let say = "no game comes to this position, so it was not solved; ask expectimax";
            return Err(Error::State(say.into()));
        }
        let search =
            SearchStats { algorithm: "exact".into(), complete: true, ..SearchStats::default() };
        Ok(self.identity.conclude(0, Seat::FIRST, candidates, search))
    }
}
