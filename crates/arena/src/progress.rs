//! How far a match is while it is played.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Decisions taken so far, for whoever watches a match from another thread.
///
/// Clones watch the same match.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// One for each thread that plays: threads that shared one would wait for each other.
    counters: Arc<Mutex<Vec<Arc<AtomicU64>>>>,
}

impl Progress {
    /// Decisions in all games, those under way included.
    pub fn decisions(&self) -> u64 {
        let counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        counters.iter().map(|counter| counter.load(Ordering::Relaxed)).sum()
    }

    /// A counter for one thread.
    pub(crate) fn counter(&self) -> Arc<AtomicU64> {
        let counter = Arc::default();
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        counters.push(Arc::clone(&counter));
        counter
    }
}
