//! The player who also takes the mean over the piece that nobody knows.

use super::ahead::{Ahead, known_pieces};
use super::known::add;
use crate::pieces::Piece;
use crate::rules::{Action, Position, Tetris2048};
use crate::tiles::Tiles;
use ludex_core::{Agent, Bound, Budget, Candidate, Decision, Meter, Result, Seat, Term, rank};
use ludex_search::common::stats;
use ludex_tetris::Placement;

/// Looks at the best placements of two known pieces over all deals of the third.
pub(super) struct Expect {
    pub(super) base: Ahead,
    /// Placements of the current piece that are looked at over all deals.
    pub(super) top: usize,
    /// Placements of the next piece that are followed after each deal.
    pub(super) replies: usize,
}

/// The best way found after one deal.
struct Way {
    value: f64,
    next: Placement,
    third: Option<Placement>,
}

impl Expect {
    /// The mean over all deals after a first placement. With fewer replies than there are it is at least this.
    fn mean(&self, game: &Tetris2048, after: &Tiles, next: Piece, meter: &mut Meter) -> f64 {
        let boards = self.replies(game, after, next);
        Piece::all()
            .map(|deal| {
                meter.visit();
                let way = self.way(game, &boards, deal);
                deal.probability() * way.map_or(self.base.linear.lost, |way| way.value)
            })
            .sum()
    }

    /// The most promising boards after the next piece, best first.
    fn replies(
        &self,
        game: &Tetris2048,
        after: &Tiles,
        next: Piece,
    ) -> Vec<(Placement, f64, Tiles)> {
        let (known, linear) = (self.base.known(game), &self.base.linear);
        let mut boards = Vec::new();
        known.each(after, next, |at, earned, board| {
            boards.push((at, linear.earned(&earned), *board));
        });
        let promise = |b: &(Placement, f64, Tiles)| b.1 + linear.promise(&b.2);
        boards.sort_by(|a, b| promise(b).total_cmp(&promise(a)));
        boards.truncate(self.replies);
        boards
    }

    /// The best way to place a dealt piece after one of the replies.
    fn way(
        &self,
        game: &Tetris2048,
        boards: &[(Placement, f64, Tiles)],
        deal: Piece,
    ) -> Option<Way> {
        let (known, linear) = (self.base.known(game), &self.base.linear);
        let mut best: Option<Way> = None;
        for (at, earned, board) in boards {
            let third =
                game.can_appear(board, deal).then(|| known.best(board, &[deal], 1)).flatten();
            let value = earned + third.map_or(linear.lost, |found| found.value);
            if best.as_ref().is_none_or(|best| value > best.value) {
                best = Some(Way { value, next: *at, third: third.map(|found| found.at) });
            }
        }
        best
    }

    /// The same mean taken apart: each term averaged over all deals.
    fn mean_terms(&self, game: &Tetris2048, after: &Tiles, next: Piece) -> Vec<Term> {
        let boards = self.replies(game, after, next);
        let mut all = Vec::new();
        for deal in Piece::all() {
            let mut terms = self.way_terms(game, after, next, deal, &boards);
            for term in &mut terms {
                term.amount *= deal.probability();
                term.contribution *= deal.probability();
                term.cells.clear();
            }
            add(&mut all, terms);
        }
        all
    }

    fn way_terms(
        &self,
        game: &Tetris2048,
        after: &Tiles,
        next: Piece,
        deal: Piece,
        boards: &[(Placement, f64, Tiles)],
    ) -> Vec<Term> {
        let linear = &self.base.linear;
        let Some(way) = self.way(game, boards, deal) else { return vec![linear.lost_term()] };
        let mut board = *after;
        let mut terms = linear.earned_terms(&game.put(&mut board, next, way.next));
        match way.third {
            Some(at) => {
                add(&mut terms, linear.earned_terms(&game.put(&mut board, deal, at)));
                add(&mut terms, linear.promise_terms(&board));
            }
            None => add(&mut terms, vec![linear.lost_term()]),
        }
        terms
    }

    /// What is known of a first placement after a look at all deals.
    fn deepen(
        &self,
        game: &Tetris2048,
        position: &Position,
        next: Piece,
        shallow: &mut Candidate<Action>,
        meter: &mut Meter,
    ) {
        let Action::Place { piece, at } = shallow.action else { return };
        let mut after = position.tiles;
        let earned = game.put(&mut after, piece, at);
        shallow.line.truncate(1);
        if !game.can_appear(&after, next) {
            return;
        }
        shallow.value = self.base.linear.earned(&earned) + self.mean(game, &after, next, meter);
        shallow.bound = Bound::Lower;
        shallow.depth = 3;
        shallow.terms = self.base.linear.earned_terms(&earned);
        add(&mut shallow.terms, self.mean_terms(game, &after, next));
    }
}

impl Agent<Tetris2048> for Expect {
    fn decide(
        &self,
        game: &Tetris2048,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let mut meter = budget.start();
        let pieces = known_pieces(game, position)?;
        let mut decision = self.base.decide(game, position, budget)?;
        let Some(&next) = pieces.get(1) else { return Ok(decision) };
        let mut looked = 0;
        for (place, candidate) in decision.candidates.iter_mut().enumerate() {
            candidate.rank_before_search = Some(place);
            meter.check_clock();
            if place < self.top && (place == 0 || !meter.exhausted()) {
                self.deepen(game, position, next, candidate, &mut meter);
                looked = place + 1;
            } else {
                candidate.bound = Bound::None;
                candidate.depth = 0;
            }
        }
        let mut rest = decision.candidates.split_off(looked);
        rank(&mut decision.candidates);
        decision.candidates.append(&mut rest);
        for (order, candidate) in decision.candidates.iter_mut().enumerate() {
            candidate.order = order;
        }
        let mut search = stats("expectimax", 3, &meter);
        search.complete = looked == self.top.min(decision.candidates.len());
        let identity = &self.base.identity;
        let agent = identity.spec.clone();
        let (seat, seed) = (Seat::FIRST.0, identity.seed);
        let story = Vec::new();
        Ok(Decision {
            agent,
            seat,
            seed,
            chosen: 0,
            candidates: decision.candidates,
            search,
            story,
        })
    }

    fn weigh(
        &self,
        game: &Tetris2048,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        let mut meter = budget.start();
        let pieces = known_pieces(game, position)?;
        let mut candidate = self.base.weigh(game, position, action, budget)?;
        if let Some(&next) = pieces.get(1) {
            self.deepen(game, position, next, &mut candidate, &mut meter);
        }
        Ok(candidate)
    }
}
