//! What the service says.

use super::arena::Standings;
use super::curves::LearningCurve;
use super::puzzles::PuzzleView;
use super::views::{
    Draw, GameView, Happened, Measure, Reviewed, SeatResult, SeatReview, SessionLine, Show, State,
};
use ludex_core::explain::{Contrast, Explanation, Unfolded};
use ludex_core::{Observation, Picture, Threat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// An answer to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Reply {
    /// The number of the request.
    pub id: u64,
    /// Whether this is the end of the answer.
    pub last: bool,
    /// What is said.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What can be answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// To `hello`.
    Welcome {
        /// The protocol's number.
        protocol: u32,
        /// The program's version.
        version: String,
        /// What can be played.
        games: Vec<GameView>,
        /// Tables at which agents play for the home page while somebody watches.
        shows: Vec<Show>,
    },
    /// To `create` and `load`.
    Created {
        /// The table.
        session: String,
        /// A token for each seat of a person.
        tokens: Vec<Option<String>>,
        /// Opens no seat, but lets one change settings and take back moves: for tables of agents.
        owner: String,
        /// The table as it begins.
        state: Box<State>,
    },
    /// To `join`, `state`, `act`, `key`, `undo`, `set`, `continue`.
    State {
        /// The table.
        state: Box<State>,
    },
    /// To `renew`.
    Renewed {
        /// The new token of the seat.
        token: String,
    },
    /// To `history`.
    History {
        /// Move by move.
        moves: Vec<Happened>,
    },
    /// To `point`.
    Pointed {
        /// The action meant, if there is one.
        action: Option<String>,
        /// In words.
        phrase: Option<String>,
    },
    /// To `preview`.
    Preview {
        /// The board with the ghosts.
        picture: Picture,
    },
    /// To `threats`.
    Threats {
        /// Those of who is not to move first, the gravest first.
        threats: Vec<Threat>,
    },
    /// To `analyse`.
    Analysis {
        /// How many moves had been played.
        ply: u64,
        /// The reasons.
        explanation: Box<Explanation>,
    },
    /// To `why_not`.
    WhyNot {
        /// How many moves had been played.
        ply: u64,
        /// Both actions compared.
        contrast: Box<Contrast>,
    },
    /// To `unfold`.
    Unfolded {
        /// How many moves had been played.
        ply: u64,
        /// What may follow, what is expected first.
        unfolded: Box<Unfolded>,
    },
    /// To `draws`.
    Draws {
        /// How many moves had been played.
        ply: u64,
        /// Whether these are all that there could have been, or some by lot.
        complete: bool,
        /// The best for who is to move first.
        draws: Vec<Draw>,
    },
    /// To `review`: one after the other. The last has all moves once more, graded by what the whole game is like.
    Review {
        /// The moves judged since the answer before.
        moves: Vec<Reviewed>,
        /// How many there are in all.
        total: u64,
        /// What losses are measured by.
        measure: Measure,
        /// What each seat gave away so far, and what chance did.
        seats: Vec<SeatReview>,
    },
    /// To `run`.
    Match {
        /// Games finished so far.
        finished: u64,
        /// Games in all.
        games: u64,
        /// Those of the finished that the longest game allowed cut short.
        cut_short: u64,
        /// Results by seat.
        seats: Vec<SeatResult>,
        /// Each figure of each game so far, in the order of their numbers.
        metrics: BTreeMap<String, Vec<f64>>,
        /// Wall time.
        seconds: f64,
    },
    /// To `move`.
    Move {
        /// What the agent would play, in notation.
        #[serde(rename = "move")]
        action: String,
    },
    /// To `step`.
    Step {
        /// Where the actions have led, as a file.
        position: String,
        /// The same as numbers, where the game has such a form.
        observation: Option<Observation>,
        /// How much the score has grown for the seat that was to move.
        reward: f64,
        /// How many of the actions were taken: all, unless the game was over before.
        taken: usize,
        /// Whether the game is over.
        over: bool,
        /// The legal actions now.
        actions: Vec<String>,
        /// The game's figures as far as the position tells them; what it does not hold, the number of moves, is counted
        /// from the position that was sent.
        metrics: BTreeMap<String, f64>,
    },
    /// To `arena`.
    Arena {
        /// How the tournament stands.
        standings: Box<Standings>,
    },
    /// To `save`.
    Saved {
        /// What `load` takes.
        record: String,
    },
    /// To `list`.
    Listed {
        /// The newest first.
        sessions: Vec<SessionLine>,
    },
    /// To `puzzle`.
    Puzzle {
        /// The puzzle after the moves.
        puzzle: Box<PuzzleView>,
    },
    /// To `curves`.
    Curves {
        /// The newest first.
        curves: Vec<LearningCurve>,
        /// Files among them that hold no such curve.
        unreadable: Vec<String>,
    },
    /// To `leave` and `cancel`.
    Done,
    /// What was asked cannot be done. Nothing has changed.
    Error {
        /// Of what kind.
        kind: ErrorKind,
        /// Names the bad value and the remedy.
        message: String,
    },
}

/// Kinds of errors, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The message or a value in it is wrong.
    Bad,
    /// There is no such game, table or agent.
    Missing,
    /// The token is not that of the seat.
    Forbidden,
    /// Not now: out of turn, over, illegal at this position.
    Conflict,
    /// Too much: try again later, or less.
    Limit,
    /// A fault of the service.
    Internal,
}

/// What happens at a table by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table has changed.
    State {
        /// The table.
        session: String,
        /// As it is now.
        state: Box<State>,
    },
    /// Only the falling piece or the clock has moved.
    Live {
        /// The table.
        session: String,
        /// As it is now.
        live: Box<super::LiveView>,
    },
    /// An agent is thinking (or no more).
    Thinking {
        /// The table.
        session: String,
        /// Which seat.
        seat: usize,
        /// Whether it has begun.
        on: bool,
    },
    /// The table is gone.
    Closed {
        /// The table.
        session: String,
        /// Why.
        reason: String,
    },
}
