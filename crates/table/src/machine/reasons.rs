//! The decisions of the last moves, kept to be explained.

use ludex_core::AnyDecision;
use std::collections::VecDeque;
use std::sync::Arc;

/// Candidates of all kept decisions together: some tables are watched for days.
const MOST_CANDIDATES: usize = 1000;

/// Decisions by the number of their move.
#[derive(Clone, Default)]
pub(super) struct Reasons {
    kept: VecDeque<Kept>,
    candidates: usize,
}

#[derive(Clone)]
struct Kept {
    ply: usize,
    decision: Arc<dyn AnyDecision>,
    candidates: usize,
}

impl Reasons {
    /// Keeps the decision of a move; the oldest make room, the newest always stays.
    pub(super) fn keep(&mut self, ply: usize, decision: Arc<dyn AnyDecision>) {
        self.cut(ply);
        let candidates = decision.candidates().len();
        self.candidates += candidates;
        self.kept.push_back(Kept { ply, decision, candidates });
        while self.candidates > MOST_CANDIDATES && self.kept.len() > 1 {
            self.candidates -= self.kept.pop_front().map_or(0, |kept| kept.candidates);
        }
    }

    /// Forgets the decisions of all moves from `ply` on.
    pub(super) fn cut(&mut self, ply: usize) {
        while self.kept.back().is_some_and(|kept| kept.ply >= ply) {
            self.candidates -= self.kept.pop_back().map_or(0, |kept| kept.candidates);
        }
    }

    /// The decision of a move.
    pub(super) fn of(&self, ply: usize) -> Option<&Arc<dyn AnyDecision>> {
        let at = self.kept.binary_search_by_key(&ply, |kept| kept.ply).ok()?;
        self.kept.get(at).map(|kept| &kept.decision)
    }
}
