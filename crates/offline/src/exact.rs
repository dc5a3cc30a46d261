//! The provably best end: depth-first search that never looks at the same board with the same pieces waiting twice, and leaves out
//! what the bounds show to be no better than what is known.
//!
//! The rows cleared so far follow from the cells on the board, so a board and what waits say all there is to know about the
//! past.

use crate::beam::{Effort, beam, is_better, reaches};
use crate::bounds::{Bound, Tilt, bound, list_bound};
use crate::ceiling::most_placed;
use crate::list::Put;
use crate::tall::Tall;
use crate::task::Task;
use crate::verify::{Outcome, Replay};
use crate::waiting::Waiting;
use ludex_core::Stop;
use std::collections::HashSet;

/// An answer, and whether it is certain that none is better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The placements.
    pub puts: Vec<Put>,
    /// Whether no other placements place more pieces or, where all are placed, clear more rows or, with as many, end lower.
    pub proved: bool,
    /// Boards that were looked at.
    pub nodes: u64,
}

/// Looks for the best end of a list, at most `nodes` boards long.
pub fn exact(task: &Task, list: &[u8], nodes: u64, stop: &Stop) -> Exact {
    let most = most_placed(&task.kit, task.width, task.ceiling(), list);
    let most = most.filter(|&most| most < list.len());
    // A list that is too long is hopeless for a search, but may be as long as the bound allows.
    let effort = if most.is_some() { Effort::default() } else { Effort { tries: 1_000_000 } };
    let puts = beam(task, list, effort, stop);
    let outcome = outcome(task, list, &puts);
    let goal = list_bound(&task.kit, task.width, list, task.ceiling());
    if reaches(&outcome, goal, list.len()) || most == Some(outcome.placed) {
        return Exact { puts, proved: true, nodes: 0 };
    }
    let mut search = Search {
        task,
        list,
        goal,
        best: outcome,
        puts,
        path: Vec::new(),
        seen: HashSet::new(),
        most: nodes,
        stop,
        cut: false,
        done: false,
    };
    let (waiting, seen) = Waiting::first(list, task.buffer);
    search.from(&Tall::new(task.width), waiting, seen, 0);
    Exact { puts: search.puts, proved: !search.cut, nodes: search.seen.len() as u64 }
}

fn outcome(task: &Task, list: &[u8], puts: &[Put]) -> Outcome {
    let mut replay = Replay::new(task, list);
    for &put in puts {
        if replay.put(put).is_err() {
            break;
        }
    }
    replay.outcome()
}

struct Search<'a> {
    task: &'a Task,
    list: &'a [u8],
    goal: Option<Bound>,
    best: Outcome,
    puts: Vec<Put>,
    path: Vec<Put>,
    seen: HashSet<(Vec<u32>, u64)>,
    most: u64,
    stop: &'a Stop,
    /// The search had to end before it had seen everything.
    cut: bool,
    /// Nothing better is possible.
    done: bool,
}

impl Search<'_> {
    fn from(&mut self, board: &Tall, waiting: Waiting, seen: usize, rows: usize) {
        self.note(board, rows);
        if self.done || self.is_spent() || !self.may_be_better(board, &waiting, seen, rows) {
            return;
        }
        if !self.seen.insert((board.rows().to_vec(), waiting.key())) {
            return;
        }
        let task = self.task;
        for place in waiting.distinct() {
            let piece = waiting.pieces()[place];
            let mut rest = waiting;
            rest.take(place, self.list.get(seen).copied());
            for (rotation, form) in task.kit.distinct(piece) {
                for column in 0..=task.width - form.width() {
                    let fits = board
                        .landing(form, column)
                        .is_some_and(|y| y + form.height() <= task.ceiling());
                    if !fits {
                        continue;
                    }
                    let mut next = board.clone();
                    let cleared = next.drop(form, column);
                    self.path.push(Put { piece, rotation, column: column as u8 });
                    self.from(&next, rest, seen + 1, rows + cleared);
                    self.path.pop();
                }
            }
        }
    }

    /// Keeps what stands here if it is the best so far.
    fn note(&mut self, board: &Tall, rows: usize) {
        let pile = board.pile();
        let placed = self.path.len();
        let here = Outcome { placed, rows, height: pile.height, holes: pile.holes };
        if is_better(&here, &self.best) {
            self.best = here;
            self.puts.clone_from(&self.path);
            self.done = reaches(&here, self.goal, self.list.len());
        }
    }

    fn is_spent(&mut self) -> bool {
        let count = self.seen.len() as u64;
        self.cut |= count >= self.most || (count.is_multiple_of(1024) && self.stop.is_set());
        self.cut
    }

    /// Whether the bounds leave room for something better than the best.
    fn may_be_better(&self, board: &Tall, waiting: &Waiting, seen: usize, rows: usize) -> bool {
        if self.best.placed < self.list.len() {
            return true;
        }
        let task = self.task;
        let left = waiting.pieces().iter().chain(&self.list[seen.min(self.list.len())..]);
        let (mut cells, mut tilt) = (0, Tilt::NONE);
        for &piece in left {
            cells += i64::from(task.kit.cells(piece));
            tilt = tilt.and(Tilt::of(&task.kit, piece));
        }
        let evens = 0x5555_5555 & board.full();
        let even = board.rows().iter().map(|row| i64::from((row & evens).count_ones())).sum();
        let odd = board.blocks() as i64 - even;
        let Some(end) = bound(task.width, even, odd, cells, tilt, task.ceiling()) else {
            return false;
        };
        // Holes follow from rows and height, so they decide nothing.
        let value = (rows + end.rows, std::cmp::Reverse(end.height));
        value > (self.best.rows, std::cmp::Reverse(self.best.height))
    }
}
