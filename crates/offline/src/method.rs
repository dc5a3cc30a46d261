//! The methods by name, and one way to call them all.

use crate::beam::{Effort, beam};
use crate::exact::exact;
use crate::list::Put;
use crate::naive::naive;
use crate::pdt::Graph;
use crate::prescient::prescient;
use crate::round_robin::round_robin;
use crate::task::Task;
use crate::verify::{Outcome, Replay};
use crate::weights::Weights;
use ludex_core::{Error, Result, Stop};

/// How a list is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Method {
    /// The CITS4211 report's utility player.
    Naive,
    /// Beam search in rounds of growing effort.
    #[default]
    Beam,
    /// The CITS4211 report's boxes, filled in turn.
    Pdt,
    /// Whole bands filled by search over the list.
    Prescient,
    /// The provably best end.
    Exact,
}

impl Method {
    /// Every method with its name and a line about it.
    pub const ALL: [(Method, &'static str, &'static str); 5] = [
        (Self::Naive, "naive", "the best placement at once, by the report's utility"),
        (Self::Beam, "beam", "beam search in rounds of growing effort"),
        (Self::Pdt, "pdt", "small boxes side by side, each filled by its decision tree"),
        (Self::Prescient, "prescient", "bands of four rows filled by search over the whole list"),
        (Self::Exact, "exact", "the provably best end, for short lists"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(method, ..)| *method == self).map_or("beam", |(_, name, _)| name)
    }
}

impl std::str::FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let found = Self::ALL.iter().find(|(_, name, _)| *name == text);
        let names = Self::ALL.iter().map(|(_, name, _)| *name);
        found.map(|(method, ..)| *method).ok_or_else(|| Error::unknown("method", text, names))
    }
}

/// What the methods can be told.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Weights of the report's utility, for `naive` and `pdt`.
    pub weights: Weights,
    /// How much `beam` may try.
    pub effort: Effort,
    /// Boards that `exact` may look at.
    pub nodes: u64,
    /// A graph as wide as the board, for `prescient`.
    pub graph: Option<&'a Graph>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        let (weights, effort) = (Weights::default(), Effort::default());
        Self { weights, effort, nodes: 1_000_000, graph: None }
    }
}

/// A list that was placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The placements.
    pub puts: Vec<Put>,
    /// What they lead to.
    pub outcome: Outcome,
    /// Whether nothing better exists, if that is known to be so or known to be open; only `exact` says.
    pub proved: Option<bool>,
}

/// Places a list by some method.
///
/// ```
/// use ludex_core::Stop;
/// use ludex_offline::{Method, Options, Task, solve};
/// let bars = [0; 11];
/// let solution = solve(&Task::standard(), &bars, Method::Beam, &Options::default(), &Stop::default());
/// assert_eq!(solution.unwrap().outcome.rows, 4);
/// ```
pub fn solve(
    task: &Task,
    list: &[u8],
    method: Method,
    options: &Options,
    stop: &Stop,
) -> Result<Solution> {
    let mut proved = None;
    let puts = match method {
        Method::Naive => naive(task, list, &options.weights, stop),
        Method::Beam => beam(task, list, options.effort, stop),
        Method::Pdt => round_robin(task, list, &options.weights, stop)?,
        Method::Prescient => prescient(task, list, options.graph, stop)?.puts,
        Method::Exact => {
            let found = exact(task, list, options.nodes, stop);
            proved = Some(found.proved);
            found.puts
        }
    };
    let mut replay = Replay::new(task, list);
    for &put in &puts {
        replay.put(put)?;
    }
    Ok(Solution { puts, outcome: replay.outcome(), proved })
}
