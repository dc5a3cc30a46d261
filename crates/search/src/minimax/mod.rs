//! Min-max as the `TetrisVs` report has it: three perspectives, alpha-beta, no table.
//!
//! It looks a fixed number of plies ahead and values what it finds there from the point of view
//! of one seat, so it also serves games that are not zero-sum. For depth and speed in two-player
//! zero-sum games take [`negamax`](crate::negamax).

mod root;
mod search;

use crate::common::{Identity, earned, first_impressions, legal, mover, walk};
use ludex_core::{Agent, Budget, Candidate, Decision, Error, Evaluate, Game, Result, Seat};
use root::Root;
use search::Search;
use std::str::FromStr;

/// Who wants what along the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perspective {
    /// The deciding seat maximises, the other minimises.
    Max,
    /// The deciding seat minimises, the other maximises.
    Min,
    /// Everybody maximises: a look ahead for one player, or for two who cooperate. Never pruned.
    MaxMax,
}

impl FromStr for Perspective {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "max" => Ok(Self::Max),
            "min" => Ok(Self::Min),
            "maxmax" => Ok(Self::MaxMax),
            _ => Err(Error::unknown("perspective", text, ["max", "min", "maxmax"])),
        }
    }
}

/// The min-max agent.
///
/// Against a clock or a number of nodes it deepens ply by ply, and the last ply that it could search to the end counts
/// for all candidates. There, and where a position has more than [`EXACT_MOVES`] moves, only the best candidates
/// have exact values; of the others it is known that they are at most as good as their value says.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    /// Name and lots.
    pub identity: Identity,
    /// What the leaves are worth.
    pub evaluate: E,
    /// Plies to look ahead.
    pub depth: u32,
    /// Who wants what.
    pub perspective: Perspective,
    /// Whether branches that cannot matter are left out. Changes no answer.
    pub prune: bool,
}

/// Up to this many moves each gets an exact value, unless the budget is limited.
pub const EXACT_MOVES: usize = 64;

impl<E> Minimax<E> {
    /// Looks `depth` plies ahead as `max`.
    pub fn new(identity: Identity, evaluate: E, depth: u32) -> Self {
        Self { identity, evaluate, depth, perspective: Perspective::Max, prune: true }
    }
}

/// Whether a search may run out of budget before it reaches its depth.
pub(crate) fn is_limited(budget: &Budget) -> bool {
    budget.time.is_some() || budget.nodes.is_some()
}

impl<G: Game, E: Evaluate<G>> Agent<G> for Minimax<E> {
    fn choose(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<G::Action> {
        if self.identity.random || is_limited(budget) {
            return Ok(self.decide(game, position, budget)?.best().action);
        }
        let mut search = Search::new(self, game, mover(game, position)?, budget);
        let action = search.first_best(&mut position.clone());
        if search.meter.exhausted() {
            // Somebody has stopped it, and the rest of the moves were hardly looked at.
            return Ok(self.decide(game, position, budget)?.best().action);
        }
        Ok(action)
    }

    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>> {
        let seat = mover(game, position)?;
        let actions = legal(game, position);
        let ranks = first_impressions(game, &self.evaluate, position, seat, &actions);
        let mut root = Root::new(Search::new(self, game, seat, budget), position, actions);
        let mut candidates = root.run(is_limited(budget));
        for (candidate, rank) in candidates.iter_mut().zip(ranks) {
            candidate.rank_before_search = Some(rank);
        }
        let (key, stats) = (game.key(position), root.stats());
        Ok(conclude(self.perspective, candidates, |candidates| {
            self.identity.conclude(key, seat, candidates, stats)
        }))
    }

    fn weigh(
        &self,
        game: &G,
        position: &G::Position,
        action: G::Action,
        budget: &Budget,
    ) -> Result<Candidate<G::Action>> {
        let search = Search::new(self, game, mover(game, position)?, budget);
        game.check(position, action)?;
        let mut root = Root::new(search, position, vec![action]);
        Ok(root.run(is_limited(budget)).swap_remove(0))
    }

    fn unfold(
        &self,
        game: &G,
        position: &G::Position,
        path: &[G::Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<G::Action>>> {
        let seat = mover(game, position)?;
        let (mut here, last) = walk(game, position, path)?;
        let before = earned(game, &self.evaluate, position, path, seat);
        let mut search = Search::new(self, game, seat, budget);
        Ok(search.unfold(&mut here, path.len() as u32, last, before))
    }
}

/// For `min` the lowest value is the best: concludes with the sign turned, then turns it back.
fn conclude<A>(
    perspective: Perspective,
    mut candidates: Vec<Candidate<A>>,
    conclude: impl FnOnce(Vec<Candidate<A>>) -> Decision<A>,
) -> Decision<A> {
    if perspective != Perspective::Min {
        return conclude(candidates);
    }
    negate(&mut candidates);
    let mut decision = conclude(candidates);
    negate(&mut decision.candidates);
    decision
}

fn negate<A>(candidates: &mut [Candidate<A>]) {
    for candidate in candidates {
        candidate.value = 0.0 - candidate.value;
    }
}

/// What may still matter: values above `alpha` and below `beta`.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: f64,
    beta: f64,
}

impl Window {
    const OPEN: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// Everything from `least` on.
    fn from(least: f64) -> Self {
        Self { alpha: least.next_down(), beta: f64::INFINITY }
    }

    /// The same window seen from behind a step that earned `reward`. A hair wider, so that rounding hides nothing.
    #[inline]
    fn behind(self, reward: f64) -> Self {
        if reward == 0.0 {
            return self;
        }
        Self { alpha: (self.alpha - reward).next_down(), beta: (self.beta - reward).next_up() }
    }
}

/// Who made the last move, and how many there were.
#[derive(Clone, Copy, Debug)]
struct Ply {
    number: u32,
    mover: Seat,
}
