//! Expectimax and alpha-beta on boards in one word, with any leaf.

use crate::grid::Direction;
use crate::search::{Chance, Leaf, Limits, Parts, Search, Table, Worth};
use crate::tables::Board;
use crate::{Action, Position, Twenty48};
use ludex_core::{Agent, Budget, Candidate, Decision, Result, SearchStats, Seat, rank};
use ludex_search::common::{Identity, mover, stats};
use std::sync::Mutex;

/// How many slides to look ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Depth {
    /// This many.
    Fixed(u8),
    /// More, the more different tiles there are: late in the game a mistake costs more, and there are fewer empty cells to look
    /// at. From the first number on, as many as different tiles, less the second.
    Adaptive(u8, u8),
    /// As many as can be looked at with about so many states.
    Room(u64),
}

impl Depth {
    fn at(self, board: Board) -> u8 {
        match self {
            Self::Fixed(depth) => depth,
            Self::Room(_) => DEEPEST,
            Self::Adaptive(least, less) => least.max(different_tiles(board).saturating_sub(less)),
        }
    }
}

fn different_tiles(board: Board) -> u8 {
    let kinds = (0..16).fold(0u16, |kinds, cell| kinds | 1 << (board >> (4 * cell) & 15));
    (kinds >> 1).count_ones() as u8
}

/// No search looks further ahead, however much time it has.
const DEEPEST: u8 = 24;

/// An agent that looks ahead and takes the mean over what chance may do, or the worst.
pub(super) struct Expecting<L> {
    pub(super) identity: Identity,
    /// What the search is called in reports.
    pub(super) name: &'static str,
    pub(super) leaf: L,
    pub(super) depth: Depth,
    pub(super) chance: Chance,
    /// Ways less probable than this are not followed.
    pub(super) least: f32,
    /// So many slides less are looked at after each 4.
    pub(super) less_after_four: u8,
    /// Whether it was built for a time, which it then uses up.
    pub(super) timed: bool,
    /// The table of known states has two to this power of places.
    pub(super) table_bits: u32,
    /// The table of the last search, for the next one. Whoever finds it taken makes a new one.
    pub(super) table: Mutex<Option<Table<f32>>>,
    /// Who answers where a board or a tile does not fit into one word.
    pub(super) otherwise: Box<dyn Agent<Twenty48>>,
}

/// What a search found: the worth of each slide, and how far it looked.
struct Found<W> {
    slides: [Option<W>; 4],
    limits: Limits,
    search: SearchStats,
}

/// The first of the best slides.
fn best(values: &[Option<f32>; 4]) -> Option<Direction> {
    let mut best: Option<(f32, Direction)> = None;
    for (value, direction) in values.iter().zip(Direction::ALL) {
        if let Some(value) = *value
            && best.is_none_or(|(highest, _)| value > highest)
        {
            best = Some((value, direction));
        }
    }
    best.map(|(_, direction)| direction)
}

impl<L: Leaf> Expecting<L> {
    /// Searches for numbers alone, with the table of the last such search.
    fn search(&self, game: &Twenty48, board: Board, budget: &Budget) -> Found<f32> {
        let kept = self.table.lock().map_or(None, |mut kept| kept.take());
        let mut table = kept.unwrap_or_else(|| Table::new(self.table_bits));
        let found = self.search_in(&mut table, game, board, budget);
        if let Ok(mut kept) = self.table.lock() {
            *kept = Some(table);
        }
        found
    }

    fn search_in<W: Worth<L>>(
        &self,
        table: &mut Table<W>,
        game: &Twenty48,
        board: Board,
        budget: &Budget,
    ) -> Found<W> {
        let mut meter = budget.start();
        let mut search = Search::new(&self.leaf, game.grid().size(), table, &mut meter);
        let (slides, limits) = self.deepen(&mut search, board, budget);
        let hits = search.hits;
        let search =
            SearchStats { table_hits: hits, ..stats(self.name, limits.depth.into(), &meter) };
        Found { slides, limits, search }
    }

    fn limits(&self, depth: u8) -> Limits {
        let Self { chance, least, less_after_four, .. } = *self;
        Limits { chance, depth, least, less_after_four }
    }

    /// Whether a budget is there to be used up. A time that the agent was not built for only ends what takes too long.
    fn uses_up(&self, budget: &Budget) -> bool {
        budget.nodes.is_some() || (self.timed && budget.time.is_some())
    }

    /// Searches to the depth at once where nothing limits it, else deeper and deeper until the budget is spent.
    fn deepen<W: Worth<L>>(
        &self,
        search: &mut Search<'_, L, W>,
        board: Board,
        budget: &Budget,
    ) -> ([Option<W>; 4], Limits) {
        let limited = budget.time.is_some() || budget.nodes.is_some();
        let own = self.depth.at(board);
        let most = match self.depth {
            Depth::Adaptive(..) if self.uses_up(budget) => DEEPEST,
            _ => own,
        };
        let most = budget.depth.map_or(most, |depth| most.min(depth.clamp(1, 255) as u8));
        let limits = |depth| self.limits(depth);
        if let (Depth::Room(states), false) = (self.depth, self.uses_up(budget)) {
            return self.widen(search, board, most, states);
        }
        if !limited {
            return (search.slides(board, limits(most)), limits(most));
        }
        let mut known = (search.slides(board, limits(1)), limits(1));
        for depth in 2..=most {
            let deeper = search.slides(board, limits(depth));
            if search.meter.exhausted() {
                break;
            }
            known = (deeper, limits(depth));
        }
        known
    }

    /// Searches deeper and deeper as long as the next depth promises to fit into so many states, going by how the last ones
    /// grew. So a crowded board, on which little can happen, is looked at far deeper than an open one.
    fn widen<W: Worth<L>>(
        &self,
        search: &mut Search<'_, L, W>,
        board: Board,
        most: u8,
        states: u64,
    ) -> ([Option<W>; 4], Limits) {
        let limits = |depth| self.limits(depth);
        let (mut known, mut before) = (search.slides(board, limits(1)), 1);
        for depth in 2..=most {
            let start = search.meter.nodes();
            let deeper = search.slides(board, limits(depth));
            if search.meter.exhausted() {
                return (known, limits(depth - 1));
            }
            known = deeper;
            let now = (search.meter.nodes() - start).max(1);
            if depth > 2 && now.saturating_mul(now.div_ceil(before)) > states {
                return (known, limits(depth));
            }
            before = now;
        }
        (known, limits(most))
    }

    /// The search of a decision, whose slides know what their values are made of. The slide that it takes is that of the search for
    /// numbers where a depth or a number of states ends both; under a limit of time there is one search, and it keeps to the limit.
    fn search_parts(
        &self,
        game: &Twenty48,
        board: Board,
        budget: &Budget,
    ) -> (Found<Parts>, Option<Direction>) {
        if budget.time.is_some() || budget.nodes.is_some() {
            let found = self.search_in(&mut Table::new(self.table_bits), game, board, budget);
            let values = found.slides.each_ref().map(|parts| parts.as_ref().map(Worth::<L>::total));
            return (found, best(&values));
        }
        let numbers = self.search(game, board, budget);
        let slides = self.parts(game, board, numbers.limits);
        let taken = best(&numbers.slides);
        (Found { slides, limits: numbers.limits, search: numbers.search }, taken)
    }

    /// All slides with what their values are made of.
    fn candidates(
        &self,
        game: &Twenty48,
        board: Board,
        Found { slides: parts, limits, .. }: &Found<Parts>,
    ) -> Vec<Candidate<Action>> {
        let limits = *limits;
        let first = self.parts(game, board, Limits { depth: 1, ..limits });
        let sums = |parts: &[Option<Parts>; 4]| {
            parts.each_ref().map(|parts| parts.as_ref().map(|parts| self.leaf.terms(parts)))
        };
        let values = sums(&first).map(|terms| terms.map(|terms| total(&terms)));
        let mut candidates = Vec::new();
        for ((direction, terms), own) in Direction::ALL.into_iter().zip(sums(parts)).zip(values) {
            let (Some(terms), Some(own)) = (terms, own) else { continue };
            let mut candidate = Candidate::new(Action::Slide(direction), total(&terms));
            let better = values.iter().flatten().filter(|&&value| value > own).count();
            candidate.rank_before_search = Some(better);
            candidate.depth = limits.depth.into();
            candidate.line = vec![candidate.action];
            candidate.terms = terms;
            candidates.push(candidate);
        }
        candidates
    }

    fn parts(&self, game: &Twenty48, board: Board, limits: Limits) -> [Option<Parts>; 4] {
        let mut table = Table::new(self.table_bits);
        let mut meter = Budget::unlimited().start();
        Search::new(&self.leaf, game.grid().size(), &mut table, &mut meter).slides(board, limits)
    }
}

fn total(terms: &[ludex_core::Term]) -> f64 {
    terms.iter().map(|term| term.contribution).sum()
}

impl<L: Leaf + Send + Sync> Agent<Twenty48> for Expecting<L> {
    fn choose(&self, game: &Twenty48, position: &Position, budget: &Budget) -> Result<Action> {
        let Some(board) = position.board(game.grid()) else {
            return self.otherwise.choose(game, position, budget);
        };
        let best = match self.depth {
            _ if position.due() > 0 => None,
            Depth::Fixed(1) => {
                self.leaf.best_slide(game.grid().size(), board).map(|(_, direction)| direction)
            }
            _ => best(&self.search(game, board, budget).slides),
        };
        match best {
            Some(direction) => Ok(Action::Slide(direction)),
            None => {
                mover(game, position).and_then(|_| self.otherwise.choose(game, position, budget))
            }
        }
    }

    fn decide(
        &self,
        game: &Twenty48,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        mover(game, position)?;
        let Some(board) = position.board(game.grid()) else {
            return self.otherwise.decide(game, position, budget);
        };
        let (found, taken) = self.search_parts(game, board, budget);
        let mut candidates = self.candidates(game, board, &found);
        rank(&mut candidates);
        let chosen = taken.map(Action::Slide);
        let place = candidates.iter().position(|candidate| Some(candidate.action) == chosen);
        Ok(Decision {
            agent: self.identity.spec.clone(),
            seat: Seat::FIRST.0,
            seed: self.identity.seed,
            chosen: place.unwrap_or(0),
            candidates,
            search: found.search,
            story: Vec::new(),
        })
    }
}
