//! What can be written on the command line.

mod arena;
mod learn;
mod offline;
mod records;
mod reproduce;

pub(crate) use arena::ArenaArgs;
pub(crate) use learn::{TrainArgs, TuneArgs};
pub(crate) use offline::{ClearArgs, PdtArgs, PuzzleArgs, SolveArgs};
pub(crate) use records::{RecordsCommand, WhichArgs};
pub(crate) use reproduce::ReproduceArgs;

use clap::{Args as Group, Parser, Subcommand};
use clap_complete::Shell;
use ludex_core::{Seed, Size, Spec};
use std::path::PathBuf;

/// Plays games and says why.
#[derive(Debug, Parser)]
#[command(name = "ludex", version, about, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games with their rule sets, sizes and agents, or show one
    Games {
        /// The game to show; without it all
        game: Option<String>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Play in the terminal, with hints, undo and explanations
    Play(PlayArgs),
    /// Let agents play games without a screen, and sum up the results
    Run(RunArgs),
    /// Let agents and programs play a tournament: crosstable, ratings with errors, a sequential test
    Arena(ArenaArgs),
    /// Say what an agent would do in a position, and why
    Explain(ExplainArgs),
    /// Advise a person who is to move in a position
    Hint(HintArgs),
    /// Count the positions that can be reached, by depth
    Perft(PerftArgs),
    /// Place a list of pieces that is known in advance: offline Tetris
    Solve(SolveArgs),
    /// Count the ways to fill a box by straight drops: placement decision trees
    Pdt(PdtArgs),
    /// Find perfect clears of a queue of pieces
    Clear(ClearArgs),
    /// Make or read a puzzle of offline Tetris, with hints and a proof
    Puzzle(PuzzleArgs),
    /// Solve a small game: its exact value (tris, 2048 up to 3x3, pente on 7x7 and 9x9)
    Exact(ExactArgs),
    /// Teach a network by letting it play
    Train(TrainArgs),
    /// Find the weights of an evaluator by playing
    Tune(TuneArgs),
    /// Measure the speed of engines and searches
    Bench(BenchArgs),
    /// Measure published tables again, and set both side by side
    Reproduce(ReproduceArgs),
    /// Serve the web app and the HTTP APIs
    Serve(ServeArgs),
    /// Look after the games that `serve` keeps, also while it runs
    #[command(subcommand)]
    Store(StoreCommand),
    /// Finished games: list, show, export, replay, check them; without a word, list the newest
    #[command(args_conflicts_with_subcommands = true)]
    Records {
        /// The file of records; `ludex/records.sqlite` among your data if not given
        #[arg(long, value_name = "FILE")]
        records: Option<PathBuf>,
        #[command(subcommand)]
        command: Option<RecordsCommand>,
    },
    /// Speak the message protocol on standard input and output, one JSON object a line
    Engine {
        /// The game that is meant where a message names none
        game: String,
        /// The agent that answers where a question for a move names none; the game's usual one if not given
        #[arg(long, value_name = "AGENT", conflicts_with = "gomocup")]
        agent: Option<Spec>,
        /// Speak the brain protocol of Gomocup and Piskvork instead; Pente alone does
        #[arg(long)]
        gomocup: bool,
    },
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of the program, or of one command
    Man {
        /// The command; without it the page of the program
        command: Option<String>,
    },
}

/// Which rules and which size.
#[derive(Debug, Group)]
pub(crate) struct RuleArgs {
    /// Rule set, such as `standard`; see `ludex games`
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<Spec>,
    /// Board size, width x height, such as 10x20
    #[arg(long, value_name = "WxH")]
    pub(crate) size: Option<Size>,
}

#[derive(Debug, Group)]
pub(crate) struct PlayArgs {
    /// The game; without it a menu of all games
    #[arg(conflicts_with = "replay")]
    pub(crate) game: Option<String>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Who plays, seat by seat: `human` or an agent such as `minimax:depth=3`
    #[arg(long = "seat", value_name = "AGENT", requires = "game")]
    pub(crate) seats: Vec<Spec>,
    /// Start from a position file
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with_all = ["rules", "size"])]
    pub(crate) position: Option<PathBuf>,
    /// Seed of chance and lots; drawn if not given
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,
    /// The game of this number, from 1, of `ludex run` with the same seed, the seats in the order of its agents
    #[arg(long = "game", value_name = "N", value_parser = count, requires = "seed", requires = "game", conflicts_with = "position")]
    pub(crate) number: Option<u64>,
    /// Write the moves of the game to a file
    #[arg(long, value_name = "FILE", requires = "game")]
    pub(crate) record: Option<PathBuf>,
    /// Keep finished games in this file; `ludex/records.sqlite` among your data if not given
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(crate) records: Option<PathBuf>,
    /// Keep no finished game
    #[arg(long, conflicts_with = "records")]
    pub(crate) no_records: bool,
    /// Keys of falling pieces: a file with lines `ACTION KEY ...`; see docs/play.md. Without it
    /// `ludex/keys` among your configuration files, if it is there
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub(crate) keys: Option<PathBuf>,
    /// Halt after each move of an agent, with its reasons, until dismissed
    #[arg(long, requires = "game")]
    pub(crate) explain: bool,
    /// How fast time runs, 0.1 to 1000: below 1 for practice, above for the impatient
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = time_scale, requires = "game")]
    pub(crate) time_scale: f64,
    /// Step through a game that was recorded
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "size", "seed", "record"])]
    pub(crate) replay: Option<PathBuf>,
}

#[derive(Debug, Group)]
pub(crate) struct RunArgs {
    /// The game
    pub(crate) game: String,
    /// An agent such as `minimax:depth=3`; give two to let them meet with seats swapped
    #[arg(long = "agent", value_name = "AGENT", required = true)]
    pub(crate) agents: Vec<Spec>,
    /// Number of games
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Seed of chance and lots; drawn if not given
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,
    /// Number of threads; all cores if not given. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) jobs: Option<u64>,
    /// Keep every finished game in this file; `ludex records` lists and replays them
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Keep the agents' decisions with the moves; that takes longer than to choose
    #[arg(long, requires = "records")]
    pub(crate) decisions: bool,
    /// End a game after this many pieces, or moves where there are no pieces
    #[arg(
        long,
        value_name = "N",
        visible_alias = "max-moves",
        value_parser = count,
        allow_negative_numbers = true
    )]
    pub(crate) max_pieces: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct ExplainArgs {
    /// The game
    pub(crate) game: String,
    /// The position file, `-` for standard input; without it the start of the game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "size"])]
    pub(crate) position: Option<PathBuf>,
    /// The agent to ask
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Spec,
    /// Ask why the agent does not play this move
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true)]
    pub(crate) instead: Option<String>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Seed of chance and lots
    #[arg(long, value_name = "N", value_parser = seed, default_value = "1", allow_negative_numbers = true)]
    pub(crate) seed: Seed,
    /// Candidates to list, 10 if not given; a JSON document has them all
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "json", allow_negative_numbers = true)]
    pub(crate) rows: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct HintArgs {
    /// The game
    pub(crate) game: String,
    /// The position file, `-` for standard input; without it the start of the game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "size"])]
    pub(crate) position: Option<PathBuf>,
    /// Advise for every position of a list (CSV), `-` for standard input: each record has a field for each cell, or one field with `/`
    /// between the lines of a position file. Prints CSV
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "json"])]
    pub(crate) positions: Option<PathBuf>,
    /// The agent to ask; without it the game's usual one
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<Spec>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Seed of chance and lots
    #[arg(long, value_name = "N", value_parser = seed, default_value = "1", allow_negative_numbers = true)]
    pub(crate) seed: Seed,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct PerftArgs {
    /// The game
    pub(crate) game: String,
    /// Moves to look ahead; moves of chance count
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    pub(crate) depth: u32,
    /// The position file, `-` for standard input; without it the start of the game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "size"])]
    pub(crate) position: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// The pieces that are dealt, one after the other, such as IOLJS, in games of pieces; they replace
    /// those that a position file names
    #[arg(long, value_name = "PIECES")]
    pub(crate) queue: Option<String>,
    /// Seed of what chance has drawn before the first move
    #[arg(long, value_name = "N", value_parser = seed, default_value = "1", allow_negative_numbers = true)]
    pub(crate) seed: Seed,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct ExactArgs {
    /// The game
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Also the score that this agent expects, and how much it gives away beside best play
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<Spec>,
    /// Write the proof to a file, where the game has one
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Solve nothing: replay a proof that was written, with the rules alone
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "size", "proof", "agent"])]
    pub(crate) check: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct BenchArgs {
    /// Beginnings of names, such as `tris`; all benches if none is given
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Seconds to spend on each measurement
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "1", allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct ServeArgs {
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value = "7777")]
    pub(crate) port: u16,
    /// Folder for the games that are to survive a restart; `ludex` among your data if not given
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Keep finished games in this file; `records.sqlite` in the folder of the games if not given
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Keep no finished game beyond its time at the table
    #[arg(long, conflicts_with = "records")]
    pub(crate) no_records: bool,
    /// A file with limits and names of the server, in TOML; `--print-settings` shows all of them
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
    /// One setting, such as `jobs=2` or `hosts=["games.example"]`, over that of the file
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// Print the settings as they would be, and end
    #[arg(long)]
    pub(crate) print_settings: bool,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum StoreCommand {
    /// Read the whole file and play every game again: no move is missing, and it stands as stored
    Check {
        #[command(flatten)]
        place: StoreArgs,
    },
    /// Copy the store to a new file, as it is at this moment
    Backup {
        /// The new file; one that is there already is left alone
        file: PathBuf,
        #[command(flatten)]
        place: StoreArgs,
    },
    /// Write all games without their secret tokens, one JSON object a line
    Export {
        /// The new file; standard output if not given
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Folder of the games; `ludex` among your data if not given
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
}

/// Which store, and how to tell about it.
#[derive(Debug, Group)]
pub(crate) struct StoreArgs {
    /// Folder of the games; `ludex` among your data if not given
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

fn seed(text: &str) -> Result<Seed, String> {
    let read = text.parse().map(Seed);
    read.map_err(|_| format!("give a whole number from 0 to {}", u64::MAX))
}

fn count(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("give a whole number, 1 or more".into()),
        Ok(count) => Ok(count),
    }
}

fn depth(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(depth @ 1..=1000) => Ok(depth),
        _ => Err("give a whole number from 1 to 1000".into()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("give seconds above 0, such as 0.5".into()),
    }
}

/// Reads how fast time runs.
fn time_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.1..=1000.0).contains(scale));
    scale.ok_or_else(|| "give a number from 0.1 to 1000".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_sound() {
        Args::command().debug_assert();
    }
}
