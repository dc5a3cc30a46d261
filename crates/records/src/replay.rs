//! Games played again.

use crate::{Game, Result as Ended, Summary};
use ludex_core::{AnyRoom, AnyTable, Error, Result, Setup};
use ludex_table::Record;
use ludex_table::record::bad;

/// The table of a record before its first move.
pub fn opened(rooms: &[Box<dyn AnyRoom>], record: &Record) -> Result<Box<dyn AnyTable>> {
    let room = room_of(rooms, record)?;
    if let Some(position) = &record.position {
        return room.load(position, record.seed);
    }
    room.open(&setup_of(record)?)
}

/// The room where a record was played.
pub fn room_of<'a>(rooms: &'a [Box<dyn AnyRoom>], record: &Record) -> Result<&'a dyn AnyRoom> {
    let names = rooms.iter().map(|room| room.info().name);
    let room = rooms.iter().find(|room| room.info().name == record.game);
    Ok(room.ok_or_else(|| Error::unknown("game", &record.game, names))?.as_ref())
}

/// How the game of a record was set up.
pub fn setup_of(record: &Record) -> Result<Setup> {
    let size = Some(record.size.parse()?);
    Ok(Setup { rules: record.rules.parse()?, size, seed: record.seed })
}

/// Plays a game again, its clock included; returns how it ends.
pub fn replay(rooms: &[Box<dyn AnyRoom>], game: &Game) -> Result<Box<dyn AnyTable>> {
    let mut table = opened(rooms, &game.record())?;
    for (ply, action) in game.moves.iter().enumerate() {
        table.pass_time(game.waited(ply));
        table.play(action).map_err(|error| bad(ply + 1, format!("move {}: {error}", ply + 1)))?;
    }
    table.pass_time(game.waited(game.moves.len()));
    Ok(table)
}

/// Plays a game again and holds its end against what is stored: scores, outcomes, figures.
pub fn check(rooms: &[Box<dyn AnyRoom>], game: &Game) -> std::result::Result<(), String> {
    let table = replay(rooms, game).map_err(|error| error.to_string())?;
    let (found, stored) = (Ended::at(table.as_ref()), &game.result);
    if found.scores != stored.scores {
        return Err(format!("it ends {:?}, but {:?} is stored", found.scores, stored.scores));
    }
    if found.over != stored.over {
        let say = |over| if over { "over" } else { "going on" };
        return Err(format!("it is {}, but stored as {}", say(found.over), say(stored.over)));
    }
    // A game that a limit has ended is decided on its score by whoever set the limit.
    if found.over && found.outcomes != stored.outcomes {
        return Err(format!("it ends {:?}, but {:?} is stored", found.outcomes, stored.outcomes));
    }
    if found.metrics != stored.metrics {
        return Err(format!(
            "its figures are {:?}, but {:?} are stored",
            found.metrics, stored.metrics
        ));
    }
    Ok(())
}

/// The same for a game of a list, whose result is stored once more in short.
pub fn check_listed(
    rooms: &[Box<dyn AnyRoom>],
    summary: &Summary,
    game: &Game,
) -> std::result::Result<(), String> {
    check(rooms, game)?;
    let found = game.result.text();
    if found != summary.result {
        return Err(format!("it ends {found}, but the result `{}` is stored", summary.result));
    }
    Ok(())
}
