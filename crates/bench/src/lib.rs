//! Speed of engines and searches, with other people's engines in the same run.
//!
//! Absolute times mean little on a shared machine; ratios within one run mean something. So every
//! bench that has a peer runs both in turn, several times, and keeps the best of each.
//!
//! The peers come with the feature `peers`: who only wants to play need not build them.
#![forbid(unsafe_code)]

pub mod connect_four;
#[cfg(not(feature = "peers"))]
#[path = "no_peers.rs"]
mod peers;
#[cfg(feature = "peers")]
mod peers;
mod pente;
mod search;
mod tetris;
mod twenty48;

use cpu_time::ThreadTime;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Something to measure: a name, a unit, and how to count it for a while.
pub struct Bench {
    /// Such as `search/connect4/playouts`.
    pub name: &'static str,
    /// Such as `moves/s`.
    pub unit: &'static str,
    /// The name of the peer, if there is one.
    pub peer: Option<&'static str>,
    measure: Measure,
    measure_peer: Option<Measure>,
}

/// Runs one round and returns the figure in the bench's unit.
type Measure = fn(Duration) -> f64;

/// What a bench found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// Which bench.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// Our figure.
    pub value: f64,
    /// Whom it is compared with.
    pub peer: Option<String>,
    /// The peer's figure.
    pub peer_value: Option<f64>,
    /// Ours divided by the peer's.
    pub ratio: Option<f64>,
}

/// Rounds in which ours and the peer's alternate.
const ROUNDS: u32 = 3;

impl Bench {
    /// A bench without a peer.
    fn alone(name: &'static str, unit: &'static str, measure: Measure) -> Self {
        Self { name, unit, peer: None, measure, measure_peer: None }
    }

    /// Measures for about `time` in all.
    pub fn run(&self, time: Duration) -> Figure {
        let sides = if self.measure_peer.is_some() { 2 } else { 1 };
        let round = time / (ROUNDS * sides);
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            ours.push((self.measure)(round));
            theirs.extend(self.measure_peer.map(|measure| measure(round)));
        }
        let value = self.sum_up(&ours);
        let peer_value = (!theirs.is_empty()).then(|| self.sum_up(&theirs));
        Figure {
            name: self.name.into(),
            unit: self.unit.into(),
            value,
            peer: self.peer.map(String::from),
            peer_value,
            ratio: peer_value.map(|peer| value / peer),
        }
    }
}

impl Bench {
    /// The best of several rates, for what slows a round down is not the engine; the mean of
    /// several counts, for they are all true.
    fn sum_up(&self, rounds: &[f64]) -> f64 {
        if self.unit.ends_with("/s") {
            return rounds.iter().copied().fold(0.0, f64::max);
        }
        rounds.iter().sum::<f64>() / rounds.len() as f64
    }
}

/// Every bench there is.
pub fn all() -> Vec<Bench> {
    let mut benches = search::benches();
    benches.extend(tetris::benches());
    benches.extend(twenty48::benches());
    benches.extend(pente::benches());
    benches
}

/// Repeats `work` until the time is up; `work` returns how much it did. Gives amount per second.
///
/// Seconds are seconds of this thread's processor, not of the clock on the wall: what else the
/// machine is doing matters less that way.
fn rate(time: Duration, mut work: impl FnMut() -> u64) -> f64 {
    let (start, wall) = (ThreadTime::now(), Instant::now());
    let mut done = 0;
    while wall.elapsed() < time || done == 0 {
        done += work();
    }
    done as f64 / start.elapsed().as_secs_f64()
}
