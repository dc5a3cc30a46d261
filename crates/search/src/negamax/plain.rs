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
            let mut node = Node::new(key, depth, ply, window, seat);
            let horizon = self.horizon;
            self.try_plainly(position, &mut node, known.map(|entry| entry.action), &mut actions);
            self.remember(&node, self.horizon == horizon);
            node.best
        });
        self.actions[ply] = actions;
        value
    }

    /// Tries all actions until one is too good for the window.
    ///
    /// Where the subtrees are tiny, all the order there is: what is known to be good here or cut off last time comes first.
    fn try_plainly(
        &mut self,
        position: &mut G::Position,
        node: &mut Node<G::Action>,
        known: Option<u16>,
        actions: &mut [G::Action],
    ) {
        if node.depth >= Self::RATE_ALL {
            return self.try_rated(position, node, known, actions);
        }
        if let Some(killer) = self.order.killer(node.ply) {
            bring_forward(actions, |&action| action == killer);
        }
        if let Some(known) = known {
            bring_forward(actions, |&action| self.guide.index(action) == known);
        }
        for &action in &*actions {
            if self.try_move(position, node, Move::new(action, 0)) {
                break;
            }
        }
    }

    fn try_rated(
        &mut self,
        position: &mut G::Position,
        node: &mut Node<G::Action>,
        known: Option<u16>,
        actions: &[G::Action],
    ) {
        let guide = self.guide;
        let mut moves = std::mem::take(&mut self.moves[node.ply]);
        moves.clear();
        moves.extend(actions.iter().map(|&action| Move::new(action, 0)));
        self.order.rate(&mut moves, node.ply, known, |action| guide.index(action));
        for at in 0..moves.len() {
            let next = Order::next(&mut moves, at);
            if self.try_move(position, node, next) {
                break;
            }
        }
        self.moves[node.ply] = moves;
    }
}
