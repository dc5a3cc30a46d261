//! `ludex play`: games in the terminal.

use super::serve::usual_records;
use crate::House;
use crate::args::PlayArgs;
use crate::failure::{Done, Failure};
use crate::input::{drawn_seed, read_text, setup};
use crate::play::{self, App, KeyMap, Origin, Player, Replay, Shelf, files};
use ludex_core::{AnyRoom, Seed};
use ludex_table::Pairing;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::Path;
use std::sync::Arc;

pub(super) fn play(house: &House, args: &PlayArgs, out: &mut dyn Write) -> Done {
    if let Some(path) = &args.replay {
        let replay = Replay::read(house.rooms(), &read_text("record", path)?)
            .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
        let keymap = keymap(None)?;
        return on_terminal(|| play::replay(house.rooms(), replay, &keymap));
    }
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let keymap = keymap(args.keys.as_deref())?;
    let shelf = shelf(args);
    let Some(name) = &args.game else {
        let shown = on_terminal(|| play::menu(house.rooms(), seed, keymap, shelf.as_ref()));
        return shown.and(close(shelf));
    };
    let app = open(house.room(name)?, args, seed)?.with_keys(keymap);
    let mut app = app.with_records(shelf.clone());
    if let Some(path) = &args.record {
        files::check_place("record", path)?;
    }
    let shown = on_terminal(|| play::game(&mut app, play::Clock::new(args.time_scale)));
    shown.and(close(shelf))?;
    match app.recorded() {
        Some(path) => writeln!(out, "The record is in {}.", path.display()).map_err(Failure::from),
        None => Ok(()),
    }
}

/// Where finished games are kept: in the file that was named, or in the usual one.
fn shelf(args: &PlayArgs) -> Option<Arc<Shelf>> {
    let path = args.records.clone().or_else(usual_records).filter(|_| !args.no_records)?;
    Some(Arc::new(Shelf::new(path)))
}

fn close(shelf: Option<Arc<Shelf>>) -> Done {
    shelf.map_or(Ok(()), |shelf| shelf.close().map_err(Failure::Failed))
}

fn open<'a>(room: &'a dyn AnyRoom, args: &PlayArgs, seed: Seed) -> Result<App<'a>, Failure> {
    let index = args.number.map(|number| number - 1);
    let seed = index.map_or(seed, |index| Pairing::seed(args.seats.len(), seed, index));
    let origin = Origin {
        room,
        setup: setup(room, &args.rules, seed),
        position: args.position.as_deref().map(read_position).transpose()?,
    };
    let info = origin.open()?.info();
    let seats = match index {
        Some(index) => Pairing::new(&args.seats, info.seats, seed, index).seats,
        None => args.seats.clone(),
    };
    let wanted: Vec<Player> = seats.into_iter().map(Player::from).collect();
    let players = Player::seated(&info, &wanted)?;
    let app = App::new(origin, players, args.record.clone())?;
    Ok(app.with_explanations(args.explain))
}

/// The person's own keys, from the file that was named or from the usual one.
pub(super) fn keymap(path: Option<&Path>) -> Result<KeyMap, Failure> {
    let usual = play::usual_file();
    let Some(path) = path.or(usual.as_deref()) else { return Ok(KeyMap::default()) };
    KeyMap::read(&read_text("keys", path)?)
        .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))
}

fn read_position(path: &Path) -> Result<String, Failure> {
    read_text("position", path)
}

/// Refuses to draw where nobody would see it.
pub(super) fn on_terminal(show: impl FnOnce() -> Done) -> Done {
    if stdin().is_terminal() && stdout().is_terminal() {
        return show();
    }
    let text = "`play` needs a terminal for its screen and keys; \
                use `run` for games without a screen, or `explain` for a single position";
    Err(Failure::Usage(text.into()))
}
