//! Tables: games that people and agents play, and others watch.
//!
//! | module | holds |
//! | --- | --- |
//! | [`play`] | the game itself: moves, tokens, undo |
//! | [`time`], [`falling`] | what happens by itself: clocks, beats, agents, falling pieces |
//! | [`settings`], [`seats`] | how a table goes on, who sits where |
//! | [`view`], [`news`] | what those who look see |
//! | [`driver`] | the task that lets time pass |

mod driver;
mod falling;
mod news;
mod play;
pub(crate) mod seats;
mod settings;
mod time;
mod view;

pub(crate) use driver::{Reopen, drive};
pub(crate) use falling::Change;
pub(crate) use news::News;
pub(crate) use play::{Made, Play};
pub(crate) use seats::Mask;
pub(crate) use settings::Manners;

use crate::protocol::Event;
use crate::store::{Store, Write};
use crate::trouble::{Result, Trouble};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, broadcast};

/// News that a slow listener may be behind before it has to look at the table anew.
const MOST_NEWS: usize = 32;
/// Somebody who asks now and then, without listening, is interested for this long.
const INTEREST: Duration = Duration::from_secs(10);

/// A table that many may touch at once.
pub(crate) struct Session {
    pub(crate) id: String,
    /// A table that agents play at for those who look.
    pub(crate) show: bool,
    play: Mutex<Play>,
    news: broadcast::Sender<Arc<News>>,
    /// Connections that hold each of the seats, and those that hold none.
    listeners: [AtomicUsize; 3],
    touched: Mutex<Instant>,
    /// Tells the driver that something has changed.
    pub(crate) wake: Notify,
}

impl Session {
    pub(crate) fn new(play: Play) -> Self {
        let (id, show) = (play.id.clone(), play.show);
        let (news, _) = broadcast::channel(MOST_NEWS);
        let touched = Mutex::new(Instant::now());
        let (listeners, wake) = (Default::default(), Notify::new());
        Self { id, show, play: Mutex::new(play), news, listeners, touched, wake }
    }

    /// The game, for a moment.
    pub(crate) fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub(crate) fn listen(&self, seats: Mask) -> broadcast::Receiver<Arc<News>> {
        let receiver = self.news.subscribe();
        self.count(seats, |count| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        self.touch();
        self.who_is_here();
        receiver
    }

    /// Listens no more.
    pub(crate) fn unlisten(&self, seats: Mask) {
        self.count(seats, |count| {
            count.fetch_sub(1, Ordering::Relaxed);
        });
        self.touch();
        self.who_is_here();
    }

    fn count(&self, seats: Mask, change: impl Fn(&AtomicUsize)) {
        for (seat, count) in self.listeners.iter().enumerate() {
            if seats & (1 << seat) != 0 {
                change(count);
            }
        }
    }

    /// Lets everybody know when a person comes or goes.
    fn who_is_here(&self) {
        let mut play = self.play();
        let held = |seat: &usize| self.listeners[*seat].load(Ordering::Relaxed) > 0;
        let here = (0..play.chairs.len().min(2)).filter(held).fold(0, |mask, at| mask | 1 << at);
        if play.here != here {
            play.here = here;
            play.changed();
            self.tell(&play, Change::Table);
        }
        drop(play);
        self.wake.notify_one();
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

    /// Does something to the game, tells everybody, and waits until it is stored.
    pub(crate) async fn change<T>(
        &self,
        store: &Store,
        deed: impl FnOnce(&mut Play, Instant) -> Result<(T, Change)>,
    ) -> Result<T> {
        self.touch();
        let (value, stored) = {
            let mut play = self.play();
            let now = Instant::now();
            play.set_interest(true, now);
            let (value, change) = deed(&mut play, now)?;
            self.tell(&play, change);
            (value, hand_over(&mut play, store))
        };
        self.wake.notify_one();
        if let Some(stored) = stored {
            stored.await.map_err(|_| store_is_gone())?.map_err(Trouble::internal)?;
        }
        Ok(value)
    }
}

type Stored = tokio::sync::oneshot::Receiver<std::result::Result<(), String>>;

/// Gives the store what it has not heard of yet. In order, because the game is still locked.
pub(crate) fn hand_over(play: &mut Play, store: &Store) -> Option<Stored> {
    let writes: Vec<Write> = std::mem::take(&mut play.unsaid);
    (!writes.is_empty()).then(|| store.write(writes))
}

fn store_is_gone() -> Trouble {
    Trouble::internal("the server is shutting down; connect again in a moment")
}
