//! Policy improvement by simulation: play on after the best placements, and take the one after which it
//! goes best.
//!
//! All placements face the same pieces, so that luck is no part of their difference. But after a few pieces the
//! games have little in common any more, and luck is large. So a placement counts for what it surely gains
//! over the policy's own choice, two standard errors below what it gained in these games: the policy is overruled for
//! good reasons only.

use super::policy::{Policy, tell_the_way};
use crate::position::{Action, Position};
use crate::rules::Tetris;
use ludex_core::{
    Agent, Budget, Candidate, Decision, Evaluate, Game, Meter, Result, SearchStats, Seat, Term,
    Turn,
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

const GAMES: &str = "what games played on from here add to the board's own value";
const DOUBT: &str = "standard error of the gain over the policy's own choice";
const UNTRIED: &str = "what placing it below all that were played on adds";

/// How sure it must be that another placement is better: standard errors.
const SURE: f64 = 2.0;

/// What the games after a placement came to, beside those after the policy's own choice.
#[derive(Clone, Copy)]
struct Tally {
    games: u64,
    /// The mean of the games.
    mean: f64,
    /// What of the gain over the own choice is not sure, as an amount and its weight.
    doubt: (f64, f64),
    /// The standard error of the difference; none for less than two games.
    error: Option<f64>,
}

impl Tally {
    fn of(games: &[f64], own: &[f64], is_own: bool) -> Self {
        let n = games.len() as f64;
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / n.max(1.0);
        let difference = |i: usize| games[i] - own[i];
        let gain = mean(&mut (0..games.len()).map(difference));
        let spread = mean(&mut (0..games.len()).map(|i| (difference(i) - gain).powi(2)));
        let error = (games.len() > 1 && !is_own).then(|| (spread / (n - 1.0)).sqrt());
        // Of a single game no gain is sure.
        let doubt = error.map_or((gain.max(0.0), -1.0), |error| (error, -SURE));
        let mean = mean(&mut games.iter().copied());
        Self { games: games.len() as u64, mean, doubt, error }
    }

    /// The mean after the own choice, and what this placement surely adds to it.
    fn value(&self) -> f64 {
        self.mean + self.doubt.0 * self.doubt.1
    }

    /// Gives a candidate this value, and the terms that lead to it from what the policy thought.
    fn give(&self, candidate: &mut Candidate<Action>) {
        let beyond = self.mean - candidate.value;
        candidate.terms.push(Term::new("games", GAMES, beyond, 1.0));
        candidate.terms.push(Term::new("doubt", DOUBT, self.doubt.0, self.doubt.1));
        (candidate.value, candidate.error) = (self.value(), self.error);
        candidate.visits = Some(self.games);
    }
}

impl Rollouts {
    /// Plays games after each of these actions, all with the same pieces. The first is the policy's own choice.
    fn play(
        &self,
        game: &Tetris,
        position: &Position,
        actions: &[Action],
        budget: &Budget,
    ) -> Result<(Vec<Tally>, Meter)> {
        let mut meter = budget.start();
        let mut values = vec![Vec::new(); actions.len()];
        let seed = self.base.identity.seed.derive(game.key(position));
        for number in 0..u64::from(self.games) {
            for (values, &action) in values.iter_mut().zip(actions) {
                let mut next = *position;
                game.play(&mut next, action);
                values.push(self.game(game, next, seed.derive(number))?);
                meter.visit();
            }
            meter.check_clock();
            if meter.exhausted() {
                break;
            }
        }
        let tally = |(i, games): (usize, &Vec<f64>)| Tally::of(games, &values[0], i == 0);
        Ok((values.iter().enumerate().map(tally).collect(), meter))
    }

    /// Plays one game; the mean of what its boards are worth to the policy.
    fn game(&self, game: &Tetris, mut position: Position, seed: ludex_core::Seed) -> Result<f64> {
        let (mut dice, mut buffer) = (seed.rng(), Vec::new());
        let (mut left, unlimited) = (self.horizon, Budget::unlimited());
        let mut sum = self.worth(game, &position);
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
            if matches!(action, Action::Place { .. }) {
                sum += self.worth(game, &position);
            }
        }
        // Who has lost early does not get better boards for it.
        sum += f64::from(left) * self.worth(game, &position);
        Ok(sum / f64::from(self.horizon + 1))
    }

    fn worth(&self, game: &Tetris, position: &Position) -> f64 {
        let value = self.base.linear.value(game, position, Seat::FIRST);
        // To lose must count, even for a policy that does not mind.
        let forgotten = position.lost && self.base.linear.lost == 0.0;
        if forgotten { value + crate::Linear::LOST } else { value }
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
        let worst = tallies.iter().map(Tally::value).fold(f64::INFINITY, f64::min);
        // What was not tried keeps its distance below what was.
        let lower = worst - candidates[compared - 1].value;
        for (rank, candidate) in candidates.iter_mut().enumerate() {
            candidate.rank_before_search = Some(rank);
            if let Some(tally) = tallies.get(rank) {
                tally.give(candidate);
            } else {
                candidate.terms.push(Term::new("games", UNTRIED, lower, 1.0));
                (candidate.value, candidate.visits) = (candidate.value + lower, Some(0));
            }
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
        let mut decision = self.conclude(game, position, plain.candidates, budget)?;
        tell_the_way(game, position, &mut decision);
        Ok(decision)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        let mut candidate = self.base.weigh(game, position, action, budget)?;
        let own = self.base.choose(game, position, budget)?;
        let actions = if action == own { vec![own] } else { vec![own, action] };
        let (tallies, _) = self.play(game, position, &actions, budget)?;
        tallies[actions.len() - 1].give(&mut candidate);
        Ok(candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_surely_better_overrules_the_policy() {
        let own = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(Tally::of(&own, &own, true).value(), 2.5);
        // Always half a point better: no doubt.
        let better = Tally::of(&[1.5, 2.5, 3.5, 4.5], &own, false);
        assert_eq!((better.value(), better.error), (3.0, Some(0.0)));
        // Better on average, but by luck.
        let lucky = Tally::of(&[9.0, 1.0, 2.0, 3.0], &own, false);
        assert!(lucky.value() < 2.5 && lucky.error.is_some_and(|error| error > 1.0));
        // Of one game no gain is sure.
        let single = Tally::of(&[5.0], &own[..1], false);
        assert_eq!((single.value(), single.error), (1.0, None));
    }
}
