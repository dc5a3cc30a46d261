//! The one clock of a server: time since its first look at it.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Time since the first call.
pub(crate) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
