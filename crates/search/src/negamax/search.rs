//! Principal variation search below the root.

use super::guide::{At, DECIDED, Guide, HOPELESS, Listed, Look, Move, WIN};
use super::order::Order;
use super::table::Table;
use super::window::{Window, one_ply_earlier};
use crate::common::play_earning;
use ludex_core::{Game, Meter, Proven, Seat, Turn};

/// One running search: what it has learnt and spent.
pub(crate) struct Search<'a, G: Game, U: Guide<G>> {
    pub(crate) game: &'a G,
    pub(crate) guide: &'a U,
    /// Whom the search is for.
    pub(crate) seat: Seat,
    pub(crate) meter: Meter,
    pub(crate) cutoffs: u64,
    pub(crate) table_hits: u64,
    /// Leaves that were valued although the game goes on there.
    pub(crate) horizon: u64,
    /// Whether steps earn anything, and what those on the way here have earned for `seat`.
    pub(super) rewards: bool,
    earned: f64,
    /// How many positions the running quiescence may still visit.
    pub(super) noisy_left: u32,
    pub(super) table: &'a Table,
    pub(super) order: Order<G::Action>,
    pub(super) state: U::State,
    /// Actions as the rules list them, for each ply; [`Guide::EXACT`] alone needs them.
    pub(super) actions: Vec<Vec<G::Action>>,
    pub(super) moves: Vec<Vec<Move<G::Action>>>,
    /// `lines[p]` is the expected course from ply `p` on.
    pub(crate) lines: Vec<Vec<G::Action>>,
    /// No position is searched from this ply on, however much is extended.
    pub(super) deepest: usize,
}

/// A node and what has been found at it so far.
pub(super) struct Node<A> {
    pub(super) key: u64,
    pub(super) depth: u8,
    pub(super) ply: usize,
    /// What was asked.
    pub(super) window: Window,
    /// What is still open: its lower end rises with every better move.
    open: Window,
    pub(super) seat: Seat,
    pub(super) best: f64,
    pub(super) action: Option<A>,
    tried: usize,
}

impl<A> Node<A> {
    #[inline]
    pub(super) fn new(key: u64, depth: u8, ply: usize, window: Window, seat: Seat) -> Self {
        let (best, action, tried) = (f64::NEG_INFINITY, None, 0);
        Self { key, depth, ply, window, open: window, seat, best, action, tried }
    }
}

impl<'a, G: Game, U: Guide<G>> Search<'a, G, U> {
    /// A search to `depth` plies of `position`.
    pub(crate) fn new(
        game: &'a G,
        guide: &'a U,
        position: &G::Position,
        seat: Seat,
        meter: Meter,
        table: &'a Table,
        depth: u8,
    ) -> Self {
        let deepest = deepest::<G, U>(depth);
        let plies = deepest + usize::from(guide.quiescence().plies) + 2;
        Self {
            game,
            guide,
            seat,
            meter,
            cutoffs: 0,
            table_hits: 0,
            horizon: 0,
            rewards: guide.has_rewards(),
            earned: 0.0,
            noisy_left: 0,
            table,
            order: Order::new(plies),
            state: guide.state(game, position),
            actions: vec![Vec::new(); if U::EXACT { plies } else { 0 }],
            moves: vec![Vec::new(); plies],
            lines: vec![Vec::new(); plies],
            deepest,
        }
    }

    /// Runs `look` after `action` and takes it back.
    #[inline]
    pub(super) fn after<T>(
        &mut self,
        position: &mut G::Position,
        action: G::Action,
        look: impl FnOnce(&mut Self, &mut G::Position) -> T,
    ) -> T {
        let earned = self.earned;
        let undo = if self.rewards {
            self.play_earning(position, action)
        } else {
            self.game.play(position, action)
        };
        self.guide.push(self.game, position, action, &undo, &mut self.state);
        let seen = look(self, position);
        self.guide.pop(self.game, position, action, &undo, &mut self.state);
        self.game.undo(position, action, undo);
        self.earned = earned;
        seen
    }

    /// Plays an action and adds what it earns. Most games have no such steps, and their searches should not pay for it.
    #[cold]
    fn play_earning(&mut self, position: &mut G::Position, action: G::Action) -> G::Undo {
        let (undo, reward) = play_earning(self.game, self.guide, position, action, self.seat);
        self.earned += reward;
        undo
    }

    /// What the steps on the way here have earned for a seat.
    #[inline]
    pub(super) fn earned_by(&self, seat: Seat) -> f64 {
        if seat == self.seat { self.earned } else { 0.0 - self.earned }
    }

    /// What was earned on the way and what the position promises.
    #[inline]
    pub(super) fn estimate(&self, position: &G::Position, seat: Seat) -> f64 {
        let promise = self.guide.estimate(&self.at(position, seat, 0));
        if self.rewards { self.earned_by(seat) + promise } else { promise }
    }

    #[inline]
    pub(super) fn at<'s>(
        &'s self,
        position: &'s G::Position,
        seat: Seat,
        depth: u8,
    ) -> At<'s, G, U::State> {
        At { game: self.game, position, state: &self.state, seat, depth }
    }

    /// The value for `mover`, who has just moved here, with `depth` plies to go; as seen from the position before.
    pub(crate) fn child(
        &mut self,
        position: &mut G::Position,
        depth: u8,
        ply: usize,
        window: Window,
        mover: Seat,
    ) -> f64 {
        if U::EXACT {
            return self.value_after(position, depth, ply, window, mover);
        }
        one_ply_earlier(self.value_after(position, depth, ply, window.one_ply_later(), mover))
    }

    #[inline]
    fn value_after(
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
            && (depth > 0 || !U::EXACT)
            && !self.guide.settled(self.game, position, self.seat, mover)
        {
            return if next == mover {
                self.node_or_leaf(position, depth, ply, window, next)
            } else {
                -self.node_or_leaf(position, depth, ply, window.for_the_other(), next)
            };
        }
        if !window.is_test() {
            self.lines[ply].clear();
        }
        self.static_value(position, turn, mover)
    }

    #[inline]
    fn node_or_leaf(
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
        if U::EXACT {
            return match depth {
                1 => self.frontier(position, ply, window, seat),
                _ => self.plain_node(position, depth, ply, window, seat),
            };
        }
        if let Some(verdict) = self.guide.decided(&self.at(position, seat, depth)) {
            return verdict.value();
        }
        if depth == 0 || ply >= self.deepest {
            return self.quiesce_leaf(position, ply, window, seat);
        }
        self.node(position, depth, ply, window, seat)
    }

    /// The value of a position that is not looked past, for `mover`.
    #[inline]
    pub(super) fn static_value(&mut self, position: &G::Position, turn: Turn, mover: Seat) -> f64 {
        self.horizon += u64::from(turn != Turn::Over);
        if !U::EXACT && turn == Turn::Over {
            return match self.game.outcome(position, mover) {
                Proven::Win => WIN,
                Proven::Draw => 0.0,
                Proven::Loss => -WIN,
            };
        }
        self.estimate(position, mover)
    }

    /// The value for `seat`, who is to move, with the moves of the guide.
    fn node(
        &mut self,
        position: &mut G::Position,
        depth: u8,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> f64 {
        let key = self.game.key(position);
        let known = self.table.find(key);
        if let Some(value) = self.recall(known, depth, window, seat) {
            return value;
        }
        let mut node = Node::new(key, depth, ply, window, seat);
        let horizon = self.horizon;
        let mut moves = std::mem::take(&mut self.moves[ply]);
        self.try_stages(position, &mut node, known.map(|entry| entry.action), &mut moves);
        self.moves[ply] = moves;
        self.remember(&node, self.horizon == horizon);
        node.best
    }

    /// Tries the move that the table knows, then those of the guide, stage by stage, until one is too good for the window.
    fn try_stages(
        &mut self,
        position: &mut G::Position,
        node: &mut Node<G::Action>,
        known: Option<u16>,
        moves: &mut Vec<Move<G::Action>>,
    ) {
        let recalled = known
            .and_then(|index| self.guide.recall(&self.at(position, node.seat, node.depth), index));
        if let Some(first) = recalled
            && self.try_move(position, node, first)
        {
            return;
        }
        for stage in 0..=u8::MAX {
            moves.clear();
            let at = self.at(position, node.seat, node.depth);
            let listed = self.guide.moves(&at, stage, moves);
            let guide = self.guide;
            self.order.rate(moves, node.ply, known, |action| guide.index(action));
            for at in 0..moves.len() {
                let next = Order::next(moves, at);
                let again = recalled.is_some_and(|first| first.action == next.action);
                if !again && self.try_move(position, node, next) {
                    return;
                }
            }
            match listed {
                Listed::More => {}
                Listed::SomeFirst if node.best <= -DECIDED => {}
                Listed::All if node.tried > 0 => return,
                Listed::All | Listed::Some | Listed::SomeFirst => break,
            }
        }
        self.admit_gaps(position, node);
    }

    /// Where moves were left out, no loss is claimed, nor that the game was searched to its end.
    fn admit_gaps(&mut self, position: &G::Position, node: &mut Node<G::Action>) {
        self.horizon += 1;
        if node.tried == 0 {
            node.best = self.estimate(position, node.seat);
        }
        node.best = node.best.max(-HOPELESS);
    }

    /// Searches one move; true where no other need be tried.
    fn try_move(
        &mut self,
        position: &mut G::Position,
        node: &mut Node<G::Action>,
        next: Move<G::Action>,
    ) -> bool {
        let (depth, reduced) = self.depths(node, next.look);
        let (ply, open, seat, first) = (node.ply + 1, node.open, node.seat, node.tried == 0);
        let value = self.after(position, next.action, |search, position| {
            if reduced < depth {
                let value = search.child(position, reduced, ply, Window::test(open.alpha), seat);
                if value <= open.alpha {
                    return value;
                }
            }
            search.try_one(position, depth, ply, open, seat, first)
        });
        node.tried += 1;
        if value > node.best {
            (node.best, node.action) = (value, Some(next.action));
            node.open.alpha = node.open.alpha.max(value);
            if value > node.window.alpha && !node.window.is_test() {
                self.extend_line(node.ply, next.action);
            }
        }
        if value >= node.window.beta {
            self.cutoffs += 1;
            self.order.reward(next.action, self.guide.index(next.action), node.ply, node.depth);
            return true;
        }
        self.meter.exhausted()
    }

    /// How far to look after a move, and how far at first.
    #[inline]
    fn depths(&self, node: &Node<G::Action>, look: Look) -> (u8, u8) {
        let planned = node.depth - 1;
        match look {
            Look::Further => (node.depth, node.depth),
            Look::Planned => (planned, planned),
            Look::MaybeLess => {
                let less = self.guide.reduction(node.depth, node.tried);
                (planned, planned.saturating_sub(less))
            }
        }
    }

    /// The first action gets the open window, the others must first show that they are better.
    #[inline]
    pub(super) fn try_one(
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
        if window.contains(value) {
            return self.child(position, depth, ply, window, seat);
        }
        value
    }

    pub(super) fn extend_line(&mut self, ply: usize, action: G::Action) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&tail[0]);
    }
}

/// The ply that a search to `depth` reaches at most with all its extensions.
pub(super) fn deepest<G: Game, U: Guide<G>>(depth: u8) -> usize {
    usize::from(depth) * if U::EXACT { 1 } else { 2 } + 1
}
