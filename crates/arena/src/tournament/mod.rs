//! Tournaments: everybody against everybody, one against all, or two until a test is sure.
//!
//! | module | holds |
//! | --- | --- |
//! | this one | [`Tournament`]: who takes part and what is played; [`Entrant`], [`Bout`] |
//! | `schedule` | which game is which |
//! | `play` | games on threads, and the clock of each |
//! | `board` | [`Scoreboard`]: results as they come in, and what they say |
//! | `alone` | the same for games for one |
//! | `repeats` | games that were played before, which prove nothing |
//! | `report` | the document that is printed |

mod alone;
mod board;
mod play;
mod repeats;
mod report;
mod schedule;

pub use board::Scoreboard;
pub use play::quiet_panics;
pub use report::{ArenaReport, SprtReport};

use crate::{External, Pairing, Sprt};
use ludex_core::{AnyTable, Error, Finished, Result, Seed, Spec};
use ludex_table::Record;
use schedule::Schedule;
use std::time::Duration;

/// Who takes part, and what is played.
///
/// Two agents that meet play `games` games: games 2k and 2k + 1 share a seed and swap seats, and all encounters share
/// the seeds. So each is a match of [`Match`](crate::Match) with the same seed, game by game. In games for one each
/// agent plays `games` games with those seeds.
pub struct Tournament {
    /// The table whose starting position every game begins with.
    pub table: Box<dyn AnyTable>,
    /// Who takes part: two or more.
    pub entrants: Vec<Entrant>,
    /// Games of an encounter, or of an agent in games for one.
    pub games: u64,
    /// Whether only the first plays against all others.
    pub gauntlet: bool,
    /// Ends the tournament of two as soon as it is clear which claim holds.
    pub sprt: Option<Sprt>,
    /// The seed of the whole tournament.
    pub seed: Seed,
    /// Number of threads; 0 means all cores.
    pub jobs: usize,
    /// The longest game, in the figure that the room names for that or else in decisions.
    pub limit: Option<u64>,
    /// The longest decision; who thinks longer loses.
    pub time: Duration,
    /// The figure that ranks agents in games for one; the game's first if `None`.
    pub metric: Option<String>,
    /// Whether games for one keep their moves; those for two always do, as repeated games are told by them.
    pub keep_moves: bool,
}

/// Somebody who takes part in a tournament.
pub struct Entrant {
    /// The agent, or the words of the program.
    pub spec: Spec,
    external: Option<External>,
}

impl Entrant {
    /// An agent of the game.
    pub fn agent(spec: Spec) -> Self {
        Self { spec, external: None }
    }

    /// A program that answers for itself, called `name` in reports.
    pub fn program(name: &str, external: External) -> Self {
        Self { spec: Spec::named(name), external: Some(external) }
    }

    /// The program, if it is one.
    pub fn external(&self) -> Option<&External> {
        self.external.as_ref()
    }
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Bout {
    /// Its number in the tournament, from 0.
    pub index: u64,
    /// The numbers of the agents that met, as they were named; one in games for one.
    pub agents: Vec<usize>,
    /// Which encounter it belongs to.
    pub(crate) encounter: usize,
    /// Its number among the games of these agents, from 0: that of the same game in a match of them.
    pub number: u64,
    /// Its seed, and who sat where.
    pub pairing: Pairing,
    /// How it ended.
    pub finished: Finished,
}

impl Tournament {
    /// Refuses a tournament that cannot be played, before the first game.
    pub fn check(&self) -> Result<()> {
        let info = self.table.info();
        let given = self.entrants.len();
        if info.seats > 2 {
            let say =
                format!("{} is for {} players; give a game for one or two", info.name, info.seats);
            return Err(Error::State(say));
        }
        if given < 2 {
            return Err(Error::bad("number of agents", given.to_string(), "give two or more"));
        }
        if self.games == 0 {
            return Err(Error::bad("number of games", "0", "give 1 or more"));
        }
        if self.schedule().len() == u64::MAX {
            let say = "give fewer games";
            return Err(Error::bad("number of games", self.games.to_string(), say));
        }
        if self.gauntlet && info.seats == 1 {
            let say = format!(
                "{} is played alone, so all are compared with all; leave the gauntlet out",
                info.name
            );
            return Err(Error::State(say));
        }
        if self.sprt.is_some() && (given != 2 || info.seats != 2) {
            let say = format!(
                "{given} agents in a game for {}; the test compares two agents in a game for two",
                info.seats
            );
            return Err(Error::State(say));
        }
        self.check_metric()?;
        self.entrants.iter().try_for_each(|entrant| match &entrant.external {
            None => self.table.check_agent(&entrant.spec),
            Some(external) => external.check(),
        })
    }

    fn check_metric(&self) -> Result<()> {
        let (Some(metric), info) = (&self.metric, self.table.info()) else { return Ok(()) };
        if info.seats > 1 {
            let say = format!("{} is decided by who wins; leave the metric out", info.name);
            return Err(Error::bad("metric", metric, say));
        }
        if info.metrics.iter().any(|known| known == metric) {
            return Ok(());
        }
        Err(Error::unknown("metric", metric, info.metrics.iter().copied()))
    }

    /// Games that are asked for, all encounters together.
    pub fn total(&self) -> u64 {
        self.schedule().len()
    }

    /// An empty scoreboard of this tournament.
    pub fn scoreboard(&self) -> Scoreboard {
        Scoreboard::new(self)
    }

    /// The record of a game that has kept its moves.
    pub fn record(&self, bout: &Bout) -> Record {
        Record {
            game: self.table.info().name.into(),
            rules: self.table.rules().to_string(),
            size: self.table.size().to_string(),
            seed: bout.pairing.seed,
            seats: bout.pairing.seats.iter().map(ToString::to_string).collect(),
            position: None,
            moves: bout.finished.moves.to_vec(),
            first_line: 0,
        }
    }

    pub(crate) fn schedule(&self) -> Schedule {
        let seats = self.table.info().seats;
        Schedule::new(self.entrants.len(), seats, self.gauntlet, self.games)
    }

    /// The figure that ranks agents, in games for one.
    pub(crate) fn ranked_by(&self) -> Option<String> {
        let info = self.table.info();
        let first = || info.metrics.first().map(|name| (*name).to_owned());
        (info.seats == 1).then(|| self.metric.clone().or_else(first)).flatten()
    }
}
