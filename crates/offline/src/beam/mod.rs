//! Beam search over a known list, in rounds of growing effort until the end is as good as any can be.
//!
//! Most of a list is placed by a narrow beam: with all pieces known, little is needed to keep the pile low. The last pieces
//! decide how it ends, so there the beam is wide.

pub(crate) mod low;
mod profile;
mod sweep;

use crate::bounds::{Bound, list_bound};
use crate::ceiling::most_placed;
use crate::list::Put;
use crate::naive;
use crate::task::Task;
use crate::verify::{Outcome, Replay};
use crate::waiting::Waiting;
use crate::weights::{Count, Weights};
use low::Low;
use ludex_core::Stop;
use profile::Profile;
use sweep::{Node, Sweep};

/// One round: how wide the beam is, and how wide at the end.
#[derive(Clone, Copy, Debug)]
struct Round {
    profile: Profile,
    wide: usize,
    tail: usize,
    tail_wide: usize,
}

const fn round(profile: Profile, wide: usize, tail: usize, tail_wide: usize) -> Round {
    Round { profile, wide, tail, tail_wide }
}

/// The rounds, each about ten times the work of the one before.
const ROUNDS: [Round; 8] = [
    round(Profile::SMOOTH, 1, 12, 150),
    round(Profile::SMOOTH, 4, 16, 1000),
    round(Profile::LOW, 100, 24, 2000),
    round(Profile::SMOOTH, 100, 24, 4000),
    round(Profile::LOW, 1000, 24, 4000),
    round(Profile::SMOOTH, 1000, 32, 10_000),
    round(Profile::LEVEL, 3000, 24, 3000),
    round(Profile::SPARSE, 10_000, 32, 10_000),
];

/// Memory that the beam may spend on remembering its way, in steps.
const MOST_STEPS: usize = 16_000_000;

/// How much a beam may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Placements after which no further round is begun.
    pub tries: u64,
}

impl Default for Effort {
    /// A few seconds of one core; the last round, which only the hardest lists see, takes some more.
    fn default() -> Self {
        Self { tries: 40_000_000 }
    }
}

/// Places a list by rounds of beam search.
pub fn beam(task: &Task, list: &[u8], effort: Effort, stop: &Stop) -> Vec<Put> {
    match task.width {
        ..=8 => beam_of::<8>(task, list, effort, stop),
        9..=12 => beam_of::<12>(task, list, effort, stop),
        13..=16 => beam_of::<16>(task, list, effort, stop),
        _ => beam_of::<32>(task, list, effort, stop),
    }
}

fn beam_of<const N: usize>(task: &Task, list: &[u8], effort: Effort, stop: &Stop) -> Vec<Put> {
    let goal = list_bound(&task.kit, task.width, list, task.ceiling());
    let most = most_placed(&task.kit, task.width, task.ceiling(), list);
    let mut best: Option<(Outcome, Vec<Put>)> = None;
    let mut tried = 0;
    for round in ROUNDS {
        let steps = list.len().saturating_mul(round.wide);
        let spent = tried >= effort.tries || steps > MOST_STEPS || stop.is_set();
        if best.is_some() && spent {
            break;
        }
        let (puts, more) = run::<N>(task, list, round, stop);
        tried += more;
        let (puts, outcome) = finish(task, list, puts, stop);
        if best.as_ref().is_none_or(|(known, _)| is_better(&outcome, known)) {
            best = Some((outcome, puts));
        }
        let is_best = |end: &Outcome| {
            reaches(end, goal, list.len()) || most.is_some_and(|most| end.placed >= most)
        };
        if best.as_ref().is_some_and(|(end, _)| is_best(end)) {
            break;
        }
    }
    best.map_or_else(Vec::new, |(_, puts)| puts)
}

/// Whether one end is better than another: more pieces placed, then more rows, then a lower pile, then fewer holes.
pub fn is_better(a: &Outcome, b: &Outcome) -> bool {
    let value =
        |o: &Outcome| (o.placed, o.rows, std::cmp::Reverse(o.height), std::cmp::Reverse(o.holes));
    value(a) > value(b)
}

/// Whether no end can be better.
pub(crate) fn reaches(end: &Outcome, goal: Option<Bound>, pieces: usize) -> bool {
    end.placed == pieces
        && goal.is_some_and(|goal| end.rows >= goal.rows && end.height <= goal.height)
}

/// One beam from the first piece to the last, or as far as it gets; with the placements it tried.
fn run<const N: usize>(task: &Task, list: &[u8], round: Round, stop: &Stop) -> (Vec<Put>, u64) {
    let (waiting, mut seen) = Waiting::first(list, task.buffer);
    let start = Node { board: Low::<N>::new(task.width), waiting };
    let mut sweep = Sweep::new(task, start, round.profile);
    for placed in 0..list.len() {
        let late = placed + round.tail >= list.len();
        let wide = if late { round.tail_wide } else { round.wide };
        let stopped = placed.is_multiple_of(64) && stop.is_set();
        if stopped || !sweep.advance(list.get(seen).copied(), wide) {
            break;
        }
        seen += 1;
    }
    let end = |node: &Node<N>| {
        let look = node.board.look(task.width);
        // All have placed as many cells: the fewer are left, the more rows are cleared.
        (look.heights - look.holes, look.height)
    };
    let nodes = 0..sweep.nodes.len();
    let best = nodes.min_by_key(|&i| end(&sweep.nodes[i])).unwrap_or(0);
    (sweep.path(best), sweep.tried)
}

/// Goes on with the utility player where the beam's board ended, and counts.
fn finish(task: &Task, list: &[u8], mut puts: Vec<Put>, stop: &Stop) -> (Vec<Put>, Outcome) {
    let mut replay = Replay::new(task, list);
    for &put in &puts {
        if replay.put(put).is_err() {
            unreachable!("the beam plays by the rules");
        }
    }
    let mut count: Option<Count> = None;
    while !replay.waiting().is_empty() && !stop.is_set() {
        let now = count.unwrap_or_else(|| Count::of(task.width, replay.board().rows()));
        let Some((put, after)) = naive::best(task, &replay, &now, &Weights::default()) else {
            break;
        };
        if replay.put(put).is_err() {
            break;
        }
        puts.push(put);
        count = Some(after);
    }
    (puts, replay.outcome())
}

/// A line for a few pieces from any board: one wide beam, no rounds. The board has at most 32 rows, or the line is empty.
pub fn beam_from(task: &Task, rows: &[u32], list: &[u8], stop: &Stop) -> Vec<Put> {
    match task.width {
        ..=8 => line_from::<8>(task, rows, list, stop),
        9..=12 => line_from::<12>(task, rows, list, stop),
        13..=16 => line_from::<16>(task, rows, list, stop),
        _ => line_from::<32>(task, rows, list, stop),
    }
}

fn line_from<const N: usize>(task: &Task, rows: &[u32], list: &[u8], stop: &Stop) -> Vec<Put> {
    const WIDE: usize = 30;
    let Some(board) = Low::<N>::of_rows(task.width, rows) else { return Vec::new() };
    let (waiting, mut seen) = Waiting::first(list, task.buffer);
    let mut sweep = Sweep::new(task, Node { board, waiting }, Profile::SMOOTH);
    for _ in 0..list.len() {
        if stop.is_set() || !sweep.advance(list.get(seen).copied(), WIDE) {
            break;
        }
        seen += 1;
    }
    if sweep.trace.is_empty() { Vec::new() } else { sweep.path(0) }
}

/// Placements after which the board is empty again, if a beam finds some among the first `most` pieces.
pub fn beam_to_empty(task: &Task, list: &[u8], most: usize, stop: &Stop) -> Option<Vec<Put>> {
    match task.width {
        ..=8 => to_empty::<8>(task, list, most, stop),
        9..=12 => to_empty::<12>(task, list, most, stop),
        13..=16 => to_empty::<16>(task, list, most, stop),
        _ => to_empty::<32>(task, list, most, stop),
    }
}

fn to_empty<const N: usize>(
    task: &Task,
    list: &[u8],
    most: usize,
    stop: &Stop,
) -> Option<Vec<Put>> {
    const WIDE: usize = 1000;
    let (waiting, mut seen) = Waiting::first(list, task.buffer);
    let empty = Low::<N>::new(task.width);
    let mut sweep = Sweep::new(task, Node { board: empty, waiting }, Profile::SMOOTH);
    for _ in 0..list.len().min(most) {
        if stop.is_set() || !sweep.advance(list.get(seen).copied(), WIDE) {
            return None;
        }
        seen += 1;
        if let Some(found) = sweep.nodes.iter().position(|node| node.board == empty) {
            return Some(sweep.path(found));
        }
    }
    None
}
