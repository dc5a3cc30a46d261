//! The ways in: WebSocket, REST, standard input.

pub(crate) mod accept;
pub(crate) mod admit;
mod client;
pub(crate) mod docs;
mod extract;
pub(crate) mod origin;
pub(crate) mod rest;
pub(crate) mod stdio;
pub(crate) mod ws;
