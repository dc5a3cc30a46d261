//! `ludex solve`: offline Tetris, a list of pieces in, placements out.

use super::print_json;
use crate::args::SolveArgs;
use crate::failure::{Done, Failure};
use crate::input::{read_bytes, read_text};
use crate::output::{spinner, stop_when_unwanted};
use crate::outputs::{self, Kind};
use ludex_core::{Decision, Error, Seed, Stop, explain};
use ludex_offline::page::{bars, page};
use ludex_offline::pdt::Graph;
use ludex_offline::reasons::Names;
use ludex_offline::report::{self, Line};
use ludex_offline::{
    Kit, Method, Options, Outcome, Put, Solution, Task, Weights, read_list, read_puts, reasons,
    solve, verify, write_puts,
};
use ludex_tetris::sets;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

#[derive(Serialize)]
struct Document {
    pieces: usize,
    width: usize,
    buffer: usize,
    method: &'static str,
    rows: usize,
    height: usize,
    holes: u64,
    seconds: f64,
    placed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<bool>,
    interrupted: bool,
}

#[derive(Serialize)]
struct Checked {
    pieces: usize,
    width: usize,
    buffer: usize,
    #[serde(flatten)]
    outcome: Outcome,
}

pub(super) fn run(args: &SolveArgs, out: &mut dyn Write) -> Done {
    let task = task(args)?;
    for (kind, path) in [(Kind::Placements, &args.output), (Kind::Page, &args.html)] {
        path.as_ref().map_or(Ok(()), |path| outputs::check(kind, path))?;
    }
    let Some(path) = &args.list else { return distributions(args, &task, out) };
    let list = list(path, &task.kit)?;
    if let Some(puts) = &args.placements {
        return check(args, &task, &list, puts, out);
    }
    let graph = args.pdt.as_deref().map(|path| graph(path, &task.kit)).transpose()?;
    let options = Options {
        weights: weights(args)?,
        nodes: args.nodes,
        graph: graph.as_ref(),
        ..Options::default()
    };
    let stop = stop_when_unwanted();
    let started = Instant::now();
    let solution = one(&task, &list, args.method, &options, &stop)?;
    let seconds = started.elapsed().as_secs_f64();
    save(args, &task, &list, &solution, &options, &stop)?;
    if let Some(number) = args.explain {
        return give_reasons(args, &task, &list, &solution, number, &stop, out);
    }
    let Outcome { placed, rows, height, holes } = solution.outcome;
    let document = Document {
        pieces: list.len(),
        width: task.width,
        buffer: task.buffer,
        method: args.method.name(),
        rows,
        height,
        holes,
        seconds,
        placed,
        proved: solution.proved,
        interrupted: stop.is_set(),
    };
    match (args.json, &args.output) {
        (true, _) => print_json(&document, out)?,
        (false, Some(_)) => print(&document, out)?,
        (false, None) => write!(out, "{}", write_puts(&solution.puts))?,
    }
    Failure::if_interrupted(document.interrupted)
}

fn one(
    task: &Task,
    list: &[u8],
    method: Method,
    options: &Options,
    stop: &Stop,
) -> Result<Solution, Failure> {
    let progress = spinner(&format!(
        "{} places {} pieces; Ctrl-C for what is known so far",
        method.name(),
        list.len()
    ));
    let solution = solve(task, list, method, options, stop);
    progress.finish_and_clear();
    Ok(solution?)
}

/// The methods of the CITS4211 report's figures, and the default here.
const COMPARED: [Method; 3] = [Method::Naive, Method::Pdt, Method::Beam];

/// Compares methods on the report's kinds of lists.
fn distributions(args: &SolveArgs, task: &Task, out: &mut dyn Write) -> Done {
    if task.kit != Kit::standard() {
        return Err(Error::bad(
            "piece set",
            &args.set,
            "the report's lists are of its own seven pieces",
        )
        .into());
    }
    let mut methods = COMPARED.to_vec();
    methods.extend(args.compare.iter().filter(|method| !COMPARED.contains(method)));
    let stop = stop_when_unwanted();
    let progress = spinner("comparing methods");
    let lines = report::compare(task, &methods, Seed(1), &stop, || progress.tick());
    progress.finish_and_clear();
    let lines = lines?;
    if let Some(path) = &args.html {
        let title = format!("Methods compared: width {}, buffer {}", task.width, task.buffer);
        outputs::write(path, bars(&title, &lines).as_bytes())?;
    }
    if args.json {
        print_json(&lines, out)?;
    } else {
        writeln!(out, "{:<18}{:<11}{:>7}{:>8}{:>8}", "lists", "method", "rows", "height", "holes")?;
        for Line { lists, method, rows, height, holes } in &lines {
            writeln!(out, "{lists:<18}{method:<11}{rows:>7.1}{height:>8.1}{holes:>8.1}")?;
        }
    }
    Failure::if_interrupted(stop.is_set())
}

/// Pieces that are looked ahead when a placement is explained.
const AHEAD: usize = 12;
/// Candidates that are listed.
const ROWS: usize = 10;

/// A placement with its reasons.
#[derive(Serialize)]
struct Reasons<'a> {
    placement: u64,
    played: &'a str,
    #[serde(flatten)]
    decision: &'a Decision<String>,
    words: &'a str,
}

/// Says why a placement of the solution goes where it goes, and why another piece waits.
fn give_reasons(
    args: &SolveArgs,
    task: &Task,
    list: &[u8],
    solution: &Solution,
    number: u64,
    stop: &Stop,
    out: &mut dyn Write,
) -> Done {
    let text = |put: Put| put.to_string();
    let count = solution.puts.len();
    let at =
        usize::try_from(number).ok().filter(|n| (1..=count).contains(n)).ok_or_else(|| {
            Error::bad("placement", number.to_string(), format!("give 1 to {count}"))
        })? - 1;
    let (before, put) = (&solution.puts[..at], solution.puts[at]);
    let decision = reasons::decide_for(task, list, before, put, AHEAD, stop)?;
    let words = reasons::words(task, list, before, &decision, Names::Numbers)?;
    let decision = decision.map(text);
    if args.json {
        let played = &text(put);
        let reasons = Reasons { placement: number, played, decision: &decision, words: &words };
        return print_json(&reasons, out);
    }
    writeln!(out, "{words}\n")?;
    writeln!(out, "{}", explain::table(&decision, ROWS.max(decision.chosen + 1)))?;
    writeln!(out, "What {} is worth, {AHEAD} pieces on:", decision.best().action)?;
    writeln!(out, "{}", explain::term_table(&decision.best().terms))?;
    Ok(())
}

fn task(args: &SolveArgs) -> Result<Task, Failure> {
    let kit = Kit::new(&sets::named_or_in_file(&args.set)?)?;
    Ok(Task::new(args.width, args.buffer, args.height, kit)?)
}

fn list(path: &Path, kit: &Kit) -> Result<Vec<u8>, Failure> {
    let bytes = read_bytes("list", path)?;
    let read = read_list(&bytes, kit);
    let list = read.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
    if list.pieces.is_empty() {
        let say = format!("{}: it names no piece; write digits such as 1234567", path.display());
        return Err(Failure::Usage(say));
    }
    if let Some((line, column)) = list.left_out {
        // A note, no result: the sheet's format allows it, but it is seldom meant.
        let _ = writeln!(
            std::io::stderr(),
            "note: {}: line {line} ends at column {column}, where no piece is named; the rest of it is left out",
            path.display()
        );
    }
    Ok(list.pieces)
}

fn weights(args: &SolveArgs) -> Result<Weights, Failure> {
    match &args.weights {
        Some(path) => Ok(Weights::read(&read_text("weights", path)?)?),
        None => Ok(Weights::default()),
    }
}

/// Reads a graph that `ludex pdt -o` wrote.
fn graph(path: &Path, kit: &Kit) -> Result<Graph, Failure> {
    let bytes = read_bytes("decision tree", path)?;
    let read = Graph::from_bytes(&bytes, kit);
    read.map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

/// Writes the files that were asked for.
fn save(
    args: &SolveArgs,
    task: &Task,
    list: &[u8],
    solution: &Solution,
    options: &Options,
    stop: &Stop,
) -> Done {
    if let Some(path) = &args.output {
        outputs::write(path, write_puts(&solution.puts).as_bytes())?;
    }
    let Some(path) = &args.html else { return Ok(()) };
    let mut runs = vec![(args.method.name().to_owned(), solution.clone())];
    for &method in args.compare.iter().filter(|&&method| method != args.method) {
        runs.push((method.name().to_owned(), one(task, list, method, options, stop)?));
    }
    let name = args.list.as_deref().unwrap_or(Path::new("a list")).display();
    let title = format!("Offline Tetris: {name}");
    outputs::write(path, page(&title, task, list, &runs).as_bytes())
}

fn check(args: &SolveArgs, task: &Task, list: &[u8], puts: &Path, out: &mut dyn Write) -> Done {
    let text = String::from_utf8(read_bytes("placements", puts)?)
        .map_err(|_| Error::bad("placements file", puts.display().to_string(), "it is not text"))?;
    let named = |error: Error| Failure::Usage(format!("{}: {error}", puts.display()));
    let read = read_puts(&text, &task.kit).map_err(named)?;
    // Placements that can be read but not made are a finding, not a wrong question.
    let outcome = verify(task, list, &read)
        .map_err(|error| Failure::Failed(format!("{}: {error}", puts.display())))?;
    let (width, buffer) = (task.width, task.buffer);
    if args.json {
        return print_json(&Checked { pieces: list.len(), width, buffer, outcome }, out);
    }
    let Outcome { placed, rows, height, holes } = outcome;
    writeln!(out, "{placed} of {} pieces placed, all legally", list.len())?;
    writeln!(out, "{rows} rows cleared, height {height}, {holes} empty cells in occupied rows")?;
    Ok(())
}

fn print(document: &Document, out: &mut dyn Write) -> Done {
    let Document { pieces, placed, rows, height, holes, seconds, .. } = document;
    writeln!(out, "{placed} of {pieces} pieces placed by {}", document.method)?;
    writeln!(out, "{rows} rows cleared, height {height}, {holes} empty cells in occupied rows")?;
    match document.proved {
        Some(true) => writeln!(out, "proved: no placements end better")?,
        Some(false) => writeln!(out, "not proved: the search ended before it had seen everything")?,
        None => {}
    }
    if document.interrupted {
        writeln!(out, "interrupted")?;
    }
    writeln!(out, "{seconds:.3} s")?;
    Ok(())
}
