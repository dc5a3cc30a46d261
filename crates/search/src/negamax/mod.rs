//! A modern min-max for two-player zero-sum games: principal variation search with a
//! transposition table, iterative deepening, aspiration windows, killer and history ordering.
//!
//! For the same depth it finds the same values as plain min-max, only sooner. It serves games for
//! one player as well. Chance ends the look-ahead.

mod order;
mod search;
mod table;

use crate::common::{Identity, first_impressions, legal, mover, stats, walk};
use ludex_core::{
    Agent, Budget, Candidate, Decision, Evaluate, Game, Proven, Result, SearchStats, Seat, Turn,
    rank,
};
use search::{Search, Window};
use std::time::Duration;

/// The negamax agent.
#[derive(Clone, Debug)]
pub struct Negamax<E> {
    /// Name and lots.
    pub identity: Identity,
    /// What the leaves are worth; must be zero-sum for two seats.
    pub evaluate: E,
    /// Plies to look ahead at most.
    pub depth: u8,
    /// Size of the transposition table in MiB; 0 switches it off.
    pub table_mib: usize,
}

impl<E> Negamax<E> {
    /// Looks `depth` plies ahead with a table of 16 MiB.
    pub fn new(identity: Identity, evaluate: E, depth: u8) -> Self {
        Self { identity, evaluate, depth, table_mib: 16 }
    }
}

impl<E> Negamax<E> {
    /// The first of the best actions, with what it cost to find it.
    pub fn search<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<(G::Action, SearchStats)>
    where
        E: Evaluate<G>,
    {
        let mut root = Root::new(self, game, position, mover(game, position)?, budget);
        root.deepen();
        Ok((root.moves[0].action, root.stats()))
    }
}

impl<G: Game, E: Evaluate<G>> Agent<G> for Negamax<E> {
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
        let actions = legal(game, position);
        let ranks = first_impressions(game, &self.evaluate, position, seat, &actions);
        let mut root = Root::new(self, game, position, seat, budget);
        root.deepen();
        let stats = root.stats();
        let best = root.moves[0].action;
        // Without a clock every action is searched to the depth asked for, even if the best one was
        // proven earlier. With a clock they share as much time again as the choice took.
        let patience = budget.time.map(|time| time / actions.len() as u32);
        if patience.is_none() && stats.complete {
            root.reached = root.depth;
        }
        let weigh = |(action, rank)| {
            let mut candidate = root.weigh_within(action, patience, budget);
            candidate.rank_before_search = Some(rank);
            candidate
        };
        let mut candidates: Vec<_> = actions.into_iter().zip(ranks).map(weigh).collect();
        if patience.is_some() {
            favour(best, &mut candidates);
        }
        Ok(self.identity.conclude(game.key(position), seat, candidates, stats))
    }

    fn weigh(
        &self,
        game: &G,
        position: &G::Position,
        action: G::Action,
        budget: &Budget,
    ) -> Result<Candidate<G::Action>> {
        let mut root = Root::new(self, game, position, mover(game, position)?, budget);
        root.reached = root.depth;
        Ok(root.weigh(action))
    }

    fn unfold(
        &self,
        game: &G,
        position: &G::Position,
        path: &[G::Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<G::Action>>> {
        let mut root = Root::new(self, game, position, mover(game, position)?, budget);
        let (here, last) = walk(game, position, path)?;
        root.position = here;
        Ok(root.unfold(path.len(), last))
    }
}

/// Keeps the action in front that the whole search found best, where hasty looks at the others
/// found more in them.
fn favour<A: Copy + PartialEq>(best: A, candidates: &mut [Candidate<A>]) {
    let Some(at) = candidates.iter().position(|c| c.action == best) else { return };
    candidates[..=at].rotate_right(1);
    let value = candidates[0].value;
    for other in candidates[1..].iter_mut().filter(|c| c.value > value) {
        other.value = value.next_down();
    }
}

/// The root of a search: the only place where actions are told apart by more than their value.
struct Root<'a, G: Game, E> {
    search: Search<'a, G, E>,
    evaluate: &'a E,
    position: G::Position,
    seat: Seat,
    depth: u8,
    /// The deepest iteration that was completed.
    reached: u8,
    /// Best first.
    moves: Vec<RootMove<G::Action>>,
}

#[derive(Clone, Copy, Debug)]
struct RootMove<A> {
    action: A,
    /// Place in the order of generation.
    index: usize,
    /// What the last iteration thought of it; for all but the best an upper bound.
    value: f64,
}

impl<'a, G: Game, E: Evaluate<G>> Root<'a, G, E> {
    fn new(
        agent: &'a Negamax<E>,
        game: &'a G,
        position: &G::Position,
        seat: Seat,
        budget: &Budget,
    ) -> Self {
        let limit = budget.depth.map_or(agent.depth, |d| agent.depth.min(d.min(255) as u8));
        let depth = limit.max(1);
        let plies = usize::from(depth) + 2;
        let meter = budget.start();
        let number = |(index, action)| RootMove { action, index, value: 0.0 };
        Self {
            search: Search::new(game, &agent.evaluate, seat, meter, agent.table_mib, plies),
            evaluate: &agent.evaluate,
            position: position.clone(),
            seat,
            depth,
            reached: 0,
            moves: legal(game, position).into_iter().enumerate().map(number).collect(),
        }
    }

    fn stats(&self) -> SearchStats {
        SearchStats {
            cutoffs: self.search.cutoffs,
            table_hits: self.search.table_hits,
            complete: self.reached == self.depth || !self.search.meter.exhausted(),
            ..stats("negamax", self.reached.into(), &self.search.meter)
        }
    }

    /// Searches deeper and deeper until the depth, the budget or the game is exhausted.
    fn deepen(&mut self) {
        let mut guess = None;
        for depth in 1..=self.depth {
            let horizon = self.search.horizon;
            let value = self.aspire(depth, guess);
            if self.search.meter.exhausted() {
                break;
            }
            self.reached = depth;
            if self.search.horizon == horizon {
                break; // Every branch ended with the game: deeper is the same.
            }
            guess = Some(value);
        }
        self.reached = self.reached.max(1);
    }

    /// Searches a narrow window around the last value first; opens it when the value lies outside.
    fn aspire(&mut self, depth: u8, guess: Option<f64>) -> f64 {
        let Some(guess) = guess.filter(|_| depth > 3) else {
            return self.iterate(depth, Window::OPEN);
        };
        let reach = guess.abs().max(1.0) / 8.0;
        let window = Window { alpha: guess - reach, beta: guess + reach };
        let value = self.iterate(depth, window);
        if value > window.alpha && value < window.beta {
            return value;
        }
        self.iterate(depth, Window::OPEN)
    }

    /// One iteration over all root actions; sorts them by what it found.
    ///
    /// Of equals the first generated wins, although they are searched in another order: an action
    /// generated earlier than the best so far need only equal it.
    fn iterate(&mut self, depth: u8, window: Window) -> f64 {
        let mut best: Option<RootMove<G::Action>> = None;
        for at in 0..self.moves.len() {
            let current = self.moves[at];
            let floor = best.map_or(f64::NEG_INFINITY, |leader| {
                let earlier = current.index < leader.index;
                if earlier { leader.value.next_down() } else { leader.value }
            });
            let open = Window { alpha: window.alpha.max(floor), beta: window.beta };
            let value = self.try_root(current.action, depth, open, at == 0);
            if self.search.meter.exhausted() {
                break;
            }
            self.moves[at].value = value;
            if value > floor {
                best = Some(self.moves[at]);
            }
            if value >= window.beta {
                break;
            }
        }
        let Some(best) = best else { return f64::NEG_INFINITY };
        self.promote(best);
        best.value
    }

    /// Sorts by value with the best in front of its equals.
    fn promote(&mut self, best: RootMove<G::Action>) {
        self.moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        let at = self.moves.iter().position(|m| m.index == best.index).unwrap_or(0);
        self.moves[..=at].rotate_right(1);
    }

    fn try_root(&mut self, action: G::Action, depth: u8, window: Window, first: bool) -> f64 {
        if first {
            return self.value_of(action, depth, window);
        }
        let value = self.value_of(action, depth, Window::test(window.alpha));
        if value > window.alpha && value < window.beta {
            return self.value_of(action, depth, window);
        }
        value
    }

    fn value_of(&mut self, action: G::Action, depth: u8, window: Window) -> f64 {
        let undo = self.search.game.play(&mut self.position, action);
        let value = self.search.child(&mut self.position, depth - 1, 1, window, self.seat);
        self.search.game.undo(&mut self.position, action, undo);
        value
    }

    /// One root action, searched as deep as the choice was, or less deep if time is short.
    fn weigh_within(
        &mut self,
        action: G::Action,
        patience: Option<Duration>,
        budget: &Budget,
    ) -> Candidate<G::Action> {
        let deepest = self.reached;
        for depth in (1..=deepest).rev().step_by(2) {
            let limit = Budget { stop: budget.stop.clone(), ..Budget::default() };
            let limit = Budget { time: patience.filter(|_| depth > 2), ..limit };
            self.search.meter = limit.start();
            self.reached = depth;
            let candidate = self.weigh(action);
            self.reached = deepest;
            if depth <= 2 || !self.search.meter.exhausted() {
                return candidate;
            }
        }
        Candidate::new(action, 0.0)
    }

    /// One root action with its exact value, line and terms.
    fn weigh(&mut self, action: G::Action) -> Candidate<G::Action> {
        let horizon = self.search.horizon;
        let value = self.value_of(action, self.reached, Window::OPEN);
        let mut candidate = Candidate::new(action, value);
        candidate.line.push(action);
        candidate.line.extend(&self.search.lines[1]);
        let solved = self.search.horizon == horizon && !self.search.meter.exhausted();
        self.look_at_leaf(&mut candidate, solved);
        candidate
    }

    /// All actions after `ply` others, the last of them made by `last`, with their exact values.
    fn unfold(&mut self, ply: usize, last: Seat) -> Vec<Candidate<G::Action>> {
        let game = self.search.game;
        let left = usize::from(self.depth).saturating_sub(ply);
        let settled = || self.evaluate.settled(game, &self.position, self.seat, last);
        let Turn::Seat(mover) = game.turn(&self.position) else { return Vec::new() };
        if left == 0 || (ply > 0 && settled()) {
            return Vec::new();
        }
        let actions = legal(game, &self.position);
        let weigh = |action| {
            let undo = game.play(&mut self.position, action);
            let deeper = (left - 1) as u8;
            let value = self.search.child(&mut self.position, deeper, ply + 1, Window::OPEN, mover);
            game.undo(&mut self.position, action, undo);
            let mut candidate = Candidate::new(action, value);
            candidate.line.push(action);
            candidate.line.extend(&self.search.lines[ply + 1]);
            candidate
        };
        let mut found: Vec<_> = actions.into_iter().map(weigh).collect();
        rank(&mut found);
        if mover != self.seat {
            for candidate in &mut found {
                candidate.value = 0.0 - candidate.value;
            }
        }
        found
    }

    /// Plays the candidate's line and takes the last position apart.
    fn look_at_leaf(&self, candidate: &mut Candidate<G::Action>, solved: bool) {
        let game = self.search.game;
        let mut leaf = self.position.clone();
        for &action in &candidate.line {
            game.play(&mut leaf, action);
        }
        candidate.terms = self.evaluate.terms(game, &leaf, self.seat);
        if solved && game.seats() == 2 {
            let margin = game.score(&leaf, self.seat) - game.score(&leaf, self.seat.other());
            candidate.proven = Some(Proven::from_margin(margin));
        }
    }
}
