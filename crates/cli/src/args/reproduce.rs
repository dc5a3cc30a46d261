//! What `ludex reproduce` takes.

use super::{count, seed};
use clap::Args as Group;
use ludex_core::Seed;
use std::path::PathBuf;

#[derive(Debug, Group)]
pub(crate) struct ReproduceArgs {
    /// The table, or `all`; without it a list of them
    pub(crate) name: Option<String>,
    /// Measure less: all tables in less than two minutes
    #[arg(long, requires = "name")]
    pub(crate) quick: bool,
    /// Write one web page with plots that needs nothing else
    #[arg(long, value_name = "FILE", requires = "name")]
    pub(crate) html: Option<PathBuf>,
    /// Write a text in Markdown, its plots in the folder `pictures` beside it
    #[arg(long, value_name = "FILE", requires = "name")]
    pub(crate) markdown: Option<PathBuf>,
    /// Seed of chance and lots
    #[arg(long, value_name = "N", value_parser = seed, default_value = "1", allow_negative_numbers = true)]
    pub(crate) seed: Seed,
    /// Number of threads for games; all cores if not given. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) jobs: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}
