//! Many games at once: paired seats, all cores, statistics.
//!
//! A [`Match`] says who plays what and how often; [`Match::play`] plays it on as many threads as
//! are wanted and gives a [`Report`]. The same seed gives the same report, whatever the number of
//! threads.
#![forbid(unsafe_code)]

mod matches;
mod progress;
mod report;
mod statistics;
mod survival;

pub use ludex_table::{Pairing, Record, record};
pub use matches::{Match, Played};
pub use progress::Progress;
pub use report::{Metrics, Report, SeatReport};
pub use statistics::Summary;
pub use survival::PerDeath;
