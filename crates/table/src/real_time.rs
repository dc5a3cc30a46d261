//! A clock for moves that are carried out key by key, moved from outside.

use ludex_core::{AnyAction, Live, Pace, Pressed};
use std::time::Duration;

/// A move in the making and the gravity that acts on it.
///
/// Whoever holds it says how much time has passed and which keys were pressed, and hands the finished actions to
/// the table.
pub struct RealTime {
    live: Option<Box<dyn Live<AnyAction>>>,
    played: Duration,
    waited: Duration,
    level: u32,
    interval: Duration,
}

impl RealTime {
    /// Starts the clock with a first move.
    pub fn new(live: Box<dyn Live<AnyAction>>) -> Self {
        let mut new = Self {
            live: None,
            played: Duration::ZERO,
            waited: Duration::ZERO,
            level: 1,
            interval: Pace::SHORTEST,
        };
        new.renew(Some(live));
        new
    }

    /// Takes up the next move; none when the game is over. The clock goes on.
    pub fn renew(&mut self, live: Option<Box<dyn Live<AnyAction>>>) {
        self.live = live;
        self.waited = Duration::ZERO;
        self.rest(Duration::ZERO);
    }

    /// The move in the making.
    pub fn live(&self) -> Option<&dyn Live<AnyAction>> {
        self.live.as_deref()
    }

    /// Lets time pass; returns the action if gravity finished it. Time left over is dropped then.
    pub fn advance(&mut self, time: Duration) -> Option<AnyAction> {
        self.waited += time;
        self.rest(time);
        while self.waited >= self.interval {
            self.waited -= self.interval;
            let live = self.live.as_mut()?;
            live.tick();
            if let Some(action) = live.done() {
                return Some(action);
            }
        }
        None
    }

    /// Lets time pass without gravity.
    pub fn rest(&mut self, time: Duration) {
        self.played += time;
        if let Some(live) = &self.live {
            let pace = live.pace();
            self.level = pace.level_at(self.played);
            self.interval = pace.interval_at(self.level);
        }
    }

    /// Presses a key; returns the action if that finished it.
    pub fn press(&mut self, key: &str) -> Option<AnyAction> {
        let live = self.live.as_mut()?;
        // A row gone by key is a row gone: gravity starts counting anew.
        if live.key(key) == Pressed::Fell {
            self.waited = Duration::ZERO;
        }
        live.done()
    }

    /// Finishes the move from where it is.
    pub fn finish(&mut self) -> Option<AnyAction> {
        let live = self.live.as_mut()?;
        live.finish();
        live.done()
    }

    /// How long until gravity acts.
    pub fn until_tick(&self) -> Duration {
        self.interval.saturating_sub(self.waited)
    }

    /// How long nothing changes by itself: until gravity acts, or quickens.
    pub fn until_change(&self) -> Duration {
        let pace = self.live().map(Live::pace);
        let level_ends = pace.map(|pace| pace.level.saturating_mul(self.level));
        let level = level_ends.map_or(Duration::MAX, |end| end.saturating_sub(self.played));
        if level.is_zero() { self.until_tick() } else { level.min(self.until_tick()) }
    }

    /// Time played so far.
    pub fn played(&self) -> Duration {
        self.played
    }

    /// The level, from 1.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// Time for a row now.
    pub fn interval(&self) -> Duration {
        self.interval
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Picture;

    /// A stone that falls from row 3 and is finished on the floor.
    struct Stone(u32, bool);

    impl Live<AnyAction> for Stone {
        fn keys(&self) -> &'static [&'static str] {
            &["down"]
        }

        fn key(&mut self, key: &str) -> Pressed {
            if key != "down" {
                return Pressed::Nothing;
            }
            self.tick();
            Pressed::Fell
        }

        fn tick(&mut self) {
            (self.0, self.1) = (self.0.saturating_sub(1), self.0 == 0);
        }

        fn finish(&mut self) {
            *self = Self(0, true);
        }

        fn done(&self) -> Option<AnyAction> {
            self.1.then(|| AnyAction::new("floor"))
        }

        fn keys_to(&self, _: AnyAction) -> Option<Vec<&'static str>> {
            None
        }

        fn picture(&self, _: &[AnyAction]) -> Picture {
            Picture::new(1, 4)
        }

        fn beside(&self) -> Vec<(&'static str, Picture)> {
            Vec::new()
        }

        fn pace(&self) -> Pace {
            Pace {
                interval: Duration::from_millis(100),
                level: Duration::from_secs(1),
                factor: 0.5,
            }
        }
    }

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    fn floor() -> AnyAction {
        AnyAction::new("floor")
    }

    #[test]
    fn gravity_acts_once_an_interval_and_finishes_the_move() {
        let mut time = RealTime::new(Box::new(Stone(3, false)));
        assert_eq!(time.advance(ms(99)), None);
        assert_eq!(time.until_tick(), ms(1));
        assert_eq!(time.advance(ms(300)), None, "three rows");
        assert_eq!(time.advance(ms(1)), Some(floor()), "the fourth tick locks");
    }

    #[test]
    fn a_key_down_restarts_the_interval() {
        let mut time = RealTime::new(Box::new(Stone(3, false)));
        time.advance(ms(90));
        assert_eq!(time.press("left"), None);
        assert_eq!(time.until_tick(), ms(10), "other keys do not");
        assert_eq!(time.press("down"), None);
        assert_eq!(time.until_tick(), ms(100));
        let pressed: Vec<_> = (0..3).filter_map(|_| time.press("down")).collect();
        assert_eq!(pressed, [floor()]);
    }

    #[test]
    fn levels_follow_the_time_played_and_survive_the_move() {
        let mut time = RealTime::new(Box::new(Stone(3, false)));
        time.rest(ms(999));
        assert_eq!((time.level(), time.interval()), (1, ms(100)));
        time.rest(ms(1));
        assert_eq!((time.level(), time.interval()), (2, ms(50)));
        time.renew(Some(Box::new(Stone(3, false))));
        assert_eq!((time.level(), time.until_tick(), time.played()), (2, ms(50), ms(1000)));
        assert_eq!(time.advance(ms(199)), None);
        assert_eq!(time.advance(ms(1)), Some(floor()));
    }

    #[test]
    fn after_the_end_nothing_happens_and_no_interval_is_zero() {
        let mut time = RealTime::new(Box::new(Stone(3, false)));
        time.renew(None);
        assert_eq!((time.advance(ms(5000)), time.press("down"), time.finish()), (None, None, None));
        assert!(time.live().is_none());
        let pace = Stone(0, false).pace();
        assert_eq!(pace.interval_at(u32::MAX), Pace::SHORTEST);
        assert_eq!(pace.level_at(Duration::MAX), u32::MAX);
    }
}
