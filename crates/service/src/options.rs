//! What a server needs to know.

use ludex_core::AnyRoom;
use std::path::PathBuf;
use std::sync::Arc;

/// The games of a house.
pub type Rooms = Arc<[Box<dyn AnyRoom>]>;

/// What a server needs to know.
#[derive(Clone)]
pub struct Options {
    /// The games.
    pub rooms: Rooms,
    /// The address to listen on.
    pub host: String,
    /// The port to listen on; 0 takes any that is free.
    pub port: u16,
    /// Folder for what is to survive a restart.
    pub data: Option<PathBuf>,
}

impl Options {
    /// Serves these games on 127.0.0.1, port 7777.
    pub fn new(rooms: impl Into<Rooms>) -> Self {
        Self { rooms: rooms.into(), host: "127.0.0.1".into(), port: 7777, data: None }
    }
}
