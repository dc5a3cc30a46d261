//! Piece sets and rotation systems as data.
//!
//! A set is read from text. One line says one thing, `#` starts a comment:
//!
//! ```text
//! set NAME                 what the set is called
//! turns none|next|both     which turns the keys can make: none, to the next state, or to both sides
//! spawn A ROW|top          the pivot starts in column (width + A) / 2, ROW rows below the top row, or so
//!                          that the piece touches the top
//! piece NAME               starts a piece; `piece NAME cw` or `piece NAME ccw` makes four states of one picture
//! .X.                      a picture of the piece's first state: `X` full, `.` empty,
//! X@X                      `@` the pivot on a full cell, `o` the pivot on an empty cell
//! offsets 0,0 1,0 1,-1     kicks: column and row (upwards) for each try
//!                          a blank line, then the picture of the next state
//! ```
//!
//! Without a mark the pivot is the picture's lower left corner. Turning from one state to another keeps the
//! pivot in its place, then tries kick 1, 2, ...: the offset of the old state minus that of the new
//! one. This is how the guideline's tables are made, and a state without offsets has zeros.
//!
//! The rules' option `set` takes the name of a file with such a text, if it ends in `.pieces`. The guide has
//! an example: `docs/sets/pentominoes.pieces`.

use crate::shape::{Placement, Shape};
use ludex_core::{Error, Result};
use std::str::FromStr;

/// The most states a piece may have.
pub const MOST_STATES: usize = 4;
/// The most pieces a set may have.
pub const MOST_PIECES: usize = 64;

/// One turn of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What it covers.
    pub shape: Shape,
    /// The pivot's column and row, counted from the lower left corner of the shape's box. It may
    /// lie outside the box.
    pub pivot: (i8, i8),
    /// The offsets that make the kicks; at least one.
    pub offsets: Vec<(i8, i8)>,
}

/// A piece with its turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name, unique in the set.
    pub name: String,
    /// Its states; a turn leads from each to the next and from the last to the first.
    pub states: Vec<State>,
}

/// Which turns the keys can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Turns {
    /// A piece falls as it comes.
    None,
    /// Only to the next state.
    Next,
    /// To the next state and to the one before.
    #[default]
    Both,
}

/// Where pieces appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spawn {
    /// The pivot's column is (width + this) / 2, rounded down, where the piece fits there.
    pub add: i32,
    /// The pivot's row, counted down from the top row; none: the piece touches the top.
    pub row: Option<u8>,
}

/// A set of pieces with its rotation system.
///
/// ```
/// use ludex_tetris::PieceSet;
/// let set: PieceSet = "set tiny\npiece corner cw\nX.\nXX\n".parse().unwrap();
/// assert_eq!(set.pieces[0].states.len(), 4);
/// assert_eq!(set.pieces[0].states[1].shape.to_string(), "XX\nX.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSet {
    /// What it is called.
    pub name: String,
    /// The pieces, in the order in which they are numbered.
    pub pieces: Vec<Piece>,
    /// Which turns the keys can make.
    pub turns: Turns,
    /// Where pieces appear.
    pub spawn: Spawn,
}

impl FromStr for PieceSet {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        super::text::parse(text)?.checked()
    }
}

impl PieceSet {
    /// The set if its pieces can be used together, else what is wrong.
    pub fn checked(self) -> Result<Self> {
        if self.pieces.is_empty() {
            return Err(Error::bad("piece set", &self.name, "it has no pieces; add one"));
        }
        if self.pieces.len() > MOST_PIECES {
            let reason = format!("it has {} pieces; {MOST_PIECES} is the most", self.pieces.len());
            return Err(Error::bad("piece set", &self.name, reason));
        }
        for (i, piece) in self.pieces.iter().enumerate() {
            if self.pieces[..i].iter().any(|p| p.name == piece.name) {
                let reason = "the set has two pieces of this name; rename one";
                return Err(Error::bad("piece", &piece.name, reason));
            }
            piece.check()?;
        }
        Ok(self)
    }

    /// Refuses a board on which some piece cannot lie in any of its turns.
    pub fn check_board(&self, width: usize, height: usize) -> Result<()> {
        for piece in &self.pieces {
            for state in &piece.states {
                let (w, h) = (state.shape.width(), state.shape.height());
                if w > width || h > height {
                    let reason = format!(
                        "it is {w} wide and {h} high in one of its turns, the board only \
                         {width}x{height}; take a larger board"
                    );
                    return Err(Error::bad("piece", &piece.name, reason));
                }
            }
        }
        Ok(())
    }

    /// The number of the piece of that name.
    pub fn index(&self, name: &str) -> Result<usize> {
        self.pieces.iter().position(|p| p.name == name).ok_or_else(|| {
            Error::unknown("piece", name, self.pieces.iter().map(|p| p.name.as_str()))
        })
    }

    /// Where a piece appears on a board of this size; none if it sticks out at the top or the floor.
    ///
    /// On a narrow board a piece that would stick out at a side is pushed back into the board.
    pub fn spawn(&self, piece: usize, width: usize, height: usize) -> Option<Placement> {
        let state = &self.pieces[piece].states[0];
        let column = (width as i32 + self.spawn.add).div_euclid(2);
        let most = width as i32 - state.shape.width() as i32;
        let x = (column - i32::from(state.pivot.0)).min(most).max(0);
        let y = match self.spawn.row {
            Some(down) => height as i32 - 1 - i32::from(down) - i32::from(state.pivot.1),
            None => height as i32 - state.shape.height() as i32,
        };
        let fits = most >= 0 && y >= 0 && y + state.shape.height() as i32 <= height as i32;
        fits.then_some(Placement { rotation: 0, x: x as u8, y: y as u8 })
    }

    /// The same set with the first try of every turn only.
    pub fn without_kicks(mut self) -> Self {
        self.name.push_str("-nokick");
        for state in self.pieces.iter_mut().flat_map(|p| &mut p.states) {
            state.offsets.truncate(1);
        }
        self
    }

    /// The same set without the states that look like an earlier one of the same piece.
    pub fn deduplicated(mut self) -> Self {
        for piece in &mut self.pieces {
            let states = std::mem::take(&mut piece.states);
            for state in states {
                if piece.states.iter().all(|s| s.shape != state.shape) {
                    piece.states.push(state);
                }
            }
        }
        self
    }
}

impl Piece {
    /// How the lower left corner moves when turning from one state to another, for each try.
    pub fn kicks(&self, from: usize, to: usize) -> impl Iterator<Item = (i8, i8)> {
        let (a, b) = (&self.states[from], &self.states[to]);
        let (dx, dy) = (a.pivot.0 - b.pivot.0, a.pivot.1 - b.pivot.1);
        a.offsets.iter().zip(&b.offsets).map(move |(p, q)| (p.0 - q.0 + dx, p.1 - q.1 + dy))
    }

    /// The first state that covers the same cells as this one.
    pub fn same_shape(&self, state: usize) -> usize {
        let shape = self.states[state].shape;
        self.states.iter().position(|s| s.shape == shape).unwrap_or(state)
    }

    fn check(&self) -> Result<()> {
        let bad = |reason: &str| Err(Error::bad("piece", &self.name, reason));
        if self.states.is_empty() {
            return bad("it has no picture; draw it below its name");
        }
        if self.states.len() > MOST_STATES {
            return bad("it has more than four states; four is the most");
        }
        let tries = self.states[0].offsets.len();
        if tries == 0 || self.states.iter().any(|s| s.offsets.len() != tries) {
            return bad("its states have different numbers of offsets; make them equal");
        }
        let cells = self.states[0].shape.cells();
        if self.states.iter().any(|s| s.shape.cells() != cells) {
            return bad("its states have different numbers of cells; draw the same piece turned");
        }
        Ok(())
    }
}
