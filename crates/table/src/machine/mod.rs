//! A game that people and agents play, as a state machine.
//!
//! It hears of keys, moves, time and answers; it tells what has happened ([`Event`]) and which work it wants done
//! ([`Job`]). It reads no clock, starts no thread and waits for nobody: whoever drives it says what time it is, runs
//! the jobs wherever there is room for that, and brings the answers back.
//!
//! | module | holds |
//! | --- | --- |
//! | [`moves`] | moves made, taken back, played again |
//! | [`time`], [`falling`] | what happens by itself: clocks, beats, falling pieces |
//! | [`strokes`] | keys that go down, are held and come up |
//! | [`jobs`] | what agents are asked, and what becomes of their answers |
//! | [`reasons`] | the decisions of the last moves, kept to be explained |

mod falling;
mod jobs;
mod moves;
mod reasons;
mod strokes;
mod time;

pub use jobs::{Answer, Job, Purpose, Question};
pub use moves::{Checkpoint, Move};
pub use strokes::Stroke;

use crate::{AgentSpeed, Player, RealTime, TableSettings};
use falling::Falling;
use jobs::Thinking;
use ludex_core::explain::Contrast;
use ludex_core::{AnyDecision, AnyTable, Error, Log, Picture, Seat, Spec, Turn};
use reasons::Reasons;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use strokes::Finger;

/// What has happened.
#[derive(Clone)]
pub enum Event {
    /// A move was made: its number, from 0.
    Moved(usize),
    /// Moves were taken back: only so many are left.
    TookBack(usize),
    /// The game is over, by a move or by the clock.
    Over,
    /// The falling piece has moved.
    Live,
    /// An agent has decided where the falling piece goes.
    Planned(Arc<dyn AnyDecision>),
    /// Something else has changed that people see.
    Changed,
    /// An agent begins to think for a seat, or no longer does.
    Thinking {
        /// For whom.
        seat: usize,
        /// Whether it begins.
        on: bool,
    },
    /// The answer to a question of the person.
    Advised {
        /// What was asked.
        question: Question,
        /// What the agent would do.
        decision: Arc<dyn AnyDecision>,
    },
    /// The answer to "why not?".
    Compared(Box<Contrast>),
    /// Nothing that an agent has thought of can be reached by the falling piece.
    OutOfReach,
    /// An agent could not answer, or its move could not be played. The table stands still.
    Failed {
        /// Who.
        agent: Spec,
        /// Why.
        error: Error,
    },
}

/// A game in progress: seats, turns, clocks, falling piece, undo, reasons.
///
/// Times are those of the driver's clock, counted from any fixed moment; they never go back.
pub struct Machine {
    table: Box<dyn AnyTable>,
    /// The position file it started from, if it did.
    origin: Option<String>,
    players: Vec<Player>,
    settings: TableSettings,
    speed: AgentSpeed,
    moves: Log<Move>,
    /// Moves of each seat.
    moves_of: Vec<usize>,
    reasons: Reasons,
    /// Whether decisions are wanted with their reasons, or only as fast as they can be had.
    wants_reasons: bool,
    /// The board on its way through the last move, where that did several things in a row.
    frames: Vec<Picture>,
    falling: Option<Falling>,
    /// Who steers for the person, if the person has given the keys away.
    autopilot: Option<Spec>,
    /// Keys pressed before their time, in games with a beat.
    keys_ahead: VecDeque<String>,
    /// Keys that are down.
    fingers: Vec<Finger>,
    /// Whether the driver holds the time: nobody looks, or somebody reads.
    held: bool,
    /// Whether the table waits for somebody to have read the reasons of the last move.
    waiting: bool,
    now: Duration,
    /// When the pace of the next move began to count.
    moved_at: Duration,
    /// Time since the last move, where a clock is running.
    waited: Duration,
    thinking: Option<Thinking>,
    jobs_begun: u64,
    job: Option<Job>,
    events: Vec<Event>,
}

impl Machine {
    /// A game on this table, begun at the time `now`.
    pub fn new(
        table: Box<dyn AnyTable>,
        players: Vec<Player>,
        settings: TableSettings,
        now: Duration,
    ) -> Self {
        let mut machine = Self {
            moves_of: vec![0; table.info().seats],
            table,
            origin: None,
            players,
            settings,
            speed: AgentSpeed::default(),
            moves: Log::default(),
            reasons: Reasons::default(),
            wants_reasons: true,
            frames: Vec::new(),
            falling: None,
            autopilot: None,
            keys_ahead: VecDeque::new(),
            fingers: Vec::new(),
            held: false,
            waiting: false,
            now,
            moved_at: now,
            waited: Duration::ZERO,
            thinking: None,
            jobs_begun: 0,
            job: None,
            events: Vec::new(),
        };
        machine.take_up_piece();
        machine
    }

    /// The same, begun at a position file, for its record.
    pub fn from_position(mut self, origin: Option<String>) -> Self {
        self.origin = origin;
        self
    }

    /// The same with another speed of agents.
    pub fn with_speed(mut self, speed: AgentSpeed) -> Self {
        self.speed = speed;
        self
    }

    /// The same where nobody will ask for reasons.
    pub fn without_reasons(mut self) -> Self {
        self.wants_reasons = false;
        self
    }

    /// The board on its way through the last move, where that did several things in a row.
    pub fn frames(&self) -> &[Picture] {
        &self.frames
    }

    /// The table.
    pub fn table(&self) -> &dyn AnyTable {
        self.table.as_ref()
    }

    /// The position file it started from, if it did.
    pub fn origin(&self) -> Option<&str> {
        self.origin.as_deref()
    }

    /// Who plays, seat by seat.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// How it goes on.
    pub fn settings(&self) -> &TableSettings {
        &self.settings
    }

    /// How fast agents move.
    pub fn speed(&self) -> AgentSpeed {
        self.speed
    }

    /// Moves of players so far.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The moves so far.
    pub fn moves(&self) -> &Log<Move> {
        &self.moves
    }

    /// Time since the last move, where a clock is running.
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// The seat to move; none when the game is over.
    pub fn mover(&self) -> Option<usize> {
        match self.table.turn() {
            Turn::Seat(Seat(seat)) => Some(seat),
            _ => None,
        }
    }

    /// Who is to move.
    pub fn moving_player(&self) -> Option<&Player> {
        self.players.get(self.mover()?)
    }

    /// The agent that acts now: the one to move, or the one that steers for the person.
    pub fn acting_agent(&self) -> Option<&Spec> {
        match self.moving_player()? {
            Player::Agent(spec) => Some(spec),
            Player::Human => self.autopilot.as_ref().filter(|_| self.falling.is_some()),
        }
    }

    /// Whether any seat is a person's.
    pub fn has_human(&self) -> bool {
        self.players.contains(&Player::Human)
    }

    /// Whether a person has made a move that can be taken back.
    pub fn can_take_back(&self) -> bool {
        self.players
            .iter()
            .zip(&self.moves_of)
            .any(|(player, &moves)| player.is_human() && moves > 0)
    }

    /// Whether an agent steers for the person.
    pub fn is_autopilot_on(&self) -> bool {
        self.autopilot.is_some()
    }

    /// Whether the table waits for somebody to have read the reasons of the last move.
    pub fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// Whether nothing moves by itself.
    pub fn is_halted(&self) -> bool {
        self.settings.paused || self.waiting || self.held || self.mover().is_none()
    }

    /// The falling piece and its clock, in games that have one.
    pub fn real_time(&self) -> Option<&RealTime> {
        self.falling.as_ref().map(|falling| &falling.time)
    }

    /// The keys that an agent is about to press.
    pub fn planned_keys(&self) -> Vec<&'static str> {
        let plan = self.falling.as_ref().and_then(|falling| falling.plan.as_ref());
        plan.into_iter().flatten().copied().collect()
    }

    /// The decision behind a move, if an agent made it and it is still kept.
    pub fn decision(&self, ply: usize) -> Option<&Arc<dyn AnyDecision>> {
        self.reasons.of(ply)
    }

    /// What has happened since this was last asked.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The work that is wanted, if any is. Its answer goes to [`Machine::answer`].
    pub fn take_job(&mut self) -> Option<Job> {
        self.job.take()
    }

    fn tell(&mut self, event: Event) {
        self.events.push(event);
    }
}
