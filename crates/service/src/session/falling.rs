//! Pieces that fall: keys, gravity, and agents that press keys.

use super::play::Play;
use ludex_core::explain::Explanation;
use ludex_core::{Live, RealTime};
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The piece that falls, and the clock.
pub(crate) struct Falling {
    pub(crate) time: RealTime,
    /// Keys that an agent will press; none before it has decided.
    plan: Option<VecDeque<&'static str>>,
    /// What the agent has decided, with its reasons.
    decided: Option<(String, Option<Box<Explanation>>)>,
    pressed_at: Instant,
}

impl Falling {
    fn new(live: Box<dyn Live>, now: Instant) -> Self {
        Self { time: RealTime::new(live), plan: None, decided: None, pressed_at: now }
    }

    fn renew(&mut self, live: Option<Box<dyn Live>>, now: Instant) {
        self.time.renew(live);
        (self.plan, self.decided, self.pressed_at) = (None, None, now);
    }

    /// Whether an agent knows what it will do.
    pub(super) fn is_planned(&self) -> bool {
        self.plan.is_some()
    }

    /// The reasons of what was decided, if they are about that.
    pub(super) fn add_reasons(&mut self, why: Box<Explanation>) {
        if let Some((action, reasons)) = &mut self.decided
            && *action == why.decision.best().action
        {
            *reasons = Some(why);
        }
    }

    /// Keys that were planned come later by this much.
    pub(super) fn hold_back(&mut self, time: Duration) {
        self.pressed_at += time;
    }

    /// How long until an agent presses its next key.
    pub(super) fn until_key(&self, step: Duration, now: Instant) -> Duration {
        (self.pressed_at + step).saturating_duration_since(now)
    }

    /// Presses what is planned and due; says whether any key was pressed, and what that finished.
    fn press_planned(&mut self, step: Duration, now: Instant) -> (bool, Option<String>) {
        let Some(plan) = &mut self.plan else { return (false, None) };
        let mut pressed = false;
        while now >= self.pressed_at + step {
            self.pressed_at += step;
            pressed = true;
            let (key, last) = plan.pop_front().map_or(("drop", true), |key| (key, false));
            let finished = self.time.press(key);
            if finished.is_some() || last {
                return (true, finished);
            }
        }
        (pressed, None)
    }
}

/// What has changed for those who look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// Nothing.
    Nothing,
    /// The falling piece or the clock.
    Live,
    /// The table.
    Table,
}

impl Play {
    /// Takes up the piece that falls next, in games where pieces fall.
    pub(super) fn take_up_piece(&mut self, now: Instant) {
        match (&mut self.falling, self.table.live()) {
            (Some(falling), live) => falling.renew(live, now),
            (None, Some(live)) => self.falling = Some(Falling::new(live, now)),
            (None, None) => {}
        }
        self.keys_ahead.clear();
    }

    /// Whoever plays on has to decide anew.
    pub(super) fn forget_plan(&mut self) {
        if let Some(falling) = &mut self.falling {
            (falling.plan, falling.decided) = (None, None);
        }
    }

    /// Lets gravity act on a person's piece, or an agent's keys on its own.
    pub(super) fn piece_time(&mut self, passed: Duration, now: Instant) -> Change {
        let (agent, gravity) = (self.moving_agent().is_some(), self.manners.gravity);
        let step = self.pace();
        let Some(falling) = &mut self.falling else { return Change::Nothing };
        let (moved, finished) = if agent {
            // An agent that thinks is not punished for it: gravity rests while it steers.
            falling.time.rest(passed);
            falling.press_planned(step, now)
        } else if gravity {
            let due = passed >= falling.time.until_tick();
            (due, falling.time.advance(passed))
        } else {
            falling.time.rest(passed);
            (false, None)
        };
        match finished {
            Some(action) => self.finish_piece(&action, now),
            None if moved => Change::Live,
            None => Change::Nothing,
        }
    }

    /// Plays what a piece has come to; an agent's own choice with its reasons.
    fn finish_piece(&mut self, action: &str, now: Instant) -> Change {
        let decided = self.falling.as_mut().and_then(|falling| falling.decided.take());
        let reasons = decided.filter(|(wanted, _)| wanted == action).and_then(|(_, why)| why);
        self.play_with_reasons(action, reasons, now);
        Change::Table
    }

    /// Plans the keys to what an agent has decided; from where it cannot get there, it drops.
    pub(super) fn plan_keys(
        &mut self,
        action: String,
        reasons: Option<Box<Explanation>>,
        now: Instant,
    ) {
        let step = self.pace();
        let Some(falling) = &mut self.falling else { return };
        let keys = falling.time.live().and_then(|live| live.keys_to(&action));
        falling.plan = Some(keys.map_or_else(VecDeque::new, VecDeque::from));
        falling.decided = Some((action, reasons));
        // However long it thought, its first key comes now and the next in good time.
        falling.pressed_at = falling.pressed_at.max(now.checked_sub(step).unwrap_or(now));
    }

    /// A person presses a key of the piece.
    pub(super) fn steer(&mut self, key: &str, now: Instant) -> Change {
        let finished = self.falling.as_mut().and_then(|falling| falling.time.press(key));
        match finished {
            Some(action) => self.finish_piece(&action, now),
            None => Change::Live,
        }
    }

    /// After the clock has ended the game, no piece falls any more.
    pub(super) fn drop_piece(&mut self, now: Instant) {
        if let Some(falling) = &mut self.falling {
            falling.renew(None, now);
        }
    }
}
