//! Faults on purpose, thousands of times: exactly the moves that were acknowledged are there.
//!
//! | module | what fails |
//! | --- | --- |
//! | [`mishaps`] | a database that fails, loses its answers or dies with the process, below a whole hub |
//! | [`reverts`] | single writes, with a look at all of the table |
//! | [`disk`] | `SQLite` itself, in a process of its own: full disks, locks, kills |
//!
//! `LUDEX_FAULTS` sets how many there are.

mod disk;
mod mishaps;
mod reverts;

/// So many faults are injected.
fn faults(usual: u64) -> u64 {
    std::env::var("LUDEX_FAULTS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}
