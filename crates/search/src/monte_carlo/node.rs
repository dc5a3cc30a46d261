//! The nodes of a search tree, small and side by side.

use ludex_core::Proven;

/// Who acts at a node, seen from the deciding seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Actor {
    /// The node was never visited.
    Unknown,
    Own,
    Rival,
    Chance,
    Nobody,
}

/// What is known for certain about a node, seen from the deciding seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Verdict {
    Loss,
    Draw,
    Win,
    /// Nothing yet.
    Open,
}

impl Verdict {
    pub(super) fn of(outcome: Proven) -> Self {
        match outcome {
            Proven::Win => Self::Win,
            Proven::Draw => Self::Draw,
            Proven::Loss => Self::Loss,
        }
    }

    pub(super) fn proven(self) -> Option<Proven> {
        match self {
            Self::Win => Some(Proven::Win),
            Self::Draw => Some(Proven::Draw),
            Self::Loss => Some(Proven::Loss),
            Self::Open => None,
        }
    }

    /// -1, 0 or 1.
    pub(super) fn value(self) -> f64 {
        f64::from(self as i8 - 1)
    }
}

/// A position in the tree, known by the action that leads there.
///
/// The children of a node stand side by side. 32 bytes if the action has at most 8.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<A> {
    /// Mean return for the deciding seat; the exact value once there is a verdict.
    pub(super) mean: f64,
    pub(super) visits: u32,
    pub(super) first_child: u32,
    /// 1 / sqrt(visits), kept so that choosing among children takes no root; 0 once there is a
    /// verdict, because then nothing is left to explore.
    pub(super) doubt: f32,
    pub(super) children: u16,
    pub(super) actor: Actor,
    pub(super) verdict: Verdict,
    pub(super) action: A,
}

impl<A> Node<A> {
    pub(super) fn new(action: A) -> Self {
        Self {
            mean: 0.0,
            visits: 0,
            first_child: 0,
            doubt: 0.0,
            children: 0,
            actor: Actor::Unknown,
            verdict: Verdict::Open,
            action,
        }
    }

    pub(super) fn is_proven(&self) -> bool {
        self.verdict != Verdict::Open
    }

    /// Where the children stand.
    pub(super) fn family(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.children)
    }

    /// Counts one more simulation through this node.
    #[inline]
    pub(super) fn learn(&mut self, value: f64) {
        self.visits += 1;
        if self.is_proven() {
            return;
        }
        let visits = f64::from(self.visits);
        self.mean += (value - self.mean) / visits;
        self.doubt = 1.0 / (self.visits as f32).sqrt();
    }

    /// Fixes what has been proven.
    pub(super) fn settle(&mut self, verdict: Verdict) {
        self.verdict = verdict;
        self.mean = verdict.value();
        self.doubt = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_compact() {
        assert_eq!(size_of::<Node<u64>>(), 32);
    }

    #[test]
    fn the_mean_is_the_mean_until_something_is_proven() {
        let mut node = Node::new(0_u8);
        for value in [1.0, 0.0, 0.5, 0.5] {
            node.learn(value);
        }
        assert_eq!((node.mean, node.visits, node.doubt), (0.5, 4, 0.5));
        node.settle(Verdict::Loss);
        node.learn(1.0);
        assert_eq!((node.mean, node.visits, node.doubt), (-1.0, 5, 0.0));
    }
}
