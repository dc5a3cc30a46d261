//! The task that lets time pass at a table.

use super::Session;
use crate::clock;
use crate::limits::{LONG_THOUGHT, Pools};
use crate::store::Store;
use ludex_table::{Job, Machine};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Without anything to do, the driver looks whether anybody is still interested.
const LOOK_AROUND: Duration = Duration::from_secs(5);
/// So long after a move the store hears how the table stands.
const STALE: Duration = Duration::from_secs(3);
/// When all threads are taken, an agent is asked again after this long.
const ASK_AGAIN: Duration = Duration::from_millis(500);

/// Opens another game for a show, by the number of games it has had.
pub(crate) type Reopen = Arc<dyn Fn(u64) -> Option<Machine> + Send + Sync>;

/// Drives a table until it is gone.
pub(crate) fn drive(session: &Arc<Session>, store: Store, pools: Pools, reopen: Option<Reopen>) {
    let weak = Arc::downgrade(session);
    let driver = Driver { session: weak, store, pools, reopen, games: 0, slow: Arc::default() };
    tokio::spawn(driver.run());
}

struct Driver {
    session: Weak<Session>,
    store: Store,
    pools: Pools,
    reopen: Option<Reopen>,
    games: u64,
    /// Whether the last thought took long.
    slow: Arc<AtomicBool>,
}

impl Driver {
    async fn run(mut self) {
        // Between two steps nothing holds the table, so that it can be let go.
        while let Some(wait) = self.step() {
            let Some(session) = self.session.upgrade() else { return };
            let sleep = tokio::time::sleep(wait.min(LOOK_AROUND));
            tokio::select! {
                () = sleep => {}
                () = session.wake.notified() => {}
            }
        }
    }

    /// Does what is due; returns how long nothing else is.
    fn step(&mut self) -> Option<Duration> {
        let session = self.session.upgrade()?;
        let mut play = session.play();
        let (now, interest) = (clock::now(), session.has_interest());
        play.machine_mut().hold(!interest, now);
        play.machine_mut().advance(now);
        if play.curtain_falls(now) && interest {
            self.games += 1;
            if let Some(machine) = self.reopen.as_ref().and_then(|open| open(self.games)) {
                play.start_over(machine);
            }
        }
        if play.stale_since.is_some_and(|since| now >= since + STALE) {
            play.save_table();
        }
        drop(session.publish(&mut play, &self.store));
        if let Some(job) = play.machine_mut().take_job() {
            self.start(&session, job);
        }
        Some(play.until_next(now).unwrap_or(LOOK_AROUND))
    }

    /// Has a job done on a pool; the answer wakes the driver.
    fn start(&self, session: &Arc<Session>, job: Job) {
        let (session, store, slow) =
            (Arc::clone(session), self.store.clone(), Arc::clone(&self.slow));
        let quick = !slow.load(Ordering::Relaxed);
        let pool = if quick { self.pools.moves.clone() } else { self.pools.long.clone() };
        tokio::spawn(async move {
            let id = job.id();
            let asked = pool.run(move || {
                let started = clock::now();
                let answer = job.run();
                let took = clock::now().saturating_sub(started);
                slow.store(took > LONG_THOUGHT, Ordering::Relaxed);
                answer
            });
            match asked.await {
                Ok(answer) => {
                    let mut play = session.play();
                    play.machine_mut().answer(id, answer, clock::now());
                    drop(session.publish(&mut play, &store));
                }
                Err(error) => {
                    tracing::warn!(session = session.id, %error, "an agent has to wait");
                    tokio::time::sleep(ASK_AGAIN).await;
                    session.play().machine_mut().postpone(id);
                }
            }
            session.wake.notify_one();
        });
    }
}
