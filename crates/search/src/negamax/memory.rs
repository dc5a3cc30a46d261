//! Tables between two decisions.

use super::table::{Memory, Table};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// The tables of an agent that no search is using.
///
/// Nobody waits for a table: an agent that is asked from several sides at once has several. A copy of the agent begins without any.
#[derive(Default)]
pub struct Tables(Mutex<Vec<Table>>);

impl Tables {
    /// Runs a search with a table of `mib` mebibytes, the one that was used last if there is one.
    pub(super) fn lend<T>(&self, mib: usize, memory: Memory, run: impl FnOnce(&Table) -> T) -> T {
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut table = idle.unwrap_or_else(|| Table::new(mib));
        table.begin(memory);
        let answer = run(&table);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(table);
        answer
    }
}

impl Clone for Tables {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tables")
    }
}
