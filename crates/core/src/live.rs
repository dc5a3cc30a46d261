//! Moves that are carried out key by key: a piece falls while keys steer it.
//!
//! Which keys there are and what they do is the game's business, when time passes that of whoever drives it.

use crate::{AnyAction, Picture};
use std::fmt::Debug;
use std::time::Duration;

/// A move in the making. Its end is an action like any other.
pub trait Live<A>: Send + Sync {
    /// The keys it knows.
    fn keys(&self) -> &'static [&'static str];

    /// Presses a key.
    fn key(&mut self, key: &str) -> Pressed;

    /// Keys that are held when it appears do at once what they do then, where the rules have that; says which did.
    fn begin(&mut self, _held: &[String]) -> Vec<String> {
        Vec::new()
    }

    /// A finger has pressed a key that moves it. Only drivers that can tell fingers from keys that repeat say so.
    fn count_key(&mut self, _key: &str) {}

    /// Whether it lies on something, so that only its lock delay keeps it from being finished.
    fn rests(&self) -> bool {
        false
    }

    /// Rows that it has gone down, for lock delays that begin anew lower down.
    fn depth(&self) -> u32 {
        0
    }

    /// Gravity: one row down, or the move is finished.
    fn tick(&mut self);

    /// Finishes the move from where it is, at once.
    fn finish(&mut self);

    /// The finished action; from then on nothing changes any more.
    fn done(&self) -> Option<A>;

    /// Whether the finished action is the one that was meant, however it was carried out.
    fn carries_out(&self, meant: &A) -> bool
    where
        A: PartialEq,
    {
        self.done().as_ref() == Some(meant)
    }

    /// The keys that carry out an action from here; none if it is out of reach.
    fn keys_to(&self, action: A) -> Option<Vec<&'static str>>;

    /// The board with the piece, where it would land, and `ghosts` of actions that are only
    /// thought of. The cell of the pivot reads `@`, the cells where it would land `:`.
    fn picture(&self, ghosts: &[A]) -> Picture;

    /// Small pictures with names: what is held, what comes next.
    fn beside(&self) -> Vec<(&'static str, Picture)>;

    /// How fast it goes.
    fn pace(&self) -> Pace;
}

/// What a key did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// Nothing.
    Nothing,
    /// It changed something.
    Moved,
    /// It did what gravity would have done next.
    Fell,
    /// Another piece has come in its place.
    Swapped,
}

/// How gravity quickens.
///
/// ```
/// use ludex_core::Pace;
/// use std::time::Duration;
/// let pace = Pace::by_time(Duration::from_millis(1000), Duration::from_secs(60), 0.8);
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
    /// Levels gained otherwise than by time, already part of `interval`.
    pub gained: u32,
    /// How long a piece lies before it is finished; it is finished by the next row of gravity if missing.
    pub lock: Option<Lock>,
}

/// How long a piece that lies can still be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lock {
    /// Time from when it lies, or was moved last, until it is finished.
    pub delay: Duration,
    /// Moves that begin the delay anew. As many again where it comes lower than before.
    pub resets: u32,
}

impl Pace {
    /// No row is passed in less, so that time always moves on.
    pub const SHORTEST: Duration = Duration::from_millis(1);

    /// A pace that quickens with time only.
    pub const fn by_time(interval: Duration, level: Duration, factor: f64) -> Self {
        Self { interval, level, factor, gained: 0, lock: None }
    }

    /// The level after this much time of play, from 1.
    pub fn level_at(&self, played: Duration) -> u32 {
        let levels = played.as_nanos() / self.level.as_nanos().max(1);
        u32::try_from(levels).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// The level that people see.
    pub fn shown_level(&self, level: u32) -> u32 {
        level.saturating_add(self.gained)
    }

    /// Time for a row on a level.
    pub fn interval_at(&self, level: u32) -> Duration {
        let steps = i32::try_from(level.saturating_sub(1)).unwrap_or(i32::MAX);
        self.interval.mul_f64(self.factor.clamp(0.0, 1.0).powi(steps)).max(Self::SHORTEST)
    }
}

/// The same move for those who do not know the type of its actions.
pub(crate) fn erased<A>(live: Box<dyn Live<A>>) -> Box<dyn Live<AnyAction>>
where
    A: Copy + PartialEq + Debug + Send + Sync + 'static,
{
    Box::new(Erased(live))
}

struct Erased<A>(Box<dyn Live<A>>);

impl<A: Copy + PartialEq + Debug + Send + Sync + 'static> Live<AnyAction> for Erased<A> {
    fn keys(&self) -> &'static [&'static str] {
        self.0.keys()
    }

    fn key(&mut self, key: &str) -> Pressed {
        self.0.key(key)
    }

    fn begin(&mut self, held: &[String]) -> Vec<String> {
        self.0.begin(held)
    }

    fn count_key(&mut self, key: &str) {
        self.0.count_key(key);
    }

    fn rests(&self) -> bool {
        self.0.rests()
    }

    fn depth(&self) -> u32 {
        self.0.depth()
    }

    fn carries_out(&self, meant: &AnyAction) -> bool {
        meant.get().is_some_and(|meant| self.0.carries_out(&meant))
    }

    fn tick(&mut self) {
        self.0.tick();
    }

    fn finish(&mut self) {
        self.0.finish();
    }

    fn done(&self) -> Option<AnyAction> {
        self.0.done().map(AnyAction::new)
    }

    fn keys_to(&self, action: AnyAction) -> Option<Vec<&'static str>> {
        self.0.keys_to(action.get()?)
    }

    fn picture(&self, ghosts: &[AnyAction]) -> Picture {
        let ghosts: Vec<A> = ghosts.iter().filter_map(AnyAction::get).collect();
        self.0.picture(&ghosts)
    }

    fn beside(&self) -> Vec<(&'static str, Picture)> {
        self.0.beside()
    }

    fn pace(&self) -> Pace {
        self.0.pace()
    }
}
