//! The task that lets time pass at a table.

use super::falling::Change;
use super::play::Play;
use super::time::{Decided, Job};
use super::{Session, keep};
use crate::limits::{LONG_THOUGHT, Pool, Pools};
use crate::protocol::Event;
use crate::refusal::Refusal;
use crate::store::Store;
use ludex_core::{AnyTable, Budget, Stop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Without anything to do, the driver looks whether anybody is still interested.
const LOOK_AROUND: Duration = Duration::from_secs(5);

/// So long after a move the store hears how the table stands.
const STALE: Duration = Duration::from_secs(3);

/// Opens another game for a show, by the number of games it has had.
pub(crate) type Reopen = Arc<dyn Fn(u64) -> Option<Box<dyn AnyTable>> + Send + Sync>;

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
        let now = Instant::now();
        play.set_interest(session.has_interest(), now);
        let mut change = session.who_is_here(&mut play).max(play.advance(now));
        if play.curtain_falls(now) && play.interest {
            self.games += 1;
            if let Some(table) = self.reopen.as_ref().and_then(|open| open(self.games)) {
                play.start_over(table, now);
                change = Change::Table;
            }
        }
        if play.stale_since.is_some_and(|since| now >= since + STALE) {
            play.tell_store_of_table();
        }
        finish(&session, &mut play, &self.store, change).await;
        let quick = !self.slow.load(Ordering::Relaxed);
        if let Some(job) = play.job(quick, now) {
            thinking(&session, job.seat, true);
            self.start(&session, job);
        }
        Some(play.patience(now).unwrap_or(LOOK_AROUND))
    }

    /// Asks an agent on a pool; the answer wakes the driver.
    fn start(&self, session: &Arc<Session>, job: Job) {
        let (session, store, slow) =
            (Arc::clone(session), self.store.clone(), Arc::clone(&self.slow));
        let pool = if job.quick { self.pools.moves.clone() } else { self.pools.long.clone() };
        tokio::spawn(async move {
            let seat = job.seat;
            let asked = pool.run(move || {
                let started = Instant::now();
                let answer = job.ask();
                slow.store(started.elapsed() > LONG_THOUGHT, Ordering::Relaxed);
                (answer, job)
            });
            let asked = asked.await;
            thinking(&session, seat, false);
            match asked {
                Ok((Ok(answer), job)) => {
                    let wanted = heard(&session, &store, job, answer).await;
                    if let Some((job, budget)) = wanted {
                        explain(&session, &store, &pool, job, budget).await;
                    }
                }
                Ok((Err(error), job)) => give_up(&session, job, &error.to_string()).await,
                Err(refusal) => wait_for_the_pool(&session, &refusal).await,
            }
            session.wake.notify_one();
        });
    }
}

/// The pool is full: the agent is asked again a little later.
async fn wait_for_the_pool(session: &Session, refusal: &Refusal) {
    tracing::warn!(session = session.id, refusal.error, "an agent has to wait");
    tokio::time::sleep(Duration::from_millis(500)).await;
    session.play().await.thinking = None;
}

/// Takes an agent's answer; returns what may be spent on reasons, if they are still to come.
async fn heard(
    session: &Session,
    store: &Store,
    job: Job,
    answer: Decided,
) -> Option<(Job, Budget)> {
    let mut play = session.play().await;
    let wanted = job.explain && answer.reasons.is_none();
    let change = play.decided(&job, answer, Instant::now());
    let stored = finish(session, &mut play, store, change).await;
    session.wake.notify_one();
    let budget = Budget { stop: Stop::default(), ..job.budget.clone() };
    (wanted && stored && change != Change::Nothing).then(|| {
        play.thinking = Some(budget.stop.clone());
        (job, budget)
    })
}

/// Finds the reasons of a move that was made already.
async fn explain(session: &Session, store: &Store, pool: &Pool, job: Job, budget: Budget) {
    let stop = budget.stop.clone();
    let found = pool.run(move || (job.reasons(&budget), job)).await;
    let mut play = session.play().await;
    if stop.is_set() {
        return;
    }
    play.thinking = None;
    if let Ok((Ok(why), job)) = found {
        let change = play.explained(&job, why);
        finish(session, &mut play, store, change).await;
    }
}

/// Stores what has happened by itself, then tells those who look. Where it cannot be stored, the table goes back and
/// stands still; says whether it could.
async fn finish(session: &Session, play: &mut Play, store: &Store, change: Change) -> bool {
    let moved = play.has_moves_to_store();
    let stored = keep(play, store).await.is_ok();
    let change = if moved && !stored {
        play.stand_still();
        Change::Table
    } else {
        change
    };
    session.tell(play, change);
    stored
}

/// An agent that cannot play must not be asked for ever.
async fn give_up(session: &Session, job: Job, error: &str) {
    tracing::error!(session = session.id, agent = %job.agent, error, "an agent failed");
    let mut play = session.play().await;
    if !job.budget.stop.is_set() {
        play.thinking = None;
        play.manners.paused = true;
        play.tell_store_of_table();
        play.changed();
        session.tell(&play, Change::Table);
    }
}

fn thinking(session: &Session, seat: usize, on: bool) {
    session.send(Event::Thinking { session: session.id.clone(), seat, on });
}
