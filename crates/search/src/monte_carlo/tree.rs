//! Upper confidence bounds applied to trees (UCT), with proofs.

use super::node::{Actor, Node, Verdict};
use super::{Goal, Pace, Rollout};
use crate::common::play_earning;
use ludex_core::{Evaluate, Game, Rng, Turn};
use rand::RngExt;

/// The lasting memory of a search: kept between searches so that nothing is allocated twice.
pub(super) struct Memory<A> {
    pub(super) nodes: Vec<Node<A>>,
    /// Sums of squared returns of the root's children, for their standard errors.
    pub(super) squares: Vec<f64>,
    path: Vec<u32>,
    buffer: Vec<A>,
    /// [`spread`] of the first numbers of visits: most nodes have few, and logarithms take time.
    spreads: Box<[f32]>,
}

/// So many spreads are kept.
const SPREADS: u32 = 1 << 10;

impl<A> Default for Memory<A> {
    fn default() -> Self {
        let spreads = (0..SPREADS).map(spread).collect();
        Self { nodes: vec![], squares: vec![], path: vec![], buffer: vec![], spreads }
    }
}

/// How much a node's visits add to the doubt about its children.
fn spread(visits: u32) -> f32 {
    (visits as f32).ln().sqrt()
}

/// A tree that grows from one position.
pub(super) struct Tree<'a, G: Game, E> {
    pub(super) rollout: Rollout<'a, G, E>,
    pub(super) memory: Memory<G::Action>,
    pub(super) deepest: usize,
    pub(super) root: &'a G::Position,
    scratch: G::Position,
    /// What was earned on the way down, where rewards count.
    earned: f64,
    rewarded: bool,
    dice: Rng,
    exploration: f64,
    range: Range,
    node_limit: usize,
}

/// The least and the greatest return, given or seen so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    low: f64,
    high: f64,
    fixed: bool,
}

impl Range {
    pub(super) fn new(bounds: Option<(f64, f64)>, goal: Goal) -> Self {
        match (bounds, goal) {
            (Some((low, high)), _) => Self { low, high, fixed: true },
            (None, Goal::Outcome) => Self { low: -1.0, high: 1.0, fixed: true },
            (None, Goal::Score) => {
                Self { low: f64::INFINITY, high: f64::NEG_INFINITY, fixed: false }
            }
        }
    }

    #[inline]
    fn see(&mut self, value: f64) {
        if !self.fixed {
            self.low = self.low.min(value);
            self.high = self.high.max(value);
        }
    }

    /// How far returns lie apart. Instead of scaling every mean to 0..1, the exploration is scaled
    /// by this: siblings compare the same.
    fn width(self) -> f64 {
        let width = self.high - self.low;
        if width > 0.0 { width } else { 1.0 }
    }
}

/// The numbers that shape a tree.
pub(super) struct Growth {
    pub(super) exploration: f64,
    pub(super) range: Range,
    pub(super) node_limit: usize,
}

impl<'a, G: Game, E: Evaluate<G>> Tree<'a, G, E> {
    /// A tree whose root has only the given actions.
    pub(super) fn new(
        rollout: Rollout<'a, G, E>,
        root: &'a G::Position,
        actions: &[G::Action],
        mut memory: Memory<G::Action>,
        dice: Rng,
        growth: &Growth,
    ) -> Self {
        memory.nodes.clear();
        memory.squares.clear();
        memory.squares.resize(actions.len(), 0.0);
        let mut node = Node::new(actions[0]);
        node.actor = Actor::Own;
        node.first_child = 1;
        node.children = actions.len() as u16;
        // The root counts as visited: a node's first visit is its own random game, and the root
        // needs none.
        node.learn(0.0);
        memory.nodes.push(node);
        memory.nodes.extend(actions.iter().map(|&action| Node::new(action)));
        let Growth { exploration, range, node_limit } = *growth;
        Self {
            rewarded: rollout.counts_rewards(),
            rollout,
            memory,
            deepest: 0,
            root,
            scratch: root.clone(),
            earned: 0.0,
            dice,
            exploration,
            range,
            node_limit,
        }
    }

    /// Simulates `limit` times, or until the pace or a proof ends it.
    pub(super) fn grow(&mut self, limit: u64, pace: &mut Pace) {
        for _ in 0..limit {
            if pace.meter.exhausted() || self.memory.nodes[0].is_proven() {
                break;
            }
            let plies = self.simulate();
            pace.simulated(plies);
        }
    }

    /// One walk down the tree, a random game, and the way back. Returns the random game's length.
    fn simulate(&mut self) -> u32 {
        self.scratch.clone_from(self.root);
        self.earned = 0.0;
        self.memory.path.clear();
        let leaf = self.descend();
        let (value, plies) = self.visit(leaf);
        self.range.see(value);
        self.deepest = self.deepest.max(self.memory.path.len());
        self.back_up(leaf, value);
        plies
    }

    /// Walks to a node that is new, proven or final. The path holds the nodes before it.
    #[inline]
    fn descend(&mut self) -> u32 {
        let mut at = 0;
        loop {
            let node = self.memory.nodes[at as usize];
            let goes_on = node.visits > 0 && node.actor != Actor::Nobody && !node.is_proven();
            if !goes_on || (node.children == 0 && !self.expand(at)) {
                return at;
            }
            self.memory.path.push(at);
            at = self.step(at);
            self.play(self.memory.nodes[at as usize].action);
        }
    }

    /// One step down.
    #[inline]
    fn play(&mut self, action: G::Action) {
        let Rollout { game, evaluate, seat, .. } = self.rollout;
        if self.rewarded {
            self.earned += play_earning(game, evaluate, &mut self.scratch, action, seat).1;
        } else {
            game.play(&mut self.scratch, action);
        }
    }

    /// Appends the children of a node; false if memory is full.
    fn expand(&mut self, at: u32) -> bool {
        let Memory { nodes, buffer, .. } = &mut self.memory;
        buffer.clear();
        self.rollout.game.actions(&self.scratch, buffer);
        if buffer.is_empty() || nodes.len() + buffer.len() > self.node_limit {
            return false;
        }
        let first_child = nodes.len() as u32;
        let parent = &mut nodes[at as usize];
        (parent.first_child, parent.children) = (first_child, buffer.len() as u16);
        nodes.extend(buffer.iter().map(|&action| Node::new(action)));
        true
    }

    /// The child to visit next.
    #[inline]
    fn step(&mut self, at: u32) -> u32 {
        let node = self.memory.nodes[at as usize];
        if node.actor == Actor::Chance {
            return self.draw_child(node);
        }
        // A node's first visit is its own random game; each later one tries a new child.
        let tried = node.visits - 1;
        if tried < u32::from(node.children) {
            return self.new_child(node, tried);
        }
        self.best_child(node)
    }

    /// An outcome of chance, by its probability.
    fn draw_child(&mut self, node: Node<G::Action>) -> u32 {
        let Memory { nodes, buffer, .. } = &mut self.memory;
        let drawn = self.rollout.game.sample(&self.scratch, &mut self.dice, buffer);
        let mut children = nodes[node.family()].iter();
        let index = children.position(|child| Some(child.action) == drawn).unwrap_or(0);
        node.first_child + index as u32
    }

    /// A child that was never visited, any with equal probability.
    fn new_child(&mut self, node: Node<G::Action>, tried: u32) -> u32 {
        let next = node.first_child + tried;
        let left = u32::from(node.children) - tried;
        if left > 1 {
            let other = next + self.dice.random_range(0..left);
            self.memory.nodes.swap(next as usize, other as usize);
        }
        next
    }

    /// The child with the highest upper confidence bound for whoever acts.
    #[inline]
    fn best_child(&self, node: Node<G::Action>) -> u32 {
        let sign = if node.actor == Actor::Own { 1.0 } else { -1.0 };
        let kept = self.memory.spreads.get(node.visits as usize).copied();
        let spread = kept.unwrap_or_else(|| spread(node.visits));
        let bonus = self.exploration * self.range.width() * f64::from(spread);
        let mut best = (f64::NEG_INFINITY, 0);
        for (index, child) in self.memory.nodes[node.family()].iter().enumerate() {
            let bound = sign * child.mean + bonus * f64::from(child.doubt);
            if bound > best.0 {
                best = (bound, index);
            }
        }
        node.first_child + best.1 as u32
    }

    /// What a walk that ended at `leaf` returns, and the length of its random game.
    fn visit(&mut self, leaf: u32) -> (f64, u32) {
        let node = &mut self.memory.nodes[leaf as usize];
        if node.is_proven() {
            return (node.mean, 0);
        }
        if node.actor == Actor::Unknown {
            node.actor = self.rollout.actor(&self.scratch);
            if node.actor == Actor::Nobody && self.rollout.goal == Goal::Outcome {
                let Rollout { game, seat, .. } = self.rollout;
                node.settle(Verdict::of(game.outcome(&self.scratch, seat)));
                return (node.mean, 0);
            }
        }
        let buffer = &mut self.memory.buffer;
        self.rollout.play(&mut self.scratch, self.earned, &mut self.dice, buffer)
    }

    /// Tells every node on the path what was found, and proves what follows from it.
    #[inline]
    fn back_up(&mut self, leaf: u32, mut value: f64) {
        let mut below = leaf;
        let mut proven = self.memory.nodes[leaf as usize].is_proven();
        self.memory.nodes[leaf as usize].learn(value);
        while let Some(at) = self.memory.path.pop() {
            if at == 0 {
                self.memory.squares[below as usize - 1] += value * value;
            }
            proven = proven && self.prove(at);
            if proven {
                value = self.memory.nodes[at as usize].mean;
            }
            self.memory.nodes[at as usize].learn(value);
            below = at;
        }
    }

    /// Whether the children settle a node; if so, it is marked.
    fn prove(&mut self, at: u32) -> bool {
        let node = self.memory.nodes[at as usize];
        let children = &self.memory.nodes[node.family()];
        let verdict = match node.actor {
            Actor::Own => best_verdict(children, Verdict::Win, Verdict::max),
            Actor::Rival => best_verdict(children, Verdict::Loss, Verdict::min),
            _ => common_verdict(children),
        };
        if let Some(verdict) = verdict {
            self.memory.nodes[at as usize].settle(verdict);
        }
        verdict.is_some()
    }
}

/// The verdict of a player's node: its goal if one child reaches that, the best of all children if
/// all are known.
fn best_verdict<A>(
    children: &[Node<A>],
    goal: Verdict,
    better: fn(Verdict, Verdict) -> Verdict,
) -> Option<Verdict> {
    if children.iter().any(|child| child.verdict == goal) {
        return Some(goal);
    }
    if children.iter().any(|child| !child.is_proven()) {
        return None;
    }
    children.iter().map(|child| child.verdict).reduce(better)
}

/// The verdict of a node of chance: certain only if every outcome leads to the same.
fn common_verdict<A>(children: &[Node<A>]) -> Option<Verdict> {
    let first = children.first()?.verdict;
    let same = first != Verdict::Open && children.iter().all(|child| child.verdict == first);
    same.then_some(first)
}

impl<G: Game, E: Evaluate<G>> Rollout<'_, G, E> {
    fn actor(&self, position: &G::Position) -> Actor {
        match self.game.turn(position) {
            Turn::Seat(seat) if seat == self.seat => Actor::Own,
            Turn::Seat(_) => Actor::Rival,
            Turn::Chance => Actor::Chance,
            Turn::Over => Actor::Nobody,
        }
    }
}
