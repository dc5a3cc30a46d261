//! Questions about a game that is gone through, answered beside everything else.

use ludex_core::Stop;
use ludex_table::desk::{Result, Stream, Work};
use ludex_table::protocol::Answer;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Instant;

/// Work under way; whoever drops it wants no answer any more.
pub(super) struct Study {
    answers: Receiver<Result<Answer>>,
    stop: Stop,
    done: bool,
}

impl Study {
    /// Does work on a thread of its own.
    pub(super) fn start(work: Work) -> Self {
        let (sender, answers) = channel();
        let (stop, early, started) = (Stop::default(), sender.clone(), Instant::now());
        let stream = Stream {
            stop: stop.clone(),
            send: Box::new(move |answer| early.send(Ok(answer)).is_ok()),
            clock: Box::new(move || started.elapsed()),
        };
        thread::spawn(move || {
            // Nobody listens any more once it was dropped.
            let _ = sender.send(work.run(&stream));
        });
        Self { answers, stop, done: false }
    }

    /// What has come since this was last asked.
    pub(super) fn news(&mut self) -> Vec<Result<Answer>> {
        let mut news = Vec::new();
        loop {
            match self.answers.try_recv() {
                Ok(answer) => news.push(answer),
                Err(TryRecvError::Empty) => return news,
                Err(TryRecvError::Disconnected) => {
                    self.done = true;
                    return news;
                }
            }
        }
    }

    /// Whether there is nothing more to hear.
    pub(super) fn is_done(&self) -> bool {
        self.done
    }
}

impl Drop for Study {
    fn drop(&mut self) {
        self.stop.set();
    }
}
