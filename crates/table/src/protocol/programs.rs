//! What programs ask for that hold the position themselves: a move, or the next step of a game.

use serde::{Deserialize, Serialize};

/// A question for a move. Whatever else stands in it is not looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct AskMove {
    /// The game's name. The position names it, too.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub game: String,
    /// The position as a file.
    pub position: String,
    /// Who is asked; that of the engine or the game's usual one if missing.
    #[serde(default)]
    pub agent: Option<String>,
    /// Time for the answer. A search that takes longer is cut short.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// The seed of the agent's lots; 1 if missing.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// Actions to be taken one after the other. The answer holds the position that they lead to, for the next question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct AskStep {
    /// The game's name. A position names it, too, and an engine that was started for one game knows it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub game: String,
    /// The rule set with options; the game's first if missing. A position names its own.
    #[serde(default)]
    pub rules: Option<String>,
    /// Width x height.
    #[serde(default)]
    pub size: Option<String>,
    /// The position as a file, as the answer before gave it; a new game if missing.
    #[serde(default)]
    pub position: Option<String>,
    /// What to play, in notation; nothing: only look.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<_>", optional))]
    pub actions: Vec<String>,
    /// The seed of what chance does in this step; drawn if missing.
    #[serde(default)]
    pub seed: Option<u64>,
}
