//! How a command can end badly.

use std::fmt;
use std::io;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was asked wrongly. Nothing has happened.
    Usage(String),
    /// It tried and could not.
    Failed(String),
    /// It was interrupted. What is known has been printed, or it says why there is nothing to print.
    Interrupted(Option<String>),
    /// Whoever read the output has read enough.
    PipeClosed,
}

/// The result of a command that writes what it finds.
pub(crate) type Done = Result<(), Failure>;

impl Failure {
    /// The program's exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Failed(_) => 1,
            Self::Interrupted(_) => 130,
            Self::PipeClosed => 0,
        }
    }

    /// Ends a command that has printed what it knows: well, unless it was interrupted before it knew all.
    pub(crate) fn if_interrupted(interrupted: bool) -> Done {
        if interrupted { Err(Self::Interrupted(None)) } else { Ok(()) }
    }

    /// A complaint of the argument parser, which comes with its own `error: `.
    pub(crate) fn usage_text(text: &str) -> Self {
        let text = text.trim_end();
        Self::Usage(text.strip_prefix("error: ").unwrap_or(text).to_owned())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Failed(text) | Self::Interrupted(Some(text)) => {
                f.write_str(text)
            }
            Self::Interrupted(None) => f.write_str("interrupted"),
            Self::PipeClosed => f.write_str("the output was closed"),
        }
    }
}

/// Games complain about what they are given: names, sizes, moves, positions.
impl From<ludex_core::Error> for Failure {
    fn from(error: ludex_core::Error) -> Self {
        Self::Usage(error.to_string())
    }
}

/// Only output is written without further words; files say themselves what went wrong.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::PipeClosed,
            _ => Self::Failed(format!("cannot write the output: {error}")),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}
