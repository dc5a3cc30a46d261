//! The `ludex` program with the games of the house.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ludex::main_with(ludex_games::all())
}
