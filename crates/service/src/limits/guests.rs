//! How much each client has and does.

use super::{LONGEST_REFUSAL_WAIT, Limits, REFUSAL_WAIT, Who};
use crate::error::{RequestError, Result};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// More clients than this are looked through for those who have left.
const MANY: usize = 10_000;
/// Who has nothing and has said nothing for this long is forgotten.
const LEFT: Duration = Duration::from_mins(5);

/// Something that a client may have only so many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thing {
    /// A connection.
    Connection,
    /// A table that it listens to.
    Joined,
    /// Work under way.
    Job,
}

/// Something that a client may do only so often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Any question.
    Request,
    /// A new table, or one from the store.
    Creation,
    /// A token that opens nothing.
    WrongToken,
}

/// All clients.
#[derive(Default)]
pub(crate) struct Guests(Mutex<HashMap<IpAddr, Guest>>);

#[derive(Default)]
struct Guest {
    had: [usize; 3],
    done: [Bucket; 3],
    /// When the last of its refusals is due.
    refused: Option<Instant>,
}

impl Guest {
    /// When the next refusal is due: `apart` from the one before, so that a client with many connections does not have them all refused, and
    /// asking again, in the same moment.
    fn refusal(&mut self, now: Instant, apart: Duration) -> Instant {
        let after = self.refused.map_or(now, |before| before + apart);
        let due = after.clamp(now + REFUSAL_WAIT, now + LONGEST_REFUSAL_WAIT);
        self.refused = Some(due);
        due
    }
}

/// Fills by the second, and empties with what is done.
#[derive(Clone, Copy)]
struct Bucket {
    spent: f64,
    at: Instant,
}

impl Default for Bucket {
    fn default() -> Self {
        Self { spent: 0.0, at: Instant::now() }
    }
}

impl Bucket {
    /// Takes one, if there is one: `rate` of them come each second, and `most` are kept.
    fn take(&mut self, rate: f64, most: f64) -> bool {
        self.flow(rate);
        if self.spent + 1.0 > most {
            return false;
        }
        self.spent += 1.0;
        true
    }

    fn flow(&mut self, rate: f64) {
        let now = Instant::now();
        self.spent = (self.spent - rate * now.duration_since(self.at).as_secs_f64()).max(0.0);
        self.at = now;
    }
}

/// One thing that a client has, until this is dropped.
pub(crate) struct Had {
    guests: Arc<Guests>,
    address: Option<IpAddr>,
    thing: Thing,
}

impl Drop for Had {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        if let Some(guest) = self.guests.all().get_mut(&address) {
            guest.had[self.thing as usize] -= 1;
        }
    }
}

impl Guests {
    fn all(&self) -> MutexGuard<'_, HashMap<IpAddr, Guest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a client have one more thing, or says why not.
    pub(crate) fn have(self: &Arc<Self>, limits: &Limits, who: Who, thing: Thing) -> Result<Had> {
        let address = limits.applies_to(who).then(|| who.address());
        if let Some(address) = address {
            let mut all = self.all();
            forget_some(&mut all);
            let had = &mut all.entry(address).or_default().had[thing as usize];
            let (most, what) = limits.most_of(thing);
            if *had >= most {
                let say = format!("you have {most} {what} already, as many as one may; end one");
                return Err(RequestError::limit(say));
            }
            *had += 1;
        }
        Ok(Had { guests: Arc::clone(self), address, thing })
    }

    /// Lets a client do something once more, or says why not.
    pub(crate) fn act(&self, limits: &Limits, who: Who, deed: Deed) -> Result<()> {
        if !limits.applies_to(who) {
            return Ok(());
        }
        let (rate, most, say) = limits.rate_of(deed);
        let mut all = self.all();
        forget_some(&mut all);
        let bucket = &mut all.entry(who.address()).or_default().done[deed as usize];
        if bucket.take(rate, most) {
            return Ok(());
        }
        Err(RequestError::limit(format!("{say}; wait a moment")))
    }

    /// Lets a client ask once more. Who asks too much hears that after a while only: one refusal after the other, no more of them in a second
    /// than answers.
    pub(crate) async fn ask(&self, limits: &Limits, who: Who) -> Result<()> {
        let asked = self.act(limits, who, Deed::Request);
        if asked.is_err() {
            tokio::time::sleep_until(self.refusal(limits, who).into()).await;
        }
        asked
    }

    /// When the next refusal of a client is due.
    fn refusal(&self, limits: &Limits, who: Who) -> Instant {
        let apart = Duration::from_secs(1) / limits.requests_per_second.max(1);
        self.all().entry(who.address()).or_default().refusal(Instant::now(), apart)
    }

    /// Whether a client may still try tokens.
    pub(crate) fn may_try_tokens(&self, limits: &Limits, who: Who) -> Result<()> {
        if !limits.applies_to(who) {
            return Ok(());
        }
        let (rate, most, say) = limits.rate_of(Deed::WrongToken);
        let mut all = self.all();
        let Some(guest) = all.get_mut(&who.address()) else { return Ok(()) };
        let bucket = &mut guest.done[Deed::WrongToken as usize];
        bucket.flow(rate);
        if bucket.spent + 1.0 > most {
            return Err(RequestError::limit(format!("{say}; wait a moment")));
        }
        Ok(())
    }
}

/// Who has left need not be remembered.
fn forget_some(all: &mut HashMap<IpAddr, Guest>) {
    if all.len() < MANY {
        return;
    }
    let gone = |guest: &Guest| {
        guest.had == [0; 3] && guest.done.iter().all(|bucket| bucket.at.elapsed() > LEFT)
    };
    all.retain(|_, guest| !gone(guest));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stranger(last: u8) -> Who {
        Who::new(IpAddr::from([198, 51, 100, last]), 0)
    }

    #[test]
    fn each_has_only_so_many_and_gets_them_back() {
        let limits = Limits { jobs: 2, ..Limits::default() };
        let guests = Arc::new(Guests::default());
        let have = |who| guests.have(&limits, who, Thing::Job);
        let (one, two) = (have(stranger(1)).unwrap(), have(stranger(1)).unwrap());
        assert!(have(stranger(1)).err().unwrap().message.contains("you have 2"));
        assert!(have(stranger(2)).is_ok(), "another is not concerned");
        drop(one);
        assert!(have(stranger(1)).is_ok());
        drop(two);
        let local = Who::connection(1);
        let many: Vec<_> = (0..10).map(|_| have(local).unwrap()).collect();
        assert_eq!(many.len(), 10, "this machine's own people are not counted");
    }

    #[test]
    fn each_does_things_only_so_often() {
        let limits = Limits { creations_per_minute: 3, ..Limits::default() };
        let guests = Arc::new(Guests::default());
        let act = |who| guests.act(&limits, who, Deed::Creation);
        let done = (0..20).filter(|_| act(stranger(1)).is_ok()).count();
        assert_eq!(done, 3);
        assert!(act(stranger(2)).is_ok());
    }

    #[test]
    fn refusals_of_one_come_one_after_the_other_and_not_too_late() {
        let (mut guest, start) = (Guest::default(), Instant::now());
        let mut due = |after: u64| {
            let now = start + Duration::from_millis(after);
            guest.refusal(now, Duration::from_millis(200)).duration_since(start).as_millis()
        };
        assert_eq!([0; 6].map(&mut due), [100, 300, 500, 700, 900, 1000]);
        assert_eq!(due(50), 1050, "never longer than a second");
        assert_eq!(due(5000), 5100, "what is over does not count");
    }

    #[test]
    fn who_guesses_tokens_may_soon_try_no_more() {
        let limits = Limits { wrong_tokens_per_minute: 5, ..Limits::default() };
        let guests = Arc::new(Guests::default());
        let tried = (0..50).filter(|_| {
            let may = guests.may_try_tokens(&limits, stranger(1)).is_ok();
            may && guests.act(&limits, stranger(1), Deed::WrongToken).is_ok()
        });
        assert_eq!(tried.count(), 5);
        assert!(guests.may_try_tokens(&limits, stranger(2)).is_ok());
    }
}
