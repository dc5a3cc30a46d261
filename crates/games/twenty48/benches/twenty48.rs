//! Speed of the 2048 engine, its learned player and its learning; every bench checks its answer first.
#![allow(missing_docs, reason = "criterion's macros make public items")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_core::{Budget, Game, Room, Seed, Size, playout};
use ludex_learn::afterstate::Features;
use ludex_learn::td::{Learner, TdSettings};
use ludex_learn::weights::Weights;
use ludex_twenty48::tables::{Board, tables};
use ludex_twenty48::{Direction, Lesson, Patterns, Player, Position, Twenty48};
use std::hint::black_box;

const SIZE: Size = Size::new(4, 4);

/// Positions of games by lot in which the player is to move.
fn positions() -> Vec<Position> {
    let game = Twenty48::default();
    let (mut rng, mut buffer, mut all) = (Seed(1).rng(), Vec::new(), Vec::new());
    for _ in 0..10 {
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

fn boards() -> Vec<Board> {
    let grid = Twenty48::default().grid();
    positions().iter().filter_map(|position| position.board(grid)).collect()
}

/// Slides alone, all four of every board.
fn slides(c: &mut Criterion) {
    let boards = boards();
    let game = Twenty48::default();
    for (position, &board) in positions().iter().zip(&boards) {
        for direction in Direction::ALL {
            let moved = game.slide(position, direction).board(game.grid());
            assert_eq!(moved, Some(tables().slide(SIZE, board, direction)));
        }
    }
    let mut group = c.benchmark_group("2048/engine");
    group.throughput(Throughput::Elements(4 * boards.len() as u64));
    let all = |board: &Board| {
        Direction::ALL.map(|way| tables().slide(SIZE, *board, way)).into_iter().sum::<u64>()
    };
    group.bench_function("slides", |b| {
        b.iter(|| black_box(&boards).iter().map(all).fold(0, u64::wrapping_add));
    });
    group.finish();
}

/// Games by lot through the trait that all games share.
fn random_play(c: &mut Criterion) {
    let game = Twenty48::default();
    let mut buffer = Vec::new();
    let mut play = || {
        let mut position = game.start();
        playout(&game, &mut position, &mut Seed(1).rng(), &mut buffer, u32::MAX)
    };
    let plies = u64::from(play());
    let mut group = c.benchmark_group("2048/engine");
    group.throughput(Throughput::Elements(plies / 2));
    group.bench_function("random", |b| b.iter(&mut play));
    group.finish();
}

/// Values and decisions of the learned player.
fn learned(c: &mut Criterion) {
    let (boards, positions, game) = (boards(), positions(), Twenty48::default());
    let player = Player::built_in().expect("the player that comes along");
    let mut group = c.benchmark_group("2048/ntuple");
    group.throughput(Throughput::Elements(boards.len() as u64));
    group.bench_function("values", |b| {
        b.iter(|| black_box(&boards).iter().map(|&board| player.value(board)).sum::<f32>());
    });
    for (plies, count) in [(1, 500), (2, 50), (3, 5)] {
        let spec = format!("ntuple:plies={plies}").parse().expect("a specification");
        let agent = game.agent(&spec, Seed(1)).expect("an agent");
        let some: Vec<&Position> = positions.iter().step_by(positions.len() / count).collect();
        group.throughput(Throughput::Elements(some.len() as u64));
        group.bench_function(format!("plies={plies}"), |b| {
            b.iter(|| {
                some.iter().filter(|p| agent.choose(&game, p, &Budget::unlimited()).is_ok()).count()
            });
        });
    }
    group.finish();
}

/// Moves of games that are learned from.
fn learning(c: &mut Criterion) {
    let lesson = Lesson::new(Patterns::named("4x5").expect("a network"));
    let (lambda, rate, split) = (0.5, 1.0, false);
    let settings = TdSettings { lambda, rate, restart_after: None, late: 0, split, ahead: None };
    let weights = Weights::new(lesson.weights(), 0.0, true);
    let mut learner = Learner::new(&lesson, &weights, settings);
    let first = learner.episode(Seed(1)).moves;
    assert!(first > 20, "the first game of a player who knows nothing has some moves");
    let mut group = c.benchmark_group("2048/training");
    group.bench_function("4x5, seconds per game", |b| b.iter(|| learner.episode(Seed(1)).moves));
    group.finish();
}

criterion_group!(benches, slides, random_play, learned, learning);
criterion_main!(benches);
