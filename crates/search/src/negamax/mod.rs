//! Min-max for strong engines: principal variation search with a transposition table, iterative deepening, aspiration
//! windows, and a [`Guide`] that knows the game.
//!
//! Without a guide ([`Negamax::new`]) it finds the values of plain min-max, only sooner. With one ([`Negamax::guided`]) it follows
//! the guide's moves, looks further after some and less far after others, and past the horizon while the position is noisy;
//! what it then calls decided is proven all the same. It serves games for one player as well. Chance ends the look-ahead.
//!
//! Under limits of depth and nodes, with one thread, an answer depends on nothing but the question. A limit of time or several
//! threads make it best effort, and the statistics of a decision say so.

mod guide;
mod memory;
mod order;
mod plain;
mod quiet;
mod recall;
mod report;
mod root;
mod search;
mod table;
mod threads;
mod window;

pub use guide::{
    At, Calm, DECIDED, Guide, Listed, Look, Move, Plain, Quiescence, Verdict, WIN, lateness,
};
pub use memory::Tables;
pub use table::MAX_TABLE_MIB;
pub use threads::MAX_THREADS;

use crate::common::{Identity, first_impressions, mover, stats, walk};
use crate::minimax::EXACT_MOVES;
use ludex_core::{
    Agent, Budget, Candidate, Decision, Error, Game, Result, SearchStats, Seat, Stop, Turn,
};
use rand::RngExt;
use report::{equals, seen_by};
use root::Root;
use search::Search;
use std::time::Duration;
use table::{Memory, Table};

/// The negamax agent.
#[derive(Clone, Debug)]
pub struct Negamax<U> {
    /// Name and lots.
    pub identity: Identity,
    /// What knows the game.
    pub guide: U,
    /// Plies to look ahead at most.
    pub depth: u8,
    /// Size of the transposition table in MiB, at most [`MAX_TABLE_MIB`]; 0 switches it off.
    pub table_mib: usize,
    /// How many threads search together; without the feature `threads` always one.
    pub threads: usize,
    /// How many moves beside the chosen one get exact values in a decision of a guided search.
    pub explained: usize,
    /// Tables between two decisions.
    pub tables: Tables,
}

impl<E> Negamax<Plain<E>> {
    /// Looks `depth` plies ahead with a table of 16 MiB, as plain min-max would.
    pub fn new(identity: Identity, evaluate: E, depth: u8) -> Self {
        Self::guided(identity, Plain(evaluate), depth)
    }
}

impl<U> Negamax<U> {
    /// Looks `depth` plies ahead with a table of 16 MiB and a guide.
    pub fn guided(identity: Identity, guide: U, depth: u8) -> Self {
        let (table_mib, threads, explained, tables) = (16, 1, 4, Tables::default());
        Self { identity, guide, depth, table_mib, threads, explained, tables }
    }

    /// The first of the best actions, with what it cost to find it.
    pub fn search<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<(G::Action, SearchStats)>
    where
        U: Guide<G>,
    {
        let seat = mover(game, position)?;
        let question = Question { agent: self, game, position, seat, mover: seat, budget };
        Ok(question.with_table(|table| {
            let mut root = question.root(table, self.depth_within(budget));
            let stats = question.choose(&mut root, table);
            (root.best().action, stats)
        }))
    }

    fn depth_within(&self, budget: &Budget) -> u8 {
        budget.depth.map_or(self.depth, |d| self.depth.min(d.min(255) as u8)).max(1)
    }
}

impl<G: Game, U: Guide<G>> Agent<G> for Negamax<U> {
    fn choose(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<G::Action> {
        if self.identity.random {
            return Ok(self.decide(game, position, budget)?.best().action);
        }
        Ok(self.search(game, position, budget)?.0)
    }

    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>> {
        let seat = mover(game, position)?;
        let question = Question { agent: self, game, position, seat, mover: seat, budget };
        let (candidates, search) = question.answer(self.depth_within(budget));
        let equals = if self.identity.random { equals(&candidates) } else { 1 };
        let mut dice = self.identity.dice(game.key(position));
        let chosen = if equals > 1 { dice.random_range(0..equals) } else { 0 };
        let (agent, seed) = (self.identity.spec.clone(), self.identity.seed);
        let story = Vec::new();
        Ok(Decision { agent, seat: seat.0, seed, chosen, candidates, search, story })
    }

    fn weigh(
        &self,
        game: &G,
        position: &G::Position,
        action: G::Action,
        budget: &Budget,
    ) -> Result<Candidate<G::Action>> {
        let seat = mover(game, position)?;
        let question = Question { agent: self, game, position, seat, mover: seat, budget };
        question.weigh(action)
    }

    fn unfold(
        &self,
        game: &G,
        position: &G::Position,
        path: &[G::Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<G::Action>>> {
        let seat = mover(game, position)?;
        let (here, last) = walk(game, position, path)?;
        let left = self.depth_within(budget).saturating_sub(path.len().min(255) as u8);
        let Turn::Seat(mover) = game.turn(&here) else { return Ok(Vec::new()) };
        if left == 0 || (!path.is_empty() && self.guide.settled(game, &here, seat, last)) {
            return Ok(Vec::new());
        }
        let question = Question { agent: self, game, position: &here, seat, mover, budget };
        let (candidates, _) = question.answer(left);
        Ok(seen_by(seat, mover, candidates))
    }
}

/// What an agent is asked.
struct Question<'a, G: Game, U> {
    agent: &'a Negamax<U>,
    game: &'a G,
    position: &'a G::Position,
    /// Whom the answer is for.
    seat: Seat,
    /// Who is to move.
    mover: Seat,
    budget: &'a Budget,
}

/// One part in so many of a limited budget is left for the moves that were not chosen.
const SHARE: u32 = 8;

impl<G: Game, U: Guide<G>> Question<'_, G, U> {
    /// Whether the answer depends on the machine.
    fn best_effort(&self) -> bool {
        self.budget.time.is_some() || threads::count(self.agent.threads) > 1
    }

    /// Runs a search with a table of the agent. What it knows from before counts only where nobody expects the same answer again.
    fn with_table<T>(&self, run: impl FnOnce(&Table) -> T) -> T {
        let keep = self.budget.time.is_some() && !U::EXACT;
        let memory = if keep { Memory::Kept } else { Memory::Fresh };
        self.agent.tables.lend(self.agent.table_mib, memory, run)
    }

    fn root<'t>(&'t self, table: &'t Table, depth: u8) -> Root<'t, G, U> {
        self.root_within(table, depth, &self.first_share())
    }

    fn root_within<'t>(&'t self, table: &'t Table, depth: u8, budget: &Budget) -> Root<'t, G, U> {
        let (guide, seat, meter) = (&self.agent.guide, self.seat, budget.start());
        let search = Search::new(self.game, guide, self.position, seat, meter, table, depth);
        Root::new(search, self.position, self.mover, depth)
    }

    /// The budget of the choice itself.
    fn first_share(&self) -> Budget {
        let threads = threads::count(self.agent.threads) as u64;
        let share = |nodes: u64| (nodes - nodes / u64::from(SHARE)) / threads;
        let nodes = self.budget.nodes.map(|nodes| share(nodes).max(1));
        let time = self.budget.time.map(|time| time.saturating_sub(time / SHARE));
        Budget { nodes, time, ..self.budget.clone() }
    }

    /// What the choice has left of the budget.
    fn second_share(&self, spent: &SearchStats) -> Budget {
        let nodes = self.budget.nodes.map(|nodes| nodes.saturating_sub(spent.nodes));
        let spent = Duration::from_secs_f64(spent.seconds);
        let time = self.budget.time.map(|time| time.saturating_sub(spent));
        Budget { nodes, time, ..self.budget.clone() }
    }

    /// Finds the move to play.
    fn choose(&self, root: &mut Root<'_, G, U>, table: &Table) -> SearchStats {
        let (depth, mut pace) = (root.depth, Pace::new(self.first_share().time));
        let help = |number: usize, stop: Stop| {
            let forever = Budget { stop, ..Budget::default() };
            let mut helper = self.root_within(table, depth, &forever);
            helper.deepen(1 + (number % 2) as u8, |_| false);
            helper.search.meter.nodes()
        };
        let lead = || root.deepen(1, |root| pace.enough(root));
        let ((), helped) = threads::together(threads::count(self.agent.threads) - 1, help, lead);
        let stats = self.stats(root);
        SearchStats { nodes: stats.nodes + helped, ..stats }
    }

    fn stats(&self, root: &Root<'_, G, U>) -> SearchStats {
        let name = if self.best_effort() { "negamax, best effort" } else { "negamax" };
        SearchStats {
            cutoffs: root.search.cutoffs,
            table_hits: root.search.table_hits,
            complete: root.reached == root.depth || !root.search.meter.exhausted(),
            ..stats(name, root.reached.into(), &root.search.meter)
        }
    }

    /// Every candidate, with the move to play in front: one search, then exact values for those that matter.
    fn answer(&self, depth: u8) -> (Vec<Candidate<G::Action>>, SearchStats) {
        self.with_table(|table| {
            let mut root = self.root(table, depth);
            let stats = self.choose(&mut root, table);
            let rest = self.second_share(&stats);
            root.search.meter = rest.start();
            self.weigh_others(&mut root, &stats, &rest);
            if U::EXACT {
                self.add_first_impressions(&mut root);
            }
            (root.candidates(), stats)
        })
    }

    /// Gives exact values to the chosen move, if it has none, and to the next best: to all of them where plain min-max would.
    fn weigh_others(&self, root: &mut Root<'_, G, U>, stats: &SearchStats, rest: &Budget) {
        let limited = rest.nodes.is_some() || rest.time.is_some();
        let all = U::EXACT && (limited || root.moves.len() <= EXACT_MOVES);
        let count = if all { root.moves.len() } else { 1 + self.agent.explained };
        let goal = if U::EXACT && !limited && stats.complete { root.depth } else { root.reached };
        for at in 0..count.min(root.moves.len()) {
            let known = root.moves[at].exact.as_ref();
            if goal == 0
                || known.is_some_and(|exact| exact.depth == goal && root.moves[at].limit.is_none())
            {
                continue;
            }
            let first = if limited { goal.saturating_sub(2).max(1) } else { goal };
            if !(first..=goal).all(|depth| root.weigh(at, depth)) {
                return;
            }
        }
    }

    fn add_first_impressions(&self, root: &mut Root<'_, G, U>) {
        let mut actions: Vec<_> = root.moves.iter().map(|m| (m.index, m.action)).collect();
        actions.sort_by_key(|&(index, _)| index);
        let actions: Vec<_> = actions.into_iter().map(|(_, action)| action).collect();
        let guide = &self.agent.guide;
        let ranks = first_impressions(self.game, guide, self.position, self.mover, &actions);
        for entry in &mut root.moves {
            entry.rank = ranks[entry.index];
        }
    }

    /// One action, as deep as the budget allows.
    fn weigh(&self, action: G::Action) -> Result<Candidate<G::Action>> {
        self.with_table(|table| {
            let depth = self.agent.depth_within(self.budget);
            let mut root = self.root_within(table, depth, self.budget);
            let Some(at) = root.moves.iter().position(|m| m.action == action) else {
                return Err(Error::illegal(format!("{action:?}"), "it is not legal here"));
            };
            let limited = self.budget.nodes.is_some() || self.budget.time.is_some();
            let first = if limited || !U::EXACT { 1 } else { depth };
            let _ = (first..=depth).all(|depth| root.weigh(at, depth));
            Ok(root.candidate(&root.moves[at]))
        })
    }
}

/// When to stop deepening, if time is short: an iteration that will not end is not begun.
struct Pace {
    seconds: Option<f64>,
    leader: Option<usize>,
    /// For how many iterations the leader has been the same.
    steady: u32,
}

impl Pace {
    fn new(time: Option<Duration>) -> Self {
        Self { seconds: time.map(|time| time.as_secs_f64()), leader: None, steady: 0 }
    }

    /// Whether to be content with the iterations so far.
    fn enough<G: Game, U: Guide<G>>(&mut self, root: &Root<'_, G, U>) -> bool {
        let Some(seconds) = self.seconds else { return false };
        let leader = Some(root.best().index);
        self.steady = if self.leader == leader { self.steady + 1 } else { 0 };
        self.leader = leader;
        let part = match self.steady {
            0 => 0.8,
            1..=3 => 0.6,
            _ => 0.5,
        };
        let part = if root.moves.len() == 1 { 0.1 } else { part };
        root.search.meter.seconds() > seconds * part
    }
}
