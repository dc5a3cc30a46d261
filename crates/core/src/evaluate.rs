//! A position's value as a sum of named terms.

use crate::{Game, Seat};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One summand of a value: `contribution = weight * amount`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Term {
    /// A short name, unique within its evaluator.
    pub name: Cow<'static, str>,
    /// One line for people: what the amount counts.
    pub meaning: Cow<'static, str>,
    /// The raw amount found in the position.
    pub amount: f64,
    /// What one unit is worth.
    pub weight: f64,
    /// What the term adds to the value.
    pub contribution: f64,
}

impl Term {
    /// A term whose contribution is `weight * amount`.
    ///
    /// ```
    /// use ludex_core::Term;
    /// let holes = Term::new("holes", "empty cells under a block", 3.0, -4.0);
    /// assert_eq!(holes.contribution, -12.0);
    /// ```
    pub fn new(name: &'static str, meaning: &'static str, amount: f64, weight: f64) -> Self {
        // Adding 0 turns the -0 of `0 * -4` into a plain 0, which is what people expect to read.
        let contribution = amount * weight + 0.0;
        Self { name: name.into(), meaning: meaning.into(), amount, weight, contribution }
    }
}

/// Gives positions a value: the higher, the better for a seat.
///
/// [`value`](Evaluate::value) is the fast path that searches call; [`terms`](Evaluate::terms) is
/// the slow one that people read. The terms' contributions sum to the value; the conformance suite
/// checks it.
///
/// Two-player searches expect a zero-sum evaluator: the value for one seat is minus the value for
/// the other. The searches with a fixed perspective (`max`, `min`, `maxmax`) do not.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The value of `position` for `seat`.
    fn value(&self, game: &G, position: &G::Position, seat: Seat) -> f64;

    /// The same value taken apart.
    fn terms(&self, game: &G, position: &G::Position, seat: Seat) -> Vec<Term>;

    /// Whether a search must not look past this position, although the game goes on.
    ///
    /// `seat` is whom the search is for, `mover` the seat whose action led here.
    fn settled(&self, _: &G, _: &G::Position, _seat: Seat, _mover: Seat) -> bool {
        false
    }
}

/// The score itself as value: own score minus the best of the others.
///
/// Exact at the end of a game, and all that a search to the end needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreOnly;

impl<G: Game> Evaluate<G> for ScoreOnly {
    fn value(&self, game: &G, position: &G::Position, seat: Seat) -> f64 {
        game.score(position, seat) - others_best(game, position, seat)
    }

    fn terms(&self, game: &G, position: &G::Position, seat: Seat) -> Vec<Term> {
        let own = Term::new("score", "own score", game.score(position, seat), 1.0);
        if game.seats() == 1 {
            return vec![own];
        }
        let rival = others_best(game, position, seat);
        vec![own, Term::new("rival", "score of the opponent", rival, -1.0)]
    }
}

fn others_best<G: Game>(game: &G, position: &G::Position, seat: Seat) -> f64 {
    (0..game.seats())
        .filter(|&other| other != seat.0)
        .map(|other| game.score(position, Seat(other)))
        .fold(None, |best: Option<f64>, score| Some(best.map_or(score, |b| b.max(score))))
        .unwrap_or(0.0)
}
