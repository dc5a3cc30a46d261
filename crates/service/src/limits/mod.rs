//! How much may go on at once.
//!
//! | module | holds |
//! | --- | --- |
//! | this one | [`Limits`]: everything that may be set, with its usual value |
//! | `pool` | threads for heavy work, shared fairly |
//! | `usher` | makes the system look again whose turn it is |
//! | `who` | on whose account something is done |
//! | `guests` | how much each client has and does |
//! | `lines` | connections: how many, and which one makes room |

mod guests;
mod lines;
mod pool;
#[cfg(target_os = "linux")]
mod usher;
mod who;

pub(crate) use guests::{Deed, Guests, Had, Thing};
pub(crate) use lines::{Line, Lines};
pub use pool::{Courtesy, Pool, PoolPlan};
pub use who::Who;

use crate::error::{RequestError, Result};
use ludex_core::Spec;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

/// Who has thought longer than this on a move thinks on the next one among those who take their time.
pub const LONG_THOUGHT: Duration = Duration::from_millis(250);
/// Longest message from a client, in bytes.
pub const LONGEST_MESSAGE: usize = 256 * 1024;
/// A table that nobody asks for leaves the memory after this long; it stays in the store.
pub const IDLE: Duration = Duration::from_mins(30);
/// Where memory runs short, tables leave it after this long already.
pub const SHORT_IDLE: Duration = Duration::from_mins(1);
/// Games without a single move are forgotten after this long.
pub const FORGOTTEN_UNPLAYED: Duration = Duration::from_hours(24);
/// Who asks more than one may waits at least this long for a refusal: saying no to somebody who never stops costs others their time.
pub const REFUSAL_WAIT: Duration = Duration::from_millis(100);
/// And never longer than this, however many refusals of the same client come before.
pub const LONGEST_REFUSAL_WAIT: Duration = Duration::from_secs(1);
/// Stored games in one list.
pub const MOST_LISTED: usize = 500;

/// Everything that may be set about a server: a TOML file with any of these, the rest as it is here.
///
/// What is counted for each client is counted by address, and not for clients of this machine itself unless `limit_local` is set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Tables in memory at once.
    pub tables: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections of one client at once.
    pub connections_of_client: usize,
    /// Tables that one connection may listen to at once.
    pub joined: usize,
    /// Tables that one client may listen to at once, over all its connections.
    pub joined_of_client: usize,
    /// Long work that one client may have under way at once.
    pub jobs: usize,
    /// Questions of one client in a second; four times as many in one go.
    pub requests_per_second: u32,
    /// Tables that one client may set up or fetch from the store in a minute.
    pub creations_per_minute: u32,
    /// Tokens that open nothing that one client may try in a minute.
    pub wrong_tokens_per_minute: u32,
    /// Games of one match.
    pub match_games: u64,
    /// No match takes longer.
    pub match_seconds: u64,
    /// Time for the head of a request; a connection that says nothing at all is closed after it, too.
    pub header_seconds: u64,
    /// Time for the body of a request.
    pub body_seconds: u64,
    /// Days without a move after which a game is forgotten, and its tokens with it.
    pub keep_days: u64,
    /// Largest values of agents' parameters, by their names.
    pub agent: BTreeMap<String, f64>,
    /// Names under which this server is reached, besides addresses and `localhost`.
    pub hosts: Vec<String>,
    /// Addresses of reverse proxies whose `X-Forwarded-For` is believed.
    pub proxies: Vec<IpAddr>,
    /// Whether clients of this machine are counted as well.
    pub limit_local: bool,
    /// Whether agents think only while nobody else wants the processor. Others are answered at once then, however much is thought about; but
    /// where programs of another kind keep the processors busy, agents hardly get to think.
    pub step_aside: bool,
}

impl Default for Limits {
    fn default() -> Self {
        let agent = [
            ("table", 256.0),
            ("threads", 2.0),
            ("sims", 2e6),
            ("playouts", 1e5),
            ("rollouts", 1e5),
            ("time", 30.0),
        ];
        Self {
            tables: 4000,
            connections: 4096,
            connections_of_client: 64,
            joined: 64,
            joined_of_client: 256,
            jobs: 6,
            requests_per_second: 100,
            creations_per_minute: 60,
            wrong_tokens_per_minute: 20,
            match_games: 10_000,
            match_seconds: 600,
            header_seconds: 20,
            body_seconds: 20,
            keep_days: 90,
            agent: agent.map(|(name, most)| (name.to_owned(), most)).into(),
            hosts: Vec::new(),
            proxies: Vec::new(),
            limit_local: false,
            step_aside: false,
        }
    }
}

impl Limits {
    /// Reads a settings file: TOML with any of the fields.
    ///
    /// ```
    /// use ludex_service::limits::Limits;
    /// let limits = Limits::read("jobs = 2\nhosts = [\"games.example\"]\n[agent]\nsims = 5000\n").unwrap();
    /// assert_eq!((limits.jobs, limits.tables), (2, 4000));
    /// let error = Limits::read("job = 2").unwrap_err();
    /// assert!(error.contains("unknown field `job`"), "{error}");
    /// ```
    pub fn read(text: &str) -> std::result::Result<Self, String> {
        Self::read_with(text, &[])
    }

    /// The same with single settings, `NAME=VALUE`, over those of the file; `agent.sims=5000` sets one in a group.
    ///
    /// ```
    /// use ludex_service::limits::Limits;
    /// let limits = Limits::read_with("jobs = 2", &["jobs=3".into(), "agent.sims=10".into()]).unwrap();
    /// assert_eq!((limits.jobs, limits.agent["sims"]), (3, 10.0));
    /// ```
    pub fn read_with(text: &str, single: &[String]) -> std::result::Result<Self, String> {
        let mut all = toml::Table::try_from(Self::default()).map_err(|error| error.to_string())?;
        merge(&mut all, toml::from_str(text).map_err(|error| error.to_string())?);
        for setting in single {
            let read = toml::from_str(setting).map_err(|_| {
                format!("`{setting}` is no setting; write NAME=VALUE, names in quotes: hosts=[\"a.example\"]")
            })?;
            merge(&mut all, read);
        }
        all.try_into().map_err(|error: toml::de::Error| error.to_string())
    }

    /// All settings as a file.
    pub fn text(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }

    /// Whether a client is counted.
    pub(crate) fn applies_to(&self, who: Who) -> bool {
        who != Who::SERVER && (self.limit_local || !who.is_local())
    }

    fn most_of(&self, thing: Thing) -> (usize, &'static str) {
        match thing {
            Thing::Connection => (self.connections_of_client, "connections"),
            Thing::Joined => (self.joined_of_client, "tables open"),
            Thing::Job => (self.jobs, "answers under way"),
        }
    }

    /// How many in a second, how many in one go, and what is said to who wants more.
    fn rate_of(&self, deed: Deed) -> (f64, f64, &'static str) {
        let minutely = |most: u32| (f64::from(most) / 60.0, f64::from(most));
        match deed {
            Deed::Request => {
                let rate = f64::from(self.requests_per_second);
                (rate, 4.0 * rate, "you ask too much at once")
            }
            Deed::Creation => {
                let (rate, most) = minutely(self.creations_per_minute);
                (rate, most, "you have set up or fetched as many tables as one may in a minute")
            }
            Deed::WrongToken => {
                let (rate, most) = minutely(self.wrong_tokens_per_minute);
                (rate, most, "you have tried too many tokens that open nothing")
            }
        }
    }

    /// Refuses an agent that would take more than this server gives.
    pub(crate) fn check_agent(&self, spec: &str) -> Result<()> {
        let Ok(agent) = spec.parse::<Spec>() else { return Ok(()) };
        for (name, &most) in &self.agent {
            if let Ok(Some(value)) = agent.get::<f64>(name)
                && value > most
            {
                return Err(RequestError::limit(format!(
                    "bad parameter {name} of {} `{value}`: this server allows up to {most}",
                    agent.name
                )));
            }
        }
        Ok(())
    }
}

/// Puts settings over others, group by group.
fn merge(all: &mut toml::Table, over: toml::Table) {
    for (name, value) in over {
        match (all.get_mut(&name), value) {
            (Some(toml::Value::Table(group)), toml::Value::Table(over)) => merge(group, over),
            (_, value) => drop(all.insert(name, value)),
        }
    }
}

/// The pools of a server: whoever analyses for long does not keep others from their next move.
#[derive(Clone)]
pub struct Pools {
    /// New tables, old positions.
    pub quick: Pool,
    /// Moves of agents that do not think long.
    pub moves: Pool,
    /// Analyses, reviews, matches, and moves of agents that think long.
    pub long: Pool,
}

impl Pools {
    /// As many threads as there are processors for each pool; `step_aside` as in [`Limits`].
    pub fn new(step_aside: bool) -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let plan = |name, waiting, patience, courtesy| {
            let patience = Duration::from_secs(patience);
            Pool::new(PoolPlan { name, threads: cores, waiting, patience, courtesy })
        };
        let behind = |nice| if step_aside { Courtesy::Aside } else { Courtesy::Behind(nice) };
        Self {
            quick: plan("quick", 4096, 10, Courtesy::Equal),
            moves: plan("moves", 4096, 10, behind(5)),
            long: plan("long", 256, 60, behind(15)),
        }
    }
}
