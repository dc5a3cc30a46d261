//! What the person's wishes do to the game.

use super::app::{App, Explanations, Stage, Steering};
use super::keys::Wish;
use super::think::{Purpose, Thinking};
use super::{Player, files};
use std::path::Path;
use std::time::Instant;

impl App<'_> {
    /// Does what the person wants.
    pub(crate) fn obey(&mut self, wish: &Wish, now: Instant) {
        if self.stage == Stage::Help {
            // Whatever is wished closes the help; leaving still leaves.
            self.stage = if *wish == Wish::Quit { Stage::Left } else { Stage::Game };
            return;
        }
        if self.typed.is_some() {
            return self.obey_typing(wish, now);
        }
        self.notice = None;
        match wish {
            Wish::Arrow(key) => self.obey_arrow(key),
            Wish::Steer(key) => self.steer(key, now),
            Wish::SteerSeat(seat, key) => self.steer_seat(*seat, key, now),
            Wish::Explain => self.toggle_explanations(),
            Wish::Autoplay => self.toggle_autoplay(now),
            Wish::Confirm => self.confirm(now),
            Wish::Hint => self.ask(Purpose::Hint),
            Wish::Undo => self.undo(now),
            Wish::Why => self.toggle_panel(),
            Wish::Next => self.select(1),
            Wish::Previous => self.select(-1),
            Wish::WhyNot => self.ask_why_not(),
            Wish::Save => self.save(Path::new(".")),
            Wish::NewGame => self.new_game(now),
            Wish::Pause => self.pause(now),
            Wish::Faster => self.speed = (self.speed + 1).min(6),
            Wish::Slower => self.speed = (self.speed - 1).max(-3),
            Wish::Help => self.stage = Stage::Help,
            Wish::Colon => self.typed = Some(String::new()),
            Wish::Cancel => self.cancel(),
            Wish::Quit => self.stage = Stage::Left,
            _ => {}
        }
    }

    fn obey_typing(&mut self, wish: &Wish, now: Instant) {
        let Some(text) = &mut self.typed else { return };
        match wish {
            Wish::Type(c) if text.chars().count() < 40 => text.push(*c),
            Wish::Erase if !text.is_empty() => drop(text.pop()),
            Wish::Erase | Wish::Cancel => self.typed = None,
            Wish::Confirm => {
                let action = text.trim().to_owned();
                self.typed = None;
                if !action.is_empty() {
                    self.play_as_human(&action, now);
                }
            }
            Wish::Quit => self.stage = Stage::Left,
            _ => {}
        }
    }

    fn obey_arrow(&mut self, key: &'static str) {
        self.look_at_the_game();
        match self.steering {
            Steering::Cursor => self.move_cursor(key),
            Steering::Moves => self.press_ahead(key),
        }
    }

    fn move_cursor(&mut self, key: &str) {
        let picture = self.table.picture(&[]);
        let (column, row) = self.cursor;
        self.cursor = match key {
            "up" => (column, row.saturating_sub(1)),
            "down" => (column, (row + 1).min(picture.height - 1)),
            "left" => (column.saturating_sub(1), row),
            _ => ((column + 1).min(picture.width - 1), row),
        };
    }

    /// Remembers arrow keys until they are due: a quick turn is two keys within one beat.
    fn press_ahead(&mut self, key: &'static str) {
        self.paused = false;
        self.dismiss_explanation();
        if self.has_human() && self.keys_ahead.len() < 3 {
            self.keys_ahead.push_back(key);
        }
    }

    /// Enter: about the examined candidate if there is one, else a move.
    fn confirm(&mut self, now: Instant) {
        if self.why.as_ref().is_some_and(|why| why.selected.is_some()) {
            return self.ask_why_not();
        }
        if self.steering == Steering::Moves || self.explaining() {
            return self.pause(now);
        }
        let (column, row) = self.cursor;
        match self.table.point(column, row) {
            Some(action) => self.play_as_human(&action, now),
            None if self.mover().is_none() => self.say_over(),
            None => self.say("No move is meant by this cell. Type one after `:`, or press h."),
        }
    }

    fn play_as_human(&mut self, action: &str, now: Instant) {
        if self.mover().is_some() && !self.humans_turn() {
            return self.say("It is not your turn.");
        }
        self.thinking = None;
        self.play(action, now);
    }

    /// Takes back the person's last move and everything after it; between agents one move.
    fn undo(&mut self, now: Instant) {
        let own = |player: &Player| *player == Player::Human || !self.has_human();
        let by_whom = |seat: ludex_core::Seat| self.players.get(seat.0).is_some_and(own);
        let Some(back) = self.table.moves().iter().rev().position(|(seat, _)| by_whom(*seat))
        else {
            return self.say("You have no move to take back.");
        };
        self.thinking = None;
        for _ in 0..=back {
            if self.table.undo().is_ok() {
                self.plies -= 1;
            }
        }
        self.look_at_the_game();
        self.why = None;
        self.fresh.clear();
        self.keys_ahead.clear();
        self.take_up_piece(now);
        self.paused = self.in_real_time() || !self.has_human();
        self.dismiss_explanation();
        self.moved_at = now;
        self.say(if back == 0 {
            "Took back one move."
        } else {
            "Took back your move and the answer."
        });
    }

    fn toggle_panel(&mut self) {
        self.panel = !self.panel;
        if !self.panel {
            return self.look_at_the_game();
        }
        // Nobody reads and steers at the same time.
        self.paused |= self.falling.is_some() && self.pilot().is_none();
        let asked = self.thinking.is_some();
        let outdated = self.why.as_ref().is_none_or(|why| why.advice && why.plies() != self.plies);
        if outdated && !asked && self.mover().is_some() {
            self.ask(Purpose::Explain);
        }
    }

    fn select(&mut self, step: isize) {
        let Some(why) = &mut self.why else {
            let (hint, why) = (self.key_of("hint"), self.key_of("why"));
            return self
                .say(format!("There is no decision to examine yet: press {hint} or {why}."));
        };
        self.panel = true;
        why.select(step);
        self.paused |= self.table.beat().is_some() || self.falling.is_some();
    }

    pub(super) fn say_over(&mut self) {
        self.say(format!("The game is over: {} starts a new one.", self.key_of("new")));
    }

    /// Asks the advisor, or the agent to move, about the position on the table.
    fn ask(&mut self, purpose: Purpose) {
        if self.mover().is_none() {
            return self.say_over();
        }
        if self.thinking.as_ref().is_some_and(|t| t.purpose == Purpose::Move) && !self.paused {
            return self.say("Wait for the answer.");
        }
        if let (Some(agent), Purpose::Hint, true) = (self.pilot(), &purpose, self.falling.is_some())
        {
            return self.say(format!("{agent} is playing already."));
        }
        self.paused |= self.in_real_time() && self.falling.is_none();
        let agent = match self.mover() {
            Some(Player::Agent(spec)) => spec,
            _ => &self.advisor,
        };
        self.thinking = Some(Thinking::start(self.table.as_ref(), agent, purpose));
    }

    fn ask_why_not(&mut self) {
        let Some((why, other)) = self.why.as_ref().and_then(|why| Some((why, why.examined()?)))
        else {
            let (next, previous) = (self.key_of("next"), self.key_of("previous"));
            return self.say(format!("Choose a candidate with {next} and {previous} first."));
        };
        let purpose = Purpose::WhyNot(other.action.clone());
        self.thinking = Some(Thinking::start(why.table.as_ref(), &why.agent, purpose));
    }

    /// Writes the position to a new file.
    fn save(&mut self, folder: &Path) {
        let written = files::write_numbered(folder, self.table.info().name, &self.table.save());
        self.notice = Some(match written {
            Ok(path) => format!("Saved to {}.", path.display()),
            Err(error) => format!("Could not save: {error}."),
        });
    }

    fn pause(&mut self, now: Instant) {
        self.paused = !self.paused;
        self.dismiss_explanation();
        self.moved_at = now;
    }

    fn toggle_explanations(&mut self) {
        let on = self.explanations == Explanations::Off;
        self.explanations = if on { Explanations::On } else { Explanations::Off };
        self.say(if on {
            "After each move of an agent the game halts, with its reasons."
        } else {
            "The game goes on after moves of agents."
        });
    }

    /// Closes what is open, one thing at a time.
    fn cancel(&mut self) {
        let examining = self.why.as_ref().is_some_and(|why| why.selected.is_some());
        if self.thinking.as_ref().is_some_and(|t| t.purpose != Purpose::Move) {
            self.thinking = None;
        } else if examining || self.hint.is_some() {
            self.look_at_the_game();
        } else {
            self.panel = false;
        }
    }
}
