//! What a player threatens now, for people: rows to complete, pairs to take, rows that grow.

use crate::board::{BITS, LINES, Point, STEPS};
use crate::engine::weights;
use crate::lines::Lines;
use crate::notation::name_of;
use crate::patterns::{Patterns, REACH, Shape};
use crate::position::{Position, State};
use crate::rules::Pente;
use ludex_core::{Game, Seat};

/// One thing that a player could do with the next stone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Threat {
    /// A stone at this point completes a row.
    Row(Point),
    /// A stone at this point wins by captures.
    LastCapture(Point),
    /// A stone at `at` captures these stones.
    Capture {
        /// Where the stone goes.
        at: Point,
        /// What it takes.
        stones: Vec<Point>,
    },
    /// These stones become an open row, one short of winning, with one more at `at`: the opponent must answer.
    Open {
        /// Where the stone goes.
        at: Point,
        /// The row with it.
        row: Vec<Point>,
    },
}

/// Everything that `seat` threatens, whoever is to move; the gravest first.
pub fn threats(game: &Pente, position: &Position, seat: Seat) -> Vec<Threat> {
    if position.mover().is_none() {
        return Vec::new();
    }
    let patterns = Patterns::of(game.settings());
    let lines = Lines::new(game, position, weights::worths(&patterns));
    let (mut rows, mut captures, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for point in game.points().without(&position.stones).descending() {
        let stones = captured_stones(game, position, seat.0, point);
        match win_at(game, position, seat.0, point) {
            Some(threat) => rows.push(threat),
            None if !stones.is_empty() => captures.push(Threat::Capture { at: point, stones }),
            None => {}
        }
        for (line, ids) in lines.ids(point).iter().enumerate() {
            if patterns.kind(ids[seat.0]).shape == Shape::OpenFour {
                let row = row_with(position, seat.0, point, line);
                open.push(Threat::Open { at: point, row });
            }
        }
    }
    [rows, captures, open].concat()
}

/// How a stone would win at once, were it this seat's turn.
pub(crate) fn win_at(
    game: &Pente,
    position: &Position,
    seat: usize,
    point: Point,
) -> Option<Threat> {
    let mut next = *position;
    next.state = State::Open(seat as u8);
    game.play(&mut next, point);
    let won = next.winner() == Some(Seat(seat));
    let by_captures = game.capture_winner(next.captured) == Some(seat as u8);
    won.then_some(if by_captures { Threat::LastCapture(point) } else { Threat::Row(point) })
}

/// Stones that a stone of `seat` captures.
pub(crate) fn captured_stones(
    game: &Pente,
    position: &Position,
    seat: usize,
    point: Point,
) -> Vec<Point> {
    let taken = game.removed(position, seat, point.index()).taken;
    let mut stones = Vec::new();
    for (direction, step) in STEPS.into_iter().enumerate() {
        let length = usize::from(taken >> (2 * direction) & 3);
        stones.extend((1..=length).map(|i| Point(((point.index() + i * step) % BITS) as u16)));
    }
    stones
}

/// The stones of `seat` along a line around `point`, with it, as far as nothing of the opponent lies between.
pub(crate) fn row_with(position: &Position, seat: usize, point: Point, line: usize) -> Vec<Point> {
    let mut row = vec![point];
    for step in [LINES[line], BITS - LINES[line]] {
        for distance in 1..=REACH {
            let index = (point.index() + distance * step) % BITS;
            if position.stones[1 - seat].has(index) {
                break;
            }
            if position.stones[seat].has(index) {
                row.push(Point(index as u16));
            }
        }
    }
    row.sort_unstable();
    row
}

/// A row or pair as people write it: its two ends.
pub(crate) fn span(stones: &[Point]) -> String {
    match (stones.first(), stones.last()) {
        (Some(&first), Some(&last)) if first != last => {
            format!("{}-{}", name_of(first), name_of(last))
        }
        (Some(&first), _) => name_of(first),
        _ => String::new(),
    }
}

impl Threat {
    /// The threat in words, as its owner would say it.
    pub fn words(&self) -> String {
        match self {
            Self::Row(at) => format!("a stone at {} completes a row", name_of(*at)),
            Self::LastCapture(at) => format!("a capture at {} wins", name_of(*at)),
            Self::Capture { at, stones } => {
                let groups: Vec<String> = groups(stones, *at).iter().map(|g| span(g)).collect();
                format!("{} captures {}", name_of(*at), groups.join(" and "))
            }
            Self::Open { at, row } => format!("{} makes an open row {}", name_of(*at), span(row)),
        }
    }
}

/// Captured stones taken apart by direction.
pub(crate) fn groups(stones: &[Point], at: Point) -> Vec<Vec<Point>> {
    let direction = |stone: &Point| {
        let sign = |a: usize, b: usize| (a as isize - b as isize).signum();
        (sign(stone.column(), at.column()), sign(stone.row(), at.row()))
    };
    let same = |a: &Point, b: &Point| direction(a) == direction(b);
    let sorted = |group: &[Point]| {
        let mut group = group.to_vec();
        group.sort_unstable();
        group
    };
    stones.chunk_by(same).map(sorted).collect()
}
