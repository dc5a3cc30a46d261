//! Ludex over HTTP, WebSocket and standard input.
//!
//! | module | holds |
//! | --- | --- |
//! | [`protocol`] | the messages that all doors speak |
//! | `session` | tables: games that people and agents play, and others watch |
//! | `hub`, `catalogue`, `desk` | all tables of a server, what can be played, who answers what |
//! | `work` | analyses, reviews, matches |
//! | `store`, `replay` | games that survive a restart, in one `SQLite` file; [`Archive`] looks at it from outside |
//! | `transport` | WebSocket, REST, standard input |
//! | [`tetrisvs`] | the REST API that `TetrisVs` clients use |
//! | [`limits`], `metrics` | how much may go on at once, and how much does |
//! | `server`, `assets` | the HTTP server as a whole, the page |
#![forbid(unsafe_code)]

mod assets;
mod catalogue;
mod desk;
mod hub;
pub mod limits;
mod log;
mod metrics;
mod options;
pub mod protocol;
mod refusal;
mod replay;
mod server;
mod session;
mod store;
pub mod tetrisvs;
mod transport;
mod trouble;
mod work;

pub use options::{Options, Rooms};
pub use refusal::Refusal;
pub use server::{Server, serve};
pub use store::{Archive, BackedUp, Checked, Exported, TableFault};
pub use transport::stdio::engine;
