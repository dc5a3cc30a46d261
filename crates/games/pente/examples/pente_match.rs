//! Two agents against each other from random openings, seats swapped in pairs:
//! `cargo run --release -p ludex-pente --example pente_match -- AGENT AGENT GAMES SIZE [RULES]`.

use ludex_core::{Budget, Game, Room, Seat, Seed, Size, Spec, Turn};
use ludex_pente::{Pente, Position};

/// Random stones in front of each pair of games.
const OPENING: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |i: usize, usual: &str| args.get(i).cloned().unwrap_or_else(|| usual.to_owned());
    let specs: [Spec; 2] = [arg(0, "engine:time=0.1").parse()?, arg(1, "hard").parse()?];
    let games: u64 = arg(2, "20").parse()?;
    let size: Size = arg(3, "19x19").parse()?;
    let game = Pente::open(&arg(4, "pente").parse()?, Some(size))?;
    let mut points = [0.0; 2];
    for index in 0..games {
        let swap = index % 2 == 1;
        let winner = play(&game, &specs, Seed(index / 2), swap)?;
        match winner {
            Some(agent) => points[agent] += 1.0,
            None => points.iter_mut().for_each(|p| *p += 0.5),
        }
        println!(
            "game {}: {:?}; {} {} : {} {}",
            index + 1,
            winner,
            specs[0],
            points[0],
            points[1],
            specs[1]
        );
    }
    Ok(())
}

/// The agent that wins, if one does.
fn play(
    game: &Pente,
    specs: &[Spec; 2],
    seed: Seed,
    swap: bool,
) -> Result<Option<usize>, Box<dyn std::error::Error>> {
    let agents = [game.agent(&specs[0], seed)?, game.agent(&specs[1], seed)?];
    let mut position = opening(game, seed);
    while let Turn::Seat(Seat(seat)) = game.turn(&position) {
        let agent = if swap { 1 - seat } else { seat };
        let point = agents[agent].choose(game, &position, &Budget::unlimited())?;
        game.check(&position, point)?;
        game.play(&mut position, point);
    }
    Ok(position.winner().map(|Seat(seat)| if swap { 1 - seat } else { seat }))
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
