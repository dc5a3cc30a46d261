//! How much may go on at once.

use crate::refusal::Refusal;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Threads for heavy work, a bounded number of them.
///
/// What does not find a thread waits in line, but not for ever and not behind too many others.
#[derive(Clone, Debug)]
pub struct Pool {
    threads: Arc<Semaphore>,
    line: Arc<Semaphore>,
}

impl Pool {
    /// Nobody waits longer for a thread.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// A pool of `threads` with a line of at most `waiting`.
    pub fn new(threads: usize, waiting: usize) -> Self {
        let threads = threads.max(1);
        Self {
            threads: Arc::new(Semaphore::new(threads)),
            line: Arc::new(Semaphore::new(threads + waiting)),
        }
    }

    /// Does `work` on a thread of the pool.
    pub async fn run<T, F>(&self, work: F) -> Result<T, Refusal>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let _place = self.line.try_acquire().map_err(|_| Refusal::busy())?;
        let thread =
            tokio::time::timeout(Self::PATIENCE, Arc::clone(&self.threads).acquire_owned());
        let thread = thread.await.ok().and_then(Result::ok).ok_or_else(Refusal::busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let _thread = thread; // Given back when the work is done, even if nobody waits for it.
            work()
        });
        done.await.map_err(|error| {
            tracing::error!(%error, "work on the pool failed");
            Refusal::failed()
        })
    }
}
