//! The agent that never traps itself.
//!
//! It only makes steps that a [`Guide`] allows, and among those takes a shortest way to the food.
//! A guide is a set of rules that always leaves a next step:
//!
//! - **Streets**, where both sides are even. The board is cut into blocks of 2x2 cells, and every
//!   row and column becomes a one-way street so that one can drive round every block. The blocks
//!   under the snake form a tree: a new block may be entered only while the snake is not on it,
//!   or along a street that leads back. Driving on round that tree always leads to the own tail.
//! - **A round** through all cells, where one side is even. The snake lies along the round, and a
//!   shortcut may skip cells of it as long as it does not pass the tail.
//! - **The tail**, where both sides are odd (such a board has no round) or where the snake lies
//!   against the streets, say in a position that somebody else has played: go for food only if
//!   the tail can be reached from there, and otherwise follow the tail. This one is no guarantee.
//!
//! The first two cannot be trapped. A fresh game always starts in one of them and stays there.
//!
//! A snake that covers more than about half of the board, or that has not eaten for a whole round,
//! stops taking short ways and drives on along a fixed round: [`Guide::patrol`]. On a
//! [`Round`] that is sure to meet the food. On streets the round is followed as far as the tree under
//! the snake permits; that it always meets the food in time is measured, not proven.

mod cautious;
mod round;
mod route;
mod streets;

use super::planning::{OPINION, Plan, Planner};
use super::walk::Past;
use crate::board::{Cell, Direction};
use crate::{Action, Position, Snake};
use ludex_core::{Budget, Game, Meter, Seat, Term, Turn};
use round::{Lap, Round};
use route::{Look, route};
use streets::Streets;

/// Rules of the road. Where one keeps to them, there is always a next step.
pub(super) trait Guide {
    /// Whether the head may go from `from` to the cell `to` beside it.
    fn allows(&self, look: &Look, from: Cell, to: Cell) -> bool;

    /// The length from which on the snake no longer looks for short ways to the food.
    ///
    /// A short way leaves holes behind. Food that falls into a hole costs a whole round, and the
    /// longer the snake, the likelier that is. The figures were found by trial on 20x20.
    fn roams_below(&self, cells: usize) -> usize;

    /// The step of a drive that comes to every cell in time.
    fn patrol(&self, look: &Look) -> Option<Cell>;
}

/// Keeps to a guide and takes the shortest way to the food that it allows.
pub(super) struct Survivor {
    round: Option<Round>,
    shortcuts: bool,
}

impl Survivor {
    pub(super) fn new(game: &Snake, shortcuts: bool) -> Self {
        Self { round: Round::new(game.grid()), shortcuts }
    }

    /// The guide that the snake obeys here, if any.
    fn guide(&self, game: &Snake, past: &Past) -> Option<Box<dyn Guide + '_>> {
        if self.shortcuts
            && let Some(streets) = Streets::obeyed(game.grid(), past)
        {
            return Some(Box::new(streets));
        }
        let round = self.round.as_ref().filter(|round| round.fits(game.grid()))?;
        let lap = Lap::obeyed(round, past, self.shortcuts)?;
        Some(Box::new(lap))
    }
}

impl Planner for Survivor {
    const ALGORITHM: &'static str = "guided breadth-first";

    fn plan(&self, game: &Snake, position: &Position, meter: &mut Meter) -> Plan {
        let past = Past::new(game, position);
        let Some(guide) = self.guide(game, &past) else {
            return cautious::plan(game, position, meter);
        };
        let roams = position.length() < guide.roams_below(game.grid().cells())
            && (position.hungry() as usize) < game.grid().cells();
        let way = if roams { route(game, position, &past, &*guide, meter) } else { None };
        let way = way.or_else(|| {
            let next = guide.patrol(&Look::here(&past, position.head()))?;
            Some(vec![game.grid().direction(position.head(), next)?])
        });
        way.map_or_else(|| cautious::plan(game, position, meter), |steps| Plan::of(Some(steps)))
    }

    fn spell_out(
        &self,
        game: &Snake,
        position: &Position,
        steps: Vec<Direction>,
    ) -> Vec<Direction> {
        let mut next = position.clone();
        let mut told = steps;
        let mut played = 0;
        while played < told.len() && played < 2 * game.grid().cells() {
            game.play(&mut next, Action::Go(told[played]));
            played += 1;
            if played == told.len()
                && game.turn(&next) == Turn::Seat(Seat::FIRST)
                && next.hungry() > 0
            {
                let mut meter = Budget::unlimited().start();
                told.extend(self.plan(game, &next, &mut meter).steps);
            }
        }
        told
    }

    fn opinion(&self, game: &Snake, position: &Position, direction: Direction) -> Option<Term> {
        let past = Past::new(game, position);
        let guide = self.guide(game, &past)?;
        let head = position.head();
        let allowed = game.grid().step(head, direction).is_some_and(|to| {
            let eats = position.is_food(to);
            guide.allows(&Look::step(&past, head, eats), head, to)
        });
        let meaning = "a step after which it cannot be trapped";
        Some(Term::new("safe", meaning, f64::from(u8::from(allowed)), OPINION))
    }
}
