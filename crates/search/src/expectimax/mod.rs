//! Expectimax: the best for oneself, the worst by the opponent, the mean over chance.

mod search;
mod table;
mod tell;

use crate::common::{Identity, legal, mover, stats};
use crate::minimax::is_limited;
use crate::ranking;
use ludex_core::{
    Agent, Bound, Budget, Candidate, Decision, Evaluate, Game, Result, SearchStats, Seat,
};
use search::{Place, Search};
use std::sync::Mutex;
use table::Table;

/// How an expectimax search goes about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExpectimaxSettings {
    /// Moves of players to look ahead. The budget may ask for less. Without either the search
    /// deepens until the budget is spent or every line has come to its end.
    pub depth: Option<u32>,
    /// Size of the table of known positions in MiB; 0 for none.
    pub table: usize,
    /// Paths less probable than this are valued as they stand; 0 for none.
    pub least_probability: f64,
}

/// Looks ahead a number of moves; chance counts by its mean.
///
/// A position is valued as it stands when the depth is used up (even if chance is next), when the
/// game is over, when the evaluator calls it settled, or when its path is too improbable.
///
/// The line of a candidate follows the most probable outcomes. Its terms are the mean over all outcomes that the search looked at, not those of the line.
///
/// ```
/// use ludex_core::{Agent, Budget, Game, ScoreOnly, Seed, doc::Coin};
/// use ludex_search::{common::Identity, expectimax::{Expectimax, ExpectimaxSettings}};
///
/// let settings = ExpectimaxSettings { depth: Some(2), ..ExpectimaxSettings::default() };
/// let agent = Expectimax::new(Identity::new("expectimax:depth=2", Seed(1)), ScoreOnly, settings);
/// let decision = agent.decide(&Coin, &Coin.start(), &Budget::unlimited()).unwrap();
/// assert_eq!(decision.best().value, 0.0);
/// assert_eq!(decision.equals(), 2);
/// ```
pub struct Expectimax<E> {
    identity: Identity,
    evaluate: E,
    settings: ExpectimaxSettings,
    /// The table of the last search, for the next one. Whoever finds it taken makes a new one.
    table: Mutex<Option<Table>>,
}

/// No game is looked at further ahead than this.
const DEEPEST: u8 = 250;

/// What one pass to a fixed depth found out.
struct Pass {
    depth: u8,
    values: Vec<f64>,
    /// Whether a deeper pass could find something else.
    limited: bool,
}

impl<E> Expectimax<E> {
    /// An agent.
    pub fn new(identity: Identity, evaluate: E, settings: ExpectimaxSettings) -> Self {
        Self { identity, evaluate, settings, table: Mutex::new(None) }
    }

    fn depth(&self, budget: &Budget) -> u8 {
        let depths = [self.settings.depth, budget.depth];
        let least = depths.into_iter().flatten().min();
        least.map_or(DEEPEST, |depth| depth.clamp(1, DEEPEST.into()) as u8)
    }

    fn take_table(&self) -> Option<Table> {
        let mut table = self.table.lock().map_or(None, |mut kept| kept.take());
        if let Some(table) = &mut table {
            table.start_afresh();
        }
        table.or_else(|| Table::new(self.settings.table))
    }

    fn keep_table(&self, table: Option<Table>) {
        if let Ok(mut kept) = self.table.lock() {
            *kept = table;
        }
    }

    fn start<'a, G: Game>(&'a self, game: &'a G, seat: Seat, budget: &Budget) -> Search<'a, G, E>
    where
        E: Evaluate<G>,
    {
        Search {
            game,
            evaluate: &self.evaluate,
            seat,
            least: self.settings.least_probability,
            table: self.take_table(),
            meter: budget.start(),
            hits: 0,
            breakable: false,
            best_moves: None,
            buffers: Vec::new(),
        }
    }

    /// The given actions with their values, searched as deep as settings and budget allow.
    fn values<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        actions: &[G::Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<G::Action>>>
    where
        E: Evaluate<G>,
    {
        let mut search = self.start(game, mover(game, position)?, budget);
        let pass = search.deepen(position, actions, self.depth(budget), !is_limited(budget));
        self.keep_table(search.table.take());
        let found = actions.iter().zip(pass.values);
        Ok(found.map(|(&action, value)| Candidate::new(action, value)).collect())
    }

    /// The same with lines, terms and statistics.
    fn search<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        actions: &[G::Action],
        budget: &Budget,
    ) -> Result<(Vec<Candidate<G::Action>>, SearchStats)>
    where
        E: Evaluate<G>,
    {
        let seat = mover(game, position)?;
        let mut search = self.start(game, seat, budget);
        search.best_moves = Some(std::collections::HashMap::new());
        let pass = search.deepen(position, actions, self.depth(budget), !is_limited(budget));
        let report = stats("expectimax", pass.depth.into(), &search.meter);
        let report = SearchStats { table_hits: search.hits, ..report };
        let describe = |(&action, value): (&G::Action, f64)| {
            let candidate = Candidate::new(action, value);
            let mut candidate = candidate.read_as(Bound::Exact, pass.depth.into());
            candidate.line = search.line(position, action, pass.depth);
            candidate.terms = search.terms(position, action, pass.depth, value);
            candidate
        };
        let mut candidates: Vec<_> = actions.iter().zip(pass.values).map(describe).collect();
        self.keep_table(search.table.take());
        ranking::add_first_impressions(game, &self.evaluate, position, seat, &mut candidates);
        Ok((candidates, report))
    }
}

impl<G: Game, E: Evaluate<G>> Search<'_, G, E> {
    /// Searches to `depth`: at once if that is sure to end, otherwise ply by ply.
    fn deepen(
        &mut self,
        position: &G::Position,
        actions: &[G::Action],
        depth: u8,
        at_once: bool,
    ) -> Pass {
        let mut position = position.clone();
        let mut pass = self.pass(&mut position, actions, 1);
        self.breakable = true;
        self.meter.check_clock();
        while pass.limited && pass.depth < depth && !self.meter.exhausted() {
            let next = if at_once { depth } else { pass.depth + 1 };
            let deeper = self.pass(&mut position, actions, next);
            if self.broken_off() {
                break;
            }
            pass = deeper;
        }
        pass
    }

    /// Values every action to a fixed depth.
    fn pass(&mut self, position: &mut G::Position, actions: &[G::Action], depth: u8) -> Pass {
        let place = Place { level: 0, mover: self.seat, depth: depth - 1, probability: 1.0 };
        let mut pass = Pass { depth, values: Vec::new(), limited: false };
        for &action in actions {
            let found = self.child(position, action, place);
            pass.values.push(found.value);
            pass.limited |= found.limited;
        }
        pass
    }
}

impl<G: Game, E: Evaluate<G>> Agent<G> for Expectimax<E> {
    fn choose(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<G::Action> {
        let seat = mover(game, position)?;
        let candidates = self.values(game, position, &legal(game, position), budget)?;
        let (key, search) = (game.key(position), SearchStats::default());
        Ok(self.identity.conclude(key, seat, candidates, search).best().action)
    }

    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>> {
        let seat = mover(game, position)?;
        let (candidates, report) = self.search(game, position, &legal(game, position), budget)?;
        Ok(self.identity.conclude(game.key(position), seat, candidates, report))
    }

    fn weigh(
        &self,
        game: &G,
        position: &G::Position,
        action: G::Action,
        budget: &Budget,
    ) -> Result<Candidate<G::Action>> {
        mover(game, position)?;
        game.check(position, action)?;
        Ok(self.search(game, position, &[action], budget)?.0.swap_remove(0))
    }
}
