//! Fits the curve that says how likely both players soon lose with a pile: `risk` of the versus agent.
//!
//! `cargo run --release -p ludex-tetris --example versus_risk -- [GAMES] [SEED]`
//!
//! Plays long games of `versus`, without imagined ones, against `tetrisvs-hard`; looks at every pile that `versus` leaves behind; and fits a logistic
//! curve to whether both had lost thirty of its placements later. One game in four is kept apart to see how well the curve tells piles apart.

use ludex_core::{Agent, Budget, Error, Game, Result, Room, Seed, Spec, Turn};
use ludex_tetris::board::Pile;
use ludex_tetris::terrain::Terrain;
use ludex_tetris::versus::{BENDS, Foresight, Weights};
use ludex_tetris::{Position, Tetris};

/// Placements of both players in a game.
const PIECES: u32 = 400;
/// Own placements after which a pile counts as survived.
const SOON: usize = 30;
/// Lower piles endanger nobody.
const LOWEST: u32 = 8;
/// What is seen of a pile: its height, the terrain, the rows above each bend, and 1.
const SEEN: usize = 1 + Terrain::COUNT + BENDS.len() + 1;
/// Weights are held small a little.
const RIDGE: f64 = 0.3;

type Vector = [f64; SEEN];

/// A pile and what became of it.
struct Sample {
    seen: Vector,
    lost: bool,
    /// Whether its game is kept apart.
    apart: bool,
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| match words.get(at) {
        None => Ok(usual),
        Some(word) => word.parse().map_err(|_| Error::bad("number", word, "give a whole number")),
    };
    let (games, seed) = (number(0, 4000)?, Seed(number(1, 77001)?));
    let (samples, lost) = play_all(games, seed)?;
    let (apart, fitted): (Vec<_>, Vec<_>) = samples.into_iter().partition(|sample| sample.apart);
    let weights = fit(&fitted);
    println!("{lost} of {games} games lost; {} piles, {} kept apart", fitted.len(), apart.len());
    let names = ["height", "RT", "CT", "HO", "WE", "HD", "RH", "DV"].map(String::from);
    let bends = BENDS.map(|bend| format!("rows above {bend}"));
    let names = names.into_iter().chain(bends).chain(["start".into()]);
    for (name, weight) in names.zip(weights) {
        println!("{name:>13} {weight:8.4}");
    }
    println!("of two piles kept apart, one of them lost, it names the right one in:");
    for band in [0..14, 14..16, 16..17, 17..18, 18..21] {
        let of = |sample: &&Sample| band.contains(&(sample.seen[0] as u32));
        let (share, lost) = right_ones(&weights, apart.iter().filter(of));
        println!("{:2} to {:2} rows: {share:.2} ({lost} lost)", band.start, band.end - 1);
    }
    Ok(())
}

/// The piles of all games, and how many games were lost.
fn play_all(games: u64, seed: Seed) -> Result<(Vec<Sample>, u64)> {
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let work = |thread: u64| (thread..games).step_by(threads as usize).map(|i| play(i, seed));
    let parts: Vec<Result<Vec<_>>> = std::thread::scope(|scope| {
        let started: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || work(thread).collect())).collect();
        started.into_iter().filter_map(|thread| thread.join().ok()).collect()
    });
    let (mut samples, mut lost) = (Vec::new(), 0);
    for part in parts {
        for (found, over) in part? {
            samples.extend(found);
            lost += u64::from(over);
        }
    }
    Ok((samples, lost))
}

/// The piles that `versus` leaves behind in a game, and whether it was lost.
fn play(number: u64, seed: Seed) -> Result<(Vec<Sample>, bool)> {
    let game = Tetris::open(&Spec::named("versus"), None)?;
    let foresight = Foresight { exact: true, ..Foresight::new(1, 0) };
    let own = ludex_tetris::versus::agent(Weights::default(), foresight, Seed(1));
    let other = game.agent(&"tetrisvs-hard".parse()?, Seed(1))?;
    let me = (number % 2) as usize;
    let agents: [&dyn Agent<Tetris>; 2] = if me == 0 { [&*own, &*other] } else { [&*other, &*own] };
    let (mut position, mut dice, mut buffer) =
        (game.start(), seed.derive(number).rng(), Vec::new());
    let mut piles = Vec::new();
    loop {
        let (action, mine) = match game.turn(&position) {
            Turn::Seat(seat) if position.pieces < PIECES => {
                let action = agents[seat.0].choose(&game, &position, &Budget::unlimited())?;
                (Some(action), seat.0 == me)
            }
            Turn::Chance => (game.sample(&position, &mut dice, &mut buffer), false),
            Turn::Seat(_) | Turn::Over => (None, false),
        };
        let Some(action) = action else { break };
        game.play(&mut position, action);
        if mine {
            piles.push(look(&position));
        }
    }
    Ok((samples(&piles, position.lost, number % 4 == 3), position.lost))
}

fn look(position: &Position) -> Vector {
    fn of<T: ludex_tetris::Word>(board: &Pile<T>) -> Vector {
        let height = board.pile_height();
        let above = BENDS.map(|bend| f64::from(height.saturating_sub(bend)));
        let all = [f64::from(height)].into_iter().chain(Terrain::of(board).amounts());
        let mut seen = [1.0; SEEN];
        seen.iter_mut().zip(all.chain(above)).for_each(|(slot, amount)| *slot = amount);
        seen
    }
    of(&position.board)
}

/// What became of each pile. Of a game that went on nobody knows what became of its last ones.
fn samples(seen: &[Vector], lost: bool, apart: bool) -> Vec<Sample> {
    let left = |place: usize| seen.len() - 1 - place;
    let known = seen.iter().enumerate().filter(|(place, _)| lost || left(*place) >= SOON);
    let high = known.filter(|(_, seen)| seen[0] >= f64::from(LOWEST));
    high.map(|(place, &seen)| Sample { seen, lost: lost && left(place) < SOON, apart }).collect()
}

fn odds(weights: &Vector, seen: &Vector) -> f64 {
    weights.iter().zip(seen).map(|(weight, amount)| weight * amount).sum()
}

/// Newton's method for the logistic curve.
fn fit(samples: &[Sample]) -> Vector {
    let mut weights = [0.0; SEEN];
    weights[SEEN - 1] = -4.0;
    for _ in 0..25 {
        let (mut slopes, mut bends) = ([0.0; SEEN], [[0.0; SEEN]; SEEN]);
        for Sample { seen, lost, .. } in samples {
            let chance = 1.0 / (1.0 + (-odds(&weights, seen)).exp());
            let (error, spread) = (f64::from(u8::from(*lost)) - chance, chance * (1.0 - chance));
            for a in 0..SEEN {
                slopes[a] += error * seen[a];
                for b in 0..SEEN {
                    bends[a][b] += spread * seen[a] * seen[b];
                }
            }
        }
        for a in 0..SEEN {
            bends[a][a] += RIDGE;
            slopes[a] -= RIDGE * weights[a];
        }
        let step = solved(bends, slopes);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step.clamp(-5.0, 5.0));
    }
    weights
}

/// Gauss: what `matrix` takes to `right`.
fn solved(mut matrix: [Vector; SEEN], mut right: Vector) -> Vector {
    for at in 0..SEEN {
        let size = |row: &usize| matrix[*row][at].abs();
        let pivot = (at..SEEN).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(at);
        matrix.swap(at, pivot);
        right.swap(at, pivot);
        for row in at + 1..SEEN {
            let (factor, above) = (matrix[row][at] / matrix[at][at], matrix[at]);
            matrix[row].iter_mut().zip(above).for_each(|(slot, amount)| *slot -= factor * amount);
            right[row] -= factor * right[at];
        }
    }
    for at in (0..SEEN).rev() {
        let known: f64 = (at + 1..SEEN).map(|column| matrix[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / matrix[at][at];
    }
    right
}

/// In what share of the pairs of a lost pile and another the lost one has the higher odds, and how many were lost.
fn right_ones<'a>(weights: &Vector, samples: impl Iterator<Item = &'a Sample>) -> (f64, usize) {
    let mut ranked: Vec<(f64, bool)> =
        samples.map(|sample| (odds(weights, &sample.seen), sample.lost)).collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let lost = ranked.iter().filter(|sample| sample.1).count();
    let places = ranked.iter().enumerate().filter(|(_, sample)| sample.1);
    let sum: usize = places.map(|(place, _)| place).sum();
    let pairs = lost * (ranked.len() - lost);
    ((sum as f64 - (lost * lost.saturating_sub(1)) as f64 / 2.0) / pairs as f64, lost)
}
