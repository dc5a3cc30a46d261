//! Decisions whose best candidate is not simply the one with the highest value.

use crate::common::Identity;
use ludex_core::{Candidate, Decision, SearchStats, Seat};
use rand::RngExt;
use std::cmp::Ordering;

/// The lots among equals must not repeat those that the search itself drew.
const LOTS: u64 = 1;

/// Sorts candidates best first, numbers them and chooses one: the first, or one of its equals by
/// lot. Equals keep their order.
///
/// `prefer` compares two candidates; `Greater` means the first is better.
pub(crate) fn choose_by<A>(
    identity: &Identity,
    key: u64,
    candidates: &mut [Candidate<A>],
    prefer: impl Fn(&Candidate<A>, &Candidate<A>) -> Ordering,
) -> usize {
    candidates.sort_by(|a, b| prefer(b, a));
    for (order, candidate) in candidates.iter_mut().enumerate() {
        candidate.order = order;
    }
    let tied = |c: &&Candidate<A>| prefer(&candidates[0], c) == Ordering::Equal;
    let equals = candidates.iter().take_while(tied).count();
    let by_lot = identity.random && equals > 1;
    let mut dice = identity.seed.derive(key).derive(LOTS).rng();
    if by_lot { dice.random_range(0..equals) } else { 0 }
}

/// The decision that takes the candidate number `chosen`.
pub(crate) fn decision<A>(
    identity: &Identity,
    seat: Seat,
    chosen: usize,
    candidates: Vec<Candidate<A>>,
    search: SearchStats,
) -> Decision<A> {
    Decision {
        agent: identity.spec.clone(),
        seat: seat.0,
        seed: identity.seed,
        chosen,
        candidates,
        search,
        story: Vec::new(),
    }
}
