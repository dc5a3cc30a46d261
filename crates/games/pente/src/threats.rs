//! What a player threatens now, for people: rows to complete, pairs to take, rows that grow.

use crate::board::{BITS, LINES, Point, STEPS};
use crate::engine::Chances;
use crate::notation::name_of;
use crate::patterns::{Patterns, Shape};
use crate::position::Position;
use crate::rows::{Made, made, run_through, with_stone};
use crate::rules::Pente;
use ludex_core::Seat;

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
    let lines = Chances::default().lines(game, position);
    let (mut rows, mut captures, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for point in game.points().without(&position.stones).descending() {
        let stones = captured_stones(game, position, seat.0, point);
        match win_at(game, position, seat.0, point) {
            Some(threat) => rows.push(threat),
            None if !stones.is_empty() => captures.push(Threat::Capture { at: point, stones }),
            None => {}
        }
        for (line, ids) in lines.ids(point).iter().enumerate() {
            if patterns.kind(ids[seat.0]).shape != Shape::OpenFour {
                continue;
            }
            let after = with_stone(game, position, seat.0, point);
            let row = made(game, &after, seat.0, point, line);
            let four = row.filter(|row| row.made == Made::OpenFour);
            open.extend(four.map(|row| Threat::Open { at: point, row: row.stones }));
        }
    }
    [rows, captures, open].concat()
}

/// The same for doors: with cells of the picture and in words.
pub(crate) fn shown(game: &Pente, position: &Position, seat: Seat) -> Vec<ludex_core::Threat> {
    let cell = |&point: &Point| [point.column() as u16, (game.side() - 1 - point.row()) as u16];
    let show = |threat: Threat| {
        let stones = threat.stones(game, position, seat.0);
        ludex_core::Threat {
            seat: seat.0,
            wins: matches!(threat, Threat::Row(_) | Threat::LastCapture(_)),
            at: cell(&threat.at()),
            cells: stones.iter().map(cell).collect(),
            words: threat.words(game, &stones),
        }
    };
    threats(game, position, seat).into_iter().map(show).collect()
}

/// How a stone would win at once, were it this seat's turn.
pub(crate) fn win_at(
    game: &Pente,
    position: &Position,
    seat: usize,
    point: Point,
) -> Option<Threat> {
    let next = with_stone(game, position, seat, point);
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
    /// Where the stone goes.
    pub fn at(&self) -> Point {
        match *self {
            Self::Row(at)
            | Self::LastCapture(at)
            | Self::Capture { at, .. }
            | Self::Open { at, .. } => at,
        }
    }

    /// The stones that it is about: those that would be taken, or the row with the new one.
    fn stones(&self, game: &Pente, position: &Position, seat: usize) -> Vec<Point> {
        match self {
            Self::Row(at) => completed_row(game, position, seat, *at),
            Self::LastCapture(at) => captured_stones(game, position, seat, *at),
            Self::Capture { stones, .. } => stones.clone(),
            Self::Open { row, .. } => row.clone(),
        }
    }

    /// The threat in words, without who threatens.
    fn words(&self, game: &Pente, stones: &[Point]) -> String {
        let (name, row) = (name_of(self.at()), game.settings().row);
        let taken = || {
            let groups: Vec<String> = groups(stones, self.at()).iter().map(|g| span(g)).collect();
            groups.join(" and ")
        };
        match self {
            Self::Row(_) => format!("{name} completes the row {} and wins", span(stones)),
            Self::LastCapture(_) => format!("{name} captures {} and wins", taken()),
            Self::Capture { .. } => format!("{name} captures {}", taken()),
            Self::Open { .. } => {
                format!("{name} makes an open {} {}", count(row - 1), span(stones))
            }
        }
    }
}

/// The stones of the first row that a stone completes.
fn completed_row(game: &Pente, position: &Position, seat: usize, at: Point) -> Vec<Point> {
    let row = usize::from(game.settings().row);
    let long = |&line: &usize| position.run(seat, at.index(), line) >= row;
    let Some(line) = (0..LINES.len()).find(long) else { return vec![at] };
    run_through(&with_stone(game, position, seat, at), seat, at, line)
}

/// A small number as a word.
pub(crate) fn count(number: u8) -> &'static str {
    match number {
        1 => "one",
        2 => "two",
        3 => "three",
        4 => "four",
        _ => "five",
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
