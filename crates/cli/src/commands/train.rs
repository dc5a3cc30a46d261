//! `ludex train`: networks that learn by playing.

use super::kept::{named, replace};
use super::print_json;
use crate::House;
use crate::args::TrainArgs;
use crate::failure::{Done, Failure};
use crate::output::{bar, stop_when_unwanted};
use crate::outputs::{self, Kind};
use ludex_core::explain::number;
use ludex_core::{Error, Stop};
use ludex_learn::school::{Order, Save};
use ludex_learn::training::{Plan, Round};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    network: &'a str,
    seed: u64,
    bytes: usize,
    rounds: Vec<Round>,
}

pub(super) fn train(house: &House, args: &TrainArgs, out: &mut dyn Write) -> Done {
    let school = house.school(&args.game)?;
    let known = school.networks();
    if !known.contains(&args.network.as_str()) {
        return Err(Error::unknown("network", &args.network, known).into());
    }
    outputs::check(Kind::Player, &args.out)?;
    outputs::check_apart(Kind::Player, &args.out, args.checkpoint.as_deref(), "checkpoint")?;
    args.checkpoint.as_ref().map_or(Ok(()), |path| outputs::check_folder("checkpoint", path))?;
    args.from.as_deref().map_or(Ok(()), check_run)?;
    let mut rounds = Vec::new();
    let stop = stop_when_unwanted();
    let trained = run(school, args, &stop, &mut rounds, out)?;
    let Some(player) = trained else {
        let say = match &args.checkpoint {
            Some(file) => format!("interrupted; the same command goes on from {}", file.display()),
            None => "interrupted; nothing was kept, as no --checkpoint was given".into(),
        };
        return Err(Failure::Interrupted(Some(say)));
    };
    outputs::write(&args.out, &player)?;
    let (game, network) = (args.game.as_str(), args.network.as_str());
    let document = Document { game, network, seed: args.seed.0, bytes: player.len(), rounds };
    if args.json {
        return print_json(&document, out);
    }
    let (bytes, file) = (number(player.len() as f64), args.out.display());
    writeln!(out, "{bytes} bytes in {file}; play with `--agent ntuple:weights={file}`")?;
    Ok(())
}

/// Refuses what is no file.
fn check_run(file: &Path) -> Result<(), Error> {
    let say = "there is no such file; name one that --checkpoint has kept";
    let known = file.is_file();
    known.then_some(()).ok_or_else(|| Error::bad("run to begin with", file.to_string_lossy(), say))
}

fn run(
    school: &dyn ludex_learn::school::School,
    args: &TrainArgs,
    stop: &Stop,
    rounds: &mut Vec<Round>,
    out: &mut dyn Write,
) -> Result<Option<Vec<u8>>, Failure> {
    let kept = args.checkpoint.as_deref().filter(|file| file.exists());
    let mut input = kept.map(opened).transpose()?;
    let mut origin = args.from.as_deref().filter(|_| input.is_none()).map(opened).transpose()?;
    let progress = bar(args.rounds, "rounds");
    let mut watch = |round: &Round, save: &mut Save<'_>| {
        progress.set_position(rounds.len() as u64 + 1);
        if !args.json {
            progress.suspend(|| writeln!(out, "{}", told(round)))?;
        }
        rounds.push(round.clone());
        match &args.checkpoint {
            Some(file) => replace(file, |file| save(&mut io::BufWriter::new(file))),
            None => Ok(()),
        }
    };
    let trained = school.train(Order {
        plan: plan(args)?,
        checkpoint: input.as_mut().map(Opened::named),
        origin: origin.as_mut().map(Opened::named),
        threads: args.jobs.min(1024) as usize,
        stop: stop.clone(),
        step: args.step,
        prune: args.prune,
        watch: &mut watch,
    });
    progress.finish_and_clear();
    Ok(trained?)
}

/// A file and its name.
struct Opened(String, File);

impl Opened {
    fn named(&mut self) -> (&str, &mut dyn Read) {
        (&self.0, &mut self.1)
    }
}

fn opened(file: &Path) -> Result<Opened, Failure> {
    let found = File::open(file).map_err(|error| named(file, &error))?;
    Ok(Opened(file.display().to_string(), found))
}

fn plan(args: &TrainArgs) -> Result<Plan, Error> {
    Ok(Plan {
        game: args.game.clone(),
        network: whole_name(args),
        seed: args.seed.0,
        games: args.games,
        rounds: args.rounds.min(args.games),
        lambda: args.lambda,
        rate: args.rate,
        coherent: !args.plain,
        optimism: args.optimism,
        restarts: args.restarts,
        restart_after: 200,
        late: args.late,
        averaged: args.averaged,
        split: args.split,
        ahead: args.ahead.map(exponent).transpose()?,
        origin: None,
    })
}

/// What a game has reached with this tile.
fn exponent(tile: u32) -> Result<usize, Error> {
    let power = (4..=32768).contains(&tile) && tile.is_power_of_two();
    let say = "give a power of two from 4 to 32768";
    power
        .then_some(tile.trailing_zeros() as usize)
        .ok_or_else(|| Error::bad("tile from which games are played ahead", tile.to_string(), say))
}

/// The name of a network with the tile from which it halves boards, and those with which its stages begin.
fn whole_name(args: &TrainArgs) -> String {
    let halved = args.halve.map_or_else(String::new, |tile| format!("/{tile}"));
    let name = format!("{}{halved}", args.network);
    args.stages.iter().fold(name, |name, tile| format!("{name}+{tile}"))
}

/// One round in a line: score, and how many games reached how much.
fn told(round: &Round) -> String {
    let shares = (0..round.reached.len()).rev().filter(|&reached| round.share(reached) > 0.0);
    let shares = shares.take(4).map(|r| format!("{}: {:.1} %", 1u64 << r, 100.0 * round.share(r)));
    let shares: Vec<String> = shares.collect();
    let (games, moves) = (number(round.games as f64), number(round.moves as f64));
    let mean = number(round.mean_score.round());
    format!("{games} games, {moves} moves: mean score {mean}; {}", shares.join(", "))
}
