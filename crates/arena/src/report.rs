//! The result of a match, in the fields that `ludex run --json` prints.

use crate::{PerDeath, Summary};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The figures of all games, by name, in the game's own order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics(pub Vec<(String, Summary)>);

impl Metrics {
    /// The summary of one figure.
    pub fn get(&self, name: &str) -> Option<&Summary> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, summary)| summary)
    }
}

impl Serialize for Metrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, summary) in &self.0 {
            map.serialize_entry(name, summary)?;
        }
        map.end()
    }
}

/// What one agent has won and lost. All zero in games for one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatReport {
    /// The agent's specification.
    pub agent: String,
    /// Games with the higher score.
    pub wins: u64,
    /// Games with equal scores.
    pub draws: u64,
    /// Games with the lower score.
    pub losses: u64,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game's name.
    pub game: String,
    /// Its rule set.
    pub rules: String,
    /// Width x height.
    pub size: String,
    /// The agents as they were asked for.
    pub agents: Vec<String>,
    /// The seed of the whole match.
    pub seed: u64,
    /// Games that were asked for.
    pub games: u64,
    /// Games with a result: played to their end, or decided on the score after a limit.
    pub finished: u64,
    /// Games for one that a limit ended, and all that an interruption ended.
    pub censored: u64,
    /// Whether not all games were played as was asked for.
    pub interrupted: bool,
    /// The figures of the games played.
    pub metrics: Metrics,
    /// The first figure per game lost, where a limit has ended games for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_death: Option<PerDeath>,
    /// How the games stand as a series when the next one begins, where the game has a way to say that: a name and a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally: Option<(&'static str, String)>,
    /// Wins and losses, by agent.
    pub seats: Vec<SeatReport>,
    /// Decisions taken by agents.
    pub decisions: u64,
    /// Wall time.
    pub seconds: f64,
    /// Speed over all threads.
    pub decisions_per_second: f64,
    /// The command that repeats the match.
    pub command: String,
}
