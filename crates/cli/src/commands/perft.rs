//! `ludex perft`: counts of positions by depth.

use super::print_json;
use crate::House;
use crate::args::PerftArgs;
use crate::failure::Done;
use crate::input::table;
use crate::output::{columns, spinner, stop_when_unwanted};
use ludex_core::Perft;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

#[derive(Serialize)]
struct Document {
    depths: Vec<u64>,
    paths: Vec<u64>,
    seconds: f64,
}

pub(super) fn perft(house: &House, args: &PerftArgs, out: &mut dyn Write) -> Done {
    let room = house.room(&args.game)?;
    let table = table(room, &args.rules, args.position.as_deref(), args.seed)?;
    let stop = stop_when_unwanted();
    let progress = spinner("counting; Ctrl-C for what is known so far");
    let started = Instant::now();
    let Perft { positions, paths } = table.perft(args.depth, &stop);
    progress.finish_and_clear();
    // Where the literature counts paths, they are the depths that everybody compares.
    let depths = if positions.is_empty() { paths.clone() } else { positions };
    let document = Document { depths, paths, seconds: started.elapsed().as_secs_f64() };
    if args.json { print_json(&document, out) } else { print(&document, args.depth, out) }
}

fn print(document: &Document, depth: u32, out: &mut dyn Write) -> Done {
    let mut lines = vec![["depth", "positions", "paths"].map(String::from).to_vec()];
    for (i, (positions, paths)) in document.depths.iter().zip(&document.paths).enumerate() {
        lines.push(vec![(i + 1).to_string(), positions.to_string(), paths.to_string()]);
    }
    write!(out, "{}", columns(&lines))?;
    if document.depths.len() < depth as usize {
        writeln!(out, "interrupted before depth {}", document.depths.len() + 1)?;
    }
    writeln!(out, "{:.3} s", document.seconds)?;
    Ok(())
}
