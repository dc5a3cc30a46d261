//! Learning curves: how a tuning or a training went, or goes.

use serde::{Deserialize, Serialize};

/// How a tuning went, or goes: written by the program that tunes after every generation, and shown by the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LearningCurve {
    /// The game.
    pub game: String,
    /// Its rules.
    pub rules: String,
    /// The board.
    pub size: String,
    /// How weights are looked for.
    pub method: String,
    /// What is counted, such as `lines`.
    pub counted: String,
    /// Generations in all.
    pub planned: u64,
    /// Whether this is the end of it.
    pub finished: bool,
    /// The command that does the same again.
    pub command: String,
    /// The generations so far.
    pub points: Vec<CurvePoint>,
    /// What was found so far, term by term.
    pub weights: Vec<CurveWeight>,
}

/// One generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CurvePoint {
    /// What the best candidate reached on average.
    pub best: f64,
    /// What all candidates reached on average.
    pub mean: f64,
    /// The standard deviation among the candidates.
    pub spread: f64,
    /// Games since the start.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub games: u64,
}

/// The weight of a term.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CurveWeight {
    /// The term.
    pub name: String,
    /// What it counts for.
    pub weight: f64,
}
