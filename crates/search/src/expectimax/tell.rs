//! What the value of an expectimax is made of: the mean of the terms over all that chance may do.

use super::search::{Place, Search};
use crate::common::{legal, play_telling};
use ludex_core::{Breakdown, Evaluate, Game, Seat, Term, Turn};

/// Positions at the ends of expected courses that are taken apart one by one, for one candidate.
const MOST_ENDS: u32 = 20_000;

const REST: &str = "the courses beyond those that were taken apart one by one";

/// A value on the way to being taken apart.
struct Telling {
    parts: Breakdown,
    /// Ends that may still be looked at.
    left: u32,
}

impl<G: Game, E: Evaluate<G>> Search<'_, G, E> {
    /// The terms of an action that was searched to `depth` and found to be worth `value`.
    ///
    /// Players do what the search found best for them, so only their best moves are followed; of chance every outcome is,
    /// with its probability.
    pub(super) fn terms(
        &mut self,
        position: &G::Position,
        action: G::Action,
        depth: u8,
        value: f64,
    ) -> Vec<Term> {
        self.breakable = false;
        let mut telling = Telling { parts: Breakdown::default(), left: MOST_ENDS };
        let place = Place { level: 0, mover: self.seat, depth: depth - 1, probability: 1.0 };
        self.tell_step(&mut position.clone(), action, place, &mut telling);
        telling.parts.into_terms(value, REST)
    }

    /// The expected course from an action on, without the moves of chance: what players do best, as the most probable
    /// outcomes of chance come between.
    pub(super) fn line(
        &mut self,
        position: &G::Position,
        action: G::Action,
        depth: u8,
    ) -> Vec<G::Action> {
        self.breakable = false;
        let (mut here, mut line) = (position.clone(), vec![action]);
        self.game.play(&mut here, action);
        let mut place = Place { level: 0, mover: self.seat, depth: depth - 1, probability: 1.0 };
        while !self.ends(&here, place) {
            let next = if let Turn::Seat(seat) = self.game.turn(&here) {
                let expected = self.expected(&mut here, seat, place);
                line.push(expected);
                place = place.below(seat, place.depth - 1, place.probability);
                expected
            } else {
                let (probability, outcome) = self.likeliest(&here);
                place = place.below(place.mover, place.depth, place.probability * probability);
                outcome
            };
            self.game.play(&mut here, next);
        }
        line
    }

    /// The first of the most probable outcomes.
    fn likeliest(&self, position: &G::Position) -> (f64, G::Action) {
        let outcomes = legal(self.game, position);
        let weighed = |&outcome: &G::Action| (self.game.probability(position, outcome), outcome);
        let first = weighed(&outcomes[0]);
        outcomes.iter().map(weighed).fold(first, |a, b| if b.0 > a.0 { b } else { a })
    }

    /// What a player does.
    fn expected(&mut self, position: &mut G::Position, seat: Seat, place: Place) -> G::Action {
        let key = (self.key(position, place), place.depth);
        let known = self.best_moves.as_ref().and_then(|known| known.get(&key)).copied();
        known.unwrap_or_else(|| {
            let actions = legal(self.game, position);
            self.best(position, seat, &actions, place).1
        })
    }

    /// Whether the search valued a position as it stands.
    fn ends(&self, position: &G::Position, place: Place) -> bool {
        let turn = self.game.turn(position);
        let trimmed = place.probability < self.least;
        trimmed || place.depth == 0 || self.is_final(position, turn, place)
    }

    fn tell_step(
        &mut self,
        position: &mut G::Position,
        action: G::Action,
        below: Place,
        telling: &mut Telling,
    ) {
        let share = (self.seat, below.probability);
        let mut next = position.clone();
        let parts = &mut telling.parts;
        play_telling(self.game, self.evaluate, &mut next, action, share, parts);
        self.tell(&mut next, below, telling);
    }

    fn tell(&mut self, position: &mut G::Position, place: Place, telling: &mut Telling) {
        if telling.left == 0 {
            return;
        }
        if self.ends(position, place) {
            let terms = self.evaluate.terms(self.game, position, self.seat);
            telling.parts.add(terms, place.probability);
            telling.left -= 1;
            return;
        }
        if let Turn::Seat(seat) = self.game.turn(position) {
            let expected = self.expected(position, seat, place);
            let below = place.below(seat, place.depth - 1, place.probability);
            return self.tell_step(position, expected, below, telling);
        }
        for outcome in legal(self.game, position) {
            let probability = place.probability * self.game.probability(position, outcome);
            let below = place.below(place.mover, place.depth, probability);
            self.tell_step(position, outcome, below, telling);
        }
    }
}
