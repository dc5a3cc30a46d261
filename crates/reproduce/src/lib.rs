//! Published tables, measured again and set beside what was published.
//!
//! | module | holds |
//! | --- | --- |
//! | [`model`] | figures, their intervals, what two of them say about each other |
//! | `tables` | one file for each table: what was published, and how it is measured here |
//! | [`workshop`] | how much work is done; games to be played |
//! | [`plot`] | plots as SVG |
//! | [`page`], [`markdown`] | all of it as one web page, and as a text for the guide |
//! | [`machine`] | where it was measured |
#![forbid(unsafe_code)]

pub mod machine;
pub mod markdown;
pub mod model;
pub mod page;
pub mod plot;
mod tables;
pub mod workshop;

pub use machine::Machine;
pub use model::{Compare, Estimate, Figure, Kind, Table, Verdict};
pub use plot::Plot;
pub use workshop::Workshop;

use cpu_time::ProcessTime;
use ludex_core::Result;
use serde::Serialize;
use std::time::Instant;

/// A table that can be measured again.
#[derive(Clone, Copy, Serialize)]
pub struct Entry {
    /// Its name in commands.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Who published it.
    pub source: &'static str,
    /// What is asked, and how it is measured.
    pub question: &'static str,
    #[serde(skip)]
    measure: fn(&Workshop<'_>) -> Result<Content>,
}

/// What measuring a table gives.
#[derive(Default)]
pub(crate) struct Content {
    pub(crate) figures: Vec<Figure>,
    pub(crate) findings: Vec<String>,
    pub(crate) commands: Vec<String>,
    pub(crate) plots: Vec<Plot>,
}

impl Entry {
    /// Measures the table. When the work is stopped, what is known by then.
    pub fn run(&self, workshop: &Workshop<'_>) -> Result<Table> {
        let (started, watch) = (Instant::now(), ProcessTime::now());
        let Content { figures, findings, commands, plots } = (self.measure)(workshop)?;
        let quick = if workshop.quick { " --quick" } else { "" };
        let whole = format!("ludex reproduce {}{quick} --seed {}", self.name, workshop.seed);
        Ok(Table {
            name: self.name.into(),
            title: self.title.into(),
            source: self.source.into(),
            question: self.question.into(),
            figures,
            findings,
            commands: std::iter::once(whole).chain(commands).collect(),
            seed: workshop.seed.0,
            quick: workshop.quick,
            seconds: started.elapsed().as_secs_f64(),
            processor_seconds: watch.elapsed().as_secs_f64(),
            interrupted: workshop.is_over(),
            plots,
        })
    }
}

/// All tables, in the order in which people should meet them.
pub fn entries() -> &'static [Entry] {
    tables::ALL
}
