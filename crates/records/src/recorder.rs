//! A thread that writes games while others are played.

use crate::bundle::{Bundle, Head, is_plain};
use crate::file::Refused;
use crate::{Book, Game, Source, unix_time};
use ludex_core::{AnyTable, Finished};
use ludex_table::Pairing;
use std::io;
use std::mem;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Games and bundles that may wait to be written; whoever has another waits for the disk.
const MOST_WAITING: usize = 1024;

/// The time between two commits: each costs more than writing many short games. A game that comes later than that after
/// the last is written at once.
const BETWEEN: Duration = Duration::from_millis(50);

/// Writes games beside those who play them.
///
/// A game is safe from a kill when it was written: at once, or a moment later where games come quickly.
/// [`Recorder::close`] waits for all.
pub struct Recorder {
    desk: Arc<Desk>,
    thread: Mutex<Option<JoinHandle<io::Result<u64>>>>,
}

/// Where games are handed over.
#[derive(Default)]
struct Desk {
    waiting: Mutex<Waiting>,
    /// Something waits, or nothing more will come.
    come: Condvar,
    /// What waited was taken away, or nobody writes any more.
    gone: Condvar,
}

/// What waits to be written.
#[derive(Default)]
struct Waiting {
    games: Vec<Game>,
    bundles: Vec<Bundle>,
    /// Whether nothing more will come.
    closed: bool,
    /// Whether nothing more will be written.
    failed: bool,
}

impl Waiting {
    fn is_empty(&self) -> bool {
        self.games.is_empty() && self.bundles.is_empty()
    }

    fn is_full(&self) -> bool {
        self.games.len() + self.bundles.len() >= MOST_WAITING
    }
}

impl Desk {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a game wait among the others. What nobody will write is dropped: its end is told elsewhere.
    fn hand_over(&self, add: impl FnOnce(&mut Waiting)) {
        let waiting = self.waiting();
        let full = |waiting: &mut Waiting| waiting.is_full() && !waiting.failed;
        let mut waiting =
            self.gone.wait_while(waiting, full).unwrap_or_else(PoisonError::into_inner);
        if waiting.failed || waiting.closed {
            return;
        }
        let first = waiting.is_empty();
        add(&mut waiting);
        let wake = first || waiting.is_full();
        drop(waiting);
        if wake {
            self.come.notify_one();
        }
    }

    /// Waits for games until this moment at least, and takes all; nothing when no more will come.
    fn take(&self, not_before: Instant) -> Option<(Vec<Game>, Vec<Bundle>)> {
        let nothing = |waiting: &mut Waiting| waiting.is_empty() && !waiting.closed;
        let waiting = self.come.wait_while(self.waiting(), nothing);
        let waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        let room = |waiting: &mut Waiting| !waiting.is_full() && !waiting.closed;
        let left = not_before.saturating_duration_since(Instant::now());
        let waited = self.come.wait_timeout_while(waiting, left, room);
        let (mut waiting, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let taken = (mem::take(&mut waiting.games), mem::take(&mut waiting.bundles));
        drop(waiting);
        self.gone.notify_all();
        (!taken.0.is_empty() || !taken.1.is_empty()).then_some(taken)
    }
}

impl Recorder {
    /// Opens a file, or makes it.
    pub fn open(path: &Path) -> Result<Self, Refused> {
        Ok(Self::over(Book::open(path)?))
    }

    /// Writes into a file that is open.
    pub fn over(book: Book) -> Self {
        let desk = Arc::new(Desk::default());
        let of_thread = Arc::clone(&desk);
        let thread = std::thread::spawn(move || write_all(book, &of_thread));
        Self { desk, thread: Mutex::new(Some(thread)) }
    }

    /// Hands a game over. What goes wrong is told by [`Recorder::close`].
    pub fn keep(&self, game: Game) {
        self.desk.hand_over(|waiting| waiting.games.push(game));
    }

    /// Somebody who hands over the games that are played at copies of this table, all of one match or tournament.
    pub fn keeper<'a>(
        &'a self,
        table: &'a dyn AnyTable,
        source: Source,
        event: &str,
    ) -> Keeper<'a> {
        let head = Head {
            source,
            version: env!("CARGO_PKG_VERSION").into(),
            game: table.info().name.into(),
            rules: table.rules().to_string(),
            size: table.size().to_string(),
            event: event.into(),
        };
        Keeper { recorder: self, table, head: Arc::new(head) }
    }

    /// Waits until everything is written; how many games that were.
    pub fn close(&self) -> io::Result<u64> {
        self.desk.waiting().closed = true;
        self.desk.come.notify_one();
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(thread) = thread else { return Ok(0) };
        thread.join().unwrap_or_else(|_| Err(io::Error::other("the writer of records has failed")))
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // Whoever wants to know how it went has closed it.
        let _ = self.close();
    }
}

/// Hands over the games of one match or tournament. They may come quickly: games that stand together in a bundle cost
/// less than making a [`Game`] of each.
pub struct Keeper<'a> {
    recorder: &'a Recorder,
    table: &'a dyn AnyTable,
    head: Arc<Head>,
}

impl Keeper<'_> {
    /// Hands over the game of this number, from 1. Its moves must have been kept.
    pub fn keep(&self, pairing: &Pairing, finished: &Finished, number: u64) {
        let Self { recorder, table, head } = self;
        if !is_plain(finished) {
            let game = Game::played(*table, head.source, pairing, finished);
            return recorder.keep(game.of_event(&head.event, number));
        }
        let ended = unix_time();
        recorder.desk.hand_over(|Waiting { bundles, .. }| {
            let own = bundles.iter_mut().rposition(|bundle| bundle.takes(head, finished));
            let own = own.unwrap_or_else(|| {
                bundles.push(Bundle::new(head, finished, ended));
                bundles.len() - 1
            });
            bundles[own].add(pairing, finished, ended, number);
        });
    }
}

/// Tells whoever waits for room that there will be none, however writing ends.
struct Writer<'a>(&'a Desk);

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        self.0.waiting().failed = true;
        self.0.gone.notify_all();
    }
}

/// Writes what comes, several games at once where they come quickly. After an error nothing more is written.
fn write_all(mut book: Book, desk: &Desk) -> io::Result<u64> {
    let _writer = Writer(desk);
    let (mut written, mut not_before) = (0, Instant::now());
    while let Some((games, bundles)) = desk.take(not_before) {
        not_before = Instant::now() + BETWEEN;
        written += book.add_all(games, bundles)?;
    }
    Ok(written)
}
