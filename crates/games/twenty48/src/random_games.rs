//! Games by lot on 4x4, several at once.
//!
//! A step of one game has to wait for the step before; a processor fills the time with steps of other games. Nothing but the
//! end of a game counts, and games by lot do not mind whether the board is turned over its diagonal: a slide up or down turns it
//! and leaves it so. Points are not added up on the way, for the tiles tell them in the end.

use crate::TWO;
use crate::grid::Grid;
use crate::position::Position;
use crate::tables::{Board, Tables, cells_mask, legal, occupied, select_by_lot, transpose};
use ludex_core::{Rng, Size};
use rand::Rng as _;

const SIZE: Size = Size::new(4, 4);

/// Games that take turns.
const LANES: usize = 8;

/// Boards with a larger sum are left to others: two tiles of 32768 could merge.
const LARGEST_SUM: u32 = 1 << 15;

/// After so many slides, too, a game by lot is left as it is; none lasts that long.
const LONGEST: u32 = 4000;

/// What a lot for a tile is drawn from.
const LOTS: u64 = 1 << 30;

/// Lots below this put a 4.
const FOUR: u64 = ((1.0 - TWO) * LOTS as f64) as u64;

/// One game.
struct Lane {
    board: Board,
    slides: u32,
    fours: u32,
    /// Which position it is.
    index: usize,
}

/// Whether games from here can be played with [`play`].
pub(crate) fn fits(grid: Grid, position: &Position) -> bool {
    let sum = || grid.cells().map(|cell| position.tile(cell)).sum::<u32>();
    grid.size() == SIZE
        && position.due() == 1
        && position.board(grid).is_some()
        && sum() <= LARGEST_SUM
}

/// Plays a game by lot to its end from each position, where chance is to put a tile; returns how many slides and tiles there were.
pub(crate) fn play(tables: &Tables, positions: &mut [Position], rng: &mut Rng) -> u64 {
    let lane = |(index, position): (usize, &Position)| {
        let board = position.words()[0];
        Lane { board, slides: 0, fours: 0, index }
    };
    let mut waiting: Vec<Lane> = positions.iter().enumerate().map(lane).collect();
    let mut lanes: Vec<Lane> = waiting.split_off(waiting.len().saturating_sub(LANES));
    for lane in &mut lanes {
        lane.put_tile(rng.next_u64());
    }
    let mut plies = 0;
    while !lanes.is_empty() {
        let mut at = 0;
        while at < lanes.len() {
            if lanes[at].step(tables, rng) {
                at += 1;
                continue;
            }
            let done = lanes.swap_remove(at);
            plies += 1 + 2 * u64::from(done.slides);
            let position = &mut positions[done.index];
            *position = Position::small(done.board, done.score(position), 0);
            if let Some(mut next) = waiting.pop() {
                next.put_tile(rng.next_u64());
                lanes.push(next);
            }
        }
    }
    plies
}

impl Lane {
    /// A slide and the tile after it; whether there was any.
    #[inline]
    fn step(&mut self, tables: &Tables, rng: &mut Rng) -> bool {
        let lot = rng.next_u64();
        let board = if lot & 1 == 0 { self.board } else { transpose(self.board) };
        let moved = tables.slide_row(board, lot & 2 == 0);
        if moved == board {
            return self.step_among_legal(tables, rng);
        }
        self.board = moved;
        self.slides += 1;
        self.put_tile(lot >> 2);
        self.slides < LONGEST
    }

    /// The same after a lot that fell on a direction in which nothing moves: another lot among those in which something does
    /// leaves all of them equally probable.
    fn step_among_legal(&mut self, tables: &Tables, rng: &mut Rng) -> bool {
        if legal(self.board, cells_mask(SIZE)) == 0 {
            return false;
        }
        loop {
            let lot = rng.next_u64();
            let board = if lot & 1 == 0 { self.board } else { transpose(self.board) };
            let moved = tables.slide_row(board, lot & 2 == 0);
            if moved != board {
                self.board = moved;
                self.slides += 1;
                self.put_tile(lot >> 2);
                return self.slides < LONGEST;
            }
        }
    }

    /// Puts a tile: 30 bits of the lot say which, the 32 above where.
    #[inline]
    fn put_tile(&mut self, lot: u64) {
        let empty = cells_mask(SIZE) & !occupied(self.board);
        let four = u64::from(lot % LOTS < FOUR);
        self.fours += four as u32;
        self.board |= (1 + four) << select_by_lot(empty, lot >> 30 & 0xffff_ffff);
    }

    /// The score in the end: what the tiles are worth as if they had grown from 2s, less what came as a 4.
    fn score(&self, before: &Position) -> u32 {
        before.score() + worth(self.board) - worth(before.words()[0]) - 4 * self.fours
    }
}

/// The points of a board whose tiles have all grown from 2s.
fn worth(board: Board) -> u32 {
    let tile = |cell: u32| (board >> (4 * cell) & 15) as u32;
    (0..16)
        .map(tile)
        .filter(|&exponent| exponent > 1)
        .map(|exponent| (exponent - 1) << exponent)
        .sum()
}
