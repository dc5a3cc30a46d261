//! `ludex perft`: counts of positions by depth.

use super::print_json;
use crate::House;
use crate::args::PerftArgs;
use crate::failure::{Done, Failure};
use crate::input::table;
use crate::output::{columns, spinner, stop_when_unwanted};
use ludex_core::{AnyRoom, AnyTable, Error, Perft, Setup, Spec};
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

#[derive(Serialize)]
struct Document {
    depths: Vec<u64>,
    paths: Vec<u64>,
    seconds: f64,
    /// Whether depths are missing because nobody wanted to wait for them.
    interrupted: bool,
}

pub(super) fn perft(house: &House, args: &PerftArgs, out: &mut dyn Write) -> Done {
    let room = house.room(&args.game)?;
    let mut table = table(room, &args.rules, args.position.as_deref(), args.seed)?;
    if let Some(queue) = &args.queue {
        table = queued(room, table.as_ref(), queue)?;
    }
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
    if args.json { print_json(&document, out) } else { print(&document, out) }?;
    Failure::if_interrupted(interrupted)
}

/// Lines of position files about pieces that come: a queue stands in their place.
const COMING: [&str; 4] = ["next", "next2", "dealt", "falling"];

/// The same position with exactly these pieces to come, each known as late as the rules allow.
fn queued(
    room: &dyn AnyRoom,
    table: &dyn AnyTable,
    queue: &str,
) -> Result<Box<dyn AnyTable>, Failure> {
    let rules = queue_rules(room, &table.rules(), queue)?;
    let (size, seed) = (table.size(), table.seed());
    // Refuses a bad queue by its own name, which the text of a position would hide.
    room.open(&Setup { rules: rules.clone(), size: Some(size), seed })?;
    let saved = table.save();
    let about_pieces = |line: &&str| line.split(' ').next().is_some_and(|w| COMING.contains(&w));
    let mut text = format!("{} {rules} {size}\n", room.info().name);
    for line in saved.lines().skip(1).filter(|line| !about_pieces(line)) {
        text += line;
        text.push('\n');
    }
    Ok(room.load(&text, seed)?)
}

/// The rules with a list of pieces in place of a randomizer.
fn queue_rules(room: &dyn AnyRoom, rules: &Spec, queue: &str) -> Result<Spec, Failure> {
    let info = room.info();
    let chosen = rules.choose("rule set", info.rules)?;
    let takes = |name: &str| chosen.parameters.iter().any(|parameter| parameter.name == name);
    if !takes("list") {
        let reason = format!("{} {} has no queue of pieces", info.name, chosen.name);
        return Err(Error::bad("option --queue", queue, reason).into());
    }
    let rules = rules.clone().with("list", queue);
    Ok(if takes("known") { rules.with("known", 1) } else { rules })
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
