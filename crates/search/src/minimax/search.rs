//! The recursion of min-max.

use super::{Minimax, Perspective, Ply, Window, is_limited, negate};
use crate::common::{legal, play_earning};
use ludex_core::{Budget, Candidate, Evaluate, Game, Meter, Proven, Seat, Turn, rank};

/// One running search.
pub(super) struct Search<'a, G: Game, E> {
    pub(super) agent: &'a Minimax<E>,
    pub(super) game: &'a G,
    /// The seat that values are for.
    pub(super) seat: Seat,
    /// Plies to look ahead.
    pub(super) depth: u32,
    /// Whether time or nodes are limited.
    pub(super) limited: bool,
    /// Whether the search may be broken off.
    pub(super) breakable: bool,
    /// Plies ahead that were looked at; fewer than `depth` where the game ends before.
    pub(super) reached: u32,
    pub(super) meter: Meter,
    pub(super) cutoffs: u64,
    /// Leaves that were valued before the game was over.
    pub(super) horizon: u64,
    /// One buffer of actions for each ply, so that nothing is allocated inside.
    buffers: Vec<Vec<G::Action>>,
    /// `lines[p]` is the expected course from ply `p` on.
    pub(super) lines: Vec<Vec<G::Action>>,
}

impl<'a, G: Game, E: Evaluate<G>> Search<'a, G, E> {
    pub(super) fn new(agent: &'a Minimax<E>, game: &'a G, seat: Seat, budget: &Budget) -> Self {
        let depth = budget.depth.map_or(agent.depth, |limit| limit.min(agent.depth)).max(1);
        let plies = depth as usize + 2;
        Self {
            agent,
            game,
            seat,
            depth,
            limited: is_limited(budget),
            breakable: true,
            reached: 0,
            meter: budget.start(),
            cutoffs: 0,
            horizon: 0,
            buffers: vec![Vec::new(); plies],
            lines: vec![Vec::new(); plies],
        }
    }

    pub(super) fn perspective(&self) -> Perspective {
        self.agent.perspective
    }

    /// Whether the seat that moves wants the value to be high.
    fn maximises(&self, mover: Seat) -> bool {
        match self.agent.perspective {
            Perspective::Max => mover == self.seat,
            Perspective::Min => mover != self.seat,
            Perspective::MaxMax => true,
        }
    }

    pub(super) fn pruning(&self) -> bool {
        self.agent.prune && self.agent.perspective != Perspective::MaxMax
    }

    /// Values mean nothing once this is so.
    pub(super) fn broken_off(&self) -> bool {
        self.breakable && self.meter.exhausted()
    }

    /// The first of the best actions, with pruning at the root too.
    pub(super) fn first_best(&mut self, position: &mut G::Position) -> G::Action {
        self.node(position, Ply { number: 0, mover: self.seat }, Window::OPEN);
        self.lines[0][0]
    }

    /// All actions of a position inside the tree with their exact values. `before` was earned on the way there, and
    /// `last` made the move that led there.
    pub(super) fn unfold(
        &mut self,
        position: &mut G::Position,
        number: u32,
        last: Seat,
        before: f64,
    ) -> Vec<Candidate<G::Action>> {
        let Turn::Seat(mover) = self.game.turn(position) else { return Vec::new() };
        if number > 0 && self.ends_here(position, Ply { number, mover: last }) {
            return Vec::new();
        }
        let actions = legal(self.game, position);
        let weigh = |action| {
            let below = Ply { number: number + 1, mover };
            let value = before + self.child(position, action, below, Window::OPEN);
            let mut candidate = Candidate::new(action, value);
            candidate.line.push(action);
            candidate.line.extend(&self.lines[number as usize + 1]);
            candidate.depth = candidate.line.len() as u32;
            candidate
        };
        let mut found: Vec<_> = actions.into_iter().map(weigh).collect();
        if self.maximises(mover) {
            rank(&mut found);
        } else {
            negate(&mut found);
            rank(&mut found);
            negate(&mut found);
        }
        found
    }

    /// The outcome at the end of a line, where there are others to win against.
    pub(super) fn outcome_of(&self, position: &G::Position, line: &[G::Action]) -> Option<Proven> {
        let mut leaf = position.clone();
        for &action in line {
            self.game.play(&mut leaf, action);
        }
        let over = self.game.seats() > 1 && self.game.turn(&leaf) == Turn::Over;
        over.then(|| self.game.outcome(&leaf, self.seat))
    }

    /// The value of an action for the deciding seat: what it earns, and what follows.
    #[inline]
    pub(super) fn child(
        &mut self,
        position: &mut G::Position,
        action: G::Action,
        ply: Ply,
        window: Window,
    ) -> f64 {
        let (game, evaluate) = (self.game, &self.agent.evaluate);
        let (undo, reward) = play_earning(game, evaluate, position, action, self.seat);
        let value = reward + self.node(position, ply, window.behind(reward));
        game.undo(position, action, undo);
        value
    }

    /// The value of a position for the deciding seat.
    fn node(&mut self, position: &mut G::Position, ply: Ply, window: Window) -> f64 {
        self.meter.visit();
        self.reached = self.reached.max(ply.number);
        self.lines[ply.number as usize].clear();
        let turn = self.game.turn(position);
        let Turn::Seat(mover) = turn else {
            self.horizon += u64::from(turn == Turn::Chance);
            return self.leaf(position);
        };
        if ply.number > 0 && self.ends_here(position, ply) {
            self.horizon += 1;
            return self.leaf(position);
        }
        self.inner(position, ply.number, mover, window)
    }

    fn leaf(&self, position: &G::Position) -> f64 {
        self.agent.evaluate.value(self.game, position, self.seat)
    }

    fn ends_here(&self, position: &G::Position, ply: Ply) -> bool {
        ply.number >= self.depth
            || self.broken_off()
            || self.agent.evaluate.settled(self.game, position, self.seat, ply.mover)
    }

    fn inner(
        &mut self,
        position: &mut G::Position,
        number: u32,
        mover: Seat,
        mut window: Window,
    ) -> f64 {
        let maximise = self.maximises(mover);
        let below = Ply { number: number + 1, mover };
        let mut actions = std::mem::take(&mut self.buffers[number as usize]);
        actions.clear();
        self.game.actions(position, &mut actions);
        let mut best = if maximise { f64::NEG_INFINITY } else { f64::INFINITY };
        for (i, &action) in actions.iter().enumerate() {
            let value = self.child(position, action, below, window);
            if i == 0 || (maximise && value > best) || (!maximise && value < best) {
                best = value;
                self.extend_line(number as usize, action);
            }
            if maximise {
                window.alpha = window.alpha.max(best);
            } else {
                window.beta = window.beta.min(best);
            }
            if self.pruning() && window.beta <= window.alpha {
                self.cutoffs += 1;
                break;
            }
        }
        self.buffers[number as usize] = actions;
        best
    }

    fn extend_line(&mut self, ply: usize, action: G::Action) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&tail[0]);
    }
}
