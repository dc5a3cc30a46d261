//! The terminal: opened, drawn on, read from, and left as it was found.

use super::keys::Wish;
use crate::failure::Failure;
use crate::output::stop_on_interrupt;
use crossterm::event::{self, Event, KeyEvent, KeyEventKind};
use ludex_core::Stop;
use ratatui::{DefaultTerminal, Frame};
use std::io;
use std::time::Duration;

/// The terminal in our hands; dropping it gives it back.
pub(super) struct Screen {
    terminal: DefaultTerminal,
    /// Set when the program is asked to end from outside.
    stop: Stop,
}

impl Screen {
    /// Takes the terminal over. A panic gives it back too.
    pub(super) fn open() -> Result<Self, Failure> {
        let terminal = ratatui::try_init().map_err(broken)?;
        Ok(Self { terminal, stop: stop_on_interrupt() })
    }

    pub(super) fn draw(&mut self, paint: impl FnOnce(&mut Frame)) -> Result<(), Failure> {
        self.terminal.draw(paint).map_err(broken)?;
        Ok(())
    }

    /// Waits for a key that means something, or until the time is over.
    pub(super) fn wait(
        &self,
        time: Duration,
        mut meaning: impl FnMut(KeyEvent) -> Option<Wish>,
    ) -> Result<Option<Wish>, Failure> {
        if self.stop.is_set() {
            return Ok(Some(Wish::Quit));
        }
        if !event::poll(time).map_err(broken)? {
            return Ok(None);
        }
        match event::read().map_err(broken)? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Ok(meaning(key)),
            _ => Ok(None),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

fn broken(error: io::Error) -> Failure {
    Failure::Failed(format!("cannot use the terminal: {error}"))
}
