//! Tables: games that people and agents play, and others watch.
//!
//! | module | holds |
//! | --- | --- |
//! | [`play`] | the game itself: moves, tokens, undo |
//! | [`time`], [`falling`] | what happens by itself: clocks, beats, agents, falling pieces |
//! | [`settings`], [`seats`] | how a table goes on, who sits where |
//! | [`view`], [`news`] | what those who look see |
//! | [`driver`] | the task that lets time pass |
//! | [`stored`] | what the store has, and going back to it |

mod driver;
mod falling;
mod news;
mod play;
pub(crate) mod seats;
mod settings;
mod stored;
mod time;
mod view;

pub(crate) use driver::{Reopen, drive};
pub(crate) use falling::Change;
pub(crate) use news::News;
pub(crate) use play::{Made, Play};
pub(crate) use seats::Mask;
pub(crate) use settings::Manners;
pub(crate) use stored::keep;

use crate::protocol::Event;
use crate::store::Store;
use crate::trouble::{Result, Trouble};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
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
    /// Whoever changes it holds it until that is stored, so nobody sees what may still be taken back.
    play: tokio::sync::Mutex<Play>,
    news: broadcast::Sender<Arc<News>>,
    /// Connections that hold each of the seats, and those that hold none.
    listeners: [AtomicUsize; 3],
    touched: Mutex<Instant>,
    /// Tells the driver that something has changed.
    pub(crate) wake: Arc<Notify>,
}

impl Session {
    pub(crate) fn new(play: Play) -> Self {
        let (id, show) = (play.id.clone(), play.show);
        let (news, _) = broadcast::channel(MOST_NEWS);
        let touched = Mutex::new(Instant::now());
        let (listeners, wake) = (Default::default(), Arc::default());
        Self { id, show, play: tokio::sync::Mutex::new(play), news, listeners, touched, wake }
    }

    /// The game, for a moment.
    pub(crate) async fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().await
    }

    /// The same on a thread that may wait.
    pub(crate) fn play_blocking(&self) -> MutexGuard<'_, Play> {
        self.play.blocking_lock()
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
        *self.touched.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// How long nobody has asked for the table; no time while somebody listens.
    pub(crate) fn idle(&self) -> Duration {
        if self.news.receiver_count() > 0 {
            return Duration::ZERO;
        }
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    /// Whether anybody looks at the moment.
    fn has_interest(&self) -> bool {
        self.idle() < INTEREST
    }

    /// Listens from now on, as the holder of these seats.
    pub(crate) async fn listen(&self, seats: Mask) -> broadcast::Receiver<Arc<News>> {
        let receiver = self.news.subscribe();
        self.count(seats, |count| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        self.touch();
        let mut play = self.play().await;
        let change = self.who_is_here(&mut play);
        self.tell(&play, change);
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
        let held = |seat: &usize| self.listeners[*seat].load(Ordering::Relaxed) > 0;
        let here = (0..play.chairs.len().min(2)).filter(held).fold(0, |mask, at| mask | 1 << at);
        if play.here == here {
            return Change::Nothing;
        }
        play.here = here;
        play.changed();
        Change::Table
    }

    /// Tells those who listen.
    pub(crate) fn tell(&self, play: &Play, change: Change) {
        if self.news.receiver_count() == 0 {
            return;
        }
        let session = self.id.clone();
        let event = match (change, play.live_view().filter(|_| change == Change::Live)) {
            (Change::Nothing, _) => return,
            (Change::Live, Some(live)) => Event::Live { session, live: Box::new(live) },
            _ => Event::State { session, state: Box::new(play.state(0)) },
        };
        self.send(event);
    }

    /// Tells those who listen; without any, nothing happens.
    pub(crate) fn send(&self, event: Event) {
        let _ = self.news.send(Arc::new(News::new(event)));
    }

    /// Does something to the game, stores it, and tells everybody. What cannot be stored has not happened.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<Self>,
        store: &Store,
        deed: impl FnOnce(&mut Play, Instant) -> Result<(T, Change)> + Send + 'static,
    ) -> Result<T> {
        self.touch();
        let (session, store) = (Arc::clone(self), store.clone());
        // Whoever asked may hang up at any time; what has begun is finished all the same.
        let work = tokio::spawn(async move { session.change_whole(&store, deed).await });
        work.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a change of a table failed");
            Err(Trouble::internal("the server failed at this; its log says more"))
        })
    }

    async fn change_whole<T>(
        &self,
        store: &Store,
        deed: impl FnOnce(&mut Play, Instant) -> Result<(T, Change)>,
    ) -> Result<T> {
        let mut play = self.play().await;
        let now = Instant::now();
        play.set_interest(true, now);
        let waiting = play.waiting;
        let (value, change) = deed(&mut play, now)?;
        let stored = keep(&mut play, store).await;
        if stored.is_err() {
            play.waiting = waiting;
        }
        self.tell(&play, if stored.is_ok() { change } else { Change::Table });
        drop(play);
        self.wake.notify_one();
        stored?;
        Ok(value)
    }
}
