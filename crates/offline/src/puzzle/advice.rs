//! What there is to say to somebody who plays: a hint, and how it stands. Of a puzzle everything is proved; of a list a beam says what can
//! be had at least.

use super::{Goal, Play, Puzzle, Step};
use crate::beam::beam_from;
use crate::bounds::{Bound, list_bound};
use crate::list::Put;
use crate::reasons::{self, Names};
use crate::verify::{Outcome, Replay};
use ludex_core::{Error, Result, Stop};

/// Pieces that a hint for a list looks ahead.
const AHEAD: usize = 12;

/// A move to make, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub put: Put,
    /// Why this one, and why another piece waits.
    pub words: String,
}

/// How it stands after some moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the goal can be reached from here; of a list, whether a way is known to place all pieces.
    pub solvable: bool,
    /// The first move, from 1, after which the goal was out of reach.
    pub mistake: Option<usize>,
    /// The same in words.
    pub words: String,
}

impl Play<'_> {
    /// A move with its reasons; none if nothing can be played or the goal is out of reach.
    pub fn advice(&mut self, puts: &[Put]) -> Result<Option<Advice>> {
        if self.scene(puts)?.moves.is_empty() {
            return Ok(None);
        }
        let Puzzle { task, list, goal, .. } = self.puzzle;
        let (decision, words);
        if *goal == Goal::Most {
            decision = reasons::decide(task, list, puts, AHEAD, &Stop::default())?;
            words = reasons::words(task, list, puts, &decision, Names::Words)?;
        } else {
            if !self.is_solvable(puts)? {
                return Ok(None);
            }
            decision = self.decide(puts)?;
            words = self.words(puts, &decision)?;
        }
        Ok(Some(Advice { put: decision.best().action, words }))
    }

    /// How it stands, and after which move it could no longer be done.
    pub fn verdict(&mut self, puts: &[Put]) -> Result<Verdict> {
        if self.puzzle.goal == Goal::Most {
            return self.outlook(puts);
        }
        let mistake = self.first_mistake(puts)?.map(|at| at + 1);
        let words = match mistake {
            _ if self.is_solved(puts)? => "Solved.".to_owned(),
            None => "It can still be done.".to_owned(),
            Some(at) => {
                let before = &puts[..at - 1];
                let decision = self.decide(before)?;
                let better = self.words(before, &decision)?;
                format!("After your move {at} it could no longer be done. Better: {better}")
            }
        };
        Ok(Verdict { solvable: mistake.is_none(), mistake, words })
    }

    /// How a list may end: what a beam finds from here, and what no end can exceed.
    fn outlook(&self, puts: &[Put]) -> Result<Verdict> {
        let (line, end) = self.line(puts)?;
        let Puzzle { task, list, .. } = self.puzzle;
        let solvable = end.placed == list.len();
        let ends = format!("{} cleared, {} left", rows(end.rows), rows(end.height));
        let mut words = match (line.is_empty(), solvable) {
            (true, true) => format!("All {} pieces are placed: {ends}.", list.len()),
            (true, false) => format!("No waiting piece has a place: {ends}."),
            (false, true) => format!("The best line found from here ends with {ends}."),
            (false, false) => {
                let left = list.len() - end.placed;
                format!(
                    "The best line found from here ends with {ends} and {left} pieces without a place."
                )
            }
        };
        if let Some(bound) = list_bound(&task.kit, task.width, list, task.ceiling()) {
            words = format!("{words} {}", compared(&end, bound));
        }
        Ok(Verdict { solvable, mistake: None, words })
    }

    /// A list placed to its end by a beam, and what that leads to.
    fn line(&self, puts: &[Put]) -> Result<(Vec<Put>, Outcome)> {
        let Puzzle { task, list, .. } = self.puzzle;
        let mut replay = Replay::new(task, list);
        for &put in puts {
            replay.put(put)?;
        }
        let rest = [replay.waiting(), replay.coming()].concat();
        let line = beam_from(task, replay.board().rows(), &rest, &Stop::default());
        for &put in &line {
            replay.put(put)?;
        }
        Ok((line, replay.outcome()))
    }

    /// The steps of a list as a beam would place it.
    pub(super) fn line_steps(&self, puts: &[Put]) -> Result<Vec<Step>> {
        let mut path = puts.to_vec();
        let mut steps = Vec::new();
        for put in self.line(puts)?.0 {
            let scene = self.scene(&path)?;
            let Some(own) = scene.moves.iter().find(|other| other.put == put) else {
                return Err(Error::State("a line that cannot be played".into()));
            };
            steps.push(Step {
                put: put.to_string(),
                rows: own.clears,
                moves: scene.moves.len(),
                good: None,
                cells: own.cells.clone(),
                board: scene.board,
            });
            path.push(put);
        }
        Ok(steps)
    }
}

/// How an end compares with what no end can exceed.
fn compared(end: &Outcome, bound: Bound) -> String {
    let (most, least) = (rows(bound.rows), bound.height);
    match (end.rows == bound.rows, end.height == least) {
        (true, true) => "Nobody can end better.".into(),
        (true, false) => format!("Nobody can clear more; at best {} would be left.", rows(least)),
        (false, _) => format!("More than {most} nobody can clear."),
    }
}

fn rows(count: usize) -> String {
    if count == 1 { "1 row".into() } else { format!("{count} rows") }
}
