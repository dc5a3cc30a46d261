//! Episodes of the RL-Competition's environment, counted as its viewer does.
//!
//! `cargo run --release -p ludex-tetris --example episodes -- 10x20 uniform yaveroglu:tuck=true 106`
//!
//! Size, randomizer, agent and episodes; then, if wanted, the pieces that are known, 1 or more. Prints E/S/T where the next
//! episode begins, the steps an episode as the report computes them, with the 95 % interval of their mean, and processor time.

use ludex_core::{Agent, Budget, Error, Game, Result, Room, Seed, Turn};
use ludex_tetris::environment::Counters;
use ludex_tetris::{Action, Tetris};

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [size, randomizer, agent, episodes, known @ ..] = &words[..] else {
        return Err(Error::State("give size, randomizer, agent and episodes".into()));
    };
    let known = known.first().map_or("1", String::as_str);
    let rules = format!("rlcomp:randomizer={randomizer},known={known}");
    let game = Tetris::open(&rules.parse()?, Some(size.parse()?))?;
    let player = game.agent(&agent.parse()?, Seed(1))?;
    let episodes: u64 =
        episodes.parse().map_err(|_| Error::bad("episodes", episodes, "give 2 or more"))?;
    let watch = cpu_time::ProcessTime::now();
    let (mut counters, mut squares) = (Counters { episodes: 1, ..Counters::default() }, 0.0);
    for i in 0..episodes {
        let steps = episode(&game, player.as_ref(), Seed(1).derive(i))?;
        counters.episodes += 1;
        counters.total_steps += steps;
        squares += (steps as f64).powi(2);
    }
    let (n, mean) = (episodes as f64, counters.average().unwrap_or_default());
    let spread = ((squares - n * mean * mean) / (n - 1.0)).max(0.0).sqrt();
    let half = 1.96 * spread / n.sqrt();
    println!("{agent} on {size}, {randomizer}, {known} known: E/S/T {counters}");
    println!("steps an episode: {mean:.1} [{:.1} to {:.1}]", mean - half, mean + half);
    println!("{:.1} s of processor time", watch.elapsed().as_secs_f64());
    Ok(())
}

/// The steps of one episode: its start and every new piece cost one each.
fn episode(game: &Tetris, player: &dyn Agent<Tetris>, seed: Seed) -> Result<u64> {
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    loop {
        let action = match game.turn(&position) {
            Turn::Over => return Ok(position.steps.into()),
            Turn::Seat(_) => player.choose(game, &position, &Budget::unlimited())?,
            Turn::Chance => {
                let deal = game.sample(&position, &mut dice, &mut buffer);
                deal.unwrap_or(Action::Deal(0))
            }
        };
        game.play(&mut position, action);
    }
}
