//! A puzzle being played: what can still be reached, the next hint, the proof.

use super::scene::Spot;
use super::{Goal, Puzzle, Rating};
use crate::list::Put;
use crate::tall::Tall;
use crate::waiting::Waiting;
use ludex_core::{Error, Result};
use serde::Serialize;
use std::collections::HashMap;

/// A puzzle with what a search has found out about it. Clone the position, not this.
#[derive(Clone, Debug)]
pub struct Play<'a> {
    pub(super) puzzle: &'a Puzzle,
    /// Whether the goal can be reached from a board with what waits.
    pub(super) known: HashMap<(Vec<u32>, u64), bool>,
    /// Boards that may be looked at.
    most: usize,
}

/// Boards that are looked at for one puzzle; those that `make` makes need far fewer.
const MOST_KNOWN: usize = 300_000;

/// A place in a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) board: Tall,
    pub(super) waiting: Waiting,
    pub(super) seen: usize,
    pub(super) cleared: usize,
    placed: usize,
}

/// One step of the proof: the move of the answer, and what the others are worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The move, as `piece rotation column`.
    pub put: String,
    /// Rows it clears.
    pub rows: usize,
    /// Moves that were possible.
    pub moves: usize,
    /// Those after which the goal can still be reached; none where nothing is proved.
    pub good: Option<usize>,
    /// The cells that the piece covers before rows are cleared: column from the left, row from the floor.
    pub cells: Vec<Spot>,
    /// The board before the move, the highest row first.
    pub board: Vec<String>,
}

impl<'a> Play<'a> {
    /// Opens a puzzle.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Self::limited(puzzle, MOST_KNOWN)
    }

    /// The same where it must not take long: what needs more boards is an error.
    pub(super) fn limited(puzzle: &'a Puzzle, most: usize) -> Self {
        Self { puzzle, known: HashMap::new(), most }
    }

    /// Whether the goal can still be reached after some moves.
    pub fn is_solvable(&mut self, puts: &[Put]) -> Result<bool> {
        let place = self.after(puts)?;
        self.solvable(&place)
    }

    /// Whether the goal is reached after some moves.
    pub fn is_solved(&self, puts: &[Put]) -> Result<bool> {
        Ok(self.reached(&self.after(puts)?))
    }

    /// A move that keeps the goal in reach; none if it is out of reach or already reached.
    pub fn hint(&mut self, puts: &[Put]) -> Result<Option<Put>> {
        let place = self.after(puts)?;
        if self.reached(&place) {
            return Ok(None);
        }
        Ok(self.good_move(&place)?.map(|(put, _)| put))
    }

    /// The first move that keeps the goal in reach, and where it leads.
    pub(super) fn good_move(&mut self, place: &Place) -> Result<Option<(Put, Place)>> {
        for (put, next) in self.moves(place) {
            if self.solvable(&next)? {
                return Ok(Some((put, next)));
            }
        }
        Ok(None)
    }

    /// The place in the list of the first move after which the goal was out of reach, if there is one.
    pub fn first_mistake(&mut self, puts: &[Put]) -> Result<Option<usize>> {
        for count in 1..=puts.len() {
            if !self.is_solvable(&puts[..count])? {
                return Ok(Some(count - 1));
            }
        }
        Ok(None)
    }

    /// The answer with, at each step, how many other moves would do; of a list, a line that a beam finds.
    pub fn proof(&mut self, puts: &[Put]) -> Result<Vec<Step>> {
        if self.puzzle.goal == Goal::Most {
            return self.line_steps(puts);
        }
        let mut path = puts.to_vec();
        let mut steps = Vec::new();
        while let Some(put) = self.hint(&path)? {
            let place = self.after(&path)?;
            let moves = self.moves(&place);
            let count = moves.len();
            let mut rows = 0;
            let mut good = 0;
            for (other, next) in moves {
                good += usize::from(self.solvable(&next)?);
                if other == put {
                    rows = next.cleared - place.cleared;
                }
            }
            let (cells, board) = (self.cells(&place, put), self.scene(&path)?.board);
            let (put_text, good) = (put.to_string(), Some(good));
            steps.push(Step { put: put_text, rows, moves: count, good, cells, board });
            path.push(put);
        }
        Ok(steps)
    }

    /// How hard the puzzle is: how many of the moves along the answer are traps, and how long it is.
    /// None for a list, of which nothing is proved.
    pub fn rating(&mut self) -> Result<Option<Rating>> {
        let steps = self.proof(&[])?;
        let counts: Option<Vec<(usize, usize)>> =
            steps.iter().map(|step| Some((step.good?, step.moves))).collect();
        Ok(counts.map(|counts| rate(&counts)))
    }

    fn start(&self) -> Place {
        let Puzzle { task, rows, list, .. } = self.puzzle;
        let (waiting, seen) = Waiting::first(list, task.buffer);
        Place { board: Tall::of_rows(task.width, rows), waiting, seen, cleared: 0, placed: 0 }
    }

    pub(super) fn after(&self, puts: &[Put]) -> Result<Place> {
        let mut place = self.start();
        for (i, put) in puts.iter().enumerate() {
            let next = self.moves(&place).into_iter().find(|(other, _)| self.same(*other, *put));
            let Some((_, next)) = next else {
                let reason =
                    format!("move {}: that piece does not wait or does not fit there", i + 1);
                return Err(Error::illegal(put.to_string(), reason));
            };
            place = next;
        }
        Ok(place)
    }

    /// Whether two moves cover the same cells.
    fn same(&self, a: Put, b: Put) -> bool {
        let kit = &self.puzzle.task.kit;
        let form = |put: Put| kit.form(put.piece, put.rotation);
        a.piece == b.piece && a.column == b.column && form(a) == form(b)
    }

    pub(super) fn reached(&self, place: &Place) -> bool {
        match self.puzzle.goal {
            Goal::Rows(rows) => place.cleared >= usize::from(rows),
            Goal::Empty => place.placed > 0 && place.board.height() == 0,
            Goal::Most => place.waiting.pieces().is_empty(),
        }
    }

    /// Every move and where it leads.
    pub(super) fn moves(&self, place: &Place) -> Vec<(Put, Place)> {
        let task = &self.puzzle.task;
        let mut moves = Vec::new();
        for at in place.waiting.distinct() {
            let piece = place.waiting.pieces()[at];
            for (rotation, form) in task.kit.distinct(piece) {
                for column in 0..=task.width - form.width() {
                    let y = place.board.landing(form, column).unwrap_or(usize::MAX);
                    if y.saturating_add(form.height()) > task.ceiling() {
                        continue;
                    }
                    let mut next = place.clone();
                    next.cleared += next.board.drop(form, column);
                    next.waiting.take(at, self.puzzle.list.get(place.seen).copied());
                    next.seen = (place.seen + 1).min(self.puzzle.list.len());
                    next.placed += 1;
                    moves.push((Put { piece, rotation, column: column as u8 }, next));
                }
            }
        }
        moves
    }

    pub(super) fn solvable(&mut self, place: &Place) -> Result<bool> {
        if self.puzzle.goal == Goal::Most {
            return Err(Error::State("of a list nothing is proved; ask for a hint instead".into()));
        }
        if self.reached(place) {
            return Ok(true);
        }
        if !self.cells_suffice(place) {
            return Ok(false);
        }
        let key = (place.board.rows().to_vec(), place.waiting.key());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        if self.known.len() >= self.most {
            let text = format!(
                "this puzzle is too large to be proved: {} boards did not suffice; take a smaller one",
                self.most
            );
            return Err(Error::State(text));
        }
        let solvable = self.good_move(place)?.is_some();
        self.known.insert(key, solvable);
        Ok(solvable)
    }

    /// Whether the cells that are left to come are enough for the goal.
    fn cells_suffice(&self, place: &Place) -> bool {
        let Puzzle { task, list, goal, .. } = self.puzzle;
        let coming = place.waiting.pieces().iter().chain(&list[place.seen..]);
        let cells: u64 = coming.map(|&piece| u64::from(task.kit.cells(piece))).sum();
        let total = place.board.blocks() + cells;
        match goal {
            Goal::Rows(rows) => {
                total >= (usize::from(*rows) - place.cleared) as u64 * task.width as u64
            }
            Goal::Most => true,
            Goal::Empty => {
                let missing = (place.board.height() * task.width) as u64 - place.board.blocks();
                cells >= missing
            }
        }
    }
}

/// The rating of an answer from the good moves and all moves at each step.
fn rate(steps: &[(usize, usize)]) -> Rating {
    let (good, moves) = steps.iter().fold((0, 0), |(g, m), (good, all)| (g + good, m + all));
    let traps = if moves == 0 { 0.0 } else { 1.0 - good as f64 / moves as f64 };
    // Each step multiplies the chance of a guess by the share of good moves: the level is that chance in bits.
    let bits = |(good, all): &(usize, usize)| (*all as f64 / *good.max(&1) as f64).log2();
    let level = (steps.iter().map(bits).sum::<f64>() / 4.0).round().clamp(1.0, 10.0) as u8;
    Rating { level, traps, first_moves: steps.first().map_or(0, |(good, _)| *good) }
}
