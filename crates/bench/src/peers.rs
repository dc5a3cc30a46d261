//! Other people's engines, told the same rules.

use crate::connect_four::{ConnectFour, Position, Threats};
use crate::search::{DEPTH, SIMULATIONS, TABLE_MIB};
use crate::{Measure, rate};
use board_game::ai::mcts::mcts_build_tree;
use board_game::board::Board as _;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use ludex_core::Game as _;
use minimax::{IterativeOptions, IterativeSearch, Strategy as _, Winner};
use peer_rand::SeedableRng;
use peer_rand::rngs::SmallRng;
use std::time::Duration;

pub(crate) const MINIMAX: Option<&str> = Some("minimax 0.6");
pub(crate) const BOARD_GAME: Option<&str> = Some("board-game 0.8");
pub(crate) const ALPHABETA: Option<Measure> = Some(|time| rate(time, alphabeta));
pub(crate) const ALPHABETA_NODES: Option<Measure> = Some(|_| alphabeta() as f64);
pub(crate) const PLAYOUTS: Option<Measure> = Some(playouts);
pub(crate) const UCT: Option<Measure> = Some(uct);

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
fn alphabeta() -> u64 {
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

/// Moves per second of random games.
fn playouts(time: Duration) -> f64 {
    let mut rng = SmallRng::seed_from_u64(1);
    rate(time, || (0..1000).map(|_| playout(&mut rng)).sum())
}

fn playout(rng: &mut SmallRng) -> u64 {
    let mut board = Connect4::default();
    let mut plies = 0;
    while !board.is_done() && board.play_random_available_move(rng).is_ok() {
        plies += 1;
    }
    plies
}

/// Simulations per second of a tree search from the empty 3x3 board.
fn uct(time: Duration) -> f64 {
    let mut rng = SmallRng::seed_from_u64(1);
    rate(time, || {
        std::hint::black_box(mcts_build_tree(&TTTBoard::default(), SIMULATIONS, 1.4, &mut rng));
        SIMULATIONS
    })
}
