//! Pente: moves with and without the engine's evaluation, and the engine itself.

use crate::{Bench, rate};
use ludex_core::{Budget, Evaluate, Game, Room, Seat, Seed, Spec, Turn};
use ludex_games::pente::{Chances, Engine, Pente, Point, Position, Tracked, engine, openings};
use ludex_search::common::{Identity, legal};
use std::hint::black_box;
use std::time::Duration;

/// Positions in the middle of games, and the stones behind their openings.
const POSITIONS: u64 = 6;
const STONES: usize = 12;
/// Positions of one search, and plies that it cannot reach.
const NODES: u64 = 200_000;
const PLIES: u8 = 40;

pub(crate) fn benches() -> Vec<Bench> {
    let bench = Bench::alone;
    vec![
        bench("pente/rules/19x19", "moves/s", rules),
        Bench {
            peer: Some("evaluated from scratch"),
            measure_peer: Some(from_scratch),
            ..bench("pente/evaluated/19x19", "moves/s", evaluated)
        },
        bench("pente/search/19x19", "nodes/s", search),
        Bench {
            peer: Some("one thread"),
            measure_peer: Some(|time| wall_rate(time, 1)),
            ..bench("pente/two-threads/19x19", "nodes/s", |time| wall_rate(time, 2))
        },
    ]
}

/// Positions from fair openings, a shallow engine against itself behind them.
fn positions(game: &Pente) -> Vec<Position> {
    (0..POSITIONS).filter_map(|number| middle_game(game, Seed(number))).collect()
}

fn middle_game(game: &Pente, seed: Seed) -> Option<Position> {
    let mut position = openings::fair(game, seed).ok()?;
    let agent = game.agent(&Spec::named("engine").with("level", 2), seed).ok()?;
    for _ in 0..STONES {
        let mut next = position;
        game.play(&mut next, agent.choose(game, &position, &Budget::unlimited()).ok()?);
        if game.turn(&next) == Turn::Over {
            break;
        }
        position = next;
    }
    Some(position)
}

/// Every legal stone of every position, placed and taken back by `work`.
fn every_stone(time: Duration, work: impl Fn(&Pente, &Position, &[Point])) -> f64 {
    let game = Pente::default();
    let list = |position: Position| (position, legal(&game, &position));
    let listed: Vec<(Position, Vec<Point>)> = positions(&game).into_iter().map(list).collect();
    rate(time, || {
        for (position, points) in black_box(&listed) {
            work(&game, position, points);
        }
        listed.iter().map(|(_, points)| points.len() as u64).sum()
    })
}

fn rules(time: Duration) -> f64 {
    every_stone(time, |game, position, points| {
        let mut position = *position;
        for &point in points {
            let undo = game.play(&mut position, point);
            black_box(&position);
            game.undo(&mut position, point, undo);
        }
    })
}

fn evaluated(time: Duration) -> f64 {
    every_stone(time, |game, position, points| {
        let mut tracked = Tracked::new(game, position);
        for &point in points {
            let undo = tracked.play(point);
            black_box(tracked.value());
            tracked.undo(point, undo);
        }
    })
}

/// The same values, found anew for each position.
fn from_scratch(time: Duration) -> f64 {
    every_stone(time, |game, position, points| {
        let mut position = *position;
        for &point in points {
            let undo = game.play(&mut position, point);
            black_box(Chances::default().value(game, &position, Seat::FIRST));
            game.undo(&mut position, point, undo);
        }
    })
}

fn searcher(threads: usize) -> Engine {
    Engine { threads, ..engine(Identity::new("bench", Seed(1)), PLIES) }
}

fn search(time: Duration) -> f64 {
    let (game, agent) = (Pente::default(), searcher(1));
    let positions = positions(&game);
    rate(time, || {
        let nodes = |position: &Position| {
            agent.search(&game, position, &Budget::nodes(NODES)).map_or(0, |(_, stats)| stats.nodes)
        };
        positions.iter().map(nodes).sum()
    })
}

/// Nodes per second of the clock on the wall, for that is what threads are to save.
fn wall_rate(time: Duration, threads: usize) -> f64 {
    let (game, agent) = (Pente::default(), searcher(threads));
    let positions = positions(&game);
    let budget = Budget::unlimited().within(time / positions.len().max(1) as u32);
    let (mut nodes, mut seconds) = (0, 0.0);
    for position in &positions {
        if let Ok((_, stats)) = agent.search(&game, position, &budget) {
            nodes += stats.nodes;
            seconds += stats.seconds;
        }
    }
    if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 }
}
