//! Ludex over HTTP.
//!
//! | module | holds |
//! | --- | --- |
//! | [`tetrisvs`] | the REST API that TetrisVs clients use |
//! | [`limits`] | how much may go on at once |
//! | `server` | the HTTP server as a whole |
#![forbid(unsafe_code)]

pub mod limits;
mod options;
mod refusal;
mod server;
pub mod tetrisvs;

pub use options::{Options, Rooms};
pub use refusal::Refusal;
pub use server::{Server, serve};
