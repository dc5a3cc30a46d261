//! `ludex tune`: weights found by playing.

use super::curve::CurveFile;
use super::kept::{named, replace};
use super::print_json;
use super::tune_time::Timed;
use crate::House;
use crate::args::TuneArgs;
use crate::failure::{Done, Failure};
use crate::house::program_name;
use crate::input::setup;
use crate::output::{bar, command_line, stop_when_unwanted};
use crate::outputs::{self, Kind};
use ludex_arena::Summary;
use ludex_core::explain::number;
use ludex_core::weights::WeightFile;
use ludex_core::{Error, Stop};
use ludex_learn::tune::course::{Course, Tunable, course_of, terms_of};
use ludex_learn::tune::run::{Generation, Plan, Tuning};
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    rules: &'a str,
    size: &'a str,
    method: String,
    seed: u64,
    generations: &'a [Generation],
    weights: serde_json::Map<String, serde_json::Value>,
    /// What the weights reach in fresh games.
    checked: Option<Summary>,
    games: u64,
    seconds: f64,
    /// The part of the threads' time in which the generations' games were played.
    in_games: f64,
    interrupted: bool,
    command: String,
}

pub(super) fn tune(house: &House, args: &TuneArgs, out: &mut dyn Write) -> Done {
    let game = house.tunable(&args.game)?;
    let wanted = setup(house.room(&args.game)?, &args.rules, args.seed);
    let terms = terms_of(game, args.features.as_deref())?;
    let course = course_of(game, &wanted.rules, wanted.size, &terms)?;
    let plan = plan(args, course.as_ref(), &terms)?;
    check_places(args)?;
    let timed = Timed::new(course.as_ref());
    let mut tuning = open(args, &timed, &plan)?;
    let (stop, begun) = (stop_when_unwanted(), Instant::now());
    let counted = course.counted();
    let mut curve = CurveFile::new(args.data.as_deref(), &plan, counted, command(args));
    run(&mut tuning, args, (&plan, &mut curve), &stop, out)?;
    let in_games = timed.share(begun.elapsed(), jobs(args));
    let checked = check(&tuning, args, &stop)?;
    let interrupted = stop.is_set();
    let pairs = || terms.iter().cloned().zip(tuning.weights());
    if !interrupted && let Some(path) = &args.out {
        let text = WeightFile::new(command(args), pairs()).text();
        outputs::write(path, text.as_bytes())?;
    }
    if args.json {
        let document = Document {
            game: &plan.game,
            rules: &plan.rules,
            size: &plan.size,
            method: plan.method.to_string(),
            seed: plan.seed,
            generations: tuning.curve(),
            weights: pairs().map(|(name, weight)| (name, weight.into())).collect(),
            checked,
            games: tuning.curve().last().map_or(0, |last| last.games),
            seconds: begun.elapsed().as_secs_f64(),
            in_games,
            interrupted,
            command: command(args),
        };
        print_json(&document, out)?;
    } else {
        writeln!(out, "\n{:.1} % of the time was spent in games", 100.0 * in_games)?;
        print(game, course.as_ref(), &tuning, &terms, checked.as_ref(), args, out)?;
    }
    match (interrupted, &args.checkpoint) {
        (false, _) => Ok(()),
        (true, Some(file)) => {
            let say = format!("interrupted; the same command goes on from {}", file.display());
            Err(Failure::Interrupted(Some(say)))
        }
        (true, None) => {
            let say = "interrupted; the run was not kept, as no --checkpoint was given";
            Err(Failure::Interrupted(Some(say.into())))
        }
    }
}

/// Refuses files that could not be written when they are due.
fn check_places(args: &TuneArgs) -> Done {
    if let Some(path) = &args.out {
        outputs::check(Kind::Weights, path)?;
        outputs::check_apart(Kind::Weights, path, args.checkpoint.as_deref(), "checkpoint")?;
    }
    args.checkpoint.as_ref().map_or(Ok(()), |path| outputs::check_folder("checkpoint", path))
}

fn plan(args: &TuneArgs, course: &dyn Course, terms: &[String]) -> Result<Plan, Failure> {
    let (rules, size) = course.setting();
    let mut start = vec![0.0; terms.len()];
    if let Some(name) = &args.start {
        let known: Vec<&str> = terms.iter().map(String::as_str).collect();
        for (place, weight) in WeightFile::read(name)?.of(&known)? {
            start[place] = weight;
        }
    }
    let usual = args.method.usual_candidates(terms.len());
    Ok(Plan {
        game: args.game.clone(),
        rules,
        size,
        terms: terms.to_vec(),
        method: args.method,
        seed: args.seed.0,
        generations: args.generations,
        candidates: args.candidates.map_or(usual, |candidates| candidates as usize),
        games: args.games,
        limit: args.max_moves,
        start,
        deviation: args.deviation,
        averaged: args.averaged,
    })
}

/// A run that begins, or one that goes on.
fn open<'a>(args: &TuneArgs, course: &'a dyn Course, plan: &Plan) -> Result<Tuning<'a>, Failure> {
    let kept = args.checkpoint.as_deref().map(|path| (path, fs::read_to_string(path)));
    match kept {
        Some((path, Ok(text))) => {
            Ok(Tuning::resume(course, plan, &path.display().to_string(), &text)?)
        }
        Some((path, Err(error))) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::bad("checkpoint", path.display().to_string(), error.to_string()).into())
        }
        _ => Ok(Tuning::new(course, plan.clone())?),
    }
}

/// Plays the generations that are left, and keeps each of them.
fn run(
    tuning: &mut Tuning<'_>,
    args: &TuneArgs,
    (plan, curve): (&Plan, &mut CurveFile),
    stop: &Stop,
    out: &mut dyn Write,
) -> Done {
    let progress = bar(plan.generations, "generations");
    progress.set_position(tuning.curve().len() as u64);
    progress.reset_eta();
    while !tuning.is_finished() {
        let Some(generation) = tuning.generation(jobs(args), stop)? else { break };
        let line = told(generation);
        progress.inc(1);
        progress.set_message(line.clone());
        if !args.json {
            progress.suspend(|| writeln!(out, "{line}"))?;
        }
        if let Some(path) = &args.checkpoint {
            keep(path, tuning)?;
        }
        curve.show(tuning, &plan.terms);
    }
    progress.finish_and_clear();
    Ok(())
}

fn keep(path: &Path, tuning: &Tuning<'_>) -> Done {
    let text = tuning.checkpoint();
    replace(path, |file| file.write_all(text.as_bytes())).map_err(|error| named(path, &error))
}

fn jobs(args: &TuneArgs) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    args.jobs.map_or_else(all, |jobs| jobs.min(1024) as usize)
}

/// What the weights reach in games that no candidate has played.
fn check(tuning: &Tuning<'_>, args: &TuneArgs, stop: &Stop) -> Result<Option<Summary>, Failure> {
    let fresh = tuning.measure(args.check, jobs(args), stop)?;
    Ok(fresh.and_then(|results| Summary::of(&results)))
}

/// One generation in a line.
fn told(generation: &Generation) -> String {
    let Generation { number: index, best, mean, spread, deviation, games, .. } = generation;
    let [best, mean, spread] = [*best, *mean, *spread].map(result);
    let (games, deviation) = (number(*games as f64), number(*deviation));
    format!(
        "generation {index}: best {best}, mean {mean}, spread {spread}; deviation {deviation}, {games} games"
    )
}

/// What games came to: large numbers whole, small ones, such as logarithms, with what tells them apart.
fn result(value: f64) -> String {
    number(if value.abs() < 100.0 { (value * 100.0).round() / 100.0 } else { value.round() })
}

fn print(
    game: &dyn Tunable,
    course: &dyn Course,
    tuning: &Tuning<'_>,
    terms: &[String],
    checked: Option<&Summary>,
    args: &TuneArgs,
    out: &mut dyn Write,
) -> Done {
    writeln!(out, "the average of the last means:")?;
    for (term, weight) in terms.iter().zip(tuning.weights()) {
        writeln!(out, "  {term} {weight:.4}")?;
    }
    if let Some(Summary { mean, ci95: Some([low, high]), .. }) = checked {
        let (counted, fresh) = (course.counted(), number(args.check as f64));
        let [mean, low, high] = [*mean, *low, *high].map(result);
        writeln!(out, "{counted} in {fresh} fresh games: {mean}, 95% interval {low} to {high}")?;
    }
    if let Some(path) = args.out.as_deref().filter(|_| tuning.is_finished()) {
        let named = |name: &&str| args.features.as_deref() == Some(name);
        let set = game.sets().iter().find(|set| named(&set.name)).or(game.sets().first());
        let (agent, path) = (set.map_or("AGENT", |set| set.agent), path.display());
        writeln!(out, "written to {path}; play with `--agent {agent}:weights={path}`")?;
    }
    Ok(())
}

/// The command that finds these weights again.
fn command(args: &TuneArgs) -> String {
    let mut words = vec![program_name(), "tune".into(), args.game.clone()];
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    if let Some(rules) = &args.rules.rules {
        option("rules", rules.to_string());
    }
    if let Some(size) = args.rules.size {
        option("size", size.to_string());
    }
    if let Some(features) = &args.features {
        option("features", features.clone());
    }
    option("method", args.method.to_string());
    option("generations", args.generations.to_string());
    if let Some(candidates) = args.candidates {
        option("candidates", candidates.to_string());
    }
    option("games", args.games.to_string());
    if args.max_moves != TuneArgs::MOST_MOVES {
        option("max-moves", args.max_moves.to_string());
    }
    if let Some(start) = &args.start {
        option("start", start.clone());
    }
    for (name, value, usual) in
        [("deviation", args.deviation, 1.0), ("averaged", args.averaged, 0.333)]
    {
        if value != usual {
            option(name, value.to_string());
        }
    }
    option("seed", args.seed.to_string());
    command_line(&words)
}
