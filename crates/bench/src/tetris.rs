//! The Tetris engine: decisions of linear policies, and reachable placements.

use crate::{Bench, rate};
use ludex_core::{Result, Room, Seed, Setup, Stop, room};
use ludex_games::tetris::drop::Weights;
use ludex_games::tetris::features::at;
use ludex_games::tetris::simulate::{simulate, simulate_known, simulate_two};
use ludex_games::tetris::{
    DropKernel, Instructions, Linear, LowBoard, PieceSet, Reach, Tetris, policy_of, sets,
};
use std::hint::black_box;
use std::time::Duration;

const DT20: Weights = Weights::nine([-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89]);

/// The best that the processor has.
const BEST: Instructions = Instructions::Avx512;

/// Pieces of one game; a bench plays many.
const PIECES: u64 = 2_000;

pub(crate) fn benches() -> Vec<Bench> {
    let bench = Bench::alone;
    vec![
        bench("tetris/dt20/10x20", "decisions/s", |time| dt20(time, 10, BEST)),
        bench("tetris/dt20-avx2/10x20", "decisions/s", |time| dt20(time, 10, Instructions::Avx2)),
        bench("tetris/dt20-portable/10x20", "decisions/s", |time| {
            dt20(time, 10, Instructions::Portable)
        }),
        bench("tetris/ludex/10x20", "decisions/s", |time| ludex(time, BEST)),
        bench("tetris/ludex-avx2/10x20", "decisions/s", |time| ludex(time, Instructions::Avx2)),
        bench("tetris/dt20-two/10x20", "decisions/s", dt20_two),
        bench("tetris/entropy/10x20", "decisions/s", entropy),
        bench("tetris/dt20/8x20", "decisions/s", |time| dt20(time, 8, BEST)),
        bench("tetris/dt20/11x20", "decisions/s", |time| dt20(time, 11, BEST)),
        bench("tetris/dt20/15x20", "decisions/s", |time| dt20(time, 15, BEST)),
        bench("tetris/reach/10x20", "decisions/s", |time| reach(time, &sets::tetrisvs())),
        bench("tetris/reach-srs/10x20", "decisions/s", |time| reach(time, &sets::srs())),
        bench("tetris/perft/10x40", "paths/s", perft),
    ]
}

/// Plays games with one seed after the other; `play` returns the pieces of a game.
fn games(time: Duration, play: impl Fn(Seed) -> Result<u64>) -> f64 {
    let mut game = 0;
    rate(time, || {
        game += 1;
        play(Seed(1).derive(game)).unwrap_or(0)
    })
}

/// The strongest published policy, one piece known, straight drops.
fn dt20(time: Duration, width: usize, most: Instructions) -> f64 {
    let Ok(kernel) = DropKernel::new(&sets::simplified(), width, 20) else { return 0.0 };
    let kernel = kernel.at_most(most);
    games(time, |seed| Ok(simulate(&kernel, &DT20, seed, 10 * PIECES)?.pieces))
}

/// The policy with eighteen features.
fn ludex(time: Duration, most: Instructions) -> f64 {
    let Ok(kernel) = DropKernel::new(&sets::simplified(), 10, 20) else { return 0.0 };
    let Some(weights) = policy_of("ludex").and_then(|own| own.drop_weights()) else { return 0.0 };
    let kernel = kernel.at_most(most);
    games(time, |seed| Ok(simulate(&kernel, &weights, seed, 10 * PIECES)?.pieces))
}

/// The strongest published policy with the next piece known.
fn dt20_two(time: Duration) -> f64 {
    let Ok(kernel) = DropKernel::new(&sets::simplified(), 10, 20) else { return 0.0 };
    games(time, |seed| Ok(simulate_two(&kernel, &DT20, seed, PIECES)?.pieces))
}

/// The TetrisVs report's agent: two pieces, tucks and spins.
fn entropy(time: Duration) -> f64 {
    let Ok(game) = Tetris::open(&ludex_core::Spec::named("tetrisvs"), None) else { return 0.0 };
    let pairs = [
        (at::ENTROPY, -10.0),
        (at::AGGREGATE, -1.0),
        (at::HO, -1.0),
        (at::FAITHFUL, -1.0),
        (at::LINES, 1.0),
    ];
    let report = Linear { lost: 0.0, ..Linear::of(&pairs) };
    games(time, |seed| Ok(simulate_known(&game, &report, seed, PIECES)?.pieces))
}

/// All reachable placements of a piece; a random one of the lowest is taken.
fn reach(time: Duration, set: &PieceSet) -> f64 {
    let Ok(reach) = Reach::new(set, 10, 20) else { return 0.0 };
    games(time, |seed| {
        let mut places = Vec::new();
        let (mut board, mut lot) = (LowBoard::new(10, 20)?, seed);
        for i in 0..PIECES {
            lot = lot.derive(i);
            let piece = (lot.0 % set.pieces.len() as u64) as usize;
            places.clear();
            reach.placements(&board, piece, &mut places);
            let drawn = |k: u64| places.get(lot.derive(k).0 as usize % places.len().max(1));
            match (0..6).filter_map(drawn).min_by_key(|place| place.y) {
                Some(place) => {
                    let shape = reach.shape(piece, place.rotation);
                    black_box(board.place(shape, place.x.into(), place.y.into()));
                }
                None => board = LowBoard::new(10, 20)?,
            }
        }
        Ok(PIECES)
    })
}

/// The sequences of placements of a queue that the literature counts; a wrong count is no speed.
fn perft(time: Duration) -> f64 {
    let rules = ludex_core::Spec::named("guideline").with("list", "IOLJ").with("known", 1);
    let setup = Setup { rules, size: None, seed: Seed(1) };
    let Ok(table) = room::<Tetris>().open(&setup) else { return 0.0 };
    rate(time, || match table.perft(4, &Stop::default()).paths.last() {
        Some(&paths) if paths == 188_374 => paths,
        _ => 0,
    })
}
