//! Long checks of the Tetris engine, for release builds.
//!
//! `cargo run --release -p ludex-games --example tetris_check -- speed|strength|two`

use ludex_core::Seed;
use ludex_games::tetris::drop::Weights;
use ludex_games::tetris::simulate::{simulate, simulate_two};
use ludex_games::tetris::{DropKernel, sets};
use std::time::Instant;

const POLICIES: [(&str, Weights); 4] = [
    ("dellacherie", [-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0]),
    ("bcts", [-12.629, 6.602, -9.216, -19.774, -13.083, -10.487, -1.612, -24.041, 0.0]),
    ("dt10", [-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27]),
    ("dt20", [-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89]),
];

fn main() -> ludex_core::Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("speed") => speed(),
        Some("strength") => strength(),
        Some("two") => two(),
        other => Err(ludex_core::Error::unknown(
            "check",
            other.unwrap_or(""),
            ["speed", "strength", "two"],
        )),
    }
}

/// Decisions per second on one core.
fn speed() -> ludex_core::Result<()> {
    let set = sets::simplified();
    for (width, height) in [(10, 20), (4, 20), (5, 20), (8, 20), (11, 20), (15, 23), (32, 20)] {
        let kernel = DropKernel::new(&set, width, height)?;
        for kernel in [kernel.clone(), kernel.portable()] {
            let start = Instant::now();
            let (mut pieces, mut game) = (0, 0);
            while pieces < 3_000_000 {
                pieces += simulate(&kernel, &POLICIES[3].1, Seed(1).derive(game), 1_000_000)?.pieces;
                game += 1;
            }
            report(&format!("{width}x{height} one piece, AVX2 {}", kernel.uses_avx2()), pieces, start);
        }
    }
    let kernel = DropKernel::new(&set, 10, 20)?;
    for kernel in [kernel.clone(), kernel.portable()] {
        let start = Instant::now();
        let played = simulate_two(&kernel, &POLICIES[3].1, Seed(1), 300_000)?;
        report(&format!("10x20 two pieces, AVX2 {}", kernel.uses_avx2()), played.pieces, start);
    }
    Ok(())
}

fn report(what: &str, decisions: u64, start: Instant) {
    let rate = decisions as f64 / start.elapsed().as_secs_f64();
    println!("{what}: {rate:.0} decisions/s");
}

/// Mean lines of 1,000 games on 10x10 with its standard error.
fn strength() -> ludex_core::Result<()> {
    let kernel = DropKernel::new(&sets::simplified(), 10, 10)?;
    for (name, weights) in POLICIES {
        let mut lines = Vec::new();
        for game in 0..1000 {
            lines.push(simulate(&kernel, &weights, Seed(1).derive(game), u64::MAX)?.lines as f64);
        }
        let mean = lines.iter().sum::<f64>() / lines.len() as f64;
        let square = lines.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / 999.0;
        println!("{name}: {mean:.0} +- {:.0} lines", (square / 1000.0).sqrt());
    }
    Ok(())
}

/// How long a two-piece search lives on a small board.
fn two() -> ludex_core::Result<()> {
    let kernel = DropKernel::new(&sets::simplified(), 10, 10)?;
    for (name, weights) in POLICIES {
        let (mut lines, mut deaths) = (0, 0);
        for game in 0..20 {
            let played = simulate_two(&kernel, &weights, Seed(1).derive(game), 500_000)?;
            lines += played.lines;
            deaths += u32::from(played.lost);
        }
        println!("{name}, two pieces: {lines} lines, {deaths} deaths");
    }
    Ok(())
}
