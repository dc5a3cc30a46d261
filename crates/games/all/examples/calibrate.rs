//! Measures what the values of agents mean: plays games of each agent against itself, fits the chance to win to the values
//! that it gave, and draws how well that fits. TetrisVs for two is left out: without a clock its games go on for ever, or
//! both lose.
//!
//! `cargo run --release -p ludex-games --example calibrate -- 200 docs/pictures/calibration.svg` plays 200 games each,
//! prints the curves for the rooms and a table for the guide (four times as many games of Tris), and writes the plot. Half of the games fit the curve, the
//! other half test it.

use ludex_core::{Bound, Budget, Proven, Result, Room, Seat, Seed, Spec, Turn, playout};
use ludex_games::{pente::Pente, tris::Tris};
use std::fmt::Write;

/// What an agent thought, and what came of it for the one who moved: 1, 0.5 or 0.
struct Sample {
    value: f64,
    result: f64,
}

/// Rules, size, agent, and random moves at the beginning, so that games differ.
type Match = (&'static str, &'static str, &'static str, u32);

const TRIS: &[Match] = &[
    ("standard", "3x3", "flat", 2),
    ("standard", "3x3", "minimax:depth=2", 2),
    ("standard", "3x3", "negamax:depth=2", 2),
    ("standard:row=4", "5x5", "mcts:sims=300", 4),
    ("standard:row=4", "5x5", "minimax:depth=3", 4),
    ("standard:row=4", "5x5", "negamax:depth=4", 4),
];
const PENTE: &[Match] = &[
    ("pente:row=5", "11x11", "engine:level=2", 6),
    ("pente:row=5", "9x9", "easy", 6),
    ("pente:row=5", "9x9", "medium", 6),
    ("pente:row=5", "9x9", "mcts:sims=100", 6),
];

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(200);
    let plot = arguments.next();
    let mut fits = Vec::new();
    // Tris is quick, and its games are short.
    measure::<Tris>(TRIS, 4 * games, &mut fits)?;
    measure::<Pente>(PENTE, games, &mut fits)?;
    println!("\n{}", table(&fits));
    if let Some(path) = plot {
        let saved = std::fs::write(&path, svg(&fits));
        println!("{}", saved.map_or_else(|error| error.to_string(), |()| format!("wrote {path}")));
    }
    Ok(())
}

/// A curve, and how it does on games that it was not fitted to.
struct Fit {
    name: String,
    agent: String,
    slope: f64,
    shift: f64,
    positions: usize,
    /// For each tenth of chances: predicted, observed, positions.
    bins: Vec<(f64, f64, usize)>,
    /// Mean difference of predicted and observed chance over the bins, by positions.
    error: f64,
}

fn measure<R: Room>(matches: &[Match], games: u64, fits: &mut Vec<Fit>) -> Result<()> {
    for &(rules, size, agent, opening) in matches {
        let game = R::open(&rules.parse()?, Some(size.parse()?))?;
        let [mut fitted, mut tested] = [Vec::new(), Vec::new()];
        for number in 0..games {
            let samples = if number % 2 == 0 { &mut fitted } else { &mut tested };
            self_play(&game, &agent.parse()?, opening, Seed(1).derive(number), samples)?;
        }
        let (slope, shift) = fit(&fitted);
        let bins = bins(&tested, slope, shift);
        let all: usize = bins.iter().map(|bin| bin.2).sum();
        let error = bins.iter().map(|(p, o, n)| (p - o).abs() * *n as f64).sum::<f64>();
        let error = error / all.max(1) as f64;
        let positions = fitted.len();
        let name = R::INFO.name.to_owned();
        println!(
            "{name} {rules} {size}: Calibration {{ agent: {:?}, slope: {slope:.3e}, shift: {shift:.3}, \
             positions: {positions} }}",
            agent.split(':').next().unwrap_or_default()
        );
        fits.push(Fit { name, agent: agent.to_owned(), slope, shift, positions, bins, error });
    }
    Ok(())
}

/// Plays one game; every decision whose outcome is not certain is a sample.
fn self_play<R: Room>(
    game: &R,
    agent: &Spec,
    opening: u32,
    seed: Seed,
    samples: &mut Vec<Sample>,
) -> Result<()> {
    const LONGEST: u32 = 400;
    let agent = game.agent(agent, seed)?;
    let (mut dice, mut buffer) = (seed.rng(), Vec::new());
    let mut position = game.start();
    playout(game, &mut position, &mut dice, &mut buffer, opening);
    let mut thought: Vec<(Seat, f64)> = Vec::new();
    for ply in 0..LONGEST {
        let action = match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.sample(&position, &mut dice, &mut buffer).unwrap_or_else(|| {
                unreachable!("chance has something to do while the game goes on")
            }),
            Turn::Seat(_) if !asks(ply, opening) => {
                agent.choose(game, &position, &Budget::unlimited())?
            }
            Turn::Seat(seat) => {
                let decision = agent.decide(game, &position, &Budget::unlimited())?;
                let best = decision.best();
                if best.proven.is_none() && best.bound != Bound::None {
                    thought.push((seat, best.value));
                }
                best.action
            }
        };
        game.play(&mut position, action);
    }
    if game.turn(&position) == Turn::Over {
        let sample = |(seat, value)| Sample { value, result: result(game, &position, seat) };
        samples.extend(thought.into_iter().map(sample));
    }
    Ok(())
}

/// Moves that follow each other are worth much the same: half of them are asked about, the others are played quickly.
fn asks(ply: u32, first: u32) -> bool {
    (ply + first) % 4 < 2
}

fn result<R: Room>(game: &R, position: &R::Position, seat: Seat) -> f64 {
    match game.outcome(position, seat) {
        Proven::Win => 1.0,
        Proven::Draw => 0.5,
        Proven::Loss => 0.0,
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Slope and shift of the curve that explains the results best: Newton's method on the logarithm of the likelihood, in a
/// unit in which values are about 1.
fn fit(samples: &[Sample]) -> (f64, f64) {
    let mut sizes: Vec<f64> = samples.iter().map(|sample| sample.value.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let unit = sizes.get(sizes.len() * 3 / 4).copied().filter(|size| *size > 0.0).unwrap_or(1.0);
    let (mut slope, mut shift) = (0.0_f64, 0.0_f64);
    for _ in 0..50 {
        // A little weight keeps the slope finite where values tell everything.
        let (mut gradient, mut curve) = ([-1e-3 * slope, -1e-3 * shift], [1e-3, 0.0, 1e-3]);
        for sample in samples {
            let x = (sample.value / unit).clamp(-8.0, 8.0);
            let p = logistic(slope * x + shift);
            let (miss, weight) = (sample.result - p, p * (1.0 - p));
            gradient[0] += miss * x;
            gradient[1] += miss;
            curve[0] += weight * x * x;
            curve[1] += weight * x;
            curve[2] += weight;
        }
        let determinant = curve[0] * curve[2] - curve[1] * curve[1];
        let step = [
            (gradient[0] * curve[2] - gradient[1] * curve[1]) / determinant,
            (gradient[1] * curve[0] - gradient[0] * curve[1]) / determinant,
        ];
        slope += step[0].clamp(-1.0, 1.0);
        shift += step[1].clamp(-1.0, 1.0);
    }
    (slope / unit, shift)
}

/// Predicted and observed chance by tenths of the predicted one.
fn bins(samples: &[Sample], slope: f64, shift: f64) -> Vec<(f64, f64, usize)> {
    let mut sums = vec![(0.0, 0.0, 0); 10];
    for sample in samples {
        let chance = logistic(slope * sample.value + shift);
        let bin = &mut sums[((chance * 10.0) as usize).min(9)];
        *bin = (bin.0 + chance, bin.1 + sample.result, bin.2 + 1);
    }
    let mean = |(p, o, n): (f64, f64, usize)| (p / n as f64, o / n as f64, n);
    sums.into_iter().filter(|bin| bin.2 >= 10).map(mean).collect()
}

fn table(fits: &[Fit]) -> String {
    let mut text = "| game | agent | positions | value of 60 % | mean error |\n".to_owned();
    text += "| --- | --- | --- | --- | --- |\n";
    for Fit { name, agent, slope, shift, positions, error, .. } in fits {
        let sixty = (0.6_f64.ln() - 0.4_f64.ln() - shift) / slope;
        let _ = writeln!(
            text,
            "| {name} | `{agent}` | {positions} | {} | {:.1} % |",
            significant(sixty),
            error * 100.0
        );
    }
    text
}

/// A number with three digits that count.
fn significant(value: f64) -> String {
    let digits = (2 - value.abs().log10().floor() as i32).clamp(0, 9) as usize;
    format!("{value:.digits$}")
}

/// A square for each agent: predicted chance to the right, observed upwards, the diagonal where both agree.
fn svg(fits: &[Fit]) -> String {
    const SIDE: f64 = 150.0;
    const GAP: f64 = 34.0;
    const COLUMNS: usize = 4;
    let rows = fits.len().div_ceil(COLUMNS);
    let (width, height) =
        (GAP + COLUMNS as f64 * (SIDE + GAP), GAP + rows as f64 * (SIDE + 2.0 * GAP));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (number, fit) in fits.iter().enumerate() {
        let x = GAP + (number % COLUMNS) as f64 * (SIDE + GAP);
        let y = GAP + (number / COLUMNS) as f64 * (SIDE + 2.0 * GAP);
        let bottom = y + SIDE;
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{}\">{} {}</text>\n<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" \
             height=\"{SIDE}\" fill=\"none\" stroke=\"#999\"/>\n<line x1=\"{x}\" y1=\"{bottom}\" \
             x2=\"{}\" y2=\"{y}\" stroke=\"#bbb\" stroke-dasharray=\"4 3\"/>\n<text x=\"{x}\" y=\"{}\" \
             fill=\"#555\">0 % predicted</text><text x=\"{}\" y=\"{}\" text-anchor=\"end\" \
             fill=\"#555\">100 %</text>",
            y - 6.0,
            fit.name,
            fit.agent,
            x + SIDE,
            bottom + 13.0,
            x + SIDE,
            bottom + 13.0
        );
        let most = fit.bins.iter().map(|bin| bin.2).max().unwrap_or(1) as f64;
        for &(predicted, observed, positions) in &fit.bins {
            let radius = 2.0 + 4.0 * (positions as f64 / most).sqrt();
            let (cx, cy) = (x + predicted * SIDE, bottom - observed * SIDE);
            let _ = writeln!(
                out,
                "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"{radius:.1}\" fill=\"#b5532a\" \
                 fill-opacity=\"0.75\"><title>{:.0} % predicted, {:.0} % observed, {positions} \
                 positions</title></circle>",
                predicted * 100.0,
                observed * 100.0
            );
        }
    }
    out + "</svg>\n"
}
