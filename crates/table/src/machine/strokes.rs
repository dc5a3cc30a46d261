//! What fingers do: keys that go down, are held and come up again.
//!
//! How often a held key acts is the door's business, because only there is its time known exactly. The machine
//! knows which keys are down, so that one that is held when a piece appears can act at once.

use super::{Event, Machine};
use crate::protocol::{Early, Phase};
use ludex_core::{Pressed, Result};
use std::time::Duration;

/// What a finger did to a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The key's name.
    pub key: String,
    /// Whether it went down, is held, or came up.
    pub phase: Phase,
    /// How often it acts.
    pub times: u16,
    /// Whether it may act on a piece that appears while it is held.
    pub early: Early,
}

/// A key that is down.
pub(super) struct Finger {
    key: String,
    early: Early,
    /// Whether it has done something since it went down.
    spent: bool,
}

impl Finger {
    /// Whether it acts on a piece that appears now.
    fn is_early(&self) -> bool {
        match self.early {
            Early::Never => false,
            Early::Unspent => !self.spent,
            Early::Held => true,
        }
    }
}

impl Machine {
    /// The person to move does something to a key.
    pub fn stroke(&mut self, stroke: &Stroke, now: Duration) -> Result<()> {
        let key = stroke.key.as_str();
        self.check_key(key)?;
        self.fingers.retain(|finger| finger.key != key || stroke.phase == Phase::Hold);
        if stroke.phase == Phase::Up {
            return Ok(());
        }
        let piece = self.plies();
        if self.falling.is_none() {
            return self.key(key, now);
        }
        self.check_person()?;
        if !self.catch_up_for_key(now) {
            return Ok(());
        }
        if stroke.phase == Phase::Down {
            self.count_key(key);
            let finger = Finger { key: key.to_owned(), early: stroke.early, spent: false };
            self.fingers.push(finger);
        }
        self.steer_often(key, stroke.times, piece);
        Ok(())
    }

    /// Steers the piece until the key does nothing more. What is left of it is not for the next piece.
    fn steer_often(&mut self, key: &str, times: u16, piece: usize) {
        let mut moved = false;
        for _ in 0..times {
            let Some(falling) = &mut self.falling else { break };
            let (pressed, finished) = falling.time.press_told(key);
            if pressed == Pressed::Nothing {
                break;
            }
            moved = true;
            // Noted before the next piece asks for it.
            let finger = self.fingers.iter_mut().find(|finger| finger.key == key);
            if let Some(finger) = finger {
                finger.spent = true;
            }
            if let Some(action) = finished {
                self.finish_piece(&action);
                break;
            }
        }
        if moved && self.plies() == piece {
            self.tell(Event::Live);
        }
    }

    fn count_key(&mut self, key: &str) {
        if let Some(falling) = &mut self.falling {
            falling.time.count_key(key);
        }
    }

    /// Keys that are held act on a piece that appears.
    pub(super) fn begin_piece(&mut self) {
        let early = self.fingers.iter().filter(|finger| finger.is_early());
        let early: Vec<String> = early.map(|finger| finger.key.clone()).collect();
        if early.is_empty() || self.acting_agent().is_some() {
            return;
        }
        let Some(falling) = &mut self.falling else { return };
        let used = falling.time.begin(&early);
        for finger in self.fingers.iter_mut().filter(|finger| used.contains(&finger.key)) {
            finger.spent = true;
        }
    }
}
