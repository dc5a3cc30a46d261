//! Play in real time: a falling piece, steered by the person or by an agent.

use super::app::{App, Stage};
use super::think::{Purpose, Thinking};
use super::turns::NOTHING_IN_REACH;
use super::why::Why;
use super::{IDLE, Player};
use ludex_core::explain::spell;
use ludex_core::{Live, Picture, RealTime, Seat, Spec, Turn};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Between two keys of an agent, at the usual speed.
const KEY_TIME: Duration = Duration::from_millis(150);

/// The piece that falls, and the clock.
pub(crate) struct Falling {
    pub(crate) time: RealTime,
    /// Whether an agent steers for the person.
    pub(crate) auto: bool,
    /// Keys that an agent will press; none before it has decided.
    plan: Option<VecDeque<&'static str>>,
    pressed_at: Instant,
    seen_at: Instant,
}

impl Falling {
    fn new(live: Box<dyn Live>, now: Instant) -> Self {
        let time = RealTime::new(live);
        Self { time, auto: false, plan: None, pressed_at: now, seen_at: now }
    }

    fn renew(&mut self, live: Option<Box<dyn Live>>, now: Instant) {
        self.time.renew(live);
        (self.plan, self.pressed_at) = (None, now);
    }

    /// The keys to an action from where the piece is.
    fn keys_to(&self, action: &str) -> Option<Vec<&'static str>> {
        self.time.live()?.keys_to(action)
    }

    /// Presses what an agent has planned and what is due; returns a finished action.
    fn press_planned(&mut self, step: Duration, now: Instant) -> Option<String> {
        let plan = self.plan.as_mut()?;
        while now >= self.pressed_at + step {
            self.pressed_at += step;
            let key = plan.pop_front().unwrap_or("drop");
            let finished = self.time.press(key);
            if finished.is_some() {
                return finished;
            }
        }
        None
    }
}

impl App<'_> {
    /// Takes up the piece that falls next, in games where pieces fall.
    pub(super) fn take_up_piece(&mut self, now: Instant) {
        match (&mut self.falling, self.table.live()) {
            (Some(falling), live) => falling.renew(live, now),
            (None, Some(live)) => self.falling = Some(Falling::new(live, now)),
            (None, None) => {}
        }
    }

    /// The agent that steers now, if it is not the person.
    pub(crate) fn pilot(&self) -> Option<Spec> {
        match self.mover()? {
            Player::Agent(spec) => Some(spec.clone()),
            Player::Human => {
                let auto = self.falling.as_ref().is_some_and(|falling| falling.auto);
                auto.then(|| self.advisor.clone())
            }
        }
    }

    /// Lets gravity and agents act.
    pub(super) fn piece_time(&mut self, now: Instant) {
        self.keep_reasons_fresh();
        self.keep_advice_in_reach();
        let (halted, pilot) = (self.halted() || self.mover().is_none(), self.pilot());
        let step = self.key_step();
        let Some(falling) = &mut self.falling else { return };
        let passed = now.saturating_duration_since(falling.seen_at);
        falling.seen_at = now;
        if halted {
            falling.pressed_at += passed;
            return;
        }
        self.table.pass_time(passed);
        let finished = match &pilot {
            // An agent that thinks is not punished for it: gravity rests while it steers.
            Some(_) => {
                falling.time.rest(passed);
                falling.press_planned(step, now)
            }
            None => falling.time.advance(passed),
        };
        let undecided = falling.plan.is_none();
        match (finished, pilot) {
            (Some(action), _) => self.finish_piece(&action, now),
            (None, Some(agent)) if undecided && self.thinking.is_none() => {
                self.thinking = Some(Thinking::start(self.table.as_ref(), &agent, Purpose::Move));
            }
            _ => {}
        }
    }

    /// While the person steers and the panel is open, it is about the piece that falls.
    fn keep_reasons_fresh(&mut self) {
        let fresh = self.why.as_ref().is_some_and(|why| why.plies() == self.plies);
        let busy = self.thinking.is_some() || self.stage == Stage::Help || self.explaining();
        if self.panel && !fresh && !busy && self.mover().is_some() && self.pilot().is_none() {
            let table = self.table.as_ref();
            self.thinking = Some(Thinking::start(table, &self.advisor, Purpose::Explain));
        }
    }

    fn finish_piece(&mut self, action: &str, now: Instant) {
        self.thinking = None;
        self.play(action, now);
    }

    /// What was decided last; with a falling piece, the best of it that can still be reached.
    pub(super) fn best_in_reach(&mut self) -> Option<String> {
        let why = self.why.as_mut()?;
        if let Some(live) = self.falling.as_ref().and_then(|falling| falling.time.live())
            && !why.keep_in_reach(live)
        {
            return None;
        }
        Some(why.explanation.decision.best().action.clone())
    }

    /// Advice follows the piece, so that it is about what can be done from where it is.
    fn keep_advice_in_reach(&mut self) {
        let shown = self.panel || self.hint.is_some();
        let about_it = |why: &Why| why.advice && why.plies() == self.plies;
        if !shown || !self.why.as_ref().is_some_and(about_it) {
            return;
        }
        let best = self.best_in_reach();
        if self.hint.is_some() {
            self.hint = best;
        }
    }

    /// Plans the keys to what an agent has decided; from where it cannot get anywhere, it drops.
    pub(super) fn plan_keys(&mut self, action: Option<String>, now: Instant) {
        let step = self.key_step();
        let Some(falling) = &mut self.falling else { return };
        let keys = action.and_then(|action| falling.keys_to(&action));
        let lost = keys.is_none();
        falling.plan = Some(keys.map_or_else(VecDeque::new, VecDeque::from));
        // However long it thought, its first key comes now and the next in good time.
        falling.pressed_at = falling.pressed_at.max(now.checked_sub(step).unwrap_or(now));
        if lost {
            self.say(NOTHING_IN_REACH);
        }
    }

    /// The person presses a key of the piece.
    pub(super) fn steer(&mut self, key: &str, now: Instant) {
        if self.mover().is_none() {
            return self.say_over();
        }
        if let Some(agent) = self.pilot() {
            let key = self.key_of("autoplay");
            let text = format!("{agent} plays; {key} gives you the keys.");
            return self.say(if self.has_human() { text } else { "No seat is yours.".into() });
        }
        let waiting = self.halted();
        if let Some(why) = &mut self.why {
            why.deselect();
        }
        self.paused = false;
        self.dismiss_explanation();
        // A drop that starts the game would come too soon.
        if waiting && key == "drop" {
            return;
        }
        let finished = self.falling.as_mut().and_then(|falling| falling.time.press(key));
        if let Some(action) = finished {
            self.finish_piece(&action, now);
        }
    }

    /// One of two people at the keyboard presses a key; out of turn it does nothing.
    pub(super) fn steer_seat(&mut self, seat: usize, key: &str, now: Instant) {
        if self.mover().is_none() || self.table.turn() == Turn::Seat(Seat(seat)) {
            self.steer(key, now);
        }
    }

    /// Gives the keys to the agent, or back to the person.
    pub(super) fn toggle_autoplay(&mut self, now: Instant) {
        if !self.has_human() {
            return self.say("No seat is yours: start with `--seat human` to play.");
        }
        let Some(falling) = &mut self.falling else { return };
        falling.auto = !falling.auto;
        (falling.plan, falling.pressed_at) = (None, now);
        let auto = falling.auto;
        (self.thinking, self.hint, self.paused) = (None, None, false);
        let agent = &self.advisor;
        let key = self.key_of("autoplay");
        let text = format!("{agent} plays now; {key} gives you the keys.");
        self.say(if auto { text } else { "You play now.".to_owned() });
    }

    /// The keys to a hint, in words.
    pub(super) fn keys_in_words(&self, action: &str) -> Option<String> {
        Some(spell(&self.falling.as_ref()?.keys_to(action)?))
    }

    /// What is going on, in one line.
    pub(super) fn falling_status(&self) -> String {
        let Some(falling) = &self.falling else { return String::new() };
        let (pause, help) = (self.key_of("pause"), self.key_of("help"));
        let started = falling.time.played() > Duration::ZERO;
        match (self.halted(), self.pilot()) {
            (true, None) if !started => {
                format!("Press a key to start; {pause} halts, {help} shows all keys.")
            }
            (true, _) if self.explaining() => format!("{pause} or Enter goes on."),
            (true, _) => format!("Halted; {pause} goes on."),
            (false, Some(agent)) => {
                let plan = falling.plan.iter().flatten().copied().collect::<Vec<_>>();
                format!("{agent} plays: {}", spell(&plan))
            }
            (false, None) if self.is_duel() => match self.table.turn() {
                Turn::Seat(seat) => format!("Player {} places.", seat.0 + 1),
                _ => String::new(),
            },
            (false, None) => "Your piece.".into(),
        }
    }

    /// The board with the falling piece: with a hint, and with the reasons open what is expected.
    pub(crate) fn falling_picture(&self) -> Option<Picture> {
        let live = self.falling.as_ref()?.time.live()?;
        let reasons = self.why.as_ref().filter(|_| self.panel);
        let ahead = reasons.and_then(|why| why.ahead(self.plies));
        let hint = || self.hint.iter().cloned().collect::<Vec<_>>();
        let ghosts = ahead.filter(|line| !line.is_empty()).unwrap_or_else(hint);
        let mut picture = live.picture(&ghosts);
        self.table.tint(&mut picture);
        Some(picture)
    }

    /// How long the piece does nothing by itself.
    pub(super) fn piece_patience(&self, now: Instant) -> Duration {
        let Some(falling) = self.falling.as_ref().filter(|_| !self.halted()) else { return IDLE };
        let passed = now.saturating_duration_since(falling.seen_at);
        let time = match (self.mover(), self.pilot()) {
            (None, _) => IDLE,
            (_, None) => falling.time.until_tick().saturating_sub(passed),
            _ if falling.plan.is_some() => {
                (falling.pressed_at + self.key_step()).saturating_duration_since(now)
            }
            _ if self.thinking.is_some() => IDLE,
            _ => Duration::ZERO,
        };
        time.min(IDLE)
    }

    /// Between two keys of an agent.
    fn key_step(&self) -> Duration {
        KEY_TIME.mul_f64(0.5f64.powi(self.speed))
    }
}
