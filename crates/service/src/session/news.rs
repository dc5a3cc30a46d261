//! News of a table, written once for all who listen.

use crate::protocol::Event;
use axum::extract::ws::Utf8Bytes;
use ludex_table::desk::Mask;
use std::sync::{Mutex, PoisonError};

/// Something that happened at a table.
///
/// A thousand who watch share one text. Only `yours` differs between listeners, so there is one
/// text for each set of seats that somebody holds.
pub(crate) struct Headline {
    event: Event,
    texts: Mutex<Vec<(Mask, Utf8Bytes)>>,
}

impl Headline {
    pub(crate) fn new(event: Event) -> Self {
        Self { event, texts: Mutex::default() }
    }

    /// The text for a listener who holds these seats.
    pub(crate) fn text(&self, seats: Mask) -> Utf8Bytes {
        let seats = if matches!(self.event, Event::State { .. }) { seats } else { 0 };
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, text)) = texts.iter().find(|(other, _)| *other == seats) {
            return text.clone();
        }
        let text = self.write(seats);
        texts.push((seats, text.clone()));
        text
    }

    fn write(&self, seats: Mask) -> Utf8Bytes {
        let mut event = self.event.clone();
        if let Event::State { state, .. } = &mut event {
            state.yours = (0..state.players.len()).filter(|s| seats & (1 << s) != 0).collect();
        }
        // A state always can be written: its maps have texts as keys.
        serde_json::to_string(&event).unwrap_or_default().into()
    }
}
