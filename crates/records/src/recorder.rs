//! A thread that writes games while others are played.

use crate::file::Refused;
use crate::{Book, Game};
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Games that may wait to be written; whoever has another waits for the disk.
const MOST_WAITING: usize = 1024;

/// Games that end within this time of each other may share a commit, which costs more than writing a short game.
const TOGETHER: Duration = Duration::from_millis(1);

/// Writes games beside those who play them.
///
/// A game is safe from a kill about a millisecond after it was handed over; [`Recorder::close`] waits for all.
pub struct Recorder {
    games: Mutex<Option<SyncSender<Game>>>,
    thread: Mutex<Option<JoinHandle<io::Result<u64>>>>,
}

impl Recorder {
    /// Opens a file, or makes it.
    pub fn open(path: &Path) -> Result<Self, Refused> {
        Ok(Self::over(Book::open(path)?))
    }

    /// Writes into a file that is open.
    pub fn over(book: Book) -> Self {
        let (games, received) = mpsc::sync_channel(MOST_WAITING);
        let thread = std::thread::spawn(move || write_all(book, &received));
        Self { games: Mutex::new(Some(games)), thread: Mutex::new(Some(thread)) }
    }

    /// Hands a game over. What goes wrong is told by [`Recorder::close`].
    pub fn keep(&self, game: Game) {
        let sender = self.games.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(sender) = sender {
            // A writer that is gone has failed, and says so when it is closed.
            let _ = sender.send(game);
        }
    }

    /// Waits until everything is written; how many games that were.
    pub fn close(&self) -> io::Result<u64> {
        drop(self.games.lock().unwrap_or_else(PoisonError::into_inner).take());
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

/// Writes what comes, several games at once where they come quickly. After an error nothing more is written.
fn write_all(mut book: Book, received: &Receiver<Game>) -> io::Result<u64> {
    let mut written = 0;
    while let Ok(first) = received.recv() {
        let (mut games, until) = (vec![first], Instant::now() + TOGETHER);
        while games.len() < MOST_WAITING {
            let left = until.saturating_duration_since(Instant::now());
            match received.recv_timeout(left) {
                Ok(game) => games.push(game),
                Err(_) => break,
            }
        }
        book.add(&games)?;
        written += games.len() as u64;
    }
    Ok(written)
}
