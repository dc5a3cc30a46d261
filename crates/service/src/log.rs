//! Logs on standard error.

use std::io::{IsTerminal, stderr};
use tracing::Level;

/// What is logged, unless the environment says otherwise.
const USUAL: Level = Level::WARN;

/// Starts to log: words on a terminal, else a JSON object a line. `LUDEX_LOG` sets the level.
pub(crate) fn start() {
    let wanted = std::env::var("LUDEX_LOG").ok().and_then(|level| level.parse().ok());
    let log = tracing_subscriber::fmt()
        .with_writer(stderr)
        .with_target(false)
        .with_max_level(wanted.unwrap_or(USUAL));
    // Whoever has started a log before us keeps it.
    let _ = if stderr().is_terminal() {
        tracing::subscriber::set_global_default(log.finish())
    } else {
        tracing::subscriber::set_global_default(log.json().finish())
    };
}
