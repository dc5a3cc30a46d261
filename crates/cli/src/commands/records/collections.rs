//! Collections of games that were played elsewhere.

use crate::House;
use crate::commands::print_json;
use crate::failure::{Done, Failure};
use crate::input::read_bytes;
use ludex_core::explain::number;
use ludex_core::{AnyRoom, Collection, CollectionFault, Error};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Serialize)]
struct Document {
    game: String,
    files: usize,
    games: usize,
    moves: usize,
    faults: Vec<Fault>,
    seconds: f64,
}

#[derive(Serialize)]
struct Fault {
    file: String,
    game: usize,
    line: usize,
    column: usize,
    kind: String,
    reason: String,
}

/// Replays every game of some files.
pub(super) fn check_files(
    house: &House,
    files: &[PathBuf],
    game: &str,
    json: bool,
    out: &mut dyn Write,
) -> Done {
    let document = check(house.room(game)?, game, files)?;
    if json {
        print_json(&document, out)?;
    } else {
        print(&document, out)?;
    }
    match document.faults.len() {
        0 => Ok(()),
        count => {
            Err(Failure::Failed(format!("{count} of {} games are not in order", document.games)))
        }
    }
}

fn check(room: &dyn AnyRoom, game: &str, files: &[PathBuf]) -> Result<Document, Failure> {
    let started = Instant::now();
    let (mut games, mut moves, mut faults) = (0, 0, Vec::new());
    for file in files {
        let found = check_file(room, game, file)?;
        games += found.games;
        moves += found.moves;
        faults.extend(found.faults.into_iter().map(|fault| told(file, fault)));
    }
    let (game, seconds) = (game.to_owned(), started.elapsed().as_secs_f64());
    Ok(Document { game, files: files.len(), games, moves, faults, seconds })
}

fn check_file(room: &dyn AnyRoom, game: &str, file: &Path) -> Result<Collection, Failure> {
    let text = String::from_utf8(read_bytes("records", file)?).map_err(|_| {
        let name = file.display().to_string();
        Error::bad("records file", name, "it is not text; give a file of games")
    })?;
    let checked = room.check_collection(&text);
    let unknown = || Error::bad("game", game, "it has no form for collections; `pente` has one");
    Ok(checked.ok_or_else(unknown)?)
}

fn told(file: &Path, fault: CollectionFault) -> Fault {
    let CollectionFault { game, line, column, kind, reason } = fault;
    Fault { file: file.display().to_string(), game, line, column, kind, reason }
}

fn print(document: &Document, out: &mut dyn Write) -> Done {
    for Fault { file, game, line, column, kind, reason } in &document.faults {
        writeln!(out, "{file}:{line}:{column}: game {game}: {kind}: {reason}")?;
    }
    let [games, moves] = [document.games, document.moves].map(|count| number(count as f64));
    let sound = if document.faults.is_empty() { "; all in order" } else { "" };
    writeln!(out, "games {games}, moves {moves}, {:.2} s{sound}", document.seconds)?;
    Ok(())
}
