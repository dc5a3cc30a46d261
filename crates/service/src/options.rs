//! What a server needs to know.

use crate::limits::{Limits, Pool};
use std::path::PathBuf;

pub use ludex_table::desk::Rooms;

/// Makes routes of a program's own, which the server answers beside its own; the pool is for what takes thought.
pub type MakeRouter = fn(Pool) -> ludex_core::Result<axum::Router>;

/// What a server needs to know.
#[derive(Clone)]
pub struct Options {
    /// The games.
    pub rooms: Rooms,
    /// The address to listen on.
    pub host: String,
    /// The port to listen on; 0 takes any that is free.
    pub port: u16,
    /// Folder for the games that are to survive a restart; without it they are kept in memory.
    pub data: Option<PathBuf>,
    /// File where finished games are kept for good; without it they are not.
    pub records: Option<PathBuf>,
    /// Whether to log to standard error: words on a terminal, else a JSON object a line.
    pub log: bool,
    /// How much may go on at once.
    pub limits: Limits,
    /// Further routes, such as the API of an older system whose clients live on.
    pub routers: Vec<MakeRouter>,
}

impl Options {
    /// Serves these games on 127.0.0.1, port 7777.
    pub fn new(rooms: impl Into<Rooms>) -> Self {
        Self {
            rooms: rooms.into(),
            host: "127.0.0.1".into(),
            port: 7777,
            data: None,
            records: None,
            log: false,
            limits: Limits::default(),
            routers: Vec::new(),
        }
    }
}
