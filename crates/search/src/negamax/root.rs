//! The root of a search: the only place where actions are told apart by more than their value.

use super::guide::{DECIDED, Guide, HOPELESS, Listed, Move};
use super::search::{Search, deepest};
use super::window::Window;
use crate::common::legal;
use ludex_core::{Bound, Game, Seat};

/// What the search knows of one action.
#[derive(Clone, Debug)]
pub(super) struct RootMove<A> {
    pub(super) action: A,
    /// Place in the order of generation.
    pub(super) index: usize,
    /// Place before the search.
    pub(super) rank: usize,
    /// What the last iteration thought of it; the order of the next one.
    hope: f64,
    /// The deepest exact value, with its line.
    pub(super) exact: Option<Exact<A>>,
    /// The deepest bound.
    pub(super) limit: Option<Limit>,
}

/// An exact value and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct Exact<A> {
    pub(super) value: f64,
    pub(super) depth: u8,
    /// The expected course, the action first.
    pub(super) line: Vec<A>,
    /// Whether every branch ended with the game.
    pub(super) solved: bool,
}

/// A value that the true one does not exceed, or is not below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) value: f64,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// A search with its root.
pub(super) struct Root<'a, G: Game, U: Guide<G>> {
    pub(super) search: Search<'a, G, U>,
    pub(super) position: G::Position,
    /// Who is to move.
    pub(super) mover: Seat,
    /// Plies to look ahead at most.
    pub(super) depth: u8,
    /// The deepest iteration that was completed.
    pub(super) reached: u8,
    /// Best first.
    pub(super) moves: Vec<RootMove<G::Action>>,
    /// How many of them are searched: those that the guide lists, unless all of these lose.
    active: usize,
    /// The move to play if nothing better turns up: its place in the order of generation.
    leader: Option<usize>,
}

impl<'a, G: Game, U: Guide<G>> Root<'a, G, U> {
    pub(super) fn new(
        search: Search<'a, G, U>,
        position: &G::Position,
        mover: Seat,
        depth: u8,
    ) -> Self {
        let (list, active) = first_order(&search, position, mover);
        let position = position.clone();
        Self { search, position, mover, depth, reached: 0, moves: list, active, leader: None }
    }

    /// The move to play, the first in front of all others.
    pub(super) fn best(&self) -> &RootMove<G::Action> {
        &self.moves[0]
    }

    /// Searches deeper and deeper until the depth, the game or the budget is exhausted, or until `enough` says so
    /// after an iteration.
    pub(super) fn deepen(&mut self, first: u8, mut enough: impl FnMut(&Self) -> bool) {
        let mut guess = None;
        for depth in first.min(self.depth)..=self.depth {
            let horizon = self.search.horizon;
            let value = self.aspire(depth, guess);
            if self.search.meter.exhausted() {
                break;
            }
            self.reached = depth;
            let decided = !U::EXACT && value.abs() >= DECIDED;
            if decided || self.search.horizon == horizon || enough(self) {
                break; // Every branch ended with the game or in a proof: deeper is the same.
            }
            guess = Some(value);
        }
    }

    /// Searches a narrow window around the last value first; opens it on the side where the value lies outside.
    fn aspire(&mut self, depth: u8, guess: Option<f64>) -> f64 {
        let Some(guess) = guess.filter(|_| depth > 3) else {
            return self.iterate(depth, Window::OPEN);
        };
        let reach = self.search.guide.wavers(guess);
        let mut window = Window { alpha: guess - reach, beta: guess + reach };
        loop {
            let value = self.iterate(depth, window);
            if window.contains(value) || self.search.meter.exhausted() {
                return value;
            }
            if value <= window.alpha && window.alpha > f64::NEG_INFINITY {
                window.alpha = f64::NEG_INFINITY;
            } else if window.beta < f64::INFINITY {
                window.beta = f64::INFINITY;
            } else {
                return value;
            }
        }
    }

    /// One iteration over the root actions; sorts them by what it found.
    fn iterate(&mut self, depth: u8, window: Window) -> f64 {
        self.search.deepest = deepest::<G, U>(depth);
        let mut leader: Option<(usize, f64)> = None;
        let mut at = 0;
        while at < self.active {
            let open = Window { alpha: self.floor(at, leader).max(window.alpha), ..window };
            let first = leader.is_none_or(|(_, value)| is_no_measure::<G, U>(value));
            let value = self.try_root(at, depth, open, first);
            if self.search.meter.exhausted() {
                break;
            }
            let least = if first { leader.map(|(_, value)| value) } else { None };
            if value > open.alpha && least.is_none_or(|least| value > least) {
                leader = Some((self.moves[at].index, value));
            }
            if value >= window.beta {
                break;
            }
            at += 1;
            let lost = leader.is_none_or(|(_, value)| value <= -HOPELESS);
            if at == self.active && lost && window.alpha <= -HOPELESS {
                self.active = self.moves.len();
            }
        }
        self.promote(leader.map(|(index, _)| index));
        leader.map_or(window.alpha, |(_, value)| value)
    }

    /// What an action must exceed.
    ///
    /// Of equals the first generated wins, although they are searched in another order: an action generated earlier than the
    /// best so far need only equal it. With a guide's order the first in that order wins.
    fn floor(&self, at: usize, leader: Option<(usize, f64)>) -> f64 {
        match leader {
            None => f64::NEG_INFINITY,
            Some((_, value)) if is_no_measure::<G, U>(value) => f64::NEG_INFINITY,
            Some((index, value)) if U::EXACT && self.moves[at].index < index => value.next_down(),
            Some((_, value)) => value,
        }
    }

    /// Sorts by value with the leader in front, old or new: a move that is known only by what it cannot exceed never takes over.
    fn promote(&mut self, leader: Option<usize>) {
        self.leader = leader.or(self.leader);
        self.moves[..self.active].sort_by(|a, b| b.hope.total_cmp(&a.hope));
        let Some(leader) = self.leader else { return };
        if let Some(at) = self.moves.iter().position(|m| m.index == leader) {
            self.moves[..=at].rotate_right(1);
        }
    }

    /// Searches the action at a place and notes what that says about it, unless the budget ends first.
    fn try_root(&mut self, at: usize, depth: u8, window: Window, first: bool) -> f64 {
        let horizon = self.search.horizon;
        let action = self.moves[at].action;
        let mut value = f64::INFINITY;
        if !first {
            value = self.value_of(action, depth, Window::test(window.alpha));
        }
        if first || window.contains(value) {
            value = self.value_of(action, depth, window);
        }
        if !self.search.meter.exhausted() {
            self.note(at, depth, window, value, self.search.horizon == horizon);
        }
        value
    }

    fn note(&mut self, at: usize, depth: u8, window: Window, value: f64, solved: bool) {
        let entry = &mut self.moves[at];
        entry.hope = value + 0.0; // -0 and 0 are equals: they keep their order.
        if window.contains(value) {
            let mut line = vec![entry.action];
            line.extend(&self.search.lines[1]);
            entry.exact = Some(Exact { value, depth, line, solved });
            entry.limit = None;
            return;
        }
        let bound = if value >= window.beta { Bound::Lower } else { Bound::Upper };
        entry.limit = Some(Limit { value, depth, bound });
    }

    fn value_of(&mut self, action: G::Action, depth: u8, window: Window) -> f64 {
        let (position, mover) = (&mut self.position, self.mover);
        self.search.after(position, action, |search, position| {
            search.child(position, depth - 1, 1, window, mover)
        })
    }

    /// Gives the action at a place its exact value at `depth`; false where the budget ended first.
    pub(super) fn weigh(&mut self, at: usize, depth: u8) -> bool {
        self.search.deepest = deepest::<G, U>(depth);
        let old = self.moves[at].limit;
        self.try_root(at, depth, Window::OPEN, true);
        // A bound that a deeper search has found stays.
        self.moves[at].limit = old.filter(|limit| limit.depth > depth);
        !self.search.meter.exhausted()
    }
}

/// Whether a value says only that every move that was looked at loses: nobody knows by how much others are better, so they are not
/// measured against it.
fn is_no_measure<G: Game, U: Guide<G>>(value: f64) -> bool {
    !U::EXACT && value <= -HOPELESS && value > -DECIDED
}

/// The legal actions in the order of the first iteration, and how many of them the guide lists.
fn first_order<G: Game, U: Guide<G>>(
    search: &Search<'_, G, U>,
    position: &G::Position,
    seat: Seat,
) -> (Vec<RootMove<G::Action>>, usize) {
    let actions = legal(search.game, position);
    let mut moves: Vec<_> = actions
        .into_iter()
        .enumerate()
        .map(|(index, action)| RootMove {
            action,
            index,
            rank: index,
            hope: 0.0,
            exact: None,
            limit: None,
        })
        .collect();
    if U::EXACT {
        let active = moves.len();
        return (moves, active);
    }
    let listed = listed(search, position, seat);
    let place = |action| listed.iter().position(|m| m.action == action).unwrap_or(usize::MAX);
    moves.sort_by_cached_key(|m| place(m.action));
    for (rank, entry) in moves.iter_mut().enumerate() {
        entry.rank = rank;
    }
    let active = moves.iter().filter(|m| place(m.action) < usize::MAX).count();
    let all = if active == 0 { moves.len() } else { active };
    (moves, all)
}

/// All stages of the guide's moves, best first.
fn listed<G: Game, U: Guide<G>>(
    search: &Search<'_, G, U>,
    position: &G::Position,
    seat: Seat,
) -> Vec<Move<G::Action>> {
    let at = search.at(position, seat, u8::MAX);
    let mut moves = Vec::new();
    for stage in 0..=u8::MAX {
        let from = moves.len();
        let listed = search.guide.moves(&at, stage, &mut moves);
        moves[from..].sort_by_key(|m| std::cmp::Reverse(m.score));
        if listed != Listed::More {
            break;
        }
    }
    moves
}
