//! `ludex completions`: for the shells that have them.

use crate::House;
use crate::args::Args;
use crate::failure::Done;
use crate::house::program_name;
use clap::CommandFactory;
use clap::builder::PossibleValuesParser;
use clap_complete::{Shell, generate};
use std::io::Write;

pub(super) fn completions(house: &House, shell: Shell, out: &mut dyn Write) -> Done {
    let mut command = Args::command();
    for name in ["play", "run", "explain", "perft"] {
        let games: Vec<&str> = house.rooms().iter().map(|room| room.info().name).collect();
        command = command.mut_subcommand(name, |sub| {
            sub.mut_arg("game", |game| game.value_parser(PossibleValuesParser::new(games)))
        });
    }
    // The generator panics when it cannot write, so it writes where it always can.
    let mut script = Vec::new();
    generate(shell, &mut command, program_name(), &mut script);
    Ok(out.write_all(&script)?)
}
