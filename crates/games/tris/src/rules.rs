//! Tris (tic-tac-toe) on any small board: three in a row on 3x3, or k in a row on m x n.

use ludex_core::{Error, Game, Result, Rng, Seat, Size, Turn, mix};
use rand::RngExt;
use std::sync::Arc;

/// The rules: a board and how many in a row win.
#[derive(Clone, Debug)]
pub struct Tris {
    pub(super) size: Size,
    pub(super) row: usize,
    /// Every cell.
    pub(super) board: u64,
    /// Every winning row.
    pub(super) rows: Arc<[u64]>,
}

/// A cell. Rows are laid end to end from the bottom, with a gap of one bit after each.
///
/// The gap keeps a row from running over the edge of the board when bits are shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(super) u8);

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The cells of each seat.
    pub(super) stones: [u64; 2],
    pub(super) state: State,
}

/// How a position stands; found out when the last stone is placed, not when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The seat to move.
    Open(Seat),
    /// The seat that has won.
    Won(Seat),
    Drawn,
}

impl Default for Tris {
    fn default() -> Self {
        Self::new(Size::new(3, 3), 3).unwrap_or_else(|_| unreachable!("3x3 is a board"))
    }
}

impl Tris {
    /// Boards from 3x3 to 7x7 fit into 64 bits with their gaps.
    pub const SIZES: [Size; 3] = [Size::new(3, 3), Size::new(3, 3), Size::new(7, 7)];

    /// A board on which `row` in a row win.
    ///
    /// ```
    /// use ludex_core::Size;
    /// use ludex_tris::Tris;
    /// assert!(Tris::new(Size::new(5, 5), 4).is_ok());
    /// assert!(Tris::new(Size::new(3, 3), 4).is_err());
    /// ```
    pub fn new(size: Size, row: usize) -> Result<Self> {
        let [_, least, most] = Self::SIZES;
        size.between(least, most)?;
        let longest = size.width.max(size.height);
        if !(3..=longest).contains(&row) {
            let choice = if longest > 3 { format!("3 to {longest}") } else { "3".to_owned() };
            let reason = format!("on {size} give {choice}");
            return Err(Error::bad("row to win", row.to_string(), reason));
        }
        let mut game = Self { size, row, board: 0, rows: Arc::from([]) };
        game.board = game.cells().fold(0, |board, cell| board | cell.bit());
        game.rows = game.winning_rows().into();
        Ok(game)
    }

    /// Bits from one row of the board to the next.
    pub(super) fn stride(&self) -> usize {
        self.size.width + 1
    }

    /// The cell at a column and row, both from 0, the row from the bottom.
    pub fn cell(&self, column: usize, row: usize) -> Option<Cell> {
        let inside = column < self.size.width && row < self.size.height;
        inside.then(|| Cell((row * self.stride() + column) as u8))
    }

    /// Column and row of a cell.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (usize::from(cell.0) % self.stride(), usize::from(cell.0) / self.stride())
    }

    /// Every cell, row by row from the bottom.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, stride) = (self.size.width, self.stride());
        (0..self.size.height)
            .flat_map(move |r| (0..width).map(move |c| Cell((r * stride + c) as u8)))
    }

    fn winning_rows(&self) -> Vec<u64> {
        let steps: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let mut rows = Vec::new();
        for cell in self.cells() {
            rows.extend(steps.iter().filter_map(|&step| self.row_from(cell, step)));
        }
        rows
    }

    fn row_from(&self, start: Cell, (dx, dy): (isize, isize)) -> Option<u64> {
        let (column, row) = self.place(start);
        (0..self.row as isize).try_fold(0, |bits, i| {
            let column = column.checked_add_signed(dx * i)?;
            let row = row.checked_add_signed(dy * i)?;
            Some(bits | self.cell(column, row)?.bit())
        })
    }

    /// Whether these stones contain a winning row.
    #[inline]
    pub(super) fn wins(&self, stones: u64) -> bool {
        let stride = self.stride();
        let steps = [1, stride, stride + 1, stride - 1];
        if self.row == 3 {
            let run = |step| stones & stones >> step & stones >> (2 * step);
            return steps.into_iter().fold(0, |found, step| found | run(step)) != 0;
        }
        steps.into_iter().any(|step| (1..self.row).fold(stones, |run, _| run & run >> step) != 0)
    }

    /// First and last cell of every winning row that these stones contain.
    pub(super) fn full_rows(&self, stones: u64) -> impl Iterator<Item = [Cell; 2]> + '_ {
        let full = self.rows.iter().filter(move |&&row| row & stones == row);
        full.map(|row| [row.trailing_zeros(), row.ilog2()].map(|bit| Cell(bit as u8)))
    }

    /// The position with these stones, `next` to move if it goes on.
    pub(super) fn position(&self, stones: [u64; 2], next: Seat) -> Position {
        let last = next.other();
        let state = if self.wins(stones[last.0]) {
            State::Won(last)
        } else if self.board == stones[0] | stones[1] {
            State::Drawn
        } else {
            State::Open(next)
        };
        Position { stones, state }
    }
}

impl Cell {
    #[inline]
    pub(super) fn bit(self) -> u64 {
        1 << self.0
    }
}

impl Position {
    #[inline]
    pub(super) fn free(&self, game: &Tris) -> u64 {
        game.board & !(self.stones[0] | self.stones[1])
    }

    /// Who made the last move.
    pub(super) fn last_mover(&self) -> Seat {
        let [first, second] = self.stones.map(u64::count_ones);
        Seat(usize::from(first == second))
    }
}

impl Game for Tris {
    type Position = Position;
    type Action = Cell;
    type Undo = ();

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { stones: [0; 2], state: State::Open(Seat::FIRST) }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match position.state {
            State::Open(seat) => Turn::Seat(seat),
            _ => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, position: &Position, out: &mut Vec<Cell>) {
        if !matches!(position.state, State::Open(_)) {
            return;
        }
        let mut free = position.free(self);
        while free != 0 {
            out.push(Cell(free.trailing_zeros() as u8));
            free &= free - 1;
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Cell) {
        if let State::Open(seat) = position.state {
            position.stones[seat.0] |= action.bit();
            *position = self.position(position.stones, seat.other());
        }
    }

    #[inline]
    fn undo(&self, position: &mut Position, action: Cell, (): ()) {
        let seat = position.last_mover();
        position.stones[seat.0] &= !action.bit();
        position.state = State::Open(seat);
    }

    #[inline]
    fn score(&self, position: &Position, seat: Seat) -> f64 {
        match position.state {
            State::Won(winner) if winner == seat => 1.0,
            State::Won(_) => -1.0,
            _ => 0.0,
        }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        mix(position.stones[0].wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ position.stones[1])
    }

    #[inline]
    fn sample(&self, position: &Position, rng: &mut Rng, _: &mut Vec<Cell>) -> Option<Cell> {
        if !matches!(position.state, State::Open(_)) {
            return None;
        }
        let mut free = position.free(self);
        for _ in 0..rng.random_range(0..free.count_ones()) {
            free &= free - 1;
        }
        Some(Cell(free.trailing_zeros() as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts games and positions by walking the whole tree.
    fn count(game: &Tris, position: &Position, seen: &mut std::collections::HashSet<u64>) -> u64 {
        seen.insert(game.key(position));
        let mut actions = Vec::new();
        game.actions(position, &mut actions);
        if actions.is_empty() {
            return 1;
        }
        let mut games = 0;
        for action in actions {
            let mut next = *position;
            game.play(&mut next, action);
            games += count(game, &next, seen);
        }
        games
    }

    #[test]
    fn there_are_5478_positions_and_255168_games() {
        let mut seen = std::collections::HashSet::new();
        let game = Tris::default();
        assert_eq!(count(&game, &game.start(), &mut seen), 255_168);
        assert_eq!(seen.len(), 5_478);
    }

    /// The least of a position's eight reflections and rotations.
    fn canonical(game: &Tris, position: &Position) -> [u64; 2] {
        type Map = fn(usize, usize) -> (usize, usize);
        let maps: [Map; 8] = [
            |c, r| (c, r),
            |c, r| (2 - c, r),
            |c, r| (c, 2 - r),
            |c, r| (2 - c, 2 - r),
            |c, r| (r, c),
            |c, r| (2 - r, c),
            |c, r| (r, 2 - c),
            |c, r| (2 - r, 2 - c),
        ];
        let image = |map: &Map| {
            position.stones.map(|stones| {
                let cells = game.cells().filter(|cell| stones & cell.bit() != 0);
                cells.fold(0, |bits, cell| {
                    let (column, row) = game.place(cell);
                    let (column, row) = map(column, row);
                    bits | game.cell(column, row).unwrap().bit()
                })
            })
        };
        maps.iter().map(image).min().unwrap()
    }

    /// Games that differ by more than symmetry: every step taken once per canonical position.
    fn games_up_to_symmetry(game: &Tris, position: &Position) -> u64 {
        let mut actions = Vec::new();
        game.actions(position, &mut actions);
        if actions.is_empty() {
            return 1;
        }
        let mut seen = std::collections::HashSet::new();
        let mut games = 0;
        for action in actions {
            let mut next = *position;
            game.play(&mut next, action);
            if seen.insert(canonical(game, &next)) {
                games += games_up_to_symmetry(game, &next);
            }
        }
        games
    }

    #[test]
    fn there_are_26830_games_up_to_symmetry() {
        let game = Tris::default();
        assert_eq!(games_up_to_symmetry(&game, &game.start()), 26_830);
    }

    #[test]
    fn rows_do_not_run_over_the_edge() {
        let game = Tris::new(Size::new(5, 4), 4).unwrap();
        for &row in game.rows.iter() {
            assert!(game.wins(row));
        }
        let cell = |c, r| game.cell(c, r).unwrap().bit();
        assert!(!game.wins(cell(3, 0) | cell(4, 0) | cell(0, 1) | cell(1, 1)));
        // 2 rows of 4 starts, 5 columns of 1, two diagonals of 2 x 1 each.
        assert_eq!(game.rows.len(), 2 * 4 + 5 + 2 * 2);
    }
}
