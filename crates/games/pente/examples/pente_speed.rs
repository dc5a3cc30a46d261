//! How fast the parts of Pente are: `cargo run --release -p ludex-pente --example pente_speed [PART]`.
//!
//! Times are those of the processor, so that a busy machine does not spoil them. Parts: `rules`, `records`, `lines`, `engine`. Without one, all are measured.

use cpu_time::ProcessTime;
use ludex_core::{Agent, Budget, Game, Room, Seed, Spec, Turn};
use ludex_pente::records::{self, Record};
use ludex_pente::{Pente, Point, Position, Tracked};

fn main() {
    let wanted = std::env::args().nth(1);
    let parts: [(&str, fn()); 4] =
        [("rules", rules), ("records", records), ("lines", lines), ("engine", engine)];
    for (name, part) in parts {
        if wanted.as_deref().is_none_or(|wanted| wanted == name) {
            part();
        }
    }
}

fn random_game(game: &Pente, seed: Seed) -> Vec<Point> {
    let (mut position, mut dice, mut moves) = (game.start(), seed.rng(), Vec::new());
    while let Some(action) = game.sample(&position, &mut dice, &mut Vec::new()) {
        game.play(&mut position, action);
        moves.push(action);
    }
    moves
}

/// Moves played and taken back, by the rules alone.
fn rules() {
    let game = Pente::default();
    let games: Vec<Vec<Point>> = (0..200).map(|i| random_game(&game, Seed(i))).collect();
    let (started, mut moves) = (ProcessTime::now(), 0);
    for _ in 0..20 {
        for points in &games {
            let mut position = game.start();
            let undos: Vec<_> = points.iter().map(|&p| (p, game.play(&mut position, p))).collect();
            moves += undos.len();
            for (point, undo) in undos.into_iter().rev() {
                game.undo(&mut position, point, undo);
            }
            assert_eq!(position, game.start());
        }
    }
    let rate = moves as f64 / started.elapsed().as_secs_f64();
    println!("rules, 19x19: {rate:.0} moves played and taken back a second");
}

/// A collection of random games, read and replayed.
fn records() {
    let game = Pente::default();
    let write = |i| Record::new(&game, &random_game(&game, Seed(i))).map(|record| record.write());
    let text: String = (0..2000).filter_map(|i| write(i).ok()).collect::<Vec<_>>().join("\n");
    let started = ProcessTime::now();
    let summary = records::check(&text);
    let seconds = started.elapsed().as_secs_f64();
    let (games, rate) = (summary.games, summary.moves as f64 / seconds);
    println!("records: {games} games in {seconds:.3} s, {rate:.0} moves a second");
    assert!(summary.faults.is_empty());
}

/// Moves played and taken back with the engine's evaluation, from positions in the middle of games.
fn lines() {
    let game = Pente::default();
    let (mut moves, mut sum) = (0_u64, 0_i64);
    let mut seconds = 0.0;
    for seed in 0..8 {
        let position = middle_game(&game, Seed(seed));
        let mut actions = Vec::new();
        game.actions(&position, &mut actions);
        let mut tracked = Tracked::new(&game, &position);
        let started = ProcessTime::now();
        for _ in 0..200 {
            for &point in &actions {
                let undo = tracked.play(point);
                sum += i64::from(tracked.value());
                tracked.undo(point, undo);
                moves += 1;
            }
        }
        seconds += started.elapsed().as_secs_f64();
        assert_eq!(tracked.position(), &position);
    }
    let rate = moves as f64 / seconds;
    println!("lines, 19x19: {rate:.0} moves played, valued and taken back a second (sum {sum})");
}

/// A position after some moves of a shallow engine against itself.
fn middle_game(game: &Pente, seed: Seed) -> Position {
    let mut position = game.start();
    let mut dice = seed.rng();
    let agent = engine_to(game, 2);
    for ply in 0..16 {
        let chosen = if ply == 3 || ply == 4 {
            game.sample(&position, &mut dice, &mut Vec::new())
        } else {
            agent.choose(game, &position, &Budget::unlimited()).ok()
        };
        let mut next = position;
        let Some(point) = chosen else { break };
        game.play(&mut next, point);
        if game.turn(&next) == Turn::Over {
            break;
        }
        position = next;
    }
    position
}

/// Games whose middle is looked at for the engine.
const GAMES: u64 = 24;
/// Depths that are searched one after another.
const DEPTHS: [u8; 3] = [6, 8, 10];

/// Depth and speed of the engine in positions that it does not see decided, and what the slowest takes.
fn engine() {
    let game = Pente::default();
    let (mut slowest, mut sums, mut calm) = ([0.0_f64; 3], [(0.0, 0); 3], 0);
    for seed in 0..GAMES {
        let position = middle_game(&game, Seed(seed));
        let searches = DEPTHS.map(|depth| search(&game, &position, depth));
        if searches.iter().any(|search| search.decided) {
            println!("engine, game {seed}: won by force, {}", searches[2]);
            continue;
        }
        calm += 1;
        for (at, search) in searches.iter().enumerate() {
            slowest[at] = slowest[at].max(search.seconds);
            sums[at] = (sums[at].0 + search.seconds, sums[at].1 + search.nodes);
            println!("engine, game {seed}, depth {}: {search}", DEPTHS[at]);
        }
    }
    for (at, depth) in DEPTHS.iter().enumerate() {
        let (seconds, nodes) = sums[at];
        println!(
            "engine, {calm} calm positions, depth {depth}: {:.3} s on average, {:.3} s at most, {:.0} positions a second",
            seconds / f64::from(calm),
            slowest[at],
            nodes as f64 / seconds
        );
    }
}

/// What a search cost, and whether it found the end of the game.
struct Searched {
    seconds: f64,
    nodes: u64,
    decided: bool,
}

impl std::fmt::Display for Searched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rate = self.nodes as f64 / self.seconds;
        let (seconds, nodes) = (self.seconds, self.nodes);
        write!(f, "{seconds:.3} s, {nodes} positions, {rate:.0} a second")
    }
}

fn search(game: &Pente, position: &Position, depth: u8) -> Searched {
    let agent = engine_to(game, depth);
    let started = ProcessTime::now();
    let choice = agent.choose(game, position, &Budget::unlimited()).expect("the game goes on");
    let seconds = started.elapsed().as_secs_f64();
    // The decision visits the same positions as the choice, and counts them.
    let decision = agent.decide(game, position, &Budget::unlimited()).expect("the game goes on");
    assert_eq!(decision.best().action, choice);
    let decided = decision.best().proven.is_some();
    Searched { seconds, nodes: decision.search.nodes, decided }
}

fn engine_to(game: &Pente, depth: u8) -> Box<dyn Agent<Pente>> {
    let spec = Spec::named("engine").with("level", depth);
    game.agent(&spec, Seed(1)).expect("a level that the engine has")
}
