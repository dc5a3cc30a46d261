//! What every table works with: how much it may do, and games to be played.

use cpu_time::ProcessTime;
use ludex_arena::{Match, Played};
use ludex_core::{AnyRoom, Error, Proven, Result, Seed, Setup, Size, Spec, Stop};
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// How much work is done, and who hears of it.
pub struct Workshop<'a> {
    /// Whether the short form is wanted.
    pub quick: bool,
    /// The seed of all chance.
    pub seed: Seed,
    /// Threads for games; 0 means all cores. Times are always measured on one.
    pub jobs: usize,
    /// Ends the work; what is known by then is reported.
    pub stop: &'a Stop,
    /// Hears what is being measured.
    pub on_step: &'a (dyn Fn(&str) + Sync),
}

/// A contest: what is played, by whom, how often.
pub(crate) struct Contest<'a> {
    pub(crate) game: &'a str,
    pub(crate) rules: &'a str,
    /// Empty where the rules' own size is meant.
    pub(crate) size: &'a str,
    pub(crate) agents: &'a [&'a str],
    pub(crate) games: u64,
    /// Pieces or moves after which a game is ended.
    pub(crate) limit: Option<u64>,
}

/// Games that were played to their end or to their limit, in order.
pub(crate) struct Games {
    pub(crate) played: Vec<Played>,
    /// Processor seconds of a decision, on average; none without decisions.
    pub(crate) seconds_a_decision: Option<f64>,
    /// The command that plays them again.
    pub(crate) command: String,
}

impl Workshop<'_> {
    /// The one number in the short form, the other in the long one.
    pub(crate) fn pick<T>(&self, quick: T, full: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Whether the work is to end.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_set()
    }

    /// Plays the games of a contest.
    pub(crate) fn play(&self, contest: &Contest<'_>) -> Result<Games> {
        (self.on_step)(&format!("{} {}", contest.game, contest.agents.join(" - ")));
        let agents: Result<Vec<Spec>> = contest.agents.iter().map(|agent| agent.parse()).collect();
        let fixture = Match {
            table: room(contest.game)?.open(&self.setup(contest)?)?,
            agents: agents?,
            games: contest.games,
            seed: self.seed,
            jobs: self.jobs,
            limit: contest.limit,
            keep_moves: false,
            keep_decisions: false,
        };
        let heard = Mutex::new(Vec::new());
        let hear = |played: &Played| {
            heard.lock().unwrap_or_else(PoisonError::into_inner).push(played.clone());
        };
        let watch = ProcessTime::now();
        fixture.play(self.stop, &hear)?;
        let seconds = watch.elapsed().as_secs_f64();
        let mut played = heard.into_inner().unwrap_or_else(PoisonError::into_inner);
        played.sort_by_key(|game| game.index);
        let decisions: u64 = played.iter().map(|game| game.finished.decisions).sum();
        let seconds_a_decision = (decisions > 0).then(|| seconds / decisions as f64);
        Ok(Games { played, seconds_a_decision, command: self.command(contest) })
    }

    fn setup(&self, contest: &Contest<'_>) -> Result<Setup> {
        let size: Option<Size> = match contest.size {
            "" => None,
            size => Some(size.parse()?),
        };
        Ok(Setup { rules: contest.rules.parse()?, size, seed: self.seed })
    }

    fn command(&self, contest: &Contest<'_>) -> String {
        let Contest { game, rules, size, agents, games, limit } = contest;
        let mut command = format!("ludex run {game} --rules {rules}");
        if !size.is_empty() {
            let _ = write!(command, " --size {size}");
        }
        for agent in *agents {
            let _ = write!(command, " --agent {agent}");
        }
        let _ = write!(command, " --games {games}");
        if let Some(limit) = limit {
            let _ = write!(command, " --max-pieces {limit}");
        }
        command + &format!(" --seed {}", self.seed)
    }
}

/// The room of that name.
pub(crate) fn room(name: &str) -> Result<Box<dyn AnyRoom>> {
    let mut rooms = ludex_games::all();
    let found = rooms.iter().position(|room| room.info().name == name);
    let names: Vec<&str> = rooms.iter().map(|room| room.info().name).collect();
    let found = found.ok_or_else(|| Error::unknown("game", name, names))?;
    Ok(rooms.swap_remove(found))
}

/// Whether a game has an agent of that name.
pub(crate) fn has_agent(game: &str, name: &str) -> bool {
    room(game).is_ok_and(|room| room.info().agents.iter().any(|agent| agent.name == name))
}

impl Games {
    /// A figure of every game.
    pub(crate) fn column(&self, metric: &str) -> Vec<f64> {
        let metrics = self.played.iter().flat_map(|game| &game.finished.metrics);
        metrics.filter(|found| found.name == metric).map(|found| found.value).collect()
    }

    /// Games won by the agent that was named as number `agent`; and those that nobody won or drew.
    pub(crate) fn wins(&self, agent: usize) -> u64 {
        self.played.iter().filter(|game| game.outcome(agent) == Proven::Win).count() as u64
    }

    /// Games that all players lost.
    pub(crate) fn lost_by_all(&self) -> u64 {
        let lost = |game: &&Played| game.finished.outcomes.iter().all(|o| *o == Proven::Loss);
        self.played.iter().filter(lost).count() as u64
    }

    /// Number of games.
    pub(crate) fn len(&self) -> u64 {
        self.played.len() as u64
    }
}
