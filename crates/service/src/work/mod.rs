//! Long work: analyses, reviews, matches. It runs on a pool of its own, streams what it finds, and can be
//! stopped.

mod analyse;
mod contest;
mod review;

pub(crate) use analyse::{analyse, check_course, unfold, why_not};
pub(crate) use contest::contest;
pub(crate) use review::review;

use crate::protocol::Answer;
use crate::session::{Play, seats};
use crate::trouble::Result;
use ludex_core::{AnyTable, Spec, Stop};

/// Where streaming work sends what it has so far.
pub(crate) struct Stream {
    /// Ends the work early.
    pub(crate) stop: Stop,
    /// Takes an answer that is not the last; says whether it could.
    pub(crate) send: Box<dyn Fn(Answer) -> bool + Send + Sync>,
}

impl Stream {
    /// For those who want the last answer only.
    pub(crate) fn none() -> Self {
        Self { stop: Stop::default(), send: Box::new(|_| false) }
    }
}

/// When whoever waits for an answer goes away, the work for it ends.
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Who is asked: the named agent, or the one whose turn it is, or the game's usual one.
fn adviser(play: &Play, table: &dyn AnyTable, named: Option<&str>) -> Result<Spec> {
    if let Some(name) = named {
        return seats::agent_of(table, name);
    }
    let turn = match table.turn() {
        ludex_core::Turn::Seat(seat) => play.chairs.get(seat.0),
        _ => None,
    };
    match turn.map(|chair| &chair.sitter) {
        Some(seats::Sitter::Agent(spec)) => Ok(spec.clone()),
        _ => Ok(table.info().opponent.parse()?),
    }
}
