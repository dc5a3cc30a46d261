//! Rows that a stone makes, found by trying what comes next: what is told of them holds by the rules, whatever the variant.

use crate::board::{BITS, LINES, Point};
use crate::patterns::REACH;
use crate::position::{Position, State};
use crate::rules::Pente;
use ludex_core::{Game, Seat};

/// What became of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    /// One stone short of winning, at more than one point.
    OpenFour,
    /// One stone short of winning, at one point.
    Four,
    /// One more stone makes an open four.
    OpenThree,
}

/// A row that is about to win, and the stones that make it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) made: Made,
    pub(crate) stones: Vec<Point>,
}

/// The position after a stone of `seat`, were it this seat's turn.
pub(crate) fn with_stone(game: &Pente, position: &Position, seat: usize, point: Point) -> Position {
    let mut next = *position;
    next.state = State::Open(seat as u8);
    game.play(&mut next, point);
    next
}

/// What the stone of `seat` that lies on `point` makes along a line.
pub(crate) fn made(
    game: &Pente,
    position: &Position,
    seat: usize,
    point: Point,
    line: usize,
) -> Option<Row> {
    position.mover()?;
    if let Some(four) = four(game, position, seat, point, line) {
        return Some(four);
    }
    // Of a row of three no two stones are left to speak of.
    if game.settings().row < 4 {
        return None;
    }
    free_points(game, position, point, line).into_iter().find_map(|next| {
        let after = with_stone(game, position, seat, next);
        after.mover()?;
        let four = four(game, &after, seat, next, line)?;
        let through = four.made == Made::OpenFour && four.stones.contains(&point);
        let stones = four.stones.into_iter().filter(|&stone| stone != next).collect();
        through.then_some(Row { made: Made::OpenThree, stones })
    })
}

/// The row through `point` that one more stone completes.
fn four(game: &Pente, position: &Position, seat: usize, point: Point, line: usize) -> Option<Row> {
    let completed = |last: &Point| completed(game, position, seat, (point, *last), line);
    let rows: Vec<Vec<Point>> =
        free_points(game, position, point, line).iter().filter_map(completed).collect();
    let made = if rows.len() > 1 { Made::OpenFour } else { Made::Four };
    Some(Row { made, stones: rows.into_iter().next()? })
}

/// The stones that `last` completes to a row that wins, without it, if the one on `point` is among them.
fn completed(
    game: &Pente,
    position: &Position,
    seat: usize,
    (point, last): (Point, Point),
    line: usize,
) -> Option<Vec<Point>> {
    let after = with_stone(game, position, seat, last);
    let run = run_through(&after, seat, last, line);
    let place = |stone: Point| run.iter().position(|&other| other == stone);
    let (row, at, end) = (usize::from(game.settings().row), place(point)?, place(last)?);
    let wins = after.winner() == Some(Seat(seat)) && run.len() >= row && at.abs_diff(end) < row;
    // Of a longer run the part that both stones belong to.
    let first = at.min(end).min(run.len().checked_sub(row)?);
    let stones = run[first..first + row].iter().copied().filter(|&stone| stone != last);
    wins.then(|| stones.collect())
}

/// Stones of `seat` side by side along a line through `point`, in order.
pub(crate) fn run_through(
    position: &Position,
    seat: usize,
    point: Point,
    line: usize,
) -> Vec<Point> {
    let on = |point: &Point| position.stones[seat].has(point.index());
    let side = |step: usize| along(point, step).take_while(on);
    let mut run: Vec<Point> = side(BITS - LINES[line]).chain(side(LINES[line])).collect();
    run.extend(Some(point).filter(on));
    run.sort_unstable();
    run
}

/// The points of a line from `point` on, without it.
fn along(point: Point, step: usize) -> impl Iterator<Item = Point> {
    (1..).map(move |distance| Point(((point.index() + distance * step) % BITS) as u16))
}

/// Free points of a line that a row through `point` may need.
fn free_points(game: &Pente, position: &Position, point: Point, line: usize) -> Vec<Point> {
    let on_board = |point: &Point| game.points().has(point.index());
    let side = |step: usize| along(point, step).take(REACH).take_while(on_board);
    let all = side(BITS - LINES[line]).chain(side(LINES[line]));
    all.filter(|&point| position.owner(point).is_none()).collect()
}
