//! Games for one: agents are compared by a figure on the same seeds.

use super::board::{note_superiority, sort};
use crate::{Summary, normal_below};
use ludex_core::Finished;
use ludex_table::protocol::{Encounter, Estimate, Standings};

/// The figure of each game of each agent.
pub(super) struct Figures {
    metric: String,
    games: Vec<Vec<Option<f64>>>,
}

impl Figures {
    pub(super) fn new(metric: String, agents: usize) -> Self {
        Self { metric, games: vec![Vec::new(); agents] }
    }

    pub(super) fn add(&mut self, agent: usize, number: usize, finished: &Finished) {
        let games = &mut self.games[agent];
        if games.len() <= number {
            games.resize(number + 1, None);
        }
        let found = finished.metrics.iter().find(|metric| metric.name == self.metric);
        games[number] = found.map(|metric| metric.value);
    }

    /// Ranks the agents by their means over the seeds that all have played.
    pub(super) fn rank(&self, standings: &mut Standings) {
        standings.metric = Some(self.metric.clone());
        let rounds = self.games.iter().map(Vec::len).min().unwrap_or(0);
        let common = |round: &usize| self.games.iter().all(|games| games[*round].is_some());
        let common: Vec<usize> = (0..rounds).filter(common).collect();
        for (standing, games) in standings.standings.iter_mut().zip(&self.games) {
            standing.games = games.iter().flatten().count() as u64;
            let figures: Vec<f64> = common.iter().filter_map(|&round| games[round]).collect();
            standing.rating = estimate(&figures);
            standing.figures.clone_from(games);
        }
        for first in 0..self.games.len() {
            for second in first + 1..self.games.len() {
                let encounter = self.encounter(first, second);
                let (wins, draws, losses) = (encounter.wins, encounter.draws, encounter.losses);
                let tally = [(first, wins, losses), (second, losses, wins)];
                for (agent, wins, losses) in tally {
                    let standing = &mut standings.standings[agent];
                    standing.wins += wins;
                    standing.draws += draws;
                    standing.losses += losses;
                }
                standings.crosstable.push(encounter);
            }
        }
        sort(&mut standings.standings);
        note_superiority(&mut standings.standings, |a, b| superior(&self.differences(a, b)));
    }

    /// By how much one agent did better than another, seed by seed.
    fn differences(&self, first: usize, second: usize) -> Vec<f64> {
        let games = self.games[first].iter().zip(&self.games[second]);
        games.filter_map(|(one, other)| Some((*one)? - (*other)?)).collect()
    }

    fn encounter(&self, first: usize, second: usize) -> Encounter {
        let differences = self.differences(first, second);
        let count = |sign: fn(&&f64) -> bool| differences.iter().filter(sign).count() as u64;
        let games = self.games[first].iter().zip(&self.games[second]);
        let result = |(one, other): (&Option<f64>, &Option<f64>)| match (one, other) {
            (Some(one), Some(other)) if one > other => 'w',
            (Some(one), Some(other)) if one < other => 'l',
            (Some(_), Some(_)) => 'd',
            _ => '.',
        };
        Encounter {
            first,
            second,
            distinct: differences.len() as u64,
            wins: count(|difference| **difference > 0.0),
            draws: count(|difference| **difference == 0.0),
            losses: count(|difference| **difference < 0.0),
            difference: estimate(&differences),
            superior: superior(&differences),
            pairs: [0; 5],
            results: games.map(result).collect(),
        }
    }
}

fn estimate(sample: &[f64]) -> Option<Estimate> {
    Summary::of(sample).map(|summary| Estimate { value: summary.mean, ci95: summary.ci95 })
}

/// How likely the mean of such differences is above 0.
fn superior(differences: &[f64]) -> Option<f64> {
    let Summary { mean, sd, ci95, .. } = Summary::of(differences)?;
    ci95?;
    if mean == 0.0 {
        return Some(0.5);
    }
    Some(normal_below(mean * (differences.len() as f64).sqrt() / sd))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 3 better, 1 better, 2 better, 2 worse: mean 1, sd sqrt(14/3), error half of that.
    #[test]
    fn differences_are_paired_by_seed() {
        let figures = Figures {
            metric: "lines".into(),
            games: vec![
                vec![Some(10.0), Some(8.0), None, Some(5.0), Some(0.0)],
                vec![Some(7.0), Some(7.0), Some(99.0), Some(3.0), Some(2.0)],
            ],
        };
        let encounter = figures.encounter(0, 1);
        assert_eq!((encounter.wins, encounter.draws, encounter.losses), (3, 0, 1));
        assert_eq!(encounter.results, "ww.wl");
        let difference = encounter.difference.expect("a difference");
        let error = (14.0_f64 / 3.0).sqrt() / 2.0;
        assert_eq!(difference.value, 1.0);
        let [low, high] = difference.ci95.expect("an interval");
        assert!(
            (low - (1.0 - 1.96 * error)).abs() < 1e-12
                && (high - (1.0 + 1.96 * error)).abs() < 1e-12
        );
        let superior = encounter.superior.expect("a likelihood");
        assert!((superior - normal_below(1.0 / error)).abs() < 1e-12);
    }

    #[test]
    fn one_game_proves_nothing() {
        assert_eq!(superior(&[5.0]), None);
        assert_eq!(superior(&[0.0, 0.0]), Some(0.5));
        assert_eq!(superior(&[2.0, 2.0]), Some(1.0));
    }
}
