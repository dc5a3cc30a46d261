//! Policy improvement by simulation: play on after the best placements, and take the one after which it
//! goes best.
//!
//! All placements face the same pieces, so that luck is no part of their difference. But after a few pieces the
//! games have little in common any more, and luck is large. So placements are ranked by what they surely gain
//! over the policy's own choice, two standard errors below what they gained in these games: the policy is overruled for
//! good reasons only. The value of a placement is the plain mean of its games.

use super::policy::{Policy, tell_the_way};
use crate::position::{Action, Position};
use crate::rules::Tetris;
use ludex_core::{
    Agent, Bound, Budget, Candidate, Decision, Evaluate, Game, Meter, Result, Seat, Term, Turn,
};
use ludex_search::common::{mover, play_earning, stats};

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

const GAMES: &str = "the games played on: what they add to the board's own value";

/// How sure it must be that another placement is better: standard errors.
const SURE: f64 = 2.0;

/// What the games after a placement came to, beside those after the policy's own choice.
#[derive(Clone, Copy, Debug)]
struct Tally {
    games: u64,
    /// The mean of the games.
    mean: f64,
    /// The standard error of that mean; none for less than two games.
    error: Option<f64>,
    /// The mean less what of the gain over the own choice is not sure.
    sure: f64,
}

impl Tally {
    fn of(games: &[f64], own: &[f64], is_own: bool) -> Self {
        let differences: Vec<f64> = games.iter().zip(own).map(|(game, own)| game - own).collect();
        let (mean, error) = mean_and_error(games);
        let (gain, doubt) = mean_and_error(&differences);
        let sure = match doubt {
            _ if is_own => mean,
            Some(doubt) => mean - SURE * doubt,
            // Of a single game no gain is sure.
            None => mean - gain.max(0.0),
        };
        Self { games: games.len() as u64, mean, error, sure }
    }

    /// Gives a candidate the mean as value, and the term that leads to it from what the policy thought.
    fn give(&self, candidate: &mut Candidate<Action>, horizon: u32) {
        let beyond = self.mean - candidate.value;
        candidate.terms.push(Term::new("games", GAMES, beyond, 1.0));
        (candidate.value, candidate.error) = (self.mean, self.error);
        (candidate.bound, candidate.depth) = (Bound::Sampled, horizon + 1);
        candidate.visits = Some(self.games);
    }
}

/// The mean of some numbers, and its standard error if there are two or more.
fn mean_and_error(values: &[f64]) -> (f64, Option<f64>) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n.max(1.0);
    let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / n.max(1.0);
    (mean, (values.len() > 1).then(|| (spread / (n - 1.0)).sqrt()))
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
                values.push(self.game(game, *position, action, seed.derive(number))?);
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

    /// Plays one game that begins with an action; the mean of what its placements are worth to the policy.
    fn game(
        &self,
        game: &Tetris,
        mut position: Position,
        first: Action,
        seed: ludex_core::Seed,
    ) -> Result<f64> {
        let (mut dice, mut buffer) = (seed.rng(), Vec::new());
        let (mut left, unlimited) = (self.horizon, Budget::unlimited());
        let mut reward = self.place(game, &mut position, first);
        let mut sum = reward + self.worth(game, &position);
        while left > 0 {
            match game.turn(&position) {
                Turn::Over => break,
                Turn::Chance => match game.sample(&position, &mut dice, &mut buffer) {
                    Some(outcome) => {
                        game.play(&mut position, outcome);
                    }
                    None => break,
                },
                Turn::Seat(_) => {
                    left -= 1;
                    let action = self.base.choose(game, &position, &unlimited)?;
                    reward = self.place(game, &mut position, action);
                    sum += reward + self.worth(game, &position);
                }
            }
        }
        // Who has lost early does not get better boards for it.
        sum += f64::from(left) * (reward + self.worth(game, &position));
        Ok(sum / f64::from(self.horizon + 1))
    }

    /// Plays a placement; what it earned.
    fn place(&self, game: &Tetris, position: &mut Position, action: Action) -> f64 {
        play_earning(game, &self.base.linear, position, action, Seat::FIRST).1
    }

    /// What a board is worth to the policy.
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
        candidates: Vec<Candidate<Action>>,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        let seat = mover(game, position)?;
        let compared = self.top.min(candidates.len());
        let actions: Vec<Action> = candidates.iter().take(compared).map(|c| c.action).collect();
        let (tallies, meter) = self.play(game, position, &actions, budget)?;
        let worst = tallies.iter().map(|tally| tally.sure).fold(f64::INFINITY, f64::min);
        // What was not tried keeps its distance below what was.
        let lower = worst - candidates[compared - 1].value;
        let tell = |(rank, mut candidate): (usize, Candidate<Action>)| {
            candidate.rank_before_search = Some(rank);
            let merit = candidate.value + lower;
            let Some(tally) = tallies.get(rank) else {
                let unseen = candidate.read_as(Bound::None, 0);
                return (merit, Candidate { visits: Some(0), ..unseen });
            };
            tally.give(&mut candidate, self.horizon);
            (tally.sure, candidate)
        };
        let ranked = candidates.into_iter().enumerate().map(tell).collect();
        let search = stats("rollouts", self.horizon + 1, &meter);
        let identity = &self.base.identity;
        Ok(identity.conclude_by_merit(game.key(position), seat, ranked, search))
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
        tallies[actions.len() - 1].give(&mut candidate, self.horizon);
        Ok(candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_surely_better_overrules_the_policy() {
        let own = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(Tally::of(&own, &own, true).sure, 2.5);
        // Always half a point better: no doubt.
        let better = Tally::of(&[1.5, 2.5, 3.5, 4.5], &own, false);
        assert_eq!((better.sure, better.mean), (3.0, 3.0));
        // Better on average, but by luck: the mean says so, the rank does not.
        let lucky = Tally::of(&[9.0, 1.0, 2.0, 3.0], &own, false);
        assert!(lucky.mean > 2.5 && lucky.sure < 2.5 && lucky.error.is_some_and(|e| e > 1.0));
        // Of one game no gain is sure.
        let single = Tally::of(&[5.0], &own[..1], false);
        assert_eq!((single.mean, single.sure, single.error), (5.0, 1.0, None));
    }
}
