//! What the person's wishes do to the game.

use super::app::{App, Parting, Stage, Steering};
use super::keys::Wish;
use super::{Replay, files};
use ludex_table::{Player, Purpose, Question, TableSettings};
use std::path::Path;
use std::time::Duration;

impl App<'_> {
    /// Does what the person wants.
    pub(crate) fn obey(&mut self, wish: &Wish, now: Duration) {
        self.follow(wish, now);
        self.machine.hold(self.is_reading(), now);
        self.settle(now);
    }

    fn follow(&mut self, wish: &Wish, now: Duration) {
        if *wish == Wish::Leave {
            self.stage = Stage::Left;
            return;
        }
        match self.stage {
            // Whatever is wished closes the help.
            Stage::Help => return self.stage = Stage::Game,
            Stage::Parting(why) => return self.part(why, wish, now),
            Stage::Game | Stage::Left => {}
        }
        if self.review.is_some() {
            return self.obey_review(wish, now);
        }
        if self.typed.is_some() {
            return self.obey_typing(wish, now);
        }
        self.notice = None;
        match wish {
            Wish::Arrow(key) => self.obey_arrow(key, now),
            Wish::Steer(key) => self.steer(key, now),
            Wish::SteerSeat(seat, key) => self.steer_seat(*seat, key, now),
            Wish::Explain => self.toggle_explanations(now),
            Wish::Autoplay => self.toggle_autoplay(now),
            Wish::Confirm => self.confirm(now),
            Wish::Hint => self.ask(Question::Hint, now),
            Wish::Undo => self.undo(now),
            Wish::Why => self.toggle_panel(now),
            Wish::Next => self.select(1, now),
            Wish::Previous => self.select(-1, now),
            Wish::WhyNot => self.ask_why_not(),
            Wish::Threats => self.toggle_threats(),
            Wish::Save => self.save(Path::new(".")),
            Wish::NewGame => self.ask_back(Parting::NewGame, now),
            Wish::Pause => self.pause(now),
            Wish::Faster => self.set_speed(self.speed + 1),
            Wish::Slower => self.set_speed(self.speed - 1),
            Wish::Help => self.stage = Stage::Help,
            Wish::Colon => self.typed = Some(String::new()),
            Wish::Cancel => self.cancel(),
            Wish::Scroll(lines) => self.scroll.by(*lines),
            Wish::Point(column, row) => self.point(*column, *row, now),
            Wish::Examine(index) => self.examine(*index, now),
            Wish::Review => self.open_review(now),
            Wish::Quit => self.ask_back(Parting::Quit, now),
            _ => {}
        }
    }

    /// Leaves the game as was wished; a running one only after a question.
    fn ask_back(&mut self, why: Parting, now: Duration) {
        self.stage = Stage::Parting(why);
        if !self.is_running() {
            self.part(why, &Wish::Yes, now);
        }
    }

    fn part(&mut self, why: Parting, wish: &Wish, now: Duration) {
        self.stage = Stage::Game;
        match (wish, why) {
            (Wish::Yes, Parting::Quit) => self.stage = Stage::Left,
            (Wish::Yes, Parting::NewGame) => self.new_game(now),
            _ => {}
        }
    }

    /// Goes through the game as far as it has come.
    fn open_review(&mut self, now: Duration) {
        if self.plies() == 0 {
            return self.say("No move has been made yet.");
        }
        match Replay::of(&self.machine) {
            Ok(replay) => {
                self.review = Some(replay);
                // Nobody is ready for the next piece right after reading.
                if self.in_real_time() {
                    self.machine.set_paused(true, now);
                }
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    fn obey_review(&mut self, wish: &Wish, now: Duration) {
        let Some(review) = &mut self.review else { return };
        let reading = review.stage == Stage::Help;
        review.obey(wish);
        if *wish == Wish::TryHere && !reading {
            let plies = review.shown;
            self.review = None;
            self.take_back_to(plies, now);
        } else if review.left() {
            self.review = None;
        }
    }

    /// Takes back everything after the first `plies` moves, whoever made them.
    fn take_back_to(&mut self, plies: usize, now: Duration) {
        while self.plies() > plies && self.machine.take_back(|_| true, now).is_ok() {}
        self.forget_reasons();
        self.machine.set_paused(self.in_real_time() || !self.has_human(), now);
        self.say(format!("Back after move {plies}."));
    }

    fn forget_reasons(&mut self) {
        self.look_at_the_game();
        self.why = None;
        self.fresh.clear();
        self.scroll.reset();
    }

    /// The mouse points at a cell: where a cursor plays, that is a move.
    fn point(&mut self, column: usize, row: usize, now: Duration) {
        if self.steering == Steering::Cursor {
            self.look_at_the_game();
            self.cursor = (column, row);
            if !self.explaining() {
                self.confirm(now);
            }
        }
    }

    fn obey_typing(&mut self, wish: &Wish, now: Duration) {
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
            _ => {}
        }
    }

    fn obey_arrow(&mut self, key: &'static str, now: Duration) {
        self.look_at_the_game();
        match self.steering {
            Steering::Cursor => self.move_cursor(key),
            Steering::Moves => self.press_arrow(key, now),
        }
    }

    fn move_cursor(&mut self, key: &str) {
        let picture = self.table().picture(&[]);
        let (column, row) = self.cursor;
        self.cursor = match key {
            "up" => (column, row.saturating_sub(1)),
            "down" => (column, (row + 1).min(picture.height - 1)),
            "left" => (column.saturating_sub(1), row),
            _ => ((column + 1).min(picture.width - 1), row),
        };
    }

    fn press_arrow(&mut self, key: &'static str, now: Duration) {
        self.go_on(now);
        if !self.humans_turn() {
            return;
        }
        if let Err(error) = self.machine.key(key, now) {
            self.say(error.to_string());
        }
    }

    /// Ends every halt but those of the screen itself.
    pub(super) fn go_on(&mut self, now: Duration) {
        self.machine.hold(false, now);
        if self.machine.settings().paused {
            self.machine.set_paused(false, now);
        }
        self.machine.go_on(now);
    }

    /// Enter: about the examined candidate if there is one, else a move.
    fn confirm(&mut self, now: Duration) {
        if self.why.as_ref().is_some_and(|why| why.selected.is_some()) {
            return self.ask_why_not();
        }
        if self.steering == Steering::Moves || self.explaining() {
            return self.pause(now);
        }
        let (column, row) = self.cursor;
        match self.table().point(column, row) {
            Some(action) => self.play_as_human(&self.table().text(&action), now),
            None if self.mover().is_none() => self.say_over(),
            None => self.say("No move is meant by this cell. Type one after `:`, or press h."),
        }
    }

    fn play_as_human(&mut self, action: &str, now: Duration) {
        if self.mover().is_some() && !self.humans_turn() {
            return self.say("It is not your turn.");
        }
        if let Err(error) = self.machine.act(action, now) {
            self.say(error.to_string());
        }
    }

    /// Takes back the person's last move and everything after it; between agents one move.
    fn undo(&mut self, now: Duration) {
        let (players, alone) = (self.players().to_vec(), !self.has_human());
        let own = |seat: usize| alone || players.get(seat).is_some_and(Player::is_human);
        let Ok(moves) = self.machine.take_back(own, now) else {
            return self.say("You have no move to take back.");
        };
        self.forget_reasons();
        self.machine.set_paused(self.in_real_time() || alone, now);
        self.say(if moves == 1 {
            "Took back one move."
        } else {
            "Took back your move and the answer."
        });
    }

    fn toggle_panel(&mut self, now: Duration) {
        self.panel = !self.panel;
        if !self.panel {
            return self.look_at_the_game();
        }
        // Nobody reads and steers at the same time.
        if self.falls() && self.machine.acting_agent().is_none() {
            self.machine.set_paused(true, now);
        }
        let asked = self.machine.thinking().is_some();
        let plies = self.plies();
        let outdated = self.why.as_ref().is_none_or(|why| why.advice && why.plies() != plies);
        if outdated && !asked && self.mover().is_some() {
            self.ask(Question::Reasons, now);
        }
    }

    /// Shows what the players threaten, or no more.
    fn toggle_threats(&mut self) {
        if self.table().threats().is_none() {
            return self.say(format!("{} knows no threats.", self.table().info().title));
        }
        self.threats = !self.threats;
    }

    fn select(&mut self, step: isize, now: Duration) {
        let Some(why) = &mut self.why else {
            let (hint, why) = (self.key_of("hint"), self.key_of("why"));
            return self
                .say(format!("There is no decision to examine yet: press {hint} or {why}."));
        };
        why.select(step);
        self.read_candidate(now);
    }

    /// The mouse points at a candidate: it is examined, and then asked about.
    fn examine(&mut self, index: usize, now: Duration) {
        let Some(why) = &mut self.why else { return };
        if why.selected == Some(index) {
            return self.ask_why_not();
        }
        why.select_number(index);
        self.read_candidate(now);
    }

    fn read_candidate(&mut self, now: Duration) {
        self.panel = true;
        self.scroll.reset();
        if self.table().beat().is_some() || self.falls() {
            self.machine.set_paused(true, now);
        }
    }

    pub(super) fn say_over(&mut self) {
        self.say(format!("The game is over: {} starts a new one.", self.key_of("new")));
    }

    /// Asks the advisor, or the agent to move, about the position on the table.
    fn ask(&mut self, question: Question, now: Duration) {
        if self.mover().is_none() {
            return self.say_over();
        }
        let moving = self.machine.thinking().is_some_and(|(_, p)| *p == Purpose::Move);
        if moving && !self.machine.settings().paused {
            return self.say("Wait for the answer.");
        }
        if let (Some(agent), Question::Hint, true) =
            (self.machine.acting_agent(), question, self.falls())
        {
            return self.say(format!("{agent} is playing already."));
        }
        if self.in_real_time() && !self.falls() {
            self.machine.set_paused(true, now);
        }
        let agent = match self.mover() {
            Some(Player::Agent(spec)) => spec.clone(),
            _ => self.advisor.clone(),
        };
        if let Err(error) = self.machine.ask(question, &agent) {
            self.say(error.to_string());
        }
    }

    fn ask_why_not(&mut self) {
        let asked = self.why.as_ref().and_then(|why| Some((why, why.examined_action()?)));
        let Some((why, other)) = asked else {
            let (next, previous) = (self.key_of("next"), self.key_of("previous"));
            return self.say(format!("Choose a candidate with {next} and {previous} first."));
        };
        self.machine.ask_why_not(&why.decision, other);
    }

    /// Writes the position to a new file.
    fn save(&mut self, folder: &Path) {
        let (name, text) = (self.table().info().name, self.table().save());
        self.notice = Some(match files::write_numbered(folder, name, &text) {
            Ok(path) => format!("Saved to {}.", path.display()),
            Err(error) => format!("Could not save: {error}."),
        });
    }

    /// Halts the game, or ends every halt.
    fn pause(&mut self, now: Duration) {
        if self.machine.settings().paused || self.explaining() {
            return self.go_on(now);
        }
        self.machine.set_paused(true, now);
    }

    fn toggle_explanations(&mut self, now: Duration) {
        let settings = self.machine.settings().clone();
        let explain = !settings.explain;
        self.machine.set(TableSettings { explain, ..settings }, now);
        self.say(if explain {
            "After each move of an agent the game halts, with its reasons."
        } else {
            "The game goes on after moves of agents."
        });
    }

    /// Closes what is open, one thing at a time.
    fn cancel(&mut self) {
        let examining = self.why.as_ref().is_some_and(|why| why.selected.is_some());
        if self.machine.thinking().is_some_and(|(_, purpose)| *purpose != Purpose::Move) {
            self.machine.stop_thinking();
        } else if examining || self.hint.is_some() {
            self.look_at_the_game();
        } else {
            self.panel = false;
        }
    }
}
