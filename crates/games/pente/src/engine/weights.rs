//! What shapes and captures are worth to the engine, packed for the lines and taken apart for people.

use crate::board::Point;
use crate::lines::{CAPTURES_AT, FLAGS_AT, Lines, Worths};
use crate::patterns::{Kind, Patterns, Shape};
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::weights::WeightFile;
use ludex_core::{Error, Evaluate, Result, Seat, Term};
use ludex_search::negamax::WIN;
use std::sync::PoisonError;

/// Values of the search, in hundredths of what an open row of two is worth, more or less.
pub(crate) type Value = i32;

/// The points that make a five or a four, or capture, are kept in sets, in this order.
pub(crate) const MAKE_FIVE: usize = 0;
pub(crate) const MAKE_FOUR: usize = 1;
pub(crate) const CAPTURE: usize = 2;

/// Worths that are kept at once, by their weights.
const MOST_KNOWN: usize = 8;

/// What counts is whose turn it is: the mover's chances weigh more.
const MOVER: Value = 5;
const OTHER: Value = 4;

/// The shapes that count, by what one more stone would make.
const SHAPES: [Shape; 7] = [
    Shape::OpenFour,
    Shape::Four,
    Shape::OpenThree,
    Shape::Three,
    Shape::OpenTwo,
    Shape::Two,
    Shape::Five,
];

/// Everything that counts, with what it means: the shapes first, in their order.
const NAMES: [(&str, &str); KINDS + 1] = [
    ("open three", "lead in points for an open four: where a stone makes one, less the opponent's"),
    ("four", "lead in points for a four: where a stone makes one, less the opponent's"),
    ("open two", "lead in points for an open three: where a stone makes one, less the opponent's"),
    (
        "closed two",
        "lead in points for a closed three: where a stone makes one, less the opponent's",
    ),
    ("one", "lead in points for an open two: where a stone makes one, less the opponent's"),
    ("closed one", "lead in points for a closed two: where a stone makes one, less the opponent's"),
    ("winning row", "lead in winning points: points that complete a row, less the opponent's"),
    (
        "captures",
        "lead in stones to capture: those that can be captured, less those that the opponent can capture",
    ),
    ("capture threats", "lead in threats to capture: points that threaten to, less the opponent's"),
    ("captured", "lead in stones captured: their worth, less the opponent's"),
];

/// The names alone.
pub(crate) const TERMS: [&str; KINDS + 1] = {
    let mut names = [""; KINDS + 1];
    let mut at = 0;
    while at < names.len() {
        names[at] = NAMES[at].0;
        at += 1;
    }
    names
};

/// Places of captures and of threats to capture behind the shapes, and how many kinds of chances there are.
const TAKES: usize = SHAPES.len();
const THREATENS: usize = TAKES + 1;
const KINDS: usize = THREATENS + 1;

/// What chances and captured stones are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// In the order of [`NAMES`].
    chances: [Value; KINDS],
    /// Hundredths of what [`CAPTURED`] says.
    captured: Value,
}

/// Half way from weights by hand (60, 18, 14, 4, 3, 1, 90, 16, 4 and 100) to those that explain the results of 2,000 games against itself best:
/// `pente_tune -- 2000 1 19x19 2`. They win more than either.
impl Default for Weights {
    fn default() -> Self {
        Self { chances: [52, 26, 9, 4, 2, 1, 90, 21, 5], captured: 62 }
    }
}

impl Weights {
    /// The weights of a file. Those that it does not name weigh nothing.
    pub fn of(file: &WeightFile) -> Result<Self> {
        let mut weights = Self { chances: [0; KINDS], captured: 0 };
        for (place, weight) in file.of(&TERMS)? {
            let (unit, most) = unit_and_most(place);
            let number = (weight * unit).round();
            if !(0.0..=most).contains(&number) {
                let reason = format!("give 0 to {}", most / unit);
                return Err(Error::bad(NAMES[place].0, weight.to_string(), reason));
            }
            match weights.chances.get_mut(place) {
                Some(chance) => *chance = number as Value,
                None => weights.captured = number as Value,
            }
        }
        Ok(weights)
    }

    /// The weight at this place nearest to a number.
    pub(crate) fn nearest(place: usize, weight: f64) -> f64 {
        let (unit, most) = unit_and_most(place);
        // A sum, so that no weight is -0.
        (weight * unit).round().clamp(0.0, most) / unit + 0.0
    }

    /// What a stone that does this along one line is worth.
    fn worth(&self, kind: Kind) -> Value {
        let shape = SHAPES.iter().position(|shape| *shape == kind.shape);
        shape.map_or(0, |at| self.chances[at])
            + self.chances[TAKES] * Value::from(kind.takes)
            + self.chances[THREATENS] * Value::from(kind.threatens)
    }
}

/// Weights are whole parts of 1, and go up to so many parts.
fn unit_and_most(place: usize) -> (f64, f64) {
    if place == KINDS { (100.0, 1_000.0) } else { (1.0, 100.0) }
}

/// Captured stones, the more the nearer to the goal they are: by tenths of the goal.
const CAPTURED: [Value; 11] = [0, 150, 320, 520, 760, 1050, 1400, 1850, 2450, 3200, 4000];

/// The packed worths of all kinds.
pub(crate) fn worths(patterns: &Patterns, weights: &Weights) -> Worths {
    let pack = |kind: &Kind| {
        let flag = |set: usize, yes: bool| u16::from(yes) << (FLAGS_AT as usize + set);
        weights.worth(*kind) as u16
            | flag(MAKE_FIVE, kind.shape == Shape::Five)
            | flag(MAKE_FOUR, matches!(kind.shape, Shape::Four | Shape::OpenFour))
            | flag(CAPTURE, kind.takes > 0)
            | u16::from(kind.takes) << CAPTURES_AT
    };
    let mut known = patterns.engine.lock().unwrap_or_else(PoisonError::into_inner);
    // The last used come first, so that what is forgotten is what nobody has asked for any more.
    if let Some(at) = known.iter().position(|(with, _)| with == weights) {
        known[..=at].rotate_right(1);
        return known[0].1.clone();
    }
    let made = Worths::new(patterns, pack, CAPTURE + 1);
    known.truncate(MOST_KNOWN - 1);
    known.insert(0, (*weights, made.clone()));
    made
}

/// What the stones that a seat has captured are worth on the way to the goal.
#[inline]
fn captured_worth(game: &Pente, position: &Position, seat: usize) -> Value {
    let tenths = usize::from(position.captured[seat]) * 10 / usize::from(game.goal().max(1));
    CAPTURED[tenths.min(10)]
}

/// How far a seat is ahead in captures.
#[inline]
fn captured_margin(game: &Pente, position: &Position, seat: usize) -> Value {
    captured_worth(game, position, seat) - captured_worth(game, position, 1 - seat)
}

impl Weights {
    /// The value for the mover of a position that goes on.
    #[inline]
    pub(crate) fn stands(
        &self,
        game: &Pente,
        position: &Position,
        sums: [Value; 2],
        seat: usize,
    ) -> Value {
        let captured = self.captured * captured_margin(game, position, seat) / 100;
        MOVER * sums[seat] - OTHER * sums[1 - seat] + captured
    }
}

/// The engine's evaluation: chances along all lines and captured stones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chances {
    /// What they are worth.
    pub weights: Weights,
}

impl Chances {
    /// The lines of a position with these weights.
    pub(crate) fn lines(&self, game: &Pente, position: &Position) -> Lines {
        Lines::new(game, position, worths(&Patterns::of(game.settings()), &self.weights))
    }

    /// What a position that goes on is worth for its mover, taken apart.
    fn mover_terms(
        &self,
        game: &Pente,
        position: &Position,
        mover: usize,
        seat: usize,
    ) -> Vec<Term> {
        let patterns = Patterns::of(game.settings());
        let lines = self.lines(game, position);
        let mut counts = Counts::new(&patterns, game.side());
        for point in game.points().without(&position.stones).descending() {
            counts.add(&lines, point);
        }
        let mut terms = counts.terms(&self.weights, mover, seat);
        let (name, meaning) = NAMES[KINDS];
        // Rounded as the search rounds it.
        let margin = self.weights.captured * captured_margin(game, position, seat) / 100;
        let weight = f64::from(self.weights.captured) / 100.0;
        let amount = if weight == 0.0 { 0.0 } else { f64::from(margin) / weight };
        terms.push(Term::new(name, meaning, amount, weight));
        terms
    }
}

/// How often each chance can be had, by seat, and where.
struct Counts<'a> {
    patterns: &'a Patterns,
    side: usize,
    amounts: [[Value; KINDS]; 2],
    cells: [[Vec<[u16; 2]>; KINDS]; 2],
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
                let shape = SHAPES.iter().position(|shape| *shape == kind.shape);
                let takes = (TAKES, Value::from(kind.takes));
                let threatens = (THREATENS, Value::from(kind.threatens));
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
    fn terms(mut self, weights: &Weights, mover: usize, seat: usize) -> Vec<Term> {
        let factor = |of: usize| if of == mover { MOVER } else { OTHER };
        let mut terms = Vec::new();
        for (which, &weight) in weights.chances.iter().enumerate() {
            let (name, meaning) = NAMES[which];
            let amount = |of: usize| self.amounts[of][which] * factor(of);
            let margin = amount(seat) - amount(1 - seat);
            if self.amounts[0][which] + self.amounts[1][which] == 0 {
                continue;
            }
            let mut cells = std::mem::take(&mut self.cells[seat][which]);
            cells.append(&mut self.cells[1 - seat][which]);
            cells.sort_unstable();
            cells.dedup();
            terms.push(Term::new(name, meaning, f64::from(margin), f64::from(weight)).at(cells));
        }
        terms
    }
}

impl Evaluate<Pente> for Chances {
    fn value(&self, game: &Pente, position: &Position, seat: Seat) -> f64 {
        let Some(mover) = position.mover() else {
            return ended(position, seat) * WIN;
        };
        let lines = self.lines(game, position);
        let sums = [lines.sum(0), lines.sum(1)];
        let value = f64::from(self.weights.stands(game, position, sums, mover));
        if mover == seat.0 { value } else { 0.0 - value }
    }

    fn terms(&self, game: &Pente, position: &Position, seat: Seat) -> Vec<Term> {
        match position.mover() {
            None => vec![result_term(ended(position, seat))],
            Some(mover) => self.mover_terms(game, position, mover, seat.0),
        }
    }
}

fn result_term(result: f64) -> Term {
    Term::new("result", "the result: 1 won, 0 drawn, -1 lost", result, WIN)
}

fn ended(position: &Position, seat: Seat) -> f64 {
    match position.winner() {
        Some(winner) if winner == seat => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    }
}
