//! Games in one `SQLite` file, so that they survive a restart.
//!
//! One thread writes. It takes what has come in meanwhile into one transaction and tells everybody when
//! that is done, so an answer is given only after the move it speaks of is safe.

mod rows;

use crate::error::{RequestError, Result};
pub(crate) use rows::{Line, Saved, unix_time};
use rusqlite::Connection;
use std::fs::{self, OpenOptions};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

const FILE: &str = "games.sqlite";

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY,
        changed INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        over INTEGER NOT NULL,
        line TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS tables_by_change ON tables (changed);
    CREATE TABLE IF NOT EXISTS moves (
        id TEXT NOT NULL,
        ply INTEGER NOT NULL,
        action TEXT NOT NULL,
        value REAL,
        waited_ms INTEGER NOT NULL,
        PRIMARY KEY (id, ply)
    ) WITHOUT ROWID;
";

/// The layout of the file, as the file itself says.
const VERSION: i64 = 1;

/// Version 0 counted time in seconds.
const SECONDS_TO_MILLISECONDS: &str = "
    UPDATE tables SET changed = changed * 1000, line = json_set(line, '$.changed', changed * 1000);
";

/// Something to be remembered.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    /// How a table stands, besides its moves.
    Table(Box<Line>),
    /// A move.
    Move { session: String, ply: usize, action: String, value: Option<f64>, waited: Duration },
    /// Only so many moves are left.
    Undo { session: String, plies: usize },
    /// Tables that nobody has touched since are forgotten.
    Forget { before: u64, unplayed_before: u64 },
}

type Done = oneshot::Sender<std::result::Result<(), String>>;
type Batch = (Vec<Write>, Option<Done>);

/// The store. Clones share it.
#[derive(Clone)]
pub(crate) struct Store {
    connection: Arc<Mutex<Connection>>,
    writer: Arc<Writer>,
}

/// The threads at work; they end with the store.
struct Writer {
    batches: Mutex<Option<Sender<Batch>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    /// Dropped when there is nothing to settle any more.
    settling: Mutex<Option<Sender<()>>>,
}

impl Store {
    /// Opens the file in a folder, or keeps everything in memory.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Self> {
        let connection = match folder {
            Some(folder) => open_file(folder),
            None => Connection::open_in_memory().map_err(|error| failed(&error)),
        }?;
        lay_out(&connection).map_err(|error| failed(&error))?;
        let connection = Arc::new(Mutex::new(connection));
        let (batches, received) = mpsc::channel();
        let own = Arc::clone(&connection);
        let too_long = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&too_long);
        let mut threads = vec![thread("store", move || write_all(&own, &received, &seen))?];
        let (settling, end) = mpsc::channel();
        if let Some(folder) = folder {
            let other = open_file(folder)?;
            threads.push(thread("store-settle", move || settle(&other, &end, &too_long))?);
        }
        let writer = Writer {
            batches: Mutex::new(Some(batches)),
            threads: Mutex::new(threads),
            settling: Mutex::new(Some(settling)),
        };
        Ok(Self { connection, writer: Arc::new(writer) })
    }

    /// Hands over what is to be remembered, in order; the receiver hears when it is safe.
    pub(crate) fn write(
        &self,
        writes: Vec<Write>,
    ) -> oneshot::Receiver<std::result::Result<(), String>> {
        let (done, heard) = oneshot::channel();
        if let Some(batches) = locked(&self.writer.batches).as_ref() {
            // A writer that is gone drops `done`, and the receiver hears that.
            let _ = batches.send((writes, Some(done)));
        }
        heard
    }

    /// The same when nobody waits for it.
    pub(crate) fn write_later(&self, writes: Vec<Write>) {
        if let Some(batches) = locked(&self.writer.batches).as_ref() {
            let _ = batches.send((writes, None));
        }
    }

    /// A stored table. Reads the disk.
    pub(crate) fn read(&self, id: &str) -> Result<Option<Saved>> {
        rows::read(&locked(&self.connection), id).map_err(|error| failed(&error))
    }

    /// Stored tables, the newest first. Reads the disk.
    pub(crate) fn list(&self, limit: usize) -> Result<Vec<Line>> {
        rows::list(&locked(&self.connection), limit).map_err(|error| failed(&error))
    }

    /// Waits until everything is written and lets go of the file.
    pub(crate) fn close(&self) {
        drop(locked(&self.writer.batches).take());
        drop(locked(&self.writer.settling).take());
        for thread in locked(&self.writer.threads).drain(..) {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
        // What stays in the log is as safe there.
        let _ = checkpoint(&locked(&self.connection), "TRUNCATE");
    }
}

/// Makes the tables of a new file, and brings an older one up to date.
fn lay_out(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(SCHEMA)?;
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version < VERSION {
        connection.execute_batch(&format!(
            "BEGIN; {SECONDS_TO_MILLISECONDS} PRAGMA user_version = {VERSION}; COMMIT;"
        ))?;
    }
    Ok(())
}

fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    let started = std::thread::Builder::new().name(name.into()).spawn(work);
    started.map_err(|error| RequestError::internal(format!("cannot start a thread: {error}")))
}

/// So often what was written moves from the log to its place.
const SETTLE: Duration = Duration::from_secs(2);

/// Moves the log to its place beside the writing thread: that waits for the disk, and moves of players
/// should not. A log that is never caught up with grows, so the writer has to help now and then.
fn settle(connection: &Connection, end: &Receiver<()>, too_long: &AtomicBool) {
    while end.recv_timeout(SETTLE) == Err(RecvTimeoutError::Timeout) {
        match checkpoint(connection, "PASSIVE") {
            Ok(pages) => too_long.store(pages > LONGEST_LOG, Ordering::Relaxed),
            Err(error) => tracing::warn!(%error, "the log of the store could not be settled"),
        }
    }
}

/// Pages of the log after which it begins anew: 32 MiB.
const LONGEST_LOG: i64 = 8192;

/// Moves the log to its place; how many pages it had.
fn checkpoint(connection: &Connection, kind: &str) -> rusqlite::Result<i64> {
    connection.query_row(&format!("PRAGMA wal_checkpoint({kind})"), [], |row| row.get(1))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open_file(folder: &Path) -> Result<Connection> {
    let refuse = |error: &dyn std::fmt::Display| {
        let place = folder.display();
        RequestError::bad(format!(
            "cannot keep games in `{place}`: {error}; name another folder with --data"
        ))
    };
    fs::create_dir_all(folder).map_err(|error| refuse(&error))?;
    let path = folder.join(FILE);
    private(&path).map_err(|error| refuse(&error))?;
    let connection = Connection::open(&path).map_err(|error| refuse(&error))?;
    connection
        .busy_timeout(Duration::from_secs(5))
        .and_then(|()| connection.pragma_update(None, "journal_mode", "WAL"))
        .and_then(|()| connection.pragma_update(None, "synchronous", "NORMAL"))
        .and_then(|()| connection.pragma_update(None, "wal_autocheckpoint", 0))
        .map_err(|error| refuse(&error))?;
    Ok(connection)
}

/// The file holds the tokens of all seats: nobody else is to read it.
fn private(path: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

fn failed(error: &rusqlite::Error) -> RequestError {
    tracing::error!(%error, "the store failed");
    RequestError::internal(format!("the store of games failed: {error}"))
}

/// Batches of one transaction at most.
const MOST_BATCHES: usize = 512;

fn write_all(connection: &Mutex<Connection>, received: &Receiver<Batch>, too_long: &AtomicBool) {
    while let Ok(first) = received.recv() {
        let mut batches = vec![first];
        while batches.len() < MOST_BATCHES
            && let Ok(next) = received.try_recv()
        {
            batches.push(next);
        }
        let written = write_batches(&mut locked(connection), &batches);
        let written = written.map_err(|error| failed(&error).message);
        for done in batches.into_iter().filter_map(|(_, done)| done) {
            // Whoever does not wait any more need not hear it.
            let _ = done.send(written.clone());
        }
        // Nobody writes meanwhile, so this catches up and the log begins anew. It never waits for locks.
        if too_long.swap(false, Ordering::Relaxed) {
            let _ = checkpoint(&locked(connection), "PASSIVE");
        }
    }
}

fn write_batches(connection: &mut Connection, batches: &[Batch]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    for write in batches.iter().flat_map(|(writes, _)| writes) {
        rows::write(&transaction, write)?;
    }
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_counted_seconds_counts_milliseconds() {
        let file = Connection::open_in_memory().unwrap();
        file.execute_batch(SCHEMA).unwrap();
        let old = r#"{"id":"a","game":"tris","rules":"standard","size":"3x3","seed":1,"position":null,
            "owner":"o","chairs":[],"manners":{"paused":false,"pace_ms":null,"think_seconds":2,"explain":false,"gravity":true},"plies":1,"scores":[],"over":false,"waited_ms":0,
            "changed":1700000000}"#;
        file.execute("INSERT INTO tables VALUES ('a', 1700000000, 1, 0, ?1)", [old]).unwrap();
        for _ in 0..2 {
            lay_out(&file).unwrap();
            let line = rows::list(&file, 1).unwrap().remove(0);
            assert_eq!((line.changed, line.view().changed), (1_700_000_000_000, 1_700_000_000));
        }
    }
}
