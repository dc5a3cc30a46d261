//! What `ludex train` and `ludex tune` take.

use super::{RuleArgs, count, seed};
use clap::Args as Group;
use ludex_core::Seed;
use ludex_learn::tune::method::Method;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct TrainArgs {
    /// The game
    pub(crate) game: String,
    /// The network, by name; an unknown name lists those that there are
    #[arg(long, value_name = "NAME")]
    pub(crate) network: String,
    /// Games to learn from. A run that is kept may be given more or fewer later, in rounds of the same length, until its restarts end
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Where the player is written
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Keep the run in this file after every round, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Begin with what the run in this checkpoint has learned; the network must be the same, the other options need not
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Seed of chance
    #[arg(long, value_name = "N", value_parser = seed, default_value = "1", allow_negative_numbers = true)]
    pub(crate) seed: Seed,
    /// Number of threads; with one the result depends on nothing but the options
    #[arg(long, value_name = "N", value_parser = count, default_value = "1", allow_negative_numbers = true)]
    pub(crate) jobs: u64,
    /// Rounds into which the games are divided
    #[arg(long, value_name = "N", value_parser = count, default_value = "100", allow_negative_numbers = true)]
    pub(crate) rounds: u64,
    /// How much a state learns from what came later in its game, 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0.5")]
    pub(crate) lambda: f32,
    /// How much of an error is corrected at once
    #[arg(long, value_name = "SHARE", default_value = "1")]
    pub(crate) rate: f32,
    /// Do without temporal coherence: every weight learns at the same pace
    #[arg(long)]
    pub(crate) plain: bool,
    /// What every state is worth at first
    #[arg(long, value_name = "POINTS", default_value = "0")]
    pub(crate) optimism: f32,
    /// The share of the games, from the first on, that are taken up again in their middle when they are lost
    #[arg(long, value_name = "SHARE", default_value = "0.5")]
    pub(crate) restarts: f64,
    /// So many further games after each of the other games, which begin where earlier games were late
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) late: u32,
    /// The share of the games, up to the last, over which weights are averaged
    #[arg(long, value_name = "SHARE", default_value = "0.333")]
    pub(crate) averaged: f64,
    /// Tiles, with commas between them, from which on other weights speak: such as 2048,8192
    #[arg(long, value_name = "TILES", value_delimiter = ',')]
    pub(crate) stages: Vec<u32>,
    /// Boards with this tile or a larger one are looked at as if the tiles above the first gap were half as large
    #[arg(long, value_name = "TILE")]
    pub(crate) halve: Option<u32>,
    /// From boards with this tile on, the games are played two plies ahead: better games to learn from, some twenty times as slow
    #[arg(long, value_name = "TILE")]
    pub(crate) ahead: Option<u32>,
    /// The share of the games after which each stage gets weights of its own; until then all learn together
    #[arg(long, value_name = "SHARE", default_value = "0.5")]
    pub(crate) split: f64,
    /// Weights of the player are rounded to multiples of this
    #[arg(long, value_name = "POINTS", default_value = "32")]
    pub(crate) step: f32,
    /// Leave out weights that the player asks for less often than this in a thousand games with itself; 0 keeps all
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) prune: u32,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct TuneArgs {
    /// The game
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Terms to weigh: the name of a set, such as `dt`, or terms with commas between them; an unknown name lists them
    #[arg(long, value_name = "SET")]
    pub(crate) features: Option<String>,
    /// How: cmaes, cross-entropy or genetic
    #[arg(long, value_name = "METHOD", default_value = "cmaes")]
    pub(crate) method: Method,
    /// Generations
    #[arg(long, value_name = "N", value_parser = count, default_value = "60", allow_negative_numbers = true)]
    pub(crate) generations: u64,
    /// Candidates of a generation; if not given, as many as the method usually has
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) candidates: Option<u64>,
    /// Games of a candidate, the same for all of a generation; who falls behind plays fewer
    #[arg(long, value_name = "N", value_parser = count, default_value = "60", allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Moves of a game at most
    #[arg(long, value_name = "N", value_parser = count, default_value_t = TuneArgs::MOST_MOVES, allow_negative_numbers = true)]
    pub(crate) max_moves: u64,
    /// A weight file to begin from; without it, from zero
    #[arg(long, value_name = "FILE")]
    pub(crate) start: Option<String>,
    /// How far candidates lie apart at first
    #[arg(long, value_name = "X", default_value = "1")]
    pub(crate) deviation: f64,
    /// The share of the generations, up to the last, whose means are averaged
    #[arg(long, value_name = "SHARE", default_value = "0.333")]
    pub(crate) averaged: f64,
    /// Fresh games in which the result is measured; 0 for none
    #[arg(long, value_name = "N", default_value = "200")]
    pub(crate) check: u64,
    /// Where the weights are written
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Keep the run in this file after every generation, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The folder of `ludex serve`, whose Lab shows the run as curves; `ludex` among your data if not given
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// Seed of chance
    #[arg(long, value_name = "N", value_parser = seed, default_value = "1", allow_negative_numbers = true)]
    pub(crate) seed: Seed,
    /// Number of threads; all cores if not given. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) jobs: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

impl TuneArgs {
    /// Moves of a game if nobody says how many.
    pub(crate) const MOST_MOVES: u64 = 1_000_000;
}
