//! Principal variation search below the root.

use super::guide::{At, DECIDED, Guide, HOPELESS, Listed, Look, Move, WIN};
use super::order::{Order, bring_forward};
use super::table::{Bound, Entry, Table};
use super::window::{Window, one_ply_earlier};
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
    /// How many positions the running quiescence may still visit.
    pub(super) noisy_left: u32,
    table: &'a Table,
    order: Order<G::Action>,
    pub(super) state: U::State,
    /// Actions as the rules list them, for each ply; [`Guide::EXACT`] alone needs them.
    actions: Vec<Vec<G::Action>>,
    pub(super) moves: Vec<Vec<Move<G::Action>>>,
    /// `lines[p]` is the expected course from ply `p` on.
    pub(crate) lines: Vec<Vec<G::Action>>,
    /// No position is searched from this ply on, however much is extended.
    pub(super) deepest: usize,
}

/// A node and what has been found at it so far.
struct Node<A> {
    key: u64,
    depth: u8,
    ply: usize,
    /// What was asked.
    window: Window,
    /// What is still open: its lower end rises with every better move.
    open: Window,
    seat: Seat,
    best: f64,
    action: Option<A>,
    tried: usize,
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
        let undo = self.game.play(position, action);
        self.guide.push(self.game, position, action, &undo, &mut self.state);
        let seen = look(self, position);
        self.guide.pop(self.game, position, action, &undo, &mut self.state);
        self.game.undo(position, action, undo);
        seen
    }

    #[inline]
    pub(super) fn at<'s>(&'s self, position: &'s G::Position, seat: Seat) -> At<'s, G, U::State> {
        At { game: self.game, position, state: &self.state, seat }
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
                _ => self.node(position, depth, ply, window, seat),
            };
        }
        if let Some(verdict) = self.guide.decided(&self.at(position, seat)) {
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
        self.guide.estimate(&self.at(position, mover))
    }

    /// A node whose actions lead to leaves: worth neither the table nor a second look.
    fn frontier(
        &mut self,
        position: &mut G::Position,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> f64 {
        let mut actions = std::mem::take(&mut self.actions[ply]);
        actions.clear();
        self.game.actions(position, &mut actions);
        if let Some(killer) = self.order.killer(ply) {
            bring_forward(&mut actions, |&action| action == killer);
        }
        let mut best = f64::NEG_INFINITY;
        for &action in &actions {
            let value = self.after(position, action, |search, leaf| search.leaf(leaf, seat));
            if value > best {
                best = value;
                if value > window.alpha && !window.is_test() {
                    self.lines[ply].clear();
                    self.lines[ply].push(action);
                }
            }
            if value >= window.beta {
                self.cutoffs += 1;
                self.order.reward(action, self.guide.index(action), ply, 1);
                break;
            }
        }
        self.actions[ply] = actions;
        best
    }

    #[inline]
    fn leaf(&mut self, position: &G::Position, mover: Seat) -> f64 {
        self.meter.visit();
        self.static_value(position, self.game.turn(position), mover)
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
        let key = self.game.key(position);
        // Memory answers late: ask first, list the actions meanwhile, then look.
        let pair = self.table.fetch(key);
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        if U::EXACT {
            self.list_all(position, ply, &mut moves);
        }
        let known = self.table.pick(pair, key);
        let value = match self.recall(position, known, &moves, depth, window, seat) {
            Some(value) => value,
            None => {
                let (best, action, tried) = (f64::NEG_INFINITY, None, 0);
                let open = window;
                let node = Node { key, depth, ply, window, open, seat, best, action, tried };
                self.inner(position, node, known.map(|entry| entry.action), &mut moves)
            }
        };
        self.moves[ply] = moves;
        value
    }

    fn list_all(&mut self, position: &G::Position, ply: usize, moves: &mut Vec<Move<G::Action>>) {
        let actions = &mut self.actions[ply];
        actions.clear();
        self.game.actions(position, actions);
        moves.extend(actions.iter().map(|&action| Move::new(action, 0)));
    }

    /// A node that is searched in earnest and remembered.
    fn inner(
        &mut self,
        position: &mut G::Position,
        mut node: Node<G::Action>,
        known: Option<u16>,
        moves: &mut Vec<Move<G::Action>>,
    ) -> f64 {
        let horizon = self.horizon;
        if U::EXACT {
            self.try_plainly(position, &mut node, known, moves);
        } else {
            self.try_stages(position, &mut node, known, moves);
        }
        if !self.meter.exhausted() {
            self.remember(&node, self.horizon == horizon);
        }
        node.best
    }

    /// From this depth on all actions are put in order, not only the first.
    const RATE_ALL: u8 = 4;

    /// Tries all actions of the rules until one is too good for the window.
    fn try_plainly(
        &mut self,
        position: &mut G::Position,
        node: &mut Node<G::Action>,
        known: Option<u16>,
        moves: &mut [Move<G::Action>],
    ) {
        let guide = self.guide;
        let rated = node.depth >= Self::RATE_ALL;
        if rated {
            self.order.rate(moves, node.ply, known, |action| guide.index(action));
        } else {
            if let Some(killer) = self.order.killer(node.ply) {
                bring_forward(moves, |entry| entry.action == killer);
            }
            if let Some(known) = known {
                bring_forward(moves, |entry| guide.index(entry.action) == known);
            }
        }
        for at in 0..moves.len() {
            let next = if rated { Order::next(moves, at) } else { moves[at] };
            if self.try_move(position, node, next) {
                break;
            }
        }
    }

    /// Tries the move that the table knows, then those of the guide, stage by stage, until one is too good for the window.
    fn try_stages(
        &mut self,
        position: &mut G::Position,
        node: &mut Node<G::Action>,
        known: Option<u16>,
        moves: &mut Vec<Move<G::Action>>,
    ) {
        let recalled =
            known.and_then(|index| self.guide.recall(&self.at(position, node.seat), index));
        if let Some(first) = recalled
            && self.try_move(position, node, first)
        {
            return;
        }
        for stage in 0.. {
            moves.clear();
            let listed = self.guide.moves(&self.at(position, node.seat), stage, moves);
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
                Listed::All => return,
                Listed::Some => return self.admit_gaps(position, node),
            }
        }
    }

    /// Where moves were left out, no loss is claimed, nor that the game was searched to its end.
    fn admit_gaps(&mut self, position: &G::Position, node: &mut Node<G::Action>) {
        self.horizon += 1;
        if node.tried == 0 {
            node.best = self.guide.estimate(&self.at(position, node.seat));
        }
        node.best = node.best.max(-HOPELESS);
    }

    /// Searches one move; true where no other need be tried.
    #[inline]
    fn try_move(
        &mut self,
        position: &mut G::Position,
        node: &mut Node<G::Action>,
        next: Move<G::Action>,
    ) -> bool {
        let (depth, reduced) = self.depths(node, next.look);
        let (ply, open, seat, first) = (node.ply + 1, node.open, node.seat, node.tried == 0);
        let value = self.after(position, next.action, |search, position| {
            search.try_one(position, depth, reduced, ply, open, seat, first)
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
            _ if U::EXACT => (planned, planned),
            Look::Further => (node.depth, node.depth),
            Look::MaybeLess if node.depth >= 3 && node.tried >= 3 => {
                (planned, planned - reduction(node.depth, node.tried).min(planned))
            }
            Look::Planned | Look::MaybeLess => (planned, planned),
        }
    }

    /// The first action gets the open window, the others must first show that they are better.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "they are what its caller has just found out")]
    fn try_one(
        &mut self,
        position: &mut G::Position,
        depth: u8,
        reduced: u8,
        ply: usize,
        window: Window,
        seat: Seat,
        first: bool,
    ) -> f64 {
        if reduced < depth {
            let value = self.child(position, reduced, ply, Window::test(window.alpha), seat);
            if value <= window.alpha {
                return value;
            }
        }
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

    fn remember(&mut self, node: &Node<G::Action>, solved: bool) {
        let bound = match node.best {
            v if v >= node.window.beta => Bound::Lower,
            v if v <= node.window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let action = node.action.map_or(0, |action| self.guide.index(action));
        let entry = Entry { value: node.best, action, depth: node.depth, bound, solved };
        self.table.store(node.key, entry);
    }

    /// From this depth on the table is asked about all positions one action further, too.
    const LOOK_BEYOND: u8 = 6;

    /// What the table says of this position or of those after it, if that settles the question.
    ///
    /// Inside an open window it is not asked: the answer would lack its line.
    fn recall(
        &mut self,
        position: &mut G::Position,
        known: Option<Entry>,
        moves: &[Move<G::Action>],
        depth: u8,
        window: Window,
        seat: Seat,
    ) -> Option<f64> {
        if !window.is_test() {
            return None;
        }
        let here = known.and_then(|entry| self.settles(entry, depth, window));
        if here.is_some() || !U::EXACT || depth < Self::LOOK_BEYOND {
            return here;
        }
        self.refutation(position, moves, depth, window, seat)
    }

    fn settles(&mut self, entry: Entry, depth: u8, window: Window) -> Option<f64> {
        let settles = answers::<G, U>(&entry, depth)
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
        moves: &[Move<G::Action>],
        depth: u8,
        window: Window,
        seat: Seat,
    ) -> Option<f64> {
        for entry in moves {
            let found =
                self.after(position, entry.action, |search, next| match search.game.turn(next) {
                    Turn::Seat(mover) if mover != seat => search.table.find(search.game.key(next)),
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
}

/// The ply that a search to `depth` reaches at most with all its extensions.
pub(super) fn deepest<G: Game, U: Guide<G>>(depth: u8) -> usize {
    usize::from(depth) * if U::EXACT { 1 } else { 2 } + 1
}

/// Whether an entry answers a search of `depth` plies.
///
/// Where values must be those of plain min-max, deeper entries do not: a search to depth 4 means depth 4 everywhere.
#[inline]
fn answers<G: Game, U: Guide<G>>(entry: &Entry, depth: u8) -> bool {
    if U::EXACT {
        return entry.depth == depth || (entry.solved && entry.depth < depth);
    }
    let proof = match entry.bound {
        Bound::Exact => entry.value.abs() >= DECIDED,
        Bound::Lower => entry.value >= DECIDED,
        Bound::Upper => entry.value <= -DECIDED,
    };
    entry.depth >= depth || entry.solved || proof
}

/// By how much a late move is looked at less: the later and the deeper, the more.
#[inline]
fn reduction(depth: u8, tried: usize) -> u8 {
    let late = (tried + 1).ilog2() as u8;
    1 + (late * depth.ilog2() as u8) / 4
}
