//! What searches over the hands of both players share.

use crate::board::LowBoard;
use crate::position::{Action, MOST_KNOWN, Position};
use crate::rules::{Ahead, Foreseen, Tetris, Way};
use crate::shape::Placement;
use arrayvec::ArrayVec;
use ludex_core::{Bound, Budget, Candidate, Evaluate, Seat};
use ludex_search::common::tell_course;
use std::time::Duration;

/// The known pieces in the order in which they are placed, up to the first that is not known.
pub(super) fn in_order(game: &Tetris, position: &Position) -> ArrayVec<u8, MOST_KNOWN> {
    let (seats, first) = (game.rules().seats, usize::from(position.mover));
    let nth = |i: usize| position.hands[(first + i) % seats].pieces().get(i / seats).copied();
    (0..MOST_KNOWN).map_while(nth).collect()
}

/// Searches on boards alone end long before this.
const QUICK: Duration = Duration::from_millis(100);

/// The board for a search on boards alone, where that can answer: no limits that it might meet, keys and nothing
/// put aside.
pub(super) fn low_board(game: &Tetris, position: &Position, budget: &Budget) -> Option<LowBoard> {
    let hurried = budget.time.is_some_and(|time| time < QUICK);
    let limited = budget.depth.is_some() || budget.nodes.is_some() || hurried;
    let plain = game.rules().way == Way::Reachable && !game.rules().hold;
    position.board.low().filter(|_| plain && !limited)
}

/// Placements as actions.
pub(super) fn placements(pieces: &[u8], line: &[Placement]) -> Vec<Action> {
    let place = |(&piece, &at): (&u8, &Placement)| Action::place(piece, false, at);
    pieces.iter().zip(line).map(place).collect()
}

/// A candidate with its line, and its value taken apart along that.
pub(super) fn foreseen<E: Evaluate<Ahead>>(
    ahead: &Ahead,
    start: &Foreseen,
    (line, value): (Vec<Action>, f64),
    (evaluate, seat): (&E, Seat),
) -> Candidate<Action> {
    let (parts, _) = tell_course(ahead, evaluate, start, &line, seat);
    let mut candidate = Candidate::new(line[0], value).read_as(Bound::Exact, line.len() as u32);
    candidate.terms = parts.into_terms(value, "rounding");
    candidate.line = line;
    candidate
}

/// Takes back what a search believes to have proven: known pieces run out, the game does not.
pub(super) fn prove_nothing(candidate: &mut Candidate<Action>) {
    candidate.proven = None;
}
