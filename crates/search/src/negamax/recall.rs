//! What the table knows: asking it before a search, telling it afterwards.

use super::guide::{DECIDED, Guide, HOPELESS};
use super::search::{Node, Search};
use super::table::{Bound, Entry};
use super::window::Window;
use ludex_core::{Game, Seat, Turn};

impl<G: Game, U: Guide<G>> Search<'_, G, U> {
    /// Stores what was found at a node, without what was earned on the way there: other ways lead there, too.
    ///
    /// What an interrupted search has found is worth nothing.
    pub(super) fn remember(&self, node: &Node<G::Action>, solved: bool) {
        if self.meter.exhausted() {
            return;
        }
        let bound = match node.best {
            v if v >= node.window.beta => Bound::Lower,
            v if v <= node.window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let action = node.action.map_or(0, |action| self.guide.index(action));
        let value = node.best - self.on_the_way(node.best, node.seat);
        let entry = Entry { value, action, depth: node.depth, bound, solved };
        self.table.store(node.key, entry);
    }

    /// What the table says of a position, if that settles the question.
    ///
    /// Inside an open window it is not asked: the answer would lack its line.
    #[inline]
    pub(super) fn recall(
        &mut self,
        known: Option<Entry>,
        depth: u8,
        window: Window,
        seat: Seat,
    ) -> Option<f64> {
        known
            .filter(|_| window.is_test())
            .and_then(|entry| self.settles(entry, depth, window, seat))
    }

    /// What was earned on the way to a node, if it is part of a value there: a proof does not count points.
    #[inline]
    fn on_the_way(&self, value: f64, seat: Seat) -> f64 {
        let proof = !U::EXACT && value.abs() >= HOPELESS;
        if proof { 0.0 } else { self.earned_by(seat) }
    }

    /// The value of an entry here, with what was earned on the way.
    #[inline]
    fn value_here(&self, entry: &Entry, seat: Seat) -> f64 {
        if !self.rewards {
            return entry.value;
        }
        entry.value + self.on_the_way(entry.value, seat)
    }

    fn settles(&mut self, entry: Entry, depth: u8, window: Window, seat: Seat) -> Option<f64> {
        let value = self.value_here(&entry, seat);
        let settles = answers::<G, U>(&entry, depth)
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= window.beta,
                Bound::Upper => value <= window.alpha,
            };
        if !settles {
            return None;
        }
        self.table_hits += 1;
        self.horizon += u64::from(!entry.solved);
        Some(value)
    }

    /// The value of an action that the table knows to be too good for the window.
    pub(super) fn refutation(
        &mut self,
        position: &mut G::Position,
        actions: &[G::Action],
        depth: u8,
        window: Window,
        seat: Seat,
    ) -> Option<f64> {
        actions.iter().find_map(|&action| {
            self.after(position, action, |search, next| {
                let Turn::Seat(other) = search.game.turn(next) else { return None };
                if other == seat || search.guide.settled(search.game, next, search.seat, seat) {
                    return None;
                }
                let entry = search.table.find(search.game.key(next))?;
                let value = search.value_here(&entry, other);
                if entry.bound == Bound::Lower || -value < window.beta {
                    return None;
                }
                let answer = search.settles(entry, depth - 1, window.for_the_other(), other);
                answer.map(|value| -value)
            })
        })
    }
}

/// Whether an entry answers a search of `depth` plies.
///
/// Where values must be those of plain min-max, deeper entries do not: a search to depth 4 means depth 4 everywhere.
#[inline]
fn answers<G: Game, U: Guide<G>>(entry: &Entry, depth: u8) -> bool {
    if U::EXACT {
        return entry.depth == depth || (entry.solved && entry.depth < depth);
    }
    let proof = match entry.bound {
        Bound::Exact => entry.value.abs() >= DECIDED,
        Bound::Lower => entry.value >= DECIDED,
        Bound::Upper => entry.value <= -DECIDED,
    };
    entry.depth >= depth || entry.solved || proof
}
