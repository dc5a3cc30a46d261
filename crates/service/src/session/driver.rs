//! The task that lets time pass at a table.

use super::play::{Change, Play};
use super::stored::Before;
use super::{Session, keep};
use crate::clock;
use crate::limits::{LONG_THOUGHT, Pools};
use crate::store::Store;
use ludex_table::{Job, Machine};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::Notify;

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
    let (weak, wake) = (Arc::downgrade(session), Arc::clone(&session.wake));
    let slow = Arc::default();
    let driver = Driver { session: weak, wake, store, pools, reopen, games: 0, slow };
    tokio::spawn(driver.run());
}

struct Driver {
    session: Weak<Session>,
    wake: Arc<Notify>,
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
        while let Some(wait) = self.step().await {
            let sleep = tokio::time::sleep(wait.min(LOOK_AROUND));
            tokio::select! {
                () = sleep => {}
                () = self.wake.notified() => {}
            }
        }
    }

    /// Does what is due; returns how long nothing else is.
    async fn step(&mut self) -> Option<Duration> {
        let session = self.session.upgrade()?;
        let mut play = session.play().await;
        let (now, interest) = (clock::now(), session.has_interest());
        let before = play.before();
        play.machine_mut().hold(!interest, now);
        play.machine_mut().advance(now);
        let mut change = session.who_is_here(&mut play);
        if play.curtain_falls(now) && interest {
            self.games += 1;
            if let Some(machine) = self.reopen.as_ref().and_then(|open| open(self.games)) {
                play.start_over(machine);
                change = Change::Table;
            }
        }
        if play.stale_since.is_some_and(|since| now >= since + STALE) {
            play.save_table();
        }
        finish(&session, &mut play, &self.store, before, change).await;
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
            let asked = pool.run_for(session.charged, move || {
                let started = clock::now();
                let answer = job.run();
                let took = clock::now().saturating_sub(started);
                slow.store(took > LONG_THOUGHT, Ordering::Relaxed);
                answer
            });
            match asked.await {
                Ok(answer) => {
                    let mut play = session.play().await;
                    let before = play.before();
                    play.machine_mut().answer(id, answer, clock::now());
                    finish(&session, &mut play, &store, before, Change::Nothing).await;
                }
                Err(error) => {
                    tracing::warn!(session = session.id, %error, "an agent has to wait");
                    tokio::time::sleep(ASK_AGAIN).await;
                    session.play().await.machine_mut().postpone(id);
                }
            }
            session.wake.notify_one();
        });
    }
}

/// Stores what has happened by itself, then tells those who look. Where it cannot be stored, the table goes back and
/// stands still.
async fn finish(session: &Session, play: &mut Play, store: &Store, before: Before, change: Change) {
    let mut news = play.take_up_events(clock::now());
    news.change = news.change.max(change);
    let moved = play.has_moves_to_store();
    let stored = keep(play, store, before).await.is_ok();
    if moved && !stored {
        play.stand_still();
        news.change = Change::Table;
    }
    session.tell(&play.desk, news);
}
