//! Alpha-beta that gives the same answers as plain min-max.

use super::state::{State, Value, WIN};
use crate::board::Point;
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::{Budget, Evaluate, Game, Meter, Seat};

/// Beyond every value.
const INFINITE: Value = 10 * WIN;

pub(super) struct Search<'a> {
    state: State<'a>,
    pub(super) meter: Meter,
    pub(super) cutoffs: u64,
    /// `lines[p]` is the expected course from ply `p` on; the last ply is left out.
    lines: Vec<Vec<Point>>,
    buffers: Vec<Vec<(Value, Point)>>,
}

impl<'a> Search<'a> {
    pub(super) fn new(game: &'a Pente, position: &Position, budget: &Budget) -> Self {
        let state = State::new(game, position);
        let meter = budget.start();
        Self { state, meter, cutoffs: 0, lines: vec![Vec::new(); 8], buffers: vec![Vec::new(); 8] }
    }

    pub(super) fn game(&self) -> &'a Pente {
        self.state.game
    }

    pub(super) fn position(&self) -> &Position {
        &self.state.position
    }

    /// The first of the best actions in the order of the rules.
    ///
    /// Actions that promise much are searched first. One that comes earlier in the rules than the best so far need
    /// only equal it; one that comes later must be better.
    pub(super) fn first_best(&mut self, plies: u32) -> Point {
        let seat = 1 - self.state.position.state.last();
        let mut actions = Vec::new();
        self.state.game.actions(&self.state.position, &mut actions);
        let mut order: Vec<(Value, usize)> =
            actions.iter().enumerate().map(|(i, &point)| (self.promise(seat, point), i)).collect();
        order.sort_by_key(|&(promise, index)| (-promise, index));
        let mut best = (-INFINITE, actions.len());
        for (_, index) in order {
            let floor = best.0 - Value::from(index < best.1);
            if floor >= WIN {
                continue;
            }
            let value = self.child(actions[index], plies, 0, (floor, INFINITE));
            if value > floor {
                best = (value, index);
            }
        }
        actions[best.1.min(actions.len() - 1)]
    }

    /// The exact value of an action, and its expected course without the last ply.
    pub(super) fn exact(&mut self, action: Point, plies: u32) -> (Value, Vec<Point>) {
        let value = self.child(action, plies, 0, (-INFINITE, INFINITE));
        let mut line = vec![action];
        line.extend(&self.lines[1]);
        (value, line)
    }

    /// The value for the mover of playing `point`, of which `plies` are left with it.
    fn child(
        &mut self,
        point: Point,
        plies: u32,
        ply: usize,
        (alpha, beta): (Value, Value),
    ) -> Value {
        let taken = self.state.play(point);
        let value = -self.node(plies - 1, ply + 1, (-beta, -alpha));
        self.state.undo(point, taken);
        value
    }

    /// The value of the position for who is to move; exact inside the window, a bound outside.
    fn node(&mut self, plies: u32, ply: usize, (alpha, beta): (Value, Value)) -> Value {
        self.meter.visit();
        self.lines[ply].clear();
        let seat = 1 - self.state.position.state.last();
        if plies == 0 || self.state.position.mover().is_none() || self.meter.exhausted() {
            return self.state.stands(seat);
        }
        if plies == 1 && self.state.windows_tell_all() {
            return self.state.best_next(seat);
        }
        self.inner(plies, ply, (alpha, beta), seat)
    }

    fn inner(
        &mut self,
        plies: u32,
        ply: usize,
        (alpha, beta): (Value, Value),
        seat: usize,
    ) -> Value {
        // With two plies left the reply can only lower what a stone gains by itself.
        let bounded = plies == 2 && self.state.windows_tell_all();
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        self.order(seat, &mut moves);
        let mut best = -INFINITE;
        for &(_, point) in &moves {
            let floor = alpha.max(best);
            if bounded {
                let most = self.state.after(seat, point);
                if most <= floor {
                    best = best.max(most);
                    continue;
                }
            }
            let value = self.child(point, plies, ply, (floor, beta));
            if value > best {
                best = value;
                self.extend_line(ply, point, plies);
            }
            if best >= beta {
                self.cutoffs += 1;
                break;
            }
        }
        self.buffers[ply] = moves;
        best
    }

    /// Every legal move, the promising ones first.
    fn order(&mut self, seat: usize, moves: &mut Vec<(Value, Point)>) {
        moves.clear();
        let open = self.state.game.open_points(&self.state.position);
        moves.extend(open.descending().map(|point| (self.promise(seat, point), point)));
        moves.sort_by_key(|&(promise, _)| -promise);
    }

    /// What a stone gains at once, and what it keeps the opponent from gaining.
    fn promise(&self, seat: usize, point: Point) -> Value {
        2 * self.state.after(seat, point) + self.state.after(1 - seat, point)
    }

    /// Keeps a line up to the ply before the last one.
    fn extend_line(&mut self, ply: usize, point: Point, plies: u32) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        if plies > 1 {
            line.push(point);
            line.extend_from_slice(&tail[0]);
        }
    }
}

/// The best stone for the last ply of a line, which the search reads off without playing it.
pub(super) fn best_last(
    game: &Pente,
    position: &Position,
    line: &[Point],
    plies: u32,
) -> Option<Point> {
    let mut leaf = *position;
    for &point in line {
        game.play(&mut leaf, point);
    }
    let seat = leaf.mover().filter(|_| line.len() + 1 == plies as usize)?;
    let mut actions = Vec::new();
    game.actions(&leaf, &mut actions);
    let value = |point: Point| {
        let mut next = leaf;
        game.play(&mut next, point);
        crate::evaluate::Report.value(game, &next, Seat(seat))
    };
    let mut best = None;
    for point in actions {
        let value = value(point);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, point));
        }
    }
    best.map(|(_, point)| point)
}
