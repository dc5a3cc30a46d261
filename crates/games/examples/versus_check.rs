//! Long checks of the versus agents, for release builds.
//!
//! `cargo run --release -p ludex-games --example versus_check -- speed|equal`
//!
//! | check | prints |
//! | --- | --- |
//! | `speed [AGENT]` | the time of one decision in 1,000 mid-game positions |
//! | `equal` | whether `seed-hard` and `seed-easy` find what plain min-max finds, in 200 of these positions |

use ludex_core::{Agent, Budget, Error, Game, Result, Room, Seed, Spec, Turn};
use ludex_games::tetris::report::{self, Level, Mode};
use ludex_games::tetris::{Action, Position, Tetris};
use std::time::Instant;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let agent = words.get(1).map_or("seed-hard", String::as_str);
    match words.first().map_or("", String::as_str) {
        "speed" => speed(agent),
        "equal" => equal(),
        other => Err(Error::unknown("check", other, ["speed", "equal"])),
    }
}

fn versus() -> Result<Tetris> {
    Tetris::open(&Spec::named("versus"), None)
}

fn agent(game: &Tetris, spec: &str, seed: u64) -> Result<Box<dyn Agent<Tetris>>> {
    game.agent(&spec.parse()?, Seed(seed))
}

/// Positions from games of different agents, each taken after 10 to 69 pieces.
fn positions(game: &Tetris, count: u64) -> Result<Vec<Position>> {
    let pairs = [["seed-hard", "seed-easy"], ["seed-hard", "random"], ["dellacherie", "seed-easy"]];
    let mut found = Vec::new();
    let mut i = 0;
    while (found.len() as u64) < count {
        let [first, second] = pairs[i as usize % pairs.len()];
        let agents = [agent(game, first, i)?, agent(game, second, i)?];
        let pieces = 10 + (Seed(7).derive(i).0 % 60) as u32;
        found.extend(play(game, &agents, Seed(1).derive(i), pieces)?);
        i += 1;
    }
    Ok(found)
}

/// The position after so many pieces, if the game lasts.
fn play(
    game: &Tetris,
    agents: &[Box<dyn Agent<Tetris>>; 2],
    seed: Seed,
    pieces: u32,
) -> Result<Option<Position>> {
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    loop {
        let action = match game.turn(&position) {
            Turn::Over => return Ok(None),
            Turn::Seat(_) if position.pieces == pieces => return Ok(Some(position)),
            Turn::Seat(seat) => agents[seat.0].choose(game, &position, &Budget::unlimited())?,
            Turn::Chance => match game.sample(&position, &mut dice, &mut buffer) {
                Some(deal) => deal,
                None => return Ok(None),
            },
        };
        game.play(&mut position, action);
    }
}

/// Seconds of processor time of this process, where the system tells.
fn processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}

/// Milliseconds that something takes.
fn time<T>(what: impl FnOnce() -> Result<T>) -> Result<f64> {
    let (clock, before) = (Instant::now(), processor());
    what()?;
    let spent = match (before, processor()) {
        (Some(before), Some(after)) if after > before => after - before,
        _ => clock.elapsed().as_secs_f64(),
    };
    Ok(spent * 1000.0)
}

fn speed(name: &str) -> Result<()> {
    let game = versus()?;
    let (positions, player) = (positions(&game, 1000)?, agent(&game, name, 1)?);
    let mut times = Vec::new();
    for position in &positions {
        times.push(time(|| player.choose(&game, position, &Budget::unlimited()))?);
    }
    times.sort_by(f64::total_cmp);
    let (median, late, most) = (times[500], times[990], times[999]);
    println!("{name}: median {median:.2} ms, 99th percentile {late:.2} ms, worst {most:.2} ms");
    Ok(())
}

fn equal() -> Result<()> {
    let game = versus()?;
    let mut checked = 0;
    for position in positions(&game, 200)? {
        let emergency = report::is_emergency(&position.board);
        let pieces = known(&position, emergency);
        let mode = if emergency { Mode::MaxMax } else { Mode::Max };
        for (name, level) in [("seed-easy", Level::Easy), ("seed-hard", Level::Hard)] {
            let plain = report::plainly(&game, &position.board, &pieces, mode, level)?;
            let fast = report::choose(&game, &position.board, &pieces, mode, level)?;
            let choice = agent(&game, name, 1)?.choose(&game, &position, &Budget::unlimited())?;
            let (piece, at) = plain.steps[0];
            if plain != fast || choice != (Action::Place { piece, hold: false, at }) {
                return Err(Error::State(format!("{name} differs in {position:?}")));
            }
            checked += 1;
        }
    }
    println!("{checked} decisions in 200 positions: move, chain and value equal plain min-max");
    Ok(())
}

/// The known pieces in the order in which the report's agent looks at them.
fn known(position: &Position, emergency: bool) -> Vec<u8> {
    let mover = usize::from(position.mover);
    let [own, other] = [mover, 1 - mover].map(|seat| position.hands[seat].pieces());
    let pieces = [own[0], other[0], own[1]];
    pieces[..if emergency { 2 } else { 3 }].to_vec()
}
