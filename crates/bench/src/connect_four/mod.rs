//! Connect Four on two words: a game whose rules cost next to nothing, so that a bench of it
//! measures the search.

mod guide;

pub use guide::{Centre, FourGuide};

use ludex_core::{Evaluate, Game, Rng, Seat, Term, Turn, mix};
use rand::RngExt;

/// The rules: seven columns, six rows, four in a row win.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConnectFour;

/// A position. Columns are seven bits apart: six cells and a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Stones of the seat to move.
    pub own: u64,
    /// All stones.
    pub all: u64,
    /// Stones played.
    pub plies: u8,
    /// Whether the last stone made four.
    pub won: bool,
}

const COLUMNS: u8 = 7;
const HEIGHT: u8 = 7;
const CELLS: u8 = 42;
/// The lowest cell of every column.
const FLOOR: u64 = 0x0000_0408_1020_4081;
/// The highest cell of every column.
const TOP: u64 = FLOOR << 5;

/// Multiplying by this moves the lowest cells of the columns next to each other.
const GATHER: u64 = 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24 | 1 << 30 | 1 << 36 | 1 << 42;

/// For each set of columns, how many they are and which.
const OPEN: [(u8, [u8; 8]); 128] = {
    let mut table = [(0, [0; 8]); 128];
    let mut set = 0;
    while set < 128 {
        let mut column = 0;
        while column < COLUMNS {
            if set >> column & 1 == 1 {
                table[set].1[table[set].0 as usize] = column;
                table[set].0 += 1;
            }
            column += 1;
        }
        set += 1;
    }
    table
};

#[inline]
fn four(stones: u64) -> bool {
    let line = |step: u8| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    };
    line(1) || line(HEIGHT) || line(HEIGHT + 1) || line(HEIGHT - 1)
}

impl Position {
    fn over(&self) -> bool {
        self.won || self.plies == CELLS
    }

    /// Drops a stone of the seat to move.
    #[inline]
    pub fn drop_stone(&mut self, column: u8) {
        let stone = (self.all + (1 << (column * HEIGHT))) & (0x3f << (column * HEIGHT));
        let stone = stone & !self.all;
        let mine = self.own | stone;
        self.own ^= self.all;
        self.all |= stone;
        self.plies += 1;
        self.won = four(mine);
    }

    /// Whether a column has room.
    #[inline]
    pub fn has_room(&self, column: u8) -> bool {
        self.all & (1 << (column * HEIGHT + 5)) == 0
    }

    /// A number of its own for every position.
    #[inline]
    pub fn key(&self) -> u64 {
        mix(self.own + self.all + FLOOR)
    }
}

impl Game for ConnectFour {
    type Position = Position;
    type Action = u8;
    type Undo = Position;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position { own: 0, all: 0, plies: 0, won: false }
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        if position.over() { Turn::Over } else { Turn::Seat(Seat(usize::from(position.plies & 1))) }
    }

    #[inline]
    fn actions(&self, position: &Position, out: &mut Vec<u8>) {
        if !position.over() {
            out.extend((0..COLUMNS).filter(|&column| position.has_room(column)));
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, action: u8) -> Position {
        let before = *position;
        position.drop_stone(action);
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _: u8, before: Position) {
        *position = before;
    }

    #[inline]
    fn score(&self, position: &Position, seat: Seat) -> f64 {
        let last = Seat(usize::from(1 - (position.plies & 1)));
        match (position.won, seat == last) {
            (false, _) => 0.0,
            (true, true) => 1.0,
            (true, false) => -1.0,
        }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    #[inline]
    fn sample(&self, position: &Position, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        if position.over() {
            return None;
        }
        let open = (TOP & !position.all) >> 5;
        let columns = (open.wrapping_mul(GATHER) >> 42 & 0x7f) as usize;
        let (count, columns) = OPEN[columns];
        Some(columns[rng.random_range(0..usize::from(count)) & 7])
    }
}

/// The result, and until then the cells where each side could complete four.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

impl Threats {
    const WEIGHT: f64 = 0.01;

    /// Threats of the seat to move minus those of the other.
    #[inline]
    pub fn balance(position: &Position) -> i16 {
        let count = |stones| completions(stones, position.all).count_ones() as i16;
        count(position.own) - count(position.own ^ position.all)
    }

    #[inline]
    fn amount(position: &Position, seat: Seat) -> f64 {
        if position.over() {
            return 0.0;
        }
        let balance = f64::from(Self::balance(position));
        if usize::from(position.plies & 1) == seat.0 { balance } else { 0.0 - balance }
    }
}

/// Free cells that would complete four for the owner of `stones`.
#[inline]
fn completions(stones: u64, all: u64) -> u64 {
    let free = !all & (FLOOR * 0x3f);
    let line = |step: u8| {
        let up = stones << step;
        let down = stones >> step;
        let (up2, down2) = (up & (stones << (2 * step)), down & (stones >> (2 * step)));
        // Three below, two below and one above, one below and two above, three above.
        up2 & (stones << (3 * step)) | up2 & down | up & down2 | down2 & (stones >> (3 * step))
    };
    (line(1) | line(HEIGHT) | line(HEIGHT + 1) | line(HEIGHT - 1)) & free
}

impl Evaluate<ConnectFour> for Threats {
    #[inline]
    fn value(&self, game: &ConnectFour, position: &Position, seat: Seat) -> f64 {
        if position.over() {
            return game.score(position, seat);
        }
        Self::amount(position, seat) * Self::WEIGHT
    }

    fn terms(&self, game: &ConnectFour, position: &Position, seat: Seat) -> Vec<Term> {
        let threats = Self::amount(position, seat);
        vec![
            Term::new("result", "the result", game.score(position, seat), 1.0),
            Term::new("threats", "cells that complete four", threats, Self::WEIGHT),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Seed, conformance::check_terms};

    #[test]
    fn terms_make_the_value() {
        check_terms(&ConnectFour, &Threats, 50, Seed(1));
    }

    #[test]
    fn completions_are_where_a_stone_makes_four() {
        let mut rng = Seed(2).rng();
        let mut buffer = Vec::new();
        for _ in 0..500 {
            let mut position = ConnectFour.start();
            while let Some(action) = ConnectFour.sample(&position, &mut rng, &mut buffer) {
                let cells = (0..49).filter(|cell| cell % 7 != 6).map(|cell| 1u64 << cell);
                let free = cells.filter(|cell| position.all & cell == 0);
                let expected = free.filter(|cell| four(position.own | cell)).sum::<u64>();
                assert_eq!(completions(position.own, position.all), expected);
                ConnectFour.play(&mut position, action);
            }
        }
    }
}
