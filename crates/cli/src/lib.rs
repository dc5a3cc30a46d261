//! The `ludex` program: a command line and a terminal UI for any list of games.
//!
//! A game of your own gets all of it with one line:
//!
//! ```ignore
//! use ludex::prelude::*;
//!
//! fn main() -> std::process::ExitCode {
//!     ludex::main_with(vec![room::<Nim>()])
//! }
//! ```
//!
//! The guide `docs/add-a-game.md` builds such a game from nothing.
#![forbid(unsafe_code)]

mod args;
mod benches;
mod commands;
mod failure;
mod house;
mod input;
mod output;
mod outputs;
mod play;
pub mod prelude;
mod resources;

pub use benches::Bench;
pub use house::House;

use ludex_core::AnyRoom;
use std::process::ExitCode;

/// Reads a record as `play --replay` does and writes it again. For tests that try to break it.
#[doc(hidden)]
pub fn check_record(rooms: &[Box<dyn AnyRoom>], text: &str) -> ludex_core::Result<String> {
    play::Replay::read(rooms, text).map(|replay| replay.record.text())
}

/// Runs the program with these games: reads the command line, does what it says.
///
/// The exit code is 0 when it is done, 1 when it failed, 2 when it was asked wrongly.
pub fn main_with(rooms: Vec<Box<dyn AnyRoom>>) -> ExitCode {
    House::new(rooms).main()
}
