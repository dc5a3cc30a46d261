//! `ludex explain`: one decision, in words and numbers.

use super::print_json;
use crate::House;
use crate::args::ExplainArgs;
use crate::failure::{Done, Failure};
use crate::input::table;
use crate::output::{spinner, stop_when_unwanted};
use ludex_core::explain::{self, Contrast, Explanation, Speaker, Trials, Verdict};
use ludex_core::{AnyTable, Budget, Decision};
use serde::Serialize;
use std::io::Write;
use std::time::Duration;

/// Candidates that are listed unless somebody wants more or fewer.
const ROWS: u64 = 10;

/// The JSON document: the decision's own fields between where and why.
#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    rules: String,
    size: String,
    #[serde(flatten)]
    decision: &'a Decision<String>,
    words: &'a str,
    /// Whether the agent was stopped before it was done.
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    contrast: Option<&'a Contrast>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    chances: &'a [Option<f64>],
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'a Verdict>,
}

/// Time for a referee.
const A_VERDICT: Duration = Duration::from_secs(1);

pub(super) fn explain(house: &House, args: &ExplainArgs, out: &mut dyn Write) -> Done {
    let room = house.room(&args.game)?;
    let table = table(room, &args.rules, args.position.as_deref(), args.seed)?;
    table.check_agent(&args.agent)?;
    let budget = Budget { stop: stop_when_unwanted(), ..Budget::default() };
    let progress = spinner("thinking; Ctrl-C for what is known so far");
    let instead = args.instead.as_deref().map(|text| table.read(text)).transpose()?;
    let decided = table.think(&args.agent, &budget).and_then(|decision| {
        let contrast = instead.map(|instead| {
            let mut contrast = decision.why_not(&instead, Speaker::Agent, &budget)?;
            contrast.add(decision.consequences(&instead, Trials::CAREFUL, Speaker::Agent)?);
            Ok(contrast)
        });
        let contrast = contrast.transpose()?;
        let verdict = decision.verdict(&budget.clone().within(A_VERDICT))?;
        Ok((decision, contrast, verdict))
    });
    progress.finish_and_clear();
    let (decision, contrast, verdict) = decided?;
    let interrupted = budget.stop.is_set();
    let mut explanation = decision.explanation(Speaker::Agent).clone();
    explanation.verdict = verdict;
    if args.json {
        let document = document(table.as_ref(), &explanation, contrast.as_ref());
        print_json(&Document { interrupted, ..document }, out)?;
    } else {
        let rows = args.rows.unwrap_or(ROWS) as usize;
        print(table.as_ref(), &explanation, contrast.as_ref(), rows, out)?;
    }
    Failure::if_interrupted(interrupted)
}

fn document<'a>(
    table: &dyn AnyTable,
    explanation: &'a Explanation,
    contrast: Option<&'a Contrast>,
) -> Document<'a> {
    Document {
        interrupted: false,
        game: table.info().name,
        rules: table.rules().to_string(),
        size: table.size().to_string(),
        decision: &explanation.decision,
        words: &explanation.words,
        contrast,
        chances: &explanation.chances,
        verdict: explanation.verdict.as_ref(),
    }
}

fn print(
    table: &dyn AnyTable,
    explanation: &Explanation,
    contrast: Option<&Contrast>,
    rows: usize,
    out: &mut dyn Write,
) -> Done {
    let decision = &explanation.decision;
    writeln!(out, "{}\n", explanation.words)?;
    writeln!(out, "{}", table.picture(&[]))?;
    writeln!(out, "{}", explain::table(decision, rows))?;
    let best = decision.best();
    if !best.terms.is_empty() {
        writeln!(out, "What {} is worth:", best.action)?;
        writeln!(out, "{}", explain::term_table(&best.terms))?;
    }
    if let Some(way) = explain::way(best, &decision.story) {
        writeln!(out, "{way}\n")?;
    }
    if let Some(verdict) = &explanation.verdict {
        writeln!(out, "{} judges: {}\n", verdict.referee, verdict.words)?;
    }
    if let Some(contrast) = contrast {
        let action = &contrast.instead.action;
        let name = explanation.phrases.get(action).unwrap_or(action);
        writeln!(out, "Why not {name}? {}\n", contrast.words)?;
    }
    let search = &decision.search;
    let (agent, seat, seed) = (&decision.agent, decision.seat + 1, decision.seed);
    let how = format!("{}, depth {}, {} nodes", search.algorithm, search.depth, search.nodes);
    writeln!(out, "{agent} for seat {seat}: {how}, {:.3} s, seed {seed}", search.seconds)?;
    Ok(())
}
