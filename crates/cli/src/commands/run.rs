//! `ludex run`: games without a screen.

use super::print_json;
use crate::House;
use crate::args::RunArgs;
use crate::failure::{Done, Failure};
use crate::house::program_name;
use crate::input::{drawn_seed, setup};
use crate::output::{bar_with_news, columns, command_line, counted_games, stop_when_unwanted};
use ludex_arena::{Match, PerDeath, Played, Progress, Report, SeatReport, Summary};
use ludex_core::explain::number;
use ludex_core::{Error, Seed};
use ludex_records::{Recorder, Source};
use std::io::{self, Write};
use std::path::Path;

pub(super) fn run(house: &House, args: &RunArgs, out: &mut dyn Write) -> Done {
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let room = house.room(&args.game)?;
    let contest = Match {
        table: room.open(&setup(room, &args.rules, seed))?,
        agents: args.agents.clone(),
        games: args.games,
        seed,
        jobs: args.jobs.map_or(0, |jobs| jobs.min(1024) as usize),
        limit: args.max_pieces,
        keep_moves: args.records.is_some(),
        keep_decisions: args.decisions,
    };
    contest.check()?;
    let records = args.records.as_deref().map(open_records).transpose()?;
    let command = command(args, seed);
    let mut report = watch(&contest, &command, records.as_ref())?;
    let kept = records.map(|records| records.close());
    report.command = command;
    if args.json {
        print_json(&report, out)?;
    } else {
        print(&report, out)?;
        writeln!(out, "game N of it: {}", reopen(args, seed))?;
    }
    tell_kept(kept, args.records.as_deref())?;
    Failure::if_interrupted(report.interrupted)
}

/// Says how many games were kept, or why not.
pub(super) fn tell_kept(kept: Option<io::Result<u64>>, path: Option<&Path>) -> Done {
    let (Some(kept), Some(path)) = (kept, path) else { return Ok(()) };
    let count = kept.map_err(|error| Failure::Failed(error.to_string()))?;
    // Results are the figures; this is only about them.
    eprintln!("kept {} in `{}`", counted_games(count), path.display());
    Ok(())
}

/// Opens the file that finished games are kept in.
pub(super) fn open_records(path: &Path) -> Result<Recorder, Failure> {
    if path.is_dir() {
        let (folder, file) = (path.display().to_string(), path.join(ludex_records::FILE));
        let reason = format!("it is a folder; name a file, such as {}", file.display());
        return Err(Error::bad("records file", folder, reason).into());
    }
    Recorder::open(path).map_err(|why| Failure::Failed(why.to_string()))
}

/// Plays the match under a progress bar that Ctrl-C ends early.
fn watch(contest: &Match, event: &str, records: Option<&Recorder>) -> Result<Report, Failure> {
    let progress = Progress::default();
    let seen = progress.clone();
    let news = move || format!("{} decisions", number(seen.decisions() as f64));
    let bar = bar_with_news(contest.games, "games", news);
    let table = contest.table.as_ref();
    let keeper = records.map(|records| records.keeper(table, Source::Run, event));
    let on_game = |Played { index, pairing, finished }: &Played| {
        if let Some(keeper) = &keeper {
            keeper.keep(pairing, finished, index + 1);
        }
        bar.inc(1);
    };
    let played = contest.play_watched(&stop_when_unwanted(), &progress, &on_game);
    bar.finish_and_clear();
    played.map_err(|error| Failure::Failed(error.to_string()))
}

/// The command that shows one game of the match, number N.
fn reopen(args: &RunArgs, seed: Seed) -> String {
    let mut words = vec![program_name(), "play".into(), args.game.clone()];
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    for agent in &args.agents {
        option("seat", agent.to_string());
    }
    rule_options(args, &mut option);
    option("seed", seed.to_string());
    option("game", "N".into());
    command_line(&words)
}

fn rule_options(args: &RunArgs, option: &mut impl FnMut(&str, String)) {
    if let Some(rules) = &args.rules.rules {
        option("rules", rules.to_string());
    }
    if let Some(size) = args.rules.size {
        option("size", size.to_string());
    }
}

/// The command that repeats the match.
fn command(args: &RunArgs, seed: Seed) -> String {
    let mut words = vec![program_name(), "run".into(), args.game.clone()];
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    for agent in &args.agents {
        option("agent", agent.to_string());
    }
    option("games", args.games.to_string());
    rule_options(args, &mut option);
    if let Some(limit) = args.max_pieces {
        option("max-pieces", limit.to_string());
    }
    option("seed", seed.to_string());
    command_line(&words)
}

fn print(report: &Report, out: &mut dyn Write) -> Done {
    let Report { game, rules, size, seed, games, finished, censored, .. } = report;
    writeln!(out, "{game} {rules} {size}, seed {seed}")?;
    let said = if report.interrupted { "interrupted, of " } else { "" };
    writeln!(out, "{said}{games} games, {finished} finished, {censored} cut short")?;
    if !report.metrics.0.is_empty() {
        write!(out, "\n{}", metric_table(report))?;
    }
    if let Some((name, text)) = &report.tally {
        writeln!(out, "\n{name} when the next game begins: {text}")?;
    }
    if let Some(per_death) = &report.per_death {
        writeln!(out, "\n{}", survival(per_death))?;
    }
    if report.seats.len() > 1 {
        write!(out, "\n{}", seat_table(&report.seats, report.agents.len() == 1))?;
    }
    let (decisions, rate) = (number(report.decisions as f64), number(report.decisions_per_second));
    let seconds = number(report.seconds);
    writeln!(out, "\n{decisions} decisions in {seconds} s: {rate} per second")?;
    writeln!(out, "repeat: {}", report.command)?;
    Ok(())
}

fn metric_table(report: &Report) -> String {
    let header = ["metric", "mean", "sd", "min", "median", "max", "95% interval of the mean"];
    let mut lines = vec![header.map(String::from).to_vec()];
    for (name, Summary { mean, sd, min, median, max, ci95 }) in &report.metrics.0 {
        let mut line = vec![name.clone()];
        line.extend([mean, sd, min, median, max].map(|value| number(*value)));
        let interval = |[low, high]: [f64; 2]| format!("{} to {}", number(low), number(high));
        line.push(ci95.map_or_else(|| "unknown from one game".into(), interval));
        lines.push(line);
    }
    columns(&lines)
}

/// What games that were cut short say about games that are not.
fn survival(PerDeath { metric, mean, deaths, ci95: (low, high) }: &PerDeath) -> String {
    let low = number(*low);
    match (mean, high) {
        (Some(mean), Some(high)) => {
            let (mean, high) = (number(*mean), number(*high));
            format!("{metric} per game lost: {mean}, 95% interval {low} to {high}, {deaths} lost")
        }
        _ => format!("{metric} per game lost: more than {low} with 97.5% certainty, none lost"),
    }
}

/// Wins and losses; an agent that plays itself is named by its seat.
fn seat_table(seats: &[SeatReport], alone: bool) -> String {
    let mut lines = vec![["agent", "wins", "draws", "losses"].map(String::from).to_vec()];
    for (i, SeatReport { agent, wins, draws, losses }) in seats.iter().enumerate() {
        let name = if alone { format!("{agent}, seat {}", i + 1) } else { agent.clone() };
        let counts = [wins, draws, losses].map(ToString::to_string);
        lines.push([vec![name], counts.to_vec()].concat());
    }
    columns(&lines)
}
