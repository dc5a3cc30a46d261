//! A board drawn with characters and inks, for any door that has a screen.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a cell is, so that each door can colour it in its own way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ink {
    /// Nothing there.
    #[default]
    Empty,
    /// Belongs to the first seat.
    First,
    /// Belongs to the second seat.
    Second,
    /// Something to reach: food, a target.
    Goal,
    /// One of a palette of piece colours.
    Piece(u8),
    /// A cell of a piece of which nobody remembers which it was.
    Lying,
    /// A piece that is not there yet.
    Ghost,
    /// The cell that just changed.
    Fresh,
}

/// One cell of a [`Picture`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Cell {
    /// What to print, one or two characters wide.
    pub text: String,
    /// What it is.
    pub ink: Ink,
}

/// A board as a grid of cells with labels, and notes beside it.
///
/// ```
/// use ludex_core::{Ink, Picture};
/// let mut picture = Picture::new(2, 1).columns(["a", "b"]).rows(["1"]);
/// picture.set(1, 0, "X", Ink::First);
/// assert_eq!(picture.to_string(), "   a b\n 1 . X\n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Picture {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Cells row by row, from the top.
    pub cells: Vec<Cell>,
    /// A label for each column, or none.
    pub column_labels: Vec<String>,
    /// A label for each row, or none.
    pub row_labels: Vec<String>,
    /// What stands beside the board: score, next pieces.
    pub notes: Vec<(String, String)>,
    /// Lines over the board, from column and row to column and row: the row that has won.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "schema",
        ts(optional, as = "Option<Vec<[usize; 4]>>"),
        schema(required = false)
    )]
    pub strokes: Vec<[usize; 4]>,
    /// Column and row that must stay in sight where the whole board does not fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus: Option<(usize, usize)>,
}

impl Picture {
    /// An empty board.
    pub fn new(width: usize, height: usize) -> Self {
        let empty = Cell { text: ".".into(), ink: Ink::Empty };
        Self {
            width,
            height,
            cells: vec![empty; width * height],
            column_labels: Vec::new(),
            row_labels: Vec::new(),
            notes: Vec::new(),
            strokes: Vec::new(),
            focus: None,
        }
    }

    /// The same with labels under its columns.
    pub fn columns<S: ToString>(mut self, labels: impl IntoIterator<Item = S>) -> Self {
        self.column_labels = labels.into_iter().map(|l| l.to_string()).collect();
        self
    }

    /// The same with labels beside its rows, the topmost first.
    pub fn rows<S: ToString>(mut self, labels: impl IntoIterator<Item = S>) -> Self {
        self.row_labels = labels.into_iter().map(|l| l.to_string()).collect();
        self
    }

    /// Writes a cell; column and row count from the top left, from 0.
    pub fn set(&mut self, column: usize, row: usize, text: impl Into<String>, ink: Ink) {
        self.cells[row * self.width + column] = Cell { text: text.into(), ink };
    }

    /// Reads a cell.
    pub fn at(&self, column: usize, row: usize) -> &Cell {
        &self.cells[row * self.width + column]
    }

    /// Draws a line over the board, from one cell to another.
    pub fn stroke(&mut self, (column, row): (usize, usize), (to_column, to_row): (usize, usize)) {
        self.strokes.push([column, row, to_column, to_row]);
    }

    /// Adds a note beside the board.
    pub fn note(&mut self, name: impl Into<String>, value: impl ToString) {
        self.notes.push((name.into(), value.to_string()));
    }
}

/// The inks of cells that lie, where the position itself does not remember them.
///
/// ```
/// use ludex_core::{Ink, Picture, Tints};
/// let mut tints = Tints::new(1, 2);
/// tints.set(0, 1, Ink::Piece(4));
/// let mut picture = Picture::new(1, 2);
/// picture.set(0, 1, "#", Ink::Lying);
/// tints.apply(&mut picture);
/// assert_eq!(picture.at(0, 1).ink, Ink::Piece(4));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tints {
    width: usize,
    /// Row by row from the top.
    inks: Vec<Option<Ink>>,
}

impl Tints {
    /// Nothing is remembered of a board of this size.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, inks: vec![None; width * height] }
    }

    /// Remembers a cell; column and row count from the top left, from 0.
    pub fn set(&mut self, column: usize, row: usize, ink: Ink) {
        if let Some(tint) = self.inks.get_mut(row * self.width + column) {
            *tint = Some(ink);
        }
    }

    /// Takes a row out: what is above comes down.
    pub fn remove_row(&mut self, row: usize) {
        let end = ((row + 1) * self.width).min(self.inks.len());
        let above = end.saturating_sub(self.width);
        self.inks.copy_within(..above, self.width);
        self.inks[..self.width.min(end)].fill(None);
    }

    /// Gives the cells that lie their inks.
    pub fn apply(&self, picture: &mut Picture) {
        for (cell, tint) in picture.cells.iter_mut().zip(&self.inks) {
            if let (Ink::Lying, Some(ink)) = (cell.ink, *tint) {
                cell.ink = ink;
            }
        }
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = |texts: &mut dyn Iterator<Item = &String>| {
            texts.map(|t| t.chars().count()).max().unwrap_or(0)
        };
        let margin = wide(&mut self.row_labels.iter()).max(2);
        let cell = wide(&mut self.cells.iter().map(|c| &c.text).chain(&self.column_labels));
        if !self.column_labels.is_empty() {
            write!(f, "{:margin$}", "")?;
            for label in &self.column_labels {
                write!(f, " {label:>cell$}")?;
            }
            writeln!(f)?;
        }
        for row in 0..self.height {
            let label = self.row_labels.get(row).map_or("", String::as_str);
            write!(f, "{label:>margin$}")?;
            for column in 0..self.width {
                write!(f, " {:>cell$}", self.at(column, row).text)?;
            }
            writeln!(f)?;
        }
        for (name, value) in &self.notes {
            writeln!(f, "{name}: {value}")?;
        }
        Ok(())
    }
}
