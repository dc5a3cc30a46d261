//! Where figures were measured.

use crate::page::counted;
use serde::Serialize;
use std::fs;
use std::thread::available_parallelism;

/// A machine, and the program on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Machine {
    /// The processor's name, as the system tells it.
    pub processor: String,
    /// Threads that it runs at once.
    pub cores: usize,
    /// The system.
    pub system: String,
    /// The program's version.
    pub version: String,
    /// The commit that the program was built from, if whoever built it said so.
    pub commit: Option<String>,
}

impl Machine {
    /// This machine and this program.
    pub fn this() -> Self {
        Self {
            processor: processor().unwrap_or_else(|| "unknown processor".into()),
            cores: available_parallelism().map_or(1, usize::from),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            version: env!("CARGO_PKG_VERSION").into(),
            commit: option_env!("LUDEX_COMMIT").filter(|text| !text.is_empty()).map(Into::into),
        }
    }

    /// For people, in a line.
    pub fn words(&self) -> String {
        let Self { processor, cores, system, version, commit } = self;
        let commit =
            commit.as_ref().map_or_else(String::new, |commit| format!(", commit {commit}"));
        let threads = counted(*cores, "thread");
        format!("{processor}, {threads}, {system}; ludex {version}{commit}")
    }
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
