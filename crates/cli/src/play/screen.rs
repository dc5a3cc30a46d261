//! The terminal: opened, drawn on, read from, and left as it was found.

use super::draw::Hits;
use super::keys::{self, Wish};
use crate::failure::Failure;
use crate::output::stop_on_interrupt;
use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEvent, KeyEventKind,
};
use crossterm::execute;
use ludex_core::Stop;
use ratatui::{DefaultTerminal, Frame};
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The terminal in our hands; dropping it gives it back.
pub(super) struct Screen {
    terminal: DefaultTerminal,
    events: Receiver<io::Result<Event>>,
    hits: Hits,
    /// Set when the program is asked to end from outside.
    stop: Stop,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back too.
    pub(super) fn open() -> Result<Self, Failure> {
        let terminal = ratatui::try_init().map_err(broken)?;
        execute!(io::stdout(), EnableMouseCapture).map_err(broken)?;
        let (sender, events) = channel();
        thread::spawn(move || listen(&sender));
        Ok(Self { terminal, events, hits: Hits::default(), stop: stop_on_interrupt() })
    }

    /// Draws, and remembers what the mouse can point at.
    pub(super) fn draw(
        &mut self,
        paint: impl FnOnce(&mut Frame) -> Hits,
    ) -> Result<&Hits, Failure> {
        let mut hits = Hits::default();
        self.terminal.draw(|frame| hits = paint(frame)).map_err(broken)?;
        self.hits = hits;
        Ok(&self.hits)
    }

    /// Waits for a key that means something, or until the time is over.
    pub(super) fn wait(
        &self,
        time: Duration,
        mut meaning: impl FnMut(KeyEvent) -> Option<Wish>,
    ) -> Result<Option<Wish>, Failure> {
        if self.stop.is_set() {
            return Ok(Some(Wish::Leave));
        }
        match self.events.recv_timeout(time) {
            Ok(Ok(Event::Key(key))) if key.kind != KeyEventKind::Release => Ok(meaning(key)),
            Ok(Ok(Event::Mouse(event))) => Ok(keys::of_mouse(event, &self.hits)),
            Ok(Err(error)) => Err(broken(error)),
            Ok(Ok(_)) | Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Ok(Some(Wish::Leave)),
        }
    }
}

/// Passes on what the terminal says, until nobody listens.
///
/// On a thread of its own, because reading from a terminal that has gone away may never return;
/// the game must still end in good order then.
fn listen(events: &Sender<io::Result<Event>>) {
    loop {
        let event = event::read();
        let last = event.is_err();
        if events.send(event).is_err() || last {
            return;
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A terminal that has gone away needs nothing back.
        let _ = execute!(io::stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

fn broken(error: io::Error) -> Failure {
    Failure::Failed(format!("cannot use the terminal: {error}"))
}
