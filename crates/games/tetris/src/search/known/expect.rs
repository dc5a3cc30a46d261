//! The same with an expectation over the pieces that are not known yet.

use super::{Known, Next};
use crate::board::LowBoard;
use crate::dealer::Dealer;
use crate::position::{Landing, MOST_KNOWN};
use crate::shape::Placement;
use arrayvec::ArrayVec;

/// Known pieces, the current one first.
type Queue = ArrayVec<u8, MOST_KNOWN>;

impl Known<'_> {
    /// The best placement and its value when `depth` placements are looked at, and chance deals a piece after
    /// each of them.
    ///
    /// None if there is no placement, and for dealers that remember what they have dealt.
    pub fn best_expected(
        &self,
        board: &LowBoard,
        pieces: &[u8],
        depth: u32,
    ) -> Option<(Placement, f64)> {
        let dealer = &self.game.rules().dealer;
        if !matches!(dealer, Dealer::Uniform | Dealer::Weighted(_)) {
            return None;
        }
        let (&piece, rest) = pieces.split_first()?;
        let rest: Queue = rest.try_into().ok()?;
        let mut best: Option<(Placement, f64)> = None;
        self.each(board, piece, |place| {
            let (after, landing) = self.placed(board, piece, place);
            let value = self.earned(landing) + self.expected(&after, landing, &rest, depth - 1);
            if best.is_none_or(|(_, known)| value > known) {
                best = Some((place, value));
            }
        });
        best
    }

    /// What a placement earned by its landing.
    fn earned(&self, landing: Landing) -> f64 {
        self.linear.landed(landing)
    }

    /// The value of a board after a placement, with `depth` more to come. What that placement earned is not part of it.
    fn expected(&self, board: &LowBoard, landing: Landing, rest: &Queue, depth: u32) -> f64 {
        let landing = Landing { lines: landing.lines, ..Landing::default() };
        let lost = rest.first().is_some_and(|&piece| !self.fits(board, piece));
        if depth == 0 || lost {
            return self.plain(board, landing, lost);
        }
        let alike = depth == 1 && self.all_deals_alike(board, rest);
        let mut known: Option<f64> = None;
        let mut mean = 0.0;
        for (piece, probability) in self.deals() {
            let value = match known {
                Some(value) if alike => value,
                _ => self.dealt(board, landing, rest, piece, depth),
            };
            known = Some(value);
            mean += probability * value;
        }
        mean
    }

    /// Whether the last placement is worth the same whatever is dealt before it.
    fn all_deals_alike(&self, board: &LowBoard, rest: &Queue) -> bool {
        let pieces = 0..self.game.rules().set.pieces.len() as u8;
        !rest.is_empty() && pieces.into_iter().all(|piece| !self.is_tight(board, piece))
    }

    /// The pieces that may come, with their probabilities.
    fn deals(&self) -> impl Iterator<Item = (u8, f64)> {
        let rules = self.game.rules();
        let pieces = rules.set.pieces.len();
        let deal = move |piece| {
            let dealt = crate::dealer::Dealt::default();
            (piece, rules.dealer.probability(dealt, piece, pieces))
        };
        (0..pieces as u8).map(deal).filter(|(_, probability)| *probability > 0.0)
    }

    /// The value once a piece is dealt.
    fn dealt(
        &self,
        board: &LowBoard,
        landing: Landing,
        rest: &Queue,
        piece: u8,
        depth: u32,
    ) -> f64 {
        let mut hand = rest.clone();
        if hand.try_push(piece).is_err() {
            return self.plain(board, landing, false);
        }
        if depth == 1 {
            let next = Next { placed: hand.first().copied(), waiting: hand.get(1).copied() };
            return self.outlook(board, landing, next);
        }
        let current = hand.remove(0);
        if !self.fits(board, current) {
            return self.plain(board, landing, true);
        }
        let mut best = f64::NEG_INFINITY;
        self.each(board, current, |place| {
            let (after, own) = self.placed(board, current, place);
            best = best.max(self.earned(own) + self.expected(&after, own, &hand, depth - 1));
        });
        best
    }
}
