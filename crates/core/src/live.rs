//! Moves that take time: a piece falls while keys steer it.
//!
//! The rules of that live in the room, the clock outside: whoever holds a [`RealTime`] tells it how much
//! time has passed and which keys were pressed, and hands the finished actions to the table.

use crate::Picture;
use std::time::Duration;

/// The keys that a [`Live`] move may know.
pub const LIVE_KEYS: [&str; 7] = ["left", "right", "rotate", "rotate-back", "down", "drop", "hold"];

/// A move in the making.
pub trait Live: Send {
    /// Presses one of [`LIVE_KEYS`]; says whether that changed anything.
    fn key(&mut self, key: &str) -> bool;

    /// Gravity: one row down, or the move is finished.
    fn tick(&mut self);

    /// The finished action in notation; from then on nothing changes any more.
    fn done(&self) -> Option<String>;

    /// The keys that carry out an action from here; none if it is out of reach.
    fn keys_to(&self, action: &str) -> Option<Vec<&'static str>>;

    /// The board with the piece, where it would land, and `ghosts` of actions that are only
    /// thought of. The cell of the pivot reads `@`, the cells where it would land `:`.
    fn picture(&self, ghosts: &[String]) -> Picture;

    /// Small pictures with names: what is held, what comes next.
    fn beside(&self) -> Vec<(&'static str, Picture)>;

    /// How fast it goes.
    fn pace(&self) -> Pace;
}

/// How gravity quickens.
///
/// ```
/// use ludex_core::Pace;
/// use std::time::Duration;
/// let pace = Pace {
///     interval: Duration::from_millis(1000),
///     level: Duration::from_secs(60),
///     factor: 0.8,
/// };
/// assert_eq!(pace.level_at(Duration::from_secs(59)), 1);
/// assert_eq!(pace.level_at(Duration::from_secs(60)), 2);
/// assert_eq!(pace.interval_at(2), Duration::from_millis(800));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Time for a row on the first level.
    pub interval: Duration,
    /// How long a level lasts.
    pub level: Duration,
    /// What the interval is multiplied by from level to level.
    pub factor: f64,
}

/// No row is passed in less, so that time always moves on.
const SHORTEST: Duration = Duration::from_millis(1);

impl Pace {
    /// The level after this much time of play, from 1.
    pub fn level_at(&self, played: Duration) -> u32 {
        let levels = played.as_nanos() / self.level.as_nanos().max(1);
        u32::try_from(levels).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// Time for a row on a level.
    pub fn interval_at(&self, level: u32) -> Duration {
        let steps = i32::try_from(level.saturating_sub(1)).unwrap_or(i32::MAX);
        self.interval.mul_f64(self.factor.clamp(0.0, 1.0).powi(steps)).max(SHORTEST)
    }
}

/// A game that does not wait, with its clock driven from outside.
pub struct RealTime {
    live: Option<Box<dyn Live>>,
    played: Duration,
    waited: Duration,
    level: u32,
    interval: Duration,
}

impl RealTime {
    /// Starts the clock with a first move.
    pub fn new(live: Box<dyn Live>) -> Self {
        let mut new = Self {
            live: None,
            played: Duration::ZERO,
            waited: Duration::ZERO,
            level: 1,
            interval: SHORTEST,
        };
        new.renew(Some(live));
        new
    }

    /// Takes up the next move; none when the game is over. The clock goes on.
    pub fn renew(&mut self, live: Option<Box<dyn Live>>) {
        self.live = live;
        self.waited = Duration::ZERO;
        self.rest(Duration::ZERO);
    }

    /// The move in the making.
    pub fn live(&self) -> Option<&dyn Live> {
        self.live.as_deref()
    }

    /// Lets time pass; returns the action if gravity finished it. Time left over is dropped then.
    pub fn advance(&mut self, time: Duration) -> Option<String> {
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
    pub fn press(&mut self, key: &str) -> Option<String> {
        let live = self.live.as_mut()?;
        // A row gone by key is a row gone: gravity starts counting anew.
        if live.key(key) && key == "down" {
            self.waited = Duration::ZERO;
        }
        live.done()
    }

    /// How long until gravity acts.
    pub fn until_tick(&self) -> Duration {
        self.interval.saturating_sub(self.waited)
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

    /// A stone that falls from row 3 and is finished on the floor.
    struct Stone(u32, bool);

    impl Live for Stone {
        fn key(&mut self, key: &str) -> bool {
            if key == "down" {
                self.tick();
            }
            key == "down"
        }

        fn tick(&mut self) {
            (self.0, self.1) = (self.0.saturating_sub(1), self.0 == 0);
        }

        fn done(&self) -> Option<String> {
            self.1.then(|| "floor".to_owned())
        }

        fn keys_to(&self, _: &str) -> Option<Vec<&'static str>> {
            None
        }

        fn picture(&self, _: &[String]) -> Picture {
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

    #[test]
    fn gravity_acts_once_an_interval_and_finishes_the_move() {
        let mut time = RealTime::new(Box::new(Stone(3, false)));
        assert_eq!(time.advance(ms(99)), None);
        assert_eq!(time.until_tick(), ms(1));
        assert_eq!(time.advance(ms(300)), None, "three rows");
        assert_eq!(time.advance(ms(1)).as_deref(), Some("floor"), "the fourth tick locks");
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
        assert_eq!(pressed, ["floor"]);
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
        assert!(time.advance(ms(1)).is_some());
    }

    #[test]
    fn after_the_end_nothing_happens_and_no_interval_is_zero() {
        let mut time = RealTime::new(Box::new(Stone(3, false)));
        time.renew(None);
        assert_eq!((time.advance(ms(5000)), time.press("down")), (None, None));
        assert!(time.live().is_none());
        let pace = Stone(0, false).pace();
        assert_eq!(pace.interval_at(u32::MAX), SHORTEST);
        assert_eq!(pace.level_at(Duration::MAX), u32::MAX);
    }
}
