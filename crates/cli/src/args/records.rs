//! What can be written behind `ludex records`.

use clap::{Args as Group, Subcommand};
use ludex_records::Filter;
use ludex_records::export::{Format, read_date};
use ludex_records::{Source, unix_time};
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum RecordsCommand {
    /// List games that were kept, the newest last
    List {
        #[command(flatten)]
        which: WhichArgs,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show one game: who played, how it ended, its moves
    Show {
        /// Its number
        #[arg(value_parser = number, allow_negative_numbers = true)]
        number: i64,
        /// The file of records; `ludex/records.sqlite` among your data if not given
        #[arg(long, value_name = "FILE")]
        records: Option<PathBuf>,
        /// Print only the text that `ludex play --replay` and the page read
        #[arg(long, conflicts_with = "json")]
        text: bool,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Play games again and name each that does not end as it is said to
    Check {
        /// Collections of games in the form that players use, `-` being standard input; without one the
        /// file of records is checked
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The game that was played in those collections
        #[arg(long, value_name = "GAME", default_value = "pente", requires = "files")]
        game: String,
        /// The file of records; `ludex/records.sqlite` among your data if not given
        #[arg(long, value_name = "FILE", conflicts_with = "files")]
        records: Option<PathBuf>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Write games for other programs
    Export {
        #[command(flatten)]
        which: WhichArgs,
        /// `jsonl`, one JSON object a line; `csv`, a table without moves; `pgn`, tags and numbered moves
        #[arg(long, value_name = "FORMAT", default_value = "jsonl", value_parser = format)]
        format: Format,
        /// The new file; standard output if not given
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Step through a game, in the terminal or in the browser
    Replay {
        /// Its number
        #[arg(value_parser = number, allow_negative_numbers = true)]
        number: i64,
        /// The file of records; `ludex/records.sqlite` among your data if not given
        #[arg(long, value_name = "FILE")]
        records: Option<PathBuf>,
        /// Serve the page with this game, print its address and open it
        #[arg(long)]
        page: bool,
        /// The port of the page; 0 takes any that is free
        #[arg(long, value_name = "PORT", default_value = "0", requires = "page")]
        port: u16,
    },
}

/// Which games are meant.
#[derive(Debug, Group)]
pub(crate) struct WhichArgs {
    /// Games with these numbers only
    #[arg(value_name = "NUMBER", value_parser = number, allow_negative_numbers = true)]
    pub(crate) numbers: Vec<i64>,
    /// The game's name
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Somebody who played: a name such as `minimax`, or with its parameters
    #[arg(long, value_name = "AGENT")]
    pub(crate) agent: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2`, `0-0` (lost by both), `over` or `cut short`
    #[arg(long, value_name = "RESULT", value_parser = result)]
    pub(crate) result: Option<String>,
    /// Where it was played: `play`, `run`, `arena` or `serve`
    #[arg(long, value_name = "SOURCE", value_parser = source)]
    pub(crate) source: Option<Source>,
    /// The match or tournament, as it is listed
    #[arg(long, value_name = "EVENT")]
    pub(crate) event: Option<String>,
    /// Games that ended since a day such as 2026-01-31 (UTC), or in the last 30m, 12h or 7d
    #[arg(long, value_name = "TIME", value_parser = since)]
    pub(crate) since: Option<u64>,
    /// So many games at most, the newest
    #[arg(long, value_name = "N", value_parser = super::count, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// The file of records; `ludex/records.sqlite` among your data if not given
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
}

impl WhichArgs {
    /// What was asked for.
    pub(crate) fn filter(&self) -> Filter {
        Filter {
            game: self.game.clone(),
            agent: self.agent.clone(),
            result: self.result.clone(),
            source: self.source,
            event: self.event.clone(),
            since: self.since,
            ids: self.numbers.clone(),
            limit: self.limit,
        }
    }
}

/// The number of a game; files count from 1.
fn number(text: &str) -> Result<i64, String> {
    let read = text.parse().ok().filter(|number| *number > 0);
    read.ok_or_else(|| {
        "give the number of a game, from 1 on; `ludex records list` shows them".to_owned()
    })
}

fn format(text: &str) -> Result<Format, String> {
    let found = Format::ALL.iter().find(|(name, _)| *name == text);
    found.map(|(_, format)| *format).ok_or_else(|| "give jsonl, csv or pgn".to_owned())
}

fn source(text: &str) -> Result<Source, String> {
    Source::read(text).ok_or_else(|| "give play, run, arena or serve".to_owned())
}

fn result(text: &str) -> Result<String, String> {
    const KNOWN: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "0-0", "over", "cut short"];
    if KNOWN.contains(&text) {
        Ok(text.to_owned())
    } else {
        Err(format!("give {}", KNOWN.join(", ")))
    }
}

/// A day, or a span of time before now.
fn since(text: &str) -> Result<u64, String> {
    let wrong = || "give a day such as 2026-01-31, or a span such as 30m, 12h or 7d".to_owned();
    if let Some(time) = read_date(text) {
        return Ok(time);
    }
    let unit = match text.chars().last() {
        Some('m') => 60_000,
        Some('h') => 3_600_000,
        Some('d') => 86_400_000,
        _ => return Err(wrong()),
    };
    let count: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    Ok(unix_time().saturating_sub(count.saturating_mul(unit)))
}
