//! What ranks candidates, before and after a search, where the highest value is not all.

use crate::common::{Identity, first_impressions, legal};
use ludex_core::{Candidate, Decision, Evaluate, Game, SearchStats, Seat};
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

/// Tells candidates their places before the search looked ahead.
pub(crate) fn add_first_impressions<'c, G: Game>(
    game: &G,
    evaluate: &dyn Evaluate<G>,
    position: &G::Position,
    seat: Seat,
    candidates: impl IntoIterator<Item = &'c mut Candidate<G::Action>>,
) {
    let actions = legal(game, position);
    let ranks = first_impressions(game, evaluate, position, seat, &actions);
    for candidate in candidates {
        let place = actions.iter().position(|&action| action == candidate.action);
        candidate.rank_before_search = place.map(|index| ranks[index]);
    }
}
