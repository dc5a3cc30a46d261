//! Simulations per second of UCT on 3x3 boards, beside the crate `board-game` in the same run.
//!
//! `cargo bench -p ludex-search --bench uct [-- SIMULATIONS ...]`
//!
//! Both start from the empty board and stop when the root is solved, so the simulations that
//! were really made are counted. The median of interleaved rounds is printed.
#![allow(missing_docs)]

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::ttt::TTTBoard;
use board_game::util::tiny::consistent_rng;
use ludex_core::{Agent, Budget, Game, Rng, ScoreOnly, Seat, Seed, Turn, mix};
use ludex_search::common::Identity;
use ludex_search::monte_carlo::{Mcts, MctsSettings};
use rand::Rng as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

const FULL: u16 = 0o777;
const EXPLORATION: f32 = 1.4;
const ROUNDS: usize = 15;

/// Whether the nine bits of a board hold three in a row, one bit per board.
const WON: [u64; 8] = won();

const fn won() -> [u64; 8] {
    let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut table = [0; 8];
    let mut board = 0;
    while board < 512 {
        let mut line = 0;
        while line < 8 {
            if board & lines[line] == lines[line] {
                table[board / 64] |= 1 << (board % 64);
            }
            line += 1;
        }
        board += 1;
    }
    table
}

/// The cell of the n-th bit of a board, for every board and n.
static NTH: [[u8; 9]; 512] = nth();

const fn nth() -> [[u8; 9]; 512] {
    let mut table = [[0; 9]; 512];
    let mut board = 0;
    while board < 512 {
        let (mut cell, mut n) = (0, 0);
        while cell < 9 {
            if board >> cell & 1 == 1 {
                table[board][n] = cell as u8;
                n += 1;
            }
            cell += 1;
        }
        board += 1;
    }
    table
}

fn has_won(stones: u16) -> bool {
    WON[usize::from(stones >> 6) & 7] >> (stones & 63) & 1 == 1
}

/// The stones of the one to move and of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Board {
    own: u16,
    other: u16,
}

impl Board {
    fn free(self) -> u16 {
        FULL & !(self.own | self.other)
    }

    fn mover(self) -> Seat {
        Seat((self.own | self.other).count_ones() as usize % 2)
    }
}

/// The rules; with `COUNT`, random games that came to their end are counted.
#[derive(Clone, Copy)]
struct Tris<const COUNT: bool>;

static ENDS: AtomicU64 = AtomicU64::new(0);

impl<const COUNT: bool> Game for Tris<COUNT> {
    type Position = Board;
    type Action = u8;
    type Undo = Board;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Board {
        Board { own: 0, other: 0 }
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        if has_won(board.other) || board.free() == 0 {
            return Turn::Over;
        }
        Turn::Seat(board.mover())
    }

    #[inline]
    fn actions(&self, board: &Board, out: &mut Vec<u8>) {
        if has_won(board.other) {
            return;
        }
        let mut free = board.free();
        while free != 0 {
            out.push(free.trailing_zeros() as u8);
            free &= free - 1;
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, cell: u8) -> Board {
        let before = *board;
        *board = Board { own: before.other, other: before.own | 1 << cell };
        before
    }

    fn undo(&self, board: &mut Board, _: u8, before: Board) {
        *board = before;
    }

    #[inline]
    fn score(&self, board: &Board, seat: Seat) -> f64 {
        let loser = board.mover();
        match has_won(board.other) {
            true if seat == loser => -1.0,
            true => 1.0,
            false => 0.0,
        }
    }

    fn key(&self, board: &Board) -> u64 {
        mix(u64::from(board.own) << 9 | u64::from(board.other) | 1 << 18)
    }

    #[inline]
    fn sample(&self, board: &Board, dice: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        if has_won(board.other) || board.free() == 0 {
            if COUNT {
                ENDS.fetch_add(1, Ordering::Relaxed);
            }
            return None;
        }
        let free = board.free();
        let nth = ((dice.next_u32() >> 16) * free.count_ones()) >> 16;
        Some(NTH[usize::from(free)][nth as usize])
    }
}

/// What one search did.
struct Run {
    /// Simulations, those that ended at a proven position included.
    made: u64,
    /// Simulations that played a random game.
    rollouts: u64,
    seconds: f64,
}

impl Run {
    fn rate(&self) -> f64 {
        self.made as f64 / self.seconds
    }
}

fn ours<const COUNT: bool>(sims: u64) -> Run {
    let settings = MctsSettings {
        sims: Some(sims),
        exploration: EXPLORATION.into(),
        ..MctsSettings::default()
    };
    let game = Tris::<COUNT>;
    let agent = Mcts::new(Identity::new("mcts", Seed(1)), ScoreOnly, settings);
    ENDS.store(0, Ordering::Relaxed);
    let started = Instant::now();
    let decision = agent.decide(&game, &game.start(), &Budget::unlimited());
    let seconds = started.elapsed().as_secs_f64();
    let made = decision.map_or(0, |d| d.search.nodes);
    Run { made, rollouts: ENDS.load(Ordering::Relaxed), seconds }
}

fn theirs(sims: u64) -> Run {
    let started = Instant::now();
    let tree = mcts_build_tree(&TTTBoard::default(), sims, EXPLORATION, &mut consistent_rng());
    let seconds = started.elapsed().as_secs_f64();
    // A node's first visit is its random game; positions won at sight are never visited.
    let rollouts = tree.nodes[1..].iter().filter(|node| node.visits > 0).count() as u64;
    Run { made: tree[0].visits as u64, rollouts, seconds }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn compare(sims: u64) {
    let rounds: Vec<_> = (0..ROUNDS).map(|_| (ours::<false>(sims), theirs(sims))).collect();
    let our_rate = median(rounds.iter().map(|r| r.0.rate()));
    let their_rate = median(rounds.iter().map(|r| r.1.rate()));
    let (our_run, their_run) = (ours::<true>(sims), &rounds[0].1);
    println!("{sims} simulations asked");
    let show = |name, run: &Run, rate| {
        let Run { made, rollouts, .. } = run;
        println!("  {name:<10} {made:>7} made, {rollouts:>7} with a random game, {rate:.3e}/s");
    };
    show("ludex", &our_run, our_rate);
    show("board-game", their_run, their_rate);
    println!("  ratio {:.2}", our_rate / their_rate);
}

fn main() {
    let asked: Vec<u64> = std::env::args().filter_map(|a| a.parse().ok()).collect();
    let asked = if asked.is_empty() { vec![1000, 3000, 10_000, 30_000, 100_000] } else { asked };
    asked.into_iter().for_each(compare);
}
