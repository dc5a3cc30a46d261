//! What the store is known to have of a table, so that what could not be stored can be taken back.

use super::play::{Made, Play};
use super::seats::Chair;
use super::settings::Manners;
use crate::store::{Fault, Store, Write};
use ludex_core::explain::Explanation;
use std::time::{Duration, Instant};

/// What the store is known to have.
#[derive(Default)]
pub(crate) struct Stored {
    /// So many of the moves that were made,
    plies: usize,
    /// and after them those that were taken back since.
    undone: Vec<Made>,
    chairs: Vec<Chair>,
    manners: Manners,
    /// How the table stood before its moves changed, if they have changed since.
    before: Option<Before>,
}

/// What a change of the moves wipes out.
struct Before {
    reasons: Option<Box<Explanation>>,
    waiting: bool,
    waited: Duration,
    changed_at: u64,
}

/// Stores what has changed; what cannot be stored is taken back.
pub(crate) async fn keep(play: &mut Play, store: &Store) -> Result<(), Fault> {
    let writes = std::mem::take(&mut play.unsaid);
    if writes.is_empty() {
        return Ok(());
    }
    let written = store.write(writes).await;
    match &written {
        Ok(()) => play.mark_stored(),
        Err(_) => play.revert(Instant::now()),
    }
    written
}

impl Play {
    /// The store has everything now.
    pub(crate) fn mark_stored(&mut self) {
        let stored = &mut self.stored;
        stored.plies = self.made.len();
        stored.undone.clear();
        stored.before = None;
        stored.chairs.clone_from(&self.chairs);
        stored.manners.clone_from(&self.manners);
    }

    /// Whether the store does not know of all moves.
    pub(super) fn has_moves_to_store(&self) -> bool {
        self.unsaid.iter().any(|write| matches!(write, Write::Move { .. }))
    }

    /// Notes how the table stands before its moves change.
    pub(super) fn note_before(&mut self) {
        if self.stored.before.is_none() && !self.show {
            self.stored.before = Some(Before {
                reasons: self.reasons.take(),
                waiting: self.waiting,
                waited: self.waited,
                changed_at: self.changed_at,
            });
        }
    }

    /// Takes the moves after the first `plies` from the table, but not from the store.
    pub(super) fn cut_moves(&mut self, plies: usize) {
        let mut cut = self.made.split_off(plies);
        if plies < self.stored.plies {
            cut.truncate(self.stored.plies - plies);
            cut.append(&mut self.stored.undone);
            (self.stored.plies, self.stored.undone) = (plies, cut);
        }
    }

    /// Brings the table back to what is stored. A piece that was falling falls from the top again.
    fn revert(&mut self, now: Instant) {
        self.stop_thinking();
        self.forget_plan();
        self.chairs.clone_from(&self.stored.chairs);
        self.manners.clone_from(&self.stored.manners);
        if let Some(before) = self.stored.before.take() {
            self.revert_moves(before);
            self.moved_at = now;
            self.take_up_piece(now);
        }
        self.changed();
        if !self.show {
            // A write that failed may have left something all the same: the next one clears that away.
            let (session, plies) = (self.id.clone(), self.plies());
            self.unsaid.push(Write::Undo { session, plies });
            self.tell_store_of_table();
        }
    }

    fn revert_moves(&mut self, before: Before) {
        self.made.truncate(self.stored.plies);
        self.made.append(&mut self.stored.undone);
        self.stored.plies = self.made.len();
        match self.table_after(self.made.len()) {
            Ok(table) => self.table = table,
            Err(error) => {
                tracing::error!(session = self.id, message = error.message, "a table is broken");
            }
        }
        self.wait(before.waited);
        (self.reasons, self.waiting) = (before.reasons, before.waiting);
        self.changed_at = before.changed_at;
    }

    /// What moves by itself stands still until somebody lets it go on: it would only fail again.
    pub(super) fn stand_still(&mut self) {
        self.manners.paused = true;
        self.stored.manners.paused = true;
        self.tell_store_of_table();
    }
}
