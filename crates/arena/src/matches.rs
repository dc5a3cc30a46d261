//! Games between agents, spread over threads.

use crate::{Metrics, Pairing, PerDeath, Progress, Report, SeatReport, Summary};
use ludex_core::{AnyTable, Error, Finished, Proven, Result, Run, Seed, Series, Spec, Stop};
use ludex_table::Record;
use rayon::prelude::*;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

/// Who plays what, and how often.
///
/// With two agents, games 2k and 2k + 1 share a seed and swap seats, so neither agent profits from
/// luck or from moving first. A single agent in a game for two plays itself. See [`Pairing`].
pub struct Match {
    /// The table whose starting position every game begins with.
    pub table: Box<dyn AnyTable>,
    /// One agent, or one for each seat.
    pub agents: Vec<Spec>,
    /// Number of games.
    pub games: u64,
    /// The seed of the whole match.
    pub seed: Seed,
    /// Number of threads; 0 means all cores.
    pub jobs: usize,
    /// The longest game, in the figure that the room names for that or else in decisions.
    pub limit: Option<u64>,
    /// Whether games keep their moves.
    pub keep_moves: bool,
    /// Whether they keep the agents' decisions, too.
    pub keep_decisions: bool,
}

/// One game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its number in the match, from 0.
    pub index: u64,
    /// Its seed, and who sat where.
    pub pairing: Pairing,
    /// How the game ended.
    pub finished: Finished,
}

impl Match {
    /// Plays all games and reports. `on_game` hears of every game when it ends.
    ///
    /// When `stop` is set, the report covers the games that had ended by then, and those under way as far
    /// as they had come; of these `on_game` does not hear.
    pub fn play(&self, stop: &Stop, on_game: &(dyn Fn(&Played) + Sync)) -> Result<Report> {
        self.play_watched(stop, &Progress::default(), on_game)
    }

    /// The same, while `progress` tells others how far it is.
    pub fn play_watched(
        &self,
        stop: &Stop,
        progress: &Progress,
        on_game: &(dyn Fn(&Played) + Sync),
    ) -> Result<Report> {
        self.check()?;
        let started = Instant::now();
        let games = self.play_all(stop, progress, on_game)?;
        Ok(self.report(&games, started.elapsed().as_secs_f64()))
    }

    /// Refuses a match that cannot be played, before the first game.
    pub fn check(&self) -> Result<()> {
        let seats = self.table.info().seats;
        let given = self.agents.len();
        if given != 1 && given != seats {
            let reason = format!("{} takes 1 or {seats}", self.table.info().name);
            let reason = if seats == 1 { reason.replace("1 or 1", "1") } else { reason };
            return Err(Error::bad("number of agents", given.to_string(), reason));
        }
        if self.games == 0 {
            return Err(Error::bad("number of games", "0", "give 1 or more"));
        }
        self.agents.iter().try_for_each(|agent| self.table.check_agent(agent))
    }

    fn play_all(
        &self,
        stop: &Stop,
        progress: &Progress,
        on_game: &(dyn Fn(&Played) + Sync),
    ) -> Result<Vec<Played>> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs)
            .build()
            .map_err(|e| Error::State(format!("cannot start {} threads: {e}", self.jobs)))?;
        let play_one = |decided: &mut std::sync::Arc<AtomicU64>, index: u64| {
            let mut played = self.play_game(index, decided, stop).transpose()?;
            if let Ok(played) = &mut played {
                if !played.finished.stopped {
                    on_game(played);
                }
                // Of all games together only the figures are told: a long match need not remember its moves.
                (played.finished.moves, played.finished.reasons) = Default::default();
            }
            Some(played)
        };
        let indices = (0..self.games).into_par_iter().take_any_while(|_| !stop.is_set());
        let games = indices.map_init(|| progress.counter(), play_one).flatten();
        pool.install(|| games.collect())
    }

    /// Plays one game; `None` if it was stopped before its first decision.
    fn play_game(&self, index: u64, decided: &AtomicU64, stop: &Stop) -> Result<Option<Played>> {
        if stop.is_set() {
            return Ok(None);
        }
        let pairing = Pairing::new(&self.agents, self.table.info().seats, self.seed, index);
        let finished = self.table.run_game(&Run {
            limit: self.limit.unwrap_or(u64::MAX),
            decided: Some(decided),
            keep_moves: self.keep_moves,
            keep_decisions: self.keep_decisions,
            ..Run::new(&pairing.seats, pairing.seed, stop)
        })?;
        let begun = !finished.stopped || finished.decisions > 0;
        Ok(begun.then_some(Played { index, pairing, finished }))
    }

    /// The record of a game that has kept its moves.
    pub fn record(&self, played: &Played) -> Record {
        Record {
            game: self.table.info().name.into(),
            rules: self.table.rules().to_string(),
            size: self.table.size().to_string(),
            seed: played.pairing.seed,
            seats: played.pairing.seats.iter().map(ToString::to_string).collect(),
            position: None,
            moves: played.finished.moves.to_vec(),
            first_line: 0,
        }
    }

    fn report(&self, games: &[Played], seconds: f64) -> Report {
        let decisions = games.iter().map(|g| g.finished.decisions).sum();
        let finished = games.iter().filter(|g| g.is_decided()).count() as u64;
        Report {
            game: self.table.info().name.into(),
            rules: self.table.rules().to_string(),
            size: self.table.size().to_string(),
            agents: self.agents.iter().map(ToString::to_string).collect(),
            seed: self.seed.0,
            games: self.games,
            finished,
            censored: games.len() as u64 - finished,
            interrupted: (games.len() as u64) < self.games
                || games.iter().any(|g| g.finished.stopped),
            metrics: metrics(self.table.info().metrics, games),
            per_death: self.per_death(games, finished),
            tally: self.tally(games),
            seats: self.seats(games),
            decisions,
            seconds,
            decisions_per_second: if seconds > 0.0 { decisions as f64 / seconds } else { 0.0 },
            command: String::new(),
        }
    }

    /// How the games stand as a series.
    fn tally(&self, games: &[Played]) -> Option<(&'static str, String)> {
        let mut series = Series::default();
        for game in games {
            series.add(&game.finished.metrics);
        }
        self.table.tally(&series)
    }

    /// What was earned per game that ended, in games for one of which some were cut short.
    fn per_death(&self, games: &[Played], deaths: u64) -> Option<PerDeath> {
        let info = self.table.info();
        let (censored, name) = (games.len() as u64 > deaths, info.metrics.first()?);
        let total = column(name, games).iter().sum();
        (censored && info.seats == 1).then(|| PerDeath::of(name, total, deaths))
    }

    fn seats(&self, games: &[Played]) -> Vec<SeatReport> {
        let seats = self.table.info().seats;
        let decided = || games.iter().filter(|g| g.is_decided());
        let report = |agent: usize| {
            let spec = &self.agents[agent % self.agents.len()];
            let count = |wanted| match seats {
                1 => 0,
                _ => decided().filter(|g| g.outcome(agent) == wanted).count() as u64,
            };
            SeatReport {
                agent: spec.to_string(),
                wins: count(Proven::Win),
                draws: count(Proven::Draw),
                losses: count(Proven::Loss),
            }
        };
        (0..seats).map(report).collect()
    }
}

impl Played {
    /// Whether the game has a result: it is over, or it is one for several and the score decides where a
    /// limit ended it. Alone there is nobody to beat, and a limit only hides how it would have gone on.
    pub fn is_decided(&self) -> bool {
        let Finished { over, stopped, outcomes, .. } = &self.finished;
        *over || (outcomes.len() > 1 && !stopped)
    }

    /// How the game ended for the agent that was named as number `agent`, from 0.
    pub fn outcome(&self, agent: usize) -> Proven {
        self.finished.outcomes[self.pairing.seat_of(agent)]
    }
}

fn metrics(names: &[&str], games: &[Played]) -> Metrics {
    let summary = |name: &&str| Some(((*name).to_owned(), Summary::of(&column(name, games))?));
    Metrics(names.iter().filter_map(summary).collect())
}

/// One figure of all games.
fn column(name: &str, games: &[Played]) -> Vec<f64> {
    let metrics = games.iter().flat_map(|g| &g.finished.metrics);
    metrics.filter(|m| m.name == name).map(|m| m.value).collect()
}
