//! Long checks of the Tetris engine, for release builds.
//!
//! `cargo run --release -p ludex-tetris --example tetris_check -- speed|strength|two|perft|transpositions`
//!
//! | check | prints |
//! | --- | --- |
//! | `speed` | decisions and floods per second of processor time, the best of several short runs |
//! | `strength` | mean lines of 1,000 games on 10x10 with its standard error, to compare with the published ones |
//! | `two` | lines and deaths on 10x10 with the next piece known |
//! | `perft` | sequences of reachable placements, and the distinct boards they end in |
//! | `transpositions` | positions that a look ahead with `depth=2` and `depth=3` visits without a table and with one |

use ludex_core::{
    Agent, Budget, Error, Evaluate, Game, Result, Room, Seat, Seed, Size, Term, Turn, mix,
};
use ludex_search::common::Identity;
use ludex_search::expectimax::{Expectimax, ExpectimaxSettings};
use ludex_tetris::drop::Weights;
use ludex_tetris::rules::{Ahead, Foreseen};
use ludex_tetris::simulate::{Played, simulate, simulate_two};
use ludex_tetris::{
    Action, Board, DropKernel, Fall, Instructions, Linear, PieceSet, Position, Reach, Tetris, sets,
};
use std::collections::HashMap;
use std::time::Instant;

const POLICIES: [(&str, [f64; 9]); 4] = [
    ("dellacherie", [-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0]),
    ("bcts", [-12.629, 6.602, -9.216, -19.774, -13.083, -10.487, -1.612, -24.041, 0.0]),
    ("dt10", [-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27]),
    ("dt20", [-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89]),
];
const DT20: Weights = Weights::nine(POLICIES[3].1);

fn main() -> Result<()> {
    let check = std::env::args().nth(1).unwrap_or_default();
    match check.as_str() {
        "speed" => speed(),
        "strength" => strength(),
        "two" => two(),
        "perft" => perft(),
        "transpositions" => transpositions(),
        other => {
            let known = ["speed", "strength", "two", "perft", "transpositions"];
            Err(Error::unknown("check", other, known))
        }
    }
}

/// Processor time, or the clock where the system does not tell; others may share the machine.
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
            (Some(start), Some(now)) if now > start => now - start,
            _ => self.0.elapsed().as_secs_f64(),
        }
    }
}

/// The best rate of several runs that each say how much they did.
fn rate(runs: u64, mut run: impl FnMut(u64) -> Result<u64>) -> Result<f64> {
    let mut best: f64 = 0.0;
    for i in 0..runs {
        let watch = Stopwatch::start();
        let done = run(i)?;
        best = best.max(done as f64 / watch.seconds());
    }
    Ok(best)
}

fn speed() -> Result<()> {
    let set = sets::simplified();
    for (width, height) in [(10, 20), (5, 20), (8, 20), (11, 20), (15, 23), (32, 20), (10, 32)] {
        let kernel = DropKernel::new(&set, width, height)?;
        for most in [Instructions::Avx512, Instructions::Avx2, Instructions::Portable] {
            let kernel = kernel.clone().at_most(most);
            let pieces = |i| simulate(&kernel, &DT20, Seed(1).derive(i), 400_000).map(|p| p.pieces);
            let way = kernel.instructions();
            println!("{width}x{height} one piece, {way}: {:.0} decisions/s", rate(10, pieces)?);
        }
    }
    let kernel = DropKernel::new(&set, 10, 20)?;
    let pieces = |i| simulate_two(&kernel, &DT20, Seed(1).derive(i), 3_000).map(|p| p.pieces);
    println!("10x20 two pieces: {:.0} decisions/s", rate(20, pieces)?);
    for set in [sets::tetrisvs(), sets::srs()] {
        println!("10x20 reach, {}: {:.0} floods/s", set.name, rate(20, |i| floods(&set, i))?);
    }
    Ok(())
}

/// Floods boards that come up when each piece goes to a low place drawn by lot.
fn floods(set: &PieceSet, seed: u64) -> Result<u64> {
    let reach = Reach::new(set, 10, 20)?;
    let (mut board, mut places) = (Board::new(10, 20)?.low().unwrap_or(low()?), Vec::new());
    let mut lot = Seed(seed);
    for i in 0..30_000 {
        lot = lot.derive(i);
        let piece = (lot.0 % set.pieces.len() as u64) as usize;
        places.clear();
        reach.placements(&board, piece, &mut places);
        let drawn = |k: u64| places.get((lot.derive(k).0 % places.len().max(1) as u64) as usize);
        match (0..6).filter_map(drawn).min_by_key(|p| p.y) {
            Some(p) => {
                board.place(reach.shape(piece, p.rotation), p.x.into(), p.y.into());
            }
            None => board = low()?,
        }
    }
    Ok(30_000)
}

fn low() -> Result<ludex_tetris::LowBoard> {
    ludex_tetris::LowBoard::new(10, 20)
}

fn strength() -> Result<()> {
    let kernel = DropKernel::new(&sets::simplified(), 10, 10)?;
    for (name, weights) in POLICIES {
        let weights = Weights::nine(weights);
        let mut lines = Vec::new();
        for game in 0..1000 {
            lines.push(simulate(&kernel, &weights, Seed(1).derive(game), u64::MAX)?.lines as f64);
        }
        let mean = lines.iter().sum::<f64>() / 1000.0;
        let variance = lines.iter().map(|l| (l - mean).powi(2)).sum::<f64>() / 999.0;
        println!("{name}: {mean:.0} +- {:.0} lines", (variance / 1000.0).sqrt());
    }
    Ok(())
}

fn two() -> Result<()> {
    let kernel = DropKernel::new(&sets::simplified(), 10, 10)?;
    for (name, weights) in POLICIES {
        let mut sum = Played::default();
        let mut deaths = 0;
        for game in 0..10 {
            let played =
                simulate_two(&kernel, &Weights::nine(weights), Seed(1).derive(game), 100_000)?;
            sum.lines += played.lines;
            deaths += u32::from(played.lost);
        }
        println!("{name}, two pieces: {} lines, {deaths} deaths", sum.lines);
    }
    Ok(())
}

fn perft() -> Result<()> {
    let (srs, plain) = (sets::srs(), sets::srs_nokick());
    let reach = |set: &PieceSet| Ok::<_, Error>(Reach::new(set, 10, 40)?.with_spawn_row(set, 19));
    for queue in ["IOLJS", "IIIIII"] {
        println!("{queue}: {:?}", count(&reach(&srs)?, &srs, queue)?);
    }
    let sonic = reach(&srs)?.with_fall(Fall::Sonic);
    println!("IOLJ, sonic drop only: {:?}", count(&sonic, &srs, "IOLJ")?);
    println!("IOLJ, no kicks: {:?}", count(&reach(&plain)?, &plain, "IOLJ")?);
    Ok(())
}

/// Paths and distinct boards by depth.
fn count(reach: &Reach, set: &PieceSet, queue: &str) -> Result<Vec<(u64, usize)>> {
    let mut layer: HashMap<Board, u64> = HashMap::from([(Board::new(10, 40)?, 1)]);
    let (mut counts, mut places) = (Vec::new(), Vec::new());
    for name in queue.chars() {
        let piece = set.index(&name.to_string())?;
        let mut next = HashMap::new();
        for (board, paths) in layer {
            places.clear();
            reach.placements(&board, piece, &mut places);
            for p in &places {
                let mut after = board;
                after.place(reach.shape(piece, p.rotation), p.x.into(), p.y.into());
                *next.entry(after).or_insert(0) += paths;
            }
        }
        counts.push((next.values().sum(), next.len()));
        layer = next;
    }
    Ok(counts)
}

/// A look ahead whose positions remember all that is past, as if each way to a board led to another one.
#[derive(Clone)]
struct Remembering(Ahead);

/// A foreseen position, and a name of everything that has happened on the way.
type Remembered = (Foreseen, u64);

impl Game for Remembering {
    type Position = Remembered;
    type Action = Action;
    type Undo = Remembered;

    fn seats(&self) -> usize {
        self.0.seats()
    }
    fn start(&self) -> Remembered {
        (self.0.start(), 0)
    }
    fn turn(&self, here: &Remembered) -> Turn {
        self.0.turn(&here.0)
    }
    fn actions(&self, here: &Remembered, out: &mut Vec<Action>) {
        self.0.actions(&here.0, out);
    }
    fn probability(&self, here: &Remembered, action: Action) -> f64 {
        self.0.probability(&here.0, action)
    }
    fn play(&self, here: &mut Remembered, action: Action) -> Remembered {
        let before = *here;
        self.0.play(&mut here.0, action);
        // Landing heights added up, rows, points: what positions used to carry along.
        let height = u64::from(here.0.last.twice_height);
        let placed = matches!(action, Action::Place { .. });
        here.1 += if placed { height << 16 | u64::from(here.0.last.lines) } else { 0 };
        before
    }
    fn undo(&self, here: &mut Remembered, _: Action, before: Remembered) {
        *here = before;
    }
    fn score(&self, here: &Remembered, seat: Seat) -> f64 {
        self.0.score(&here.0, seat)
    }
    fn key(&self, here: &Remembered) -> u64 {
        mix(self.0.key(&here.0) ^ here.1)
    }
}

/// The same values for positions that remember.
#[derive(Clone, Copy)]
struct Forgetful(Linear);

impl Evaluate<Remembering> for Forgetful {
    fn value(&self, game: &Remembering, here: &Remembered, seat: Seat) -> f64 {
        self.0.value(&game.0, &here.0, seat)
    }
    fn terms(&self, game: &Remembering, here: &Remembered, seat: Seat) -> Vec<Term> {
        self.0.terms(&game.0, &here.0, seat)
    }
    fn has_rewards(&self) -> bool {
        Evaluate::<Ahead>::has_rewards(&self.0)
    }
    fn reward(
        &self,
        game: &Remembering,
        before: &Remembered,
        action: Action,
        after: &Remembered,
        seat: Seat,
    ) -> f64 {
        self.0.reward(&game.0, &before.0, action, &after.0, seat)
    }
}

/// Positions that searches of these depths visit, summed over the first placements of some games.
fn transpositions() -> Result<()> {
    let dt20: Vec<(usize, f64)> = POLICIES[3].1.into_iter().enumerate().collect();
    let linear = Linear::of(&dt20);
    println!("rules                    depth  no table  past in the key  future only");
    for (rules, size, depth, games) in [
        ("simplified", Size::new(10, 20), 2, 5),
        ("simplified", Size::new(10, 20), 3, 2),
        ("simplified:known=2", Size::new(10, 20), 3, 5),
        ("tetrisvs", Size::new(10, 20), 2, 5),
        ("tetrisvs", Size::new(10, 20), 3, 2),
    ] {
        let game = Tetris::open(&rules.parse()?, Some(size))?;
        let ahead = Ahead::dealing(&game).counting_rows(false);
        let (mut plain, mut past, mut future) = (0, 0, 0);
        for seed in 0..games {
            let position = Foreseen::start(&opening(&game, seed)?);
            plain += visited(&ahead, linear, &position, depth, 0)?;
            future += visited(&ahead, linear, &position, depth, 64)?;
            let remembering = Remembering(ahead.clone());
            past += visited(&remembering, Forgetful(linear), &(position, 0), depth, 64)?;
        }
        println!("{rules:24} {depth:5} {plain:9} {past:16} {future:12}");
    }
    Ok(())
}

/// Eight placements of a policy into a game.
fn opening(game: &Tetris, seed: u64) -> Result<Position> {
    let (mut position, mut dice, mut buffer) = (game.start(), Seed(seed).rng(), Vec::new());
    let policy = game.agent(&"dt20".parse()?, Seed(1))?;
    loop {
        let action = match game.turn(&position) {
            Turn::Seat(_) if position.pieces == 8 => return Ok(position),
            Turn::Seat(_) => policy.choose(game, &position, &Budget::unlimited())?,
            _ => match game.sample(&position, &mut dice, &mut buffer) {
                Some(deal) => deal,
                None => return Ok(position),
            },
        };
        game.play(&mut position, action);
    }
}

fn visited<G: Game, E: Evaluate<G>>(
    game: &G,
    evaluate: E,
    position: &G::Position,
    depth: u32,
    table: usize,
) -> Result<u64> {
    let settings = ExpectimaxSettings { depth: Some(depth), table, least_probability: 0.0 };
    let agent = Expectimax::new(Identity::new("expectimax", Seed(1)), evaluate, settings);
    Ok(agent.decide(game, position, &Budget::unlimited())?.search.nodes)
}
