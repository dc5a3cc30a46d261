//! How a table goes on.

use super::play::Play;
use super::seats::{self, Chair, Sitter};
use crate::limits::MOST_THINKING;
use crate::protocol::{Player, Settings};
use crate::trouble::{Result, Trouble};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// Settings with nothing left open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Manners {
    pub(crate) paused: bool,
    /// `None`: what is usual for the game.
    pub(crate) pace_ms: Option<u64>,
    pub(crate) think_seconds: f64,
    pub(crate) explain: bool,
    pub(crate) gravity: bool,
}

impl Default for Manners {
    fn default() -> Self {
        Self { paused: false, pace_ms: None, think_seconds: 2.0, explain: false, gravity: true }
    }
}

/// Nobody waits longer for a move than a minute.
const SLOWEST: u64 = 60_000;

impl Manners {
    /// The same with what `settings` says.
    pub(crate) fn with(&self, settings: &Settings) -> Result<Self> {
        let think_seconds = settings.think_seconds.unwrap_or(self.think_seconds);
        let most = MOST_THINKING.as_secs_f64();
        if !(0.001..=most).contains(&think_seconds) {
            let say = format!("bad think_seconds `{think_seconds}`; give 0.001 to {most}");
            return Err(Trouble::bad(say));
        }
        if let Some(pace) = settings.pace_ms.filter(|&pace| pace > SLOWEST) {
            return Err(Trouble::bad(format!("bad pace_ms `{pace}`; give 0 to {SLOWEST}")));
        }
        Ok(Self {
            paused: settings.paused.unwrap_or(self.paused),
            pace_ms: settings.pace_ms.or(self.pace_ms),
            think_seconds,
            explain: settings.explain.unwrap_or(self.explain),
            gravity: settings.gravity.unwrap_or(self.gravity),
        })
    }

    /// Longest time an agent may think on a move.
    pub(crate) fn patience(&self) -> Duration {
        Duration::try_from_secs_f64(self.think_seconds).unwrap_or(MOST_THINKING)
    }
}

impl Play {
    /// Changes pause, speed, players, explanations.
    pub(crate) fn set(&mut self, token: &str, settings: &Settings, now: Instant) -> Result<()> {
        self.may_set(token)?;
        let manners = self.manners.with(settings)?;
        let chairs = match &settings.seats {
            Some(players) => self.chairs_for(token, players)?,
            None => self.chairs.clone(),
        };
        self.pass_time(now);
        let new_players = chairs.iter().zip(&self.chairs).any(|(a, b)| a.sitter != b.sitter);
        if new_players {
            self.stop_thinking();
            self.forget_plan();
        }
        (self.chairs, self.manners) = (chairs, manners);
        self.waiting &= self.manners.explain;
        self.moved_at = now;
        self.changed();
        self.tell_store_of_table();
        Ok(())
    }

    /// Goes on after reasons were read.
    pub(crate) fn go_on(&mut self, token: &str, now: Instant) -> Result<()> {
        self.may_set(token)?;
        if self.waiting {
            self.pass_time(now);
            (self.waiting, self.moved_at) = (false, now);
            self.changed();
        }
        Ok(())
    }

    /// The chairs after a change of players. A seat that becomes a person's opens to whoever asked.
    fn chairs_for(&self, token: &str, players: &[Player]) -> Result<Vec<Chair>> {
        if players.len() != self.chairs.len() {
            let (given, seats) = (players.len(), self.chairs.len());
            let say = format!("bad number of seats `{given}`; this table has {seats}");
            return Err(Trouble::bad(say));
        }
        let change = |(chair, player): (&Chair, &Player)| {
            let sitter = seats::sitter(self.table.as_ref(), player)?;
            let foreign = chair.is_human() && !seats::same(&chair.token, token);
            let owner = seats::same(&self.owner, token);
            match (&sitter, &chair.sitter) {
                (new, old) if new == old => Ok(chair.clone()),
                _ if foreign && !owner => {
                    Err(Trouble::forbidden("that seat is another person's; leave it as it is"))
                }
                (Sitter::Human, _) => Ok(Chair { sitter, token: token.into() }),
                _ => Ok(Chair { sitter, token: chair.token.clone() }),
            }
        };
        self.chairs.iter().zip(players).map(change).collect()
    }

    /// The settings as clients see them.
    pub(crate) fn settings(&self) -> Settings {
        let Manners { paused, pace_ms, think_seconds, explain, gravity } = self.manners;
        Settings {
            paused: Some(paused),
            pace_ms,
            think_seconds: Some(think_seconds),
            explain: Some(explain),
            gravity: Some(gravity),
            seats: Some(
                self.chairs.iter().map(|c| seats::player(&seats::name(&c.sitter))).collect(),
            ),
        }
    }
}
