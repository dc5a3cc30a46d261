//! What can be written behind the commands of offline Tetris.

use super::{count, seed};
use clap::Args as Group;
use ludex_core::Seed;
use ludex_offline::Method;
use ludex_offline::clear::Moves;
use ludex_offline::pdt::Box2;
use ludex_offline::puzzle::Kind;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct SolveArgs {
    /// The list of pieces, digits 1 to 7; `-` for standard input
    #[arg(required_unless_present = "distributions")]
    pub(crate) list: Option<PathBuf>,
    /// Compare methods on lists with the CITS4211 report's shares of pieces instead; --compare names others, --html draws it
    #[arg(long, conflicts_with_all = ["list", "check", "output"])]
    pub(crate) distributions: bool,
    /// With --check: the placements, one `piece rotation column` a line
    #[arg(requires = "check")]
    pub(crate) placements: Option<PathBuf>,
    /// Replay placements and say what they lead to, or which line is the first that is illegal
    #[arg(long, requires = "placements")]
    pub(crate) check: bool,
    /// Columns of the board, 4 to 32
    #[arg(long, value_name = "W", default_value = "11", allow_negative_numbers = true)]
    pub(crate) width: usize,
    /// Pieces that may wait, 0 to 7
    #[arg(long, value_name = "B", default_value = "1", allow_negative_numbers = true)]
    pub(crate) buffer: usize,
    /// Rows of the board; without it the pile may grow for ever
    #[arg(long, value_name = "H", allow_negative_numbers = true)]
    pub(crate) height: Option<usize>,
    /// naive, beam, pdt, prescient or exact
    #[arg(long, value_name = "M", default_value = "beam")]
    pub(crate) method: Method,
    /// Write the placements to a file; without it they are the output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Weights of the utility of naive and pdt: a JSON file such as {"row": -100, "hole": -80}
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// A set of pieces: a built-in one, or a file that ends in .pieces
    #[arg(long, value_name = "SET", default_value = "offline")]
    pub(crate) set: String,
    /// A decision tree as wide as the board for prescient, written by `ludex pdt -o`
    #[arg(long, value_name = "FILE")]
    pub(crate) pdt: Option<PathBuf>,
    /// Boards that exact may look at
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000000", allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Write a page with the boards, an animation, and the figures over time
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Say why the placement with this number, from 1, goes where it goes, and why another piece waits
    #[arg(long, value_name = "N", value_parser = count, conflicts_with_all = ["check", "html"], allow_negative_numbers = true)]
    pub(crate) explain: Option<u64>,
    /// With --html or --distributions: more methods to show side by side
    #[arg(long, value_name = "M", value_delimiter = ',')]
    pub(crate) compare: Vec<Method>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
pub(crate) struct PdtArgs {
    /// The box, height x width, such as 4x4
    #[arg(value_name = "HxW")]
    pub(crate) shape: Box2,
    /// Write the tree to a file that `ludex solve --pdt` reads
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Ask whether these pieces, such as 12345671234, fill the box
    #[arg(long, value_name = "PIECES")]
    pub(crate) queue: Option<String>,
    /// Pieces of the queue that may wait, 0 to 7
    #[arg(long, value_name = "B", default_value = "1", requires = "queue", value_parser = clap::value_parser!(u8).range(0..=7), allow_negative_numbers = true)]
    pub(crate) buffer: u8,
    /// A set of pieces: a built-in one, or a file that ends in .pieces
    #[arg(long, value_name = "SET", default_value = "offline")]
    pub(crate) set: String,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch that a person may give")]
pub(crate) struct ClearArgs {
    /// The pieces in the order in which they come, such as OTISZLJILSJ
    #[arg(long, value_name = "PIECES")]
    pub(crate) queue: String,
    /// A piece may be held back
    #[arg(long)]
    pub(crate) hold: bool,
    /// How pieces move: hard (straight down), tuck (then aside), srs (whatever keys can do)
    #[arg(long, value_name = "HOW", default_value = "srs")]
    pub(crate) moves: Moves,
    /// The board at the start: rows of `.` and `X`, the highest first; without it an empty one, 10 wide
    #[arg(long, value_name = "FILE")]
    pub(crate) board: Option<PathBuf>,
    /// Rows to fill, 1 to 6; without it 4, or the least that the board allows
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) rows: Option<usize>,
    /// Only the first solution
    #[arg(long)]
    pub(crate) first: bool,
    /// The share of the orders of these pieces that can be cleared
    #[arg(long, conflicts_with = "first")]
    pub(crate) orders: bool,
    /// A set of pieces: a built-in one, or a file that ends in .pieces
    #[arg(long, value_name = "SET", default_value = "srs")]
    pub(crate) set: String,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Group)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch that a person may give")]
pub(crate) struct PuzzleArgs {
    /// The code of a puzzle; without it a new one is made
    pub(crate) code: Option<String>,
    /// The puzzle of a day, such as 2025-01-31
    #[arg(long, value_name = "DATE", conflicts_with = "code")]
    pub(crate) date: Option<String>,
    /// A list of your own, such as 1234567, to be placed as well as one can
    #[arg(long, value_name = "PIECES", conflicts_with_all = ["code", "date", "kind", "seed"])]
    pub(crate) list: Option<String>,
    /// Columns of the board for that list, 4 to 32
    #[arg(
        long,
        value_name = "W",
        default_value = "11",
        requires = "list",
        allow_negative_numbers = true
    )]
    pub(crate) width: usize,
    /// Pieces of that list that may wait, 0 to 7
    #[arg(
        long,
        value_name = "B",
        default_value = "1",
        requires = "list",
        allow_negative_numbers = true
    )]
    pub(crate) buffer: usize,
    /// What kind to make: rows, clear or fill
    #[arg(long, value_name = "KIND", conflicts_with_all = ["code", "date"])]
    pub(crate) kind: Option<Kind>,
    /// Seed of a new puzzle; drawn if not given
    #[arg(long, value_name = "N", value_parser = seed, conflicts_with_all = ["code", "date"], allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,
    /// Moves that were made, `piece rotation column` each, separated by commas
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,
    /// Name a move that keeps the goal in reach
    #[arg(long)]
    pub(crate) hint: bool,
    /// Go through the answer step by step
    #[arg(long)]
    pub(crate) proof: bool,
    /// Play it here: on the whole screen of a terminal, else a line for each move
    #[arg(long, conflicts_with_all = ["hint", "proof", "json"])]
    pub(crate) play: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}
