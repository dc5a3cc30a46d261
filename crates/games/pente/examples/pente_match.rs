//! Two agents against each other from even or at least fair openings by lot, seats swapped in pairs:
//! `cargo run --release -p ludex-pente --example pente_match -- AGENT AGENT GAMES SIZE [RULES] [NODES] [NODES]`.
//!
//! NODES limits each agent to so many positions a decision (0: no limit): a machine that is busy with something else then plays the same games.
//! Games that the first agent does not win are printed.

use ludex_core::resources::{self, Resolver};
use ludex_core::{Agent, Budget, Game, Notation, Room, Seat, Seed, Size, Spec, Turn};
use ludex_pente::{Pente, Position, openings};

type Failure = Box<dyn std::error::Error>;

/// Names of weights are paths, as at the command line.
struct Paths;

impl Resolver for Paths {
    fn read(&self, name: &str, _most: usize) -> Result<Vec<u8>, String> {
        std::fs::read(name).map_err(|error| error.to_string())
    }
}

struct Contest {
    game: Pente,
    specs: [Spec; 2],
    budgets: [Budget; 2],
}

/// A finished game: the agent that won, if one did, the opening, and the moves behind it.
struct Played {
    winner: Option<usize>,
    opening: Position,
    moves: Vec<String>,
}

fn main() -> Result<(), Failure> {
    resources::install(Paths);
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, usual: &str| args.get(i).cloned().unwrap_or_else(|| usual.to_owned());
    let specs: [Spec; 2] = [arg(0, "engine:time=0.1").parse()?, arg(1, "hard").parse()?];
    let games: u64 = arg(2, "20").parse()?;
    let size: Size = arg(3, "19x19").parse()?;
    let game = Pente::open(&arg(4, "pente").parse()?, Some(size))?;
    let budget = |at: usize| -> Result<Budget, Failure> {
        let nodes: u64 = arg(at, "0").parse()?;
        Ok(if nodes == 0 { Budget::unlimited() } else { Budget::nodes(nodes) })
    };
    let contest = Contest { game, specs, budgets: [budget(5)?, budget(6)?] };
    let mut points = [0.0; 2];
    for index in 0..games {
        let played = contest.play(Seed(index / 2), index % 2 == 1)?;
        match played.winner {
            Some(winner) => points[winner] += 1.0,
            None => points.iter_mut().for_each(|p| *p += 0.5),
        }
        let [first, second] = points;
        let [a, b] = &contest.specs;
        println!("game {}: {a} {first} : {second} {b}", index + 1);
        if played.winner != Some(0) {
            println!("{}", contest.game.position_text(&played.opening));
            println!("{}", played.moves.join(" "));
        }
    }
    Ok(())
}

impl Contest {
    fn play(&self, seed: Seed, swap: bool) -> Result<Played, Failure> {
        let agent = |at: usize| self.game.agent(&self.specs[at], seed);
        let agents: [Box<dyn Agent<Pente>>; 2] = [agent(0)?, agent(1)?];
        // Where four in a row win, hardly an opening is even.
        let short = self.game.settings().row < 5;
        let draw = if short { openings::fair } else { openings::even };
        let opening = draw(&self.game, seed)?;
        let (mut position, mut moves) = (opening, Vec::new());
        while let Turn::Seat(Seat(seat)) = self.game.turn(&position) {
            let agent = if swap { 1 - seat } else { seat };
            let point = agents[agent].choose(&self.game, &position, &self.budgets[agent])?;
            self.game.check(&position, point)?;
            self.game.play(&mut position, point);
            moves.push(self.game.action_text(point));
        }
        let winner = position.winner().map(|Seat(seat)| if swap { 1 - seat } else { seat });
        Ok(Played { winner, opening, moves })
    }
}
