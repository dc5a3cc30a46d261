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
    /// The keys or elementary steps that carry the action out, where there are any.
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

impl<A> Candidate<A> {
    /// A candidate about which only action and exact value are known.
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

    /// How many candidates share the best value (at least 1).
    pub fn equals(&self) -> usize {
        let best = self.best().value;
        self.candidates.iter().filter(|c| c.value == best).count()
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
pub fn rank<A>(candidates: &mut [Candidate<A>]) {
    for candidate in candidates.iter_mut() {
        candidate.value += 0.0; // Turns -0 into 0: they are equals, and people expect a plain 0.
    }
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    for (order, candidate) in candidates.iter_mut().enumerate() {
        candidate.order = order;
    }
}
