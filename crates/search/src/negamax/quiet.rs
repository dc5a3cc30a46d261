//! Past the horizon: noisy moves are followed until the position is calm enough for an estimate.

use super::guide::{Calm, Guide};
use super::order::Order;
use super::search::Search;
use super::window::{Window, one_ply_earlier};
use ludex_core::{Game, Seat, Turn};

impl<G: Game, U: Guide<G>> Search<'_, G, U> {
    /// The value of a leaf for `seat`, who is to move, within the bounds that the guide sets.
    pub(super) fn quiesce_leaf(
        &mut self,
        position: &mut G::Position,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> f64 {
        let limit = self.guide.quiescence();
        self.noisy_left = limit.nodes;
        self.quiesce(position, limit.plies, ply, window, seat)
    }

    /// Nothing better than the estimate is claimed for a player who may stand, nothing worse either: so a win that is found
    /// here rests on complete lists of replies.
    fn quiesce(
        &mut self,
        position: &mut G::Position,
        left: u8,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> f64 {
        let stand = self.estimate(position, seat);
        if left == 0 || self.noisy_left == 0 {
            self.horizon += 1;
            return stand;
        }
        let mut moves = std::mem::take(&mut self.moves[ply]);
        moves.clear();
        let calm = self.guide.noisy(&self.at(position, seat, 0), &mut moves);
        let mut best = f64::NEG_INFINITY;
        if calm == Calm::MayStand || moves.is_empty() {
            self.horizon += 1;
            best = stand;
        }
        let mut open = window;
        open.alpha = open.alpha.max(best);
        for at in 0..moves.len() {
            if best >= window.beta || self.meter.exhausted() {
                break;
            }
            let action = Order::next(&mut moves, at).action;
            let value = self.after(position, action, |search, next| {
                search.noisy_child(next, left - 1, ply + 1, open, seat)
            });
            if value > best {
                best = value;
                if value > open.alpha && !window.is_test() {
                    self.extend_line(ply, action);
                }
                open.alpha = open.alpha.max(value);
            }
        }
        self.moves[ply] = moves;
        best
    }

    /// The value for `mover`, who has just made a noisy move; as seen from the position before.
    fn noisy_child(
        &mut self,
        position: &mut G::Position,
        left: u8,
        ply: usize,
        window: Window,
        mover: Seat,
    ) -> f64 {
        self.meter.visit();
        self.noisy_left = self.noisy_left.saturating_sub(1);
        let window = window.one_ply_later();
        if !window.is_test() {
            self.lines[ply].clear();
        }
        let value = match self.game.turn(position) {
            Turn::Seat(next) if next == mover => self.noisy_node(position, left, ply, window, next),
            Turn::Seat(next) => -self.noisy_node(position, left, ply, window.for_the_other(), next),
            turn => self.static_value(position, turn, mover),
        };
        one_ply_earlier(value)
    }

    fn noisy_node(
        &mut self,
        position: &mut G::Position,
        left: u8,
        ply: usize,
        window: Window,
        seat: Seat,
    ) -> f64 {
        match self.guide.decided(&self.at(position, seat, 0)) {
            Some(verdict) => verdict.value(),
            None => self.quiesce(position, left, ply, window, seat),
        }
    }
}
