//! Matches and tournaments of agents, as they are asked for and as they stand.

use ludex_core::FaultKind;
use serde::{Deserialize, Serialize};

/// A match of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct RunMatch {
    /// The game's name.
    pub game: String,
    /// The rule set with options.
    #[serde(default)]
    pub rules: Option<String>,
    /// Width x height.
    #[serde(default)]
    pub size: Option<String>,
    /// One agent, or two that swap seats.
    pub agents: Vec<String>,
    /// How many games.
    pub games: u64,
    /// The first seed.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Longest game, in the figure that limits count in this game (pieces, where there are any), else in moves.
    #[serde(default)]
    pub max_moves: Option<u64>,
}

/// A tournament of agents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct RunArena {
    /// The game's name.
    pub game: String,
    /// The rule set with options.
    #[serde(default)]
    pub rules: Option<String>,
    /// Width x height.
    #[serde(default)]
    pub size: Option<String>,
    /// Two agents or more.
    pub agents: Vec<String>,
    /// How many games two agents play against each other, or each agent alone in games for one.
    pub games: u64,
    /// Whether only the first agent plays against all others.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub gauntlet: bool,
    /// The seed of the tournament.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Longest game, in the figure that limits count in this game (pieces, where there are any), else in moves.
    #[serde(default)]
    pub max_moves: Option<u64>,
}

/// How a tournament stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Standings {
    /// The seed of the tournament.
    pub seed: u64,
    /// Games that were asked for, all encounters together.
    pub games: u64,
    /// Games played.
    pub played: u64,
    /// The figure by which agents are ranked, in games for one.
    pub metric: Option<String>,
    /// Whether somebody has won or lost everything, so that ratings count one more game in every encounter, drawn.
    pub bounded: bool,
    /// The agents, the best first.
    pub standings: Vec<Standing>,
    /// Who met whom; the first agent is always the one that was named earlier.
    pub crosstable: Vec<Encounter>,
    /// Games that somebody lost by crashing, by being late, or by an illegal answer: the first ones.
    pub faults: Vec<ArenaFault>,
}

/// An agent in a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Standing {
    /// Its place, from 1.
    pub place: usize,
    /// Its number among the agents as they were named, from 0.
    pub number: usize,
    /// Its specification.
    pub agent: String,
    /// Its games.
    pub games: u64,
    /// Games won; in games for one, seeds on which it did better than another agent.
    pub wins: u64,
    /// Games drawn, or seeds on which it did as well.
    pub draws: u64,
    /// Games lost, or seeds on which it did worse.
    pub losses: u64,
    /// Games that it lost by a fault of its own; they are among the losses.
    pub faults: u64,
    /// Its rating beside the mean of all agents, or the mean of the figure in games for one.
    pub rating: Option<Estimate>,
    /// How likely it is better than the next one in the list.
    pub superior: Option<f64>,
    /// The figure of each of its games, in games for one; none where a game was not played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<Option<f64>>>"))]
    pub figures: Vec<Option<f64>>,
}

/// A value with how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The interval that holds the true value in 95 of 100 such tournaments; none where it is not known.
    pub ci95: Option<[f64; 2]>,
}

/// What two agents did to each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Encounter {
    /// The number of one agent, from 0.
    pub first: usize,
    /// The number of the other.
    pub second: usize,
    /// Games that the first won, or seeds on which it did better.
    pub wins: u64,
    /// Games drawn, or seeds on which both did alike.
    pub draws: u64,
    /// Games that the first lost, or seeds on which it did worse.
    pub losses: u64,
    /// Games that are different from each other; seeds that both have played in games for one. What the others repeat
    /// proves nothing, and ratings leave it out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<u64>"))]
    pub distinct: u64,
    /// By how much the first is better, from these games alone: rating points, or the figure in games for one.
    pub difference: Option<Estimate>,
    /// How likely the first is better, from these games alone.
    pub superior: Option<f64>,
    /// Pairs of games in which the first had 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// The result of each game for the first, in order: `w`, `d`, `l`, or `.` for one that was not played.
    pub results: String,
}

/// A game that a player lost by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ArenaFault {
    /// The number of the agent, from 0.
    pub number: usize,
    /// The agent.
    pub agent: String,
    /// The number of the other agent, if there was one.
    pub against: Option<usize>,
    /// The number of the game among those of the two, from 1.
    pub game: u64,
    /// What it did.
    pub kind: FaultKind,
    /// In words.
    pub message: String,
}
