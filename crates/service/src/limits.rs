//! How much may go on at once.

use crate::error::RequestError;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Who has thought longer than this on a move thinks on the next one among those who take their time.
pub const LONG_THOUGHT: Duration = Duration::from_millis(250);
/// Longest message from a client, in bytes.
pub const LONGEST_MESSAGE: usize = 256 * 1024;
/// Tables in memory at once.
pub const MOST_SESSIONS: usize = 4000;
/// A table that nobody asks for leaves the memory after this long; it stays in the store.
pub const IDLE: Duration = Duration::from_mins(30);
/// Where memory runs short, tables leave it after this long already.
pub const SHORT_IDLE: Duration = Duration::from_mins(1);
/// Stored games are forgotten after this long without a move.
pub const FORGOTTEN: Duration = Duration::from_hours(90 * 24);
/// Games without a single move are forgotten sooner.
pub const FORGOTTEN_UNPLAYED: Duration = Duration::from_hours(24);
/// Long work that one client may have under way at once.
pub const MOST_JOBS: usize = 6;
/// Tables that one connection may listen to at once.
pub const MOST_JOINED: usize = 64;
/// Games of one match.
pub const MOST_GAMES: u64 = 10_000;
/// No match takes longer.
pub const LONGEST_MATCH: Duration = Duration::from_mins(10);
/// Stored games in one list.
pub const MOST_LISTED: usize = 500;

/// Threads for heavy work, a bounded number of them.
///
/// What does not find a thread waits in line, but not for ever and not behind too many others.
#[derive(Clone, Debug)]
pub struct Pool {
    threads: Arc<Semaphore>,
    line: Arc<Semaphore>,
    /// Nobody waits longer for a thread.
    patience: Duration,
}

impl Pool {
    /// A pool of `threads` with a line of at most `waiting`, none of whom waits longer than `patience`.
    pub fn new(threads: usize, waiting: usize, patience: Duration) -> Self {
        let threads = threads.max(1);
        Self {
            threads: Arc::new(Semaphore::new(threads)),
            line: Arc::new(Semaphore::new(threads + waiting)),
            patience,
        }
    }

    /// Does `work` on a thread of the pool.
    pub async fn run<T, F>(&self, work: F) -> Result<T, RequestError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let _place = self.line.try_acquire().map_err(|_| RequestError::busy())?;
        let free = Arc::clone(&self.threads).acquire_owned();
        let thread = tokio::time::timeout(self.patience, free);
        let thread = thread.await.ok().and_then(Result::ok).ok_or_else(RequestError::busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let _thread = thread; // Given back when the work is done, even if nobody waits for it.
            work()
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "work on the pool failed");
            RequestError::failed()
        })
    }
}

/// The pools of a server: whoever analyses for long does not keep others from their next move.
#[derive(Clone, Debug)]
pub struct Pools {
    /// New tables, old positions.
    pub quick: Pool,
    /// Moves of agents that do not think long.
    pub moves: Pool,
    /// Analyses, reviews, matches, and moves of agents that think long.
    pub long: Pool,
}

impl Default for Pools {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            quick: Pool::new(cores, 4096, Duration::from_secs(10)),
            moves: Pool::new(cores, 4096, Duration::from_secs(10)),
            long: Pool::new(cores.div_ceil(2), 32, Duration::from_mins(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const SHORT: Duration = Duration::from_secs(5);

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_more_threads_work_than_there_are() {
        let pool = Pool::new(2, 100, SHORT);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let work = || {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            pool.run(move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(5));
                now.fetch_sub(1, Ordering::SeqCst);
            })
        };
        let all = [work(), work(), work(), work(), work()];
        for one in all.map(Box::pin) {
            one.await.unwrap();
        }
        assert!(most.load(Ordering::SeqCst) <= 2);
    }

    #[tokio::test]
    async fn who_finds_the_line_full_is_told_so() {
        let pool = Pool::new(1, 0, SHORT);
        let (start, started) = tokio::sync::oneshot::channel();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let busy = tokio::spawn({
            let pool = pool.clone();
            async move {
                pool.run(move || {
                    let _ = start.send(());
                    let _ = ended.recv();
                })
                .await
            }
        });
        started.await.unwrap();
        assert_eq!(pool.run(|| ()).await, Err(RequestError::busy()));
        drop(end);
        busy.await.unwrap().unwrap();
        assert_eq!(pool.run(|| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn a_panic_stays_in_the_pool() {
        let pool = Pool::new(1, 0, SHORT);
        assert_eq!(pool.run(|| panic!("as tests do")).await, Err::<(), _>(RequestError::failed()));
        assert_eq!(pool.run(|| 7).await, Ok(7));
    }
}
