//! What happens by itself at a table: clocks, beats, agents.

use super::falling::Change;
use super::play::Play;
use crate::trouble::{Result, Trouble};
use ludex_core::explain::Explanation;
use ludex_core::{AnyTable, Budget, LIVE_KEYS, Spec};
use std::time::{Duration, Instant};

/// Between two keys of an agent that steers a piece.
const KEY_TIME: Duration = Duration::from_millis(40);
/// Between two moves of agents that play each other.
const BETWEEN_AGENTS: Duration = Duration::from_millis(600);
/// How long the end of a show is shown.
const CURTAIN: Duration = Duration::from_secs(4);
/// Arrows of games that are steered by them.
const ARROWS: [&str; 4] = ["up", "down", "left", "right"];
/// Keys pressed ahead that still count.
const MOST_AHEAD: usize = 3;

/// A question to an agent.
pub(crate) struct Job {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) agent: Spec,
    pub(crate) seat: usize,
    pub(crate) budget: Budget,
    /// Moves before it.
    pub(crate) plies: usize,
    /// Whether reasons are wanted.
    pub(crate) explain: bool,
    /// Whether the move should come at once, and its reasons after it.
    pub(crate) quick: bool,
}

/// An agent's answer.
pub(crate) struct Decided {
    pub(crate) action: String,
    pub(crate) reasons: Option<Box<Explanation>>,
}

impl Job {
    /// Asks the agent. Takes as long as it takes.
    pub(crate) fn ask(&self) -> ludex_core::Result<Decided> {
        if !self.explain || self.quick {
            let action = self.table.choose(&self.agent, &self.budget)?;
            return Ok(Decided { action, reasons: None });
        }
        let reasons = self.reasons(&self.budget)?;
        let action = reasons.decision.best().action.clone();
        Ok(Decided { action, reasons: Some(reasons) })
    }

    /// Why the agent moves as it does.
    pub(crate) fn reasons(&self, budget: &Budget) -> ludex_core::Result<Box<Explanation>> {
        self.table.explain(&self.agent, budget).map(Box::new)
    }
}

impl Play {
    /// What an agent expects of its move: from the first seat's side, if that of the other is the opposite.
    fn expected(&self, why: &Explanation) -> f64 {
        let value = why.decision.best().value;
        let opposite = why.decision.seat > 0 && self.table.is_zero_sum();
        if opposite { -value } else { value }
    }

    /// Whether nothing moves by itself.
    pub(crate) fn halted(&self) -> bool {
        self.manners.paused || self.waiting || !self.interest || self.mover().is_none()
    }

    /// Counts the time since it was last counted, if the table was in motion.
    pub(crate) fn pass_time(&mut self, now: Instant) {
        let passed = now.saturating_duration_since(self.clocked_at);
        self.clocked_at = now;
        let Some(falling) = &mut self.falling else { return };
        if self.manners.paused || self.waiting || !self.interest {
            falling.hold_back(passed);
        }
        if self.halted() {
            return;
        }
        self.table.pass_time(passed);
        self.waited += passed;
        self.unspent += passed;
    }

    /// Somebody begins to look, or nobody does any more.
    pub(crate) fn set_interest(&mut self, interest: bool, now: Instant) {
        if interest != self.interest {
            self.pass_time(now);
            self.interest = interest;
            self.moved_at = now;
        }
    }

    /// Lets everything happen that is due.
    pub(crate) fn advance(&mut self, now: Instant) -> Change {
        let was_over = self.mover().is_none();
        self.pass_time(now);
        let passed = std::mem::take(&mut self.unspent);
        if self.mover().is_none() {
            return if was_over { Change::Nothing } else { self.clock_ran_out(now) };
        }
        if self.halted() {
            return Change::Nothing;
        }
        if self.falling.is_some() {
            return self.piece_time(passed, now);
        }
        self.beat_time(now)
    }

    fn clock_ran_out(&mut self, now: Instant) -> Change {
        self.stop_thinking();
        self.drop_piece(now);
        self.changed();
        self.tell_store_of_table();
        Change::Table
    }

    /// In games that do not wait, silence is a move too.
    fn beat_time(&mut self, now: Instant) -> Change {
        if self.moving_agent().is_some() || !self.manners.gravity {
            return Change::Nothing;
        }
        let Some((beat, silence)) = self.table.beat() else { return Change::Nothing };
        if now < self.moved_at + beat {
            return Change::Nothing;
        }
        let keys = std::mem::take(&mut self.keys_ahead);
        let mut rest = keys.into_iter();
        let meant = rest.by_ref().find_map(|key| self.table.arrow(&key));
        let action = meant.unwrap_or(silence);
        if self.play(&action, None, now).is_err() {
            return Change::Nothing;
        }
        self.keys_ahead = rest.collect();
        Change::Table
    }

    /// A person presses a key.
    pub(crate) fn key(&mut self, token: &str, key: &str, now: Instant) -> Result<Change> {
        if !LIVE_KEYS.contains(&key) && !ARROWS.contains(&key) {
            let names = [&LIVE_KEYS[..], &ARROWS[..1]].concat().join(", ");
            return Err(Trouble::bad(format!("unknown key `{key:.20}`; give one of: {names}")));
        }
        self.may_move(token)?;
        if self.manners.paused || self.waiting {
            return Err(Trouble::conflict("the table stands still; let it go on first"));
        }
        if self.falling.is_some() {
            self.pass_time(now);
            return Ok(self.steer(key, now));
        }
        if self.manners.gravity && self.table.beat().is_some() {
            if self.keys_ahead.len() < MOST_AHEAD {
                self.keys_ahead.push_back(key.to_owned());
            }
            return Ok(Change::Nothing);
        }
        let nothing = || Trouble::conflict(format!("the key `{key}` does nothing here"));
        let action = self.table.arrow(key).ok_or_else(nothing)?;
        self.play(&action, None, now)?;
        Ok(Change::Table)
    }

    /// How long an agent's move, or one key of it, stays away.
    pub(super) fn pace(&self) -> Duration {
        if let Some(pace) = self.manners.pace_ms {
            return Duration::from_millis(pace);
        }
        if self.falling.is_some() {
            return KEY_TIME;
        }
        match self.table.beat() {
            Some((beat, _)) => beat,
            None if self.has_human() => Duration::ZERO,
            None => BETWEEN_AGENTS,
        }
    }

    /// When the next move is due, for agents that do not steer a piece.
    fn due(&self) -> Instant {
        let pieces = self.falling.is_some();
        if pieces { self.moved_at } else { self.moved_at + self.pace() }
    }

    /// What an agent is to be asked now.
    pub(crate) fn job(&mut self, quick: bool, now: Instant) -> Option<Job> {
        let planned = self.falling.as_ref().is_some_and(super::falling::Falling::is_planned);
        if self.thinking.is_some() || planned || self.halted() || now < self.due() {
            return None;
        }
        let (seat, agent) = self.moving_agent()?;
        let budget = Budget::unlimited().within(self.manners.patience());
        self.thinking = Some(budget.stop.clone());
        Some(Job {
            table: self.table.snapshot(),
            agent,
            seat,
            budget,
            plies: self.plies(),
            explain: self.interest && !self.show,
            quick,
        })
    }

    /// An agent has answered. What it says of a position that is gone is not heard.
    pub(crate) fn decided(&mut self, job: &Job, answer: Decided, now: Instant) -> Change {
        let stopped = job.budget.stop.is_set();
        if stopped || self.plies() != job.plies || self.mover() != Some(job.seat) {
            return Change::Nothing;
        }
        self.thinking = None;
        self.pass_time(now);
        let Decided { action, reasons } = answer;
        if self.falling.is_some() && !self.pace().is_zero() {
            self.plan_keys(action, reasons, now);
            return Change::Live;
        }
        self.play_with_reasons(&action, reasons, now);
        Change::Table
    }

    /// The reasons of a move have come after it. They belong to the piece that still falls, or to a move
    /// that was made.
    pub(crate) fn explained(&mut self, job: &Job, why: Box<Explanation>) -> Change {
        let best = why.decision.best();
        let value = self.expected(&why);
        if self.plies() == job.plies {
            if let Some(falling) = &mut self.falling {
                falling.add_reasons(why);
            }
            return Change::Nothing;
        }
        let last = self.plies() == job.plies + 1;
        match self.made.get_mut(job.plies) {
            Some(made) if made.seat == job.seat && made.action == best.action => {
                made.value = Some(value);
            }
            _ => return Change::Nothing,
        }
        self.tell_store_of_value(job.plies);
        if !last {
            return Change::Nothing;
        }
        self.reasons = Some(why);
        self.changed();
        Change::Table
    }

    /// Plays an agent's move; the table may then wait until its reasons were read.
    pub(super) fn play_with_reasons(
        &mut self,
        action: &str,
        reasons: Option<Box<Explanation>>,
        now: Instant,
    ) {
        let agent = self.moving_agent().is_some();
        let value = reasons.as_ref().map(|why| self.expected(why));
        if let Err(error) = self.play(action, value, now) {
            tracing::error!(session = self.id, action, message = error.message, "a move failed");
            self.manners.paused = true;
            self.tell_store_of_table();
            return;
        }
        self.waiting = agent && self.manners.explain && self.mover().is_some();
        self.reasons = reasons;
    }

    /// How long nothing will happen by itself; for ever if `None`.
    pub(crate) fn patience(&self, now: Instant) -> Option<Duration> {
        if self.mover().is_none() {
            let curtain = self.show && self.interest;
            return curtain.then(|| (self.moved_at + CURTAIN).saturating_duration_since(now));
        }
        if self.halted() {
            return None;
        }
        let own = self.own_patience(now);
        let clock = self.table.time_left();
        own.into_iter().chain(clock).min()
    }

    fn own_patience(&self, now: Instant) -> Option<Duration> {
        let agent = self.moving_agent().is_some();
        let until = |due: Instant| due.saturating_duration_since(now);
        match &self.falling {
            _ if self.thinking.is_some() => None,
            Some(falling) if agent && falling.is_planned() => {
                Some(falling.until_key(self.pace(), now))
            }
            Some(_) if agent => Some(Duration::ZERO),
            Some(falling) => self.manners.gravity.then(|| falling.time.until_tick()),
            None if agent => Some(until(self.due())),
            None => {
                let beat = self.table.beat().filter(|_| self.manners.gravity);
                beat.map(|(beat, _)| until(self.moved_at + beat))
            }
        }
    }

    /// Whether a show has been over for long enough.
    pub(crate) fn curtain_falls(&self, now: Instant) -> bool {
        self.show && self.mover().is_none() && now >= self.moved_at + CURTAIN
    }
}
