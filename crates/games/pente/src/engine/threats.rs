//! Wins by force alone: every stone threatens to win at once, by a row or by captures.
//!
//! The defender may take the point or capture, and nothing else helps, so the list of replies is complete and a win that is
//! found here is a win.

use super::track::{Moves, Sight, Track};
use super::weights::Chances;
use crate::board::Point;
use crate::position::{Position, Undo};
use crate::rules::Pente;
use ludex_core::Game;

/// A board of its own to try threats on, and what has failed there.
pub(crate) struct Prover {
    game: Pente,
    position: Position,
    track: Track,
    /// Positions that may still be looked at.
    left: u32,
    /// Positions with the attacker to move that are not won by threats with so many stones: the number is in the lowest bits.
    failed: Vec<u64>,
    /// Positions where nothing was found, each with how much was spent on it: deeper iterations ask for them again.
    spent: Vec<(u64, u32)>,
    /// Lists that are not in use.
    lists: Vec<(Moves, Vec<Point>)>,
}

/// The stones of a forced win if the defender resists as long as possible, the attacker's first.
pub(crate) type Course = Vec<Point>;

const FAILED: usize = 1 << 13;
const SPENT: usize = 1 << 13;
const STONES: u64 = 0xf;

impl Prover {
    fn new(game: &Pente, position: &Position, chances: &Chances) -> Self {
        let track = Track::new(game, position, chances);
        let (failed, spent, lists) = (vec![0; FAILED], vec![(0, 0); SPENT], Vec::new());
        Self { game: game.clone(), position: *position, track, left: 0, failed, spent, lists }
    }

    /// A forced win of the mover with at most `stones` stones and `nodes` positions, the shortest first.
    pub(crate) fn proof(sight: &Sight<'_>, nodes: u32, stones: u8) -> Option<Course> {
        if nodes == 0 || !sight.replies_are_complete() || !sight.can_force() {
            return None;
        }
        let mut prover = sight.track.prover.borrow_mut();
        let chances = Chances { weights: sight.track.weights };
        let make = || Box::new(Self::new(sight.game, sight.position, &chances));
        let prover = prover.get_or_insert_with(make);
        let slot = (sight.position.hash >> 8) as usize % SPENT;
        let (known, spent) = prover.spent[slot];
        if known == sight.position.hash && spent >= nodes {
            return None;
        }
        prover.position = *sight.position;
        prover.track.copy(sight.track);
        prover.left = nodes;
        let found = (1..=stones.min(STONES as u8)).find_map(|most| prover.attack(most));
        if found.is_none() {
            prover.spent[slot] = (sight.position.hash, nodes);
        }
        found
    }

    fn sight(&self) -> Sight<'_> {
        let seat = 1 - self.position.state.last();
        Sight { game: &self.game, position: &self.position, track: &self.track, seat }
    }

    fn play(&mut self, point: Point) -> Undo {
        let undo = self.game.play(&mut self.position, point);
        self.track.push(&self.position, point, &undo);
        undo
    }

    fn undo(&mut self, point: Point, undo: Undo) {
        self.track.pop();
        self.game.undo(&mut self.position, point, undo);
    }

    fn attack(&mut self, stones: u8) -> Option<Course> {
        self.left = self.left.saturating_sub(1);
        let mut lists = self.lists.pop().unwrap_or_default();
        let found = self.attack_with(stones, &mut lists);
        self.lists.push(lists);
        found
    }

    fn attack_with(
        &mut self,
        stones: u8,
        (moves, points): &mut (Moves, Vec<Point>),
    ) -> Option<Course> {
        let sight = self.sight();
        sight.winning_points(sight.seat, points);
        if let Some(&point) = points.first() {
            return Some(vec![point]);
        }
        if stones <= 1 || self.left == 0 || self.has_failed(stones) {
            return None;
        }
        sight.forcing(moves);
        let seat = sight.seat;
        for &(_, point) in moves.iter() {
            let undo = self.play(point);
            let rest = self.defend(seat, stones - 1, points);
            self.undo(point, undo);
            if let Some(rest) = rest {
                return Some([vec![point], rest].concat());
            }
        }
        if self.left > 0 {
            self.note_failure(stones);
        }
        None
    }

    fn has_failed(&self, stones: u8) -> bool {
        let hash = self.position.hash;
        let known = self.failed[(hash >> 8) as usize % FAILED];
        known & !STONES == hash & !STONES && known & STONES >= u64::from(stones)
    }

    fn note_failure(&mut self, stones: u8) {
        let hash = self.position.hash;
        self.failed[(hash >> 8) as usize % FAILED] = hash & !STONES | u64::from(stones);
    }

    /// The course behind a threat if every reply loses; of all replies the one that lasts longest.
    fn defend(&mut self, attacker: usize, stones: u8, replies: &mut Vec<Point>) -> Option<Course> {
        if self.position.mover().is_none() {
            let won = self.position.winner().is_some_and(|winner| winner.0 == attacker);
            return won.then(Vec::new);
        }
        let sight = self.sight();
        sight.winning_points(1 - attacker, replies);
        if !replies.is_empty() {
            return None;
        }
        sight.winning_points(attacker, replies);
        if replies.is_empty() {
            return None;
        }
        sight.add_replies(replies);
        let mut longest = Course::new();
        for &point in replies.iter() {
            let undo = self.play(point);
            let rest = self.position.mover().and_then(|_| self.attack(stones));
            self.undo(point, undo);
            let course = [vec![point], rest?].concat();
            if course.len() > longest.len() {
                longest = course;
            }
        }
        Some(longest)
    }
}
