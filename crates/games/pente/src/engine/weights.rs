//! What shapes and captures are worth to the engine, packed for the lines and taken apart for people.

use crate::board::Point;
use crate::lines::{Lines, Worths};
use crate::patterns::{Kind, Patterns, Shape};
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::{Evaluate, Seat, Term};
use ludex_search::negamax::WIN;

/// Values of the search, in hundredths of what an open row of two is worth, more or less.
pub(crate) type Value = i32;

/// Fields of a packed worth: the sum of worths, then how many points make a five or a four, and how many stones can be captured.
const SCORE_BITS: u32 = 16;
const FIVES: (u32, u32) = (16, 3);
const FOURS: (u32, u32) = (20, 3);
const TAKES: (u32, u32) = (24, 6);

/// The points that make a five or a four, or capture, are kept in sets, in this order.
const WATCHED: [(u32, u32); 3] = [FIVES, FOURS, TAKES];
/// The place of each in that order.
pub(crate) const MAKE_FIVE: usize = 0;
pub(crate) const MAKE_FOUR: usize = 1;
pub(crate) const CAPTURE: usize = 2;

/// What counts is whose turn it is: the mover's chances weigh more.
const MOVER: Value = 5;
const OTHER: Value = 4;

/// Chances are worth this much, by the shape that one more stone would make.
const SHAPES: [(Shape, &str, &str, Value); 7] = [
    (Shape::OpenFour, "open three", "points where a row of three becomes an open four", 60),
    (Shape::Four, "four", "points that make a four", 18),
    (Shape::OpenThree, "open two", "points that make an open three", 14),
    (Shape::Three, "closed two", "points that make a closed three", 4),
    (Shape::OpenTwo, "one", "points that make an open two", 3),
    (Shape::Two, "closed one", "points that make a closed two", 1),
    (Shape::Five, "winning row", "points that complete a row", 90),
];
/// A capture that can be made, for each stone.
const TAKE: Value = 16;
/// A pair that could be threatened.
const THREATEN: Value = 4;

/// Captured stones, the more the nearer to the goal they are: by tenths of the goal.
const CAPTURED: [Value; 11] = [0, 150, 320, 520, 760, 1050, 1400, 1850, 2450, 3200, 4000];

fn shape_worth(shape: Shape) -> Value {
    SHAPES.iter().find(|(known, ..)| *known == shape).map_or(0, |&(.., worth)| worth)
}

/// What a stone that does this along one line is worth.
fn worth(kind: Kind) -> Value {
    shape_worth(kind.shape)
        + TAKE * Value::from(kind.takes)
        + THREATEN * Value::from(kind.threatens)
}

/// The packed worths of all kinds.
pub(crate) fn worths(patterns: &Patterns) -> Worths {
    let pack = |kind: &Kind| {
        let one = |(shift, _): (u32, u32), yes: bool| u32::from(yes) << shift;
        worth(*kind) as u32
            + one(FIVES, kind.shape == Shape::Five)
            + one(FOURS, matches!(kind.shape, Shape::Four | Shape::OpenFour))
            + (u32::from(kind.takes) << TAKES.0)
    };
    let make = || Worths::new(patterns, pack, &WATCHED);
    patterns.engine.get_or_init(make).clone()
}

/// The worth of a point taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Packed(pub(crate) u32);

impl Packed {
    #[inline]
    pub(crate) fn score(self) -> Value {
        (self.0 & ((1 << SCORE_BITS) - 1)) as Value
    }

    #[inline]
    pub(crate) fn takes(self) -> u32 {
        let (shift, bits) = TAKES;
        self.0 >> shift & ((1 << bits) - 1)
    }
}

/// What captured stones are worth on the way to `goal`.
#[inline]
pub(crate) fn captured_worth(stones: u8, goal: u8) -> Value {
    let tenths = usize::from(stones) * 10 / usize::from(goal.max(1));
    CAPTURED[tenths.min(10)]
}

/// The value for the mover of a position that goes on.
#[inline]
pub(crate) fn stands(game: &Pente, position: &Position, sums: [u32; 2], seat: usize) -> Value {
    let captures = |seat: usize| captured_worth(position.captured[seat], game.goal());
    let score = |seat: usize| sums[seat] as Value;
    MOVER * score(seat) - OTHER * score(1 - seat) + captures(seat) - captures(1 - seat)
}

/// The engine's evaluation: chances along all lines and captured stones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chances;

impl Chances {
    /// What a position that goes on is worth for its mover, taken apart.
    fn mover_terms(game: &Pente, position: &Position, mover: usize, seat: usize) -> Vec<Term> {
        let patterns = Patterns::of(game.settings());
        let lines = Lines::new(game, position, worths(&patterns));
        let mut counts = Counts::new(&patterns, game.side());
        for point in game.points().without(&position.stones).descending() {
            counts.add(&lines, point);
        }
        let mut terms = counts.terms(mover, seat);
        let worth = |seat: usize| f64::from(captured_worth(position.captured[seat], game.goal()));
        let margin = worth(seat) - worth(1 - seat);
        terms.push(Term::new(
            "captured",
            "worth of the stones captured, less the opponent's",
            margin,
            1.0,
        ));
        terms
    }
}

/// How often each shape and capture can be had, by seat, and where.
struct Counts<'a> {
    patterns: &'a Patterns,
    side: usize,
    /// By seat and line of [`SHAPES`], then captures and threats to capture.
    amounts: [[Value; SHAPES.len() + 2]; 2],
    cells: [[Vec<[u16; 2]>; SHAPES.len() + 2]; 2],
}

impl<'a> Counts<'a> {
    fn new(patterns: &'a Patterns, side: usize) -> Self {
        Self { patterns, side, amounts: Default::default(), cells: Default::default() }
    }

    fn add(&mut self, lines: &Lines, point: Point) {
        let cell = [point.column() as u16, (self.side - 1 - point.row()) as u16];
        for ids in lines.ids(point) {
            for (seat, &id) in ids.iter().enumerate() {
                let kind = self.patterns.kind(id);
                let shape = SHAPES.iter().position(|(shape, ..)| *shape == kind.shape);
                let takes = (SHAPES.len(), Value::from(kind.takes));
                let threatens = (SHAPES.len() + 1, Value::from(kind.threatens));
                for (which, amount) in shape.map(|s| (s, 1)).into_iter().chain([takes, threatens]) {
                    if amount > 0 {
                        self.amounts[seat][which] += amount;
                        self.cells[seat][which].push(cell);
                    }
                }
            }
        }
    }

    /// The terms for `seat` where `mover` is to move.
    fn terms(mut self, mover: usize, seat: usize) -> Vec<Term> {
        let factor = |of: usize| if of == mover { MOVER } else { OTHER };
        let mut terms = Vec::new();
        for which in 0..SHAPES.len() + 2 {
            let (name, meaning, worth) = match SHAPES.get(which) {
                Some(&(_, name, meaning, worth)) => (name, meaning, worth),
                None if which == SHAPES.len() => ("captures", "stones that can be captured", TAKE),
                None => ("capture threats", "points that threaten to capture", THREATEN),
            };
            let amount = |of: usize| self.amounts[of][which] * factor(of);
            let margin = amount(seat) - amount(1 - seat);
            if self.amounts[0][which] + self.amounts[1][which] == 0 {
                continue;
            }
            let mut cells = std::mem::take(&mut self.cells[seat][which]);
            cells.append(&mut self.cells[1 - seat][which]);
            cells.sort_unstable();
            cells.dedup();
            terms.push(Term::new(name, meaning, f64::from(margin), f64::from(worth)).at(cells));
        }
        terms
    }
}

impl Evaluate<Pente> for Chances {
    fn value(&self, game: &Pente, position: &Position, seat: Seat) -> f64 {
        let Some(mover) = position.mover() else {
            return ended(position, seat) * WIN;
        };
        let patterns = Patterns::of(game.settings());
        let lines = Lines::new(game, position, worths(&patterns));
        let value = f64::from(stands(game, position, [lines.sum(0), lines.sum(1)], mover));
        if mover == seat.0 { value } else { 0.0 - value }
    }

    fn terms(&self, game: &Pente, position: &Position, seat: Seat) -> Vec<Term> {
        match position.mover() {
            None => vec![result_term(ended(position, seat))],
            Some(mover) => Self::mover_terms(game, position, mover, seat.0),
        }
    }
}

fn result_term(result: f64) -> Term {
    Term::new("result", "the result (1 won, 0 drawn, -1 lost)", result, WIN)
}

fn ended(position: &Position, seat: Seat) -> f64 {
    match position.winner() {
        Some(winner) if winner == seat => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    }
}
