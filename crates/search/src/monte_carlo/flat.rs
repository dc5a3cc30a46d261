//! Random games after each action, and nothing else.

use super::report::{PROVEN, standard_error};
use super::{Goal, Pace, Rollout, Sample, worth};
use crate::common::play_earning;
use crate::common::{Identity, legal, mover, stats};
use crate::ranking;
use ludex_core::{
    Agent, Bound, Budget, Candidate, Decision, Evaluate, Game, Meter, Proven, Result, Rng,
    ScoreOnly, Term, Turn,
};

/// How many random games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Playouts {
    /// This many after every action.
    Each(u64),
    /// This many in all, shared out evenly.
    Total(u64),
    /// As many as the budget allows; without a budget 100 after every action.
    Budget,
}

/// How a flat search goes about it.
#[derive(Clone, Copy, Debug)]
pub struct FlatSettings {
    /// How many random games to play.
    pub playouts: Playouts,
    /// What a random game counts as.
    pub goal: Goal,
    /// Random actions before the evaluator values the position; `None` plays to the end.
    pub horizon: Option<u32>,
    /// The evaluator's value that counts as a win when outcomes are the goal and there is a horizon.
    pub scale: f64,
}

impl Default for FlatSettings {
    fn default() -> Self {
        Self { playouts: Playouts::Budget, goal: Goal::default(), horizon: None, scale: 1.0 }
    }
}

/// Random games after each action when nothing limits them.
pub(crate) const DEFAULT_EACH: u64 = 100;

/// Takes the action after which random games go best. A budget's nodes are random games.
///
/// ```
/// use ludex_core::{Agent, Budget, Game, ScoreOnly, Seed, doc::Coin};
/// use ludex_search::{common::Identity, monte_carlo::{Flat, FlatSettings, Playouts}};
///
/// let settings = FlatSettings { playouts: Playouts::Each(400), ..FlatSettings::default() };
/// let agent = Flat::new(Identity::new("flat:playouts=400", Seed(1)), ScoreOnly, settings);
/// let decision = agent.decide(&Coin, &Coin.start(), &Budget::unlimited()).unwrap();
/// let best = decision.best();
/// assert_eq!(best.visits, Some(400));
/// assert!(best.value.abs() < 4.0 * best.error.unwrap());
/// ```
#[derive(Clone, Debug)]
pub struct Flat<E = ScoreOnly> {
    identity: Identity,
    evaluate: E,
    settings: FlatSettings,
}

/// What the random games after one action came to.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Tally {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// What the trials came to, if there were any.
    fn sample(self) -> Option<Sample> {
        let Self { count, sum, squares } = self;
        (count > 0).then(|| Sample { count, mean: sum / count as f64, squares })
    }
}

impl<E> Flat<E> {
    /// An agent; [`ScoreOnly`] is the evaluator of one that needs none.
    pub fn new(identity: Identity, evaluate: E, settings: FlatSettings) -> Self {
        Self { identity, evaluate, settings }
    }

    fn total(&self, actions: usize, budget: &Budget) -> u64 {
        let limited = budget.time.is_some() || budget.nodes.is_some();
        match self.settings.playouts {
            Playouts::Each(each) => each.saturating_mul(actions as u64),
            Playouts::Total(total) => total,
            Playouts::Budget if limited => u64::MAX,
            Playouts::Budget => DEFAULT_EACH * actions as u64,
        }
    }

    /// Plays random games after the given actions in turn.
    fn search<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        actions: &[G::Action],
        budget: &Budget,
    ) -> Result<(Vec<Candidate<G::Action>>, Meter)>
    where
        E: Evaluate<G>,
    {
        let seat = mover(game, position)?;
        let rollout = Rollout {
            horizon: self.settings.horizon,
            scale: self.settings.scale,
            ..Rollout::new(game, &self.evaluate, seat, self.settings.goal)
        };
        let mut pace = Pace::new(budget);
        let dice = self.identity.dice(game.key(position));
        let total = self.total(actions.len(), budget);
        let tallies = rollout.round_robin(position, actions, total, dice, &mut pace);
        let found = actions.iter().zip(tallies);
        let describe = |(&action, tally)| rollout.candidate(position, action, tally);
        Ok((found.map(describe).collect(), pace.meter))
    }
}

impl<G: Game, E: Evaluate<G>> Rollout<'_, G, E> {
    /// What the trials after an action say. Without a trial nothing is known about it.
    fn candidate(
        &self,
        position: &G::Position,
        action: G::Action,
        tally: Tally,
    ) -> Candidate<G::Action> {
        let mut candidate = match tally.sample() {
            Some(sample) => {
                let mut tried = Candidate::new(action, sample.mean).read_as(Bound::Sampled, 1);
                tried.terms = self.terms(position, action, &sample);
                tried.error = standard_error(sample.count, sample.mean, sample.squares);
                tried
            }
            None => Candidate::unseen(action, 0.0),
        };
        if let Some(outcome) = self.ends_at_once(position, action) {
            let value = worth(outcome);
            // Trials of a game that is over all come to the same.
            if candidate.bound == Bound::None || candidate.value != value {
                candidate.terms = vec![Term::new("result", PROVEN, value, 1.0)];
            }
            candidate = Candidate { value, error: None, ..candidate }.read_as(Bound::Exact, 1);
            candidate.proven = Some(outcome);
        }
        candidate.line = vec![action];
        candidate.visits = Some(tally.count);
        candidate
    }

    /// The outcome of the game, if an action ends it: no trial is needed to know it.
    fn ends_at_once(&self, position: &G::Position, action: G::Action) -> Option<Proven> {
        if self.goal != Goal::Outcome {
            return None;
        }
        let mut next = position.clone();
        self.game.play(&mut next, action);
        let over = self.game.turn(&next) == Turn::Over;
        over.then(|| self.game.outcome(&next, self.seat))
    }

    /// Plays an action; what it has earned, where that counts.
    fn first_step(&self, position: &mut G::Position, action: G::Action) -> f64 {
        if self.counts_rewards() {
            return play_earning(self.game, self.evaluate, position, action, self.seat).1;
        }
        self.game.play(position, action);
        0.0
    }

    /// Plays `total` random games, the actions taking turns.
    fn round_robin(
        &self,
        position: &G::Position,
        actions: &[G::Action],
        total: u64,
        mut dice: Rng,
        pace: &mut Pace,
    ) -> Vec<Tally> {
        let mut tallies = vec![Tally::default(); actions.len()];
        let mut buffer = Vec::new();
        let at_once = if pace.counts_games { 1 } else { G::PLAYOUTS_AT_ONCE };
        let mut games = vec![position.clone(); at_once];
        let mut earned = vec![0.0; at_once];
        let mut turns = (0..total).zip((0..actions.len()).cycle());
        let mut indices = Vec::with_capacity(at_once);
        while !pace.meter.exhausted() {
            indices.clear();
            indices.extend(turns.by_ref().take(at_once).map(|(_, index)| index));
            if indices.is_empty() {
                break;
            }
            for ((game, earned), &index) in games.iter_mut().zip(&mut earned).zip(&indices) {
                game.clone_from(position);
                *earned = self.first_step(game, actions[index]);
            }
            let count = indices.len();
            let plies = self.play_all(&mut games[..count], &mut earned, &mut dice, &mut buffer);
            for ((game, earned), &index) in games.iter().zip(&earned).zip(&indices) {
                tallies[index].add(self.value(game, *earned));
                pace.simulated((plies / count as u64) as u32);
            }
        }
        tallies
    }
}

impl<G: Game, E: Evaluate<G>> Agent<G> for Flat<E> {
    fn decide(
        &self,
        game: &G,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Decision<G::Action>> {
        let seat = mover(game, position)?;
        let actions = legal(game, position);
        let (mut candidates, meter) = self.search(game, position, &actions, budget)?;
        ranking::add_first_impressions(game, &self.evaluate, position, seat, &mut candidates);
        // Who has won all trials has not won yet.
        candidates.sort_by_key(|candidate| candidate.proven != Some(Proven::Win));
        let search = stats("flat", 1, &meter);
        Ok(self.identity.conclude(game.key(position), seat, candidates, search))
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
        let (mut candidates, _) = self.search(game, position, &[action], budget)?;
        ranking::add_first_impressions(game, &self.evaluate, position, seat, &mut candidates);
        Ok(candidates.swap_remove(0))
    }
}
