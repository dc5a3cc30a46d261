//! Two agents against each other from random openings, seats swapped in pairs:
//! `cargo run --release -p ludex-pente --example pente_match -- AGENT AGENT GAMES SIZE [RULES] [NODES]`.
//!
//! NODES limits the first agent to so many positions a decision: a machine that is busy with something else then plays the same games.
//! Where it does not win, the opening is looked into: three random stones can decide a game on a small board.

use ludex_core::{Budget, Game, Proven, Room, Seat, Seed, Size, Spec, Turn};
use ludex_pente::{Pente, Position};

/// Random stones in front of each pair of games.
const OPENING: usize = 3;

type Failure = Box<dyn std::error::Error>;

struct Contest {
    game: Pente,
    specs: [Spec; 2],
    budgets: [Budget; 2],
}

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, usual: &str| args.get(i).cloned().unwrap_or_else(|| usual.to_owned());
    let specs: [Spec; 2] = [arg(0, "engine:time=0.1").parse()?, arg(1, "hard").parse()?];
    let games: u64 = arg(2, "20").parse()?;
    let size: Size = arg(3, "19x19").parse()?;
    let game = Pente::open(&arg(4, "pente").parse()?, Some(size))?;
    let nodes = args.get(5).map(|nodes| nodes.parse()).transpose()?;
    let budgets = [Budget { nodes, ..Budget::unlimited() }, Budget::unlimited()];
    let contest = Contest { game, specs, budgets };
    let (mut points, mut hopeless) = ([0.0; 2], 0_u64);
    for index in 0..games {
        let (seed, swap) = (Seed(index / 2), index % 2 == 1);
        let winner = contest.play(seed, swap)?;
        match winner {
            Some(winner) => points[winner] += 1.0,
            None => points.iter_mut().for_each(|p| *p += 0.5),
        }
        hopeless += u64::from(winner != Some(0) && contest.was_lost(seed, swap)?);
        let [first, second] = points;
        println!(
            "game {}: {} {first} : {second} {}",
            index + 1,
            contest.specs[0],
            contest.specs[1]
        );
    }
    println!("not won, but from an opening that is proved to be lost: {hopeless}");
    Ok(())
}

impl Contest {
    /// The agent that wins, if one does.
    fn play(&self, seed: Seed, swap: bool) -> Result<Option<usize>, Failure> {
        let agents =
            [self.game.agent(&self.specs[0], seed)?, self.game.agent(&self.specs[1], seed)?];
        let mut position = opening(&self.game, seed);
        while let Turn::Seat(Seat(seat)) = self.game.turn(&position) {
            let agent = if swap { 1 - seat } else { seat };
            let point = agents[agent].choose(&self.game, &position, &self.budgets[agent])?;
            self.game.check(&position, point)?;
            self.game.play(&mut position, point);
        }
        Ok(position.winner().map(|Seat(seat)| if swap { 1 - seat } else { seat }))
    }

    /// Whether the engine proves that the first agent's opening is lost, whoever plays it.
    fn was_lost(&self, seed: Seed, swap: bool) -> Result<bool, Failure> {
        let position = opening(&self.game, seed);
        let Turn::Seat(mover) = self.game.turn(&position) else { return Ok(false) };
        let engine = self.game.agent(&"engine:level=8".parse()?, seed)?;
        let limit = Budget::nodes(1_000_000);
        let decision = engine.decide(&self.game, &position, &limit)?;
        let wanted = if mover.0 == usize::from(swap) { Proven::Loss } else { Proven::Win };
        Ok(decision.best().proven == Some(wanted))
    }
}

/// A few stones near the centre, drawn by lot.
fn opening(game: &Pente, seed: Seed) -> Position {
    let (mut position, mut dice) = (game.start(), seed.rng());
    let mut placed = 0;
    while placed < OPENING {
        let Some(point) = game.sample(&position, &mut dice, &mut Vec::new()) else { break };
        let centre = game.centre();
        let near = point.column().abs_diff(centre.column()).max(point.row().abs_diff(centre.row()));
        if near <= 3 {
            game.play(&mut position, point);
            placed += 1;
        }
    }
    position
}
