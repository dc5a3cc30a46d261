//! Games that can be learned, behind a pointer: what a command line holds a list of.

use crate::afterstate::Afterstates;
use crate::training::{Plan, Round, Training};
use ludex_core::{Result, Stop};
use std::io::{Read, Write};

/// A game that learns.
pub trait School: Send + Sync {
    /// Its name.
    fn game(&self) -> &'static str;

    /// The networks that it knows, by name.
    fn networks(&self) -> Vec<&'static str>;

    /// Trains a network as the order says and returns the file of its player; `None` after a stop.
    fn train(&self, order: Order<'_>) -> Result<Option<Vec<u8>>>;
}

/// What to train, and who watches.
pub struct Order<'a> {
    /// The run.
    pub plan: Plan,
    /// A checkpoint to go on from, with its name.
    pub checkpoint: Option<(&'a str, &'a mut dyn Read)>,
    /// The checkpoint of another run whose weights a new run begins with, with its name. Who goes on from a checkpoint needs it no more.
    pub origin: Option<(&'a str, &'a mut dyn Read)>,
    /// Threads.
    pub threads: usize,
    /// Set by whoever loses patience.
    pub stop: Stop,
    /// Weights of the player are multiples of this.
    pub step: f32,
    /// Weights that the player asks for less often than this in a thousand games with itself are left out.
    pub prune: u32,
    /// Told about every round. Calls the function that it is given if it wants a checkpoint.
    pub watch: &'a mut Watch<'a>,
}

/// Who is told about rounds.
pub type Watch<'a> = dyn FnMut(&Round, &mut Save<'_>) -> std::io::Result<()> + 'a;

/// Writes a checkpoint.
pub type Save<'a> = dyn FnMut(&mut dyn Write) -> std::io::Result<()> + 'a;

/// Trains to the end of the plan and returns what was learned; `None` after a stop.
pub fn train<G: Afterstates>(game: &G, order: &mut Order<'_>) -> Result<Option<Vec<f32>>> {
    let plan = order.plan.clone();
    let mut training = match (order.checkpoint.take(), order.origin.take()) {
        (Some((name, input)), _) => Training::resume(game, &plan, name, input)?,
        (None, Some((name, input))) => Training::take_over(game, plan, name, input)?,
        (None, None) => Training::new(game, plan)?,
    };
    order.plan = training.plan().clone();
    while !training.is_finished() {
        let Some(round) = training.round(order.threads, &order.stop).cloned() else {
            return Ok(None);
        };
        let told = (order.watch)(&round, &mut |out| training.save(out));
        told.map_err(|error| ludex_core::Error::State(format!("the run cannot be kept: {error}")))?;
    }
    Ok(Some(training.values()))
}
