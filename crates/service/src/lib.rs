//! Ludex over HTTP, WebSocket and standard input.
//!
//! | module | holds |
//! | --- | --- |
//! | [`protocol`] | the messages that all doors speak; [`ludex_table::desk`] answers them |
//! | `session` | tables that many may touch at once: a driver, a store, listeners |
//! | `hub`, `desk`, `catalogue` | all tables of a server, who answers what, shows for the home page |
//! | `curves` | how tunings went, for the page |
//! | `puzzle` | puzzles, which need no table |
//! | `work` | long work on a pool of its own: analyses, reviews, matches |
//! | `store`, `replay` | games that survive a restart, in one `SQLite` file; [`Archive`] looks at it from outside |
//! | `transport` | WebSocket, REST, standard input |
//! | [`limits`], `metrics` | how much may go on at once, and how much does |
//! | `server`, `assets` | the HTTP server as a whole, the page |
#![forbid(unsafe_code)]

mod assets;
mod catalogue;
mod clock;
mod curves;
mod desk;
mod error;
mod hub;
pub mod limits;
mod log;
mod metrics;
mod options;
mod puzzle;
mod replay;
mod secret;
mod server;
mod session;
mod store;
mod transport;
mod work;

pub use curves::CURVES;
pub use error::RequestError;
pub use ludex_table::protocol;
pub use options::{MakeRouter, Options, Rooms};
pub use server::{Server, serve, serve_game};
pub use store::{Archive, BackedUp, Checked, Exported, TableFault};
pub use transport::stdio::engine;
