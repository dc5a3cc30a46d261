//! A game on the screen: what is going on, and what the person's wishes do to it.

use super::keys::{Listens, Wish};
use super::record::Record;
use super::think::{Purpose, Thinking};
use super::why::Why;
use super::{Player, files};
use ludex_core::{AnyRoom, AnyTable, Result, Setup, Spec, Turn};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How a game is opened, and opened again.
pub(crate) struct Origin<'a> {
    pub(crate) room: &'a dyn AnyRoom,
    pub(crate) setup: Setup,
    /// A position file to start from; then the setup's rules and size do not count.
    pub(crate) position: Option<String>,
}

impl Origin<'_> {
    fn open(&self) -> Result<Box<dyn AnyTable>> {
        match &self.position {
            Some(text) => self.room.load(text, self.setup.seed),
            None => self.room.open(&self.setup),
        }
    }
}

/// What arrow keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Steering {
    /// They move a cursor over the board.
    Cursor,
    /// They are moves.
    Moves,
}

/// A game on the screen.
pub(crate) struct App<'a> {
    origin: Origin<'a>,
    record: Option<PathBuf>,
    recorded: bool,
    games_begun: u64,
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) players: Vec<Player>,
    /// Who gives hints.
    pub(crate) advisor: Spec,
    pub(crate) steering: Steering,
    /// Column and row, from the top left.
    pub(crate) cursor: (usize, usize),
    /// Cells that the last move changed, in games played with a cursor.
    pub(crate) fresh: Vec<usize>,
    pub(crate) plies: usize,
    pub(crate) why: Option<Why>,
    pub(crate) panel: bool,
    pub(crate) hint: Option<String>,
    /// The move being typed.
    pub(crate) typed: Option<String>,
    pub(crate) help: bool,
    /// What the person should know now.
    pub(crate) notice: Option<String>,
    pub(crate) paused: bool,
    /// Doublings of the usual speed; negative for slower.
    pub(crate) speed: i32,
    pub(super) keys_ahead: VecDeque<&'static str>,
    pub(super) moved_at: Instant,
    pub(super) thinking: Option<Thinking>,
    left: bool,
}

impl<'a> App<'a> {
    /// Opens a game; refuses agents that do not exist.
    pub(crate) fn new(
        origin: Origin<'a>,
        players: Vec<Player>,
        record: Option<PathBuf>,
    ) -> Result<Self> {
        let table = origin.open()?;
        for player in &players {
            if let Player::Agent(spec) = player {
                table.check_agent(spec)?;
            }
        }
        let mut app = Self {
            advisor: table.info().opponent.parse()?,
            steering: steering(table.as_ref()),
            cursor: (0, 0),
            origin,
            record,
            recorded: false,
            games_begun: 0,
            table,
            players,
            fresh: Vec::new(),
            plies: 0,
            why: None,
            panel: false,
            hint: None,
            typed: None,
            help: false,
            notice: None,
            paused: false,
            speed: 0,
            keys_ahead: VecDeque::new(),
            moved_at: Instant::now(),
            thinking: None,
            left: false,
        };
        app.begin();
        Ok(app)
    }

    /// Sets everything that belongs to a single game.
    fn begin(&mut self) {
        let picture = self.table.picture(&[]);
        self.cursor = (picture.width / 2, picture.height / 2);
        self.steering = steering(self.table.as_ref());
        (self.why, self.hint, self.typed, self.notice) = (None, None, None, None);
        self.fresh.clear();
        self.keys_ahead.clear();
        self.thinking = None;
        self.plies = 0;
        self.paused = self.in_real_time();
        self.moved_at = Instant::now();
    }

    /// Whether the person has left.
    pub(crate) fn left(&self) -> bool {
        self.left
    }

    /// Where keys go.
    pub(crate) fn listens(&self) -> Listens {
        match (self.help, self.typed.is_some()) {
            (true, _) => Listens::Anything,
            (false, true) => Listens::Line,
            (false, false) => Listens::Board,
        }
    }

    /// The player to move, if the game is not over.
    pub(crate) fn mover(&self) -> Option<&Player> {
        match self.table.turn() {
            Turn::Seat(seat) => self.players.get(seat.0),
            _ => None,
        }
    }

    pub(crate) fn humans_turn(&self) -> bool {
        self.mover() == Some(&Player::Human)
    }

    pub(crate) fn has_human(&self) -> bool {
        self.players.contains(&Player::Human)
    }

    /// Does what the person wants.
    pub(crate) fn obey(&mut self, wish: &Wish, now: Instant) {
        if self.help {
            // Whatever is wished closes the help; leaving still leaves.
            self.help = false;
            self.left = *wish == Wish::Quit;
            return;
        }
        if self.typed.is_some() {
            return self.obey_typing(wish, now);
        }
        self.notice = None;
        match wish {
            Wish::Arrow(key) => self.obey_arrow(key),
            Wish::Confirm => self.confirm(now),
            Wish::Hint => self.ask(Purpose::Hint),
            Wish::Undo => self.undo(now),
            Wish::Why => self.toggle_panel(),
            Wish::Next => self.select(1),
            Wish::Previous => self.select(-1),
            Wish::WhyNot => self.ask_why_not(),
            Wish::Save => self.save(Path::new(".")),
            Wish::NewGame => self.new_game(),
            Wish::Pause => self.pause(now),
            Wish::Faster => self.speed = (self.speed + 1).min(6),
            Wish::Slower => self.speed = (self.speed - 1).max(-3),
            Wish::Help => self.help = true,
            Wish::Colon => self.typed = Some(String::new()),
            Wish::Cancel => self.cancel(),
            Wish::Quit => self.left = true,
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
            Wish::Quit => self.left = true,
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
        if self.has_human() && self.keys_ahead.len() < 3 {
            self.keys_ahead.push_back(key);
        }
    }

    /// Enter: about the examined candidate if there is one, else a move.
    fn confirm(&mut self, now: Instant) {
        if self.why.as_ref().is_some_and(|why| why.selected.is_some()) {
            return self.ask_why_not();
        }
        if self.steering == Steering::Moves {
            return self.pause(now);
        }
        let (column, row) = self.cursor;
        match self.table.point(column, row) {
            Some(action) => self.play_as_human(&action, now),
            None if self.mover().is_none() => self.say("The game is over: r starts a new one."),
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

    /// Plays a move of whoever is to move.
    pub(super) fn play(&mut self, action: &str, now: Instant) {
        let before = self.table.picture(&[]);
        if let Err(error) = self.table.play(action) {
            return self.say(error.to_string());
        }
        let after = self.table.picture(&[]);
        let cells = before.cells.iter().zip(&after.cells).enumerate();
        let changed = cells.filter(|(_, (old, new))| old != new).map(|(i, _)| i);
        self.fresh = match self.steering {
            Steering::Cursor => changed.collect(),
            Steering::Moves => Vec::new(),
        };
        self.plies += 1;
        self.moved_at = now;
        self.look_at_the_game();
        if self.mover().is_none() {
            self.keep_record();
        }
    }

    /// Puts hints and examined candidates away.
    fn look_at_the_game(&mut self) {
        self.hint = None;
        if let Some(why) = &mut self.why {
            why.deselect();
        }
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
        self.paused = self.in_real_time() || !self.has_human();
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
        let asked = self.thinking.is_some();
        let outdated = self.why.as_ref().is_none_or(|why| why.advice && why.plies() != self.plies);
        if outdated && !asked && self.mover().is_some() {
            self.ask(Purpose::Explain);
        }
    }

    fn select(&mut self, step: isize) {
        match &mut self.why {
            Some(why) => {
                self.panel = true;
                why.select(step);
                self.paused |= self.table.beat().is_some();
            }
            None => self.say("There is no decision to examine yet: press h or w."),
        }
    }

    /// Asks the advisor, or the agent to move, about the position on the table.
    fn ask(&mut self, purpose: Purpose) {
        if self.mover().is_none() {
            return self.say("The game is over: r starts a new one.");
        }
        if self.thinking.as_ref().is_some_and(|t| t.purpose == Purpose::Move) && !self.paused {
            return self.say("Wait for the answer.");
        }
        self.paused |= self.in_real_time();
        let agent = match self.mover() {
            Some(Player::Agent(spec)) => spec,
            _ => &self.advisor,
        };
        self.thinking = Some(Thinking::start(self.table.as_ref(), agent, purpose));
    }

    fn ask_why_not(&mut self) {
        let Some((why, other)) = self.why.as_ref().and_then(|why| Some((why, why.examined()?)))
        else {
            return self.say("Choose a candidate with j and k first.");
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

    fn new_game(&mut self) {
        self.keep_record();
        self.games_begun += 1;
        self.origin.setup.seed = self.origin.setup.seed.derive(self.games_begun);
        match self.origin.open() {
            Ok(table) => {
                self.table = table;
                self.begin();
                self.say("A new game.");
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    fn pause(&mut self, now: Instant) {
        self.paused = !self.paused;
        self.moved_at = now;
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

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(text.into());
    }

    /// Writes the record, if one is wanted and there is something to record.
    fn keep_record(&mut self) {
        if let Err(text) = self.write_record() {
            self.say(text);
        }
    }

    /// Where the record is, once there is one.
    pub(crate) fn recorded(&self) -> Option<&Path> {
        self.record.as_deref().filter(|_| self.recorded)
    }

    fn write_record(&mut self) -> std::result::Result<(), String> {
        let Some(path) = self.record.as_ref().filter(|_| self.plies > 0) else { return Ok(()) };
        let seats = self.players.iter().map(ToString::to_string).collect();
        let record = Record::of(self.table.as_ref(), seats, self.origin.position.clone());
        files::write_whole(path, &record.text())
            .map_err(|error| format!("cannot write the record to {}: {error}", path.display()))?;
        self.recorded = true;
        Ok(())
    }

    /// Ends the game in good order.
    pub(crate) fn close(&mut self) -> std::result::Result<(), String> {
        self.thinking = None;
        self.write_record()
    }
}

/// Whether arrow keys are moves in this game.
fn steering(table: &dyn AnyTable) -> Steering {
    let arrows = ["up", "down", "left", "right"];
    match arrows.iter().any(|key| table.arrow(key).is_some()) {
        true => Steering::Moves,
        false => Steering::Cursor,
    }
}
