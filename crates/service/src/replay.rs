//! A stored table as a game in progress.

use crate::clock;
use crate::error::{RequestError, Result};
use crate::hub::drawn_seed;
use crate::protocol::Create;
use crate::session::Play;
use crate::store::{Fault, Line, Saved};
use ludex_table::Machine;
use ludex_table::desk::{Catalogue, Desk};
use std::fmt::Display;
use std::time::Duration;

/// Plays a stored game again. What cannot be played again is refused by name.
pub(crate) fn replay(catalogue: &Catalogue, saved: Saved) -> Result<Play> {
    let Saved { line, moves, changed } = saved;
    let broken = |what: &str, why: &dyn Display| {
        let say = format!("{what} of table `{}` cannot be played again: {why}", line.id);
        RequestError::from(Fault::Broken(say))
    };
    let set_up = set_up(catalogue, &line);
    let mut machine = set_up.map_err(|why| broken("the start", &why))?;
    for (ply, saved) in moves.iter().enumerate() {
        let played = machine.replay(&saved.action, saved.value, saved.waited());
        let what = || format!("move {} (`{:.40}`)", ply + 1, saved.action);
        played.map_err(|why| broken(&what(), &why))?;
    }
    // A line from before the last move does not know how long ago that was.
    if machine.plies() == line.plies {
        machine.wait(Duration::from_millis(line.waited_ms));
    }
    machine.begin_again(clock::now());
    let tokens = line.chairs.into_iter().map(|(_, token)| token).collect();
    let mut play = Play::of(Desk::restored(line.id, line.owner, tokens, machine));
    play.changed_at = changed;
    Ok(play)
}

fn set_up(catalogue: &Catalogue, line: &Line) -> Result<Machine> {
    let table = catalogue.open(&asked(line), drawn_seed())?;
    let players = line.chairs.iter().map(|(name, _)| name.parse());
    let players = players.collect::<ludex_core::Result<Vec<_>>>()?;
    let machine = Machine::new(table, players, line.manners.clone(), clock::now());
    Ok(machine.from_position(line.position.clone()))
}

/// What would set up a stored table again.
fn asked(line: &Line) -> Create {
    Create {
        game: line.game.clone(),
        rules: Some(line.rules.clone()),
        size: Some(line.size.clone()),
        seed: Some(line.seed),
        position: line.position.clone(),
        ..Create::default()
    }
}
