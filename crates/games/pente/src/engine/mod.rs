//! The strong agent: patterns along lines, principal variation search, wins by force.

mod root;
mod search;
mod state;
mod table;
pub(crate) mod threats;
pub(crate) mod weights;

pub use state::Tracked;
pub use weights::Chances;

use crate::board::Point;
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::{
    Agent, Bound, Budget, Candidate, Decision, Evaluate, Game, Proven, Result, Seat, Term,
};
use ludex_search::common::{Identity, legal, mover};
use root::{Found, Limits, think, weigh};
use std::time::Duration;
use table::Table;
use weights::{MATE, MATE_BOUND, Value, result_term};

/// The engine.
#[derive(Clone, Debug)]
pub struct Engine {
    identity: Identity,
    /// Plies to look ahead at most, forcing moves not counted.
    depth: u8,
    /// Seconds for a decision at most.
    time: Option<Duration>,
    threads: usize,
}

/// Slots of the table: 32 MiB.
const SLOTS: usize = 1 << 21;
/// Moves beside the best that a decision looks at with an open window.
const OTHERS: usize = 7;

impl Engine {
    /// Looks `depth` plies ahead on one thread.
    pub fn new(identity: Identity, depth: u8) -> Self {
        Self { identity, depth, time: None, threads: 1 }
    }

    /// The same with a limit on time for each decision.
    pub fn within(self, time: Option<Duration>) -> Self {
        Self { time, ..self }
    }

    /// The same on this many threads.
    pub fn on(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    fn limits(&self, budget: &Budget) -> Limits {
        let time = match (self.time, budget.time) {
            (Some(own), Some(given)) => Some(own.min(given)),
            (own, given) => own.or(given),
        };
        let depth = budget.depth.map_or(self.depth, |limit| self.depth.min(limit.min(60) as u8));
        Limits { depth, budget: Budget { time, ..budget.clone() }, threads: self.threads }
    }

    fn table(&self) -> Table {
        // Shallow searches need little, and a large table takes longer to make than they last.
        let slots = if self.time.is_none() && self.depth < 6 { SLOTS >> 6 } else { SLOTS };
        Table::new(slots)
    }

    fn think(game: &Pente, position: &Position, limits: &Limits, table: &Table) -> Result<Found> {
        mover(game, position)?;
        let found = think(game, position, table, limits);
        found.ok_or_else(|| ludex_core::Error::State("there is no legal move".into()))
    }
}

impl Agent<Pente> for Engine {
    fn choose(&self, game: &Pente, position: &Position, budget: &Budget) -> Result<Point> {
        let (limits, table) = (self.limits(budget), self.table());
        Ok(Self::think(game, position, &limits, &table)?.best)
    }

    fn decide(
        &self,
        game: &Pente,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Point>> {
        let (limits, table) = (self.limits(budget), self.table());
        let seat = mover(game, position)?;
        let found = Self::think(game, position, &limits, &table)?;
        let best = candidate(game, position, seat, found.value, found.line.clone(), found.depth);
        let mut candidates = vec![best];
        for &point in found.moves.iter().filter(|&&p| p != found.best).take(OTHERS) {
            candidates.push(other(game, position, &table, point, &found, &limits));
        }
        candidates[1..].sort_by(|a, b| b.value.total_cmp(&a.value));
        let mut rest = unlooked(game, position, seat, &candidates);
        candidates.append(&mut rest);
        for (order, candidate) in candidates.iter_mut().enumerate() {
            candidate.order = order;
        }
        let Identity { spec, seed, .. } = self.identity.clone();
        let (search, story) = (found.stats, Vec::new());
        Ok(Decision { agent: spec, seat: seat.0, seed, chosen: 0, candidates, search, story })
    }

    fn weigh(
        &self,
        game: &Pente,
        position: &Position,
        action: Point,
        budget: &Budget,
    ) -> Result<Candidate<Point>> {
        let seat = mover(game, position)?;
        game.check(position, action)?;
        let (value, line, depth) =
            weigh(game, position, &self.table(), action, &self.limits(budget));
        Ok(candidate(game, position, seat, value, line, depth))
    }
}

/// Another move, searched less deep than the best, and in a part of its time.
fn other(
    game: &Pente,
    position: &Position,
    table: &Table,
    point: Point,
    found: &Found,
    limits: &Limits,
) -> Candidate<Point> {
    let seat = Seat(position.mover().unwrap_or(0));
    let depth = found.depth.saturating_sub(4).clamp(2, 8);
    let time = limits.budget.time.map(|time| time / (OTHERS as u32 + 1));
    let budget = Budget { time, nodes: None, ..limits.budget.clone() };
    let (value, line, depth) =
        weigh(game, position, table, point, &Limits { depth, budget, threads: 1 });
    let mut other = candidate(game, position, seat, value, line, depth);
    let most = f64::from(found.value);
    if other.value > most {
        // The deeper search has shown that it is not better than the best.
        let meaning = "what the deeper search of the best move excludes";
        other.terms.push(Term::new("deeper search", meaning, most - other.value, 1.0));
        (other.value, other.bound, other.proven) = (most, Bound::Upper, None);
    }
    other
}

/// Moves that the search did not look at, with what a stone there promises at first sight.
fn unlooked(
    game: &Pente,
    position: &Position,
    seat: Seat,
    known: &[Candidate<Point>],
) -> Vec<Candidate<Point>> {
    let new = |point: &Point| !known.iter().any(|candidate| candidate.action == *point);
    let first_look = |point: Point| {
        let mut next = *position;
        game.play(&mut next, point);
        let terms = Chances.terms(game, &next, seat);
        let value = terms.iter().map(|term| term.contribution).sum();
        let line = vec![point];
        Candidate { terms, line, bound: Bound::None, depth: 0, ..Candidate::new(point, value) }
    };
    let mut rest: Vec<_> = legal(game, position).into_iter().filter(new).map(first_look).collect();
    rest.sort_by(|a, b| b.value.total_cmp(&a.value));
    rest
}

/// A searched move with its terms: those of the position that the line leads to, or the win and its distance.
fn candidate(
    game: &Pente,
    position: &Position,
    seat: Seat,
    value: Value,
    line: Vec<Point>,
    depth: u8,
) -> Candidate<Point> {
    let exact = f64::from(value);
    let (terms, proven) = match value {
        v if v > MATE_BOUND => (decided(1.0, MATE - v), Some(Proven::Win)),
        v if v < -MATE_BOUND => (decided(-1.0, MATE + v), Some(Proven::Loss)),
        _ => (open_terms(game, position, seat, &line, exact), None),
    };
    let action = line[0];
    Candidate { line, terms, proven, depth: depth.into(), ..Candidate::new(action, exact) }
}

/// The terms of a game that is decided in so many plies.
fn decided(result: f64, plies: Value) -> Vec<Term> {
    let haste = Term::new("haste", "plies until then", f64::from(plies), 0.0 - result);
    vec![result_term(result), haste]
}

fn open_terms(
    game: &Pente,
    position: &Position,
    seat: Seat,
    line: &[Point],
    value: f64,
) -> Vec<Term> {
    let mut leaf = *position;
    for &point in line {
        game.play(&mut leaf, point);
    }
    let mut terms = Chances.terms(game, &leaf, seat);
    let sum: f64 = terms.iter().map(|term| term.contribution).sum();
    if sum != value {
        let meaning = "what the search saw behind the line that it tells";
        terms.push(Term::new("beyond", meaning, value - sum, 1.0));
    }
    terms
}

#[cfg(test)]
mod tests;
