//! Plays games of Snake without a screen and prints how they went.
//!
//! `cargo run --release -p ludex-snake --example snake_games -- survivor 20x20 100`
//!
//! A fourth argument gives the rules, such as `standard:foods=2`.

use ludex_core::{AnyTable, Result, Seed, Setup, Stop, room};
use ludex_snake::Snake;
use std::time::Instant;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let (agent, size, games, rules) =
        (next("survivor"), next("20x20"), next("10"), next("standard"));
    let setup = Setup { rules: rules.parse()?, size: Some(size.parse()?), seed: Seed(1) };
    let table = room::<Snake>().open(&setup)?;
    report(&*table, &agent, games.parse().unwrap_or(10))
}

fn report(table: &dyn AnyTable, agent: &str, games: u64) -> Result<()> {
    let started = Instant::now();
    let (mut lengths, mut steps) = (Vec::new(), Vec::new());
    for game in 0..games {
        let agents = [agent.parse()?];
        let played = table.run(&agents, Seed(1).derive(game), u64::MAX, &Stop::default())?;
        lengths.push(played.metrics[0].value);
        steps.push(played.metrics[1].value);
    }
    let cells = table.size().cells() as f64;
    let full = lengths.iter().filter(|&&length| length == cells).count();
    let seconds = started.elapsed().as_secs_f64();
    println!("{agent} on {}: {full} of {games} boards filled, {seconds:.1} s", table.size());
    for (name, values) in [("length", lengths), ("steps", steps)] {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        println!("{name}: mean {mean:.1}, least {least}, most {most}");
    }
    Ok(())
}
