//! Storing what has changed, and going back where that fails.

use super::play::Play;
use crate::clock;
use crate::store::{Fault, Store, Write};
use ludex_records::{Game, Source};
use ludex_table::Checkpoint;

/// A table as the store has it.
pub(crate) struct Before {
    game: Checkpoint,
    tokens: Vec<String>,
    changed_at: u64,
}

impl Play {
    /// The table before a change, to go back to if the change cannot be stored.
    pub(crate) fn before(&self) -> Before {
        let (game, tokens) = (self.machine().checkpoint(), self.desk.tokens.clone());
        Before { game, tokens, changed_at: self.changed_at }
    }

    /// Brings the table back to what is stored. A piece that was falling falls from the top again.
    fn revert(&mut self, before: Before) {
        self.machine_mut().restore(before.game, clock::now());
        (self.desk.tokens, self.changed_at) = (before.tokens, before.changed_at);
        self.take_up_events(clock::now());
        self.unsaved.clear();
        if !self.show {
            // A write that failed may have left something all the same: the next one clears that away.
            let (session, plies) = (self.desk.id.clone(), self.machine().plies());
            self.unsaved.push(Write::Undo { session, plies });
            self.save_table();
        }
    }

    /// Whether the store does not know of all moves.
    pub(super) fn has_moves_to_store(&self) -> bool {
        self.unsaved.iter().any(|write| matches!(write, Write::Move { .. }))
    }

    /// What moves by itself stands still until somebody lets it go on: it would only fail again.
    pub(super) fn stand_still(&mut self) {
        self.machine_mut().set_paused(true, clock::now());
        self.take_up_events(clock::now());
    }
}

/// Stores what has changed since `before`; what cannot be stored is taken back.
pub(crate) async fn keep(play: &mut Play, store: &Store, before: Before) -> Result<(), Fault> {
    let writes = std::mem::take(&mut play.unsaved);
    if writes.is_empty() {
        return Ok(());
    }
    let written = store.write(writes).await;
    if written.is_err() {
        play.revert(before);
        play.ended = false;
    } else if std::mem::take(&mut play.ended) {
        store.keep_game(|| Game::of(play.machine(), Source::Serve).named(&play.desk.id));
    }
    written
}
