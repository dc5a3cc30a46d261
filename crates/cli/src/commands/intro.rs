//! `ludex` without arguments: what it can do and how to start.

use crate::House;
use crate::failure::Done;
use crate::house::program_name;
use std::io::Write;

pub(super) fn intro(house: &House, out: &mut dyn Write) -> Done {
    let name = program_name();
    let games: Vec<&str> = house.rooms().iter().map(|room| room.info().name).collect();
    let first = house.rooms().first().map(|room| room.info());
    let game = first.map_or("GAME", |info| info.name);
    let agent = first.map_or("AGENT", |info| info.opponent);
    writeln!(out, "Ludex plays games and says why. Games here: {}.\n", games.join(", "))?;
    let lines = [
        ("play".to_owned(), "choose a game and play it in the terminal"),
        (format!("play {game}"), "play it at once; ? shows the keys"),
        ("games".into(), "what there is: games, rule sets, sizes, agents"),
        (format!("run {game} --agent {agent} --games 100"), "let agents play and sum up"),
        (format!("explain {game} --agent {agent}"), "what an agent would do, and why"),
        ("bench".into(), "how fast everything is"),
        ("help".into(), "all commands; `help COMMAND` for one of them"),
    ];
    let width = lines.iter().map(|(words, _)| words.len()).max().unwrap_or(0);
    for (words, about) in lines {
        writeln!(out, "  {name} {words:width$}  {about}")?;
    }
    Ok(())
}
