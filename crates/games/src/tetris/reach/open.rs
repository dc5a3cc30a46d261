//! When all straight drops can be reached, so that only tucks and spins are left to be found.
//!
//! If the rows at the top are empty, a piece can turn and go to any column there before it falls. How
//! many rows that takes is found out once, by flooding a board on which everything else is full.

use super::super::board::Board;
use super::super::pieces::Piece;
use super::flood::{Flood, NARROW};
use super::{Fall, Mover};
use crate::tetris::board::MOST_WIDTH;

/// The rows at the top within which a piece can get everywhere.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// How many rows must be empty.
    pub(super) rows: u32,
    /// For each state the highest row, counted from the top, in which its lower left corner can be.
    pub(super) first: Vec<u32>,
}

/// More rows than this are not tried: boards where so many are empty are no rarer, but the answer is.
const MOST_ROWS: usize = 10;

impl Open {
    /// Finds the fewest rows that are enough, if any are.
    pub(super) fn of(piece: &Piece, mover: &Mover, width: usize, height: usize) -> Option<Self> {
        let first = highest(piece, mover, height)?;
        let enough = |rows: &usize| {
            let Some(board) = full_below(width, height, *rows) else { return false };
            match width {
                ..=NARROW => everywhere::<NARROW>(&board, mover, &first),
                _ => everywhere::<MOST_WIDTH>(&board, mover, &first),
            }
        };
        let rows = (1..=MOST_ROWS.min(height)).find(enough)? as u32;
        Some(Self { rows, first })
    }
}

/// The highest row of each state. Without kicks that lift it, a piece stays below its spawn.
fn highest(piece: &Piece, mover: &Mover, height: usize) -> Option<Vec<u32>> {
    let spawn = mover.spawn?;
    let pivot = |state: usize| i32::from(piece.states[state].pivot.1);
    let lifts = mover.turns.iter().enumerate().any(|(from, turns)| {
        turns.iter().any(|turn| {
            turn.kicks.iter().any(|&(_, dy)| i32::from(dy) + pivot(turn.to) > pivot(from))
        })
    });
    let row = |state: usize| {
        let top = piece.states[state].shape.height() as i32 - 1;
        let at_spawn = height as i32 - 1 - (i32::from(spawn.y) + pivot(0) - pivot(state));
        if lifts { top } else { top.max(at_spawn) }
    };
    Some((0..mover.shapes.len()).map(|state| row(state) as u32).collect())
}

/// A board on which only the topmost rows are empty.
fn full_below(width: usize, height: usize, rows: usize) -> Option<Board> {
    let mut board = Board::new(width, height).ok()?;
    for x in 0..width {
        (0..height - rows).for_each(|y| board.set(x, y, true));
    }
    Some(board)
}

/// Whether the flood gets everywhere from the highest row of each state on.
fn everywhere<const N: usize>(board: &Board, mover: &Mover, first: &[u32]) -> bool {
    let mut flood = Flood::<u64, N>::new(board, mover);
    if !flood.run(mover, Fall::Unit) {
        return false;
    }
    first.iter().enumerate().all(|(state, &first)| {
        let columns = board.width() + 1 - mover.shapes[state].width();
        (0..columns).all(|x| {
            let possible = flood.free[state][x] & (u64::MAX << first);
            possible != 0 && flood.seen[state][x] == possible
        })
    })
}
