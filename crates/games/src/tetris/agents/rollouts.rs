//! Policy improvement by simulation: play on after the best placements, and take the one after which it
//! goes best.
//!
//! All placements face the same pieces, so that luck is no part of their difference.

use super::policy::Policy;
use crate::tetris::position::{Action, Position};
use crate::tetris::rules::Tetris;
use ludex_core::{
    Agent, Budget, Candidate, Decision, Evaluate, Game, Meter, Result, SearchStats, Seat, Turn,
};
use ludex_search::common::{mover, stats};

/// A policy that compares its best placements by games.
pub(super) struct Rollouts {
    pub(super) base: Policy,
    /// Games after each placement.
    pub(super) games: u32,
    /// Placements in a game.
    pub(super) horizon: u32,
    /// Placements compared.
    pub(super) top: usize,
}

/// What the games after a placement came to.
#[derive(Clone, Copy, Default)]
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

    fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }

    /// The standard error of the mean; none for less than two games.
    fn error(self) -> Option<f64> {
        let n = self.count as f64;
        let mean = self.mean().filter(|_| self.count > 1)?;
        Some(((self.squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt())
    }
}

impl Rollouts {
    /// Plays games after each of these actions, all with the same pieces.
    fn play(
        &self,
        game: &Tetris,
        position: &Position,
        actions: &[Action],
        budget: &Budget,
    ) -> Result<(Vec<Tally>, Meter)> {
        let mut meter = budget.start();
        let mut tallies = vec![Tally::default(); actions.len()];
        let seed = self.base.identity.seed.derive(game.key(position));
        for number in 0..u64::from(self.games) {
            for (tally, &action) in tallies.iter_mut().zip(actions) {
                let mut next = *position;
                game.play(&mut next, action);
                tally.add(self.game(game, next, seed.derive(number))?);
                meter.visit();
            }
            meter.check_clock();
            if meter.exhausted() {
                break;
            }
        }
        Ok((tallies, meter))
    }

    /// Plays one game and values where it ends.
    fn game(&self, game: &Tetris, mut position: Position, seed: ludex_core::Seed) -> Result<f64> {
        let (mut dice, mut buffer) = (seed.rng(), Vec::new());
        let (mut left, unlimited) = (self.horizon, Budget::unlimited());
        while left > 0 {
            let action = match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => match game.sample(&position, &mut dice, &mut buffer) {
                    Some(outcome) => outcome,
                    None => break,
                },
                Turn::Seat(_) => {
                    left -= 1;
                    self.base.choose(game, &position, &unlimited)?
                }
            };
            game.play(&mut position, action);
        }
        let value = self.base.linear.value(game, &position, Seat::FIRST);
        // To lose must count, even for a policy that does not mind.
        let forgotten = position.lost && self.base.linear.lost == 0.0;
        Ok(if forgotten { value + crate::tetris::Linear::LOST } else { value })
    }

    /// Gives the candidates, best first by the policy alone, the values of the games.
    fn conclude(
        &self,
        game: &Tetris,
        position: &Position,
        mut candidates: Vec<Candidate<Action>>,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let seat = mover(game, position)?;
        let compared = self.top.min(candidates.len());
        let actions: Vec<Action> = candidates.iter().take(compared).map(|c| c.action).collect();
        let (tallies, meter) = self.play(game, position, &actions, budget)?;
        let worst = tallies.iter().filter_map(|tally| tally.mean()).fold(f64::INFINITY, f64::min);
        let last = candidates[compared - 1].value;
        for (rank, candidate) in candidates.iter_mut().enumerate() {
            candidate.rank_before_search = Some(rank);
            let tally = tallies.get(rank).copied().unwrap_or_default();
            candidate.visits = Some(tally.count);
            candidate.error = tally.error();
            // What was not tried keeps its distance below what was.
            let untried = worst - (last - candidate.value);
            candidate.value = tally.mean().unwrap_or(untried);
        }
        let search = SearchStats { depth: self.horizon, ..stats("rollouts", 1, &meter) };
        Ok(self.base.identity.conclude(game.key(position), seat, candidates, search))
    }
}

impl Agent<Tetris> for Rollouts {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        let Some(mut candidates) = self.base.values(game, position, budget) else {
            return Ok(self.decide(game, position, budget)?.best().action);
        };
        ludex_core::rank(&mut candidates);
        Ok(self.conclude(game, position, candidates, budget)?.best().action)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let plain = self.base.decide(game, position, budget)?;
        self.conclude(game, position, plain.candidates, budget)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        let mut candidate = self.base.weigh(game, position, action, budget)?;
        let (tallies, _) = self.play(game, position, &[action], budget)?;
        candidate.value = tallies[0].mean().unwrap_or(candidate.value);
        candidate.visits = Some(tallies[0].count);
        candidate.error = tallies[0].error();
        Ok(candidate)
    }
}
