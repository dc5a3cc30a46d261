//! What a database has to do for the store.
//!
//! Everything above speaks to [`Database`] alone, so that another one can take the place of the file without a
//! change anywhere else. It need not be clever: one caller writes, and it writes many things at once.

use super::rows::{Line, Saved};
use crate::error::RequestError;
use std::collections::HashSet;
use std::fmt;
use std::time::Duration;

/// Something to be remembered.
#[derive(Clone, Debug)]
pub(crate) enum Write {
    /// How a table stands, besides its moves.
    Table(Box<Line>),
    /// The next move of a table; refused if it is not the next.
    Move {
        session: String,
        ply: usize,
        action: String,
        value: Option<f64>,
        waited: Duration,
        /// Milliseconds since 1970.
        at: u64,
    },
    /// Only so many moves are left; refused if there are fewer.
    Undo { session: String, plies: usize },
    /// Tables that nobody has touched since are forgotten, but not those that are `in_use`.
    Forget { before: u64, unplayed_before: u64, in_use: HashSet<String> },
}

/// Why the store did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It can be neither written nor read at the moment: a full disk, a locked file.
    Failed(String),
    /// What it has of a table is not whole, or the write does not go on from there.
    Broken(String),
    /// It is closed.
    Closed,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => {
                write!(
                    f,
                    "the store of games failed: {error}; nothing has changed, try again later"
                )
            }
            Self::Broken(what) => {
                write!(f, "{what}; `ludex store check` names all such tables, a backup may have it")
            }
            Self::Closed => f.write_str("the server is shutting down; connect again in a moment"),
        }
    }
}

impl From<Fault> for RequestError {
    fn from(fault: Fault) -> Self {
        Self::internal(fault.to_string())
    }
}

/// Whether something was done.
pub(crate) type Outcome<T = ()> = Result<T, Fault>;

/// A database that can keep games.
pub(crate) trait Database: Send + Sync {
    /// Carries out the batches in order, each wholly or not at all, and returns when what it says was done is safe.
    ///
    /// A batch that is [`Fault::Broken`] leaves the others as they are.
    fn commit(&self, batches: &[Vec<Write>]) -> Vec<Outcome>;

    /// Whether it can be written: writes something that changes nothing.
    fn probe(&self) -> Outcome;

    /// A table with all its moves.
    fn read(&self, id: &str) -> Outcome<Option<Saved>>;

    /// So many tables, the last changed first.
    fn list(&self, limit: usize) -> Outcome<Vec<Line>>;

    /// The same of those alone that anybody may know of.
    fn list_public(&self, limit: usize) -> Outcome<Vec<Line>>;

    /// A table without its moves.
    fn line(&self, id: &str) -> Outcome<Option<Line>>;

    /// Lets go of everything. All that is asked afterwards is [`Fault::Closed`].
    fn close(&self);
}
