//! An agent for a time per move, meant to be the strongest.
//!
//! Alone it takes the best published policy for boards of this height, looks at every known piece, and then at as
//! many unknown ones as there is time for; where two share a board it is the versus agent. The guide has the games
//! in which this was measured. The time is turned into a depth at a fixed rate, so that the same specification
//! plays the same game on every machine. It is the time to choose; to explain a choice takes longer.

use super::depth::Expecting;
use super::policy::Policy;
use super::versus::Versus;
use super::weights;
use crate::position::{Action, Position};
use crate::rules::{Tetris, Way};
use ludex_core::{Agent, Budget, Candidate, Decision, Error, Result};
use ludex_search::common::Identity;

/// As deep as the time allows.
pub(super) struct Best {
    pub(super) identity: Identity,
    /// Seconds for a decision.
    pub(super) time: f64,
}

/// The highest boards on which the policy found on 10x10 is taken, and not the one found on 10x20.
const LOW: usize = 14;
/// No search is deeper: nobody has that much time.
const DEEPEST: u32 = 6;

impl Best {
    /// The agent for these rules.
    fn agent(&self, game: &Tetris) -> Result<Box<dyn Agent<Tetris>>> {
        let rules = game.rules();
        if rules.seats == 2 && !game.is_stepwise() {
            return Ok(Box::new(Versus::usual(self.identity.clone())));
        }
        let policy = if rules.size.height <= LOW { "dt10" } else { "dt20" };
        let found = weights::published(policy)
            .ok_or_else(|| Error::State(format!("the policy {policy} is missing")))?;
        let (identity, linear) = (self.identity.clone(), found.linear());
        let base = Policy::new(identity, linear, 2, false);
        if game.is_stepwise() {
            // A few steps more do not show where a piece comes to rest.
            return Ok(Box::new(base));
        }
        let depth = (1..=DEEPEST).rev().find(|&depth| seconds(game, depth) <= self.time);
        let known = rules.known as u32;
        match depth.unwrap_or(1) {
            depth if rules.hold => {
                Ok(Box::new(Policy { pieces: depth.min(known) as usize, ..base }))
            }
            depth if depth <= known.min(2) => {
                Ok(Box::new(Policy { pieces: depth as usize, ..base }))
            }
            depth => Ok(Box::new(Expecting::new(base, depth))),
        }
    }
}

/// About how long a search takes on one core: the last placement is one call of a kernel, each before it
/// multiplies by the placements of a piece, and by the pieces where it is not known. With a piece put aside there is
/// a second one to place, and no kernel.
fn seconds(game: &Tetris, depth: u32) -> f64 {
    let rules = game.rules();
    if rules.hold {
        return 0.7e-6 * (3.6 * rules.size.width as f64).powi(depth as i32);
    }
    let call = if rules.way == Way::Straight { 0.35e-6 } else { 0.8e-6 };
    let (placements, kinds) = (2.4 * rules.size.width as f64, rules.set.pieces.len() as f64);
    let known = (rules.known as u32).min(2);
    let unknown = depth.saturating_sub(known);
    call * placements.powi(depth as i32 - 1) * kinds.powi(unknown as i32)
}

impl Agent<Tetris> for Best {
    fn choose(&self, game: &Tetris, position: &Position, budget: &Budget) -> Result<Action> {
        self.agent(game)?.choose(game, position, budget)
    }

    fn decide(
        &self,
        game: &Tetris,
        position: &Position,
        budget: &Budget,
    ) -> Result<Decision<Action>> {
        self.agent(game)?.decide(game, position, budget)
    }

    fn weigh(
        &self,
        game: &Tetris,
        position: &Position,
        action: Action,
        budget: &Budget,
    ) -> Result<Candidate<Action>> {
        self.agent(game)?.weigh(game, position, action, budget)
    }
}
