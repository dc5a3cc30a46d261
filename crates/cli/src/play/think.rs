//! Jobs of the table are done on a thread of their own, so that keys are heard meanwhile.

use ludex_core::Result;
use ludex_table::{Answer, Job};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

/// Who asks for reasons or a hint waits no longer, and hears what was found by then. The service tells about as much before
/// it looks on; here there is one answer.
pub(super) const A_QUESTION: Duration = Duration::from_secs(1);

/// What there is to hear from a working thread.
pub(crate) enum Heard {
    /// It still works.
    Nothing,
    /// It has finished.
    Answer(Result<Answer>),
    /// It has died without a word.
    Silence,
}

/// A job under way.
pub(crate) struct Worker {
    pub(crate) job: u64,
    pub(crate) started: Duration,
    answer: Receiver<Result<Answer>>,
    heard: bool,
}

impl Worker {
    /// Does a job beside everything else.
    pub(crate) fn start(job: Job, now: Duration) -> Self {
        let (sender, answer) = channel();
        let id = job.id();
        thread::spawn(move || {
            // Nobody listens any more after a cancellation.
            let _ = sender.send(job.run());
        });
        Self { job: id, started: now, answer, heard: false }
    }

    /// Listens for the answer, which comes once.
    pub(crate) fn poll(&mut self) -> Heard {
        match self.answer.try_recv() {
            _ if self.heard => Heard::Nothing,
            Ok(answer) => {
                self.heard = true;
                Heard::Answer(answer)
            }
            Err(TryRecvError::Empty) => Heard::Nothing,
            Err(TryRecvError::Disconnected) => Heard::Silence,
        }
    }
}
