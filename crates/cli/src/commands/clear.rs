//! `ludex clear`: perfect clears of a queue.

use super::print_json;
use crate::args::ClearArgs;
use crate::failure::{Done, Failure};
use crate::input::read_text;
use crate::output::{bar, spinner, stop_when_unwanted};
use ludex_core::{Error, Stop};
use ludex_offline::clear::{Answer, Chance, Field, MOST_ROWS, chance, orders};
use ludex_tetris::sets;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// Orders of a bag that are tried at most; more would take days.
const MOST_ORDERS: u64 = 1_000_000;

#[derive(Serialize)]
struct Document {
    queue: String,
    hold: bool,
    rows: usize,
    solutions: usize,
    /// The pictures, the highest row first.
    pictures: Vec<String>,
    nodes: u64,
    seconds: f64,
    interrupted: bool,
}

#[derive(Serialize)]
struct ChanceDocument {
    bag: String,
    hold: bool,
    rows: usize,
    #[serde(flatten)]
    chance: Chance,
    share: f64,
    seconds: f64,
}

pub(super) fn run(args: &ClearArgs, out: &mut dyn Write) -> Done {
    let field = field(args)?;
    let queue = field.read_queue(&args.queue)?;
    let Some(needed) = field.needed() else {
        let reason = "the empty cells of these rows are no multiple of four; give other rows";
        return Err(Error::bad("number of rows", field.rows().to_string(), reason).into());
    };
    if queue.len() < needed {
        let reason = format!("{needed} pieces are needed to fill {} rows", field.rows());
        return Err(Error::bad("queue", &args.queue, reason).into());
    }
    let stop = stop_when_unwanted();
    if args.orders {
        return print_chance(args, &field, &queue, &stop, out);
    }
    let started = Instant::now();
    let progress = spinner("searching; Ctrl-C for what is known so far");
    let answer = field.solve(&queue, args.hold, !args.first, &stop);
    progress.finish_and_clear();
    print(args, &field, &answer, started.elapsed().as_secs_f64(), out)?;
    Failure::if_interrupted(answer.stopped)
}

fn field(args: &ClearArgs) -> Result<Field, Failure> {
    let (width, full) = match &args.board {
        Some(path) => Field::read_board(&read_text("board", path)?)?,
        None => (10, Vec::new()),
    };
    let rows = match args.rows {
        Some(rows) => rows,
        None if full.is_empty() => 4,
        None => Field::least_rows(width, &full).ok_or_else(|| {
            let reason = format!("no number of rows up to {MOST_ROWS} leaves a multiple of four");
            Error::bad("board", format!("{} rows high", full.len()), reason)
        })?,
    };
    let set = sets::named_or_in_file(&args.set)?;
    Ok(Field::new(width, rows, &full, set, args.moves)?)
}

fn print(
    args: &ClearArgs,
    field: &Field,
    answer: &Answer,
    seconds: f64,
    out: &mut dyn Write,
) -> Done {
    let pictures = answer.found.iter().map(|found| field.picture(&found.laid));
    if args.json {
        let document = Document {
            queue: args.queue.clone(),
            hold: args.hold,
            rows: field.rows(),
            solutions: answer.found.len(),
            pictures: pictures.collect(),
            nodes: answer.nodes,
            seconds,
            interrupted: answer.stopped,
        };
        return print_json(&document, out);
    }
    for picture in pictures {
        writeln!(out, "{picture}")?;
    }
    let said = match (answer.found.len(), args.first) {
        (0, _) if answer.stopped => "none found before the interrupt".to_owned(),
        (0, _) => "no perfect clear: everything was tried".to_owned(),
        (_, true) => "the first perfect clear".to_owned(),
        (count, false) => format!("{count} perfect clears"),
    };
    let cut = if answer.stopped { ", interrupted" } else { "" };
    writeln!(out, "{said}{cut}, {} fields, {seconds:.3} s", answer.nodes)?;
    Ok(())
}

fn print_chance(
    args: &ClearArgs,
    field: &Field,
    bag: &[u8],
    stop: &Stop,
    out: &mut dyn Write,
) -> Done {
    let all = orders(bag);
    if all > MOST_ORDERS {
        let reason =
            format!("it has {all} orders; give fewer pieces, {MOST_ORDERS} orders is the most");
        return Err(Error::bad("bag", &args.queue, reason).into());
    }
    let started = Instant::now();
    let progress = bar(all, "orders");
    let chance = chance(field, bag, args.hold, stop, || progress.inc(1));
    progress.finish_and_clear();
    let share = if chance.orders == 0 { 0.0 } else { chance.clear as f64 / chance.orders as f64 };
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        let bag = args.queue.clone();
        let (hold, rows) = (args.hold, field.rows());
        let stopped = chance.stopped;
        print_json(&ChanceDocument { bag, hold, rows, chance, share, seconds }, out)?;
        return Failure::if_interrupted(stopped);
    }
    let cut = if chance.stopped { " before the interrupt" } else { "" };
    writeln!(
        out,
        "{} of {} orders can be cleared{cut}: {:.2} %",
        chance.clear,
        chance.orders,
        100.0 * share
    )?;
    writeln!(out, "{seconds:.3} s")?;
    Failure::if_interrupted(chance.stopped)
}
