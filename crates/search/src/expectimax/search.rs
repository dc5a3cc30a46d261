//! The recursion of expectimax.

use super::table::{Entry, Table};
use crate::common::play_earning;
use ludex_core::{Evaluate, Game, Meter, Seat, Turn, mix};
use std::collections::HashMap;

/// What one search carries along.
pub(super) struct Search<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) evaluate: &'a E,
    /// The seat that values are for.
    pub(super) seat: Seat,
    /// Paths less probable than this are valued as they stand.
    pub(super) least: f64,
    pub(super) table: Option<Table>,
    pub(super) meter: Meter,
    pub(super) hits: u64,
    /// Whether the search may be broken off. The first ply may not.
    pub(super) breakable: bool,
    /// What players do in the positions that were searched further than one move, by key and depth. Kept only where
    /// values are to be taken apart afterwards.
    pub(super) best_moves: Option<HashMap<(u64, u8), G::Action>>,
    /// Action lists, one per level, kept for reuse.
    pub(super) buffers: Vec<Vec<G::Action>>,
}

/// Where in the tree a position stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Actions since the root, those of chance included.
    pub(super) level: usize,
    /// The seat that moved last.
    pub(super) mover: Seat,
    /// Moves of players left to look at.
    pub(super) depth: u8,
    /// Probability of the path from the root.
    pub(super) probability: f64,
}

impl Place {
    pub(super) fn below(self, mover: Seat, depth: u8, probability: f64) -> Self {
        Self { level: self.level + 1, mover, depth, probability }
    }
}

/// A value and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) value: f64,
    pub(super) limited: bool,
    pub(super) trimmed: bool,
}

impl Found {
    const NOTHING: Self = Self { value: 0.0, limited: false, trimmed: false };

    /// The same with what another branch rests on.
    fn resting_also_on(self, other: Found) -> Self {
        let limited = self.limited | other.limited;
        Self { limited, trimmed: self.trimmed | other.trimmed, ..self }
    }
}

impl<G: Game, E: Evaluate<G>> Search<'_, G, E> {
    pub(super) fn broken_off(&self) -> bool {
        self.breakable && self.meter.exhausted()
    }

    /// The value of a position for the deciding seat. Means nothing once the search is broken off.
    pub(super) fn value(&mut self, position: &mut G::Position, place: Place) -> Found {
        self.meter.visit();
        let turn = self.game.turn(position);
        let trimmed = place.probability < self.least;
        let final_here = self.is_final(position, turn, place);
        if final_here || trimmed || place.depth == 0 || self.broken_off() {
            let value = self.evaluate.value(self.game, position, self.seat);
            let goes_on = !final_here;
            let limited = goes_on && place.depth == 0;
            return Found { value, limited, trimmed: goes_on && trimmed };
        }
        self.value_by_table(position, turn, place)
    }

    /// Whether nothing is to be looked at behind a position, whatever the depth.
    pub(super) fn is_final(&self, position: &G::Position, turn: Turn, place: Place) -> bool {
        turn == Turn::Over || self.evaluate.settled(self.game, position, self.seat, place.mover)
    }

    /// The value of an action: what it earns, and what follows.
    #[inline]
    pub(super) fn child(
        &mut self,
        position: &mut G::Position,
        action: G::Action,
        below: Place,
    ) -> Found {
        let (undo, reward) = play_earning(self.game, self.evaluate, position, action, self.seat);
        let found = self.value(position, below);
        self.game.undo(position, action, undo);
        Found { value: reward + found.value, ..found }
    }

    /// The name of a position for the search. What is settled below depends on who moved last, so that is part of it.
    pub(super) fn key(&self, position: &G::Position, place: Place) -> u64 {
        self.game.key(position) ^ mix(place.mover.0 as u64 + 1)
    }

    fn value_by_table(&mut self, position: &mut G::Position, turn: Turn, place: Place) -> Found {
        if self.table.is_none() {
            return self.value_by_search(position, turn, place);
        }
        let key = self.key(position, place);
        let probability = place.probability as f32;
        let known = self.table.as_ref().and_then(|t| t.find(key, place.depth, probability));
        if let Some(&Entry { value, limited, trimmed, .. }) = known {
            self.hits += 1;
            return Found { value, limited, trimmed };
        }
        let found = self.value_by_search(position, turn, place);
        if !self.broken_off() {
            self.remember(key, place, found);
        }
        found
    }

    fn remember(&mut self, key: u64, place: Place, found: Found) {
        let Found { value, limited, trimmed } = found;
        let (depth, probability) = (place.depth, place.probability as f32);
        let entry = Entry { key, value, probability, depth, limited, trimmed, search: 0 };
        if let Some(table) = &mut self.table {
            table.store(entry);
        }
    }

    fn value_by_search(&mut self, position: &mut G::Position, turn: Turn, place: Place) -> Found {
        if self.buffers.len() <= place.level {
            self.buffers.resize_with(place.level + 1, Vec::new);
        }
        let mut actions = std::mem::take(&mut self.buffers[place.level]);
        actions.clear();
        self.game.actions(position, &mut actions);
        let found = match turn {
            Turn::Seat(seat) => self.best(position, seat, &actions, place).0,
            _ => self.mean(position, &actions, place),
        };
        self.buffers[place.level] = actions;
        found
    }

    /// The best for the deciding seat if it acts, the worst if another does; and the action.
    pub(super) fn best(
        &mut self,
        position: &mut G::Position,
        seat: Seat,
        actions: &[G::Action],
        place: Place,
    ) -> (Found, G::Action) {
        let below = place.below(seat, place.depth - 1, place.probability);
        let (mut best, mut chosen): (Option<Found>, _) = (None, actions[0]);
        for &action in actions {
            let found = self.child(position, action, below);
            let sign = if seat == self.seat { 1.0 } else { -1.0 };
            best = Some(match best {
                Some(known) if sign * found.value <= sign * known.value => {
                    known.resting_also_on(found)
                }
                known => {
                    chosen = action;
                    known.map_or(found, |known| found.resting_also_on(known))
                }
            });
        }
        if self.best_moves.is_some() && place.depth > 1 && !self.broken_off() {
            let key = self.key(position, place);
            self.best_moves.as_mut().map(|known| known.insert((key, place.depth), chosen));
        }
        (best.unwrap_or(Found::NOTHING), chosen)
    }

    /// The mean over the outcomes of chance.
    fn mean(&mut self, position: &mut G::Position, outcomes: &[G::Action], place: Place) -> Found {
        let game = self.game;
        let mut mean = Found::NOTHING;
        for &outcome in outcomes {
            let probability = game.probability(position, outcome);
            let below = place.below(place.mover, place.depth, place.probability * probability);
            let found = self.child(position, outcome, below);
            mean = mean.resting_also_on(found);
            mean.value += probability * found.value;
        }
        mean
    }
}
