//! Which action to try first: the better the guess, the more is cut off.

use super::guide::Move;

/// How many different indices actions have in tables.
pub(crate) const INDICES: usize = 1 << 12;

/// Guesses from what was good elsewhere in the tree.
pub(crate) struct Order<A> {
    /// The last two actions of each ply that cut off a sibling.
    killers: Vec<[Option<A>; 2]>,
    /// How much each action has cut off so far, anywhere; even and odd plies apart, since what is
    /// good for one side is seldom good for the other. The action is kept beside its count, because several may share a place.
    history: [Vec<(Option<A>, u32)>; 2],
}

impl<A: Copy + PartialEq> Order<A> {
    pub(crate) fn new(plies: usize) -> Self {
        let counts = || vec![(None, 0); INDICES];
        Self { killers: vec![[None; 2]; plies], history: [counts(), counts()] }
    }

    /// Rates the moves of a ply: by their own scores, equals by what was learnt here. [`Order::next`] then hands them out, best first.
    #[inline]
    pub(crate) fn rate(
        &self,
        moves: &mut [Move<A>],
        ply: usize,
        known: Option<u16>,
        index: impl Fn(A) -> u16,
    ) {
        for entry in moves {
            let place = index(entry.action);
            entry.score = match known {
                Some(known) if known == place => i64::MAX,
                _ => (entry.score << 32) + self.habit(entry.action, place, ply),
            };
        }
    }

    /// The action that cut off last time at this ply.
    #[inline]
    pub(crate) fn killer(&self, ply: usize) -> Option<A> {
        self.killers[ply][0]
    }

    /// Moves the best move from `at` on to `at`; the others keep their order.
    ///
    /// Most positions are cut off by their first action, so sorting all of them would be a waste.
    #[inline]
    pub(crate) fn next(moves: &mut [Move<A>], at: usize) -> Move<A> {
        let rest = &mut moves[at..];
        let mut best = 0;
        for i in 1..rest.len() {
            best = if rest[i].score > rest[best].score { i } else { best };
        }
        if best > 0 {
            rest[..=best].rotate_right(1);
        }
        rest[0]
    }

    #[inline]
    fn habit(&self, action: A, place: u16, ply: usize) -> i64 {
        let [first, second] = self.killers[ply];
        if first == Some(action) {
            return (1 << 31) - 1;
        }
        if second == Some(action) {
            return (1 << 31) - 2;
        }
        match self.history[ply & 1][usize::from(place) % INDICES] {
            (Some(known), count) if known == action => count.into(),
            _ => 0,
        }
    }

    /// Remembers that an action cut off its siblings with `depth` plies to go.
    #[inline]
    pub(crate) fn reward(&mut self, action: A, place: u16, ply: usize, depth: u8) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            killers[1] = killers[0];
            killers[0] = Some(action);
        }
        let (owner, count) = &mut self.history[ply & 1][usize::from(place) % INDICES];
        if *owner != Some(action) {
            (*owner, *count) = (Some(action), 0);
        }
        *count += u32::from(depth) * u32::from(depth);
        if *count > 1 << 24 {
            self.history[ply & 1].iter_mut().for_each(|(_, count)| *count /= 2);
        }
    }
}

/// Puts the first that is wanted in front; the others keep their order.
#[inline]
pub(crate) fn bring_forward<T>(list: &mut [T], wanted: impl Fn(&T) -> bool) {
    if let Some(at) = list.iter().position(wanted) {
        list[..=at].rotate_right(1);
    }
}
