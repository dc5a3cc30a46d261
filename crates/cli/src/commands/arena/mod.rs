//! `ludex arena`: tournaments.

mod entrants;
mod text;

use super::print_json;
use super::run::{open_records, tell_kept};
use crate::House;
use crate::args::ArenaArgs;
use crate::failure::{Done, Failure};
use crate::house::program_name;
use crate::input::{drawn_seed, setup};
use crate::output::{bar_with_news, command_line, stop_when_unwanted};
use ludex_arena::{ArenaReport, Bout, Progress, Scoreboard, Tournament, quiet_panics};
use ludex_core::Seed;
use ludex_core::explain::number;
use ludex_records::{Recorder, Source};
use std::io::Write;
use std::time::Duration;

/// The most games of a test that names no number.
const LONG: u64 = 100_000;

pub(super) fn arena(house: &House, args: &ArenaArgs, out: &mut dyn Write) -> Done {
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let room = house.room(&args.game)?;
    let table = room.open(&setup(room, &args.rules, seed))?;
    let sprt = args.sprt.map(|sprt| sprt.with_errors(args.alpha, args.beta)).transpose()?;
    let tournament = Tournament {
        entrants: entrants::entrants(args, &table.info())?,
        table,
        games: args.games.unwrap_or(LONG),
        gauntlet: args.gauntlet,
        sprt,
        seed,
        jobs: args.jobs.map_or(0, |jobs| jobs.min(1024) as usize),
        limit: args.max_pieces,
        time: Duration::from_secs_f64(args.time_limit),
        metric: args.metric.clone(),
        keep_moves: args.records.is_some(),
    };
    tournament.check()?;
    let records = args.records.as_deref().map(open_records).transpose()?;
    let (board, command) = (tournament.scoreboard(), command(args, &tournament, seed));
    let seconds = watch(&tournament, &board, &command, records.as_ref())?;
    let kept = records.map(|records| records.close());
    let report = ArenaReport::new(&tournament, &board, seconds, command);
    if args.json {
        print_json(&report, out)?;
    } else {
        write!(out, "{}", text::page(&report, tournament.table.info().rules))?;
        writeln!(out, "game N of two of them: {}", reopen(args, &report))?;
    }
    tell_kept(kept, args.records.as_deref())?;
    Failure::if_interrupted(report.interrupted)
}

/// Plays the tournament under a progress bar that Ctrl-C ends early.
fn watch(
    tournament: &Tournament,
    board: &Scoreboard,
    event: &str,
    records: Option<&Recorder>,
) -> Result<f64, Failure> {
    // What an agent does wrong stands in the report.
    quiet_panics();
    let progress = Progress::default();
    let seen = progress.clone();
    let news = move || format!("{} decisions", number(seen.decisions() as f64));
    let bar = bar_with_news(tournament.total(), "games", news);
    let table = tournament.table.as_ref();
    let keeper = records.map(|records| records.keeper(table, Source::Arena, event));
    let on_game = |bout: &Bout| {
        if let Some(keeper) = &keeper {
            keeper.keep(&bout.pairing, &bout.finished, bout.index + 1);
        }
        bar.inc(1);
    };
    let played = tournament.play(&stop_when_unwanted(), &progress, board, &on_game);
    bar.finish_and_clear();
    played.map_err(|error| Failure::Failed(error.to_string()))
}

/// The options that rules, size and seed were given with.
fn common(args: &ArenaArgs, seed: Seed, option: &mut impl FnMut(&str, String)) {
    if let Some(rules) = &args.rules.rules {
        option("rules", rules.to_string());
    }
    if let Some(size) = args.rules.size {
        option("size", size.to_string());
    }
    option("seed", seed.to_string());
}

/// The command that repeats the tournament.
fn command(args: &ArenaArgs, tournament: &Tournament, seed: Seed) -> String {
    let mut words = vec![program_name(), "arena".into(), args.game.clone()];
    if args.gauntlet {
        words.push("--gauntlet".into());
    }
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    let names: Vec<String> = tournament.entrants.iter().map(|e| e.spec.to_string()).collect();
    option("agents", names.join(";"));
    option("games", tournament.games.to_string());
    if let Some(sprt) = &tournament.sprt {
        option("sprt", format!("{},{}", sprt.elo0, sprt.elo1));
        option("alpha", sprt.alpha.to_string());
        option("beta", sprt.beta.to_string());
    }
    if let Some(limit) = args.max_pieces {
        option("max-pieces", limit.to_string());
    }
    if let Some(metric) = &args.metric {
        option("metric", metric.clone());
    }
    option("time-limit", args.time_limit.to_string());
    option("memory-limit", args.memory_limit.to_string());
    common(args, seed, &mut option);
    command_line(&words)
}

/// The command that shows one game of the tournament, number N.
fn reopen(args: &ArenaArgs, report: &ArenaReport) -> String {
    let mut words = vec![program_name(), "play".into(), args.game.clone()];
    let mut option =
        |name: &str, value: &str| words.extend([format!("--{name}"), value.to_owned()]);
    for seat in if report.metric.is_some() { &["A"][..] } else { &["A", "B"] } {
        option("seat", seat);
    }
    common(args, Seed(report.seed), &mut |name, value| option(name, &value));
    option("game", "N");
    command_line(&words)
}
