//! A puzzle after some moves, as a door shows it.

use super::play::Place;
use super::{Goal, Play};
use crate::kit::Form;
use crate::list::Put;
use ludex_core::Result;

/// A cell: column from the left, row from the floor.
pub type Spot = (u8, u8);

/// A move that is possible now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The move.
    pub put: Put,
    /// The cells that the piece covers before rows are cleared.
    pub cells: Vec<Spot>,
    /// Rows that it clears.
    pub clears: usize,
}

/// A puzzle after some moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The rows of the board, the highest first: `.` empty, `#` there from the start, else the piece.
    pub board: Vec<String>,
    /// The pieces of which any may go next.
    pub waiting: Vec<u8>,
    /// Those that come after them, in order.
    pub coming: Vec<u8>,
    /// Rows cleared so far.
    pub cleared: usize,
    /// Whether the goal is reached.
    pub solved: bool,
    /// Every move that is possible now; none once the goal is reached.
    pub moves: Vec<Move>,
}

impl Play<'_> {
    /// What is to be seen after some moves.
    pub fn scene(&self, puts: &[Put]) -> Result<Scene> {
        let place = self.after(puts)?;
        let task = &self.puzzle.task;
        let mut tints = Tints::new(task.width, &self.puzzle.rows);
        for &put in puts {
            if let Some(form) = task.kit.form(put.piece, put.rotation) {
                tints.drop(form, put);
            }
        }
        let solved = self.reached(&place);
        let moves = if solved { Vec::new() } else { self.options(&place) };
        Ok(Scene {
            board: tints.picture(task.ceiling()),
            waiting: place.waiting.pieces().to_vec(),
            coming: self.puzzle.list[place.seen..].to_vec(),
            cleared: place.cleared,
            solved,
            moves,
        })
    }

    fn options(&self, place: &Place) -> Vec<Move> {
        let shown = |(put, next): (Put, Place)| Move {
            put,
            cells: self.cells(place, put),
            clears: next.cleared - place.cleared,
        };
        self.moves(place).into_iter().map(shown).collect()
    }

    /// The cells that a move covers.
    pub(super) fn cells(&self, place: &Place, put: Put) -> Vec<Spot> {
        let Some(form) = self.puzzle.task.kit.form(put.piece, put.rotation) else {
            return Vec::new();
        };
        let y = place.board.landing(form, put.column.into()).unwrap_or(0) as u8;
        form.spots().into_iter().map(|(dx, dy)| (put.column + dx, y + dy)).collect()
    }

    /// What is to be done, and how much of it: rows cleared and rows wanted, if rows are counted.
    pub fn wanted(&self) -> Option<usize> {
        match self.puzzle.goal {
            Goal::Rows(rows) => Some(rows.into()),
            Goal::Empty | Goal::Most => None,
        }
    }
}

/// A board that remembers which piece lies where.
struct Tints {
    width: usize,
    rows: Vec<Vec<char>>,
}

impl Tints {
    fn new(width: usize, rows: &[u32]) -> Self {
        let cell = |row: &u32, x: usize| if row >> x & 1 == 1 { '#' } else { '.' };
        let row = |row: &u32| (0..width).map(|x| cell(row, x)).collect();
        Self { width, rows: rows.iter().map(row).collect() }
    }

    fn is_free(&self, x: usize, y: usize) -> bool {
        self.rows.get(y).is_none_or(|row| row[x] == '.')
    }

    fn drop(&mut self, form: &Form, put: Put) {
        let spots = form.spots();
        let column = usize::from(put.column);
        let at = |(dx, dy): Spot, y: usize| (column + usize::from(dx), y + usize::from(dy));
        let fits =
            |y: usize| spots.iter().map(|&spot| at(spot, y)).all(|(x, y)| self.is_free(x, y));
        let mut y = self.rows.len();
        while y > 0 && fits(y - 1) {
            y -= 1;
        }
        while self.rows.len() < y + form.height() {
            self.rows.push(vec!['.'; self.width]);
        }
        for (x, y) in spots.iter().map(|&spot| at(spot, y)) {
            self.rows[y][x] = crate::symbol(put.piece);
        }
        self.rows.retain(|row| row.contains(&'.'));
    }

    fn picture(&self, height: usize) -> Vec<String> {
        let row = |y: usize| match self.rows.get(y) {
            Some(row) => row.iter().collect(),
            None => ".".repeat(self.width),
        };
        (0..height.max(self.rows.len())).rev().map(row).collect()
    }
}
