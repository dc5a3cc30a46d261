//! Threads for heavy work, shared fairly.

use super::Who;
use crate::error::RequestError;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

type Work = Box<dyn FnOnce() + Send>;

/// What a pool is for.
#[derive(Clone, Copy, Debug)]
pub struct PoolPlan {
    /// The name of its threads.
    pub name: &'static str,
    /// How many there are, two at least: one that is taken must leave another.
    pub threads: usize,
    /// How many may wait.
    pub waiting: usize,
    /// Nobody waits longer for a thread.
    pub patience: Duration,
    /// How much its threads step back behind others when processors are short, 0 to 19.
    pub nice: i32,
}

/// Threads for heavy work, a bounded number of them.
///
/// Everybody has a line of their own, and who has used least is served next; nobody has more than half of the threads. What is not
/// wanted any more when its turn comes is not done.
#[derive(Clone)]
pub struct Pool(Arc<Owned>);

/// Ends the threads when nobody can ask for work any more.
struct Owned(Arc<Shared>);

struct Shared {
    plan: PoolPlan,
    queue: Mutex<Queue>,
    /// Somebody waits, or the end has come.
    ready: Condvar,
}

#[derive(Default)]
struct Queue {
    lines: HashMap<Who, Line>,
    waiting: usize,
    closed: bool,
}

/// The work of one client.
#[derive(Default)]
struct Line {
    waiting: VecDeque<Work>,
    running: usize,
    /// Time of threads that it has had, as far as that counts.
    used: Duration,
}

impl Pool {
    /// Starts the threads.
    pub fn new(plan: PoolPlan) -> Self {
        let plan = PoolPlan { threads: plan.threads.max(2), ..plan };
        let shared = Arc::new(Shared { plan, queue: Mutex::default(), ready: Condvar::new() });
        for _ in 0..plan.threads {
            let own = Arc::clone(&shared);
            let thread = std::thread::Builder::new().name(plan.name.into());
            if let Err(error) = thread.spawn(move || own.work()) {
                tracing::error!(%error, "a thread of the pool cannot start");
            }
        }
        Self(Arc::new(Owned(shared)))
    }

    /// Does `work` on a thread of the pool, on account of [`Who::asks`].
    pub async fn run<T, F>(&self, work: F) -> Result<T, RequestError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        self.run_for(Who::asks(), work).await
    }

    /// The same on account of somebody.
    pub async fn run_for<T, F>(&self, who: Who, work: F) -> Result<T, RequestError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let (begin, started) = oneshot::channel();
        let (tell, told) = oneshot::channel();
        let job = move || {
            // Whoever has hung up or lost patience has dropped the other end.
            if begin.send(()).is_ok() {
                let _ = tell.send(work());
            }
        };
        let shared = &self.0.0;
        shared.line_up(who, Box::new(job))?;
        let patience = shared.plan.patience;
        tokio::time::timeout(patience, started).await.map_err(|_| RequestError::busy())?.ok();
        // Work that panicked has said so itself, and has dropped its end.
        told.await.map_err(|_| RequestError::failed())
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        self.0.queue().closed = true;
        self.0.ready.notify_all();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line_up(&self, who: Who, work: Work) -> Result<(), RequestError> {
        let mut queue = self.queue();
        // A quarter of all that may wait: the line of one client never keeps out another.
        let own = queue.lines.get(&who).map_or(0, |line| line.waiting.len());
        if queue.waiting >= self.plan.waiting || own > self.plan.waiting / 4 {
            return Err(RequestError::busy());
        }
        queue.add(who, work);
        self.ready.notify_one();
        Ok(())
    }

    /// What each thread does.
    fn work(&self) {
        step_back(self.plan.nice);
        let most = (self.plan.threads / 2).max(1);
        let mut queue = self.queue();
        loop {
            if let Some((who, work)) = queue.take(most) {
                drop(queue);
                let started = Instant::now();
                if catch_unwind(AssertUnwindSafe(work)).is_err() {
                    tracing::error!(pool = self.plan.name, "work on a pool failed");
                }
                queue = self.queue();
                queue.give_back(who, started.elapsed());
                // Somebody may have waited for this one to end.
                self.ready.notify_one();
            } else if queue.closed {
                return;
            } else {
                queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl Queue {
    fn add(&mut self, who: Who, work: Work) {
        // Whoever comes back after a rest has no credit from before.
        let least = self.lines.values().map(|line| line.used).min().unwrap_or_default();
        let line = self.lines.entry(who).or_default();
        if line.waiting.is_empty() && line.running == 0 {
            line.used = line.used.max(least);
        }
        line.waiting.push_back(work);
        self.waiting += 1;
    }

    /// The next work of who has used least, among those with fewer than `most` threads.
    fn take(&mut self, most: usize) -> Option<(Who, Work)> {
        let may = |line: &Line| !line.waiting.is_empty() && line.running < most;
        let lines = self.lines.iter_mut().filter(|(_, line)| may(line));
        let (&who, line) = lines.min_by_key(|(_, line)| (line.running, line.used))?;
        let work = line.waiting.pop_front()?;
        line.running += 1;
        self.waiting -= 1;
        Some((who, work))
    }

    fn give_back(&mut self, who: Who, time: Duration) {
        let Some(line) = self.lines.get_mut(&who) else { return };
        line.running -= 1;
        line.used += time;
        // Who neither waits nor works is forgotten when nobody has used less.
        let idle = |line: &Line| line.waiting.is_empty() && line.running == 0;
        let least = self.lines.values().filter(|line| !idle(line)).map(|line| line.used).min();
        self.lines.retain(|_, line| !idle(line) || least.is_some_and(|least| line.used > least));
    }
}

/// On Linux each thread has a priority of its own; elsewhere nothing changes.
fn step_back(nice: i32) {
    #[cfg(target_os = "linux")]
    if nice > 0 {
        // Who may not step back works as before.
        let _ = rustix::process::setpriority_process(None, nice);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = nice;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    fn pool(threads: usize, waiting: usize) -> Pool {
        let patience = Duration::from_secs(5);
        Pool::new(PoolPlan { name: "test", threads, waiting, patience, nice: 0 })
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_more_threads_work_than_there_are() {
        let pool = pool(2, 100);
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let all = (0..8).map(|client| {
            let (now, most, pool) = (Arc::clone(&now), Arc::clone(&most), pool.clone());
            tokio::spawn(async move {
                let work = move || {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(5));
                    now.fetch_sub(1, Ordering::SeqCst);
                };
                pool.run_for(Who::connection(client), work).await
            })
        });
        for one in all.collect::<Vec<_>>() {
            one.await.unwrap().unwrap();
        }
        assert_eq!(most.load(Ordering::SeqCst), 2);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn who_asks_for_much_does_not_keep_others_waiting() {
        let pool = pool(2, 1000);
        let (greedy, modest) = (Who::connection(1), Who::connection(2));
        for _ in 0..100 {
            let pool = pool.clone();
            let work = || std::thread::sleep(Duration::from_millis(20));
            tokio::spawn(async move { pool.run_for(greedy, work).await });
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
        let started = Instant::now();
        for _ in 0..10 {
            pool.run_for(modest, || ()).await.unwrap();
        }
        let took = started.elapsed();
        assert!(
            took < Duration::from_millis(500),
            "two seconds of work were there before: {took:?}"
        );
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn who_finds_the_line_full_is_told_so_and_what_nobody_wants_is_not_done() {
        let pool = pool(2, 8);
        let (end, ended) = mpsc::channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        let (done, who) = (Arc::new(AtomicUsize::new(0)), Who::connection(1));
        let mut asked = Vec::new();
        for _ in 0..4 {
            let (pool, ended, done) = (pool.clone(), Arc::clone(&ended), Arc::clone(&done));
            asked.push(tokio::spawn(async move {
                let work = move || {
                    let _ = ended.lock().unwrap().recv();
                    done.fetch_add(1, Ordering::SeqCst);
                };
                pool.run_for(who, work).await
            }));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(pool.run_for(who, || ()).await.is_err(), "three of its own wait already");
        assert!(pool.run_for(Who::connection(2), || ()).await.is_ok(), "but another is served");
        // Three hang up; only the one that has begun is done.
        asked.drain(1..).for_each(|task| task.abort());
        tokio::time::sleep(Duration::from_millis(20)).await;
        drop(end);
        asked.remove(0).await.unwrap().unwrap();
        pool.run_for(who, || ()).await.unwrap();
        assert_eq!(done.load(Ordering::SeqCst), 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn work_that_panics_takes_no_thread_with_it() {
        let pool = pool(2, 8);
        for _ in 0..5 {
            let failed = pool.run_for(Who::connection(1), || panic!("on purpose")).await;
            assert!(failed.is_err());
        }
        assert_eq!(pool.run_for(Who::connection(1), || 7).await.unwrap(), 7);
    }
}
