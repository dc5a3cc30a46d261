//! What every agent returns, and all an explanation is made of.

use crate::{Seed, Term};
use serde::{Deserialize, Serialize};

/// A choice with everything the search knows about it.
///
/// Candidates stand in the order of preference; `candidates[chosen]` is the answer. The order and
/// the choice differ only when the agent chose by lot among equals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Decision<A> {
    /// The agent's specification, parameters included.
    pub agent: String,
    /// The seat it decides for.
    pub seat: usize,
    /// The seed of its lots.
    pub seed: Seed,
    /// Index of the chosen candidate.
    pub chosen: usize,
    /// Every legal action, best first.
    pub candidates: Vec<Candidate<A>>,
    /// How the search went.
    pub search: SearchStats,
    /// The planner's story, step by step, if a planner was at work.
    pub story: Vec<StoryStep>,
}

/// One action and what the search found out about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// Its value for the deciding seat.
    pub value: f64,
    /// How that value is to be read.
    pub bound: Bound,
    /// How many moves of players it was looked ahead, this action included; 0 where nobody looked.
    pub depth: u32,
    /// Its place among the candidates, 0 the best.
    pub order: usize,
    /// Its place before the search looked ahead, if that is known.
    pub rank_before_search: Option<usize>,
    /// The expected course, this action first. Moves of chance are left out.
    pub line: Vec<A>,
    /// The keys or elementary steps that carry the action out, where there are any; a planner's go on as far as its plan does.
    pub keys: Vec<String>,
    /// The value taken apart: the contributions add up to it.
    pub terms: Vec<Term>,
    /// How often a sampling search went this way.
    pub visits: Option<u64>,
    /// Standard error of a sampled value; `None` for all others.
    pub error: Option<f64>,
    /// The outcome, where it is certain.
    pub proven: Option<Proven>,
}

/// How a value is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// It is what the search gives this action, no more and no less.
    Exact,
    /// The search knows that it is at least this.
    Lower,
    /// The search knows that it is at most this.
    Upper,
    /// An average of trials, with an error.
    Sampled,
    /// Nobody looked: it is a first impression, good for an order and nothing else.
    #[default]
    None,
}

/// An outcome no play of the other side can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Proven {
    /// The deciding seat wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The deciding seat loses.
    Loss,
}

impl Proven {
    /// The outcome that a final difference of scores means.
    pub fn from_margin(margin: f64) -> Self {
        match margin {
            m if m > 0.0 => Self::Win,
            m if m < 0.0 => Self::Loss,
            _ => Self::Draw,
        }
    }
}

/// How a search went.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SearchStats {
    /// Which algorithm ran.
    pub algorithm: String,
    /// Plies it looked ahead.
    pub depth: u32,
    /// Positions it visited.
    pub nodes: u64,
    /// Branches it could leave out.
    pub cutoffs: u64,
    /// Positions it already knew.
    pub table_hits: u64,
    /// Wall time.
    pub seconds: f64,
    /// False when the budget ended it early.
    pub complete: bool,
}

/// One step of a planner: the partial plan it stood at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StoryStep {
    /// The actions from the start to here.
    pub step: Vec<String>,
    /// Whether the planner had to give something up to get here.
    pub backtracked: bool,
}

/// Relative differences up to this are a matter of rounding.
const ROUNDING: f64 = 1e-12;

impl<A> Candidate<A> {
    /// A candidate about which only the action and its value one move ahead are known.
    pub fn new(action: A, value: f64) -> Self {
        Self {
            action,
            value,
            bound: Bound::Exact,
            depth: 1,
            order: 0,
            rank_before_search: None,
            line: Vec::new(),
            keys: Vec::new(),
            terms: Vec::new(),
            visits: None,
            error: None,
            proven: None,
        }
    }

    /// The same candidate with another reading of its value: how sure it is, and how far it was looked ahead.
    pub fn read_as(self, bound: Bound, depth: u32) -> Self {
        Self { bound, depth, ..self }
    }

    /// A candidate that nobody looked at: `value` is a first impression.
    pub fn unseen(action: A, value: f64) -> Self {
        Self::new(action, value).read_as(Bound::None, 0)
    }

    /// Whether the search cannot tell this one from `other`: both values are exact and equal.
    pub fn is_level_with(&self, other: &Self) -> bool {
        let exact = self.bound == Bound::Exact && other.bound == Bound::Exact;
        // Terms added up in another order may differ in the last digit.
        let gap = (self.value - other.value).abs();
        let same = gap <= ROUNDING * self.value.abs().max(other.value.abs());
        exact && same && self.proven == other.proven
    }

    /// The same candidate with its actions translated.
    pub fn map<B>(self, mut translate: impl FnMut(A) -> B) -> Candidate<B> {
        Candidate {
            action: translate(self.action),
            line: self.line.into_iter().map(&mut translate).collect(),
            value: self.value,
            bound: self.bound,
            depth: self.depth,
            order: self.order,
            rank_before_search: self.rank_before_search,
            keys: self.keys,
            terms: self.terms,
            visits: self.visits,
            error: self.error,
            proven: self.proven,
        }
    }
}

impl<A> Decision<A> {
    /// The chosen candidate.
    pub fn best(&self) -> &Candidate<A> {
        &self.candidates[self.chosen]
    }

    /// The candidate that plays `action`.
    pub fn find(&self, action: &A) -> Option<&Candidate<A>>
    where
        A: PartialEq,
    {
        self.candidates.iter().find(|c| c.action == *action)
    }

    /// How many candidates are as good as the chosen one for all that the search knows, itself included.
    ///
    /// Only exact values can be told to be equal: two averages that happen to agree prove nothing.
    pub fn equals(&self) -> usize {
        let best = self.best();
        let others = self.candidates.iter().filter(|c| c.order != best.order);
        1 + others.filter(|c| c.is_level_with(best)).count()
    }

    /// Whether the agent looked at nothing, so that its choice is one by lot.
    pub fn is_by_lot(&self) -> bool {
        self.candidates.iter().all(|c| c.bound == Bound::None)
    }

    /// The same decision with its actions translated, say into notation.
    pub fn map<B>(self, mut translate: impl FnMut(A) -> B) -> Decision<B> {
        Decision {
            agent: self.agent,
            seat: self.seat,
            seed: self.seed,
            chosen: self.chosen,
            candidates: self.candidates.into_iter().map(|c| c.map(&mut translate)).collect(),
            search: self.search,
            story: self.story,
        }
    }
}

/// Sorts candidates best first and numbers them. Equals keep their order.
///
/// What nobody looked at stands behind all that somebody did, and what is at most as good as an exact value behind it.
pub fn rank<A>(candidates: &mut [Candidate<A>]) {
    for candidate in candidates.iter_mut() {
        candidate.value += 0.0; // Turns -0 into 0: they are equals, and people expect a plain 0.
    }
    let looked_at = |c: &Candidate<A>| c.bound != Bound::None;
    let at_most = |c: &Candidate<A>| c.bound == Bound::Upper;
    candidates.sort_by(|a, b| {
        let by_value = || b.value.total_cmp(&a.value);
        looked_at(b).cmp(&looked_at(a)).then_with(by_value).then(at_most(a).cmp(&at_most(b)))
    });
    for (order, candidate) in candidates.iter_mut().enumerate() {
        candidate.order = order;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_looked_at_stands_before_first_impressions_and_exact_before_at_most() {
        let mut candidates = [
            Candidate::unseen('a', 9.0),
            Candidate::new('b', 1.0).read_as(Bound::Upper, 3),
            Candidate::new('c', 1.0).read_as(Bound::Exact, 3),
        ];
        rank(&mut candidates);
        assert_eq!(candidates.map(|c| c.action), ['c', 'b', 'a']);
    }

    #[test]
    fn only_exact_values_are_equal() {
        let level = |a: Bound, b: Bound| {
            Candidate::new(1, 2.0)
                .read_as(a, 1)
                .is_level_with(&Candidate::new(2, 2.0).read_as(b, 1))
        };
        assert!(level(Bound::Exact, Bound::Exact));
        assert!(!level(Bound::Exact, Bound::Upper) && !level(Bound::Sampled, Bound::Sampled));
    }
}
