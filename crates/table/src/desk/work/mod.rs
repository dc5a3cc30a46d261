//! Questions that take time: analyses and reviews. Whoever has a thread to spare does the work; it streams what it
//! finds, and can be stopped.

mod analyse;
mod draws;
mod review;

pub(super) use analyse::check_course;

use super::{Desk, Result, agent_of};
use crate::protocol::Answer;
use crate::{Machine, Player};
use ludex_core::explain::Speaker;
use ludex_core::{AnyDecision, AnyTable, Seat, Spec, Stop, Turn};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Where streaming work sends what it has so far.
pub struct Stream {
    /// Ends the work early.
    pub stop: Stop,
    /// Takes an answer that is not the last; says whether it could.
    pub send: Box<dyn Fn(Answer) -> bool + Send + Sync>,
    /// Time since any fixed moment: work has no clock of its own.
    pub clock: Box<dyn Fn() -> Duration + Send + Sync>,
}

/// Work that gives an answer.
pub struct Work(Box<Task>);

type Task = dyn FnOnce(&Stream) -> Result<Answer> + Send;

impl Work {
    fn new(work: impl FnOnce(&Stream) -> Result<Answer> + Send + 'static) -> Self {
        Self(Box::new(work))
    }

    /// Does the work. Takes as long as it takes.
    pub fn run(self, stream: &Stream) -> Result<Answer> {
        (self.0)(stream)
    }
}

/// So many analyses are remembered.
const MOST_STUDIES: usize = 4;

/// The last analyses of a table, by the number of moves before them: whoever asks "why not?" asks about these.
#[derive(Clone, Default)]
pub(super) struct Studies(Arc<Mutex<Kept>>);

type Kept = VecDeque<(usize, Arc<dyn AnyDecision>)>;

impl Studies {
    fn locked(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game went another way. Work that is still under way keeps what it finds to itself.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    fn keep(&self, ply: usize, decision: Arc<dyn AnyDecision>) {
        let mut kept = self.locked();
        kept.retain(|(other, old)| *other != ply || old.agent() != decision.agent());
        kept.push_back((ply, decision));
        if kept.len() > MOST_STUDIES {
            kept.pop_front();
        }
    }

    fn of(&self, ply: usize, agent: &Spec) -> Option<Arc<dyn AnyDecision>> {
        let kept = self.locked();
        let found = kept.iter().find(|(other, old)| *other == ply && old.agent() == agent);
        found.map(|(_, decision)| Arc::clone(decision))
    }
}

impl Desk {
    /// What an agent has decided after `ply` moves, if that is known: for its move, or when it was asked.
    fn known(&self, ply: usize, agent: &Spec) -> Option<Arc<dyn AnyDecision>> {
        let own = self.machine.decision(ply).filter(|decision| decision.agent() == agent);
        own.cloned().or_else(|| self.studies.of(ply, agent))
    }

    /// In whose voice an agent speaks of the move to come at a table of this game.
    fn speaker(&self, table: &dyn AnyTable, agent: &Spec) -> Speaker {
        match table.turn() {
            Turn::Seat(Seat(seat)) => self.machine.speaker(seat, agent),
            _ => Speaker::Agent,
        }
    }

    /// Who is asked: the named agent, or the one whose turn it is, or the game's usual one.
    fn adviser(&self, table: &dyn AnyTable, named: Option<&str>) -> Result<Spec> {
        match named {
            Some(name) => agent_of(table, name),
            None => adviser(&self.machine, table),
        }
    }
}

fn adviser(machine: &Machine, table: &dyn AnyTable) -> Result<Spec> {
    let player = match table.turn() {
        Turn::Seat(Seat(seat)) => machine.players().get(seat),
        _ => None,
    };
    match player {
        Some(Player::Agent(spec)) => Ok(spec.clone()),
        _ => Ok(table.info().opponent.parse()?),
    }
}
