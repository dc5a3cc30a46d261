//! The Pente report's levels: `easy`, `medium`, `hard`.
//!
//! They look 2, 3 and 4 plies ahead, value what they find with [`Report`], go through the moves from the highest row
//! and column down, and keep the first that is strictly better than all before it. What is done here to be quick changes no
//! choice: the order inside the tree, windows, and a last ply that is read off the lines instead of played.

mod search;
mod state;

use crate::board::Point;
use crate::evaluate::Report;
use crate::position::Position;
use crate::rules::Pente;
use ludex_core::{
    Agent, Bound, Budget, Candidate, Decision, Evaluate, Game, Proven, Result, Seat, rank,
};
use ludex_search::common::{Identity, first_impressions, legal, mover, stats, walk};
use search::{Search, best_last};

/// An agent of the report.
#[derive(Clone, Debug)]
pub struct Level {
    identity: Identity,
    /// Plies that it looks ahead.
    plies: u32,
}

impl Level {
    /// Looks this many plies ahead.
    pub fn new(identity: Identity, plies: u32) -> Self {
        Self { identity, plies }
    }

    fn plies(&self, budget: &Budget) -> u32 {
        budget.depth.map_or(self.plies, |limit| limit.min(self.plies)).max(1)
    }
}

impl Agent<Pente> for Level {
    fn choose(&self, game: &Pente, position: &Position, budget: &Budget) -> Result<Point> {
        let seat = mover(game, position)?;
        let mut search = Search::new(game, position, budget);
        let best = search.first_best(self.plies(budget));
        if search.meter.exhausted() {
            return Ok(self.glance(game, position, seat, &search).best().action);
        }
        Ok(best)
    }

    fn decide(
        &self,
        game: &Pente,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Point>> {
        let seat = mover(game, position)?;
        let actions = legal(game, position);
        let ranks = first_impressions(game, &Report, position, seat, &actions);
        let plies = self.plies(budget);
        let mut search = Search::new(game, position, budget);
        let weigh = |(&action, rank)| Candidate {
            rank_before_search: Some(rank),
            ..weigh(&mut search, action, plies, seat)
        };
        let candidates = actions.iter().zip(ranks).map(weigh).collect();
        if search.meter.exhausted() {
            return Ok(self.glance(game, position, seat, &search));
        }
        let mut stats = stats("alpha-beta", plies, &search.meter);
        stats.cutoffs = search.cutoffs;
        Ok(self.identity.conclude(game.key(position), seat, candidates, stats))
    }

    fn weigh(
        &self,
        game: &Pente,
        position: &Position,
        action: Point,
        budget: &Budget,
    ) -> Result<Candidate<Point>> {
        let seat = mover(game, position)?;
        game.check(position, action)?;
        let mut search = Search::new(game, position, budget);
        let candidate = weigh(&mut search, action, self.plies(budget), seat);
        if search.meter.exhausted() {
            return Ok(glance(game, position, seat, action));
        }
        Ok(candidate)
    }

    fn unfold(
        &self,
        game: &Pente,
        position: &Position,
        path: &[Point],
        budget: &Budget,
    ) -> Result<Vec<Candidate<Point>>> {
        let seat = mover(game, position)?;
        let (here, _) = walk(game, position, path)?;
        let left = self.plies(budget).saturating_sub(path.len() as u32);
        let Some(next) = here.mover().filter(|_| left > 0) else { return Ok(Vec::new()) };
        let mut search = Search::new(game, &here, budget);
        let weigh = |action| weigh(&mut search, action, left, Seat(next));
        let mut found: Vec<_> = legal(game, &here).into_iter().map(weigh).collect();
        rank(&mut found);
        if next != seat.0 {
            for candidate in &mut found {
                candidate.value = 0.0 - candidate.value;
                candidate.terms = leaf_terms(game, &here, &candidate.line, seat);
            }
        }
        Ok(found)
    }
}

impl Level {
    /// The decision of a search that was cut short: values of different depths cannot be compared, so every move is looked at alone.
    fn glance(
        &self,
        game: &Pente,
        position: &Position,
        seat: Seat,
        search: &Search<'_>,
    ) -> Decision<Point> {
        let look = |action| glance(game, position, seat, action);
        let candidates = legal(game, position).into_iter().map(look).collect();
        let stats = stats("alpha-beta", 1, &search.meter);
        self.identity.conclude(game.key(position), seat, candidates, stats)
    }
}

/// A move by the board right after it.
fn glance(game: &Pente, position: &Position, seat: Seat, action: Point) -> Candidate<Point> {
    let terms = leaf_terms(game, position, &[action], seat);
    let value = terms.iter().map(|term| term.contribution).sum();
    Candidate { line: vec![action], terms, ..Candidate::new(action, value) }
}

/// One action with its exact value, the line behind it and its terms.
fn weigh(search: &mut Search<'_>, action: Point, plies: u32, seat: Seat) -> Candidate<Point> {
    let (value, mut line) = search.exact(action, plies);
    let (game, position) = (search.game(), *search.position());
    line.extend(best_last(game, &position, &line, plies));
    let terms = leaf_terms(game, &position, &line, seat);
    // Every move was looked at, so a value that says won or lost is certain.
    let proven = match value {
        state::WIN => Some(Proven::Win),
        value if value == -state::WIN => Some(Proven::Loss),
        _ => None,
    };
    let bound = if search.meter.exhausted() { Bound::None } else { Bound::Exact };
    Candidate {
        depth: line.len() as u32,
        bound,
        line,
        terms,
        proven: proven.filter(|_| bound == Bound::Exact),
        ..Candidate::new(action, f64::from(value) / 2.0)
    }
}

fn leaf_terms(
    game: &Pente,
    position: &Position,
    line: &[Point],
    seat: Seat,
) -> Vec<ludex_core::Term> {
    let mut leaf = *position;
    for &point in line {
        game.play(&mut leaf, point);
    }
    Report.terms(game, &leaf, seat)
}
