//! A game that people and agents play: one machine for every door.
//!
//! Nothing here opens a file, reads a clock or starts a thread. A terminal, a server and a page all drive the same
//! [`Machine`] and answer the same messages.
//!
//! | module | holds |
//! | --- | --- |
//! | [`Machine`] | a game in progress: seats, turns, clocks, falling piece, undo, reasons |
//! | [`Record`] | a game as text |
//! | [`Pairing`] | which game of a match is which: its seed, and who sits where |
//! | [`protocol`] | the messages that all doors speak |
//! | [`desk`] | the answers to them, as far as they need no connection and no store |
#![forbid(unsafe_code)]

pub mod desk;
mod machine;
mod pairing;
mod player;
pub mod protocol;
mod real_time;
pub mod record;
mod settings;

pub use machine::{Answer, Checkpoint, Event, Job, Machine, Move, Purpose, Question, Stroke};
pub use pairing::Pairing;
pub use player::Player;
pub use real_time::RealTime;
pub use record::Record;
pub use settings::{AgentSpeed, TableSettings};
