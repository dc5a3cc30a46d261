//! A clock for moves that are carried out key by key, moved from outside.

use ludex_core::{AnyAction, Live, Lock, Pace, Pressed};
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
    lying: Lying,
}

/// How long a piece has been lying, where it may be moved then.
#[derive(Default)]
struct Lying {
    waited: Duration,
    /// Moves that will still begin the delay anew.
    resets: u32,
    /// Whether it has lain since it came to its lowest row.
    touched: bool,
    lowest: u32,
}

impl Lying {
    /// The piece has come to a new lowest row.
    fn renew(&mut self, lock: Option<Lock>, depth: u32) {
        *self =
            Self { resets: lock.map_or(0, |lock| lock.resets), lowest: depth, ..Self::default() };
    }

    /// A move begins the delay anew, as long as there are moves left that do.
    fn moved(&mut self) {
        if self.touched && self.resets > 0 {
            self.resets -= 1;
            self.waited = Duration::ZERO;
        }
    }

    /// How long it may still lie.
    fn left(&self, lock: Lock) -> Duration {
        let delay = if self.resets == 0 { Duration::ZERO } else { lock.delay };
        delay.saturating_sub(self.waited)
    }
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
            lying: Lying::default(),
        };
        new.renew(Some(live));
        new
    }

    /// Takes up the next move; none when the game is over. The clock goes on.
    pub fn renew(&mut self, live: Option<Box<dyn Live<AnyAction>>>) {
        self.live = live;
        self.fresh();
        self.rest(Duration::ZERO);
    }

    /// Nothing of a piece before this one counts.
    fn fresh(&mut self) {
        self.waited = Duration::ZERO;
        let depth = self.live().map_or(0, Live::depth);
        self.lying.renew(self.lock(), depth);
    }

    /// The move in the making.
    pub fn live(&self) -> Option<&dyn Live<AnyAction>> {
        self.live.as_deref()
    }

    fn lock(&self) -> Option<Lock> {
        self.live().and_then(|live| live.pace().lock)
    }

    /// The delay that a piece that lies has, if it has one.
    fn lying(&self) -> Option<Lock> {
        self.lock().filter(|_| self.live().is_some_and(Live::rests))
    }

    /// Lets time pass; returns the action if gravity finished it. Time left over is dropped then.
    pub fn advance(&mut self, time: Duration) -> Option<AnyAction> {
        self.rest(time);
        self.live()?;
        let mut left = time;
        loop {
            let step = left.min(self.until_tick());
            left -= step;
            if let Some(action) = self.pass(step) {
                return Some(action);
            }
            if left.is_zero() && !self.until_tick().is_zero() {
                return None;
            }
        }
    }

    /// Lets time pass in which gravity acts once at most, at its end.
    fn pass(&mut self, step: Duration) -> Option<AnyAction> {
        if let Some(lock) = self.lying() {
            self.lying.touched = true;
            self.lying.waited += step;
            self.waited = Duration::ZERO;
            return if self.lying.left(lock).is_zero() { self.finish() } else { None };
        }
        self.waited += step;
        if self.waited < self.interval {
            return None;
        }
        self.waited -= self.interval;
        self.live.as_mut()?.tick();
        self.note_depth();
        self.live()?.done()
    }

    /// Notes where the piece is: lower than ever, it may lie as long as at first.
    fn note_depth(&mut self) {
        let depth = self.live().map_or(0, Live::depth);
        if depth > self.lying.lowest {
            self.lying.renew(self.lock(), depth);
        }
        self.lying.touched |= self.lying().is_some();
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
        self.press_told(key).1
    }

    /// The same, and what the key did.
    pub fn press_told(&mut self, key: &str) -> (Pressed, Option<AnyAction>) {
        self.note_depth();
        let Some(live) = self.live.as_mut() else { return (Pressed::Nothing, None) };
        let pressed = live.key(key);
        match pressed {
            // A row gone by key is a row gone: gravity starts counting anew.
            Pressed::Fell => self.waited = Duration::ZERO,
            Pressed::Moved => self.lying.moved(),
            Pressed::Swapped => self.fresh(),
            Pressed::Nothing => {}
        }
        self.note_depth();
        (pressed, self.live().and_then(Live::done))
    }

    /// A finger has pressed a key.
    pub fn count_key(&mut self, key: &str) {
        if let Some(live) = &mut self.live {
            live.count_key(key);
        }
    }

    /// Keys that are held when a piece appears do at once what they do; says which did.
    pub fn begin(&mut self, held: &[String]) -> Vec<String> {
        let used = self.live.as_mut().map_or_else(Vec::new, |live| live.begin(held));
        self.fresh();
        used
    }

    /// Whether the finished move is what was meant.
    pub fn carries_out(&self, meant: &AnyAction) -> bool {
        self.live().is_some_and(|live| live.carries_out(meant))
    }

    /// Finishes the move from where it is.
    pub fn finish(&mut self) -> Option<AnyAction> {
        let live = self.live.as_mut()?;
        live.finish();
        live.done()
    }

    /// How long until gravity acts, or until a piece that lies is finished.
    pub fn until_tick(&self) -> Duration {
        match self.lying() {
            Some(lock) => self.lying.left(lock),
            None => self.interval.saturating_sub(self.waited),
        }
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
        self.live().map_or(self.level, |live| live.pace().shown_level(self.level))
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
            Pace::by_time(Duration::from_millis(100), Duration::from_secs(1), 0.5)
        }
    }

    /// A piece on a floor with a step: it lies on row 1, and beyond the step on row 0.
    #[derive(Default)]
    struct Sliding {
        fallen: u32,
        beyond: bool,
        done: bool,
    }

    impl Live<AnyAction> for Sliding {
        fn keys(&self) -> &'static [&'static str] {
            &["left", "right"]
        }

        fn key(&mut self, key: &str) -> Pressed {
            self.beyond = key == "right";
            Pressed::Moved
        }

        fn rests(&self) -> bool {
            self.fallen == 2 + u32::from(self.beyond)
        }

        fn depth(&self) -> u32 {
            self.fallen
        }

        fn tick(&mut self) {
            self.fallen += 1;
        }

        fn finish(&mut self) {
            self.done = true;
        }

        fn done(&self) -> Option<AnyAction> {
            self.done.then(|| AnyAction::new("floor"))
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
            let lock = Some(Lock { delay: ms(500), resets: 15 });
            Pace { lock, ..Pace::by_time(ms(100), Duration::MAX, 1.0) }
        }
    }

    /// A piece that has just come to lie.
    fn lying() -> RealTime {
        let mut time = RealTime::new(Box::new(Sliding::default()));
        assert_eq!(time.advance(ms(200)), None);
        assert_eq!(time.until_tick(), ms(500), "it lies");
        time
    }

    #[test]
    fn a_piece_lies_for_the_lock_delay() {
        let mut time = lying();
        assert_eq!(time.advance(ms(499)), None);
        assert_eq!(time.until_tick(), ms(1));
        assert_eq!(time.advance(ms(1)), Some(floor()));
        let mut time = RealTime::new(Box::new(Sliding::default()));
        assert_eq!(time.advance(ms(700)), Some(floor()), "also where the driver slept");
    }

    #[test]
    fn fifteen_moves_begin_the_delay_anew() {
        let mut time = lying();
        for reset in 0..15 {
            assert_eq!(time.advance(ms(400)), None, "{reset}");
            assert_eq!(time.press("left"), None);
            let left = if reset < 14 { ms(500) } else { Duration::ZERO };
            assert_eq!(time.until_tick(), left, "{reset}");
        }
        assert_eq!(time.advance(Duration::ZERO), Some(floor()), "no sixteenth");
    }

    #[test]
    fn a_piece_that_comes_lower_lies_as_long_as_at_first() {
        let mut time = lying();
        for _ in 0..10 {
            time.press("left");
        }
        time.advance(ms(400));
        time.press("right");
        assert_eq!(time.until_tick(), ms(100), "it falls again");
        assert_eq!(time.advance(ms(100)), None);
        assert_eq!(time.until_tick(), ms(500));
        for _ in 0..14 {
            time.press("right");
        }
        assert_eq!(time.advance(ms(499)), None, "fifteen moves again");
    }

    #[test]
    fn moves_in_the_air_cost_nothing() {
        let mut time = RealTime::new(Box::new(Sliding::default()));
        for _ in 0..40 {
            time.press("left");
        }
        assert_eq!(time.advance(ms(699)), None);
        assert_eq!(time.advance(ms(1)), Some(floor()));
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
