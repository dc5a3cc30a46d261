//! Whether the store can be written.

use super::database::{Fault, Outcome};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Whether the store can be written, and since when it cannot.
#[derive(Debug, Default)]
pub(crate) struct Health {
    failing: Mutex<Option<Failing>>,
    failures: AtomicU64,
}

/// A store that cannot be written.
#[derive(Clone, Debug)]
struct Failing {
    since: Instant,
    error: String,
}

impl Health {
    /// Notes that a write failed; one that was done says nothing about the disk, because it may not have touched it.
    pub(super) fn note_failure(&self, outcome: &Outcome) {
        let error = match outcome {
            Err(Fault::Failed(error)) => error,
            Err(Fault::Broken(what)) => return tracing::error!(what, "a table is broken"),
            Ok(()) | Err(Fault::Closed) => return,
        };
        self.failures.fetch_add(1, Ordering::Relaxed);
        let mut failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        if failing.is_none() {
            tracing::error!(error, "the store cannot be written");
        }
        let since = failing.take().map_or_else(Instant::now, |before| before.since);
        *failing = Some(Failing { since, error: error.clone() });
    }

    /// Notes how a trial went.
    pub(super) fn note(&self, trial: &Outcome) {
        if trial.is_err() {
            return;
        }
        let mut failing = self.failing.lock().unwrap_or_else(PoisonError::into_inner);
        if failing.take().is_some() {
            tracing::warn!("the store can be written again");
        }
    }

    pub(super) fn is_failing(&self) -> bool {
        self.failing.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Since when it cannot be written, and why.
    fn failing(&self) -> Option<Failing> {
        self.failing.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// One line for whoever looks after the server; an error where something must be done.
    pub(crate) fn report(&self) -> Result<&'static str, String> {
        let Some(Failing { since, error }) = self.failing() else { return Ok("ok\n") };
        let seconds = since.elapsed().as_secs();
        Err(format!(
            "the store of games cannot be written for {seconds} s: {error}; no move is taken\n"
        ))
    }

    /// Figures for Prometheus.
    pub(crate) fn metrics(&self) -> String {
        let (failing, failures) = (self.is_failing(), self.failures.load(Ordering::Relaxed));
        let mut text = String::new();
        for (kind, name, help, value) in [
            (
                "gauge",
                "ludex_store_failing",
                "1 while the store cannot be written.",
                failing.into(),
            ),
            ("counter", "ludex_store_failures_total", "Writes that failed.", failures),
        ] {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        text
    }
}
