//! Tables: games that people and agents play, and others watch.
//!
//! | module | holds |
//! | --- | --- |
//! | [`play`] | a table, and what the store has still to hear of it |
//! | [`news`] | what those who listen hear |
//! | [`driver`] | the task that lets time pass |

mod driver;
mod news;
mod play;

pub(crate) use driver::{Reopen, drive};
pub(crate) use news::Headline;
pub(crate) use play::Play;

use crate::clock;
use crate::error::{RequestError, Result};
use crate::protocol::Event;
use crate::store::{Store, Write};
use ludex_table::desk::{Desk, Mask};
use play::{Change, News};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
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
    news: broadcast::Sender<Arc<Headline>>,
    /// Connections that hold each of the seats.
    listeners: Vec<AtomicUsize>,
    touched: Mutex<Duration>,
    /// Tells the driver that something has changed.
    pub(crate) wake: Notify,
}

impl Session {
    pub(crate) fn new(play: Play) -> Self {
        let (id, show) = (play.desk.id.clone(), play.show);
        let listeners = play.desk.tokens.iter().map(|_| AtomicUsize::new(0)).collect();
        let (news, _) = broadcast::channel(MOST_NEWS);
        let (touched, wake) = (Mutex::new(clock::now()), Notify::new());
        Self { id, show, play: Mutex::new(play), news, listeners, touched, wake }
    }

    /// The game, for a moment.
    pub(crate) fn play(&self) -> MutexGuard<'_, Play> {
        self.play.lock().unwrap_or_else(PoisonError::into_inner)
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
    pub(crate) fn listen(&self, seats: Mask) -> broadcast::Receiver<Arc<Headline>> {
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
        let held = |(_, count): &(usize, &AtomicUsize)| count.load(Ordering::Relaxed) > 0;
        let here = self.listeners.iter().enumerate().filter(held);
        let here = here.fold(0, |mask, (seat, _)| mask | 1 << seat);
        if play.desk.here != here {
            play.desk.here = here;
            play.desk.version += 1;
            self.tell_change(&play.desk, Change::Table);
        }
        drop(play);
        self.wake.notify_one();
    }

    /// Tells those who listen what has happened, and gives the store what it has not heard of yet: in order, because
    /// the game is still locked.
    pub(crate) fn publish(&self, play: &mut Play, store: &Store) -> Option<Stored> {
        let News { change, thinking } = play.take_up_events(clock::now());
        for (seat, on) in thinking {
            self.send(Event::Thinking { session: self.id.clone(), seat, on });
        }
        self.tell_change(&play.desk, change);
        hand_over(play, store)
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

    /// Does something to the game, tells everybody, and waits until it is stored.
    pub(crate) async fn change<T>(
        &self,
        store: &Store,
        action: impl FnOnce(&mut Desk, Duration) -> Result<T>,
    ) -> Result<T> {
        self.touch();
        let (value, stored) = {
            let mut play = self.play();
            let now = clock::now();
            play.machine_mut().hold(false, now);
            let value = action(&mut play.desk, now)?;
            (value, self.publish(&mut play, store))
        };
        self.wake.notify_one();
        if let Some(stored) = stored {
            stored.await.map_err(|_| store_is_gone())?.map_err(RequestError::internal)?;
        }
        Ok(value)
    }
}

pub(crate) type Stored = tokio::sync::oneshot::Receiver<std::result::Result<(), String>>;

/// Gives the store what it has not heard of yet. In order, because the game is still locked.
pub(crate) fn hand_over(play: &mut Play, store: &Store) -> Option<Stored> {
    let writes: Vec<Write> = std::mem::take(&mut play.unsaved);
    (!writes.is_empty()).then(|| store.write(writes))
}

fn store_is_gone() -> RequestError {
    RequestError::internal("the server is shutting down; connect again in a moment")
}
