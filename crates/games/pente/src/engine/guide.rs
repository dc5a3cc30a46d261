//! What the engine tells the guided search: values, moves, proofs.
//!
//! Against a row or a capture that would win at once the list of replies is complete (take the point, or capture); every other
//! list is short, and no loss is claimed from it.

use super::threats::Prover;
use super::track::{Sight, Track};
use super::weights::Chances;
use crate::board::Point;
use crate::position::{Position, Undo};
use crate::rules::Pente;
use ludex_search::negamax::{At, Calm, Guide, Listed, Look, Move, Quiescence, Verdict, lateness};

/// Plies and positions of forcing moves behind one leaf; without a limit they lose games by the time they take.
const QUIESCENCE: Quiescence = Quiescence { plies: 8, nodes: 100 };
/// Forcing moves that are tried at a position behind a leaf.
const FORCING: usize = 3;

/// How many moves are looked at with this many plies to go.
fn width(depth: u8) -> usize {
    match depth {
        ..=1 => 8,
        2..=3 => 12,
        4..=6 => 15,
        7..=60 => 20,
        _ => 40,
    }
}

/// Positions of the search for a win by force, by plies from the root and plies to go.
fn proof_nodes(plies: usize, depth: u8) -> u32 {
    match (plies, depth) {
        (..=1, _) => 2_000,
        (2, _) => 300,
        (_, 5..) => 150,
        (_, 3..) => 50,
        _ => 0,
    }
}
/// Stones of the attacker in such a win.
const PROOF_STONES: u8 = 12;

/// Losses are proved with at least this depth to go and at most so many free points: there the proof costs little.
const PROVE_DEPTH: u8 = 2;
const PROVE_FREE: u16 = 81;

/// By how much values differ from one depth to the next in calm positions.
const WAVERS: f64 = 80.0;

fn sight<'a>(at: &At<'a, Pente, Track>) -> Sight<'a> {
    Sight { game: at.game, position: at.position, track: at.state, seat: at.seat.0 }
}

/// Where the opponent would win at once.
fn threats(sight: &Sight<'_>) -> Vec<Point> {
    let mut points = Vec::new();
    sight.winning_points(1 - sight.seat, &mut points);
    points
}

/// What is listed at the root alone: a stone that wins at once, which elsewhere [`Guide::decided`] has seen before, and the centre where
/// nothing lies near it yet.
fn at_the_root(sight: &Sight<'_>, out: &mut Vec<Move<Point>>) -> Option<Listed> {
    let mut wins = Vec::new();
    sight.winning_points(sight.seat, &mut wins);
    out.extend(wins.iter().map(|&point| Move::new(point, sight.promise(point))));
    let centre = sight.game.centre();
    let free = sight.position.owner(centre).is_none();
    let opening = free && sight.game.ply(sight.position) < 2;
    out.extend(opening.then(|| Move::new(centre, 0)));
    (!out.is_empty()).then_some(Listed::Some)
}

/// All that helps against a threat to win at once, if there is one.
fn replies(sight: &Sight<'_>, out: &mut Vec<Move<Point>>) -> bool {
    if !sight.may_win(1 - sight.seat) {
        return false;
    }
    let mut points = threats(sight);
    if points.is_empty() {
        return false;
    }
    sight.add_replies(&mut points);
    out.extend(points.iter().map(|&p| Move::new(p, sight.promise(p)).look(Look::Further)));
    true
}

/// What a look at the board decides: a win with one stone, or two points to win for the opponent and nothing to capture.
fn at_first_sight(sight: &Sight<'_>) -> Option<Verdict> {
    let mut points = Vec::new();
    sight.winning_points(sight.seat, &mut points);
    if !points.is_empty() {
        return Some(Verdict::Win(1));
    }
    if !sight.may_win(1 - sight.seat) || !sight.replies_are_complete() {
        return None;
    }
    let lost = threats(sight).len() > 1 && !sight.can_capture(sight.seat);
    lost.then_some(Verdict::Loss(2))
}

/// How a list without the less promising moves is to be read: on small boards the others are tried where all of these lose.
fn shortened(at: &At<'_, Pente, Track>) -> Listed {
    let provable = at.depth >= PROVE_DEPTH && at.position.free <= PROVE_FREE;
    if provable { Listed::SomeFirst } else { Listed::Some }
}

impl Guide<Pente> for Chances {
    type State = Track;

    fn state(&self, game: &Pente, position: &Position) -> Track {
        Track::new(game, position, self)
    }

    #[inline]
    fn push(&self, _: &Pente, after: &Position, point: Point, undo: &Undo, track: &mut Track) {
        track.push(after, point, undo);
    }

    #[inline]
    fn pop(&self, _: &Pente, _: &Position, _: Point, _: &Undo, track: &mut Track) {
        track.pop();
    }

    #[inline]
    fn estimate(&self, at: &At<'_, Pente, Track>) -> f64 {
        let mover = 1 - at.position.state.last();
        let value = f64::from(Sight { seat: mover, ..sight(at) }.stands());
        if mover == at.seat.0 { value } else { 0.0 - value }
    }

    /// The most promising move alone, then the others: most positions need no more than the first.
    fn moves(&self, at: &At<'_, Pente, Track>, stage: u8, out: &mut Vec<Move<Point>>) -> Listed {
        let sight = sight(at);
        if stage == 0 {
            if at.depth == u8::MAX
                && let Some(listed) = at_the_root(&sight, out)
            {
                return listed;
            }
            if replies(&sight, out) {
                return if sight.replies_are_complete() { Listed::All } else { Listed::Some };
            }
            out.extend(sight.favourite().map(|(promise, point)| Move::new(point, promise)));
            return Listed::More;
        }
        let mut moves = Vec::new();
        let all = sight.promising(width(at.depth), &mut moves);
        if stage == 1 {
            let later = moves.iter().skip(1);
            out.extend(later.map(|&(promise, p)| Move::new(p, promise).look(Look::MaybeLess)));
            return if all { Listed::All } else { shortened(at) };
        }
        let rest = at.game.open_points(at.position).descending();
        let new = rest.filter(|point| moves.iter().all(|(_, known)| known != point));
        out.extend(new.map(|p| Move::new(p, sight.promise(p)).look(Look::MaybeLess)));
        Listed::All
    }

    fn quiescence(&self) -> Quiescence {
        QUIESCENCE
    }

    fn noisy(&self, at: &At<'_, Pente, Track>, out: &mut Vec<Move<Point>>) -> Calm {
        let sight = sight(at);
        if replies(&sight, out) {
            return if sight.replies_are_complete() { Calm::MustReply } else { Calm::MayStand };
        }
        let mut moves = Vec::new();
        sight.forcing(&mut moves);
        out.extend(moves.iter().take(FORCING).map(|&(promise, p)| Move::new(p, promise)));
        Calm::MayStand
    }

    fn decided(&self, at: &At<'_, Pente, Track>) -> Option<Verdict> {
        let sight = sight(at);
        at_first_sight(&sight).or_else(|| {
            let nodes = proof_nodes(at.state.plies(), at.depth);
            let plies = Prover::proof(&sight, nodes, PROOF_STONES)?.len();
            Some(Verdict::Win(plies as u16))
        })
    }

    /// From ply to ply the mover's chances weigh more in turn.
    fn wavers(&self, value: f64) -> f64 {
        WAVERS + value.abs() / 8.0
    }

    /// The order is good: from the third move on most are a waste of time.
    #[inline]
    fn reduction(&self, depth: u8, tried: usize) -> u8 {
        if depth < 3 || tried < 2 { 0 } else { 1 + lateness(depth, tried) / 4 }
    }

    /// No point has 0, which tables hold where they know no move.
    #[inline]
    fn index(&self, point: Point) -> u16 {
        point.0 + 1
    }

    fn recall(&self, at: &At<'_, Pente, Track>, index: u16) -> Option<Move<Point>> {
        let (sight, point) = (sight(at), Point(index.checked_sub(1)?));
        if sight.may_win(1 - sight.seat) || !sight.close().has(point.index()) {
            return None;
        }
        Some(Move::new(point, sight.promise(point)))
    }
}
