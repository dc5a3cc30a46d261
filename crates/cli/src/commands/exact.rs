//! `ludex exact`: the exact value of a small game.

use super::print_json;
use crate::House;
use crate::args::ExactArgs;
use crate::failure::{Done, Failure};
use crate::input::setup;
use crate::output::{columns, spinner, stop_when_unwanted};
use ludex_core::{ExactValue, Seed, Size};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::Write;
use std::time::Instant;

#[derive(Serialize)]
struct Document {
    game: String,
    size: Size,
    value: f64,
    states: u64,
    figures: Map<String, Value>,
    seconds: f64,
}

pub(super) fn exact(house: &House, args: &ExactArgs, out: &mut dyn Write) -> Done {
    let room = house.room(&args.game)?;
    let setup = setup(room, &args.rules, Seed(1));
    let size = room.open(&setup)?.size();
    let stop = stop_when_unwanted();
    let progress = spinner("solving");
    let started = Instant::now();
    let steps = |done: u64, all: u64| progress.set_message(told(done, all));
    let solved = room.exact(&setup, &stop, &steps);
    progress.finish_and_clear();
    let Some(ExactValue { value, states, figures }) = solved? else {
        return Err(Failure::Interrupted(Some("interrupted before it was solved".into())));
    };
    let figures = figures.into_iter().map(|(name, value)| (name, value.into())).collect();
    let seconds = started.elapsed().as_secs_f64();
    let game = args.game.clone();
    let document = Document { game, size, value, states, figures, seconds };
    if args.json { print_json(&document, out) } else { print(&document, out) }
}

fn told(done: u64, all: u64) -> String {
    match all {
        0 => format!("listing positions, layer {done}"),
        _ => format!("valuing positions, layer {done} of {all}"),
    }
}

fn print(document: &Document, out: &mut dyn Write) -> Done {
    let Document { game, size, value, states, figures, seconds } = document;
    let mut lines = vec![vec!["value".to_owned(), format!("{value:.10}")]];
    for (name, figure) in figures {
        let figure = figure.as_f64().unwrap_or_default();
        lines.push(vec![name.clone(), format!("{figure:.10}")]);
    }
    lines.push(vec!["positions".to_owned(), states.to_string()]);
    writeln!(out, "{game} {size}, solved in {seconds:.1} s")?;
    write!(out, "{}", columns(&lines))?;
    Ok(())
}
