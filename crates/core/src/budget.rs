//! How much a search may spend, and how to stop it from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
// The clock of the machine, or of the browser where there is no other.
use web_time::Instant;

/// A flag that stops a search from another thread.
///
/// Clones share the flag.
///
/// ```
/// use ludex_core::Stop;
/// let stop = Stop::default();
/// let other = stop.clone();
/// other.set();
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks whoever holds this flag to finish with what is known so far.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The limits of one search. No limit given means none applies.
///
/// ```
/// use ludex_core::Budget;
/// use std::time::Duration;
/// let budget = Budget::depth(4).within(Duration::from_millis(20));
/// assert_eq!(budget.depth, Some(4));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Plies to look ahead at most.
    pub depth: Option<u32>,
    /// Positions to visit at most.
    pub nodes: Option<u64>,
    /// Wall time to spend at most.
    pub time: Option<Duration>,
    /// Set by whoever loses patience.
    pub stop: Stop,
}

impl Budget {
    /// No limit at all.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// A limit on the plies to look ahead.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A limit on the positions to visit.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// The same budget with a limit on wall time.
    pub fn within(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// Starts the clock.
    pub fn start(&self) -> Meter {
        Meter {
            nodes: 0,
            limit: self.nodes.unwrap_or(u64::MAX),
            started: Instant::now(),
            time: self.time,
            stop: self.stop.clone(),
            exhausted: false,
        }
    }
}

/// What a running search has spent of its [`Budget`].
#[derive(Debug)]
pub struct Meter {
    nodes: u64,
    limit: u64,
    started: Instant,
    time: Option<Duration>,
    stop: Stop,
    exhausted: bool,
}

impl Meter {
    /// The clock is read once in this many nodes: reading it costs more than a node of a small
    /// game.
    const CLOCK_EVERY: u64 = 1024;

    /// Counts one visited position.
    #[inline]
    pub fn visit(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.limit {
            self.exhausted = true;
        }
        if self.nodes.is_multiple_of(Self::CLOCK_EVERY) {
            self.check_clock();
        }
    }

    /// Reads the clock and the stop flag now; for searches whose single step is long.
    #[cold]
    pub fn check_clock(&mut self) {
        let late = self.time.is_some_and(|time| self.started.elapsed() >= time);
        self.exhausted |= late || self.stop.is_set();
    }

    /// Whether the budget is spent. Once true it stays true.
    #[inline]
    pub fn exhausted(&self) -> bool {
        self.exhausted
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_ends_the_search() {
        let mut meter = Budget::nodes(3).start();
        meter.visit();
        meter.visit();
        assert!(!meter.exhausted());
        meter.visit();
        assert!(meter.exhausted());
    }

    #[test]
    fn a_stop_from_outside_is_seen() {
        let budget = Budget::unlimited();
        let mut meter = budget.start();
        budget.stop.set();
        for _ in 0..Meter::CLOCK_EVERY {
            meter.visit();
        }
        assert!(meter.exhausted());
    }
}
