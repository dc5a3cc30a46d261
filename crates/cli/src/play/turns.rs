//! What happens by itself: agents answer and move, time passes.

use super::app::{App, Stage, Steering};
use super::think::{Answer, Heard, Purpose, Thinking};
use super::why::Why;
use super::{IDLE, Player};
use ludex_core::{Proven, Spec, Turn};
use std::time::{Duration, Instant};

/// Between two moves of agents that play each other, at the usual speed.
const BETWEEN_AGENTS: Duration = Duration::from_millis(600);

/// While somebody thinks, this often we look for the answer: eagerly at first, then just often
/// enough for a lively sign of it.
const EAGER: Duration = Duration::from_millis(4);
const SPIN: Duration = Duration::from_millis(60);

/// What is said of a falling piece that can reach none of an agent's candidates.
pub(super) const NOTHING_IN_REACH: &str = "Nothing that was thought of can be reached from here.";

impl App<'_> {
    /// Lets everything happen that is due.
    pub(crate) fn advance(&mut self, now: Instant) {
        self.hear_answer(now);
        if self.falling.is_some() {
            return self.piece_time(now);
        }
        if self.halted() {
            return;
        }
        match self.mover() {
            Some(Player::Human) => self.humans_time(now),
            Some(Player::Agent(spec)) => self.agents_time(&spec.clone(), now),
            None => {}
        }
    }

    /// How long nothing will happen by itself.
    pub(crate) fn patience(&self, now: Instant) -> Duration {
        if let Some(thinking) = &self.thinking {
            let quick = now.saturating_duration_since(thinking.started) < SPIN;
            let look = if quick && !thinking.waits(self.halted()) { EAGER } else { SPIN };
            return look.min(self.piece_patience(now));
        }
        if self.falling.is_some() {
            return self.piece_patience(now);
        }
        if !self.keys_ahead.is_empty() && self.table.beat().is_none() {
            return Duration::ZERO;
        }
        match self.due() {
            Some(due) if !self.halted() => due.saturating_duration_since(now).min(IDLE),
            _ => IDLE,
        }
    }

    /// Whether time runs against the person.
    pub(super) fn in_real_time(&self) -> bool {
        self.has_human() && (self.falling.is_some() || self.table.beat().is_some())
    }

    /// Whether the game stands still although it is not over.
    pub(crate) fn halted(&self) -> bool {
        let examining = self.why.as_ref().is_some_and(|why| why.selected.is_some());
        let between_agents = !self.has_human();
        self.paused
            || self.stage == Stage::Help
            || (self.falling.is_some() && self.typed.is_some())
            || (examining && (between_agents || self.in_real_time()))
    }

    /// When the next move is due, if that depends on the clock.
    fn due(&self) -> Option<Instant> {
        let beat = self.table.beat().map(|(time, _)| time);
        let time = match self.mover()? {
            Player::Human => beat?,
            Player::Agent(_) if self.has_human() => Duration::ZERO,
            Player::Agent(_) => beat.unwrap_or(BETWEEN_AGENTS),
        };
        Some(self.moved_at + time.mul_f64(0.5f64.powi(self.speed)))
    }

    fn is_due(&self, now: Instant) -> bool {
        self.due().is_none_or(|due| now >= due)
    }

    /// The person's keys count; in a game that does not wait, silence counts too.
    fn humans_time(&mut self, now: Instant) {
        if self.steering != Steering::Moves || !self.is_due(now) {
            return;
        }
        while let Some(key) = self.keys_ahead.pop_front() {
            if let Some(action) = self.table.arrow(key) {
                self.thinking = None;
                return self.play(&action, now);
            }
        }
        if let Some((_, action)) = self.table.beat() {
            self.play(&action, now);
        }
    }

    fn agents_time(&mut self, agent: &Spec, now: Instant) {
        self.keys_ahead.clear();
        if self.thinking.is_none() && self.is_due(now) {
            self.thinking = Some(Thinking::start(self.table.as_ref(), agent, Purpose::Move));
        }
    }

    fn hear_answer(&mut self, now: Instant) {
        let halted = self.halted();
        let Some(thinking) = self.thinking.take_if(|t| !t.waits(halted)) else { return };
        let answer = match thinking.poll() {
            Heard::Answer(answer) => answer,
            Heard::Nothing => return self.thinking = Some(thinking),
            Heard::Silence => return self.fail(format!("{} broke down", thinking.agent)),
        };
        match answer {
            Err(error) => {
                self.paused |= thinking.purpose == Purpose::Move;
                self.say(error.to_string());
            }
            Ok(Answer::Compared(contrast)) => {
                if let Some(why) = &mut self.why {
                    why.contrast = Some(*contrast);
                }
            }
            Ok(Answer::Decided(explanation)) => {
                let why = Why {
                    table: thinking.table.snapshot(),
                    agent: thinking.agent.clone(),
                    explanation: *explanation,
                    advice: thinking.purpose != Purpose::Move,
                    selected: None,
                    contrast: None,
                };
                self.why = Some(why);
                let action = self.best_in_reach();
                self.act_on(&thinking.purpose, action, now);
            }
        }
    }

    /// Does what an answer was wanted for; without an action nothing that was thought of can be done.
    fn act_on(&mut self, purpose: &Purpose, action: Option<String>, now: Instant) {
        match (purpose, action) {
            (Purpose::Move, action) if self.falling.is_some() => self.plan_keys(action, now),
            (Purpose::Move, Some(action)) => self.play(&action, now),
            (Purpose::Hint, Some(action)) => self.give_hint(action),
            (Purpose::Hint, None) => self.say(NOTHING_IN_REACH),
            _ => {}
        }
    }

    fn give_hint(&mut self, action: String) {
        let keys = self.keys_in_words(&action).map_or_else(String::new, |k| format!(": {k}"));
        let why = self.known_key_of("why").filter(|_| !self.panel);
        let more = why.map_or_else(String::new, |key| format!(" {key} shows why."));
        self.say(format!("Hint: {action}{keys}.{more}"));
        self.hint = Some(action);
    }

    /// Who is thinking, for how long, if anybody is.
    pub(crate) fn thinker(&self, now: Instant) -> Option<(String, Duration)> {
        let thinking = self.thinking.as_ref().filter(|t| !t.waits(self.halted()))?;
        let time = now.saturating_duration_since(thinking.started);
        Some((thinking.agent.to_string(), time))
    }

    /// What is going on, in one line.
    pub(crate) fn status(&self) -> String {
        if let Some((why, candidate)) = self.why.as_ref().and_then(|w| Some((w, w.examined()?))) {
            return format!("What {} expects after {}.", why.agent, candidate.action);
        }
        let turn = match self.table.turn() {
            Turn::Over => return self.result(),
            _ if self.falling.is_some() => return self.falling_status(),
            Turn::Seat(seat) => seat.0,
            Turn::Chance => 0,
        };
        let halted = self.halted() && self.in_real_time();
        match (&self.players[turn], self.players.len()) {
            (Player::Human, _) if halted && !self.explaining() => {
                "Press an arrow key to go; p halts.".into()
            }
            (Player::Human, 1) => "Your move.".into(),
            (Player::Human, _) => format!("Your move, seat {}.", turn + 1),
            _ if self.explaining() => "Enter goes on.".into(),
            (Player::Agent(spec), _) if self.paused => format!("Halted before {spec}; p goes on."),
            (Player::Agent(spec), 1) => format!("{spec} plays."),
            (Player::Agent(spec), _) => format!("{spec} plays, seat {}.", turn + 1),
        }
    }

    /// What came of it, in one line.
    pub(crate) fn result(&self) -> String {
        let outcomes = self.table.outcomes().unwrap_or_default();
        let winner = outcomes.iter().position(|outcome| *outcome == Proven::Win);
        match winner {
            _ if outcomes.len() == 1 => format!("Over: {}.", self.figures()),
            Some(seat) if self.players[seat] == Player::Human && !self.is_duel() => {
                "You win!".into()
            }
            Some(seat) => format!("{} wins, seat {}.", self.players[seat], seat + 1),
            None if outcomes.iter().all(|outcome| *outcome == Proven::Loss) => "Both lose.".into(),
            None => "A draw.".into(),
        }
    }

    fn figures(&self) -> String {
        let metrics = self.table.metrics();
        let figures =
            metrics.iter().map(|m| format!("{} {}", m.name, ludex_core::explain::number(m.value)));
        figures.collect::<Vec<_>>().join(", ")
    }
}
