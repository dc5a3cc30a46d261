//! Where finished games are kept.

use ludex_records::{Game, Recorder, Source};
use ludex_table::Machine;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The file of finished games. It is opened when the first one has ended.
pub(crate) struct Shelf {
    path: PathBuf,
    recorder: Mutex<Option<Recorder>>,
}

impl Shelf {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, recorder: Mutex::default() }
    }

    /// Keeps a game as it stands. One that ends again after a move was taken back replaces its first end.
    pub(super) fn keep(&self, machine: &Machine, name: &str) -> Result<(), String> {
        let mut recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        if recorder.is_none() {
            *recorder = Some(Recorder::open(&self.path).map_err(|why| why.to_string())?);
        }
        if let Some(recorder) = recorder.as_ref() {
            recorder.keep(Game::of(machine, Source::Play).named(name));
        }
        Ok(())
    }

    /// Waits until everything is written.
    pub(crate) fn close(&self) -> Result<(), String> {
        let recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner).take();
        recorder.map_or(Ok(()), |recorder| recorder.close().map(drop)).map_err(|e| e.to_string())
    }
}
