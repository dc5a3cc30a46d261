//! The generic searches on games whose rules cost next to nothing.

use crate::connect_four::{ConnectFour, FourGuide, Threats};
use crate::{Bench, peers, rate};
use ludex_core::{Agent, Budget, Game, ScoreOnly, Seed, playout};
use ludex_games::tris::{Outcome, Tris};
use ludex_search::common::Identity;
use ludex_search::minimax::Minimax;
use ludex_search::monte_carlo::{Mcts, MctsSettings};
use ludex_search::negamax::Negamax;
use std::hint::black_box;
use std::time::Duration;

/// Depth of the alpha-beta comparison, and table size on both sides.
pub(crate) const DEPTH: u8 = 14;
pub(crate) const TABLE_MIB: usize = 16;

/// Simulations of one tree search: few enough that on both sides nearly every one of them plays a
/// random game, because hardly any part of the tree is proven yet.
pub(crate) const SIMULATIONS: u64 = 1000;

pub(crate) fn benches() -> Vec<Bench> {
    vec![
        Bench {
            name: "search/connect4/alphabeta",
            unit: "nodes/s",
            peer: peers::MINIMAX,
            measure: |time| rate(time, alphabeta),
            measure_peer: peers::ALPHABETA,
        },
        Bench {
            name: "search/connect4/alphabeta-nodes",
            unit: "nodes",
            peer: peers::MINIMAX,
            measure: |_| alphabeta() as f64,
            measure_peer: peers::ALPHABETA_NODES,
        },
        Bench::alone("search/connect4/guided", "nodes/s", |time| rate(time, guided)),
        Bench {
            name: "search/connect4/two-threads",
            unit: "nodes/s",
            peer: Some("one thread"),
            measure: |time| wall_rate(time, 2),
            measure_peer: Some(|time| wall_rate(time, 1)),
        },
        Bench {
            name: "search/connect4/playouts",
            unit: "moves/s",
            peer: peers::BOARD_GAME,
            measure: playouts,
            measure_peer: peers::PLAYOUTS,
        },
        Bench {
            name: "search/tris/uct",
            unit: "simulations/s",
            peer: peers::BOARD_GAME,
            measure: uct,
            measure_peer: peers::UCT,
        },
        Bench::alone("search/tris/solve", "solutions/s", |time| rate(time, solve_tris)),
    ]
}

fn identity() -> Identity {
    Identity::new("bench", Seed(1))
}

/// One search from the empty board; returns its nodes.
fn alphabeta() -> u64 {
    let agent = Negamax { table_mib: TABLE_MIB, ..Negamax::new(identity(), Threats, DEPTH) };
    let found = agent.search(&ConnectFour, &ConnectFour.start(), &Budget::unlimited());
    found.map_or(0, |(action, stats)| {
        black_box(action);
        stats.nodes
    })
}

/// The same search with a guide; returns its nodes.
fn guided() -> u64 {
    let agent =
        Negamax { table_mib: TABLE_MIB, ..Negamax::guided(identity(), FourGuide, 2 * DEPTH) };
    let found = agent.search(&ConnectFour, &ConnectFour.start(), &Budget::nodes(1_000_000));
    found.map_or(0, |(_, stats)| black_box(stats.nodes))
}

/// Nodes per second of the clock on the wall, for that is what threads are to save.
fn wall_rate(time: Duration, threads: usize) -> f64 {
    let agent =
        Negamax { table_mib: TABLE_MIB, threads, ..Negamax::guided(identity(), FourGuide, 40) };
    let budget = Budget::unlimited().within(time);
    let found = agent.search(&ConnectFour, &ConnectFour.start(), &budget);
    found.map_or(0.0, |(_, stats)| stats.nodes as f64 / stats.seconds)
}

fn playouts(time: Duration) -> f64 {
    let mut rng = Seed(1).rng();
    let mut buffer = Vec::new();
    rate(time, || {
        let game = |_| {
            let mut position = ConnectFour.start();
            u64::from(playout(&ConnectFour, &mut position, &mut rng, &mut buffer, u32::MAX))
        };
        (0..1000).map(game).sum()
    })
}

fn uct(time: Duration) -> f64 {
    let game = Tris::default();
    let settings = MctsSettings { sims: Some(SIMULATIONS), ..MctsSettings::default() };
    let agent = Mcts::new(identity(), ScoreOnly, settings);
    rate(time, || {
        let _ = black_box(agent.choose(&game, &game.start(), &Budget::unlimited()));
        SIMULATIONS
    })
}

/// Solves Tris from the empty board without a table.
fn solve_tris() -> u64 {
    let game = Tris::default();
    let agent = Minimax::new(identity(), Outcome, 9);
    let _ = black_box(agent.choose(&game, &game.start(), &Budget::unlimited()));
    1
}
