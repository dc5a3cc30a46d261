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

    pub(super) fn list_all(
        &mut self,
        position: &G::Position,
        ply: usize,
        moves: &mut Vec<Move<G::Action>>,
    ) {
        let actions = &mut self.actions[ply];
        actions.clear();
        self.game.actions(position, actions);
        moves.extend(actions.iter().map(|&action| Move::new(action, 0)));
    }

    /// From this depth on all actions are put in order, not only the first.
    const RATE_ALL: u8 = 4;

    /// Tries all actions of the rules until one is too good for the window.
    pub(super) fn try_plainly(
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
}
