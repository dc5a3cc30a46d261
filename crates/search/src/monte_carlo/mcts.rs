//! Monte Carlo tree search as an agent.

use super::tree::{Growth, Memory, Range, Tree};
use super::{Goal, Pace, Rollout};
use crate::common::{Identity, legal, mover, stats};
use crate::ranking;
use ludex_core::{
    Agent, Budget, Candidate, Decision, Evaluate, Game, Result, ScoreOnly, SearchStats, Seat,
};
use std::sync::Mutex;

/// How a tree search goes about it.
#[derive(Clone, Copy, Debug)]
pub struct MctsSettings {
    /// Simulations per decision. Without it the budget decides, and without a budget 10000.
    pub sims: Option<u64>,
    /// The weight of curiosity in the choice of what to look at, for returns scaled to 0..1.
    pub exploration: f64,
    /// What a simulation counts as.
    pub goal: Goal,
    /// Random actions before the evaluator values a new position: 0 asks it at once, `None` plays
    /// every game to the end.
    pub horizon: Option<u32>,
    /// The evaluator's value that counts as a win when outcomes are the goal and there is a horizon.
    pub scale: f64,
    /// The least and the greatest possible return, if they are known. Otherwise those seen count.
    pub bounds: Option<(f64, f64)>,
    /// Memory for the tree, in MiB. A full tree grows no more, but still learns.
    pub memory: usize,
}

impl Default for MctsSettings {
    fn default() -> Self {
        Self {
            sims: None,
            exploration: 1.4,
            goal: Goal::default(),
            horizon: None,
            scale: 1.0,
            bounds: None,
            memory: 512,
        }
    }
}

/// Simulations when nothing limits them.
pub(crate) const DEFAULT_SIMS: u64 = 10_000;

/// Visits are counted in 32 bits.
const MOST_SIMS: u64 = u32::MAX as u64 - 1;

/// Larger trees are not kept for the next search.
const KEPT_NODES: usize = 1 << 21;

/// Monte Carlo tree search (UCT): random games, more of them where they go well.
///
/// In games for two it also proves: a position all of whose continuations are known is not
/// simulated again, and a proven root ends the search. A budget's nodes are simulations.
///
/// It takes a proven win, otherwise the action visited most often. Candidates stand in that order;
/// their values are mean returns.
///
/// ```
/// use ludex_core::{Agent, Budget, Game, ScoreOnly, Seed, doc::Coin};
/// use ludex_search::{common::Identity, monte_carlo::{Mcts, MctsSettings}};
///
/// let settings = MctsSettings { sims: Some(500), ..MctsSettings::default() };
/// let agent = Mcts::new(Identity::new("mcts:sims=500", Seed(1)), ScoreOnly, settings);
/// let decision = agent.decide(&Coin, &Coin.start(), &Budget::unlimited()).unwrap();
/// assert_eq!(decision.search.nodes, 500);
/// assert!(decision.best().value.abs() < 0.2);
/// ```
pub struct Mcts<G: Game, E = ScoreOnly> {
    identity: Identity,
    evaluate: E,
    settings: MctsSettings,
    /// The memory of the last search, for the next one. Whoever finds it taken makes a new one.
    memory: Mutex<Option<Memory<G::Action>>>,
}

impl<G: Game, E: Evaluate<G>> Mcts<G, E> {
    /// An agent; [`ScoreOnly`] is the evaluator of one that needs none.
    pub fn new(identity: Identity, evaluate: E, settings: MctsSettings) -> Self {
        Self { identity, evaluate, settings, memory: Mutex::new(None) }
    }

    /// Grows a tree below `actions`, and shows it to `look`.
    fn search<T>(
        &self,
        game: &G,
        position: &G::Position,
        actions: &[G::Action],
        budget: &Budget,
        look: impl FnOnce(&Tree<'_, G, E>, SearchStats) -> T,
    ) -> Result<T> {
        let rollout = self.rollout(game, mover(game, position)?);
        let memory = self.memory.lock().map_or(None, |mut kept| kept.take()).unwrap_or_default();
        let dice = self.identity.dice(game.key(position));
        let growth = self.growth(rollout.goal);
        let mut tree = Tree::new(rollout, position, actions, memory, dice, &growth);
        let mut pace = Pace::new(budget);
        tree.grow(self.sims(budget), &mut pace);
        let search = stats("mcts", tree.deepest as u32, &pace.meter);
        let seen = look(&tree, search);
        self.keep(tree.memory);
        Ok(seen)
    }

    fn rollout<'a>(&'a self, game: &'a G, seat: Seat) -> Rollout<'a, G, E> {
        let rollout = Rollout::new(game, &self.evaluate, seat, self.settings.goal);
        Rollout { horizon: self.settings.horizon, scale: self.settings.scale, ..rollout }
    }

    fn growth(&self, goal: Goal) -> Growth {
        let bytes = self.settings.memory << 20;
        Growth {
            exploration: self.settings.exploration,
            range: Range::new(self.settings.bounds, goal),
            node_limit: (bytes / Tree::<G, E>::NODE_BYTES).min(u32::MAX as usize),
        }
    }

    fn sims(&self, budget: &Budget) -> u64 {
        let limited = budget.time.is_some() || budget.nodes.is_some();
        let otherwise = if limited { MOST_SIMS } else { DEFAULT_SIMS };
        self.settings.sims.unwrap_or(otherwise).min(MOST_SIMS)
    }

    fn keep(&self, memory: Memory<G::Action>) {
        if memory.nodes.capacity() <= KEPT_NODES
            && let Ok(mut kept) = self.memory.lock()
        {
            *kept = Some(memory);
        }
    }

    /// Ranks the candidates; returns the number of the chosen one.
    fn rank(&self, key: u64, candidates: &mut [Candidate<G::Action>]) -> usize {
        ranking::choose_by(&self.identity, key, candidates, super::report::prefer)
    }
}

impl<G: Game, E: Evaluate<G>> Agent<G> for Mcts<G, E> {
    fn choose(&self, game: &G, position: &G::Position, budget: &Budget) -> Result<G::Action> {
        mover(game, position)?;
        let actions = legal(game, position);
        let mut candidates =
            self.search(game, position, &actions, budget, |tree, _| tree.candidates(&actions))?;
        let chosen = self.rank(game.key(position), &mut candidates);
        Ok(candidates[chosen].action)
    }

    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>> {
        let seat = mover(game, position)?;
        let actions = legal(game, position);
        let (mut candidates, search) =
            self.search(game, position, &actions, budget, |tree, search| {
                (tree.full_candidates(&actions), search)
            })?;
        ranking::add_first_impressions(game, &self.evaluate, position, seat, &mut candidates);
        let chosen = self.rank(game.key(position), &mut candidates);
        Ok(ranking::decision(&self.identity, seat, chosen, candidates, search))
    }

    fn weigh(
        &self,
        game: &G,
        position: &G::Position,
        action: G::Action,
        budget: &Budget,
    ) -> Result<Candidate<G::Action>> {
        let seat = mover(game, position)?;
        game.check(position, action)?;
        let mut candidates = self
            .search(game, position, &[action], budget, |tree, _| tree.full_candidates(&[action]))?;
        ranking::add_first_impressions(game, &self.evaluate, position, seat, &mut candidates);
        Ok(candidates.swap_remove(0))
    }

    fn unfold(
        &self,
        game: &G,
        position: &G::Position,
        path: &[G::Action],
        budget: &Budget,
    ) -> Result<Vec<Candidate<G::Action>>> {
        let actions = legal(game, position);
        self.search(game, position, &actions, budget, |tree, _| tree.unfold(path))
    }
}
