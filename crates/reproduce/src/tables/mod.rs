//! The tables. Each file says what was published and measures the same thing here.

mod boards;
mod equal;
mod levels;
mod lists;
mod policies;
mod solo;
mod steps;
mod tiles;
mod versus;

use crate::Entry;

/// All of them.
pub(crate) const ALL: &[Entry] = &[
    solo::ENTRY,
    versus::ENTRY,
    policies::ENTRY,
    boards::ENTRY,
    steps::ENTRY,
    lists::ENTRY,
    equal::ENTRY,
    levels::ENTRY,
    tiles::ENTRY,
];
