//! `ludex perft`: counts of positions by depth.

use super::print_json;
use crate::House;
use crate::args::PerftArgs;
use crate::failure::{Done, Failure};
use crate::input::{setup, table};
use crate::output::{columns, spinner, stop_when_unwanted};
use ludex_core::{AnyRoom, AnyTable, Error, Perft};
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

#[derive(Serialize)]
struct Document {
    depths: Vec<u64>,
    paths: Vec<u64>,
    seconds: f64,
    /// Whether depths are missing because nobody wanted to wait for them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
}

pub(super) fn perft(house: &House, args: &PerftArgs, out: &mut dyn Write) -> Done {
    let room = house.room(&args.game)?;
    let table = match &args.queue {
        Some(queue) => queued(room, args, queue)?,
        None => table(room, &args.rules, args.position.as_deref(), args.seed)?,
    };
    let stop = stop_when_unwanted();
    let progress = spinner("counting; Ctrl-C for what is known so far");
    let started = Instant::now();
    let Perft { positions, paths } = table.perft(args.depth, &stop);
    progress.finish_and_clear();
    // Where the literature counts paths, they are the depths that everybody compares.
    let depths = if positions.is_empty() { paths.clone() } else { positions };
    let interrupted = depths.len() < args.depth as usize;
    let document =
        Document { depths, paths, seconds: started.elapsed().as_secs_f64(), interrupted };
    if args.json { print_json(&document, out) } else { print(&document, out) }
}

/// A table on which exactly these pieces come, each known only when it is to be placed.
fn queued(room: &dyn AnyRoom, args: &PerftArgs, queue: &str) -> Result<Box<dyn AnyTable>, Failure> {
    let mut setup = setup(room, &args.rules, args.seed);
    let rules = room.info().rules;
    let chosen = setup.rules.choose("rule set", rules)?;
    let takes = |name: &str| chosen.parameters.iter().any(|parameter| parameter.name == name);
    if !takes("list") || !takes("known") {
        let reason = format!("{} {} has no queue of pieces", args.game, chosen.name);
        return Err(Error::bad("option --queue", queue, reason).into());
    }
    setup.rules = setup.rules.with("list", queue).with("known", 1);
    Ok(room.open(&setup)?)
}

fn print(document: &Document, out: &mut dyn Write) -> Done {
    let mut lines = vec![["depth", "positions", "paths"].map(String::from).to_vec()];
    for (i, (positions, paths)) in document.depths.iter().zip(&document.paths).enumerate() {
        lines.push(vec![(i + 1).to_string(), positions.to_string(), paths.to_string()]);
    }
    write!(out, "{}", columns(&lines))?;
    if document.interrupted {
        writeln!(out, "interrupted before depth {}", document.depths.len() + 1)?;
    }
    writeln!(out, "{:.3} s", document.seconds)?;
    Ok(())
}
