//! Play in real time: a falling piece, steered by the person or by an agent.

use super::app::{App, Stage};
use super::why::Why;
use ludex_core::explain::spell;
use ludex_core::{AnyAction, Picture, Seat, Turn};
use ludex_table::{Question, RealTime};
use std::time::Duration;

impl App<'_> {
    /// While the person steers and the panel is open, it is about the piece that falls.
    pub(super) fn keep_reasons_fresh(&mut self, now: Duration) {
        let fresh = self.why.as_ref().is_some_and(|why| why.plies() == self.plies());
        let busy = self.worker.is_some() || self.stage != Stage::Game || self.explaining();
        let steering = self.falls() && self.humans_turn() && self.machine.acting_agent().is_none();
        if self.panel && !fresh && !busy && steering {
            let advisor = self.advisor.clone();
            if self.machine.ask(Question::Reasons, &advisor).is_ok() {
                self.settle(now);
            }
        }
    }

    /// Advice follows the piece, so that it is about what can be done from where it is.
    pub(super) fn keep_advice_in_reach(&mut self) {
        let shown = self.panel || self.hint.is_some();
        let plies = self.plies();
        let about_it = |why: &&mut Why| why.advice && why.plies() == plies;
        let Some(why) = self.why.as_mut().filter(about_it).filter(|_| shown) else { return };
        let found = why.keep_in_reach(&self.machine).then(|| why.decision.action());
        if self.hint.is_some() {
            self.hint = found;
        }
    }

    /// The person presses a key of the piece.
    pub(super) fn steer(&mut self, key: &str, now: Duration) {
        if self.mover().is_none() {
            return self.say_over();
        }
        if !self.piece_keys().contains(&key) {
            return self.say(format!("There is no {key} under these rules."));
        }
        if let Some(agent) = self.machine.acting_agent() {
            let text = format!("{agent} plays; {} gives you the keys.", self.key_of("autoplay"));
            return self.say(if self.has_human() { text } else { "No seat is yours.".into() });
        }
        let halted = self.halted();
        if let Some(why) = &mut self.why {
            why.deselect();
        }
        self.go_on(now);
        // A drop that starts the game would come too soon.
        if halted && key == "drop" {
            return;
        }
        if let Err(error) = self.machine.key(key, now) {
            self.say(error.to_string());
        }
    }

    /// One of two people at the keyboard presses a key; out of turn it does nothing.
    pub(super) fn steer_seat(&mut self, seat: usize, key: &str, now: Duration) {
        if self.mover().is_none() || self.table().turn() == Turn::Seat(Seat(seat)) {
            self.steer(key, now);
        }
    }

    /// Gives the keys to the agent, or back to the person.
    pub(super) fn toggle_autoplay(&mut self, now: Duration) {
        if !self.has_human() {
            return self.say("No seat is yours: start with `--seat human` to play.");
        }
        if !self.falls() {
            return;
        }
        let auto = !self.machine.is_autopilot_on();
        self.machine.set_autopilot(auto.then(|| self.advisor.clone()), now);
        self.machine.set_paused(false, now);
        self.hint = None;
        let key = self.key_of("autoplay");
        let text = format!("{} plays now; {key} gives you the keys.", self.advisor);
        self.say(if auto { text } else { "You play now.".to_owned() });
    }

    /// The keys to a hint, in words.
    pub(super) fn keys_in_words(&self, action: &AnyAction) -> Option<String> {
        let live = self.machine.real_time().and_then(RealTime::live)?;
        Some(spell(&live.keys_to(action.clone())?))
    }

    /// What is going on, in one line.
    pub(super) fn falling_status(&self) -> String {
        let Some(time) = self.machine.real_time() else { return String::new() };
        let (pause, help) = (self.key_of("pause"), self.key_of("help"));
        let started = time.played() > Duration::ZERO;
        match (self.halted(), self.machine.acting_agent()) {
            (true, None) if !started => {
                format!("Press a key to start; {pause} halts, {help} shows all keys.")
            }
            (true, _) if self.explaining() => format!("{pause} or Enter goes on."),
            (true, _) => format!("Halted; {pause} goes on."),
            (false, Some(agent)) => {
                format!("{agent} plays: {}", spell(&self.machine.planned_keys()))
            }
            (false, None) if self.is_duel() => match self.table().turn() {
                Turn::Seat(seat) => format!("Player {} places.", seat.0 + 1),
                _ => String::new(),
            },
            (false, None) => "Your piece.".into(),
        }
    }

    /// The board with the falling piece: with a hint, and with the reasons open what is expected.
    pub(crate) fn falling_picture(&self) -> Option<Picture> {
        let live = self.machine.real_time()?.live()?;
        let reasons = self.why.as_ref().filter(|_| self.panel);
        let ahead = reasons.and_then(|why| why.ahead(self.plies()));
        let hint = || self.hint.iter().cloned().collect::<Vec<_>>();
        let ghosts = ahead.filter(|line| !line.is_empty()).unwrap_or_else(hint);
        let mut picture = live.picture(&ghosts);
        self.table().tint(&mut picture);
        Some(picture)
    }
}
