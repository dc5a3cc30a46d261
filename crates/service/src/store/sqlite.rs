//! Games in one `SQLite` file, or in memory.

use super::database::{Database, Fault, Outcome, Write};
use super::layout::STORE;
use super::rows::{self, Failure, Line, Saved};
use ludex_records::file::Refused;
use ludex_records::lock::Lock;
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The store in a folder.
pub(super) const FILE: &str = "games.sqlite";
const LOCK: &str = "games.lock";

/// Whoever has locked the file may take this long.
const PATIENCE: Duration = Duration::from_secs(2);

/// Games in one `SQLite` file, or in memory.
pub(crate) struct Sqlite {
    writer: Mutex<Option<Connection>>,
    /// Reads while others write. What is in memory has one connection for both.
    reader: Option<Mutex<Option<Connection>>>,
    settler: Mutex<Option<Settler>>,
    /// Whether the log has grown so much that writing has to wait for it.
    too_long: Arc<AtomicBool>,
    lock: Mutex<Option<Lock>>,
}

/// The thread that moves the log to its place; it ends when `end` is dropped.
struct Settler {
    end: Sender<()>,
    thread: JoinHandle<()>,
}

impl Sqlite {
    /// Keeps everything in memory.
    pub(crate) fn in_memory() -> rusqlite::Result<Self> {
        let mut memory = Connection::open_in_memory()?;
        STORE.lay_out(&mut memory)?;
        Ok(Self {
            writer: Mutex::new(Some(memory)),
            reader: None,
            settler: Mutex::default(),
            too_long: Arc::default(),
            lock: Mutex::default(),
        })
    }

    /// Opens the file in a folder; makes a new one where there is none.
    pub(crate) fn open(folder: &Path) -> Result<Self, Refused> {
        Self::open_patiently(folder, PATIENCE)
    }

    /// The same with another patience with those who lock the file.
    pub(super) fn open_patiently(folder: &Path, patience: Duration) -> Result<Self, Refused> {
        let path = folder.join(FILE);
        let system = |error: std::io::Error| Refused::System(STORE.at(&path), error.to_string());
        fs::create_dir_all(folder).map_err(system)?;
        let lock = Lock::take(&folder.join(LOCK), &STORE, &path)?;
        STORE.prepare(&path)?;
        let connect = || connect(&path, patience);
        let too_long = Arc::new(AtomicBool::new(false));
        let settler = Settler::start(connect()?, Arc::clone(&too_long)).map_err(system)?;
        Ok(Self {
            writer: Mutex::new(Some(connect()?)),
            reader: Some(Mutex::new(Some(connect()?))),
            settler: Mutex::new(Some(settler)),
            too_long,
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Moves the log to its place. Nobody writes meanwhile, so this catches up and the log begins anew. It never waits
    /// for locks, and what stays in the log is as safe there.
    pub(super) fn settle_now(&self) {
        let _ = self.write(|connection| checkpoint(connection, "PASSIVE"));
    }

    fn write<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Outcome<T> {
        let mut writer = locked(&self.writer);
        let connection = writer.as_mut().ok_or(Fault::Closed)?;
        work(connection).map_err(|error| failed(&error))
    }

    fn look<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Failure>) -> Outcome<T> {
        let reader = locked(self.reader.as_ref().unwrap_or(&self.writer));
        let found = work(reader.as_ref().ok_or(Fault::Closed)?);
        found.map_err(|failure| match failure {
            Failure::Sql(error) => failed(&error),
            Failure::Fault(fault) => fault,
        })
    }
}

impl Database for Sqlite {
    fn commit(&self, batches: &[Vec<Write>]) -> Vec<Outcome> {
        let done = self.write(|connection| {
            let done = write_all(connection, batches);
            done.inspect_err(|error| bury(connection, error))
        });
        if self.too_long.swap(false, Ordering::Relaxed) {
            self.settle_now();
        }
        done.unwrap_or_else(|fault| vec![Err(fault); batches.len()])
    }

    fn probe(&self) -> Outcome {
        self.write(|connection| write_nothing(connection))
    }

    fn read(&self, id: &str) -> Outcome<Option<Saved>> {
        self.look(|connection| rows::read(connection, id))
    }

    fn list(&self, limit: usize) -> Outcome<Vec<Line>> {
        self.look(|connection| Ok(rows::list(connection, rows::ALL, limit)?))
    }

    fn list_public(&self, limit: usize) -> Outcome<Vec<Line>> {
        self.look(|connection| Ok(rows::list(connection, rows::PUBLIC, limit)?))
    }

    fn line(&self, id: &str) -> Outcome<Option<Line>> {
        self.look(|connection| Ok(rows::line(connection, id)?))
    }

    fn close(&self) {
        if let Some(Settler { end, thread }) = locked(&self.settler).take() {
            drop(end);
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
        if let Some(reader) = &self.reader {
            drop(locked(reader).take());
            // What stays in the log is as safe there.
            let _ = self.write(|connection| checkpoint(connection, "TRUNCATE"));
        }
        drop(locked(&self.writer).take());
        drop(locked(&self.lock).take());
    }
}

/// One transaction for all batches. One that cannot be done is left out; an error of the file ends all.
fn write_all(
    connection: &mut Connection,
    batches: &[Vec<Write>],
) -> rusqlite::Result<Vec<Outcome>> {
    let mut all = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut outcomes = Vec::with_capacity(batches.len());
    for batch in batches {
        let point = all.savepoint()?;
        let written = batch.iter().try_for_each(|write| rows::write(&point, write));
        outcomes.push(match written {
            Ok(()) => {
                point.commit()?;
                Ok(())
            }
            Err(Failure::Fault(fault)) => Err(fault),
            Err(Failure::Sql(error)) => return Err(error),
        });
    }
    all.commit()?;
    Ok(outcomes)
}

/// Writes, and changes nothing.
fn write_nothing(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!("PRAGMA user_version = {}", STORE.version))
}

/// Puts another commit in the log in the place of one that the disk refused.
///
/// A page that was cut off may look whole after a crash: its end may be there from the log that was written over. Then the log would give back what
/// was refused. Whether this commit is done or cut off in turn, nothing behind it counts any more.
fn bury(connection: &Connection, error: &rusqlite::Error) {
    if let Some(ErrorCode::DiskFull | ErrorCode::SystemIoFailure) = error.sqlite_error_code() {
        let _ = write_nothing(connection);
    }
}

/// A connection to a file that is there and sound.
fn connect(path: &Path, patience: Duration) -> Result<Connection, Refused> {
    let connection = STORE.open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let set = connection
        .busy_timeout(patience)
        .and_then(|()| connection.pragma_update(None, "journal_mode", "WAL"))
        // Each commit waits for the disk: what was answered outlives a power failure, too.
        .and_then(|()| connection.pragma_update(None, "synchronous", "FULL"))
        .and_then(|()| connection.pragma_update(None, "wal_autocheckpoint", 0));
    set.map_err(|error| STORE.refused(path, &error))?;
    Ok(connection)
}

fn failed(error: &rusqlite::Error) -> Fault {
    Fault::Failed(error.to_string())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// So often what was written moves from the log to its place.
const SETTLE: Duration = Duration::from_secs(2);

/// Pages of the log after which it begins anew: 32 MiB.
const LONGEST_LOG: i64 = 8192;

impl Settler {
    fn start(connection: Connection, too_long: Arc<AtomicBool>) -> std::io::Result<Self> {
        let (end, ended) = mpsc::channel();
        let work = move || settle(&connection, &ended, &too_long);
        let thread = thread::Builder::new().name("store-settle".into()).spawn(work)?;
        Ok(Self { end, thread })
    }
}

/// Moves the log to its place beside the writing thread: that waits for the disk, and moves of players
/// should not. A log that is never caught up with grows, so the writer has to help now and then.
fn settle(connection: &Connection, end: &Receiver<()>, too_long: &AtomicBool) {
    let mut well = true;
    while end.recv_timeout(SETTLE) == Err(RecvTimeoutError::Timeout) {
        let settled = checkpoint(connection, "PASSIVE");
        match &settled {
            Ok(pages) => too_long.store(*pages > LONGEST_LOG, Ordering::Relaxed),
            Err(error) if well => tracing::warn!(%error, "the log of the store cannot be settled"),
            Err(_) => {}
        }
        well = settled.is_ok();
    }
}

/// Moves the log to its place; how many pages it had.
fn checkpoint(connection: &Connection, kind: &str) -> rusqlite::Result<i64> {
    connection.query_row(&format!("PRAGMA wal_checkpoint({kind})"), [], |row| row.get(1))
}
