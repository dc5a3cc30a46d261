//! The report's min-max as plainly as it can be written: every branch, every leaf, all features.

use super::{Chain, Fictitious, Level, Mode, after, chain, check, contest};
use crate::board::Board;
use crate::position::Position;
use crate::rules::{Ahead, Foreseen, Tetris};
use crate::shape::Placement;
use ludex_core::{Evaluate, Result, Seat};

/// The same as [`choose`](super::choose) without leaving anything out: slow, and obviously right.
pub fn plainly(
    game: &Tetris,
    board: &Board,
    pieces: &[u8],
    mode: Mode,
    level: Level,
) -> Result<Chain> {
    check(game, board, pieces)?;
    let level = contest(mode, level);
    let start = Foreseen::start(&Position::new(*board));
    let (value, line) = best(&Ahead::known(game), &start, pieces, 0, level);
    Ok(chain(game, board, pieces, &line, (level, value)))
}

/// The value of a position after `ply` placements, and the course from there.
fn best(
    ahead: &Ahead,
    here: &Foreseen,
    pieces: &[u8],
    ply: usize,
    level: Option<Level>,
) -> (f64, Vec<Placement>) {
    let fictitious = Fictitious::new(level);
    let mover = Seat((ply + 1) % 2);
    let mut places = Vec::new();
    if ply < pieces.len() && !fictitious.settled(ahead, here, Seat::FIRST, mover) {
        ahead.game().reach().placements(&here.position.board, pieces[ply].into(), &mut places);
    }
    let mut found: Option<(f64, Vec<Placement>)> = None;
    for at in places {
        let next = after(ahead.game(), here, pieces[ply], at);
        let (value, rest) = best(ahead, &next, pieces, ply + 1, level);
        let minimise = level.is_some() && ply % 2 == 1;
        let better = |known: f64| if minimise { value < known } else { value > known };
        if found.as_ref().is_none_or(|(known, _)| better(*known)) {
            found = Some((value, [vec![at], rest].concat()));
        }
    }
    found.unwrap_or_else(|| (fictitious.value(ahead, here, Seat::FIRST), Vec::new()))
}
