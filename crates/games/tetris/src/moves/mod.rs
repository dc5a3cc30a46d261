//! Where a piece can go: straight drops, everything that keys can reach, and the keys that get there.

pub mod drop;
pub mod keys;
pub mod path;
pub mod perft;
pub mod reach;
