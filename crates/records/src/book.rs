//! The file of finished games.

use crate::file::{Layout, Refused, beside};
use crate::packed::{self, Stored};
use crate::{Filter, Game, Result as Ended, Source};
use ludex_core::Decision;
use rusqlite::{Connection, OpenFlags, Row, TransactionBehavior, params};
use serde::Serialize;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The layout of the file.
static RECORDS: Layout = Layout {
    name: "file of records",
    holds: "games",
    // "Ludr".
    owner: 0x4c75_6472,
    version: 2,
    signed_from: 1,
    schema: SCHEMA,
    // Version 1 wrote the moves of long games as text like those of short ones, which is read as before. It had an index
    // by time, which cost more with every game than looking through all of them, and all keys in one index.
    steps: &["", "DROP INDEX IF EXISTS games_by_end;"],
    looks: &[
        "SELECT id, source, ended, version, game, rules, size, seed, seats, position, event, number, result, \
              ending, plies, moves, waits, decisions, key FROM games LIMIT 0",
    ],
    elsewhere: "or name another file with --records",
    update: "Record a game into it: that brings it up to date",
};

/// A game is one row: it is there whole or not at all, and writing it costs one insertion. Moves are separated by line ends,
/// or [`packed`](crate::packed).
const SCHEMA: &str = "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        source TEXT NOT NULL,
        ended INTEGER NOT NULL,
        version TEXT NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        size TEXT NOT NULL,
        seed TEXT NOT NULL,
        seats TEXT NOT NULL,
        position TEXT,
        event TEXT,
        number INTEGER,
        result TEXT NOT NULL,
        ending TEXT NOT NULL,
        plies INTEGER NOT NULL,
        moves TEXT NOT NULL,
        waits TEXT,
        decisions TEXT,
        key TEXT
    );
    CREATE UNIQUE INDEX games_by_key ON games (key) WHERE key IS NOT NULL;
";

/// Whoever else writes the file may take this long.
const PATIENCE: Duration = Duration::from_secs(10);

/// Pages of the log after which it is moved to its place: 4 MiB.
const LOG_PAGES: i64 = 1024;

/// A file of finished games. Several processes may write it at once.
pub struct Book {
    path: PathBuf,
    file: Connection,
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
    fn new(id: i64, what: &dyn std::fmt::Display) -> Self {
        Self { id, fault: format!("it cannot be read: {what}") }
    }
}

const SUMMARY: &str =
    "id, source, ended, game, rules, size, seed, seats, event, number, result, ending, plies";

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
        Ok(Self { path: path.into(), file })
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
        RECORDS.recognise(&file, path).map_err(told)?;
        Ok(Self { path: path.into(), file })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds games: all of them or none. They outlive the process when this returns.
    pub fn add(&mut self, games: &[Game]) -> io::Result<()> {
        let path = self.path.clone();
        let added = add_all(&mut self.file, games);
        added.map_err(|error| {
            io::Error::other(format!("cannot write records to `{}`: {error}", path.display()))
        })
    }

    /// Games without their moves, the newest last. One that cannot be read does not hide the others.
    pub fn list(&self, filter: &Filter) -> io::Result<List> {
        let (condition, values) = filter.condition();
        let limit = filter.limit.map_or(-1, u64::cast_signed);
        let sql = format!(
            "SELECT * FROM (SELECT {SUMMARY} FROM games WHERE {condition} ORDER BY id DESC LIMIT {limit}) ORDER BY id"
        );
        let listed = self.file.prepare(&sql).and_then(|mut select| {
            let rows =
                select.query_map(rusqlite::params_from_iter(values), |row| Ok(summary(row)))?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        });
        let mut list = List::default();
        for row in self.asked(listed)? {
            match row {
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
        let sql = format!(
            "SELECT {SUMMARY}, version, position, moves, waits, decisions, key FROM games WHERE id = ?1"
        );
        let found = self.file.prepare_cached(&sql).and_then(|mut select| {
            let mut rows = select.query([id])?;
            rows.next()?.map(|row| Ok(game(row))).transpose()
        });
        self.asked(found)
    }

    /// What is wrong with the file itself; nothing if it is sound.
    pub fn damage(&self) -> io::Result<Vec<String>> {
        let found = self.file.prepare("PRAGMA integrity_check(20)").and_then(|mut look| {
            look.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()
        });
        Ok(self.asked(found)?.into_iter().filter(|line| line != "ok").collect())
    }

    fn asked<T>(&self, found: rusqlite::Result<T>) -> io::Result<T> {
        found.map_err(|error| io::Error::other(RECORDS.refused(&self.path, &error).to_string()))
    }
}

fn add_all(file: &mut Connection, games: &[Game]) -> rusqlite::Result<()> {
    let all = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
    {
        let mut add = all.prepare_cached(&insertion("INSERT", "NULL"))?;
        // A game that ended before under the same name has gone on since: it is replaced.
        let known = "(SELECT id FROM games WHERE key = ?18)";
        let mut replace = all.prepare_cached(&insertion("INSERT OR REPLACE", known))?;
        for game in games {
            let insert = if game.key.is_none() { &mut add } else { &mut replace };
            insert.execute(params![
                game.source.name(),
                game.ended.cast_signed(),
                game.version,
                game.game,
                game.rules,
                game.size,
                game.seed.to_string(),
                json(&game.seats)?,
                game.position,
                game.event,
                game.number.map(u64::cast_signed),
                game.result.text(),
                json(&game.result)?,
                game.moves.len() as i64,
                packed::stored(&game.moves),
                (!game.waits.is_empty()).then(|| json(&game.waits)).transpose()?,
                game.decisions.as_ref().map(json).transpose()?,
                game.key,
            ])?;
        }
    }
    all.commit()
}

fn insertion(verb: &str, id: &str) -> String {
    format!(
        "{verb} INTO games (id, source, ended, version, game, rules, size, seed, seats, position, event, number, \
         result, ending, plies, moves, waits, decisions, key) VALUES ({id}, \
         ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)"
    )
}

fn json(value: &impl Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn summary(row: &Row<'_>) -> Result<Summary, Unreadable> {
    // The number is the row's own: it is always there.
    let id: i64 = row.get(0).unwrap_or_default();
    let wrong = |error: rusqlite::Error| Unreadable::new(id, &error);
    let unreadable = |what: &str, error: &dyn std::fmt::Display| {
        Unreadable::new(id, &format!("its {what}: {error}"))
    };
    let text = |at: usize| row.get::<_, String>(at).map_err(wrong);
    let optional = |at: usize| row.get::<_, Option<String>>(at).map_err(wrong);
    let number = |at: usize| row.get::<_, Option<i64>>(at).map_err(wrong);
    let source = text(1)?;
    Ok(Summary {
        id,
        source: Source::read(&source)
            .ok_or_else(|| unreadable("source", &format!("`{source}` is none")))?,
        ended: number(2)?.unwrap_or(0).cast_unsigned(),
        game: text(3)?,
        rules: text(4)?,
        size: text(5)?,
        seed: text(6)?.parse().map_err(|error| unreadable("seed", &error))?,
        seats: serde_json::from_str(&text(7)?).map_err(|error| unreadable("seats", &error))?,
        event: optional(8)?,
        number: number(9)?.map(i64::cast_unsigned),
        result: text(10)?,
        ending: serde_json::from_str(&text(11)?).map_err(|error| unreadable("ending", &error))?,
        plies: number(12)?.unwrap_or(0).cast_unsigned(),
    })
}

fn game(row: &Row<'_>) -> Result<Game, Unreadable> {
    let Summary {
        id,
        source,
        ended,
        game,
        rules,
        size,
        seed,
        seats,
        event,
        number,
        ending,
        plies,
        ..
    } = summary(row)?;
    let wrong = |error: rusqlite::Error| Unreadable::new(id, &error);
    let unreadable = |what: &str, error: &dyn std::fmt::Display| {
        Unreadable::new(id, &format!("its {what}: {error}"))
    };
    let optional = |at: usize| row.get::<_, Option<String>>(at).map_err(wrong);
    let moves = row.get::<_, Stored>(15).map_err(wrong)?;
    let moves = moves.read().map_err(|error| unreadable("moves", &error))?;
    if moves.len() as u64 != plies {
        let said = format!("{} are stored instead of {plies}", moves.len());
        return Err(unreadable("moves", &said));
    }
    let waits = optional(16)?.map(|text| serde_json::from_str(&text));
    let decisions = optional(17)?.map(|text| serde_json::from_str::<Vec<Decision<String>>>(&text));
    Ok(Game {
        source,
        ended,
        version: optional(13)?.unwrap_or_default(),
        game,
        rules,
        size,
        seed,
        seats,
        position: optional(14)?,
        event,
        number,
        result: ending,
        moves,
        waits: waits.transpose().map_err(|error| unreadable("times", &error))?.unwrap_or_default(),
        decisions: decisions.transpose().map_err(|error| unreadable("decisions", &error))?,
        key: optional(18)?,
    })
}
