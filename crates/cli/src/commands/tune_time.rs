//! How much of a tuning's time its games take.

use ludex_core::{Result, Seed};
use ludex_learn::tune::course::Course;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Games whose time is taken.
pub(super) struct Timed<'a> {
    course: &'a dyn Course,
    nanoseconds: AtomicU64,
}

impl<'a> Timed<'a> {
    pub(super) fn new(course: &'a dyn Course) -> Self {
        Self { course, nanoseconds: AtomicU64::new(0) }
    }

    /// What part of the time of so many threads was spent in games.
    pub(super) fn share(&self, passed: Duration, threads: usize) -> f64 {
        let games = Duration::from_nanos(self.nanoseconds.load(Relaxed)).as_secs_f64();
        let all = passed.as_secs_f64() * threads as f64;
        if all > 0.0 { (games / all).min(1.0) } else { 0.0 }
    }
}

impl Course for Timed<'_> {
    fn setting(&self) -> (String, String) {
        self.course.setting()
    }

    fn scales(&self) -> Vec<f64> {
        self.course.scales()
    }

    fn only_directions(&self) -> bool {
        self.course.only_directions()
    }

    fn nearest(&self, weights: &[f64]) -> Vec<f64> {
        self.course.nearest(weights)
    }

    fn counted(&self) -> &'static str {
        self.course.counted()
    }

    fn play(&self, weights: &[f64], seed: Seed, limit: u64) -> Result<f64> {
        let begun = Instant::now();
        let result = self.course.play(weights, seed, limit);
        self.nanoseconds.fetch_add(begun.elapsed().as_nanos() as u64, Relaxed);
        result
    }
}
