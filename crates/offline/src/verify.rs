//! Replays placements and says what became of them, or what is wrong with them.

use crate::list::{Put, symbol};
use crate::tall::Tall;
use crate::task::Task;
use crate::waiting::Waiting;
use ludex_core::{Error, Result};
use serde::Serialize;

/// What placements lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Outcome {
    /// Pieces that were placed.
    pub placed: usize,
    /// Rows that were cleared.
    pub rows: usize,
    /// Rows with a block in them at the end.
    pub height: usize,
    /// Empty cells in those rows.
    pub holes: u64,
}

/// A list being placed, step by step.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    task: &'a Task,
    list: &'a [u8],
    waiting: Waiting,
    seen: usize,
    board: Tall,
    placed: usize,
    rows: usize,
}

impl<'a> Replay<'a> {
    /// The start: an empty board, nothing placed.
    pub fn new(task: &'a Task, list: &'a [u8]) -> Self {
        let (waiting, seen) = Waiting::first(list, task.buffer);
        Self { task, list, waiting, seen, board: Tall::new(task.width), placed: 0, rows: 0 }
    }

    /// The pieces that may go next.
    pub fn waiting(&self) -> &[u8] {
        self.waiting.pieces()
    }

    /// The pieces of the list that do not even wait yet.
    pub fn coming(&self) -> &'a [u8] {
        &self.list[self.seen..]
    }

    /// The pile.
    pub fn board(&self) -> &Tall {
        &self.board
    }

    /// The figures so far.
    pub fn outcome(&self) -> Outcome {
        let pile = self.board.pile();
        let (placed, rows) = (self.placed, self.rows);
        Outcome { placed, rows, height: pile.height, holes: pile.holes }
    }

    /// Places a piece; an illegal placement changes nothing. Returns the rows it cleared.
    pub fn put(&mut self, put: Put) -> Result<usize> {
        let place = self.check(put)?;
        let task = self.task;
        let Some(form) = task.kit.form(put.piece, put.rotation) else { return Ok(0) };
        let rows = self.board.drop(form, put.column.into());
        self.waiting.take(place, self.list.get(self.seen).copied());
        self.seen = (self.seen + 1).min(self.list.len());
        self.placed += 1;
        self.rows += rows;
        Ok(rows)
    }

    /// Where a piece waits that may be placed so.
    fn check(&self, put: Put) -> Result<usize> {
        let text = put.to_string();
        let place = self.waiting().iter().position(|&piece| piece == put.piece);
        let Some(place) = place else { return Err(Error::illegal(text, self.who_waits())) };
        let Some(form) = self.task.kit.form(put.piece, put.rotation) else {
            return Err(Error::illegal(text, "rotations are 0 to 3"));
        };
        let Some(y) = self.board.landing(form, put.column.into()) else {
            let last = self.task.width - form.width();
            let reason = format!("it sticks out on the right; columns are 0 to {last} for it");
            return Err(Error::illegal(text, reason));
        };
        let top = y + form.height();
        if top > self.task.ceiling() {
            let reason = format!("it reaches row {top} and the board has {}", self.task.ceiling());
            return Err(Error::illegal(text, reason));
        }
        Ok(place)
    }

    fn who_waits(&self) -> String {
        if self.waiting().is_empty() {
            return "all pieces of the list are placed".into();
        }
        let names: Vec<String> = self.waiting().iter().map(|&p| symbol(p).to_string()).collect();
        format!("that piece does not wait; waiting: {}", names.join(" "))
    }
}

/// Replays placements with the numbers of their lines; the error names the first line that is illegal.
pub fn verify(task: &Task, list: &[u8], puts: &[(usize, Put)]) -> Result<Outcome> {
    let mut replay = Replay::new(task, list);
    for &(line, put) in puts {
        replay.put(put).map_err(|error| Error::State(format!("line {line}: {error}")))?;
    }
    Ok(replay.outcome())
}
