//! The file of finished games.

use crate::bundle::{self, Bundle, Head};
use crate::file::{Layout, Refused, beside};
use crate::packed::{self, Stored};
use crate::{Filter, Game, Result as Ended, Source};
use ludex_core::{Decision, Spec, Words};
use rusqlite::{Connection, OpenFlags, Row, TransactionBehavior, params};
use serde::Serialize;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// See [`bundle`](crate::bundle): `id` is the number of the first game, and so many games follow each other.
macro_rules! bundles {
    () => {
        "
    CREATE TABLE bundles (
        id INTEGER PRIMARY KEY,
        games INTEGER NOT NULL,
        source TEXT NOT NULL,
        ended INTEGER NOT NULL,
        version TEXT NOT NULL,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,
        size TEXT NOT NULL,
        event TEXT NOT NULL,
        seatings TEXT NOT NULL,
        metrics TEXT NOT NULL,
        words TEXT NOT NULL,
        packed BLOB NOT NULL
    );
"
    };
}

/// The layout of the file.
static RECORDS: Layout = Layout {
    name: "file of records",
    holds: "games",
    // "Ludr".
    owner: 0x4c75_6472,
    version: 3,
    signed_from: 1,
    schema: SCHEMA,
    // Version 1 wrote the moves of long games as text like those of short ones, which is read as before. It had an index
    // by time, which cost more with every game than looking through all of them, and all keys in one index.
    // Version 2 had no bundles.
    steps: &["", "DROP INDEX IF EXISTS games_by_end;", bundles!()],
    looks: &[
        "SELECT id, source, ended, version, game, rules, size, seed, seats, position, event, number, result, \
              ending, plies, moves, waits, decisions, key FROM games LIMIT 0",
    ],
    elsewhere: "or name another file with --records",
    update: "Record a game into it: that brings it up to date",
};

/// The first version that has bundles.
const BUNDLES_FROM: i64 = 3;

/// A game is one row of `games`, or stands together with others in one of `bundles`: it is there whole or not at all, and
/// writing it costs one insertion at most. Moves are separated by line ends, or [`packed`](crate::packed).
const SCHEMA: &str = concat!(
    "
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
",
    bundles!()
);

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

    fn written<T>(&self, added: rusqlite::Result<T>) -> io::Result<T> {
        let path = self.path.display();
        added
            .map_err(|error| io::Error::other(format!("cannot write records to `{path}`: {error}")))
    }

    /// Games without their moves, the newest last. One that cannot be read does not hide the others.
    pub fn list(&self, filter: &Filter) -> io::Result<List> {
        let mut rows = self.asked(self.list_rows(filter))?;
        let bundled = self.asked(self.list_bundles(filter))?;
        // Both begin with the newest.
        rows.extend(bundled);
        rows.sort_by_key(|row| std::cmp::Reverse(id_of(row)));
        rows.truncate(most(filter));
        let mut list = List::default();
        for row in rows.into_iter().rev() {
            match row {
                Ok(summary) => list.games.push(summary),
                Err(unreadable) => list.unreadable.push(unreadable),
            }
        }
        Ok(list)
    }

    /// The newest games that have a row of their own.
    fn list_rows(&self, filter: &Filter) -> rusqlite::Result<Vec<Listed>> {
        let (condition, values) = filter.condition();
        let limit = filter.limit.map_or(-1, u64::cast_signed);
        let sql =
            format!("SELECT {SUMMARY} FROM games WHERE {condition} ORDER BY id DESC LIMIT {limit}");
        let mut select = self.file.prepare(&sql)?;
        let rows = select.query_map(rusqlite::params_from_iter(values), |row| Ok(summary(row)))?;
        rows.collect()
    }

    /// The newest games that stand in bundles.
    fn list_bundles(&self, filter: &Filter) -> rusqlite::Result<Vec<Listed>> {
        let mut listed = Vec::new();
        if self.version < BUNDLES_FROM {
            return Ok(listed);
        }
        let (condition, values) = filter.bundle_condition();
        let sql = format!("SELECT {BUNDLE} FROM bundles WHERE {condition} ORDER BY id DESC");
        let mut select = self.file.prepare(&sql)?;
        let mut rows = select.query(rusqlite::params_from_iter(values))?;
        while listed.len() < most(filter)
            && let Some(row) = rows.next()?
        {
            let mut games = bundle_games(row);
            games.retain(|game| match game {
                Ok(summary) => filter.fits(summary),
                Err(unreadable) => filter.ids.is_empty() || filter.ids.contains(&unreadable.id),
            });
            listed.extend(games.into_iter().rev());
        }
        Ok(listed)
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
        match self.asked(found)? {
            None if self.version >= BUNDLES_FROM => self.asked(self.read_bundled(id)),
            found => Ok(found),
        }
    }

    /// A game that stands in a bundle.
    fn read_bundled(&self, id: i64) -> rusqlite::Result<Option<Result<Game, Unreadable>>> {
        let sql = format!("SELECT {BUNDLE} FROM bundles WHERE id <= ?1 ORDER BY id DESC LIMIT 1");
        let mut select = self.file.prepare_cached(&sql)?;
        let mut rows = select.query([id])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let (first, games) = place(row);
        if id >= first.saturating_add(games) {
            return Ok(None);
        }
        let read = stored(row).and_then(|bundle| {
            let stretch = bundle.stretches().nth((id - first) as usize).ok_or_else(cut_short)?;
            bundle.game(stretch).map_err(|damaged| damaged.to_string())
        });
        Ok(Some(read.map_err(|fault| Unreadable { id, fault })))
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

fn add_all(file: &mut Connection, games: &[Game], bundles: &[Bundle]) -> rusqlite::Result<()> {
    let all = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
    add_rows(&all, games)?;
    add_bundles(&all, bundles)?;
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

fn add_rows(file: &Connection, games: &[Game]) -> rusqlite::Result<()> {
    if games.is_empty() {
        return Ok(());
    }
    let mut add = file.prepare_cached(&insertion("INSERT", "?19"))?;
    // A game that ended before under the same name has gone on since: it is replaced.
    let known = "ifnull((SELECT id FROM games WHERE key = ?18), ?19)";
    let mut replace = file.prepare_cached(&insertion("INSERT OR REPLACE", known))?;
    for (id, game) in (next_id(file)?..).zip(games) {
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
            id,
        ])?;
    }
    Ok(())
}

fn add_bundles(file: &Connection, bundles: &[Bundle]) -> rusqlite::Result<()> {
    let mut id = if bundles.is_empty() { 0 } else { next_id(file)? };
    for bundle in bundles {
        let mut add = file.prepare_cached(
            "INSERT INTO bundles (id, games, source, ended, version, game, rules, size, event, seatings, metrics, words, \
             packed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?;
        let seats = |seats: &Vec<Spec>| seats.iter().map(ToString::to_string).collect();
        let seatings: Vec<Vec<String>> = bundle.seatings.iter().map(seats).collect();
        add.execute(params![
            id,
            bundle.games.cast_signed(),
            bundle.head.source.name(),
            bundle.ended.cast_signed(),
            bundle.head.version,
            bundle.head.game,
            bundle.head.rules,
            bundle.head.size,
            bundle.head.event,
            json(&seatings)?,
            json(&bundle.metrics)?,
            bundle.words.text(),
            bundle.packed,
        ])?;
        id += bundle.games.cast_signed();
    }
    Ok(())
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

/// A game of a list, or that it cannot be read.
type Listed = Result<Summary, Unreadable>;

fn id_of(listed: &Listed) -> i64 {
    listed.as_ref().map_or_else(|unreadable| unreadable.id, |summary| summary.id)
}

/// The most games that a filter asks for.
fn most(filter: &Filter) -> usize {
    filter.limit.map_or(usize::MAX, |limit| limit as usize)
}

const BUNDLE: &str =
    "id, games, source, ended, version, game, rules, size, event, seatings, metrics, words, packed";

/// The number of a bundle's first game, and how many there are.
fn place(row: &Row<'_>) -> (i64, i64) {
    (row.get(0).unwrap_or_default(), row.get(1).unwrap_or_default())
}

/// What stands in a row of the bundles, or what is wrong with it.
fn stored(row: &Row<'_>) -> Result<bundle::Stored, String> {
    let wrong = |error: rusqlite::Error| error.to_string();
    let text = |at: usize| row.get::<_, String>(at).map_err(wrong);
    let unreadable = |what: &str, error: serde_json::Error| format!("its {what}: {error}");
    let source = text(2)?;
    let source = Source::read(&source).ok_or(format!("its source: `{source}` is none"))?;
    let words = Words::of_text(&text(11)?).ok_or("its words are damaged")?;
    Ok(bundle::Stored {
        head: Head {
            source,
            version: text(4)?,
            game: text(5)?,
            rules: text(6)?,
            size: text(7)?,
            event: text(8)?,
        },
        ended: row.get::<_, i64>(3).map_err(wrong)?.cast_unsigned(),
        seatings: serde_json::from_str(&text(9)?).map_err(|error| unreadable("seatings", error))?,
        metrics: serde_json::from_str(&text(10)?).map_err(|error| unreadable("metrics", error))?,
        words: words.into(),
        packed: row.get(12).map_err(wrong)?,
    })
}

fn cut_short() -> String {
    "its bundle is cut short".into()
}

/// All games of a bundle. One that cannot be read at all is told once, however many games it claims.
fn bundle_games(row: &Row<'_>) -> Vec<Listed> {
    let (first, games) = place(row);
    let bundle = match stored(row) {
        Ok(bundle) => bundle,
        Err(fault) => return vec![Err(Unreadable { id: first, fault })],
    };
    let summary = |(id, stretch)| {
        let read: Result<_, bundle::Damaged> = bundle.summary(id, stretch);
        read.map_err(|damaged| Unreadable::new(id, &damaged))
    };
    let mut all: Vec<Listed> = (first..).zip(bundle.stretches()).map(summary).collect();
    if all.len() as i64 != games {
        let id = first + all.len() as i64;
        all.push(Err(Unreadable::new(id, &cut_short())));
    }
    all
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
