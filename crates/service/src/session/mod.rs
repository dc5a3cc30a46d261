//! Tables: games that people and agents play, and others watch.
//!
//! | module | holds |
//! | --- | --- |
//! | [`play`] | a table, and what the store has still to hear of it |
//! | [`stored`] | storing what has changed, and going back where that fails |
//! | [`news`] | what those who listen hear |
//! | [`driver`] | the task that lets time pass |

mod driver;
mod news;
mod play;
mod stored;

pub(crate) use driver::{Reopen, drive};
pub(crate) use news::Headline;
pub(crate) use play::Play;

use crate::clock;
use crate::error::{RequestError, Result};
use crate::limits::Who;
use crate::protocol::Event;
use crate::store::Store;
use ludex_table::desk::{Desk, Mask};
use play::{Change, News};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use stored::keep;
use tokio::sync::{MutexGuard, Notify, broadcast};

/// News that a slow listener may be behind before it has to look at the table anew.
const MOST_NEWS: usize = 32;
/// Somebody who asks now and then, without listening, is interested for this long.
const INTEREST: Duration = Duration::from_secs(10);

/// A table that many may touch at once.
pub(crate) struct Session {
    pub(crate) id: String,
    /// A table that agents play at for those who look.
    pub(crate) show: bool,
    /// On whose account its agents think: whoever set it up, or fetched it from the store.
    pub(crate) charged: Who,
    /// Whoever changes it holds it until that is stored, so nobody sees what may still be taken back.
    play: tokio::sync::Mutex<Play>,
    news: broadcast::Sender<Arc<Headline>>,
    /// Connections that hold each of the seats.
    listeners: Vec<AtomicUsize>,
    touched: Mutex<Duration>,
    /// Tells the driver that something has changed.
    pub(crate) wake: Arc<Notify>,
}

impl Session {
    pub(crate) fn new(play: Play) -> Self {
        let (id, show) = (play.desk.id.clone(), play.show);
        let listeners = play.desk.tokens.iter().map(|_| AtomicUsize::new(0)).collect();
        let (news, _) = broadcast::channel(MOST_NEWS);
        let (touched, wake) = (Mutex::new(clock::now()), Arc::default());
        let charged = Who::asks();
        Self {
            id,
            show,
            charged,
            play: tokio::sync::Mutex::new(play),
            news,
            listeners,
            touched,
            wake,
        }
    }

    /// The game, for a moment.
    pub(crate) async fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().await
    }

    /// The same if nobody changes it at the moment.
    pub(crate) fn play_now(&self) -> Option<MutexGuard<'_, Play>> {
        self.play.try_lock().ok()
    }

    /// The game of a table that nobody else has any more.
    pub(crate) fn into_play(self) -> Play {
        self.play.into_inner()
    }

    /// Somebody asks for the table: it is not idle.
    pub(crate) fn touch(&self) {
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = clock::now();
    }

    /// How long nobody has asked for the table; no time while somebody listens.
    pub(crate) fn idle(&self) -> Duration {
        if self.news.receiver_count() > 0 {
            return Duration::ZERO;
        }
        let touched = *self.touched.lock().unwrap_or_else(PoisonError::into_inner);
        clock::now().saturating_sub(touched)
    }

    /// Whether anybody looks at the moment.
    fn has_interest(&self) -> bool {
        self.idle() < INTEREST
    }

    /// Listens from now on, as the holder of these seats.
    pub(crate) async fn listen(&self, seats: Mask) -> broadcast::Receiver<Arc<Headline>> {
        let receiver = self.news.subscribe();
        self.count(seats, |count| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        self.touch();
        let mut play = self.play().await;
        let change = self.who_is_here(&mut play);
        self.tell_change(&play.desk, change);
        drop(play);
        self.wake.notify_one();
        receiver
    }

    /// Listens no more.
    pub(crate) fn unlisten(&self, seats: Mask) {
        self.count(seats, |count| {
            count.fetch_sub(1, Ordering::Relaxed);
        });
        self.touch();
        // The driver tells the others.
        self.wake.notify_one();
    }

    fn count(&self, seats: Mask, change: impl Fn(&AtomicUsize)) {
        for (seat, count) in self.listeners.iter().enumerate() {
            if seats & (1 << seat) != 0 {
                change(count);
            }
        }
    }

    /// Notes which persons are here.
    fn who_is_here(&self, play: &mut Play) -> Change {
        let held = |(_, count): &(usize, &AtomicUsize)| count.load(Ordering::Relaxed) > 0;
        let here = self.listeners.iter().enumerate().filter(held);
        let here = here.fold(0, |mask, (seat, _)| mask | 1 << seat);
        if play.desk.here == here {
            return Change::Nothing;
        }
        play.desk.here = here;
        play.desk.version += 1;
        Change::Table
    }

    fn tell(&self, desk: &Desk, news: News) {
        for (seat, on) in news.thinking {
            self.send(Event::Thinking { session: self.id.clone(), seat, on });
        }
        self.tell_change(desk, news.change);
    }

    fn tell_change(&self, desk: &Desk, change: Change) {
        if self.news.receiver_count() == 0 {
            return;
        }
        let session = self.id.clone();
        let event = match (change, desk.live().filter(|_| change == Change::Live)) {
            (Change::Nothing, _) => return,
            (Change::Live, Some(live)) => Event::Live { session, live: Box::new(live) },
            _ => Event::State { session, state: Box::new(desk.state(0)) },
        };
        self.send(event);
    }

    /// Tells those who listen; without any, nothing happens.
    fn send(&self, event: Event) {
        let _ = self.news.send(Arc::new(Headline::new(event)));
    }

    /// Does something to the game, stores it, and tells everybody. What cannot be stored has not happened.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        store: &Store,
        action: impl FnOnce(&mut Desk, Duration) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.touch();
        let (session, store) = (Arc::clone(self), store.clone());
        // Whoever asked may hang up at any time; what has begun is finished all the same.
        let work = tokio::spawn(async move { session.change_whole(&store, action).await });
        work.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a change of a table failed");
            Err(RequestError::failed())
        })
    }

    async fn change_whole<T>(
        &self,
        store: &Store,
        action: impl FnOnce(&mut Desk, Duration) -> Result<T>,
    ) -> Result<T> {
        let mut play = self.play().await;
        let now = clock::now();
        play.machine_mut().hold(false, now);
        let before = play.before();
        let value = action(&mut play.desk, now)?;
        let mut news = play.take_up_events(now);
        let stored = keep(&mut play, store, before).await;
        if stored.is_err() {
            news.change = Change::Table;
        }
        self.tell(&play.desk, news);
        drop(play);
        self.wake.notify_one();
        stored?;
        Ok(value)
    }
}
