//! `ludex exact`: the exact value of a small game, and the check of its proof.

use super::print_json;
use crate::House;
use crate::args::ExactArgs;
use crate::failure::{Done, Failure};
use crate::input::{read_bytes, setup};
use crate::output::{columns, spinner, stop_when_unwanted};
use crate::outputs::{self, Kind};
use ludex_core::explain::number;
use ludex_core::{AnyRoom, Error, ExactValue, Seed, Size};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

#[derive(Serialize)]
struct Document {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<Size>,
    value: f64,
    /// Where somebody wins: by which ply.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<f64>,
    states: u64,
    figures: Map<String, Value>,
    /// Bytes of the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<usize>,
    seconds: f64,
    #[serde(skip)]
    did: &'static str,
}

pub(super) fn exact(house: &House, args: &ExactArgs, out: &mut dyn Write) -> Done {
    let room = house.room(&args.game)?;
    let document = match &args.check {
        Some(file) => check(room, args, file)?,
        None => solve(room, args)?,
    };
    if args.json { print_json(&document, out) } else { print(&document, out) }
}

fn solve(room: &dyn AnyRoom, args: &ExactArgs) -> Result<Document, Failure> {
    let setup = setup(room, &args.rules, Seed(1));
    let kind = Kind::Proof(&args.game);
    args.proof.as_ref().map_or(Ok(()), |path| outputs::check(kind, path))?;
    let size = room.open(&setup)?.size();
    let stop = stop_when_unwanted();
    let progress = spinner("solving");
    let started = Instant::now();
    let steps = |done: u64, all: u64| progress.set_message(told(done, all));
    let solved = room.exact(&setup, &stop, &steps);
    let expected = args.agent.as_ref().map(|agent| room.expected_score(&setup, agent, &stop));
    progress.finish_and_clear();
    let interrupted = || Failure::Interrupted(Some("interrupted before it was solved".into()));
    let mut solved = solved?.ok_or_else(interrupted)?;
    if let (Some(agent), Some(expected)) = (&args.agent, expected) {
        let expected = expected?.ok_or_else(interrupted)?;
        solved.figures.push((format!("expected by {agent}"), expected));
        // Sums in another order may differ in the last digit.
        let regret = 100.0 * (1.0 - expected / solved.value);
        let regret = if regret.abs() < 1e-9 { 0.0 } else { regret };
        solved.figures.push((format!("regret of {agent}, %"), regret));
    }
    if let Some(file) = &args.proof {
        write_proof(file, &solved.proof, &args.game)?;
    }
    Ok(document(&args.game, Some(size), solved, started, "solved"))
}

fn write_proof(file: &Path, proof: &[u8], game: &str) -> Done {
    if proof.is_empty() {
        let reason = "its exact values come without one; leave `--proof` out";
        return Err(Error::bad("game with a proof", game, reason).into());
    }
    outputs::write(file, proof)
}

fn check(room: &dyn AnyRoom, args: &ExactArgs, file: &Path) -> Result<Document, Failure> {
    let proof = read_bytes("proof", file)?;
    let started = Instant::now();
    // A proof that can be read but does not hold is a finding, not a wrong question.
    let checked = room.check_proof(&proof);
    let checked = checked.map_err(|e| Failure::Failed(format!("{}: {e}", file.display())))?;
    Ok(document(&args.game, None, checked, started, "checked"))
}

fn document(
    game: &str,
    size: Option<Size>,
    exact: ExactValue,
    started: Instant,
    did: &'static str,
) -> Document {
    let ExactValue { value, states, figures, proof } = exact;
    let plies = figures.iter().find(|(name, _)| name == "plies").map(|&(_, plies)| plies);
    let figures = figures.into_iter().map(|(name, value)| (name, value.into())).collect();
    let proof = (!proof.is_empty()).then_some(proof.len());
    let seconds = started.elapsed().as_secs_f64();
    Document { game: game.into(), size, value, plies, states, figures, proof, seconds, did }
}

fn told(done: u64, all: u64) -> String {
    match all {
        0 => format!("listing positions, layer {done}"),
        _ => format!("valuing positions, layer {done} of {all}"),
    }
}

/// Whole numbers as such, others with ten digits behind the point.
fn figure(value: f64) -> String {
    if value.fract() == 0.0 { number(value) } else { format!("{value:.10}") }
}

fn print(document: &Document, out: &mut dyn Write) -> Done {
    let Document { game, size, value, states, figures, seconds, did, .. } = document;
    let mut lines = vec![vec!["value".to_owned(), figure(*value)]];
    for (name, value) in figures {
        lines.push(vec![name.clone(), figure(value.as_f64().unwrap_or_default())]);
    }
    lines.push(vec!["positions".to_owned(), states.to_string()]);
    if let Some(bytes) = document.proof {
        lines.push(vec!["bytes of proof".to_owned(), bytes.to_string()]);
    }
    let size = size.map_or(String::new(), |size| format!(" {size}"));
    writeln!(out, "{game}{size}, {did} in {seconds:.1} s")?;
    write!(out, "{}", columns(&lines))?;
    Ok(())
}
