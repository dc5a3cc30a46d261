//! Pieces that fall: keys, gravity, and agents that press keys.

use super::{Event, Machine};
use crate::RealTime;
use ludex_core::{AnyAction, AnyDecision, Live};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The piece that falls, and the clock.
pub(super) struct Falling {
    pub(super) time: RealTime,
    /// Keys that an agent will press; none before it has decided.
    pub(super) plan: Option<VecDeque<&'static str>>,
    /// What the agent has decided, with its reasons.
    intended: Option<Intended>,
    pub(super) pressed_at: Duration,
}

/// What an agent wants its piece to come to.
struct Intended {
    action: AnyAction,
    decision: Option<Arc<dyn AnyDecision>>,
}

impl Falling {
    fn new(live: Box<dyn Live<AnyAction>>, now: Duration) -> Self {
        Self { time: RealTime::new(live), plan: None, intended: None, pressed_at: now }
    }

    fn renew(&mut self, live: Option<Box<dyn Live<AnyAction>>>, now: Duration) {
        self.time.renew(live);
        self.forget_plan();
        self.pressed_at = now;
    }

    fn forget_plan(&mut self) {
        (self.plan, self.intended) = (None, None);
    }

    /// Presses what is planned and due; says whether any key was pressed, and what that finished.
    fn press_planned(&mut self, step: Duration, now: Duration) -> (bool, Option<AnyAction>) {
        let Some(plan) = &mut self.plan else { return (false, None) };
        let mut pressed = false;
        while now >= self.pressed_at + step {
            self.pressed_at += step;
            pressed = true;
            let Some(key) = plan.pop_front() else { return (true, self.time.finish()) };
            if let Some(finished) = self.time.press(key) {
                return (true, Some(finished));
            }
        }
        (pressed, None)
    }
}

impl Machine {
    /// Takes up the piece that falls next, in games where pieces fall.
    pub(super) fn take_up_piece(&mut self) {
        match (&mut self.falling, self.table.live()) {
            (Some(falling), live) => falling.renew(live, self.now),
            (None, Some(live)) => self.falling = Some(Falling::new(live, self.now)),
            (None, None) => {}
        }
        if self.falling.is_some() {
            self.keys_ahead.clear();
            self.begin_piece();
        }
    }

    /// Whoever plays on has to decide anew.
    pub(super) fn forget_plan(&mut self) {
        if let Some(falling) = &mut self.falling {
            falling.forget_plan();
            falling.pressed_at = self.now;
        }
    }

    /// After the clock has ended the game, no piece falls any more.
    pub(super) fn drop_piece(&mut self) {
        if let Some(falling) = &mut self.falling {
            falling.renew(None, self.now);
        }
    }

    /// Lets gravity act on a person's piece, or an agent's keys on its own. However long the driver has slept, what
    /// happens is what would have happened step by step.
    pub(super) fn piece_time(&mut self, mut left: Duration) {
        let mut moved = false;
        while !self.is_halted() {
            if self.acting_agent().is_some() || !self.settings.gravity {
                self.clock_time(left);
                moved |= self.rest(left);
                break;
            }
            let Some(falling) = &self.falling else { break };
            let clock = self.table.time_left().unwrap_or(Duration::MAX);
            let step = left.min(falling.time.until_change()).min(clock);
            left -= step;
            moved |= step >= falling.time.until_tick();
            self.clock_time(step);
            let finished = self.falling.as_mut().and_then(|falling| falling.time.advance(step));
            match finished {
                Some(action) if !self.is_halted() => self.finish_piece(&action),
                _ if left.is_zero() => break,
                _ => {}
            }
        }
        if moved {
            self.tell(Event::Live);
        }
    }

    /// Time without gravity, in which an agent may press its keys; says whether any was pressed. An agent that thinks
    /// is not punished for it: gravity rests while it steers.
    fn rest(&mut self, passed: Duration) -> bool {
        let (agent, step, now) = (self.acting_agent().is_some(), self.pace(), self.now);
        let Some(falling) = self.falling.as_mut() else { return false };
        falling.time.rest(passed);
        if !agent {
            return false;
        }
        let (pressed, finished) = falling.press_planned(step, now);
        if let Some(action) = finished {
            self.finish_piece(&action);
        }
        pressed
    }

    /// A person presses a key of the piece.
    pub(super) fn steer(&mut self, key: &str) {
        let finished = self.falling.as_mut().and_then(|falling| falling.time.press(key));
        match finished {
            Some(action) => self.finish_piece(&action),
            None => self.tell(Event::Live),
        }
    }

    /// Plays what a piece has come to; an agent's own choice with its reasons.
    pub(super) fn finish_piece(&mut self, action: &AnyAction) {
        let meant = self.falling.as_mut().and_then(|falling| {
            falling.intended.take().filter(|meant| falling.time.carries_out(&meant.action))
        });
        match meant {
            // The same move as in a game without a screen, where nobody presses keys.
            Some(Intended { action, decision }) => self.play_for_agent(&action, decision),
            None => self.play_for_agent(action, None),
        }
    }

    /// Plans the keys to what an agent has decided. An agent decides at the table, where the piece has not moved yet;
    /// by now it may have fallen between towers, or another may have come out of the hold. So the best that can
    /// still be reached is done; where that is nothing, the piece drops.
    pub(super) fn plan_keys(&mut self, action: AnyAction, decision: Option<Arc<dyn AnyDecision>>) {
        let decision = decision.map(|decision| (self.in_reach(&decision), decision));
        let (action, decision) = match decision {
            Some((Some(found), _)) => (found.action(), Some(found)),
            Some((None, decision)) => (action, Some(decision)),
            None => (action, None),
        };
        let step = self.pace();
        let Some(falling) = &mut self.falling else { return };
        let keys = falling.time.live().and_then(|live| live.keys_to(action.clone()));
        let lost = keys.is_none();
        falling.plan = Some(keys.map_or_else(VecDeque::new, VecDeque::from));
        falling.intended = Some(Intended { action, decision: decision.clone() });
        // However long it thought, its first key comes now and the next in good time.
        falling.pressed_at = falling.pressed_at.max(self.now.saturating_sub(step));
        self.tell(decision.map_or(Event::Live, Event::Planned));
        if lost {
            self.tell(Event::OutOfReach);
        }
    }

    /// A decision about the piece that falls, as far as it can still be carried out: itself, or with the best
    /// candidate in reach instead of the choice. None if nothing of it can be reached. Where no piece falls, all of it can.
    pub fn in_reach(&self, decision: &Arc<dyn AnyDecision>) -> Option<Arc<dyn AnyDecision>> {
        let Some(live) = self.real_time().and_then(RealTime::live) else {
            return Some(Arc::clone(decision));
        };
        let chosen = decision.action();
        if live.keys_to(chosen.clone()).is_some() {
            return Some(Arc::clone(decision));
        }
        let mut others = decision.candidates().into_iter().filter(|other| *other != chosen);
        let found = others.find(|other| live.keys_to(other.clone()).is_some())?;
        decision.redirected(&found)
    }
}
