//! Threads for heavy work, shared fairly.

use super::Who;
#[cfg(target_os = "linux")]
use super::usher;
use crate::error::RequestError;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Work that waits for a thread.
struct Job {
    /// Tells whoever asked that it begins. They have dropped the other end if they have hung up or lost patience.
    begin: oneshot::Sender<()>,
    work: Box<dyn FnOnce() + Send>,
}

impl Job {
    fn run(self) {
        if self.begin.send(()).is_ok() {
            (self.work)();
        }
    }
}

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
    /// What its threads do when processors are short.
    pub courtesy: Courtesy,
}

/// What threads do when others want the processor, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Courtesy {
    /// They take their share.
    Equal,
    /// They take a smaller share, as `nice` has it: 1 to 19.
    Behind(i32),
    /// They work only while nobody else wants to, and make way at once.
    Aside,
}

impl Courtesy {
    /// Does work as it should be done for others to come first.
    fn attended<T>(self, work: impl FnOnce() -> T) -> T {
        #[cfg(target_os = "linux")]
        let _at_work = (self == Self::Aside).then(usher::AtWork::begin);
        work()
    }
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
    waiting: VecDeque<Job>,
    running: usize,
    /// Time of threads that it has had, as far as that counts.
    used: Duration,
}

impl Pool {
    /// Starts the threads.
    pub fn new(plan: PoolPlan) -> Self {
        let plan = PoolPlan { threads: plan.threads.max(2), ..plan };
        #[cfg(target_os = "linux")]
        if plan.courtesy == Courtesy::Aside {
            usher::prepare();
        }
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
        let work = Box::new(move || {
            let _ = tell.send(work());
        });
        let shared = &self.0.0;
        shared.line_up(who, Job { begin, work })?;
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

    fn line_up(&self, who: Who, job: Job) -> Result<(), RequestError> {
        let mut queue = self.queue();
        queue.forget_unwanted(who);
        // A quarter of all that may wait: the line of one client never keeps out another.
        let own = queue.lines.get(&who).map_or(0, |line| line.waiting.len());
        if queue.waiting >= self.plan.waiting || own > self.plan.waiting / 4 {
            return Err(RequestError::busy());
        }
        queue.add(who, job);
        self.ready.notify_one();
        Ok(())
    }

    /// What each thread does.
    fn work(&self) {
        step_back(self.plan.courtesy);
        let most = (self.plan.threads / 2).max(1);
        let mut queue = self.queue();
        loop {
            if let Some((who, job)) = queue.take(most) {
                drop(queue);
                let started = Instant::now();
                let done =
                    catch_unwind(AssertUnwindSafe(|| self.plan.courtesy.attended(|| job.run())));
                if done.is_err() {
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
    /// What nobody waits for any more takes no place in its client's line.
    fn forget_unwanted(&mut self, who: Who) {
        let Some(line) = self.lines.get_mut(&who) else { return };
        let before = line.waiting.len();
        line.waiting.retain(|job| !job.begin.is_closed());
        self.waiting -= before - line.waiting.len();
    }

    fn add(&mut self, who: Who, job: Job) {
        // Whoever comes back after a rest has no credit from before.
        let least = self.lines.values().map(|line| line.used).min().unwrap_or_default();
        let line = self.lines.entry(who).or_default();
        if line.waiting.is_empty() && line.running == 0 {
            line.used = line.used.max(least);
        }
        line.waiting.push_back(job);
        self.waiting += 1;
    }

    /// The next work of who has used least, among those with fewer than `most` threads.
    fn take(&mut self, most: usize) -> Option<(Who, Job)> {
        let may = |line: &Line| !line.waiting.is_empty() && line.running < most;
        let lines = self.lines.iter_mut().filter(|(_, line)| may(line));
        let (&who, line) = lines.min_by_key(|(_, line)| (line.running, line.used))?;
        let job = line.waiting.pop_front()?;
        line.running += 1;
        self.waiting -= 1;
        Some((who, job))
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

/// On Linux each thread has a priority of its own; elsewhere nothing changes. Who may not step back works as before.
#[cfg(target_os = "linux")]
fn step_back(courtesy: Courtesy) {
    use thread_priority::unix::{set_thread_priority_and_policy, thread_native_id};
    use thread_priority::{NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy};
    match courtesy {
        Courtesy::Equal => {}
        Courtesy::Behind(nice) => drop(rustix::process::setpriority_process(None, nice)),
        Courtesy::Aside => {
            let policy = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
            let (thread, least) = (thread_native_id(), ThreadPriority::Min);
            if let Err(error) = set_thread_priority_and_policy(thread, least, policy) {
                tracing::warn!(?error, "a thread cannot step aside");
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back(_: Courtesy) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;

    fn pool(threads: usize, waiting: usize) -> Pool {
        let patience = Duration::from_secs(5);
        let courtesy = Courtesy::Equal;
        Pool::new(PoolPlan { name: "test", threads, waiting, patience, courtesy })
    }

    /// `SCHED_IDLE` is number 5 in the 41st field of a thread's `stat`, the 39th behind its name.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn threads_step_aside() {
        let patience = Duration::from_secs(5);
        let plan =
            PoolPlan { name: "aside", threads: 2, waiting: 9, patience, courtesy: Courtesy::Aside };
        let pool = Pool::new(plan);
        let stat = pool.run(|| std::fs::read_to_string("/proc/thread-self/stat")).await;
        let stat = stat.unwrap().unwrap();
        let (_, fields) = stat.rsplit_once(") ").unwrap();
        assert_eq!(fields.split(' ').nth(38), Some("5"), "{stat}");
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

    /// Waits until so much work is under way and so much waits.
    async fn until(pool: &Pool, running: usize, waiting: usize) {
        let counts = || {
            let queue = pool.0.0.queue();
            (queue.lines.values().map(|line| line.running).sum(), queue.waiting)
        };
        while counts() != (running, waiting) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Work that ends when the sender is dropped, and how often it has been done.
    fn endless() -> (mpsc::Sender<()>, Arc<AtomicUsize>, impl FnOnce() + Clone + Send + 'static) {
        let (end, ended) = mpsc::channel::<()>();
        let (ended, done) = (Arc::new(Mutex::new(ended)), Arc::new(AtomicUsize::new(0)));
        let count = Arc::clone(&done);
        let work = move || {
            let _ = ended.lock().unwrap().recv();
            count.fetch_add(1, Ordering::SeqCst);
        };
        (end, done, work)
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn who_asks_for_much_does_not_keep_others_waiting() {
        let pool = pool(2, 1000);
        let (end, done, work) = endless();
        for _ in 0..100 {
            let (pool, work) = (pool.clone(), work.clone());
            tokio::spawn(async move { pool.run_for(Who::connection(1), work).await });
        }
        until(&pool, 1, 99).await;
        for _ in 0..10 {
            pool.run_for(Who::connection(2), || ()).await.unwrap();
        }
        assert_eq!(done.load(Ordering::SeqCst), 0, "the first of it is still under way");
        drop(end);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn who_finds_the_line_full_is_told_so_and_what_nobody_wants_is_not_done() {
        let pool = pool(2, 8);
        let ((end, done, work), who) = (endless(), Who::connection(1));
        let mut asked = Vec::new();
        for waiting in 0..4 {
            let (pool_of_task, work) = (pool.clone(), work.clone());
            asked.push(tokio::spawn(async move { pool_of_task.run_for(who, work).await }));
            until(&pool, 1, waiting).await;
        }
        assert!(pool.run_for(who, || ()).await.is_err(), "three of its own wait already");
        assert!(pool.run_for(Who::connection(2), || ()).await.is_ok(), "but another is served");
        // Three hang up: their places are free at once, and only the one that has begun is done.
        for task in asked.drain(1..) {
            task.abort();
            assert!(task.await.is_err());
        }
        let (own, waits) = (pool.clone(), || ());
        let next = tokio::spawn(async move { own.run_for(who, waits).await });
        until(&pool, 1, 1).await;
        drop(end);
        asked.remove(0).await.unwrap().unwrap();
        next.await.unwrap().unwrap();
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
