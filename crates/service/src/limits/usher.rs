//! Makes the system look again whose turn it is.
//!
//! Linux decides who has a processor when somebody wakes up there, and else at its clock's tick, every 1 to 10 ms. A thread that wakes up within
//! some microseconds after it fell asleep may count as having had too much. Then it waits for the next tick even behind a thread that steps aside,
//! though after a few more microseconds it would be its turn. So on each processor somebody wakes up, and sleeps again, all the time that threads that
//! step aside are at work.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, Thread};
use std::time::Duration;

/// So often the system looks again.
const LOOK: Duration = Duration::from_micros(500);

/// The name of the threads.
const NAME: &str = "usher";

/// Threads that step aside and are at work.
static WORKING: AtomicUsize = AtomicUsize::new(0);

/// One for each processor; they sleep soundly while nobody is at work.
static USHERS: LazyLock<Vec<Thread>> = LazyLock::new(|| {
    let (post, left) = channel();
    let ushers = processors().filter_map(|processor| start(processor, post.clone())).collect();
    drop(post);
    // Nobody sends anything: it fails when each usher has let go of its end, which it does at its processor.
    let _ = left.recv();
    ushers
});

/// Work of a thread that steps aside, while it lasts.
pub(super) struct AtWork(());

impl AtWork {
    pub(super) fn begin() -> Self {
        if WORKING.fetch_add(1, Ordering::SeqCst) == 0 {
            USHERS.iter().for_each(Thread::unpark);
        }
        Self(())
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        WORKING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Starts the threads and waits until each is at its processor. Whoever starts them must not step aside: threads do as those that start them.
pub(super) fn prepare() {
    LazyLock::force(&USHERS);
}

/// The processors that this program may use, each by itself.
fn processors() -> impl Iterator<Item = CpuSet> {
    let all = sched_getaffinity(None).unwrap_or_default();
    (0..CpuSet::MAX_CPU).filter(move |&number| all.is_set(number)).map(|number| {
        let mut one = CpuSet::new();
        one.set(number);
        one
    })
}

fn start(processor: CpuSet, post: Sender<()>) -> Option<Thread> {
    let attend = move || attend(&processor, post);
    let started = thread::Builder::new().name(NAME.into()).spawn(attend);
    let started = started.inspect_err(|error| tracing::warn!(%error, "an usher cannot start"));
    started.ok().map(|handle| handle.thread().clone())
}

fn attend(processor: &CpuSet, post: Sender<()>) {
    if let Err(error) = sched_setaffinity(None, processor) {
        return tracing::warn!(%error, "an usher cannot go to its processor");
    }
    drop(post);
    loop {
        while WORKING.load(Ordering::SeqCst) > 0 {
            thread::sleep(LOOK);
        }
        thread::park();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Courtesy, Pool, PoolPlan};
    use std::fs;

    /// How often each usher has gone to sleep.
    fn sleeps() -> Vec<u64> {
        let tasks = fs::read_dir("/proc/self/task").unwrap().map(|task| task.unwrap().path());
        let of = |task: std::path::PathBuf| {
            let status = fs::read_to_string(task.join("status")).ok()?;
            let field = |name| status.lines().find_map(|line: &str| line.strip_prefix(name));
            let usher = field("Name:")?.trim() == NAME;
            usher.then(|| field("voluntary_ctxt_switches:").unwrap().trim().parse().unwrap())
        };
        tasks.filter_map(of).collect()
    }

    /// How often each has gone to sleep more often than before.
    fn more(before: &[u64]) -> Vec<u64> {
        sleeps().iter().zip(before).map(|(now, before)| now - before).collect()
    }

    /// Waits until something is so: how soon depends on what else the machine does, and a thread that steps aside may wait long for its turn.
    fn soon(what: &str, is_so: impl Fn() -> bool) {
        let waited = (0..12_000).find(|_| {
            thread::sleep(Duration::from_millis(5));
            is_so()
        });
        assert!(waited.is_some(), "{what}: not within a minute");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn ushers_wake_up_while_somebody_works_who_steps_aside() {
        let (patience, courtesy) = (Duration::from_mins(1), Courtesy::Aside);
        let pool = |courtesy| {
            Pool::new(PoolPlan { name: "test", threads: 2, waiting: 9, patience, courtesy })
        };
        let polite = pool(courtesy);
        let (done, until_done) = channel::<()>();
        let working = tokio::spawn(async move { polite.run(move || until_done.recv()).await });
        soon("work begins", || WORKING.load(Ordering::SeqCst) == 1);
        let before = sleeps();
        assert_eq!(before.len(), processors().count());
        soon("all wake up", || more(&before).iter().all(|&times| times > 10));
        drop(done);
        assert!(working.await.unwrap().is_ok());
        soon("work ends", || WORKING.load(Ordering::SeqCst) == 0);

        let rest = || {
            let before = sleeps();
            thread::sleep(Duration::from_millis(300));
            more(&before)
        };
        let times = pool(Courtesy::Equal).run(rest).await.unwrap();
        // One may just have seen that somebody works: it sleeps once more, and then soundly.
        assert!(times.iter().all(|&times| times <= 2), "{times:?}: nobody steps aside");
    }
}
