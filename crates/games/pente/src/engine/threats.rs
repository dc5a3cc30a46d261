//! Wins by force alone: every stone threatens to win at once, by a row or by captures.
//!
//! The defender may take the point or capture, and nothing else helps, so the list of replies is complete and a win that is
//! found here is a win.

use super::state::{Moves, State};
use crate::board::Point;
use crate::settings::Variant;
use ludex_core::Meter;
use std::collections::HashSet;

pub(crate) struct Threats<'s, 'a> {
    state: &'s mut State<'a>,
    meter: Meter,
    /// Positions with the attacker to move that were not won with at least so many stones.
    failed: HashSet<(u64, u8)>,
}

/// The first stone of a forced win and the course if the defender resists as long as possible.
pub(crate) type Course = Vec<Point>;

impl<'s, 'a> Threats<'s, 'a> {
    pub(crate) fn new(state: &'s mut State<'a>, meter: Meter) -> Self {
        Self { state, meter, failed: HashSet::new() }
    }

    /// A forced win of the mover with at most `stones` stones, the shortest first.
    pub(crate) fn win(&mut self, stones: u8) -> Option<Course> {
        // In poof a stone beside the row can break it, so the list of replies would not be complete.
        if self.state.game.settings().variant == Variant::Poof
            || self.state.position.mover().is_none()
        {
            return None;
        }
        (1..=stones).find_map(|most| self.attack(most))
    }

    fn attack(&mut self, stones: u8) -> Option<Course> {
        self.meter.visit();
        let seat = self.state.seat();
        let mut points = Vec::new();
        self.state.winning_points(seat, &mut points);
        if let Some(&point) = points.first() {
            return Some(vec![point]);
        }
        let key = (self.state.position.hash, stones);
        if stones <= 1 || self.meter.exhausted() || self.failed.contains(&key) {
            return None;
        }
        let mut moves = Moves::new();
        self.state.forcing(seat, &mut moves);
        for (_, point) in moves {
            let undo = self.state.play(point);
            let rest = self.defend(seat, stones - 1);
            self.state.undo(point, undo);
            if let Some(rest) = rest {
                return Some([vec![point], rest].concat());
            }
        }
        if !self.meter.exhausted() {
            self.failed.insert(key);
        }
        None
    }

    /// The course behind a threat if every reply loses; of all replies the one that lasts longest.
    fn defend(&mut self, attacker: usize, stones: u8) -> Option<Course> {
        if self.state.position.mover().is_none() {
            let won = self.state.position.winner().is_some_and(|winner| winner.0 == attacker);
            return won.then(Vec::new);
        }
        let mut replies = Vec::new();
        self.state.winning_points(1 - attacker, &mut replies);
        if !replies.is_empty() {
            return None;
        }
        self.state.winning_points(attacker, &mut replies);
        if replies.is_empty() {
            return None;
        }
        self.state.capturing_points(1 - attacker, &mut replies);
        let mut longest = Course::new();
        for point in replies {
            let undo = self.state.play(point);
            let rest = self.state.position.mover().and_then(|_| self.attack(stones));
            self.state.undo(point, undo);
            let course = [vec![point], rest?].concat();
            if course.len() > longest.len() {
                longest = course;
            }
        }
        Some(longest)
    }
}
