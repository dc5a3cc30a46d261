//! Checks the claims of explanations over all games and agents until so many were true:
//! `cargo run --release -p ludex-games --example claims -- 100000`.
//!
//! A claim that is false ends it with the position.

use ludex_core::{Result, Room, Seed, conformance};
use ludex_games::pente::Pente;
use ludex_games::tetris2048::Tetris2048;
use ludex_games::twenty48::Twenty48;
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

const PENTE: Questions = &[
    ("pente", "9x9", &["easy", "engine:level=2", "mcts:sims=100"]),
    ("keryo", "11x11", &["medium", "engine:level=3", "random"]),
    ("poof", "9x9", &["easy", "engine:level=3"]),
];
const TWENTY48: Questions = &[
    ("standard", "4x4", &["expectimax:depth=2", "ntuple:plies=1", "ntuple:plies=2"]),
    ("standard", "3x3", &["expectimax:depth=3", "alphabeta:depth=3", "flat-mc:rollouts=8"]),
];
const TETRIS2048: Questions =
    &[("standard", "6x12", &["greedy", "search", "expectimax:top=3,replies=2", "random"])];

fn main() -> Result<()> {
    let wanted = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let mut claims = 0;
    for seed in 1.. {
        let before = claims;
        claims += check::<Tris>(TRIS, Seed(seed))?;
        claims += check::<Snake>(SNAKE, Seed(seed))?;
        claims += check::<Tetris>(TETRIS, Seed(seed))?;
        claims += check::<Pente>(PENTE, Seed(seed))?;
        claims += check::<Twenty48>(TWENTY48, Seed(seed))?;
        claims += check::<Tetris2048>(TETRIS2048, Seed(seed))?;
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
            let true_ones = conformance::check_words(&game, agent, 2, 2, seed);
            println!("{} {rules} {size} {agent}: {true_ones}", R::INFO.name);
            claims += true_ones;
        }
    }
    Ok(claims)
}
