//! Long checks of the Tetris engine, for release builds.
//!
//! `cargo run --release -p ludex-games --example tetris_check -- speed|strength|two`

use ludex_core::Seed;
use ludex_games::tetris::drop::Weights;
use ludex_games::tetris::simulate::{simulate, simulate_two};
use ludex_games::tetris::{DropKernel, sets};
use std::time::Instant;

/// Seconds of processor time, or of the clock where the system does not tell; others may share the machine.
struct Stopwatch(Instant, Option<f64>);

impl Stopwatch {
    fn start() -> Self {
        Self(Instant::now(), Self::processor())
    }

    fn processor() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
        Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
    }

    fn seconds(&self) -> f64 {
        match (self.1, Self::processor()) {
            (Some(start), Some(now)) => now - start,
            _ => self.0.elapsed().as_secs_f64(),
        }
    }
}

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
        Some("spin") => spin(),
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
    for (width, height) in [(10, 20), (5, 20), (8, 20), (11, 20), (15, 23), (32, 20)] {
        let kernel = DropKernel::new(&set, width, height)?;
        for kernel in [kernel.clone(), kernel.portable()] {
            let start = Stopwatch::start();
            let (mut pieces, mut game) = (0, 0);
            while pieces < 2_000_000 {
                pieces +=
                    simulate(&kernel, &POLICIES[3].1, Seed(1).derive(game), 1_000_000)?.pieces;
                game += 1;
            }
            report(
                &format!("{width}x{height} one piece, AVX2 {}", kernel.uses_avx2()),
                pieces,
                start,
            );
        }
    }
    let kernel = DropKernel::new(&set, 10, 20)?;
    for kernel in [kernel.clone(), kernel.portable()] {
        let start = Stopwatch::start();
        let played = simulate_two(&kernel, &POLICIES[3].1, Seed(1), 60_000)?;
        report(&format!("10x20 two pieces, AVX2 {}", kernel.uses_avx2()), played.pieces, start);
    }
    Ok(())
}

fn report(what: &str, decisions: u64, start: Stopwatch) {
    let rate = decisions as f64 / start.seconds();
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

fn spin() -> ludex_core::Result<()> {
    let kernel = DropKernel::new(&sets::simplified(), 10, 20)?;
    for kernel in [kernel.clone(), kernel.clone().portable()] {
        let mut best: f64 = 0.0;
        for _ in 0..40 {
            let start = Stopwatch::start();
            let p = simulate(&kernel, &POLICIES[3].1, Seed(1), 100_000)?.pieces;
            best = best.max(p as f64 / start.seconds());
        }
        println!("best {best:.0}");
    }
    let mut best: f64 = 0.0;
    for _ in 0..20 {
        let start = Stopwatch::start();
        let p = simulate_two(&kernel, &POLICIES[3].1, Seed(1), 4_000)?.pieces;
        best = best.max(p as f64 / start.seconds());
    }
    println!("best two {best:.0}");
    Ok(())
}
