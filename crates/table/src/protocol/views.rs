//! What tables and games look like from outside.

use ludex_core::explain::Explanation;
use ludex_core::{Controls, Look, Observation, Picture, Proven};
use serde::{Deserialize, Serialize};

/// A game that can be played here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameView {
    /// The name in requests.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// One line about it.
    pub about: String,
    /// Players under the first rule set.
    pub seats: usize,
    /// Rule sets, the first is the default.
    pub rules: Vec<RuleSet>,
    /// Board sizes as width x height: default, least, most.
    pub sizes: [String; 3],
    /// Agents, weakest first.
    pub agents: Vec<Choosable>,
    /// The agent a newcomer meets.
    pub opponent: String,
    /// Names of its figures.
    pub metrics: Vec<String>,
    /// How a person enters a move.
    pub input: String,
}

/// A rule set with how it is played and looks, so that a page needs to know nothing else of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RuleSet {
    /// Its name.
    pub name: String,
    /// What it is.
    pub help: String,
    /// Its parameters: name, help, default.
    pub parameters: Vec<[String; 3]>,
    /// Players.
    pub seats: usize,
    /// The agent a newcomer meets.
    pub opponent: String,
    /// How it is played.
    pub controls: Controls,
    /// How it looks.
    pub look: Look,
    /// Whether `threats` can be asked for.
    #[serde(default)]
    pub threats: bool,
}

/// Something that can be chosen, with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Choosable {
    /// Its name.
    pub name: String,
    /// What it is.
    pub help: String,
    /// Its parameters: name, help, default.
    pub parameters: Vec<[String; 3]>,
}

/// A table at which agents play for those who look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Show {
    /// The game.
    pub game: String,
    /// The rule set.
    pub rules: String,
    /// The table to join.
    pub session: String,
}

/// A table.
#[allow(clippy::struct_excessive_bools, reason = "a message: each says something of its own")]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct State {
    /// The table.
    pub session: String,
    /// Grows with every change, so that late news can be told from new.
    pub version: u64,
    /// The game's name.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// Width x height.
    pub size: String,
    /// The seed of chance; nothing while it would foretell what comes.
    pub seed: Option<u64>,
    /// Moves of players so far.
    pub ply: u64,
    /// Moves of players in all; more than `ply` where the past is shown.
    pub plies: u64,
    /// Who plays.
    pub players: Vec<PlayerView>,
    /// Seats for which the one who asked has the token.
    pub yours: Vec<usize>,
    /// Who is to move.
    pub turn: TurnView,
    /// Whether what is good for one player is as bad for the other.
    pub zero_sum: bool,
    /// Whether chance has a part in the game: then `draws` can be asked.
    pub chance: bool,
    /// The agent that advises and judges here if nobody else is named.
    pub usual: String,
    /// Each seat's score.
    pub scores: Vec<f64>,
    /// The figures so far.
    pub metrics: Vec<Named<f64>>,
    /// The board.
    pub picture: Picture,
    /// The board on its way through the last move, where that did several things in a row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<Picture>>"))]
    pub frames: Vec<Picture>,
    /// The position as numbers, for programs that learn, where the game has such a form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub observation: Option<Observation>,
    /// The legal actions of the seat to move.
    pub actions: Vec<String>,
    /// The last move.
    pub last: Option<Happened>,
    /// The reasons of the last move, if an agent made it and explanations are on.
    pub reasons: Option<Box<Explanation>>,
    /// The falling piece and the clock, in games that have one.
    pub live: Option<LiveView>,
    /// Whether the table waits for `continue`.
    pub waiting: bool,
    /// Whether nothing moves by itself.
    pub paused: bool,
    /// Whether a move can be taken back.
    pub undo: bool,
    /// Settings as they are.
    pub settings: super::Settings,
    /// Time played, in games whose result is a time or that a clock ends.
    pub played_ms: Option<u64>,
    /// How it ended, in a sentence.
    pub result: Option<String>,
    /// The position as a file, for links.
    pub position: String,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PlayerView {
    /// `human` or the agent's specification.
    pub player: String,
    /// Whether it is a person.
    pub human: bool,
    /// Whether that person is connected.
    pub here: bool,
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TurnView {
    /// A seat.
    Seat {
        /// Which.
        seat: usize,
    },
    /// Nobody: the game is over.
    Over,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Happened {
    /// Moves before it.
    pub ply: u64,
    /// Who made it.
    pub seat: usize,
    /// In notation.
    pub action: String,
    /// The same as agents think of it, without how a hand carried it out.
    pub bare: String,
    /// In words.
    pub phrase: String,
    /// What the agent that made it expected: from the first seat's side in games where what is good for one player
    /// is as bad for the other, else for itself.
    pub value: Option<f64>,
    /// The chance to win that goes with `value`, for the first seat, where it was measured for the agent.
    pub chance: Option<f64>,
    /// Scores after it.
    pub scores: Vec<f64>,
    /// How long it took, where a clock is running.
    pub waited_ms: u64,
    /// What it achieved, in a few words each: `T-spin double`, `Back-to-back`.
    pub feats: Vec<String>,
}

/// A move in the making.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LiveView {
    /// The board with the piece and where it would land (`:`); its pivot reads `@`.
    pub picture: Picture,
    /// What is held and what comes next.
    pub beside: Vec<SmallPicture>,
    /// From 1.
    pub level: u32,
    /// Time for a row now.
    pub interval_ms: u64,
    /// Time played.
    pub played_ms: u64,
    /// Time left, where the clock ends the game.
    pub left_ms: Option<u64>,
}

/// A small picture with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SmallPicture {
    /// `next`, `hold`.
    pub name: String,
    /// The piece.
    pub picture: Picture,
}

/// A figure with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Named<T> {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: T,
}

/// How much a move gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Nothing worth a word.
    Fine,
    /// A little.
    Inaccuracy,
    /// Much.
    Mistake,
    /// Very much, or a certain result.
    Blunder,
}

/// What the moves of a game are measured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// By the chance to win: the judge's values are results.
    Chance,
    /// By what a middling move gives away: the judge's values have a unit of their own.
    Middling,
}

/// What a seat gave away itself, and what chance gave or took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeatReview {
    /// The seat.
    pub seat: usize,
    /// Its moves that were judged.
    pub moves: u64,
    /// How close they came to the judge's best, 0 to 100: 100 for the best, half for a mistake.
    pub accuracy: f64,
    /// What they gave away: the chance to win over the whole game, or the share of a middling move's loss, a move.
    pub gave: f64,
    /// What chance gave in the same measure, beside the average of all that it could have done; negative for bad luck.
    /// None where chance had no part, or where asking the judge about it takes too long.
    pub luck: Option<f64>,
    /// How far that may be off: a standard error, where not everything that chance could have done was looked at.
    pub luck_error: Option<f64>,
}

/// A move that was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Reviewed {
    /// Moves before it.
    pub ply: u64,
    /// Who made it.
    pub seat: usize,
    /// What was played.
    pub played: String,
    /// What the judge would have played.
    pub best: String,
    /// The judge's value of the move played, for who made it.
    pub value: f64,
    /// The judge's value of its own choice.
    pub best_value: f64,
    /// The chance to win after the move played, for who made it, where it was measured for the judge.
    pub chance: Option<f64>,
    /// The outcome after the move played, where it is certain.
    pub proven: Option<Proven>,
    /// What it gave away: a share of the chance to win, or as many times what lies between a middling move and the best, ten at most.
    pub loss: f64,
    /// How much that is.
    pub grade: Grade,
    /// Whether it is a mistake or a blunder.
    pub mistake: bool,
    /// What chance had given just before it, as `loss` is measured; negative for bad luck.
    pub luck: Option<f64>,
    /// Why it is not the best, where it gave something away.
    pub words: Option<String>,
    /// Keys that were pressed for it, where that was counted.
    pub keys_used: Option<u32>,
    /// Keys that would have done.
    pub keys_enough: Option<u32>,
}

/// Results of an agent in a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeatResult {
    /// The agent.
    pub agent: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A stored game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SessionLine {
    /// The table.
    pub session: String,
    /// The game.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// Who plays.
    pub players: Vec<String>,
    /// Moves so far.
    pub plies: u64,
    /// Each seat's score.
    pub scores: Vec<f64>,
    /// Whether it is over.
    pub over: bool,
    /// Seconds since 1970 of the last change.
    pub changed: u64,
}

/// What chance drew or could have drawn, and what came or would have come of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Draw {
    /// In notation, one thing after the other.
    pub drawn: Vec<String>,
    /// In words.
    pub phrase: String,
    /// How probable it was; where draws were taken by lot, its share of them.
    pub share: f64,
    /// Whether it is what came.
    pub came: bool,
    /// What the agent would play then, in words; missing where the game would be over.
    pub best: Option<String>,
    /// What the agent thinks that is worth.
    pub value: Option<f64>,
    /// The board.
    pub picture: Picture,
    /// The position, as `create` takes it.
    pub position: String,
}
