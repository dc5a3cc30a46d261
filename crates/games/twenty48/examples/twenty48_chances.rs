//! Fits the chances of tiles to games of the built-in player, and checks them on other games.
//!
//! `cargo run --release -p ludex-twenty48 --example twenty48_chances -- [games to fit] [games to check] [plies] [seed] [picture.svg]`
//!
//! Prints the curves as they stand in `chances.rs`, then how often what was foretold came true, and draws that.

use ludex_core::{Budget, Game, Room, Seed, Spec};
use ludex_twenty48::chances::{FIRST, INPUTS, Outlook};
use ludex_twenty48::{Player, Twenty48};
use std::error::Error;
use std::fmt::Write;

/// Of so many positions one is looked at.
const EVERY: usize = 40;
const TILES: usize = 7;
const BINS: usize = 10;

/// Positions of a game and the largest tile that it came to.
struct Played {
    seen: Vec<(Outlook, u8)>,
    reached: u8,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (fit, check, plies, seed) = (next(500)?, next(250)?, next(1)?, next(1)?);
    let games = (0..fit + check).map(|game| play(plies, Seed(seed).derive(game)));
    let games: Vec<Played> = games.collect::<Result<_, Box<dyn Error>>>()?;
    let (learned, unseen) = games.split_at(fit as usize);
    let curves: [[f64; INPUTS]; TILES] = std::array::from_fn(|i| fitted(learned, FIRST + i as u8));
    println!("{curves:.4?}");
    let bins = compare(unseen, &curves);
    println!("foretold  came true  positions");
    for (foretold, came, count) in &bins {
        println!("{:7.1} % {:8.1} % {count:9}", 100.0 * foretold, 100.0 * came);
    }
    if let Some(path) = arguments.next() {
        std::fs::write(path, drawn(&bins))?;
    }
    Ok(())
}

fn play(plies: u64, seed: Seed) -> Result<Played, Box<dyn Error>> {
    let (game, player) = (Twenty48::default(), Player::built_in()?);
    let agent = game.agent(&Spec::named("ntuple").with("plies", plies), seed)?;
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    let (mut outlooks, mut moves) = (Vec::new(), 0);
    while let Some(action) = game.sample(&position, &mut dice, &mut buffer) {
        let mut action = action;
        if position.due() == 0 {
            let greatest = position.max_tile(game.grid()).trailing_zeros() as u8;
            let board = position.board(game.grid()).filter(|_| moves % EVERY == 0);
            if let Some(outlook) = board.and_then(|board| Outlook::of(&player, board)) {
                outlooks.push((outlook, greatest));
            }
            moves += 1;
            action = agent.choose(&game, &position, &Budget::unlimited())?;
        }
        game.play(&mut position, action);
    }
    Ok(Played { seen: outlooks, reached: position.max_tile(game.grid()).trailing_zeros() as u8 })
}

/// Every position in which a tile is still to be reached, and whether it was.
fn cases(games: &[Played], tile: u8) -> impl Iterator<Item = ([f64; INPUTS], f64)> + '_ {
    games.iter().flat_map(move |game| {
        let came = f64::from(u8::from(game.reached >= tile));
        let open = game.seen.iter().filter(move |(_, greatest)| *greatest < tile);
        open.map(move |(outlook, _)| (outlook.inputs(tile), came))
    })
}

/// Newton's method for a logistic curve; weights are held small a little, since some tiles are always reached.
fn fitted(games: &[Played], tile: u8) -> [f64; INPUTS] {
    const HELD: f64 = 1.0;
    let mut weights = [0.0; INPUTS];
    for _ in 0..30 {
        let mut slope = weights.map(|weight| -HELD * weight);
        let mut bend = [[0.0; INPUTS]; INPUTS];
        for (i, row) in bend.iter_mut().enumerate() {
            row[i] = HELD;
        }
        for (inputs, came) in cases(games, tile) {
            let chance = curve(&weights, &inputs);
            for i in 0..INPUTS {
                slope[i] += (came - chance) * inputs[i];
                for j in 0..INPUTS {
                    bend[i][j] += chance * (1.0 - chance) * inputs[i] * inputs[j];
                }
            }
        }
        let step = solved(bend, slope);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step.clamp(-3.0, 3.0);
        }
    }
    weights
}

fn curve(weights: &[f64; INPUTS], inputs: &[f64; INPUTS]) -> f64 {
    let sum: f64 = weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Gaussian elimination; the matrix is positive definite, so no pivot is 0.
fn solved(mut m: [[f64; INPUTS]; INPUTS], mut v: [f64; INPUTS]) -> [f64; INPUTS] {
    for i in 0..INPUTS {
        for j in i + 1..INPUTS {
            let share = m[j][i] / m[i][i];
            let above = m[i];
            for (own, above) in m[j].iter_mut().zip(above).skip(i) {
                *own -= share * above;
            }
            v[j] -= share * v[i];
        }
    }
    for i in (0..INPUTS).rev() {
        let known: f64 = (i + 1..INPUTS).map(|j| m[i][j] * v[j]).sum();
        v[i] = (v[i] - known) / m[i][i];
    }
    v
}

/// What was foretold beside what came true, by tenths, over all tiles.
fn compare(games: &[Played], curves: &[[f64; INPUTS]; TILES]) -> Vec<(f64, f64, usize)> {
    let mut bins = [(0.0, 0.0, 0); BINS];
    for (tile, weights) in (FIRST..).zip(curves) {
        for (inputs, came) in cases(games, tile) {
            let chance = curve(weights, &inputs);
            let bin = &mut bins[((chance * BINS as f64) as usize).min(BINS - 1)];
            *bin = (bin.0 + chance, bin.1 + came, bin.2 + 1);
        }
    }
    let filled = bins.into_iter().filter(|bin| bin.2 > 0);
    filled.map(|(f, c, n)| (f / n as f64, c / n as f64, n)).collect()
}

fn drawn(bins: &[(f64, f64, usize)]) -> String {
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 360 360\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"360\" height=\"360\" fill=\"#F6F1E7\"/>\n\
         <path d=\"M50 310H330M50 310V30\" stroke=\"#1F2430\" fill=\"none\"/>\n\
         <path d=\"M50 310L330 30\" stroke=\"#D8CFBD\" stroke-dasharray=\"4 4\"/>\n\
         <text x=\"190\" y=\"345\" text-anchor=\"middle\">chance foretold, %</text>\n\
         <text x=\"18\" y=\"170\" text-anchor=\"middle\" transform=\"rotate(-90 18 170)\">came true, %</text>\n",
    );
    for tenth in (0..=10).step_by(2) {
        let at = f64::from(tenth) * 28.0;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"326\" text-anchor=\"middle\">{}</text>\n<text x=\"44\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
            50.0 + at,
            10 * tenth,
            314.0 - at,
            10 * tenth
        );
    }
    for (foretold, came, _) in bins {
        let (x, y) = (50.0 + 280.0 * foretold, 310.0 - 280.0 * came);
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#D9572B\"/>");
    }
    svg + "</svg>\n"
}
