//! Checks the claims of explanations over all games and agents until so many were true:
//! `cargo run --release -p ludex-games --example claims -- 100000`.
//!
//! A claim that is false ends it with the position.

use ludex_core::{Result, Room, Seed, conformance};
use ludex_games::{snake::Snake, tetris::Tetris, tris::Tris};

/// Rules and board with the agents that are asked there.
type Questions = &'static [(&'static str, &'static str, &'static [&'static str])];

const TRIS: Questions = &[
    ("standard", "3x3", &["minimax", "minimax:depth=2", "mcts:sims=200", "flat:playouts=20"]),
    ("standard", "4x4", &["minimax:depth=3", "mcts:sims=300", "random"]),
];
const SNAKE: Questions = &[
    ("standard", "6x6", &["greedy-planner", "shortest", "two-goals", "survivor", "random"]),
    ("standard", "7x7", &["survivor", "two-goals", "shortest"]),
];
const TETRIS: Questions = &[
    ("simplified", "8x12", &["dt20", "lee", "bcts:depth=2", "dt10:rollouts=4", "mcts:sims=80"]),
    ("tetrisvs", "10x20", &["entropy", "dt20:pieces=2", "yaveroglu", "best"]),
    ("guideline", "10x24", &["dt20", "lee:pieces=2"]),
    ("rlcomp", "10x20", &["yaveroglu", "dt20:depth=2"]),
    ("versus", "8x14", &["versus", "tetrisvs-easy", "tetrisvs-hard", "mcts:sims=60"]),
];

fn main() -> Result<()> {
    let wanted = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let mut claims = 0;
    for seed in 1.. {
        let before = claims;
        claims += check::<Tris>(TRIS, Seed(seed))?;
        claims += check::<Snake>(SNAKE, Seed(seed))?;
        claims += check::<Tetris>(TETRIS, Seed(seed))?;
        println!("{claims} claims were true");
        if claims >= wanted || claims == before {
            break;
        }
    }
    Ok(())
}

fn check<R: Room>(questions: Questions, seed: Seed) -> Result<u64> {
    let mut claims = 0;
    for (rules, size, agents) in questions {
        let game = R::open(&rules.parse()?, Some(size.parse()?))?;
        for agent in *agents {
            claims += conformance::check_words(&game, agent, 2, 2, seed);
        }
    }
    Ok(claims)
}
