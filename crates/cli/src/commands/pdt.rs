//! `ludex pdt`: placement decision trees of boxes.

use super::print_json;
use crate::args::PdtArgs;
use crate::failure::{Done, Failure};
use crate::output::{spinner, stop_when_unwanted};
use crate::outputs::{self, Kind};
use ludex_core::Error;
use ludex_offline::pdt::{Filler, Filling, Graph, Question};
use ludex_offline::{Kit, read_list, write_puts};
use ludex_tetris::sets;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

#[derive(Serialize)]
struct Document {
    #[serde(rename = "box")]
    shape: String,
    placements: usize,
    tilings: Option<u128>,
    sequences: Option<u128>,
    states: usize,
    seconds: f64,
    lists: Option<u64>,
    edges: u64,
}

#[derive(Serialize)]
struct Answer {
    #[serde(rename = "box")]
    shape: String,
    queue: String,
    buffer: usize,
    fills: bool,
    placements: Vec<String>,
    states: usize,
    seconds: f64,
}

pub(super) fn run(args: &PdtArgs, out: &mut dyn Write) -> Done {
    let kit = Kit::new(&sets::named_or_in_file(&args.set)?)?;
    args.output.as_ref().map_or(Ok(()), |path| outputs::check(Kind::Tree, path))?;
    let stop = stop_when_unwanted();
    let started = Instant::now();
    let progress = spinner(&format!("finding the states of {}", args.shape));
    let graph = Graph::build(args.shape, &kit, &stop);
    if stop.is_set() {
        progress.finish_and_clear();
        let text = "interrupted before all states were known";
        return Err(Failure::Interrupted(Some(text.into())));
    }
    let graph = graph?;
    if let Some(path) = &args.output {
        outputs::write(path, &graph.to_bytes())?;
    }
    if let Some(queue) = &args.queue {
        progress.finish_and_clear();
        return fill(args, &graph, queue, out);
    }
    progress.set_message("counting");
    let counts = graph.count();
    progress.finish_and_clear();
    let document = Document {
        shape: args.shape.to_string(),
        placements: counts.placements,
        tilings: counts.tilings,
        sequences: counts.sequences,
        states: counts.states,
        seconds: started.elapsed().as_secs_f64(),
        lists: counts.lists,
        edges: counts.edges,
    };
    if args.json { print_json(&document, out) } else { print(&document, out) }
}

/// Answers whether a queue fills the box.
fn fill(args: &PdtArgs, graph: &Graph, queue: &str, out: &mut dyn Write) -> Done {
    let list = read_list(queue.as_bytes(), graph.kit())?;
    if list.left_out.is_some() {
        let highest = ludex_offline::symbol(graph.kit().len() as u8 - 1);
        return Err(Error::bad("queue", queue, format!("name pieces by 1 to {highest}")).into());
    }
    let stop = stop_when_unwanted();
    let started = Instant::now();
    let question = Question { list: &list.pieces, buffer: args.buffer.into() };
    let (answer, states) = Filler::new(graph).fill_counted(question, &stop);
    let seconds = started.elapsed().as_secs_f64();
    let puts = match answer {
        Filling::Filled(puts) => Some(puts),
        Filling::Impossible => None,
        Filling::Unknown => {
            return Err(Failure::Interrupted(Some("interrupted before it was known".into())));
        }
    };
    if args.json {
        let lines = puts.as_deref().map(write_puts).unwrap_or_default();
        let document = Answer {
            shape: args.shape.to_string(),
            queue: queue.to_owned(),
            buffer: args.buffer.into(),
            fills: puts.is_some(),
            placements: lines.lines().map(str::to_owned).collect(),
            states,
            seconds,
        };
        return print_json(&document, out);
    }
    match puts {
        Some(puts) => write!(out, "{}", write_puts(&puts))?,
        None => writeln!(out, "proved: these pieces cannot fill {}", args.shape)?,
    }
    Ok(())
}

fn print(document: &Document, out: &mut dyn Write) -> Done {
    let count = |count: Option<u128>| count.map_or("too many to count".into(), |n| n.to_string());
    writeln!(out, "box {}", document.shape)?;
    writeln!(out, "placements  {}", document.placements)?;
    writeln!(out, "tilings     {}", count(document.tilings))?;
    writeln!(out, "sequences   {}", count(document.sequences))?;
    writeln!(out, "lists       {}", count(document.lists.map(u128::from)))?;
    writeln!(out, "states      {}", document.states)?;
    writeln!(out, "edges       {}", document.edges)?;
    writeln!(out, "{:.3} s", document.seconds)?;
    Ok(())
}
