//! What happens by itself at a table, and what people do to it: clocks, beats, keys, settings.

use super::{Event, Machine};
use crate::{AgentSpeed, Player, RealTime, TableSettings};
use ludex_core::{ARROWS, Error, Result, Spec};
use std::time::Duration;

/// Keys pressed ahead that still count.
const MOST_AHEAD: usize = 3;

impl Machine {
    /// Lets everything happen that is due at the time `now`.
    pub fn advance(&mut self, now: Duration) {
        self.catch_up(now);
        self.hear_answer();
        self.ask_for_move();
    }

    /// Lets happen what comes before whatever happens now: gravity, the clock, the beat.
    pub(super) fn catch_up(&mut self, now: Duration) {
        let passed = now.saturating_sub(self.now);
        self.now = self.now.max(now);
        if self.is_halted() {
            if let Some(falling) = &mut self.falling {
                falling.pressed_at += passed;
            }
        } else if self.falling.is_some() {
            self.piece_time(passed);
        } else {
            self.clock_time(passed);
            self.beat_time();
        }
    }

    /// Moves the clock of games that have one. Among agents alone only a clock that ends the game runs: time would
    /// make another game of it than a run without a screen, and be of no use to anybody.
    pub(super) fn clock_time(&mut self, passed: Duration) {
        let played_in_time = self.falling.is_some() && self.has_human();
        if played_in_time || self.table.time_left().is_some() {
            self.table.pass_time(passed);
            self.waited += passed;
            if self.mover().is_none() {
                self.clock_ran_out();
            }
        }
    }

    fn clock_ran_out(&mut self) {
        self.stop_thinking();
        self.drop_piece();
        self.tell(Event::Over);
    }

    /// In games that do not wait, silence is a move too.
    fn beat_time(&mut self) {
        if self.is_halted() || self.acting_agent().is_some() || !self.settings.gravity {
            return;
        }
        let Some((beat, silence)) = self.table.beat() else { return };
        let beat = beat.mul_f64(self.speed.factor);
        let due = self.moved_at + beat;
        if self.now < due {
            return;
        }
        let mut keys = std::mem::take(&mut self.keys_ahead);
        let meant = std::iter::from_fn(|| keys.pop_front()).find_map(|key| self.table.arrow(&key));
        self.play_for_agent(&meant.unwrap_or(silence), None);
        self.keys_ahead = keys;
        // The next beat counts from when this one was due; but nobody pays for a driver that slept.
        self.moved_at = if self.now < due + beat { due } else { self.now };
    }

    /// The person to move presses a key.
    pub fn key(&mut self, key: &str, now: Duration) -> Result<()> {
        self.check_key(key)?;
        self.check_person()?;
        if !self.catch_up_for_key(now) {
            return Ok(());
        }
        if self.falling.is_some() {
            self.steer(key);
            return Ok(());
        }
        if self.settings.gravity && self.table.beat().is_some() {
            if self.keys_ahead.len() < MOST_AHEAD {
                self.keys_ahead.push_back(key.to_owned());
            }
            return Ok(());
        }
        let nothing = || Error::State(format!("the key `{key}` does nothing here"));
        let action = self.table.arrow(key).ok_or_else(nothing)?;
        self.play(&action, None)
    }

    /// Refuses keys while no person may press any.
    pub(super) fn check_person(&self) -> Result<()> {
        if self.mover().is_none() {
            return Err(Error::State("the game is over; start a new one".into()));
        }
        if let Some(agent) = self.acting_agent() {
            return Err(Error::State(format!("{agent} plays here; wait for your turn")));
        }
        if self.settings.paused || self.waiting {
            return Err(Error::State("the table stands still; let it go on first".into()));
        }
        Ok(())
    }

    /// Lets happen what comes before a key; says whether the key is still in time: for a piece that lies by now it
    /// is too late.
    pub(super) fn catch_up_for_key(&mut self, now: Duration) -> bool {
        let seat = self.mover();
        self.catch_up(now);
        self.mover() == seat && !self.is_halted()
    }

    /// Refuses a key that no game of this kind has.
    pub(super) fn check_key(&self, key: &str) -> Result<()> {
        let piece = self.real_time().and_then(RealTime::live).map_or(&[][..], |live| live.keys());
        let known = || piece.iter().chain(&ARROWS).copied();
        if known().any(|name| name == key) || self.table.arrow(key).is_some() {
            return Ok(());
        }
        Err(Error::unknown("key", key, known()))
    }

    /// Changes the settings.
    pub fn set(&mut self, settings: TableSettings, now: Duration) {
        self.catch_up(now);
        self.waiting &= settings.explain;
        (self.settings, self.moved_at) = (settings, self.now);
        self.tell(Event::Changed);
    }

    /// Halts the game, or lets it go on.
    pub fn set_paused(&mut self, paused: bool, now: Duration) {
        self.set(TableSettings { paused, ..self.settings.clone() }, now);
    }

    /// Other players, as many as there are seats.
    pub fn set_players(&mut self, players: Vec<Player>, now: Duration) {
        self.catch_up(now);
        if players != self.players {
            self.players = players;
            self.stop_thinking();
            self.forget_plan();
            self.moved_at = self.now;
            self.tell(Event::Changed);
        }
    }

    /// Another speed of agents.
    pub fn set_speed(&mut self, speed: AgentSpeed) {
        self.speed = speed;
    }

    /// Gives the person's keys to an agent, or back.
    pub fn set_autopilot(&mut self, agent: Option<Spec>, now: Duration) {
        self.catch_up(now);
        self.autopilot = agent;
        self.stop_thinking();
        self.forget_plan();
        self.tell(Event::Changed);
    }

    /// Holds the time while nobody looks or somebody reads, or lets it go on. A halt of the driver's own: it is no
    /// setting, and nobody hears of it.
    pub fn hold(&mut self, held: bool, now: Duration) {
        if held != self.held {
            self.catch_up(now);
            (self.held, self.moved_at) = (held, self.now);
        }
    }

    /// Goes on after reasons were read.
    pub fn go_on(&mut self, now: Duration) {
        if self.waiting {
            self.catch_up(now);
            (self.waiting, self.moved_at) = (false, self.now);
            self.tell(Event::Changed);
        }
    }

    /// How long an agent's move, or one key of it, stays away.
    pub fn pace(&self) -> Duration {
        let usual = || match self.table.beat() {
            _ if self.falling.is_some() => self.speed.key,
            Some((beat, _)) => beat,
            None if self.has_human() => Duration::ZERO,
            None => self.speed.between_agents,
        };
        let pace = self.settings.pace_ms.map_or_else(usual, Duration::from_millis);
        pace.mul_f64(self.speed.factor)
    }

    /// When an agent that steers no piece may move.
    pub(super) fn due(&self) -> Duration {
        let steers = self.falling.is_some();
        if steers { self.moved_at } else { self.moved_at + self.pace() }
    }

    /// How long nothing will happen by itself, from the time that was told last; for ever if `None`.
    pub fn until_next(&self) -> Option<Duration> {
        if self.is_halted() {
            return None;
        }
        let clock = self.table.time_left();
        self.own_patience().into_iter().chain(clock).min()
    }

    fn own_patience(&self) -> Option<Duration> {
        let agent = self.acting_agent().is_some();
        let until = |due: Duration| due.saturating_sub(self.now);
        match &self.falling {
            Some(falling) if agent && falling.plan.is_some() => {
                Some(until(falling.pressed_at + self.pace()))
            }
            _ if agent && self.thinking.is_some() => None,
            Some(_) if agent => Some(Duration::ZERO),
            Some(falling) => self.settings.gravity.then(|| falling.time.until_tick()),
            None if agent => Some(until(self.due())),
            None => {
                let beat = self.table.beat().filter(|_| self.settings.gravity);
                beat.map(|(beat, _)| until(self.moved_at + beat.mul_f64(self.speed.factor)))
            }
        }
    }
}
