//! A finished game.

use ludex_core::{AnyTable, Decision, FaultKind, Finished, Moves, Proven, Seed};
use ludex_table::{Machine, Pairing, Record};
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Where a game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// In the terminal.
    Play,
    /// Without a screen.
    Run,
    /// In a tournament.
    Arena,
    /// At a table of the service.
    Serve,
}

impl Source {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Play, Self::Run, Self::Arena, Self::Serve];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Run => "run",
            Self::Arena => "arena",
            Self::Serve => "serve",
        }
    }

    /// The one of that name.
    pub fn read(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.name() == name)
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Result {
    /// The score of each seat.
    pub scores: Vec<f64>,
    /// How it ended for each seat.
    pub outcomes: Vec<Proven>,
    /// Whether the rules ended it; a limit did if not.
    pub over: bool,
    /// The game's own figures, by name.
    pub metrics: Vec<(String, f64)>,
    /// The player that lost it by a fault of its own, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

/// Why a game was lost though its rules did not end it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The seat that has lost by it, from 0.
    pub seat: usize,
    /// Of what kind.
    pub kind: FaultKind,
    /// What it did.
    pub message: String,
}

impl Fault {
    /// In words; players are counted from 1.
    pub fn words(&self) -> String {
        let how = match self.kind {
            FaultKind::Crashed => "failed",
            FaultKind::Late => "was late",
            FaultKind::Illegal => "made an illegal move",
        };
        format!("player {} {how}: {}", self.seat + 1, self.message)
    }
}

impl Result {
    /// The result in the form that players of board games use; games for one are only over or cut short.
    ///
    /// `0-0` is a game that both have lost.
    pub fn text(&self) -> &'static str {
        use Proven::{Draw, Loss, Win};
        match self.outcomes[..] {
            [Win, _] => "1-0",
            [_, Win] => "0-1",
            [Draw, Draw] => "1/2-1/2",
            [Loss, Loss] => "0-0",
            _ if self.over => "over",
            _ => "cut short",
        }
    }
}

/// A finished game with all that is needed to play it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// Where it was played.
    pub source: Source,
    /// When it ended: milliseconds since 1970.
    pub ended: u64,
    /// The program's version.
    pub version: String,
    /// The game's name.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// Width x height.
    pub size: String,
    /// The seed of chance and lots.
    pub seed: u64,
    /// Who played, seat by seat.
    pub seats: Vec<String>,
    /// The position file it started from, if it did.
    pub position: Option<String>,
    /// The match or tournament that it belongs to, and its number there, from 1.
    pub event: Option<String>,
    /// See `event`.
    pub number: Option<u64>,
    /// How it ended.
    pub result: Result,
    /// The players' moves.
    pub moves: Moves,
    /// Milliseconds that each move took, and those after the last, where the game has a clock; else empty.
    pub waits: Vec<u64>,
    /// The agents' decisions, move by move, if they were asked for.
    pub decisions: Option<Vec<Decision<String>>>,
    /// A name that no other game has, for those that may end twice because a move was taken back.
    #[serde(skip)]
    pub key: Option<String>,
}

/// Milliseconds since 1970.
pub fn unix_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}

/// What passes before each move and after the last, where every move takes the same time from when it is made.
fn waits(each: u64, moves: usize) -> Vec<u64> {
    if each == 0 {
        return Vec::new();
    }
    let mut waits = vec![each; moves + 1];
    waits[0] = 0;
    waits
}

impl Game {
    /// A game that agents have played without a screen, at a table like this one. Their moves must have been kept.
    pub fn played(
        table: &dyn AnyTable,
        source: Source,
        pairing: &Pairing,
        finished: &Finished,
    ) -> Self {
        let metrics = finished.metrics.iter().map(|m| (m.name.to_owned(), m.value));
        let waits = waits(finished.move_time.as_millis() as u64, finished.moves.len());
        Self {
            source,
            ended: unix_time(),
            version: env!("CARGO_PKG_VERSION").into(),
            game: table.info().name.into(),
            rules: table.rules().to_string(),
            size: table.size().to_string(),
            seed: pairing.seed.0,
            seats: pairing.seats.iter().map(ToString::to_string).collect(),
            position: None,
            event: None,
            number: None,
            result: Result {
                scores: finished.scores.clone(),
                outcomes: finished.outcomes.clone(),
                over: finished.over,
                metrics: metrics.collect(),
                fault: finished.fault.as_ref().map(|fault| Fault {
                    seat: fault.seat,
                    kind: fault.blame.kind,
                    message: fault.blame.message.clone(),
                }),
            },
            waits,
            moves: finished.moves.clone(),
            decisions: (!finished.reasons.is_empty()).then(|| finished.reasons.clone()),
            key: None,
        }
    }

    /// A game at a table, as it stands.
    pub fn of(machine: &Machine, source: Source) -> Self {
        let table = machine.table();
        let times = machine.moves().iter().map(|made| made.waited).chain([machine.waited()]);
        let waits: Vec<u64> = times.map(|time| time.as_millis() as u64).collect();
        Self {
            source,
            ended: unix_time(),
            version: env!("CARGO_PKG_VERSION").into(),
            game: table.info().name.into(),
            rules: table.rules().to_string(),
            size: table.size().to_string(),
            seed: table.seed().0,
            seats: machine.players().iter().map(ToString::to_string).collect(),
            position: machine.origin().map(str::to_owned),
            event: None,
            number: None,
            result: Result::at(table),
            moves: machine.moves().iter().map(|made| &made.action).collect(),
            waits: if waits.iter().all(|wait| *wait == 0) { Vec::new() } else { waits },
            decisions: None,
            key: None,
        }
    }

    /// The same as one of a match or tournament.
    pub fn of_event(mut self, event: impl Into<String>, number: u64) -> Self {
        (self.event, self.number) = (Some(event.into()), Some(number));
        self
    }

    /// The same under a name of its own.
    pub fn named(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// The game as a record, which is a text.
    pub fn record(&self) -> Record {
        Record {
            game: self.game.clone(),
            rules: self.rules.clone(),
            size: self.size.clone(),
            seed: Seed(self.seed),
            seats: self.seats.clone(),
            position: self.position.clone(),
            moves: self.moves.to_vec(),
            first_line: 0,
        }
    }

    /// How long a move took, where that is known; with the number of moves, what came after the last.
    pub fn waited(&self, ply: usize) -> Duration {
        Duration::from_millis(self.waits.get(ply).copied().unwrap_or(0))
    }
}

impl Result {
    /// How a game stands.
    pub fn at(table: &dyn AnyTable) -> Self {
        let outcomes = table.outcomes();
        let metrics = table.metrics();
        Self {
            scores: table.scores(),
            over: outcomes.is_some(),
            outcomes: outcomes.unwrap_or_default(),
            metrics: metrics.into_iter().map(|m| (m.name.to_owned(), m.value)).collect(),
            fault: None,
        }
    }
}
