//! A game on the screen: what is going on.

use super::keys::{self, Listens, Own, Wish};
use super::think::Worker;
use super::why::Why;
use super::{KeyMap, Replay, Shelf, files};
use crate::input::drawn_seed;
use crossterm::event::KeyEvent;
use ludex_core::{
    ARROWS, AnyAction, AnyRoom, AnyTable, Live, Result, Seed, Series, Setup, Spec, Turn,
};
use ludex_records::replay::{room_of, setup_of};
use ludex_table::{AgentSpeed, Machine, Player, RealTime, TableSettings};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

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
    /// A question whether to leave a running game.
    Parting(Parting),
    /// Nothing any more.
    Left,
}

/// What somebody wants who leaves a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parting {
    /// To be gone.
    Quit,
    /// Another game.
    NewGame,
}

/// How far down the panel is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scroll {
    lines: usize,
    most: usize,
}

impl Scroll {
    /// Lines that are out of sight above.
    pub(crate) fn lines(self) -> usize {
        self.lines
    }

    /// So many lines were out of sight when it was drawn.
    pub(crate) fn limit(&mut self, most: usize) {
        (self.lines, self.most) = (self.lines.min(most), most);
    }

    /// Goes down, or up.
    pub(crate) fn by(&mut self, lines: isize) {
        self.lines = self.lines.saturating_add_signed(lines).min(self.most);
    }

    /// Back to the top: there is something else to read.
    pub(crate) fn reset(&mut self) {
        self.lines = 0;
    }
}

/// Between two keys of an agent, at the usual speed: slow enough to be followed.
const KEY_TIME: Duration = Duration::from_millis(150);

/// A game on the screen.
pub(crate) struct App<'a> {
    origin: Origin<'a>,
    first_seed: Seed,
    record: Option<PathBuf>,
    written: Option<PathBuf>,
    /// Where finished games are kept.
    shelf: Option<Arc<Shelf>>,
    /// Tells the games of this screen from all others.
    id: u64,
    games_begun: u64,
    /// The games before this one.
    series: Series,
    pub(crate) machine: Machine,
    /// Who gives hints.
    pub(crate) advisor: Spec,
    pub(crate) steering: Steering,
    /// Column and row, from the top left.
    pub(crate) cursor: (usize, usize),
    /// Cells that the last move changed, in games played with a cursor.
    pub(crate) fresh: Vec<usize>,
    pub(crate) keymap: KeyMap,
    pub(crate) why: Option<Why>,
    pub(crate) panel: bool,
    /// Whether threats are shown.
    pub(crate) threats: bool,
    pub(crate) scroll: Scroll,
    /// The game as it is gone through, while that is so.
    pub(crate) review: Option<Replay>,
    pub(crate) hint: Option<AnyAction>,
    /// The move being typed.
    pub(crate) typed: Option<String>,
    pub(crate) stage: Stage,
    /// What the person should know now.
    pub(crate) notice: Option<String>,
    /// Doublings of the usual speed; negative for slower.
    pub(crate) speed: i32,
    pub(super) worker: Option<Worker>,
    failure: Option<String>,
}

impl<'a> App<'a> {
    /// Opens a game at the time `now`; refuses agents that do not exist.
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
            first_seed: origin.setup.seed,
            machine: machine(&origin, table, players, TableSettings::default(), Duration::ZERO),
            origin,
            record,
            written: None,
            shelf: None,
            id: drawn_seed().0,
            games_begun: 0,
            series: Series::default(),
            fresh: Vec::new(),
            keymap: KeyMap::default(),
            why: None,
            panel: false,
            threats: false,
            scroll: Scroll::default(),
            review: None,
            hint: None,
            typed: None,
            stage: Stage::Game,
            notice: None,
            speed: 0,
            worker: None,
            failure: None,
        };
        app.begin(Duration::ZERO);
        Ok(app)
    }

    /// A game that goes on where a replay stands: whoever is to move there is a person, the others are those who
    /// played.
    pub(crate) fn from_replay(rooms: &'a [Box<dyn AnyRoom>], replay: &Replay) -> Result<Self> {
        let record = &replay.record;
        let (setup, room) = (setup_of(record)?, room_of(rooms, record)?);
        let origin = Origin { room, setup, position: record.position.clone() };
        let mut players = replay.players().to_vec();
        if let Turn::Seat(seat) = replay.table.turn() {
            players[seat.0] = Player::Human;
        }
        let mut app = Self::new(origin, players, None)?;
        for action in &record.moves[..replay.shown] {
            app.machine.replay(action, None, Duration::ZERO)?;
        }
        app.machine.begin_again(Duration::ZERO);
        app.begin(Duration::ZERO);
        Ok(app)
    }

    /// So many lines of what can be scrolled were out of sight.
    pub(crate) fn limit_scroll(&mut self, lines: usize) {
        match &mut self.review {
            Some(review) => review.scroll.limit(lines),
            None => self.scroll.limit(lines),
        }
    }

    /// The same with a file where finished games are kept.
    pub(crate) fn with_records(mut self, finished: Option<Arc<Shelf>>) -> Self {
        self.shelf = finished;
        self
    }

    /// The same with the person's own keys.
    pub(crate) fn with_keys(mut self, keymap: KeyMap) -> Self {
        self.keymap = keymap;
        self
    }

    /// The same, halting after each move of an agent if that is wanted.
    pub(crate) fn with_explanations(mut self, explain: bool) -> Self {
        let settings = TableSettings { explain, ..self.machine.settings().clone() };
        self.machine.set(settings, Duration::ZERO);
        self
    }

    /// Sets everything that belongs to a single game.
    fn begin(&mut self, now: Duration) {
        let picture = self.table().picture(&[]);
        self.cursor = (picture.width / 2, picture.height / 2);
        self.steering = steering(self.table());
        (self.why, self.hint, self.typed, self.notice) = (None, None, None, None);
        self.fresh.clear();
        self.worker = None;
        self.set_speed(self.speed);
        self.machine.set_paused(self.in_real_time(), now);
    }

    /// The table.
    pub(crate) fn table(&self) -> &dyn AnyTable {
        self.machine.table()
    }

    /// Moves so far.
    pub(crate) fn plies(&self) -> usize {
        self.machine.plies()
    }

    /// Who plays, seat by seat.
    pub(crate) fn players(&self) -> &[Player] {
        self.machine.players()
    }

    /// Whether pieces fall in this game.
    pub(crate) fn falls(&self) -> bool {
        self.machine.real_time().is_some()
    }

    /// Another speed of agents and beats.
    pub(crate) fn set_speed(&mut self, speed: i32) {
        self.speed = speed.clamp(-3, 6);
        let factor = 0.5f64.powi(self.speed);
        self.machine.set_speed(AgentSpeed { key: KEY_TIME, factor, ..AgentSpeed::default() });
    }

    /// Whether the person has left.
    pub(crate) fn left(&self) -> bool {
        self.stage == Stage::Left
    }

    /// Where keys go.
    pub(crate) fn listens(&self) -> Listens {
        match (self.stage, self.typed.is_some()) {
            (Stage::Help, _) => Listens::Anything,
            (Stage::Parting(_), _) => Listens::Question,
            (_, true) => Listens::Line,
            (_, false) => Listens::Board,
        }
    }

    /// What the person wants with a key.
    pub(crate) fn meaning(&self, key: KeyEvent) -> Option<Wish> {
        if self.review.is_some() {
            return keys::in_replay(key);
        }
        let own = Own { map: &self.keymap, duel: self.is_duel() };
        keys::in_game(key, self.listens(), self.falls().then_some(own))
    }

    /// What keys do while pieces fall, under the rules that are played.
    pub(crate) fn key_lines(&self) -> Vec<(String, &'static str)> {
        self.keymap.lines(self.is_duel(), self.piece_keys())
    }

    /// What a piece listens to under the rules that are played.
    pub(super) fn piece_keys(&self) -> &'static [&'static str] {
        let falling = self.machine.real_time().and_then(RealTime::live).map(Live::keys);
        let at_first = || self.machine.table_at(0).live().map(|live| live.keys());
        falling.or_else(at_first).unwrap_or_default()
    }

    /// The key that does something in this game, to be named in a sentence.
    pub(crate) fn key_of(&self, name: &str) -> String {
        self.known_key_of(name).unwrap_or_else(|| "no key".into())
    }

    /// The same; none if the person has given all its keys away.
    pub(crate) fn known_key_of(&self, name: &str) -> Option<String> {
        if self.falls() {
            return self.keymap.key_of(name, self.is_duel());
        }
        // Other games do not listen to keys of one's own.
        KeyMap::default().key_of(name, false)
    }

    /// The player to move, if the game is not over.
    pub(crate) fn mover(&self) -> Option<&Player> {
        self.machine.moving_player()
    }

    pub(crate) fn humans_turn(&self) -> bool {
        self.mover() == Some(&Player::Human)
    }

    /// Whether a person has begun a game that is not over: nobody should lose it by a slip of a finger.
    pub(crate) fn is_running(&self) -> bool {
        self.has_human() && self.plies() > 0 && self.mover().is_some()
    }

    /// Whether two people share the keyboard.
    pub(crate) fn is_duel(&self) -> bool {
        self.players().iter().filter(|player| player.is_human()).count() > 1
    }

    pub(crate) fn has_human(&self) -> bool {
        self.machine.has_human()
    }

    /// Whether the game has halted so that reasons can be read.
    pub(crate) fn explaining(&self) -> bool {
        self.machine.is_waiting()
    }

    /// Puts hints and examined candidates away.
    pub(super) fn look_at_the_game(&mut self) {
        self.hint = None;
        if let Some(why) = &mut self.why {
            why.deselect();
        }
    }

    /// How the games of this screen stand together, where the game has a way to say that.
    pub(crate) fn tally(&self) -> Option<(&'static str, String)> {
        self.table().tally(&self.series)
    }

    /// Puts the record away and starts over.
    pub(super) fn new_game(&mut self, now: Duration) {
        self.keep_record();
        self.games_begun += 1;
        self.series.add(&self.table().metrics());
        self.origin.setup.seed = self.first_seed.of_game(self.games_begun);
        match self.origin.open() {
            Ok(table) => {
                let (players, settings) =
                    (self.players().to_vec(), self.machine.settings().clone());
                self.machine.stop_thinking();
                self.machine = machine(&self.origin, table, players, settings, now);
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

    /// Keeps a game that is over among the finished ones.
    pub(super) fn keep_game(&mut self) {
        let Some(finished) = self.shelf.clone() else { return };
        if let Err(why) =
            finished.keep(&self.machine, &format!("play-{:x}-{}", self.id, self.games_begun))
        {
            self.say(why);
        }
    }

    /// Writes the record, if one is wanted and there is something to record.
    pub(super) fn keep_record(&mut self) {
        if let Err(text) = self.write_record() {
            self.say(text);
        }
    }

    /// Where the record is, once there is one.
    pub(crate) fn recorded(&self) -> Option<&Path> {
        self.written.as_deref()
    }

    fn write_record(&mut self) -> std::result::Result<(), String> {
        let Some(path) = self.record.as_ref().filter(|_| self.plies() > 0) else { return Ok(()) };
        files::write_whole(path, &self.machine.record().text())
            .map_err(|error| format!("cannot write the record to {}: {error}", path.display()))?;
        self.written = Some(path.clone());
        Ok(())
    }

    /// Ends the game in good order.
    pub(crate) fn close(&mut self) -> std::result::Result<(), String> {
        self.machine.stop_thinking();
        self.write_record()?;
        self.failure.take().map_or(Ok(()), Err)
    }
}

/// A game of these players, as it was opened.
fn machine(
    origin: &Origin,
    table: Box<dyn AnyTable>,
    players: Vec<Player>,
    settings: TableSettings,
    now: Duration,
) -> Machine {
    Machine::new(table, players, settings, now).from_position(origin.position.clone())
}

/// Whether arrow keys are moves in this game.
fn steering(table: &dyn AnyTable) -> Steering {
    let falls = table.live().is_some();
    let moves = falls || ARROWS.iter().any(|key| table.arrow(key).is_some());
    if moves { Steering::Moves } else { Steering::Cursor }
}
