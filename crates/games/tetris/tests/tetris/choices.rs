//! What every policy chose on some thousand positions, recorded once: a change of the searches or of the
//! positions must not change a single choice.
//!
//! The file holds a hash for each block of ten choices. The test looks at the first block;
//! `LUDEX_CHOICES=all cargo test --release -p ludex-tetris choices` looks at all of them, and
//! `LUDEX_CHOICES=record` writes the file anew, for a change that is meant to change choices.

use ludex_core::{Budget, Game, Notation, Room, Seed, Turn, mix};
use ludex_tetris::{Position, Tetris};
use rand::RngExt;
use std::collections::BTreeMap;
use std::fmt::Write;

const RECORD: &str = include_str!("choices.txt");
const BLOCK: usize = 10;

/// Rules with board, the agents that play under them, and the blocks of choices recorded of each.
const QUESTIONS: &[(&str, &str, &[&str], usize)] = &[
    ("simplified", "10x10", POLICIES, 12),
    ("simplified", "10x10", &["dt20:depth=2", "bcts:depth=2", "lee:depth=2"], 6),
    ("simplified", "10x10", &["dt10:depth=3", "dt10:rollouts=4", "mcts:sims=60", "best"], 2),
    ("simplified:known=2", "10x12", POLICIES, 6),
    ("simplified:known=2", "10x12", TWO, 6),
    ("simplified:randomizer=bag", "6x9", &["dt20:depth=2", "eltetris:depth=2"], 3),
    ("offline:list=1234567123456712345671234567", "11x12", &["dt20", "entropy"], 6),
    ("tetrisvs", "10x20", POLICIES, 4),
    ("tetrisvs", "10x20", TWO, 4),
    ("tetrisvs", "10x20", &["dt20:depth=2", "entropy:depth=2", "entropy:weights=tuned"], 3),
    ("tetrisvs", "10x20", &["dt20:depth=3", "entropy:rollouts=2", "mcts:sims=60", "best"], 1),
    ("tetrisvs", "10x20", &["versus", "tetrisvs-hard"], 2),
    ("essex", "15x23", &["essex:pieces=2", "dt20:pieces=2", "yaveroglu:pieces=2"], 2),
    ("guideline", "10x24", &["dt20", "lee", "best:time=0.001", "versus"], 1),
    ("rlcomp", "10x20", &["yaveroglu", "dt20", "entropy", "best"], 6),
    ("rlcomp", "10x20", &["dt20:depth=2", "mcts:sims=40"], 1),
    ("versus", "10x20", &["versus", "tetrisvs-easy", "tetrisvs-hard", "best"], 3),
    ("versus", "10x20", &["versus:replies=2", "mcts:sims=40"], 1),
];
const POLICIES: &[&str] = &[
    "lee",
    "essex:pieces=1",
    "entropy:pieces=1",
    "yaveroglu",
    "dellacherie",
    "eltetris",
    "bcts",
    "rvce",
    "dt10",
    "dt20",
    "ludex",
];
const TWO: &[&str] = &[
    "lee:pieces=2",
    "essex:pieces=2",
    "entropy:pieces=2",
    "yaveroglu:pieces=2",
    "dellacherie:pieces=2",
    "eltetris:pieces=2",
    "bcts:pieces=2",
    "rvce:pieces=2",
    "dt10:pieces=2",
    "dt20:pieces=2",
    "ludex:pieces=2",
];

/// The fast ways are free to answer, or only the general search is: with a limit that it never meets.
fn budgets() -> [(&'static str, Budget); 2] {
    [("fast", Budget::unlimited()), ("general", Budget::nodes(1 << 60))]
}

/// A position of the middle of a game: a policy has placed some pieces, chance a few more.
fn position(game: &Tetris, number: usize) -> Position {
    let seed = Seed(41).derive(number as u64);
    let policy = game.agent(&"dellacherie".parse().unwrap(), seed).unwrap();
    let mut dice = seed.rng();
    let (mut buffer, mut here) = (Vec::new(), game.start());
    let mut left = dice.random_range(0..40) * if game.is_stepwise() { 10 } else { 1 };
    let mut last = None;
    loop {
        if matches!(game.turn(&here), Turn::Seat(_)) {
            last = Some(here);
            if left == 0 {
                return here;
            }
            left -= 1;
        }
        let by_policy = matches!(game.turn(&here), Turn::Seat(_)) && dice.random_range(0..5) > 0;
        let action = if by_policy {
            policy.choose(game, &here, &Budget::unlimited()).ok()
        } else {
            game.sample(&here, &mut dice, &mut buffer)
        };
        let Some(action) = action else { return last.expect("somebody has moved") };
        game.play(&mut here, action);
    }
}

fn hash(text: &str) -> u64 {
    text.bytes().fold(1, |hash, byte| mix(hash ^ u64::from(byte)))
}

/// The choices of one block as a number.
fn block(game: &Tetris, agent: &str, budget: &Budget, block: usize) -> u32 {
    let agent = game.agent(&agent.parse().unwrap(), Seed(7)).unwrap();
    let choices = (block * BLOCK..(block + 1) * BLOCK).map(|number| {
        let position = position(game, number);
        game.action_text(agent.choose(game, &position, budget).unwrap())
    });
    hash(&choices.collect::<Vec<_>>().join(" ")) as u32
}

/// Name and recorded blocks of every line.
fn recorded() -> BTreeMap<String, Vec<u32>> {
    let line = |line: &str| {
        let (name, blocks) = line.split_once(": ").expect("a name and blocks");
        let blocks = blocks.split_whitespace().map(|hex| u32::from_str_radix(hex, 16).unwrap());
        (name.to_owned(), blocks.collect())
    };
    RECORD.lines().map(line).collect()
}

#[test]
fn no_policy_chooses_differently() {
    let wish = std::env::var("LUDEX_CHOICES").unwrap_or_default();
    let (recorded, mut text, mut changed) = (recorded(), String::new(), Vec::new());
    for (rules, size, agents, blocks) in QUESTIONS {
        let size = Some(size.parse().unwrap());
        let game = Tetris::open(&rules.parse().unwrap(), size).unwrap();
        let wanted = if wish.is_empty() { 1 } else { *blocks };
        for agent in *agents {
            for (way, budget) in budgets() {
                // A general search over three placements takes minutes.
                if way == "general" && (agent.contains("depth=3") || *blocks == 1) {
                    continue;
                }
                let name = format!("{rules} {} {agent} {way}", game.size());
                let found: Vec<u32> =
                    (0..wanted).map(|n| block(&game, agent, &budget, n)).collect();
                if wish == "record" {
                    let hex: Vec<String> = found.iter().map(|n| format!("{n:08x}")).collect();
                    writeln!(text, "{name}: {}", hex.join(" ")).unwrap();
                } else if found != recorded[&name][..wanted] {
                    changed.push(name);
                }
            }
        }
    }
    assert!(changed.is_empty(), "these choose differently: {changed:#?}");
    if wish == "record" {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tetris/choices.txt");
        std::fs::write(path, text).unwrap();
    }
}
