//! Games in which a player may fail: who crashes, answers too late or illegally loses, and the others go on.

use crate::{Agent, Budget, Error, Observation, Result, Room, Seat, Seed, Stop};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use web_time::Instant;

/// How a player lost a game by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// It ended, panicked or gave up.
    Crashed,
    /// It took longer than it may.
    Late,
    /// It answered something that is no legal move.
    Illegal,
}

/// What went wrong with a player, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// Of what kind.
    pub kind: FaultKind,
    /// What it did.
    pub message: String,
}

impl Blame {
    /// A player that did this.
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }
}

/// A game that ended because of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The seat of that player.
    pub seat: usize,
    /// What it did.
    pub blame: Blame,
}

/// What a [`Guest`] is asked: everything that a player may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position as a file.
    pub position: String,
    /// The seat that is to move, from 0.
    pub seat: usize,
    /// The position as numbers, where the game has such a form.
    pub observation: Option<Observation>,
    /// The legal moves in the game's notation.
    pub moves: Vec<String>,
    /// A number for lots. It is not the seed of the dice, which would tell what comes.
    pub seed: Seed,
}

/// A player that is no agent of a room: it is asked in text.
pub trait Guest: Sync {
    /// A move in the game's notation, or what went wrong. When `stop` is set, nobody waits for the answer any more.
    fn answer(&self, question: &Question, stop: &Stop) -> std::result::Result<String, Blame>;
}

/// The clock of one game after the other: how long a single decision takes. Somebody else may look at it meanwhile.
#[derive(Debug)]
pub struct MoveClock {
    limit: Duration,
    origin: Instant,
    /// Nanoseconds from the origin to the question, plus one; 0 while nobody is asked.
    asked: AtomicU64,
}

impl MoveClock {
    /// A clock that gives each decision so long.
    pub fn new(limit: Duration) -> Self {
        Self { limit, origin: Instant::now(), asked: AtomicU64::new(0) }
    }

    /// Whether somebody is asked and thinks too long.
    pub fn overdue(&self) -> bool {
        let asked = self.asked.load(Ordering::Acquire);
        let spent = || self.origin.elapsed().saturating_sub(Duration::from_nanos(asked - 1));
        asked > 0 && spent() > self.limit
    }

    fn start(&self) {
        let now = self.origin.elapsed().as_nanos() as u64;
        self.asked.store(now + 1, Ordering::Release);
    }

    /// Ends a decision; says what is wrong if it came too late.
    fn stop(&self) -> std::result::Result<(), Blame> {
        let late = self.overdue();
        self.asked.store(0, Ordering::Release);
        if !late {
            return Ok(());
        }
        let say = format!("it thought longer than {} s", self.limit.as_secs_f64());
        Err(Blame::new(FaultKind::Late, say))
    }
}

/// An action of an agent that is not trusted.
pub(crate) fn choose<R: Room>(
    agent: &dyn Agent<R>,
    game: &R,
    position: &R::Position,
    budget: &Budget,
    clock: &MoveClock,
) -> std::result::Result<R::Action, Blame> {
    clock.start();
    let chosen = catch_unwind(AssertUnwindSafe(|| agent.choose(game, position, budget)));
    clock.stop()?;
    let action = match chosen {
        Ok(chosen) => chosen.map_err(|error| Blame::new(FaultKind::Crashed, error.to_string()))?,
        Err(panic) => return Err(Blame::new(FaultKind::Crashed, panic_text(panic.as_ref()))),
    };
    legal(game, position, action)
}

/// What a panic says about itself.
fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("it panicked: {}", text.as_deref().unwrap_or("without a word"))
}

fn legal<R: Room>(
    game: &R,
    position: &R::Position,
    action: R::Action,
) -> std::result::Result<R::Action, Blame> {
    let refuse = |error| {
        let text = game.action_text(action);
        let say = match error {
            Error::Illegal { reason, .. } => Error::illegal(text, reason).to_string(),
            other => other.to_string(),
        };
        Blame::new(FaultKind::Illegal, say)
    };
    game.check(position, action).map(|()| action).map_err(refuse)
}

/// An action of a guest.
pub(crate) fn ask<R: Room>(
    guest: &dyn Guest,
    game: &R,
    position: &R::Position,
    (seat, seed): (Seat, Seed),
    stop: &Stop,
) -> std::result::Result<R::Action, Blame> {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    let question = Question {
        position: position_file(game, position),
        seat: seat.0,
        observation: game.observe(position),
        moves: actions.into_iter().map(|action| game.action_text(action)).collect(),
        seed,
    };
    let answer = guest.answer(&question, stop)?;
    let read: Result<R::Action> = game.read_action(&answer);
    let action = read.map_err(|error| Blame::new(FaultKind::Illegal, error.to_string()))?;
    legal(game, position, action)
}

/// A position as a file says by itself what it is.
pub(crate) fn position_file<R: Room>(game: &R, position: &R::Position) -> String {
    let header = format!("{} {} {}\n", R::INFO.name, game.rules(), game.size());
    header + &game.position_text(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_only_while_somebody_is_asked() {
        let clock = MoveClock::new(Duration::ZERO);
        assert!(!clock.overdue());
        clock.start();
        while !clock.overdue() {}
        let blame = clock.stop().expect_err("too late");
        assert_eq!(blame.kind, FaultKind::Late);
        assert!(!clock.overdue());
    }

    #[test]
    fn a_panic_is_told_in_its_own_words() {
        let text = |panic: Box<dyn std::any::Any + Send>| panic_text(panic.as_ref());
        assert_eq!(text(Box::new("no move")), "it panicked: no move");
        assert_eq!(text(Box::new(String::from("index 9"))), "it panicked: index 9");
        assert_eq!(text(Box::new(7)), "it panicked: without a word");
    }
}
