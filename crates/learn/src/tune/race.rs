//! The games of one generation.
//!
//! All candidates play the same seeds, so luck is shared. They run in heats: who is surely not among the parents after a
//! heat does not play on. The result depends on the seeds alone, whatever the number of threads.

use super::course::Course;
use super::ranked;
use ludex_core::{Error, Result, Seed, Stop};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// What every candidate has to play.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// Games of those who are in to the end.
    pub games: u64,
    /// Moves of a game at most.
    pub limit: u64,
    /// How many of the best are wanted.
    pub parents: usize,
    /// Where the games come from.
    pub seed: Seed,
}

/// How a candidate did.
#[derive(Clone, Debug, Default, PartialEq)]
struct Runner {
    results: Vec<f64>,
    out: bool,
}

impl Runner {
    fn mean(&self) -> f64 {
        self.results.iter().sum::<f64>() / self.results.len().max(1) as f64
    }

    /// Whether another one is better by more than two standard errors of the difference, game by game.
    fn is_beaten_by(&self, other: &Self) -> bool {
        let pairs = other.results.iter().zip(&self.results);
        let differences: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
        let count = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / count;
        let squares = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>();
        count > 1.0 && mean > 2.0 * (squares / (count - 1.0) / count).sqrt()
    }
}

impl Race {
    /// Heats into which the games are divided.
    const HEATS: u64 = 4;

    /// The mean of each candidate and the games that were played in all; `None` after a stop.
    pub fn run(
        &self,
        course: &dyn Course,
        candidates: &[Vec<f64>],
        threads: usize,
        stop: &Stop,
    ) -> Result<Option<(Vec<f64>, u64)>> {
        let mut runners = vec![Runner::default(); candidates.len()];
        let mut played = 0;
        for heat in 0..Self::HEATS {
            let at = |heat: u64| heat * self.games / Self::HEATS;
            let jobs: Vec<(usize, u64)> = (at(heat)..at(heat + 1))
                .flat_map(|game| (0..runners.len()).map(move |runner| (runner, game)))
                .filter(|&(runner, _)| !runners[runner].out)
                .collect();
            let play = |&(runner, game): &(usize, u64)| {
                course.play(&candidates[runner], self.seed.derive(game), self.limit)
            };
            let Some(results) = each(&jobs, threads, stop, play)? else { return Ok(None) };
            played += jobs.len() as u64;
            for ((runner, _), result) in jobs.into_iter().zip(results) {
                runners[runner].results.push(result);
            }
            self.thin(&mut runners);
        }
        Ok(Some((values(&runners), played)))
    }

    /// Sends home who is surely not among the parents.
    fn thin(&self, runners: &mut [Runner]) {
        let means: Vec<f64> = runners.iter().map(Runner::mean).collect();
        let standing = ranked(&means).into_iter().filter(|&i| !runners[i].out);
        let Some(last) = standing.take(self.parents.max(1)).last() else { return };
        let last = runners[last].clone();
        for runner in runners.iter_mut().filter(|runner| !runner.out) {
            runner.out = runner.is_beaten_by(&last);
        }
    }
}

/// The means; who is out cannot be ahead of those who are in.
fn values(runners: &[Runner]) -> Vec<f64> {
    let inside = runners.iter().filter(|runner| !runner.out).map(Runner::mean);
    let least = inside.fold(f64::INFINITY, f64::min);
    let value = |runner: &Runner| if runner.out { runner.mean().min(least) } else { runner.mean() };
    runners.iter().map(value).collect()
}

/// Does some jobs on some threads, in any order; the results are in the order of the jobs. `None` after a stop.
pub(super) fn each<J: Sync>(
    jobs: &[J],
    threads: usize,
    stop: &Stop,
    work: impl Fn(&J) -> Result<f64> + Sync,
) -> Result<Option<Vec<f64>>> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(vec![0.0; jobs.len()]));
    let failure: Mutex<Option<Error>> = Mutex::new(None);
    let labour = || {
        let take = || next.fetch_add(1, Relaxed);
        let mut own = Vec::new();
        let mut index = take();
        while let Some(job) = jobs.get(index).filter(|_| !stop.is_set()) {
            match work(job) {
                Ok(result) => own.push((index, result)),
                Err(error) => {
                    failure.lock().unwrap_or_else(PoisonError::into_inner).replace(error);
                    next.store(jobs.len(), Relaxed);
                }
            }
            index = take();
        }
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        for (index, result) in own {
            results[index] = result;
        }
    };
    spread(threads.clamp(1, jobs.len().max(1)), &labour);
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((!stop.is_set()).then_some(results))
}

#[cfg(feature = "threads")]
fn spread(threads: usize, labour: &(impl Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(labour);
        }
        labour();
    });
}

#[cfg(not(feature = "threads"))]
fn spread(_: usize, labour: &(impl Fn() + Sync)) {
    labour();
}
