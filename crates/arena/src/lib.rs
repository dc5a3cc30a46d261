//! Many games at once: paired seats, all cores, statistics.
//!
//! A [`Match`] says who plays what and how often; [`Match::play`] plays it on as many threads as
//! are wanted and gives a [`Report`]. A [`Tournament`] lets many meet, programs of other people among them, and its
//! [`Scoreboard`] says how they compare. The same seed gives the same results, whatever the number of threads.
#![forbid(unsafe_code)]

mod external;
mod matches;
mod progress;
mod rating;
mod report;
mod statistics;
mod survival;
mod tournament;

pub use external::{External, ExternalLimits};
pub use ludex_table::{Pairing, Record, record};
pub use matches::{Match, Played};
pub use progress::Progress;
pub use rating::{Ratings, Results, Sprt, Verdict, expected_score, normal_below};
pub use report::{Metrics, Report, SeatReport};
pub use statistics::Summary;
pub use survival::PerDeath;
pub use tournament::{
    ArenaReport, Bout, Entrant, Scoreboard, SprtReport, Tournament, quiet_panics,
};
