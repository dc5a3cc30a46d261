//! The file of finished games.
//!
//! | module | holds |
//! | --- | --- |
//! | [`layout`] | the tables of the file |
//! | [`rows`] | games that have a row of their own: writing and reading |
//! | [`bundled`] | games that stand together in one row: writing and reading; [`bundle`](crate::bundle) says what is in it |

mod bundled;
mod layout;
mod rows;

use crate::bundle::Bundle;
use crate::file::{Refused, beside};
use crate::{Filter, Game, Result as Ended, Source};
use layout::{BUNDLES_FROM, RECORDS};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use serde::Serialize;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Fewer games than this stand in rows of their own: there anybody who looks into the file can read them, and the words
/// of a bundle would take more room than they save.
const FEW: u64 = 8;

/// Whoever else writes the file may take this long.
const PATIENCE: Duration = Duration::from_secs(10);

/// Pages of the log after which it is moved to its place: 4 MiB.
const LOG_PAGES: i64 = 1024;

/// A file of finished games. Several processes may write it at once.
pub struct Book {
    path: PathBuf,
    file: Connection,
    /// The version of its layout: whoever only looks leaves an older one as it is.
    version: i64,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Its number in the file.
    pub id: i64,
    /// Where it was played.
    pub source: Source,
    /// When it ended: milliseconds since 1970.
    pub ended: u64,
    /// The game's name.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// Width x height.
    pub size: String,
    /// The seed of chance and lots.
    pub seed: u64,
    /// Who played, seat by seat.
    pub seats: Vec<String>,
    /// The match or tournament that it belongs to.
    pub event: Option<String>,
    /// Its number there, from 1.
    pub number: Option<u64>,
    /// The result in short.
    pub result: String,
    /// How it ended.
    pub ending: Ended,
    /// Its moves.
    pub plies: u64,
}

/// Games of a list, and those among them whose rows cannot be read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct List {
    /// What can be read.
    pub games: Vec<Summary>,
    /// What cannot.
    pub unreadable: Vec<Unreadable>,
}

/// A game whose row cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its number in the file.
    pub id: i64,
    /// What is wrong with it.
    pub fault: String,
}

impl Unreadable {
    /// That a game cannot be read, and why.
    fn new(id: i64, what: &dyn std::fmt::Display) -> Self {
        Self { id, fault: format!("it cannot be read: {what}") }
    }
}

impl Book {
    /// Opens a file to write games into it; makes a new one where there is none.
    pub fn open(path: &Path) -> Result<Self, Refused> {
        let system = |error: io::Error| Refused::System(RECORDS.at(path), error.to_string());
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(system)?;
        }
        // Two processes must not both make the file, or bring it up to date at once.
        let lock = beside(path, ".lock");
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let turn = options.open(&lock).map_err(system)?;
        turn.lock().map_err(system)?;
        RECORDS.prepare(path)?;
        let file = RECORDS.open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let set = file
            .busy_timeout(PATIENCE)
            .and_then(|()| file.pragma_update(None, "journal_mode", "WAL"))
            // A process that is killed loses nothing that was committed; only a power failure may take the last games.
            .and_then(|()| file.pragma_update(None, "synchronous", "NORMAL"))
            .and_then(|()| file.pragma_update(None, "wal_autocheckpoint", LOG_PAGES));
        set.map_err(|error| RECORDS.refused(path, &error))?;
        drop(turn);
        Ok(Self { path: path.into(), file, version: RECORDS.version })
    }

    /// Opens a file that is there, to look at it only.
    pub fn look(path: &Path) -> io::Result<Self> {
        let told = |why: Refused| io::Error::other(why.to_string());
        match fs::metadata(path) {
            Ok(found) if found.len() == 0 => return Err(told(Refused::Empty(RECORDS.at(path)))),
            Ok(_) => {}
            Err(error) => {
                let file = path.display();
                let say = format!(
                    "there are no records in `{file}`: {error}; name the file with --records"
                );
                return Err(io::Error::other(say));
            }
        }
        let file = RECORDS.open(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(told)?;
        file.busy_timeout(PATIENCE).map_err(io::Error::other)?;
        let version = RECORDS.recognise(&file, path).map_err(told)?;
        Ok(Self { path: path.into(), file, version })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds games: all of them or none. They outlive the process when this returns.
    pub fn add(&mut self, games: &[Game]) -> io::Result<()> {
        let added = add_all(&mut self.file, games, &[]);
        self.written(added)
    }

    /// The same with games that stand together; how many games that were. A bundle of few is taken apart.
    pub(crate) fn add_all(
        &mut self,
        mut games: Vec<Game>,
        bundles: Vec<Bundle>,
    ) -> io::Result<u64> {
        let (few, many): (Vec<_>, _) = bundles.into_iter().partition(|bundle| bundle.games < FEW);
        for bundle in few {
            // What was packed a moment ago can be read.
            games.extend(bundle.stored().games().flatten());
        }
        let added = add_all(&mut self.file, &games, &many);
        self.written(added)?;
        Ok(games.len() as u64 + many.iter().map(|bundle| bundle.games).sum::<u64>())
    }

    /// Says which file it was that could not be written.
    fn written<T>(&self, added: rusqlite::Result<T>) -> io::Result<T> {
        let path = self.path.display();
        added
            .map_err(|error| io::Error::other(format!("cannot write records to `{path}`: {error}")))
    }

    /// Games without their moves, the newest last. One that cannot be read does not hide the others.
    pub fn list(&self, filter: &Filter) -> io::Result<List> {
        let mut found = self.asked(rows::list(&self.file, filter))?;
        if self.has_bundles() {
            found.extend(self.asked(bundled::list(&self.file, filter))?);
        }
        // Both begin with the very newest.
        found.sort_by_key(|listed| std::cmp::Reverse(id_of(listed)));
        found.truncate(most(filter));
        let mut list = List::default();
        for listed in found.into_iter().rev() {
            match listed {
                Ok(summary) => list.games.push(summary),
                Err(unreadable) => list.unreadable.push(unreadable),
            }
        }
        Ok(list)
    }

    /// One game.
    pub fn read(&self, id: i64) -> io::Result<Option<Game>> {
        let told = |Unreadable { id, fault }| io::Error::other(format!("game {id}: {fault}"));
        self.read_game(id)?.transpose().map_err(told)
    }

    /// One game, or why its row cannot be read.
    pub fn read_game(&self, id: i64) -> io::Result<Option<Result<Game, Unreadable>>> {
        match self.asked(rows::read(&self.file, id))? {
            None if self.has_bundles() => self.asked(bundled::read(&self.file, id)),
            found => Ok(found),
        }
    }

    /// Whether it has a table for bundles.
    fn has_bundles(&self) -> bool {
        self.version >= BUNDLES_FROM
    }

    /// What is wrong with the file itself; nothing if it is sound.
    pub fn damage(&self) -> io::Result<Vec<String>> {
        let found = self.file.prepare("PRAGMA integrity_check(20)").and_then(|mut look| {
            look.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()
        });
        Ok(self.asked(found)?.into_iter().filter(|line| line != "ok").collect())
    }

    /// Says which file it was that could not be read, and why.
    fn asked<T>(&self, found: rusqlite::Result<T>) -> io::Result<T> {
        found.map_err(|error| io::Error::other(RECORDS.refused(&self.path, &error).to_string()))
    }
}

/// Adds games with rows of their own, and bundles: all of them or none.
fn add_all(file: &mut Connection, games: &[Game], bundles: &[Bundle]) -> rusqlite::Result<()> {
    let all = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
    rows::add(&all, games)?;
    bundled::add(&all, bundles)?;
    all.commit()
}

/// The number of the next game.
fn next_id(file: &Connection) -> rusqlite::Result<i64> {
    let mut ask = file.prepare_cached(
        "SELECT 1 + max(ifnull((SELECT max(id) FROM games), 0), \
             ifnull((SELECT id + games - 1 FROM bundles ORDER BY id DESC LIMIT 1), 0))",
    )?;
    ask.query_row([], |row| row.get(0))
}

/// A value as it stands in a column.
fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

/// A game of a list, or that it cannot be read.
type Listed = Result<Summary, Unreadable>;

/// The number of a game of a list.
fn id_of(listed: &Listed) -> i64 {
    listed.as_ref().map_or_else(|unreadable| unreadable.id, |summary| summary.id)
}

/// The most games that a filter asks for.
fn most(filter: &Filter) -> usize {
    filter.limit.map_or(usize::MAX, |limit| limit as usize)
}
