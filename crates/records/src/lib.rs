//! Finished games in one `SQLite` file: kept, listed, exported, replayed, checked.
//!
//! | module | holds |
//! | --- | --- |
//! | [`Game`] | a finished game: moves, seed, agents, version, result |
//! | [`Book`] | the file: games in, games out |
//! | [`Recorder`] | a thread that writes games while others are played |
//! | [`Keeper`] | hands it the games of one match or tournament, which come quickly |
//! | [`Filter`] | which games are meant |
//! | [`mod@replay`] | games played again, and held against what is stored of them |
//! | [`mod@export`] | JSON lines, CSV, and the form with tags that players of board games use |
//! | [`mod@file`], [`lock`] | which files are opened, and which are refused; the service's store is guarded by the same |
#![forbid(unsafe_code)]

mod book;
mod bundle;
pub mod export;
pub mod file;
mod filter;
mod game;
pub mod lock;
mod packed;
mod recorder;
pub mod replay;

pub use book::{Book, List, Summary, Unreadable};
pub use filter::Filter;
pub use game::{Fault, Game, Result, Source, unix_time};
pub use recorder::{Keeper, Recorder};

/// The file among a person's data.
pub const FILE: &str = "records.sqlite";
