//! Tunes the TetrisVs report's five terms by the cross-entropy method with noise.
//!
//! `cargo run --release -p ludex-tetris --example tetris_tune -- [WxH] [generations] [games] [seed] [pieces]`
//!
//! Each generation draws weights from a normal distribution, plays some games with each under the rules
//! `tetrisvs`, and moves the distribution to the best tenth. Low boards make short games: what plays well
//! on 10x10 plays well on 10x20. The same seed gives the same weights, whatever the number of threads.

use ludex_core::{Error, Result, Rng, Room, Seed, Size};
use ludex_tetris::features::at;
use ludex_tetris::simulate::simulate_known;
use ludex_tetris::{Linear, Tetris};
use rand::RngExt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

const FEATURES: [usize; 5] = [at::ENTROPY, at::AGGREGATE, at::HO, at::FAITHFUL, at::LINES];
type Five = [f64; 5];

const CANDIDATES: usize = 60;
const ELITE: usize = 8;

/// The distribution that weights are drawn from.
struct Spread {
    mean: Five,
    deviation: Five,
}

/// What to play to measure weights.
struct Course {
    game: Tetris,
    games: u64,
    seed: Seed,
    max_pieces: u64,
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| match words.get(i) {
        None => Ok(default),
        Some(word) => word.parse().map_err(|_| Error::bad("number", word, "give a whole number")),
    };
    let size: Size = words.first().map_or("10x10", String::as_str).parse()?;
    let (generations, games, seed) = (number(1, 20)?, number(2, 20)?, Seed(number(3, 1)?));
    let game = Tetris::open(&"tetrisvs".parse()?, Some(size))?;
    let course = Course { game, games, seed, max_pieces: number(4, 20_000)? };
    let mut spread = Spread { mean: [0.0; 5], deviation: [1.0; 5] };
    for generation in 0..generations {
        let best = spread.step(&course, generation);
        // Noise that fades keeps the distribution from closing too soon.
        let noise = (0.3 - 0.3 * generation as f64 / generations as f64).max(0.0);
        spread.deviation.iter_mut().for_each(|d| *d = d.hypot(0.3 * noise));
        println!("{generation}: best {best:.0} lines, mean {:.3?}", spread.mean);
    }
    println!("{:.4?}", unit(spread.mean));
    Ok(())
}

impl Spread {
    /// Draws weights, measures them, and moves to the best; returns what the very best earned.
    fn step(&mut self, course: &Course, generation: u64) -> f64 {
        let mut rng = course.seed.derive(generation).rng();
        let draws: Vec<Five> = (0..CANDIDATES).map(|_| self.draw(&mut rng)).collect();
        let mut ranked: Vec<(f64, Five)> = course.measure(&draws, generation);
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let elite = &ranked[..ELITE];
        for i in 0..FEATURES.len() {
            let mean = elite.iter().map(|(_, w)| w[i]).sum::<f64>() / ELITE as f64;
            let squares = elite.iter().map(|(_, w)| (w[i] - mean).powi(2)).sum::<f64>();
            self.mean[i] = mean;
            self.deviation[i] = (squares / ELITE as f64).sqrt();
        }
        ranked[0].0
    }

    fn draw(&self, rng: &mut Rng) -> Five {
        unit(std::array::from_fn(|i| self.mean[i] + self.deviation[i] * normal(rng)))
    }
}

impl Course {
    /// Mean lines of each of these weights; all play the same games.
    fn measure(&self, draws: &[Five], generation: u64) -> Vec<(f64, Five)> {
        let (next, results) = (AtomicUsize::new(0), Mutex::new(vec![0.0; draws.len()]));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let take = || next.fetch_add(1, Ordering::Relaxed);
                    let mut index = take();
                    while let Some(five) = draws.get(index) {
                        let lines = self.lines(five, generation);
                        results.lock().unwrap_or_else(PoisonError::into_inner)[index] = lines;
                        index = take();
                    }
                });
            }
        });
        let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.into_iter().zip(draws.iter().copied()).collect()
    }

    fn lines(&self, five: &Five, generation: u64) -> f64 {
        let pairs: Vec<(usize, f64)> = FEATURES.into_iter().zip(*five).collect();
        let linear = Linear { lost: 0.0, ..Linear::of(&pairs) };
        let seed = self.seed.derive(!generation);
        let play = |i: u64| {
            let played = simulate_known(&self.game, &linear, seed.derive(i), self.max_pieces);
            played.map_or(0.0, |played| played.lines as f64)
        };
        (0..self.games).map(play).sum::<f64>() / self.games as f64
    }
}

/// The same weights with length 1: only their ratios matter.
fn unit(five: Five) -> Five {
    let length = five.iter().map(|w| w * w).sum::<f64>().sqrt();
    five.map(|w| w / length.max(1e-9))
}

/// A number from the standard normal distribution (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    let (radius, angle): (f64, f64) = (rng.random(), rng.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}
