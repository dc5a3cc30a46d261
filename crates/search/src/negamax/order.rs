//! Which action to try first: the better the guess, the more is cut off.

use super::table::Tag;
use std::hash::Hash;

/// Guesses from what was good elsewhere in the tree.
pub(crate) struct Order {
    /// The last two actions of each ply that cut off a sibling.
    killers: Vec<[Tag; 2]>,
    /// How much each action has cut off so far, anywhere; even and odd plies apart, since what is
    /// good for one side is seldom good for the other.
    history: [Vec<u32>; 2],
    /// How promising the actions of each ply are.
    ratings: Vec<Vec<u32>>,
}

impl Order {
    pub(crate) fn new(plies: usize) -> Self {
        let killers = vec![[Tag::NONE; 2]; plies];
        let ratings = vec![Vec::new(); plies];
        Self { killers, history: [vec![0; Tag::COUNT], vec![0; Tag::COUNT]], ratings }
    }

    /// Rates the actions of a ply; [`Order::next`] then hands them out, best first.
    #[inline]
    pub(crate) fn rate<A: Hash>(&mut self, actions: &[A], ply: usize, known: Tag) {
        let mut ratings = std::mem::take(&mut self.ratings[ply]);
        ratings.clear();
        ratings.extend(actions.iter().map(|action| self.rating(Tag::of(action), ply, known)));
        self.ratings[ply] = ratings;
    }

    /// The cheap substitute for rating: what is known to be good here or cut off last time comes
    /// first. Enough where the subtrees are tiny.
    #[inline]
    pub(crate) fn promote<A: Hash>(&self, actions: &mut [A], ply: usize, known: Tag) {
        for tag in [self.killers[ply][0], known] {
            if tag != Tag::NONE
                && let Some(at) = actions.iter().position(|action| Tag::of(action) == tag)
            {
                actions[..=at].rotate_right(1);
            }
        }
    }

    /// Moves the best action from `at` on to `at`; the others keep their order.
    ///
    /// Most positions are cut off by their first action, so sorting all of them would be a waste.
    #[inline]
    pub(crate) fn next<A: Copy>(&mut self, actions: &mut [A], ply: usize, at: usize) -> A {
        let ratings = &mut self.ratings[ply][at..];
        let mut best = 0;
        for i in 1..ratings.len() {
            best = if ratings[i] > ratings[best] { i } else { best };
        }
        if best > 0 {
            ratings[..=best].rotate_right(1);
            actions[at..=at + best].rotate_right(1);
        }
        actions[at]
    }

    #[inline]
    fn rating(&self, tag: Tag, ply: usize, known: Tag) -> u32 {
        let [first, second] = self.killers[ply];
        if tag == known {
            u32::MAX
        } else if tag == first {
            u32::MAX - 1
        } else if tag == second {
            u32::MAX - 2
        } else {
            self.history[ply & 1][usize::from(tag.0)]
        }
    }

    /// Remembers that an action cut off its siblings with `depth` plies to go.
    #[inline]
    pub(crate) fn reward(&mut self, tag: Tag, ply: usize, depth: u8) {
        let killers = &mut self.killers[ply];
        if killers[0] != tag {
            killers[1] = killers[0];
            killers[0] = tag;
        }
        let counter = &mut self.history[ply & 1][usize::from(tag.0)];
        *counter += u32::from(depth) * u32::from(depth);
        if *counter > 1 << 24 {
            self.history[ply & 1].iter_mut().for_each(|c| *c /= 2);
        }
    }
}
