//! What `ludex arena` takes.

use super::{RuleArgs, count, seconds, seed};
use clap::Args as Group;
use ludex_arena::Sprt;
use ludex_core::Seed;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct ArenaArgs {
    /// The game
    pub(crate) game: String,
    /// Who takes part, two or more: agents such as `random,minimax:depth=3,mcts:sims=200`, and programs, `exec:PATH
    /// ARGS`. A comma begins the next agent unless a parameter follows; `;` always does, and so does another `--agents`
    #[arg(long, value_name = "LIST", required = true)]
    pub(crate) agents: Vec<String>,
    /// Games that two agents play against each other, seats swapped; in games for one, games of each agent. For a test,
    /// the most, 100000 if not given
    #[arg(long, value_name = "N", value_parser = count, required_unless_present = "sprt", allow_negative_numbers = true)]
    pub(crate) games: Option<u64>,
    /// Keep every finished game in this file; `ludex records` lists and replays them
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Let only the first agent play, against all others
    #[arg(long, conflicts_with = "sprt")]
    pub(crate) gauntlet: bool,
    /// Play until it is clear whether the first of two agents is ELO0 or ELO1 rating points stronger than the second
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// How often the test may take ELO1 for true by mistake
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt")]
    pub(crate) alpha: f64,
    /// How often the test may take ELO0 for true by mistake
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, requires = "sprt")]
    pub(crate) beta: f64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Seed of chance and lots; drawn if not given
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,
    /// Number of threads; all cores if not given. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) jobs: Option<u64>,
    /// End a game after this many pieces, or moves where there are no pieces
    #[arg(
        long,
        value_name = "N",
        visible_alias = "max-moves",
        value_parser = count,
        allow_negative_numbers = true
    )]
    pub(crate) max_pieces: Option<u64>,
    /// Seconds for a move; who takes longer loses the game
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60", allow_negative_numbers = true)]
    pub(crate) time_limit: f64,
    /// Memory of one process of a program, in MiB
    #[arg(long, value_name = "MIB", value_parser = count, default_value = "1024", allow_negative_numbers = true)]
    pub(crate) memory_limit: u64,
    /// The figure that ranks agents in games for one; the game's first if not given
    #[arg(long, value_name = "NAME")]
    pub(crate) metric: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}
