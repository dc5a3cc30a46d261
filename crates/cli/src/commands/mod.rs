//! One file per command.

mod arena;
mod bench;
mod clear;
mod completions;
mod curve;
mod engine;
mod exact;
mod explain;
mod games;
mod hint;
mod hint_list;
mod intro;
mod kept;
mod man;
mod pdt;
mod perft;
mod play;
mod puzzle;
mod records;
mod reproduce;
mod run;
mod serve;
mod solve;
mod store;
mod train;
mod tune;
mod tune_time;

use crate::House;
use crate::args::{Args, Command};
use crate::failure::Done;
use crate::resources::Paths;
use ludex_core::resources;
use std::io::Write;

/// Does what the command line says.
pub(crate) fn obey(house: &House, args: Args, out: &mut dyn Write) -> Done {
    if !matches!(args.command, Some(Command::Serve(_) | Command::Store(_))) {
        resources::install(Paths);
    }
    match args.command {
        None => intro::intro(house, out),
        Some(Command::Games { game, json }) => games::games(house, game.as_deref(), json, out),
        Some(Command::Play(args)) => play::play(house, &args, out),
        Some(Command::Run(args)) => run::run(house, &args, out),
        Some(Command::Arena(args)) => arena::arena(house, &args, out),
        Some(Command::Explain(args)) => explain::explain(house, &args, out),
        Some(Command::Hint(args)) => hint::hint(house, &args, out),
        Some(Command::Perft(args)) => perft::perft(house, &args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Pdt(args)) => pdt::run(&args, out),
        Some(Command::Clear(args)) => clear::run(&args, out),
        Some(Command::Puzzle(args)) => puzzle::run(&args, out),
        Some(Command::Exact(args)) => exact::exact(house, &args, out),
        Some(Command::Train(args)) => train::train(house, &args, out),
        Some(Command::Tune(args)) => tune::tune(house, &args, out),
        Some(Command::Bench(args)) => bench::bench(house, &args, out),
        Some(Command::Reproduce(args)) => reproduce::reproduce(&args, out),
        Some(Command::Serve(args)) => serve::serve(house, args, out),
        Some(Command::Store(command)) => store::store(house, command, out),
        Some(Command::Records { records, command }) => {
            records::records(house, records.as_deref(), command.as_ref(), out)
        }
        Some(Command::Engine { game, gomocup: true, .. }) => engine::gomocup(house, &game, out),
        Some(Command::Engine { game, agent, .. }) => engine::engine(house, &game, agent, out),
        Some(Command::Completions { shell }) => completions::completions(house, shell, out),
        Some(Command::Man { command }) => man::man(command.as_deref(), out),
    }
}

/// Prints one JSON document and ends the line.
fn print_json(value: &impl serde::Serialize, out: &mut dyn Write) -> Done {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}
