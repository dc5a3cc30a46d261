//! Which action to try first: the better the guess, the more is cut off.

use std::hash::{Hash, Hasher};

/// Guesses from what was good elsewhere in the tree.
pub(crate) struct Order<A> {
    /// The last two actions of each ply that cut off a sibling.
    killers: Vec<[Option<A>; 2]>,
    /// How much each action has cut off so far, anywhere.
    history: Box<[u32; HISTORY]>,
    /// Scratch space for sorting.
    ratings: Vec<u32>,
}

/// Actions share counters by their hash: a wrong guess costs time, never correctness.
const HISTORY: usize = 1024;

impl<A: Copy + Eq + Hash> Order<A> {
    pub(crate) fn new(plies: usize) -> Self {
        let killers = vec![[None; 2]; plies];
        Self { killers, history: Box::new([0; HISTORY]), ratings: Vec::new() }
    }

    /// Sorts the likely best actions to the front; the rest keep their order.
    pub(crate) fn sort(&mut self, actions: &mut [A], ply: usize, known: Option<A>) {
        self.ratings.clear();
        for &action in actions.iter() {
            let rating = self.rating(action, ply, known);
            self.ratings.push(rating);
        }
        insertion_sort(actions, &mut self.ratings);
    }

    fn rating(&self, action: A, ply: usize, known: Option<A>) -> u32 {
        let wanted = Some(action);
        let [first, second] = self.killers[ply];
        if wanted == known {
            u32::MAX
        } else if wanted == first {
            u32::MAX - 1
        } else if wanted == second {
            u32::MAX - 2
        } else {
            self.history[slot(&action)]
        }
    }

    /// Only the known best action to the front: enough where the subtrees are tiny.
    pub(crate) fn promote(actions: &mut [A], known: Option<A>) {
        let found = known.and_then(|known| actions.iter().position(|&a| a == known));
        if let Some(at) = found {
            actions[..=at].rotate_right(1);
        }
    }

    /// Remembers that `action` cut off its siblings with `depth` plies to go.
    pub(crate) fn reward(&mut self, action: A, ply: usize, depth: u8) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            killers[1] = killers[0];
            killers[0] = Some(action);
        }
        let weight = u32::from(depth) * u32::from(depth);
        let counter = &mut self.history[slot(&action)];
        *counter = counter.saturating_add(weight);
        if *counter > 1 << 24 {
            self.history.iter_mut().for_each(|c| *c /= 2);
        }
    }
}

/// Highest rating first. Stable, and fastest for the handful of actions a position has.
fn insertion_sort<A: Copy>(actions: &mut [A], ratings: &mut [u32]) {
    for i in 1..actions.len() {
        let (action, rating) = (actions[i], ratings[i]);
        let mut j = i;
        while j > 0 && ratings[j - 1] < rating {
            actions[j] = actions[j - 1];
            ratings[j] = ratings[j - 1];
            j -= 1;
        }
        actions[j] = action;
        ratings[j] = rating;
    }
}

fn slot<A: Hash>(action: &A) -> usize {
    let mut hasher = Quick(0);
    action.hash(&mut hasher);
    hasher.0 as usize % HISTORY
}

/// A hasher for very small values: one multiplication a word.
struct Quick(u64);

impl Hasher for Quick {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.0 ^= self.0 >> 32;
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
