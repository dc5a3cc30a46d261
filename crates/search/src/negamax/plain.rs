//! The parts of the search that [`Guide::EXACT`] alone needs: all actions as the rules list them, and leaves without a second look.

use super::guide::{Guide, Move};
use super::order::{Order, bring_forward};
use super::search::{Node, Search};
use super::window::Window;
use ludex_core::{Game, Seat};

impl<G: Game, U: Guide<G>> Search<'_, G, U> {
    /// A node whose actions lead to leaves: worth neither the table nor a second look.
    pub(super) fn frontier(
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

    /// From this depth on all actions are put in order, not only the first.
    const RATE_ALL: u8 = 4;

    /// From this depth on the table is asked about all positions one action further, too.
    const LOOK_BEYOND: u8 = 6;

    /// The value for `seat`, who is to move, with all actions of the rules.
    pub(super) fn plain_node(
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
        let mut actions = std::mem::take(&mut self.actions[ply]);
        actions.clear();
        self.game.actions(position, &mut actions);
        let known = self.table.pick(pair, key);
        let mut value = self.recall(known, depth, window, seat);
        if value.is_none() && depth >= Self::LOOK_BEYOND && window.is_test() {
            value = self.refutation(position, &actions, depth, window, seat);
        }
        let value = value.unwrap_or_else(|| {
            let horizon = self.horizon;
            let mut node = Node::new(key, depth, ply, window, seat);
            let known = known.map(|entry| entry.action);
            (node.best, node.action) =
                self.try_plainly(position, known, &mut actions, depth, ply, window, seat);
            self.remember(&node, self.horizon == horizon);
            node.best
        });
        self.actions[ply] = actions;
        value
    }

    /// The best value and action; may stop as soon as the value reaches the window's top.
    ///
    /// The same as trying a guide's moves, but it does nothing for what only a guide may wish.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "they are what its caller has just found out")]
    fn try_plainly(
        &mut self,
        position: &mut G::Position,
        known: Option<u16>,
        actions: &mut [G::Action],
        depth: u8,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> (f64, Option<G::Action>) {
        let rated = depth >= Self::RATE_ALL;
        if rated {
            self.rate_all(ply, known, actions);
        } else {
            self.put_best_first(ply, known, actions);
        }
        let (mut best, mut open) = ((f64::NEG_INFINITY, None), window);
        for (at, &listed) in actions.iter().enumerate() {
            let action = if rated { Order::next(&mut self.moves[ply], at).action } else { listed };
            let value = self.after(position, action, |search, next| {
                search.try_one(next, depth - 1, ply + 1, open, seat, at == 0)
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
                self.order.reward(action, self.guide.index(action), ply, depth);
                break;
            }
            if self.meter.exhausted() {
                break;
            }
        }
        best
    }

    fn rate_all(&mut self, ply: usize, known: Option<u16>, actions: &[G::Action]) {
        let moves = &mut self.moves[ply];
        moves.clear();
        moves.extend(actions.iter().map(|&action| Move::new(action, 0)));
        self.order.rate(moves, ply, known, |action| self.guide.index(action));
    }

    /// All the order that pays where the subtrees are tiny: what is known to be good here or cut off last time comes first.
    #[inline]
    fn put_best_first(&self, ply: usize, known: Option<u16>, actions: &mut [G::Action]) {
        if let Some(killer) = self.order.killer(ply) {
            bring_forward(actions, |&action| action == killer);
        }
        if let Some(known) = known {
            bring_forward(actions, |&action| self.guide.index(action) == known);
        }
    }
}
