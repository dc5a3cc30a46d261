//! Principal variation search below the root.

use super::order::Order;
use super::table::{Bound, Entry, Table, Tag};
use crate::common::after;
use ludex_core::{Evaluate, Game, Meter, Seat, Turn};

/// One running search: what it has learnt and spent.
pub(crate) struct Search<'a, G: Game, E> {
    pub(crate) game: &'a G,
    evaluate: &'a E,
    /// Whom the search is for.
    seat: Seat,
    pub(crate) meter: Meter,
    pub(crate) cutoffs: u64,
    pub(crate) table_hits: u64,
    /// Leaves that were valued although the game goes on there.
    pub(crate) horizon: u64,
    table: Table,
    order: Order,
    buffers: Vec<Vec<G::Action>>,
    /// `lines[p]` is the expected course from ply `p` on.
    pub(crate) lines: Vec<Vec<G::Action>>,
}

/// The interval in which a value is of interest, for the seat to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: f64,
    pub(crate) beta: f64,
}

impl Window {
    /// Every value is of interest.
    pub(crate) const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// The smallest window: is the value above `alpha` or not?
    pub(crate) fn test(alpha: f64) -> Window {
        Window { alpha, beta: alpha.next_up() }
    }

    fn is_test(self) -> bool {
        self.beta <= self.alpha.next_up()
    }

    fn for_the_other(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

impl<'a, G: Game, E: Evaluate<G>> Search<'a, G, E> {
    pub(crate) fn new(
        game: &'a G,
        evaluate: &'a E,
        seat: Seat,
        meter: Meter,
        mib: usize,
        plies: usize,
    ) -> Self {
        Self {
            game,
            evaluate,
            seat,
            meter,
            cutoffs: 0,
            table_hits: 0,
            horizon: 0,
            table: Table::new(mib),
            order: Order::new(plies),
            buffers: vec![Vec::new(); plies],
            lines: vec![Vec::new(); plies],
        }
    }

    /// The value for `mover`, who has just moved here, with `depth` plies to go.
    pub(crate) fn child(
        &mut self,
        position: &mut G::Position,
        depth: u8,
        ply: usize,
        window: Window,
        mover: Seat,
    ) -> f64 {
        self.meter.visit();
        let turn = self.game.turn(position);
        if let Turn::Seat(next) = turn
            && depth > 0
            && !self.evaluate.settled(self.game, position, self.seat, mover)
        {
            return if next == mover {
                self.node(position, depth, ply, window, next)
            } else {
                -self.node(position, depth, ply, window.for_the_other(), next)
            };
        }
        self.horizon += u64::from(turn != Turn::Over);
        if !window.is_test() {
            self.lines[ply].clear();
        }
        self.evaluate.value(self.game, position, mover)
    }

    /// The value for `seat`, who is to move.
    fn node(
        &mut self,
        position: &mut G::Position,
        depth: u8,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> f64 {
        if !window.is_test() {
            self.lines[ply].clear();
        }
        if depth == 1 {
            return self.frontier(position, ply, window, seat);
        }
        let key = self.game.key(position);
        // Memory answers late: ask first, generate the actions meanwhile, then look.
        let pair = self.table.fetch(key);
        let mut actions = std::mem::take(&mut self.buffers[ply]);
        actions.clear();
        self.game.actions(position, &mut actions);
        let known = Table::pick(pair, key);
        let value = match self.recall(position, known, &actions, depth, window, seat) {
            Some(value) => value,
            None => self.inner(position, key, known, &mut actions, depth, ply, window, seat),
        };
        self.buffers[ply] = actions;
        value
    }

    /// A node whose actions lead to leaves: worth neither the table nor a second look.
    fn frontier(
        &mut self,
        position: &mut G::Position,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> f64 {
        let mut actions = std::mem::take(&mut self.buffers[ply]);
        actions.clear();
        self.game.actions(position, &mut actions);
        self.order.promote(&mut actions, ply, Tag::NONE);
        let mut best = f64::NEG_INFINITY;
        for &action in &actions {
            let game = self.game;
            let value = after(game, position, action, |leaf| self.leaf(leaf, seat));
            if value > best {
                best = value;
                if value > window.alpha && !window.is_test() {
                    self.lines[ply].clear();
                    self.lines[ply].push(action);
                }
            }
            if value >= window.beta {
                self.cutoffs += 1;
                self.order.reward(Tag::of(&action), ply, 1);
                break;
            }
        }
        self.buffers[ply] = actions;
        best
    }

    /// The value of a position that is not looked past, for `mover`.
    #[inline]
    fn leaf(&mut self, position: &G::Position, mover: Seat) -> f64 {
        self.meter.visit();
        self.horizon += u64::from(self.game.turn(position) != Turn::Over);
        self.evaluate.value(self.game, position, mover)
    }

    /// A node that is searched in earnest and remembered.
    #[expect(clippy::too_many_arguments, reason = "they are what its caller has just found out")]
    fn inner(
        &mut self,
        position: &mut G::Position,
        key: u64,
        known: Option<Entry>,
        actions: &mut [G::Action],
        depth: u8,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> f64 {
        let horizon = self.horizon;
        let known = known.map_or(Tag::NONE, |entry| entry.action);
        if depth >= Self::RATE_ALL {
            self.order.rate(actions, ply, known);
        } else {
            self.order.promote(actions, ply, known);
        }
        let (value, best) = self.try_all(position, actions, depth, ply, window, seat);
        if !self.meter.exhausted() {
            let solved = self.horizon == horizon;
            self.remember(key, value, best, depth, window, solved);
        }
        value
    }

    /// What the table says of this position or of those after it, if that settles the question.
    ///
    /// Inside an open window it is not asked: the answer would lack its line.
    fn recall(
        &mut self,
        position: &mut G::Position,
        known: Option<Entry>,
        actions: &[G::Action],
        depth: u8,
        window: Window,
        seat: Seat,
    ) -> Option<f64> {
        if !window.is_test() {
            return None;
        }
        let here = known.and_then(|entry| self.settles(entry, depth, window));
        if here.is_some() || depth < Self::LOOK_BEYOND {
            return here;
        }
        self.refutation(position, actions, depth, window, seat)
    }

    /// From this depth on all actions are put in order, not only the first.
    const RATE_ALL: u8 = 4;

    /// From this depth on the table is asked about all positions one action further, too.
    const LOOK_BEYOND: u8 = 6;

    fn settles(&mut self, entry: Entry, depth: u8, window: Window) -> Option<f64> {
        let settles = entry.answers(depth)
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= window.beta,
                Bound::Upper => entry.value <= window.alpha,
            };
        if !settles {
            return None;
        }
        self.table_hits += 1;
        self.horizon += u64::from(!entry.solved);
        Some(entry.value)
    }

    /// The value of an action that the table knows to be too good for the window.
    fn refutation(
        &mut self,
        position: &mut G::Position,
        actions: &[G::Action],
        depth: u8,
        window: Window,
        seat: Seat,
    ) -> Option<f64> {
        let game = self.game;
        for &action in actions {
            let found = after(game, position, action, |next| match game.turn(next) {
                Turn::Seat(mover) if mover != seat => self.table.find(game.key(next)),
                _ => None,
            });
            let refutes =
                |entry: &Entry| entry.bound != Bound::Lower && -entry.value >= window.beta;
            if let Some(entry) = found.filter(refutes) {
                let other = window.for_the_other();
                if let Some(value) = self.settles(entry, depth - 1, other) {
                    return Some(-value);
                }
            }
        }
        None
    }

    /// The best value and action; may stop as soon as the value reaches the window's top.
    fn try_all(
        &mut self,
        position: &mut G::Position,
        actions: &mut [G::Action],
        depth: u8,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> (f64, Option<G::Action>) {
        let mut best = (f64::NEG_INFINITY, None);
        let mut open = window;
        for i in 0..actions.len() {
            let rated = depth >= Self::RATE_ALL;
            let action = if rated { self.order.next(actions, ply, i) } else { actions[i] };
            let game = self.game;
            let value = after(game, position, action, |next| {
                self.try_one(next, depth - 1, ply + 1, open, seat, i == 0)
            });
            if value > best.0 {
                best = (value, Some(action));
                open.alpha = open.alpha.max(value);
                if value > window.alpha && !window.is_test() {
                    self.extend_line(ply, action);
                }
            }
            if value >= window.beta {
                self.cutoffs += 1;
                self.order.reward(Tag::of(&action), ply, depth);
                break;
            }
            if self.meter.exhausted() {
                break;
            }
        }
        best
    }

    /// The first action gets the open window, the others must first show that they are better.
    #[inline]
    fn try_one(
        &mut self,
        position: &mut G::Position,
        depth: u8,
        ply: usize,
        window: Window,
        seat: Seat,
        first: bool,
    ) -> f64 {
        if first || window.is_test() {
            return self.child(position, depth, ply, window, seat);
        }
        let value = self.child(position, depth, ply, Window::test(window.alpha), seat);
        if value > window.alpha && value < window.beta {
            return self.child(position, depth, ply, window, seat);
        }
        value
    }

    fn extend_line(&mut self, ply: usize, action: G::Action) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&tail[0]);
    }

    fn remember(
        &mut self,
        key: u64,
        value: f64,
        best: Option<G::Action>,
        depth: u8,
        window: Window,
        solved: bool,
    ) {
        let bound = match value {
            v if v >= window.beta => Bound::Lower,
            v if v <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let action = best.map_or(Tag::NONE, |action| Tag::of(&action));
        self.table.store(key, Entry { value, action, depth, bound, solved });
    }
}
