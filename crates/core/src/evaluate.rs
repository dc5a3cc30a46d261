//! What a position promises and what a step has earned, each as a sum of named terms.

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
    /// What it says something about together with other terms of the same family, for people. Where one of them rewards what another
    /// one punishes, none means anything by itself, and comparisons tell them as one. Not part of the JSON, where
    /// comparisons have done so already.
    #[serde(skip)]
    pub family: Option<Cow<'static, str>>,
    /// Whether it only says what was chosen, and nothing of how good that is: reviews leave it out.
    #[serde(skip)]
    pub is_choice: bool,
    /// The cells of the picture that it counts, as `[column, row]`; empty where it counts none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(
        feature = "schema",
        ts(optional, as = "Option<Vec<[u16; 2]>>"),
        schema(required = false)
    )]
    pub cells: Vec<[u16; 2]>,
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
        let (name, meaning) = (name.into(), meaning.into());
        Self {
            name,
            meaning,
            amount,
            weight,
            contribution,
            family: None,
            is_choice: false,
            cells: Vec::new(),
        }
    }

    /// Adds another term of the same name. Where their weights differ, the amount is what the contributions mean at this weight.
    fn join(&mut self, other: Self) {
        self.contribution += other.contribution;
        self.amount += other.amount;
        self.cells.extend(other.cells);
        if other.weight != self.weight && self.weight != 0.0 {
            self.amount = self.contribution / self.weight;
        }
    }

    /// The same term as one that only says what was chosen.
    pub fn as_choice(self) -> Self {
        Self { is_choice: true, ..self }
    }

    /// The same term as one of a family.
    pub fn of_family(mut self, family: Option<&'static str>) -> Self {
        self.family = family.map(Cow::Borrowed);
        self
    }

    /// The same term with the cells that it counts.
    pub fn at(mut self, cells: Vec<[u16; 2]>) -> Self {
        self.cells = cells;
        self
    }
}

/// A value being taken apart: the terms of several steps and positions, those of one name added up.
///
/// Averages over what chance may do, or over trials, are sums of shares.
///
/// ```
/// use ludex_core::{Breakdown, Term};
/// let mut parts = Breakdown::default();
/// parts.add([Term::new("rows", "rows cleared", 1.0, 10.0)], 0.5);
/// parts.add([Term::new("rows", "rows cleared", 3.0, 10.0)], 0.5);
/// let terms = parts.into_terms(21.0, "what nobody took apart");
/// assert_eq!((terms[0].amount, terms[0].contribution), (2.0, 20.0));
/// assert_eq!((terms[1].name.as_ref(), terms[1].contribution), ("rest", 1.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Breakdown {
    terms: Vec<Term>,
}

impl Breakdown {
    /// Adds a share of some terms. Cells are kept only where a single position counts whole.
    pub fn add(&mut self, terms: impl IntoIterator<Item = Term>, share: f64) {
        for mut term in terms {
            term.amount *= share;
            term.contribution *= share;
            if share != 1.0 {
                term.cells.clear();
            }
            match self.terms.iter_mut().find(|known| known.name == term.name) {
                Some(known) => known.join(term),
                None => self.terms.push(term),
            }
        }
    }

    /// What the terms add up to.
    pub fn total(&self) -> f64 {
        self.terms.iter().map(|term| term.contribution).sum()
    }

    /// The terms of `value`: what they do not explain of it becomes a term `rest` with this meaning.
    pub fn into_terms(mut self, value: f64, meaning: &'static str) -> Vec<Term> {
        let total = self.total();
        let scale = self.terms.iter().map(|t| t.contribution.abs()).fold(value.abs(), f64::max);
        if (value - total).abs() > NEGLIGIBLE * scale.max(1.0) {
            self.terms.push(Term::new("rest", meaning, value - total, 1.0));
        }
        self.terms
    }
}

/// Rounding makes sums differ by less than this, relative to what is added up.
const NEGLIGIBLE: f64 = 1e-10;

/// Gives positions and steps a value: the higher, the better for a seat.
///
/// [`value`](Evaluate::value) is what a position promises, [`reward`](Evaluate::reward) what a step has earned (rows,
/// merges, a landing height). A search adds the rewards along its way to the promise at its end. So a promise depends only on
/// what [`Game::key`] names, and positions that were reached on different ways share one place in a table.
///
/// Both are the fast paths that searches call; [`terms`](Evaluate::terms) and [`reward_terms`](Evaluate::reward_terms) are
/// the slow ones that people read. The terms' contributions sum to the values; the conformance suite checks it.
///
/// Two-player searches expect a zero-sum evaluator: the value for one seat is minus the value for
/// the other. The searches with a fixed perspective (`max`, `min`, `maxmax`) do not.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The value of `position` for `seat`.
    fn value(&self, game: &G, position: &G::Position, seat: Seat) -> f64;

    /// The same value taken apart.
    fn terms(&self, game: &G, position: &G::Position, seat: Seat) -> Vec<Term>;

    /// Whether steps earn anything at all. Where they do not, searches need not keep the position before a step.
    fn has_rewards(&self) -> bool {
        false
    }

    /// What the step from `before` to `after` by `action`, of a player or of chance, has earned for `seat`.
    fn reward(
        &self,
        _: &G,
        _before: &G::Position,
        _: G::Action,
        _after: &G::Position,
        _: Seat,
    ) -> f64 {
        0.0
    }

    /// The same reward taken apart.
    fn reward_terms(
        &self,
        _: &G,
        _before: &G::Position,
        _: G::Action,
        _after: &G::Position,
        _: Seat,
    ) -> Vec<Term> {
        Vec::new()
    }

    /// Whether a search must not look past this position, although the game goes on.
    ///
    /// `seat` is whom the search is for, `mover` the seat whose action led here.
    fn settled(&self, _: &G, _: &G::Position, _seat: Seat, _mover: Seat) -> bool {
        false
    }
}

/// The score itself as value: own score minus the best of the others.
///
/// Exact at the end of a game, and all that a search to the end needs where scores appear at the end. Where they grow on the way,
/// [`ScoreGrowth`] says the same as rewards.
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

/// The growth of the score as rewards: what a step adds to the own score minus the best of the others.
///
/// The promise of every position is 0, so nothing depends on what was earned before.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScoreGrowth;

impl<G: Game> Evaluate<G> for ScoreGrowth {
    fn value(&self, _: &G, _: &G::Position, _: Seat) -> f64 {
        0.0
    }

    fn terms(&self, _: &G, _: &G::Position, _: Seat) -> Vec<Term> {
        Vec::new()
    }

    fn has_rewards(&self) -> bool {
        true
    }

    fn reward(
        &self,
        game: &G,
        before: &G::Position,
        _: G::Action,
        after: &G::Position,
        seat: Seat,
    ) -> f64 {
        ScoreOnly.value(game, after, seat) - ScoreOnly.value(game, before, seat)
    }

    fn reward_terms(
        &self,
        game: &G,
        before: &G::Position,
        action: G::Action,
        after: &G::Position,
        seat: Seat,
    ) -> Vec<Term> {
        let growth = self.reward(game, before, action, after, seat);
        vec![Term::new("score", "points earned", growth, 1.0)]
    }
}

fn others_best<G: Game>(game: &G, position: &G::Position, seat: Seat) -> f64 {
    (0..game.seats())
        .filter(|&other| other != seat.0)
        .map(|other| game.score(position, Seat(other)))
        .fold(None, |best: Option<f64>, score| Some(best.map_or(score, |b| b.max(score))))
        .unwrap_or(0.0)
}
