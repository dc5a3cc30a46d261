//! A store looked at from outside: check, backup, export, also while a server writes it.
//!
//! Nothing here takes the store's lock or changes the file. Each look is one transaction, so it sees the store as it
//! was at one moment.

use super::layout::STORE;
use super::rows::{self, Failure, Line, Saved, SavedMove};
use super::sqlite::FILE;
use crate::options::Rooms;
use crate::replay::replay;
use ludex_core::Stop;
use ludex_records::file::{self, Refused};
use ludex_table::desk::Catalogue;
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags, Transaction};
use serde::Serialize;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Pages that are copied between two looks at whoever wants it to end.
const PAGES: i32 = 256;

/// A store on the disk.
pub struct Archive {
    path: PathBuf,
    file: Connection,
    version: i64,
}

/// What a check has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// The file.
    pub store: PathBuf,
    /// Its layout.
    pub layout: i64,
    /// Tables that it has.
    pub tables: u64,
    /// Tables that were looked at; fewer if the check was ended.
    pub checked: u64,
    /// Their moves.
    pub moves: u64,
    /// What is wrong with the file itself.
    pub damage: Vec<String>,
    /// What is wrong with tables.
    pub faults: Vec<TableFault>,
}

impl Checked {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.damage.is_empty() && self.faults.is_empty()
    }
}

/// A table that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableFault {
    /// Its name.
    pub session: String,
    /// What is wrong.
    pub fault: String,
}

/// What was backed up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BackedUp {
    /// The store.
    pub store: PathBuf,
    /// Its copy.
    pub backup: PathBuf,
    /// Bytes of the copy.
    pub bytes: u64,
    /// Tables in it.
    pub tables: u64,
    /// Moves in it.
    pub moves: u64,
}

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Exported {
    /// Tables that were written.
    pub tables: u64,
    /// Their moves.
    pub moves: u64,
    /// Tables that were left out, because they are not whole.
    pub faults: Vec<TableFault>,
}

/// A line of an export: everything that others may know of a table, so no tokens.
#[derive(Serialize)]
struct ExportLine<'a> {
    session: &'a str,
    game: &'a str,
    rules: &'a str,
    size: &'a str,
    seed: u64,
    position: &'a Option<String>,
    players: Vec<&'a str>,
    over: bool,
    /// Milliseconds since 1970.
    changed: u64,
    moves: &'a [SavedMove],
}

impl Archive {
    /// Opens the store in a folder, to look at it only.
    pub fn open(folder: &Path) -> io::Result<Self> {
        let path = folder.join(FILE);
        match fs::metadata(&path) {
            Ok(found) if found.len() == 0 => return Err(told(&Refused::Empty(STORE.at(&path)))),
            Ok(_) => {}
            Err(error) => {
                let place = folder.display();
                let say =
                    format!("there is no store in `{place}`: {error}; name its folder with --data");
                return Err(io::Error::other(say));
            }
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let file = STORE.open(&path, flags).map_err(|why| told(&why))?;
        let version = STORE.recognise(&file, &path).map_err(|why| told(&why))?;
        Ok(Self { path, file, version })
    }

    /// Looks at every page of the file, and plays every game again: moves without a gap, to the state that is stored.
    ///
    /// `progress` hears how many tables of how many were looked at.
    pub fn check(
        &self,
        rooms: Rooms,
        stop: &Stop,
        progress: &mut dyn FnMut(u64, u64),
    ) -> io::Result<Checked> {
        self.up_to_date()?;
        let all = self.moment()?;
        let damage = self.asked(damage(&all))?;
        let catalogue = Catalogue::new(rooms);
        let ids = self.asked(rows::ids(&all))?;
        let mut faults = self.asked(strays(&all))?;
        let (tables, mut checked, mut moves) = (ids.len() as u64, 0, 0);
        for id in ids {
            if stop.is_set() {
                break;
            }
            match self.table(&all, &id)?.and_then(|saved| check_table(&catalogue, saved)) {
                Ok(played) => moves += played,
                Err(fault) => faults.push(TableFault { session: id, fault }),
            }
            checked += 1;
            progress(checked, tables);
        }
        let (store, layout) = (self.path.clone(), self.version);
        Ok(Checked { store, layout, tables, checked, moves, damage, faults })
    }

    /// Copies the store to a new file, as it is at this moment.
    ///
    /// `progress` hears how many pages of how many were copied.
    pub fn backup(
        &self,
        to: &Path,
        stop: &Stop,
        progress: &mut dyn FnMut(u64, u64),
    ) -> io::Result<BackedUp> {
        if fs::symlink_metadata(to).is_ok() {
            let say = format!("`{}` is there already; name another file", to.display());
            return Err(io::Error::other(say));
        }
        let part = file::beside(to, ".part");
        let copied = self.copy(&part, stop, progress).and_then(|counts| {
            file::put_in_place(&part, to)?;
            Ok(counts)
        });
        if copied.is_err() {
            // What was wrong before is worth more words than this.
            let _ = fs::remove_file(&part);
        }
        let (tables, moves) = copied?;
        let bytes = fs::metadata(to)?.len();
        Ok(BackedUp { store: self.path.clone(), backup: to.into(), bytes, tables, moves })
    }

    fn copy(
        &self,
        part: &Path,
        stop: &Stop,
        progress: &mut dyn FnMut(u64, u64),
    ) -> io::Result<(u64, u64)> {
        let say = |error: &dyn std::fmt::Display| {
            io::Error::other(format!("cannot back up to `{}`: {error}", part.display()))
        };
        file::new_private_file(part).map_err(|error| say(&error))?;
        let mut copy = Connection::open(part).map_err(|error| say(&error))?;
        // While this is open, what a server writes does not make the copy begin again.
        let _moment = self.moment()?;
        let backup = Backup::new(&self.file, &mut copy).map_err(|error| say(&error))?;
        loop {
            let copied = backup.step(PAGES).map_err(|error| say(&error))?;
            let done = backup.progress();
            let (all, left) = (done.pagecount.cast_unsigned(), done.remaining.cast_unsigned());
            progress(u64::from(all - left.min(all)), u64::from(all));
            match copied {
                StepResult::Done => break,
                _ if stop.is_set() => {
                    return Err(say(&"it was interrupted; nothing is left of it"));
                }
                StepResult::More => {}
                _ => std::thread::sleep(Duration::from_millis(50)),
            }
        }
        drop(backup);
        let counts = counts(&copy).map_err(|error| say(&error))?;
        copy.close().map_err(|(_, error)| say(&error))?;
        Ok(counts)
    }

    /// Writes one JSON object a line for each table, without its secret tokens.
    pub fn export(
        &self,
        out: &mut dyn Write,
        stop: &Stop,
        progress: &mut dyn FnMut(u64, u64),
    ) -> io::Result<Exported> {
        self.up_to_date()?;
        let all = self.moment()?;
        let ids = self.asked(rows::ids(&all))?;
        let (tables, mut exported) = (ids.len() as u64, Exported::default());
        for (at, id) in ids.into_iter().enumerate() {
            if stop.is_set() {
                break;
            }
            match self.table(&all, &id)? {
                Ok(saved) => {
                    serde_json::to_writer(&mut *out, &export_line(&saved))?;
                    out.write_all(b"\n")?;
                    exported.tables += 1;
                    exported.moves += saved.moves.len() as u64;
                }
                Err(fault) => exported.faults.push(TableFault { session: id, fault }),
            }
            progress(at as u64 + 1, tables);
        }
        out.flush()?;
        Ok(exported)
    }

    fn up_to_date(&self) -> io::Result<()> {
        if self.version < STORE.version {
            return Err(told(&Refused::Older(STORE.at(&self.path), self.version)));
        }
        Ok(())
    }

    /// The store as it is now, until this is dropped.
    fn moment(&self) -> io::Result<Transaction<'_>> {
        let begun = self.file.unchecked_transaction();
        let begun = self.asked(begun)?;
        // A transaction sees what there is at its first look.
        self.asked(begun.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())))?;
        Ok(begun)
    }

    /// A table, or what is wrong with it.
    fn table(&self, all: &Connection, id: &str) -> io::Result<Result<Saved, String>> {
        match rows::read(all, id) {
            Ok(Some(saved)) => Ok(Ok(saved)),
            Ok(None) => Ok(Err("it cannot be found by its name".into())),
            Err(Failure::Fault(fault)) => Ok(Err(fault.to_string())),
            Err(Failure::Sql(error)) => self.asked(Err(error)),
        }
    }

    fn asked<T>(&self, found: rusqlite::Result<T>) -> io::Result<T> {
        found.map_err(|error| told(&STORE.refused(&self.path, &error)))
    }
}

fn told(why: &Refused) -> io::Error {
    io::Error::other(why.to_string())
}

fn damage(file: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut look = file.prepare("PRAGMA integrity_check(20)")?;
    let found: Vec<String> = look.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
}

/// Moves of tables that are not there.
fn strays(file: &Connection) -> rusqlite::Result<Vec<TableFault>> {
    let mut look = file.prepare(
        "SELECT id, count(*) FROM moves WHERE id NOT IN (SELECT id FROM tables) GROUP BY id",
    )?;
    let found = look.query_map([], |row| {
        let (session, count): (String, i64) = (row.get(0)?, row.get(1)?);
        Ok(TableFault { session, fault: format!("there are {count} moves, but not their table") })
    })?;
    found.collect()
}

fn counts(file: &Connection) -> rusqlite::Result<(u64, u64)> {
    let count = |table: &str| {
        file.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0))
    };
    Ok((count("tables")?.cast_unsigned(), count("moves")?.cast_unsigned()))
}

/// Plays a game again and holds it against what its table says of itself; the number of its moves.
fn check_table(catalogue: &Catalogue, saved: Saved) -> Result<u64, String> {
    let line = saved.line.clone();
    let play = replay(catalogue, saved).map_err(|why| why.message)?;
    let machine = play.machine();
    // The line may be from before the last moves.
    let mut then = machine.table_at(line.plies);
    then.pass_time(Duration::from_millis(line.waited_ms));
    let scores = match line.plies.checked_sub(1).and_then(|last| machine.moves().get(last)) {
        Some(made) => made.scores.clone(),
        None => then.scores(),
    };
    if scores != line.scores {
        let (stored, plies) = (&line.scores, line.plies);
        return Err(format!("after {plies} moves it stands {scores:?}, but {stored:?} is stored"));
    }
    let over = then.outcomes().is_some();
    if over != line.over {
        let say = |over| if over { "over" } else { "going on" };
        let (plies, found, stored) = (line.plies, say(over), say(line.over));
        return Err(format!("after {plies} moves it is {found}, but stored as {stored}"));
    }
    Ok(machine.plies() as u64)
}

fn export_line(saved: &Saved) -> ExportLine<'_> {
    let Line { id, game, rules, size, seed, position, chairs, over, .. } = &saved.line;
    ExportLine {
        session: id,
        game,
        rules,
        size,
        seed: *seed,
        position,
        players: chairs.iter().map(|(player, _)| player.as_str()).collect(),
        over: *over,
        changed: saved.changed,
        moves: &saved.moves,
    }
}
