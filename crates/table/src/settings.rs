//! How a table goes on.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Settings of a table that everybody there shares.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct TableSettings {
    /// Nothing moves by itself.
    pub paused: bool,
    /// How long an agent's move stays away, or one key of it where pieces fall; what is usual for the game if `None`.
    pub pace_ms: Option<u64>,
    /// Longest time an agent may think on a move; as long as it likes if `None`.
    pub think_seconds: Option<f64>,
    /// After an agent's move the table waits until its reasons were read.
    pub explain: bool,
    /// Pieces fall by themselves, and games with a beat do not wait. Off, they wait for keys.
    pub gravity: bool,
    /// Whether anybody may find the table in a list.
    #[serde(default)]
    pub public: bool,
}

impl Default for TableSettings {
    fn default() -> Self {
        Self {
            paused: false,
            pace_ms: None,
            think_seconds: None,
            explain: false,
            gravity: true,
            public: false,
        }
    }
}

impl TableSettings {
    /// Longest time an agent may think on a move.
    pub fn thinking_time(&self) -> Option<Duration> {
        self.think_seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}

/// How fast agents move where the settings do not say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentSpeed {
    /// Between two keys of an agent that steers a piece.
    pub key: Duration,
    /// Between two moves of agents that play each other.
    pub between_agents: Duration,
    /// What all of that is multiplied by, and the beat of games that do not wait.
    pub factor: f64,
}

impl Default for AgentSpeed {
    fn default() -> Self {
        Self {
            key: Duration::from_millis(40),
            between_agents: Duration::from_millis(600),
            factor: 1.0,
        }
    }
}
