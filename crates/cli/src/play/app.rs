//! A game on the screen: what is going on.

use super::falling::Falling;
use super::keys::{self, Listens, Own, Wish};
use super::record::Record;
use super::think::Thinking;
use super::why::Why;
use super::{KeyMap, Player, files};
use crossterm::event::KeyEvent;
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
    /// The table at the start.
    pub(crate) fn open(&self) -> Result<Box<dyn AnyTable>> {
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

/// What the person sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The game.
    Game,
    /// All keys, before the game.
    Help,
    /// Nothing any more.
    Left,
}

/// Whether the game halts after each move of an agent, so that its reasons can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Explanations {
    /// It goes on.
    Off,
    /// It does.
    On,
    /// It has halted and waits for the person.
    Waiting,
}

/// A game on the screen.
pub(crate) struct App<'a> {
    origin: Origin<'a>,
    record: Option<PathBuf>,
    written: Option<PathBuf>,
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
    /// The falling piece, in games that have one.
    pub(crate) falling: Option<Falling>,
    pub(crate) keymap: KeyMap,
    pub(crate) why: Option<Why>,
    pub(crate) panel: bool,
    pub(crate) hint: Option<String>,
    /// The move being typed.
    pub(crate) typed: Option<String>,
    pub(crate) stage: Stage,
    /// What the person should know now.
    pub(crate) notice: Option<String>,
    pub(crate) paused: bool,
    pub(crate) explanations: Explanations,
    /// Doublings of the usual speed; negative for slower.
    pub(crate) speed: i32,
    pub(super) keys_ahead: VecDeque<&'static str>,
    pub(super) moved_at: Instant,
    pub(super) thinking: Option<Thinking>,
    failure: Option<String>,
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
            written: None,
            games_begun: 0,
            table,
            players,
            fresh: Vec::new(),
            plies: 0,
            falling: None,
            keymap: KeyMap::default(),
            why: None,
            panel: false,
            hint: None,
            typed: None,
            stage: Stage::Game,
            notice: None,
            paused: false,
            explanations: Explanations::Off,
            speed: 0,
            keys_ahead: VecDeque::new(),
            moved_at: Instant::now(),
            thinking: None,
            failure: None,
        };
        app.begin(app.moved_at);
        Ok(app)
    }

    /// The same with the person's own keys.
    pub(crate) fn with_keys(mut self, keymap: KeyMap) -> Self {
        self.keymap = keymap;
        self
    }

    /// The same, halting after each move of an agent if that is wanted.
    pub(crate) fn with_explanations(mut self, wanted: bool) -> Self {
        self.explanations = if wanted { Explanations::On } else { Explanations::Off };
        self
    }

    /// Sets everything that belongs to a single game.
    fn begin(&mut self, now: Instant) {
        let picture = self.table.picture(&[]);
        self.cursor = (picture.width / 2, picture.height / 2);
        self.steering = steering(self.table.as_ref());
        (self.why, self.hint, self.typed, self.notice) = (None, None, None, None);
        self.fresh.clear();
        self.keys_ahead.clear();
        self.thinking = None;
        self.plies = 0;
        self.falling = None;
        self.moved_at = now;
        self.take_up_piece(now);
        self.paused = self.in_real_time();
        self.dismiss_explanation();
    }

    /// Whether the person has left.
    pub(crate) fn left(&self) -> bool {
        self.stage == Stage::Left
    }

    /// Where keys go.
    pub(crate) fn listens(&self) -> Listens {
        match (self.stage == Stage::Help, self.typed.is_some()) {
            (true, _) => Listens::Anything,
            (false, true) => Listens::Line,
            (false, false) => Listens::Board,
        }
    }

    /// What the person wants with a key.
    pub(crate) fn meaning(&self, key: KeyEvent) -> Option<Wish> {
        let own = Own { map: &self.keymap, duel: self.is_duel() };
        let own = self.falling.as_ref().map(|_| own);
        keys::in_game(key, self.listens(), own)
    }

    /// The key that does something in this game, to be named in a sentence.
    pub(crate) fn key_of(&self, deed: &str) -> String {
        self.known_key_of(deed).unwrap_or_else(|| "no key".into())
    }

    /// The same; none if the person has given all its keys away.
    pub(crate) fn known_key_of(&self, deed: &str) -> Option<String> {
        match &self.falling {
            Some(_) => self.keymap.key_of(deed, self.is_duel()),
            // Other games do not listen to keys of one's own.
            None => KeyMap::default().key_of(deed, false),
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

    /// Whether two people share the keyboard.
    pub(crate) fn is_duel(&self) -> bool {
        self.players.iter().filter(|player| **player == Player::Human).count() > 1
    }

    pub(crate) fn has_human(&self) -> bool {
        self.players.contains(&Player::Human)
    }

    /// Plays a move of whoever is to move.
    pub(super) fn play(&mut self, action: &str, now: Instant) {
        let by_agent = matches!(self.mover(), Some(Player::Agent(_)));
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
        self.take_up_piece(now);
        if self.mover().is_none() {
            self.keep_record();
        } else if by_agent && self.explanations == Explanations::On {
            self.halt_to_explain();
        }
    }

    /// Shows the reasons of the move just made, and waits.
    fn halt_to_explain(&mut self) {
        (self.panel, self.paused) = (true, true);
        self.explanations = Explanations::Waiting;
    }

    /// Whether the game has halted so that reasons can be read.
    pub(crate) fn explaining(&self) -> bool {
        self.explanations == Explanations::Waiting
    }

    /// The reasons have been read.
    pub(super) fn dismiss_explanation(&mut self) {
        if self.explaining() {
            self.explanations = Explanations::On;
        }
    }

    /// Puts hints and examined candidates away.
    pub(super) fn look_at_the_game(&mut self) {
        self.hint = None;
        if let Some(why) = &mut self.why {
            why.deselect();
        }
    }

    /// Puts the record away and starts over.
    pub(super) fn new_game(&mut self, now: Instant) {
        self.keep_record();
        self.games_begun += 1;
        self.origin.setup.seed = self.origin.setup.seed.derive(self.games_begun);
        match self.origin.open() {
            Ok(table) => {
                self.table = table;
                self.begin(now);
                self.say("A new game.");
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    /// Leaves the game for a reason that the person must know.
    pub(super) fn fail(&mut self, reason: String) {
        self.failure = Some(reason);
        self.stage = Stage::Left;
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
        self.written.as_deref()
    }

    fn write_record(&mut self) -> std::result::Result<(), String> {
        let Some(path) = self.record.as_ref().filter(|_| self.plies > 0) else { return Ok(()) };
        let seats = self.players.iter().map(ToString::to_string).collect();
        let record = Record::of(self.table.as_ref(), seats, self.origin.position.clone());
        files::write_whole(path, &record.text())
            .map_err(|error| format!("cannot write the record to {}: {error}", path.display()))?;
        self.written = Some(path.clone());
        Ok(())
    }

    /// Ends the game in good order.
    pub(crate) fn close(&mut self) -> std::result::Result<(), String> {
        self.thinking = None;
        self.write_record()?;
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// Whether arrow keys are moves in this game.
fn steering(table: &dyn AnyTable) -> Steering {
    let arrows = ["up", "down", "left", "right"];
    let falls = table.live().is_some();
    let moves = falls || arrows.iter().any(|key| table.arrow(key).is_some());
    if moves { Steering::Moves } else { Steering::Cursor }
}
