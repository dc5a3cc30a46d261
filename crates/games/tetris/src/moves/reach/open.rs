//! When all straight drops can be reached, so that only tucks and spins are left to be found.
//!
//! If the rows at the top are empty, a piece can turn and go to any column there before it falls. How
//! many rows that takes is found out once, by flooding a board on which everything else is full.

use super::flood::{Flood, NARROW};
use super::{Fall, Mover};
use crate::board::Board;
use crate::board::MOST_WIDTH;
use crate::pieces::Piece;

/// The rows at the top within which a piece can get everywhere.
#[derive(Clone, Debug)]
pub(super) struct Open {
    /// How many rows must be empty.
    pub(super) rows: u32,
    /// For each state the highest row, counted from the top, in which its lower left corner can be.
    pub(super) first: Vec<u32>,
}

/// More rows below the one in which a piece appears are not tried: they are enough, or no rows are.
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
        // With fewer rows it could not even appear.
        let fewest = height.checked_sub(mover.spawn?.y.into())?;
        let rows = (fewest..=height.min(fewest + MOST_ROWS)).find(enough)? as u32;
        Some(Self { rows: rows.max(lifted(piece, mover, height)?), first })
    }
}

/// The highest row of each state, counted from the top, with the pivot where the piece appears.
fn highest(piece: &Piece, mover: &Mover, height: usize) -> Option<Vec<u32>> {
    let spawn = mover.spawn?;
    let pivot = |state: usize| i32::from(piece.states[state].pivot.1);
    let row = |state: usize| {
        let top = piece.states[state].shape.height() as i32 - 1;
        let at_spawn = height as i32 - 1 - (i32::from(spawn.y) + pivot(0) - pivot(state));
        top.max(at_spawn) as u32
    };
    Some((0..mover.shapes.len()).map(row).collect())
}

/// The rows that must be empty because of kicks that lift a piece above where it appears.
///
/// Places up there are left out of account. Within these rows that does not matter: whatever the piece
/// does next, it is then where it could have come anyway.
fn lifted(piece: &Piece, mover: &Mover, height: usize) -> Option<u32> {
    let pivot = |state: usize| i32::from(piece.states[state].pivot.1);
    let turns = mover.turns.iter().enumerate();
    let pairs = turns.flat_map(|(from, turns)| turns.iter().map(move |turn| (from, turn)));
    let rises = pairs.flat_map(|(from, turn)| {
        turn.kicks.iter().map(move |&(_, dy)| i32::from(dy) + pivot(turn.to) - pivot(from))
    });
    let rises: Vec<i32> = rises.collect();
    if rises.iter().all(|&rise| rise <= 0) {
        return Some(0);
    }
    let furthest_down = rises.iter().map(|rise| -rise).max().unwrap_or(0).max(1);
    let below_pivot = (0..mover.shapes.len()).map(pivot).max().unwrap_or(0);
    let spawn_pivot = i32::from(mover.spawn?.y) + pivot(0);
    Some((height as i32 - (spawn_pivot + 1 - furthest_down - below_pivot)).max(0) as u32)
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
            possible != 0 && flood.seen[state][x] & possible == possible
        })
    })
}
