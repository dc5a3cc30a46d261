//! `ludex reproduce`: published tables, measured again.

use super::print_json;
use crate::args::ReproduceArgs;
use crate::failure::{Done, Failure};
use crate::house::program_name;
use crate::output::{bar, columns, command_line, stop_when_unwanted};
use crate::outputs::{self, Kind};
use ludex_core::Error;
use ludex_core::explain::number;
use ludex_reproduce::{Entry, Estimate, Machine, Table, Workshop, entries, markdown, page};
use serde::Serialize;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The word for every table.
const ALL: &str = "all";

#[derive(Serialize)]
struct Document<'a> {
    machine: &'a Machine,
    command: &'a str,
    interrupted: bool,
    tables: &'a [Table],
}

pub(super) fn reproduce(args: &ReproduceArgs, out: &mut dyn Write) -> Done {
    let Some(name) = &args.name else { return list(args.json, out) };
    let chosen = choose(name)?;
    for (kind, path) in [(Kind::Page, &args.html), (Kind::Markdown, &args.markdown)] {
        path.as_ref().map_or(Ok(()), |path| outputs::check(kind, path))?;
    }
    let stop = stop_when_unwanted();
    let tables = measure(args, &chosen, &stop)?;
    let (machine, command) = (Machine::this(), command(args, name));
    if let Some(path) = &args.html {
        outputs::write(path, page::page(&tables, &machine).as_bytes())?;
    }
    if let Some(path) = &args.markdown {
        write_markdown(path, &tables, &machine, &command)?;
    }
    if args.json {
        let interrupted = stop.is_set();
        let document =
            Document { machine: &machine, command: &command, interrupted, tables: &tables };
        print_json(&document, out)?;
    } else {
        print(&tables, &machine, &command, out)?;
    }
    Failure::if_interrupted(stop.is_set())
}

fn list(json: bool, out: &mut dyn Write) -> Done {
    if json {
        return print_json(&entries(), out);
    }
    let mut lines = vec![vec!["table".to_owned(), "what it is".to_owned()]];
    lines.extend(entries().iter().map(|entry| vec![entry.name.into(), entry.title.into()]));
    let program = program_name();
    write!(out, "{}", columns(&lines))?;
    writeln!(
        out,
        "\n{program} reproduce NAME measures one of them, {program} reproduce {ALL} --quick all in short."
    )?;
    Ok(())
}

fn choose(name: &str) -> Result<Vec<&'static Entry>, Failure> {
    let chosen: Vec<_> =
        entries().iter().filter(|entry| name == ALL || entry.name == name).collect();
    if chosen.is_empty() {
        let names = entries().iter().map(|entry| entry.name).chain([ALL]);
        return Err(Error::unknown("table", name, names).into());
    }
    Ok(chosen)
}

/// Measures tables under a progress bar; those that Ctrl-C leaves are not begun.
fn measure(
    args: &ReproduceArgs,
    chosen: &[&Entry],
    stop: &ludex_core::Stop,
) -> Result<Vec<Table>, Failure> {
    let progress = bar(chosen.len() as u64, "tables");
    let mut tables = Vec::new();
    for entry in chosen.iter().take_while(|_| !stop.is_set()) {
        let on_step = |step: &str| progress.set_message(format!("{}: {step}", entry.name));
        let measured = entry.run(&Workshop {
            quick: args.quick,
            seed: args.seed,
            jobs: args.jobs.map_or(0, |jobs| jobs.min(1024) as usize),
            stop,
            on_step: &on_step,
        });
        tables.push(measured.map_err(|error| Failure::Failed(error.to_string()))?);
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(tables)
}

/// The command that measures the same again.
fn command(args: &ReproduceArgs, name: &str) -> String {
    let mut words = vec![program_name(), "reproduce".into(), name.to_owned()];
    if args.quick {
        words.push("--quick".into());
    }
    words.extend(["--seed".into(), args.seed.to_string()]);
    command_line(&words)
}

/// The text, and its pictures in the folder `pictures` beside it.
fn write_markdown(path: &Path, tables: &[Table], machine: &Machine, command: &str) -> Done {
    let (text, pictures) = markdown::markdown(tables, machine, command);
    let folder = path.parent().unwrap_or(Path::new("."));
    for (name, picture) in pictures {
        let place = folder.join(name);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).map_err(|error| {
                Failure::Failed(format!("cannot make `{}`: {error}", folder.display()))
            })?;
        }
        outputs::check(Kind::Picture, &place)?;
        outputs::write(&place, picture.as_bytes())?;
    }
    outputs::write(path, text.as_bytes())
}

fn print(tables: &[Table], machine: &Machine, command: &str, out: &mut dyn Write) -> Done {
    for table in tables {
        print_table(table, out)?;
    }
    let seconds: f64 = tables.iter().map(|table| table.processor_seconds).sum();
    writeln!(out, "{}", machine.words())?;
    writeln!(out, "{} s of processor time; repeat: {command}", number(seconds))?;
    Ok(())
}

fn print_table(table: &Table, out: &mut dyn Write) -> Done {
    writeln!(out, "{}\n", table.title)?;
    writeln!(out, "{}\n", textwrap::fill(&table.question, 100))?;
    if table.interrupted {
        writeln!(
            out,
            "interrupted: not everything was measured, and short games count too much\n"
        )?;
    }
    let header = ["figure", "published", "here", "unit", "from", ""];
    let mut lines = vec![header.map(String::from).to_vec()];
    let mut group = "";
    for figure in &table.figures {
        if group != figure.group {
            group = &figure.group;
            let mut line = vec![String::new(); header.len()];
            line[0] = format!("{group}:");
            lines.push(line);
        }
        let words = |estimate: Option<Estimate>| {
            estimate.map_or_else(|| "-".to_owned(), |estimate| estimate.words())
        };
        let sample = figure.own.and_then(|own| own.sample);
        lines.push(vec![
            format!("  {}", figure.what),
            words(figure.published),
            words(figure.own),
            figure.unit.clone(),
            sample.map_or_else(String::new, |count| number(count as f64)),
            figure.verdict.words.clone(),
        ]);
    }
    write!(out, "{}", columns(&lines))?;
    if !table.findings.is_empty() {
        writeln!(out)?;
    }
    for finding in &table.findings {
        let options = textwrap::Options::new(100).initial_indent("- ").subsequent_indent("  ");
        writeln!(out, "{}", textwrap::fill(finding, options))?;
    }
    let source = textwrap::Options::new(100).initial_indent("source: ");
    writeln!(out, "\n{}", textwrap::fill(&table.source, source))?;
    writeln!(
        out,
        "seed {}, {} s of processor time in {} s\n",
        table.seed,
        number(table.processor_seconds),
        number(table.seconds)
    )?;
    Ok(())
}
