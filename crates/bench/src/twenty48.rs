//! The engine of 2048, its learned player and its learning.

use crate::{Bench, rate};
use ludex_core::{Budget, Game, Room, Seed, Size, Spec, Stop, playout};
use ludex_games::twenty48::tables::{Board, tables};
use ludex_games::twenty48::{Direction, Lesson, Patterns, Position, Twenty48};
use ludex_learn::training::{Plan, Training};
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIZE: Size = Size::new(4, 4);

pub(crate) fn benches() -> Vec<Bench> {
    let bench = Bench::alone;
    vec![
        bench("2048/slides/4x4", "moves/s", slides),
        bench("2048/random-play/4x4", "moves/s", random_play),
        bench("2048/ntuple-1/4x4", "decisions/s", |time| learned(time, 1)),
        bench("2048/ntuple-2/4x4", "decisions/s", |time| learned(time, 2)),
        bench("2048/ntuple-3/4x4", "decisions/s", |time| learned(time, 3)),
        bench("2048/training/4x5", "moves/s", |time| training(time, 1)),
        Bench {
            peer: Some("one thread"),
            measure_peer: Some(|time| training(time, 1)),
            ..bench("2048/training-two-threads/4x5", "moves/s", |time| training(time, 2))
        },
    ]
}

/// Boards of games by lot in which the player is to move.
fn boards() -> Vec<Board> {
    positions(&Twenty48::default(), 40)
        .iter()
        .filter_map(|position| position.board(Twenty48::default().grid()))
        .collect()
}

fn positions(game: &Twenty48, games: usize) -> Vec<Position> {
    let (mut rng, mut buffer, mut all) = (Seed(1).rng(), Vec::new(), Vec::new());
    for _ in 0..games {
        let mut position = game.start();
        while let Some(action) = game.sample(&position, &mut rng, &mut buffer) {
            game.play(&mut position, action);
            if position.due() == 0 && game.legal(&position).next().is_some() {
                all.push(position);
            }
        }
    }
    all
}

/// All four slides of every board.
fn slides(time: Duration) -> f64 {
    let (boards, tables) = (boards(), tables());
    rate(time, || {
        let all = |board: &Board| {
            Direction::ALL.map(|way| tables.slide(SIZE, *board, way)).into_iter().sum::<u64>()
        };
        for _ in 0..100 {
            black_box(black_box(&boards).iter().map(all).fold(0, u64::wrapping_add));
        }
        400 * boards.len() as u64
    })
}

/// Games by lot through the trait that all games share; a move and the tile after it count once.
fn random_play(time: Duration) -> f64 {
    let (game, mut rng, mut buffer) = (Twenty48::default(), Seed(1).rng(), Vec::new());
    rate(time, || {
        let one = |_| {
            let mut position = game.start();
            u64::from(playout(&game, &mut position, &mut rng, &mut buffer, u32::MAX)) / 2
        };
        (0..1000).map(one).sum()
    })
}

/// Decisions of the built-in player in positions of its own games.
fn learned(time: Duration, plies: u8) -> f64 {
    let game = Twenty48::default();
    let spec = Spec::named("ntuple").with("plies", plies);
    let Ok(agent) = game.agent(&spec, Seed(1)) else { return 0.0 };
    let (mut rng, mut position) = (Seed(1).rng(), game.start());
    let mut buffer = Vec::new();
    rate(time, || {
        for _ in 0..100 {
            while position.due() > 0 {
                let Some(chance) = game.sample(&position, &mut rng, &mut buffer) else { break };
                game.play(&mut position, chance);
            }
            match agent.choose(&game, &position, &Budget::unlimited()) {
                Ok(action) => drop(game.play(&mut position, action)),
                Err(_) => position = game.start(),
            }
        }
        100
    })
}

/// Moves that are learned from, per second of the clock on the wall, for that is what threads are to save.
fn training(time: Duration, threads: usize) -> f64 {
    let Ok(patterns) = Patterns::named("4x5") else { return 0.0 };
    let lesson = Lesson::new(patterns);
    let games = 1_000_000;
    let plan = Plan {
        game: "2048".into(),
        network: "4x5".into(),
        seed: 1,
        games,
        rounds: games / (100 * threads as u64),
        lambda: 0.5,
        rate: 1.0,
        coherent: true,
        optimism: 0.0,
        restarts: 0.0,
        restart_after: 200,
        late: 0,
        averaged: 0.0,
        split: 0.0,
        ahead: None,
        origin: None,
    };
    let Ok(mut training) = Training::new(&lesson, plan) else { return 0.0 };
    let (started, stop) = (Instant::now(), Stop::default());
    let mut moves = 0;
    while started.elapsed() < time || moves == 0 {
        moves = training.round(threads, &stop).map_or(0, |round| round.moves);
    }
    moves as f64 / started.elapsed().as_secs_f64()
}
