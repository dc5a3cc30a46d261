//! Agents think on a thread of their own, so that keys are heard meanwhile.

use ludex_core::explain::{Contrast, Explanation};
use ludex_core::{AnyTable, Budget, Result, Spec, Stop};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Instant;

/// What the answer is wanted for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The agent is to move.
    Move,
    /// The person wants to know what to do.
    Hint,
    /// The person wants to see reasons.
    Explain,
    /// The person asks why not this action.
    WhyNot(String),
}

/// What a thinking thread sends back.
#[derive(Debug)]
pub(crate) enum Answer {
    Decided(Box<Explanation>),
    Compared(Box<Contrast>),
}

/// What there is to hear from a thinking thread.
#[derive(Debug)]
pub(crate) enum Heard {
    /// It still thinks.
    Nothing,
    /// It has finished.
    Answer(Result<Answer>),
    /// It has died without a word.
    Silence,
}

/// An agent at work.
pub(crate) struct Thinking {
    pub(crate) purpose: Purpose,
    pub(crate) agent: Spec,
    /// The table it thinks about.
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) started: Instant,
    stop: Stop,
    answer: Receiver<Result<Answer>>,
}

impl Thinking {
    /// Sets an agent to work on a copy of the table.
    pub(crate) fn start(table: &dyn AnyTable, agent: &Spec, purpose: Purpose) -> Self {
        let (sender, answer) = channel();
        let budget = Budget::unlimited();
        let stop = budget.stop.clone();
        let (copy, spec, wanted) = (table.snapshot(), agent.clone(), purpose.clone());
        thread::spawn(move || {
            let found = match wanted {
                Purpose::WhyNot(other) => {
                    copy.why_not(&spec, &other, &budget).map(|c| Answer::Compared(Box::new(c)))
                }
                _ => copy.explain(&spec, &budget).map(|e| Answer::Decided(Box::new(e))),
            };
            // Nobody listens any more after a cancellation.
            let _ = sender.send(found);
        });
        let (agent, table) = (agent.clone(), table.snapshot());
        Self { purpose, agent, table, started: Instant::now(), stop, answer }
    }

    /// Whether a move that was thought out before a halt waits for its end.
    pub(crate) fn waits(&self, halted: bool) -> bool {
        self.purpose == Purpose::Move && halted
    }

    /// Listens for the answer.
    pub(crate) fn poll(&self) -> Heard {
        match self.answer.try_recv() {
            Ok(answer) => Heard::Answer(answer),
            Err(TryRecvError::Empty) => Heard::Nothing,
            Err(TryRecvError::Disconnected) => Heard::Silence,
        }
    }
}

impl Drop for Thinking {
    /// Whoever is no longer wanted stops thinking.
    fn drop(&mut self) {
        self.stop.set();
    }
}
