//! Principal variation search over promising moves, with a bounded search of forcing moves at its leaves.
//!
//! A win is told only where it is certain: against a row or a capture that would win at once the list of replies is complete
//! (take the point, or capture), and a loss that rests on a shortened list of replies is taken back to a mere bad value.

use super::state::{Moves, State};
use super::table::{Entry, Limit, Table};
use super::weights::{MATE, MATE_BOUND, Value};
use crate::board::Point;
use crate::position::Position;
use crate::rules::Pente;
use crate::settings::Variant;
use ludex_core::{Meter, Seat};

/// Beyond every value.
pub(crate) const INFINITE: Value = 2 * MATE;
/// What a loss is worth that nobody has proved.
const BAD: Value = 100_000;
/// Plies that a line can have, forcing moves included.
pub(crate) const MOST_PLIES: usize = 64;
/// Plies of forcing moves behind a leaf.
const FORCING_PLIES: i8 = 8;
/// Positions of forcing moves behind one leaf; without a limit they lose games by the time they take.
const FORCING_NODES: u32 = 200;

pub(crate) struct Search<'a> {
    pub(crate) state: State<'a>,
    pub(crate) table: &'a Table,
    pub(crate) meter: Meter,
    pub(crate) cutoffs: u64,
    pub(crate) table_hits: u64,
    /// `lines[p]` is the expected course from ply `p` on.
    pub(crate) lines: Vec<Vec<Point>>,
    /// Forcing moves cost no depth up to this ply.
    pub(crate) reach: usize,
    /// Positions left for the forcing moves behind the present leaf.
    forcing_left: u32,
    moves: Vec<Moves>,
    points: Vec<Vec<Point>>,
}

/// Where in the tree, and what is asked: depth left, ply from the root, window.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) depth: i8,
    pub(crate) ply: usize,
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Node {
    /// The node behind a move, seen by the other side.
    fn child(self, depth: i8, alpha: Value, beta: Value) -> Self {
        Self { depth, ply: self.ply + 1, alpha: -beta, beta: -alpha }
    }

    fn is_wide(self) -> bool {
        self.beta - self.alpha > 1
    }
}

/// How the replies of a node came about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    /// Nothing that could help was left out.
    Complete,
    /// Only the most promising moves.
    Short,
}

/// How many moves are looked at with this depth left.
fn width(depth: i8) -> usize {
    match depth {
        ..=1 => 8,
        2..=3 => 12,
        4..=6 => 15,
        _ => 20,
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        game: &'a Pente,
        position: &Position,
        table: &'a Table,
        meter: Meter,
    ) -> Self {
        Self {
            state: State::new(game, position),
            table,
            meter,
            cutoffs: 0,
            table_hits: 0,
            lines: vec![Vec::new(); MOST_PLIES + 2],
            reach: MOST_PLIES / 2,
            forcing_left: 0,
            moves: vec![Moves::new(); MOST_PLIES + 2],
            points: vec![Vec::new(); MOST_PLIES + 2],
        }
    }

    /// The value for the mover of playing `point` at `node`.
    pub(crate) fn try_move(&mut self, point: Point, node: Node) -> Value {
        let undo = self.state.play(point);
        let value = -self.node(node);
        self.state.undo(point, undo);
        value
    }

    /// The value of the position for who is to move.
    pub(crate) fn node(&mut self, node: Node) -> Value {
        self.meter.visit();
        self.lines[node.ply].clear();
        if let Some(value) = self.ended(node.ply) {
            return value;
        }
        if node.ply >= MOST_PLIES || self.meter.exhausted() {
            return self.state.stands();
        }
        if let Some(value) = self.wins_now(node.ply) {
            return value;
        }
        let threatened = self.find_threats(node.ply);
        if node.depth <= 0 {
            return self.forcing(node, threatened);
        }
        self.inner(node, threatened)
    }

    /// The value of a game that is over.
    fn ended(&self, ply: usize) -> Option<Value> {
        if self.state.position.mover().is_some() {
            return None;
        }
        let seat = Seat(self.state.seat());
        Some(match self.state.position.winner() {
            Some(winner) if winner == seat => MATE - ply as Value,
            Some(_) => ply as Value - MATE,
            None => 0,
        })
    }

    /// A stone that wins at once.
    fn wins_now(&mut self, ply: usize) -> Option<Value> {
        let seat = self.state.seat();
        if !self.state.may_win(seat) {
            return None;
        }
        let mut points = std::mem::take(&mut self.points[ply]);
        self.state.winning_points(seat, &mut points);
        let found = points.first().copied();
        self.points[ply] = points;
        self.lines[ply].push(found?);
        Some(MATE - ply as Value - 1)
    }

    /// Whether the opponent would win at once; `points` of this ply then holds where.
    fn find_threats(&mut self, ply: usize) -> bool {
        let rival = 1 - self.state.seat();
        let points = &mut self.points[ply];
        points.clear();
        if self.state.may_win(rival) {
            self.state.winning_points(rival, points);
        }
        !points.is_empty()
    }

    /// Every reply to the threats of this ply: take one of the points, or capture.
    fn replies(&mut self, ply: usize) -> Moves {
        let mut points = std::mem::take(&mut self.points[ply]);
        self.state.capturing_points(self.state.seat(), &mut points);
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        for &point in &points {
            if !moves.iter().any(|&(_, known)| known == point) {
                moves.push((0, point));
            }
        }
        self.points[ply] = points;
        moves
    }

    /// How the list of replies to a threat is to be read. In poof a stone beside the row can break it, too.
    fn replies_list(&self) -> List {
        if self.state.game.settings().variant == Variant::Poof {
            List::Short
        } else {
            List::Complete
        }
    }

    fn inner(&mut self, node: Node, threatened: bool) -> Value {
        let key = self.state.position.hash;
        let known = self.table.get(key);
        if let Some(value) = self.remembered(known, node) {
            return value;
        }
        let (moves, list) = self.list(node, threatened, known.and_then(|entry| entry.best));
        let (value, best) = self.loop_moves(node, &moves, list, threatened);
        self.moves[node.ply] = moves;
        if !self.meter.exhausted() {
            self.remember(key, node, value, best);
        }
        value
    }

    fn remembered(&mut self, known: Option<Entry>, node: Node) -> Option<Value> {
        let entry = known.filter(|entry| entry.depth >= node.depth && !node.is_wide())?;
        let value = from_table(entry.value, node.ply);
        let enough = match entry.limit {
            Limit::Exact => true,
            Limit::Lower => value >= node.beta,
            Limit::Upper => value <= node.alpha,
        };
        self.table_hits += u64::from(enough);
        enough.then_some(value)
    }

    fn remember(&mut self, key: u64, node: Node, value: Value, best: Option<Point>) {
        let limit = match value {
            v if v >= node.beta => Limit::Lower,
            v if v <= node.alpha => Limit::Upper,
            _ => Limit::Exact,
        };
        let value = to_table(value, node.ply);
        self.table.put(key, Entry { value, limit, depth: node.depth, best });
    }

    /// The moves of a node: all that help against a threat, else the promising ones; the remembered best comes first.
    fn list(&mut self, node: Node, threatened: bool, best: Option<Point>) -> (Moves, List) {
        if threatened {
            return (self.replies(node.ply), self.replies_list());
        }
        let mut moves = std::mem::take(&mut self.moves[node.ply]);
        let complete = self.state.promising(width(node.depth), &mut moves);
        if let Some(best) = best {
            if let Some(at) = moves.iter().position(|&(_, point)| point == best) {
                moves[..=at].rotate_right(1);
            } else if self.state.open().has(best.index()) {
                moves.insert(0, (0, best));
            }
        }
        (moves, if complete { List::Complete } else { List::Short })
    }

    fn loop_moves(
        &mut self,
        node: Node,
        moves: &Moves,
        list: List,
        threatened: bool,
    ) -> (Value, Option<Point>) {
        let (mut best, mut chosen) = (-INFINITE, None);
        // Replies that are forced cost no depth, as far as lines may grow.
        let extend = i8::from(threatened && node.ply < self.reach);
        for (number, &(_, point)) in moves.iter().enumerate() {
            let alpha = node.alpha.max(best);
            let depth = node.depth - 1 + extend;
            let value = if number == 0 {
                self.try_move(point, node.child(depth, alpha, node.beta))
            } else {
                self.try_later(point, node, depth, alpha, number)
            };
            if self.meter.exhausted() {
                break;
            }
            if value > best {
                best = value;
                chosen = Some(point);
                if value > node.alpha {
                    self.extend_line(node.ply, point);
                }
            }
            if best >= node.beta {
                self.cutoffs += 1;
                break;
            }
        }
        if list == List::Short && best < -MATE_BOUND {
            best = -BAD;
        }
        (best.max(-MATE), chosen)
    }

    /// A move that should not be the best: a narrow window first, late ones less deep.
    fn try_later(
        &mut self,
        point: Point,
        node: Node,
        depth: i8,
        alpha: Value,
        number: usize,
    ) -> Value {
        let less = i8::from(depth >= 2 && number >= 2)
            + i8::from(depth >= 3 && number >= 5)
            + i8::from(depth >= 5 && number >= 10);
        let mut value = self.try_move(point, node.child(depth - less, alpha, alpha + 1));
        if value > alpha && less > 0 {
            value = self.try_move(point, node.child(depth, alpha, alpha + 1));
        }
        if value > alpha && value < node.beta && node.is_wide() {
            value = self.try_move(point, node.child(depth, alpha, node.beta));
        }
        value
    }

    /// A leaf: fours and captures are played out, as far as a few plies go.
    fn forcing(&mut self, node: Node, threatened: bool) -> Value {
        let seat = self.state.seat();
        let stands = self.state.stands();
        let mut best = if threatened { -INFINITE } else { stands };
        if node.depth == 0 {
            self.forcing_left = FORCING_NODES;
        }
        if best >= node.beta || node.depth <= -FORCING_PLIES || self.forcing_left == 0 {
            return stands;
        }
        self.forcing_left -= 1;
        let moves = if threatened {
            self.replies(node.ply)
        } else {
            let mut moves = std::mem::take(&mut self.moves[node.ply]);
            if node.depth > -3 {
                self.state.forcing(seat, &mut moves);
            } else {
                self.state.fours(seat, &mut moves);
            }
            moves.truncate(if node.depth > -3 { 6 } else { 3 });
            moves
        };
        for &(_, point) in &moves {
            let alpha = node.alpha.max(best);
            let value = self.try_move(point, node.child(node.depth - 1, alpha, node.beta));
            if value > best {
                best = value;
                if value > node.alpha {
                    self.extend_line(node.ply, point);
                }
            }
            if best >= node.beta || self.meter.exhausted() {
                break;
            }
        }
        self.moves[node.ply] = moves;
        if best < -MATE_BOUND && self.replies_list() == List::Short { -BAD } else { best }
    }

    fn extend_line(&mut self, ply: usize, point: Point) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(point);
        line.extend_from_slice(&tail[0]);
    }
}

/// Distances to a win count from the root in the search, from the position in the table.
fn to_table(value: Value, ply: usize) -> Value {
    match value {
        v if v > MATE_BOUND => v + ply as Value,
        v if v < -MATE_BOUND => v - ply as Value,
        v => v,
    }
}

fn from_table(value: Value, ply: usize) -> Value {
    match value {
        v if v > MATE_BOUND => v - ply as Value,
        v if v < -MATE_BOUND => v + ply as Value,
        v => v,
    }
}
