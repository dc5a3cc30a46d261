//! Connections: how many, and which one makes room.

use super::Had;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Who has said something within this time is not cut off for somebody else.
const BUSY: Duration = Duration::from_secs(2);

/// The number of a connection.
pub(crate) type LineId = u64;

/// All connections.
pub(crate) struct Lines {
    most: usize,
    next: AtomicU64,
    all: Mutex<HashMap<LineId, State>>,
}

struct State {
    said: Instant,
    /// Whether somebody plays or watches over it.
    in_game: bool,
    end: Arc<Notify>,
}

/// A connection while it lasts.
pub(crate) struct Line {
    lines: Arc<Lines>,
    pub(crate) id: LineId,
    /// Told when it has to make room.
    pub(crate) end: Arc<Notify>,
    /// Counts it among the client's things.
    had: Option<Had>,
}

impl Line {
    /// The same, counted among the client's things.
    pub(crate) fn with(mut self, had: Had) -> Self {
        self.had = Some(had);
        self
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.lines.all().remove(&self.id);
    }
}

impl Lines {
    /// Room for so many, as far as the system has it.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        let most = most.min(open_files().saturating_sub(64).max(16));
        Arc::new(Self { most, next: AtomicU64::new(1), all: Mutex::default() })
    }

    fn all(&self) -> MutexGuard<'_, HashMap<LineId, State>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new connection. Where all are taken, the one that has been silent for longest makes room, but never one in a game; nobody
    /// comes in where all of them are busy.
    pub(crate) fn open(self: &Arc<Self>) -> Option<Line> {
        let (id, end) = (self.next.fetch_add(1, Ordering::Relaxed), Arc::new(Notify::new()));
        let mut all = self.all();
        if all.len() >= self.most {
            let idle = |line: &State| !line.in_game && line.said.elapsed() > BUSY;
            let silent = all.iter().filter(|(_, line)| idle(line));
            let (&silent, _) = silent.min_by_key(|(_, line)| line.said)?;
            all.remove(&silent)?.end.notify_one();
        }
        all.insert(id, State { said: Instant::now(), in_game: false, end: Arc::clone(&end) });
        Some(Line { lines: Arc::clone(self), id, end, had: None })
    }

    /// Something was said.
    pub(crate) fn said(&self, id: LineId) {
        if let Some(line) = self.all().get_mut(&id) {
            line.said = Instant::now();
        }
    }

    /// Somebody plays over it now, or no more.
    pub(crate) fn in_game(&self, id: LineId, in_game: bool) {
        if let Some(line) = self.all().get_mut(&id) {
            line.in_game = in_game;
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.all().len()
    }
}

/// How many files and connections the system lets this process have; asks for as many as there may be.
fn open_files() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current != limit.maximum {
            limit.current = limit.maximum;
            // Then it stays as it was.
            let _ = setrlimit(Resource::Nofile, limit);
        }
        getrlimit(Resource::Nofile).current.map_or(usize::MAX, |most| most as usize)
    }
    #[cfg(not(unix))]
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_silent_makes_room_but_nobody_in_a_game() {
        let lines = Arc::new(Lines { most: 3, next: AtomicU64::new(1), all: Mutex::default() });
        let open: Vec<Line> = (0..3).map(|_| lines.open().unwrap()).collect();
        assert!(lines.open().is_none(), "all have just come");
        let long_ago = Instant::now().checked_sub(Duration::from_mins(1)).unwrap();
        for line in lines.all().values_mut() {
            line.said = long_ago;
        }
        lines.in_game(open[0].id, true);
        lines.said(open[1].id);
        let fresh = lines.open().expect("the third is silent");
        assert!(!lines.all().contains_key(&open[2].id));
        assert!(lines.all().contains_key(&open[0].id) && lines.all().contains_key(&fresh.id));
        assert!(lines.open().is_none(), "the others play or speak");
    }
}
