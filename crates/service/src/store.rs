//! Games that survive a restart.
//!
//! One thread writes. It takes what has come in meanwhile into one transaction and tells everybody when
//! that is done, so an answer is given only after the move it speaks of is safe. What could not be written has not
//! happened: whoever asked takes it back.
//!
//! | module | holds |
//! | --- | --- |
//! | [`database`] | what a database has to do |
//! | [`sqlite`], [`rows`] | the one that does it: a file, or memory |
//! | [`layout`] | which files are opened; how they are guarded is `ludex-records`' |
//! | [`archive`] | check, backup, export, also while a server runs |

mod archive;
mod database;
#[cfg(test)]
mod faults;
mod health;
mod layout;
mod rows;
mod sqlite;
#[cfg(test)]
mod tests;

pub use archive::{Archive, BackedUp, Checked, Exported, TableFault};
pub(crate) use database::{Database, Fault, Outcome, Write};
pub(crate) use rows::{Line, Saved, unix_time};

use crate::error::RequestError;
use health::Health;
use ludex_records::{Game, Recorder};
use sqlite::Sqlite;
use std::collections::HashSet;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Writes that belong together, and who hears how it went.
type Batch = (Vec<Write>, Option<oneshot::Sender<Outcome>>);

/// The store. Clones share it.
#[derive(Clone)]
pub(crate) struct Store {
    database: Arc<dyn Database>,
    writer: Arc<Writer>,
    health: Arc<Health>,
    calendar: Calendar,
    /// Where games are kept for good that have ended.
    records: Option<Arc<Recorder>>,
}

/// The thread at work; it ends with the store.
struct Writer {
    batches: Mutex<Option<Sender<Batch>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Store {
    /// Opens the file in a folder, or keeps everything in memory.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Self, RequestError> {
        let Some(folder) = folder else {
            let opened = Sqlite::in_memory();
            let memory = opened.map_err(|error| RequestError::internal(error.to_string()))?;
            return Self::over(Arc::new(memory));
        };
        let opened = Sqlite::open(folder);
        Self::over(Arc::new(opened.map_err(|why| RequestError::bad(why.to_string()))?))
    }

    /// The store of any database.
    pub(crate) fn over(database: Arc<dyn Database>) -> Result<Self, RequestError> {
        let newest = database.list(1)?.first().map(|line| line.changed);
        let health = Arc::new(Health::default());
        let (batches, received) = mpsc::channel();
        let (own, well) = (Arc::clone(&database), Arc::clone(&health));
        let work = move || write_all(own.as_ref(), &received, &well);
        let thread = std::thread::Builder::new().name("store".into()).spawn(work);
        let thread = thread
            .map_err(|error| RequestError::internal(format!("cannot start a thread: {error}")))?;
        let writer =
            Writer { batches: Mutex::new(Some(batches)), thread: Mutex::new(Some(thread)) };
        let calendar = Calendar::new(newest, unix_time());
        Ok(Self { database, writer: Arc::new(writer), health, calendar, records: None })
    }

    /// The same with a file where finished games are kept for good.
    pub(crate) fn with_records(mut self, records: Recorder) -> Self {
        self.records = Some(Arc::new(records));
        self
    }

    /// Keeps a game that has ended, if any are kept. The game is no loss if that fails: the table has it.
    pub(crate) fn keep_game(&self, game: impl FnOnce() -> Game) {
        if let Some(records) = &self.records {
            records.keep(game());
        }
    }

    /// Remembers all of this or nothing of it; in order, and safe when this returns.
    pub(crate) async fn write(&self, writes: Vec<Write>) -> Outcome {
        let (done, heard) = oneshot::channel();
        self.hand_over(writes, Some(done));
        // A writer that is gone has dropped `done`.
        heard.await.unwrap_or(Err(Fault::Closed))
    }

    /// The same when nobody waits for it: only for what is no loss.
    pub(crate) fn write_later(&self, writes: Vec<Write>) {
        self.hand_over(writes, None);
    }

    fn hand_over(&self, writes: Vec<Write>, done: Option<oneshot::Sender<Outcome>>) {
        if let Some(batches) = locked(&self.writer.batches).as_ref() {
            // A writer that is gone drops `done`, and the receiver hears that.
            let _ = batches.send((writes, done));
        }
    }

    /// A stored table. Reads the disk.
    pub(crate) fn read(&self, id: &str) -> Outcome<Option<Saved>> {
        self.database.read(id)
    }

    /// Stored tables that anybody may know of, the newest first. Reads the disk.
    pub(crate) fn list_public(&self, limit: usize) -> Outcome<Vec<Line>> {
        self.database.list_public(limit)
    }

    /// How a stored table stands. Reads the disk.
    pub(crate) fn line(&self, id: &str) -> Outcome<Option<Line>> {
        self.database.line(id)
    }

    /// Forgets tables that nobody has touched for so long, except those that are `in_use`.
    pub(crate) fn forget(&self, after: Duration, unplayed: Duration, in_use: HashSet<String>) {
        let now = self.calendar.now(unix_time());
        let before = |time: Duration| now.saturating_sub(time.as_millis() as u64);
        let (before, unplayed_before) = (before(after), before(unplayed));
        self.write_later(vec![Write::Forget { before, unplayed_before, in_use }]);
    }

    /// Whether it can be written, and since when it cannot.
    pub(crate) fn health(&self) -> &Health {
        &self.health
    }

    /// Waits until everything is written and lets go of the file.
    pub(crate) fn close(&self) {
        drop(locked(&self.writer.batches).take());
        if let Some(thread) = locked(&self.writer.thread).take() {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
        self.database.close();
        if let Some(Err(error)) = self.records.as_ref().map(|records| records.close()) {
            tracing::error!(%error, "finished games were not kept");
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Batches of one transaction at most.
const MOST_BATCHES: usize = 512;

/// So often a store that failed is tried again.
const RETRY: Duration = Duration::from_millis(500);

fn write_all(database: &dyn Database, received: &Receiver<Batch>, health: &Health) {
    loop {
        let first = match next(received, health) {
            Ok(first) => first,
            Err(RecvTimeoutError::Timeout) => {
                health.note(&database.probe());
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let more = std::iter::from_fn(|| received.try_recv().ok()).take(MOST_BATCHES - 1);
        let (writes, dones): (Vec<_>, Vec<_>) = std::iter::once(first).chain(more).unzip();
        let outcomes = database.commit(&writes);
        for outcome in &outcomes {
            health.note_failure(outcome);
        }
        if health.is_failing() && outcomes.iter().all(Result::is_ok) {
            health.note(&database.probe());
        }
        for (done, outcome) in dones.into_iter().zip(outcomes) {
            // Whoever does not wait any more need not hear it.
            let _ = done.map(|done| done.send(outcome));
        }
    }
}

/// Waits for something to write; while the store fails, only until it is to be tried again.
fn next(received: &Receiver<Batch>, health: &Health) -> Result<Batch, RecvTimeoutError> {
    if health.is_failing() {
        return received.recv_timeout(RETRY);
    }
    received.recv().map_err(|_| RecvTimeoutError::Disconnected)
}

/// What day it is, as far as forgetting goes: never later than the last change that the store knew of when it was
/// opened, and the time since. So a clock that jumps ahead does not make all games old.
#[derive(Clone, Copy, Debug)]
struct Calendar {
    known: u64,
    opened: Instant,
}

impl Calendar {
    fn new(newest: Option<u64>, wall: u64) -> Self {
        Self { known: newest.unwrap_or(wall), opened: Instant::now() }
    }

    fn now(&self, wall: u64) -> u64 {
        wall.min(self.known.saturating_add(self.opened.elapsed().as_millis() as u64))
    }
}
