//! A round through all cells, and shortcuts that do not pass the tail.

use super::{Guide, Look};
use crate::agents::walk::Past;
use crate::board::{Cell, Grid};
use ludex_core::Size;

/// A closed way through every cell of a board.
pub(super) struct Round {
    size: Size,
    /// The cells in the order of the round.
    cells: Vec<Cell>,
    /// The place of each cell in the round.
    places: Vec<usize>,
}

impl Round {
    /// A round of the board, if it has one: one of its sides must be even.
    pub(super) fn new(grid: Grid) -> Option<Self> {
        let Size { width, height } = grid.size;
        let cells: Vec<Cell> = if height.is_multiple_of(2) {
            comb(height, width).map(|(along, across)| grid.cell(across, along)).collect()
        } else if width.is_multiple_of(2) {
            comb(width, height).map(|(along, across)| grid.cell(along, across)).collect()
        } else {
            return None;
        };
        let mut places = vec![0; cells.len()];
        for (place, &cell) in cells.iter().enumerate() {
            places[usize::from(cell)] = place;
        }
        Some(Self { size: grid.size, cells, places })
    }

    pub(super) fn fits(&self, grid: Grid) -> bool {
        self.size == grid.size
    }
}

/// A round of `even` lines: to and fro over all but the first cell of each, then back along those.
fn comb(even: usize, length: usize) -> impl Iterator<Item = (usize, usize)> {
    let line = move |along: usize| {
        (1..length).map(move |i| (along, if along.is_multiple_of(2) { i } else { length - i }))
    };
    (0..even).flat_map(line).chain((0..even).rev().map(|along| (along, 0)))
}

/// A round in the sense in which the snake lies along it.
pub(super) struct Lap<'a> {
    round: &'a Round,
    reversed: bool,
    shortcuts: bool,
}

impl<'a> Lap<'a> {
    /// The sense in which the snake obeys the round, if there is one.
    pub(super) fn obeyed(round: &'a Round, past: &Past, shortcuts: bool) -> Option<Self> {
        let both = [false, true].map(|reversed| Self { round, reversed, shortcuts });
        both.into_iter().find(|lap| lap.lies_along(past))
    }

    /// Whether the body from tail to head goes round less than once.
    fn lies_along(&self, past: &Past) -> bool {
        let ahead = |ago| Some(self.ahead(past.at(ago)?, past.at(ago - 1)?));
        let total: usize = (1..past.length()).filter_map(ahead).sum();
        total < self.round.cells.len()
    }

    /// How far one must go along the round from one cell to another.
    fn ahead(&self, from: Cell, to: Cell) -> usize {
        let place = |cell: Cell| self.round.places[usize::from(cell)];
        let (a, b) =
            if self.reversed { (place(to), place(from)) } else { (place(from), place(to)) };
        (b + self.round.cells.len() - a) % self.round.cells.len()
    }

    fn next(&self, cell: Cell) -> Cell {
        let (place, cells) = (self.round.places[usize::from(cell)], &self.round.cells);
        let step = if self.reversed { cells.len() - 1 } else { 1 };
        cells[(place + step) % cells.len()]
    }
}

impl Guide for Lap<'_> {
    fn allows(&self, look: &Look, from: Cell, to: Cell) -> bool {
        let ahead = self.ahead(from, to);
        if ahead == 1 {
            return !look.taken(to);
        }
        self.shortcuts && ahead < self.ahead(from, look.tail()) && !look.taken(to)
    }

    fn roams_below(&self, cells: usize) -> usize {
        cells / 2
    }

    fn patrol(&self, look: &Look) -> Option<Cell> {
        Some(self.next(look.at)).filter(|&next| !look.taken(next))
    }
}
