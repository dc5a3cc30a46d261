//! The generic searches on games whose rules cost next to nothing.

use crate::connect_four::{ConnectFour, Threats};
use crate::{Bench, rate};
use ludex_core::{Agent, Budget, Game, Seed, playout};
use ludex_games::tris::{Outcome, Tris};
use ludex_search::common::Identity;
use ludex_search::minimax::Minimax;
use ludex_search::negamax::Negamax;
use std::hint::black_box;
use std::time::Duration;

/// Depth of the alpha-beta comparison, and table size on both sides.
const DEPTH: u8 = 14;
const TABLE_MIB: usize = 16;

pub(crate) fn benches() -> Vec<Bench> {
    vec![
        Bench {
            name: "search/connect4/alphabeta",
            unit: "nodes/s",
            peer: peer::NAME_MINIMAX,
            measure: Box::new(|time| rate(time, alphabeta)),
            measure_peer: peer::nodes_per_second(),
        },
        Bench {
            name: "search/connect4/alphabeta-nodes",
            unit: "nodes",
            peer: peer::NAME_MINIMAX,
            measure: Box::new(|_| alphabeta() as f64),
            measure_peer: peer::node_count(),
        },
        Bench {
            name: "search/connect4/playouts",
            unit: "moves/s",
            peer: peer::NAME_BOARD_GAME,
            measure: Box::new(playouts),
            measure_peer: peer::playouts(),
        },
        Bench {
            name: "search/tris/solve",
            unit: "solutions/s",
            peer: None,
            measure: Box::new(|time| rate(time, solve_tris)),
            measure_peer: None,
        },
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

/// Solves Tris from the empty board without a table.
fn solve_tris() -> u64 {
    let game = Tris::default();
    let agent = Minimax::new(identity(), Outcome, 9);
    let _ = black_box(agent.choose(&game, &game.start(), &Budget::unlimited()));
    1
}

#[cfg(feature = "peers")]
mod peer {
    use super::{DEPTH, TABLE_MIB};
    use crate::connect_four::{ConnectFour, Position, Threats};
    use crate::{Measure, rate};
    use board_game::board::Board as _;
    use board_game::games::connect4::Connect4;
    use ludex_core::Game as _;
    use minimax::{IterativeOptions, IterativeSearch, Strategy as _, Winner};
    use peer_rand::SeedableRng;
    use peer_rand::rngs::SmallRng;

    pub(super) const NAME_MINIMAX: Option<&str> = Some("minimax 0.6");
    pub(super) const NAME_BOARD_GAME: Option<&str> = Some("board-game 0.8");

    /// The same position and the same rules, told to the peer.
    struct Peer;

    impl minimax::Game for Peer {
        type S = Position;
        type M = u8;

        fn generate_moves(position: &Position, moves: &mut Vec<u8>) -> Option<Winner> {
            let winner = Self::get_winner(position);
            if winner.is_none() {
                ConnectFour.actions(position, moves);
            }
            winner
        }

        fn apply(position: &mut Position, column: u8) -> Option<Position> {
            let mut next = *position;
            next.drop_stone(column);
            Some(next)
        }

        fn get_winner(position: &Position) -> Option<Winner> {
            match (position.won, position.plies) {
                (true, _) => Some(Winner::PlayerJustMoved),
                (_, 42) => Some(Winner::Draw),
                _ => None,
            }
        }

        fn zobrist_hash(position: &Position) -> u64 {
            position.key()
        }
    }

    /// The same values, as the whole numbers that the peer wants.
    struct Balance;

    impl minimax::Evaluator for Balance {
        type G = Peer;

        fn evaluate(&self, position: &Position) -> minimax::Evaluation {
            Threats::balance(position)
        }
    }

    /// One search from the empty board; returns its nodes as the peer reports them.
    fn search() -> u64 {
        let options = IterativeOptions::new().with_table_byte_size(TABLE_MIB << 20);
        let mut search = IterativeSearch::new(Balance, options);
        search.set_max_depth(DEPTH);
        let mut position = ConnectFour.start();
        let _ = std::hint::black_box(search.choose_move(&position));
        let text = search.stats(&mut position);
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "Explored");
        at.and_then(|at| words.get(at + 1)?.parse().ok()).unwrap_or(0)
    }

    pub(super) fn nodes_per_second() -> Option<Measure> {
        Some(Box::new(|time| rate(time, search)))
    }

    pub(super) fn node_count() -> Option<Measure> {
        Some(Box::new(|_| search() as f64))
    }

    pub(super) fn playouts() -> Option<Measure> {
        Some(Box::new(|time| {
            let mut rng = SmallRng::seed_from_u64(1);
            rate(time, || (0..1000).map(|_| playout(&mut rng)).sum())
        }))
    }

    fn playout(rng: &mut SmallRng) -> u64 {
        let mut board = Connect4::default();
        let mut plies = 0;
        while !board.is_done() && board.play_random_available_move(rng).is_ok() {
            plies += 1;
        }
        plies
    }
}

#[cfg(not(feature = "peers"))]
mod peer {
    use crate::Measure;

    pub(super) const NAME_MINIMAX: Option<&str> = None;
    pub(super) const NAME_BOARD_GAME: Option<&str> = None;

    pub(super) fn nodes_per_second() -> Option<Measure> {
        None
    }

    pub(super) fn node_count() -> Option<Measure> {
        None
    }

    pub(super) fn playouts() -> Option<Measure> {
        None
    }
}
