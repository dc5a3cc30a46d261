//! News of a table, written once for all who listen.

use super::seats::Mask;
use crate::protocol::Event;
use axum::extract::ws::Utf8Bytes;
use std::sync::OnceLock;

/// Something that happened at a table.
///
/// A thousand who watch share one text. Only `yours` differs between listeners, so there is one
/// text for each set of seats that somebody may hold.
pub(crate) struct News {
    event: Event,
    texts: [OnceLock<Utf8Bytes>; 4],
}

impl News {
    pub(crate) fn new(event: Event) -> Self {
        Self { event, texts: Default::default() }
    }

    /// The text for a listener who holds these seats.
    pub(crate) fn text(&self, seats: Mask) -> Utf8Bytes {
        let seats = match &self.event {
            Event::State { .. } => usize::from(seats) % self.texts.len(),
            _ => 0,
        };
        self.texts[seats].get_or_init(|| self.write(seats)).clone()
    }

    fn write(&self, seats: usize) -> Utf8Bytes {
        let mut event = self.event.clone();
        if let Event::State { state, .. } = &mut event {
            state.yours = (0..2).filter(|seat| seats & (1 << seat) != 0).collect();
        }
        // A state always can be written: its maps have texts as keys.
        serde_json::to_string(&event).unwrap_or_default().into()
    }
}
