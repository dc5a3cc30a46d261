//! The root of the engine's search: deeper and deeper, on one thread or more.

use super::search::{INFINITE, MOST_PLIES, Node, Search};
use super::state::Moves;
use super::table::Table;
use super::threats::Threats;
use super::weights::{MATE, MATE_BOUND, Value};
use crate::board::Point;
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::{Budget, SearchStats, Stop};
use std::time::Duration;

/// What a search is allowed to spend.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    pub(crate) depth: u8,
    pub(crate) budget: Budget,
    pub(crate) threads: usize,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) best: Point,
    pub(crate) value: Value,
    pub(crate) line: Vec<Point>,
    /// Plies that the search looked ahead.
    pub(crate) depth: u8,
    /// Every move of the root that was looked at, best first.
    pub(crate) moves: Vec<Point>,
    pub(crate) stats: SearchStats,
}

/// Moves of the root that are looked at.
const ROOT_WIDTH: usize = 40;
/// Positions and stones of the search for a win by force before the search proper.
const THREAT_NODES: u64 = 4_000;
const THREAT_STONES: u8 = 12;

/// Looks for the best move.
pub(crate) fn think(
    game: &Pente,
    position: &Position,
    table: &Table,
    limits: &Limits,
) -> Option<Found> {
    let helpers_stop = Stop::default();
    std::thread::scope(|scope| {
        for helper in 1..limits.threads {
            let stop = helpers_stop.clone();
            let budget = Budget { stop, time: limits.budget.time, ..Budget::default() };
            scope.spawn(move || {
                let mut root = Root::new(game, position, table, &budget);
                // Every second helper runs a ply ahead, so that they do not all do the same.
                root.deepen(limits.depth, (1 + helper % 2) as u8, None);
            });
        }
        let mut root = Root::new(game, position, table, &limits.budget);
        let found = root.run(limits);
        helpers_stop.set();
        found
    })
}

struct Root<'a> {
    search: Search<'a>,
    moves: Vec<Point>,
    value: Value,
    line: Vec<Point>,
    reached: u8,
}

impl<'a> Root<'a> {
    fn new(game: &'a Pente, position: &Position, table: &'a Table, budget: &Budget) -> Self {
        let search = Search::new(game, position, table, budget.start());
        let mut root = Self { search, moves: Vec::new(), value: 0, line: Vec::new(), reached: 0 };
        root.moves = root.candidates();
        root
    }

    /// What is worth looking at: all replies to a threat, else the promising moves.
    fn candidates(&mut self) -> Vec<Point> {
        let state = &self.search.state;
        let (seat, mut points) = (state.seat(), Vec::new());
        state.winning_points(seat, &mut points);
        if points.is_empty() {
            state.winning_points(1 - seat, &mut points);
            if !points.is_empty() {
                state.capturing_points(seat, &mut points);
            }
        }
        let mut moves = Moves::new();
        state.promising(ROOT_WIDTH, &mut moves);
        let open = state.open();
        points.extend(moves.into_iter().map(|(_, point)| point));
        let mut seen = Vec::new();
        points.retain(|&p| {
            open.has(p.index()) && !seen.contains(&p) && {
                seen.push(p);
                true
            }
        });
        points
    }

    fn run(&mut self, limits: &Limits) -> Option<Found> {
        self.line = vec![*self.moves.first()?];
        if !self.force() {
            self.deepen(limits.depth, 1, limits.budget.time);
        }
        let best = self.line[0];
        self.promote(best);
        let meter = &self.search.meter;
        let stats = SearchStats {
            algorithm: "principal variation search".into(),
            depth: self.reached.into(),
            nodes: meter.nodes(),
            cutoffs: self.search.cutoffs,
            table_hits: self.search.table_hits,
            seconds: meter.seconds(),
            complete: !meter.exhausted(),
        };
        Some(Found {
            best,
            value: self.value,
            line: std::mem::take(&mut self.line),
            depth: self.reached,
            moves: self.moves.clone(),
            stats,
        })
    }

    /// Looks for a win by force alone.
    fn force(&mut self) -> bool {
        let meter = Budget::nodes(THREAT_NODES).start();
        let Some(course) = Threats::new(&mut self.search.state, meter).win(THREAT_STONES) else {
            return false;
        };
        self.value = MATE - course.len() as Value;
        self.reached = course.len() as u8;
        self.line = course;
        true
    }

    /// Searches deeper and deeper from depth `first` on.
    fn deepen(&mut self, most: u8, first: u8, time: Option<Duration>) {
        for depth in first..=most.max(1) {
            self.iterate(depth);
            if self.search.meter.exhausted() {
                break;
            }
            self.reached = depth;
            // The next depth takes several times as long as this one took.
            let late =
                time.is_some_and(|time| self.search.meter.seconds() > time.as_secs_f64() * 0.6);
            if late || self.value.abs() > MATE_BOUND || self.moves.len() == 1 {
                break;
            }
        }
    }

    fn iterate(&mut self, depth: u8) {
        self.search.reach = (2 * usize::from(depth)).min(MOST_PLIES / 2);
        let mut best = -INFINITE;
        for number in 0..self.moves.len() {
            let point = self.moves[number];
            let value = self.value_of(point, depth, best, number == 0);
            if self.search.meter.exhausted() {
                return;
            }
            if value > best {
                best = value;
                self.value = value;
                self.line.clear();
                self.line.push(point);
                self.line.extend_from_slice(&self.search.lines[1]);
                self.moves[..=number].rotate_right(1);
            }
        }
    }

    fn value_of(&mut self, point: Point, depth: u8, alpha: Value, first: bool) -> Value {
        let node = |alpha: Value, beta: Value| Node {
            depth: depth as i8 - 1,
            ply: 1,
            alpha: -beta,
            beta: -alpha,
        };
        if first {
            return self.search.try_move(point, node(-INFINITE, INFINITE));
        }
        let value = self.search.try_move(point, node(alpha, alpha + 1));
        if value > alpha { self.search.try_move(point, node(alpha, INFINITE)) } else { value }
    }

    fn promote(&mut self, best: Point) {
        match self.moves.iter().position(|&point| point == best) {
            Some(at) => self.moves[..=at].rotate_right(1),
            None => self.moves.insert(0, best),
        }
    }
}

/// The value of one move with an open window, and the course behind it.
pub(crate) fn weigh(
    game: &Pente,
    position: &Position,
    table: &Table,
    point: Point,
    limits: &Limits,
) -> (Value, Vec<Point>, u8) {
    let mut root = Root::new(game, position, table, &limits.budget);
    root.moves = vec![point];
    let mut known = (0, vec![point], 0);
    for depth in 1..=limits.depth.max(1) {
        root.iterate(depth);
        if root.search.meter.exhausted() {
            break;
        }
        known = (root.value, root.line.clone(), depth);
        if root.value.abs() > MATE_BOUND {
            break;
        }
    }
    known
}
