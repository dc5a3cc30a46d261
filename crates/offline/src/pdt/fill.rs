//! Can these pieces fill the box? The CITS4211 report's own question, answered with a filling or a proof of none.
//!
//! The search goes from the empty box forwards and from the full box backwards, always on the side that has less to do, until the two meet. Each
//! side alone would see far more states than both together.

use super::orders::{Halt, orders};
use super::sums::{self, PAINTS};
use super::{Fit, Graph};
use crate::list::Put;
use ludex_core::{Stop, mix};
use std::collections::HashSet;

/// A list of pieces of which the first that are needed shall fill the box.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The pieces in the order in which they come.
    pub list: &'a [u8],
    /// Pieces that may wait.
    pub buffer: usize,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filling {
    /// Placements that fill the box, in the order in which they are dropped.
    Filled(Vec<Put>),
    /// No order and no placement fills it: everything was tried, or the colouring rules it out.
    Impossible,
    /// Somebody stopped the search.
    Unknown,
}

impl Graph {
    /// Answers the question.
    ///
    /// ```
    /// use ludex_core::{Stop, mix};
    /// use ludex_offline::{Kit, pdt::{Box2, Filling, Graph, Question}};
    /// let graph = Graph::build(Box2::new(4, 4).unwrap(), &Kit::standard(), &Stop::default()).unwrap();
    /// let ask = |list: &[u8]| graph.fill(Question { list, buffer: 1 }, &Stop::default());
    /// assert!(matches!(ask(&[1, 1, 1, 1]), Filling::Filled(_))); // four squares
    /// assert_eq!(ask(&[5, 5, 5, 5]), Filling::Impossible); // four S
    /// ```
    pub fn fill(&self, question: Question, stop: &Stop) -> Filling {
        self.fill_counted(question, stop).0
    }

    /// The same, and how many states were looked at.
    pub fn fill_counted(&self, question: Question, stop: &Stop) -> (Filling, usize) {
        let needed = self.shape().cells() / self.piece_cells();
        if question.list.len() < needed || !self.has(0) {
            return (Filling::Impossible, 0);
        }
        let orders = orders(self.kit(), question.list, question.buffer, needed);
        let mut search = Search::new(self, orders);
        if !search.is_hopeful(0, (0, 0)) {
            return (Filling::Impossible, 0);
        }
        if let Some(puts) = search.dives() {
            return (Filling::Filled(puts), search.looked);
        }
        while search.ahead.len() + search.back.len() < needed + 2 {
            if stop.is_set() {
                return (Filling::Unknown, search.looked);
            }
            if !search.advance() {
                return (Filling::Impossible, search.looked);
            }
        }
        let filling = search.meet().map_or(Filling::Impossible, Filling::Filled);
        (filling, search.looked)
    }
}

/// Dives before the search goes on from both sides: where there are fillings there are mostly many.
const DIVES: u64 = 5;
/// States that each of them looks at.
const DEPTHS: usize = 400;
/// Bits that are spent on marks at most; beyond that, layers are sorted.
const MOST_MARKS: usize = 1 << 31;

/// A state of the box and one of the halts after as many placements.
type Node = (u32, u32);

/// Layers of what can be reached from the empty box, and of what can reach the full one; they meet somewhere in between.
struct Search<'a> {
    graph: &'a Graph,
    orders: Vec<Vec<Halt>>,
    /// What can be reached after 0, 1, 2 placements and so on.
    ahead: Vec<Vec<Node>>,
    /// What can reach the full box by 0, 1, 2 placements and so on.
    back: Vec<Vec<Node>>,
    /// Nodes of the layer in the making, by halt and place of the state; empty if that would be too many bits.
    marks: Vec<u64>,
    /// Nodes that a dive has seen.
    seen: HashSet<Node>,
    looked: usize,
    /// What the whole box sums up to under each colouring.
    whole: [i32; PAINTS],
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, orders: Vec<Vec<Halt>>) -> Self {
        let halts = orders.iter().map(Vec::len).max().unwrap_or(1);
        let last = orders.last().map_or(0, Vec::len) as u32;
        let back = vec![(0..last).map(|halt| (graph.full(), halt)).collect()];
        let bits = halts * (graph.states() + 1);
        let marks = vec![0; if bits <= MOST_MARKS { bits.div_ceil(64) } else { 0 }];
        Self {
            graph,
            orders,
            ahead: vec![vec![(0, 0)]],
            back,
            marks,
            seen: HashSet::new(),
            looked: 0,
            whole: sums::whole(graph.shape()),
        }
    }

    /// Whether the colourings allow a node: both what is filled by what went and what is open by what is left.
    fn is_hopeful(&self, placed: usize, (code, halt): Node) -> bool {
        let filled = self.graph.paints[self.graph.rank(code)].map(i32::from);
        let Halt { gone, left, .. } = &self.orders[placed][halt as usize];
        (0..PAINTS).all(|paint| {
            let open = self.whole[paint] - filled[paint];
            sums::has(gone[paint], filled[paint]) && sums::has(left[paint], open)
        })
    }

    /// Looks for a filling depth-first a few times, each time in another order: a dive that goes astray early seldom comes back.
    fn dives(&mut self) -> Option<Vec<Put>> {
        let mut puts = Vec::with_capacity(self.orders.len());
        (0..DIVES).any(|lot| {
            self.looked += self.seen.len();
            self.seen.clear();
            self.dive(lot, 0, (0, 0), &mut puts)
        });
        (!puts.is_empty()).then_some(puts)
    }

    /// Goes deeper, low placements first, as long as there are states left to look at.
    fn dive(&mut self, lot: u64, placed: usize, node: Node, puts: &mut Vec<Put>) -> bool {
        if node.0 == self.graph.full() {
            return true;
        }
        if self.seen.len() >= DEPTHS || !self.is_hopeful(placed, node) || !self.seen.insert(node) {
            return false;
        }
        let mut nexts: Vec<(u8, Node, Fit)> = Vec::with_capacity(32);
        for &(piece, to) in &self.orders[placed][node.1 as usize].nexts {
            self.graph.each_next_of(piece, node.0, |fit, next, floor| {
                nexts.push((floor, (next, to), fit));
            });
        }
        // Low first: that leaves an even surface, on which more fits.
        let mixed = |(code, halt): Node| mix(lot << 60 ^ u64::from(code) << 20 ^ u64::from(halt));
        nexts.sort_unstable_by_key(|(floor, node, _)| (*floor, mixed(*node)));
        for (_, next, fit) in nexts {
            puts.push(put(fit));
            if self.dive(lot, placed + 1, next, puts) {
                return true;
            }
            puts.pop();
        }
        false
    }

    /// Makes one more layer on the side that has less to do; false if it is empty.
    fn advance(&mut self) -> bool {
        let Self { graph, orders, ahead, back, marks, looked, .. } = self;
        let states = graph.states() + 1;
        let mut next = Vec::new();
        let marked = !marks.is_empty();
        let mut add = |code: u32, halt: u32| {
            if !marked {
                return next.push((code, halt));
            }
            let at = halt as usize * states + graph.rank(code);
            let (word, bit) = (&mut marks[at / 64], 1u64 << (at % 64));
            if *word & bit == 0 {
                *word |= bit;
                next.push((code, halt));
            }
        };
        let last = |layers: &[Vec<Node>]| layers.last().cloned().unwrap_or_default();
        let (front, rear) = (last(ahead), last(back));
        let forth = front.len() <= rear.len();
        *looked += front.len().min(rear.len());
        if forth {
            for (code, halt) in front {
                let heights = graph.shape.heights(code);
                for &(piece, to) in &orders[ahead.len() - 1][halt as usize].nexts {
                    graph.each_next_on(&heights, piece, code, |_, next, _| add(next, to));
                }
            }
        } else {
            let placed = orders.len() - back.len();
            for (code, halt) in rear {
                let heights = graph.shape.heights(code);
                for &(piece, from) in &orders[placed][halt as usize].befores {
                    graph.each_before_on(&heights, piece, code, |_, before| add(before, from));
                }
            }
        }
        if marked {
            for &(code, halt) in &next {
                marks[(halt as usize * states + graph.rank(code)) / 64] = 0;
            }
        } else {
            next.sort_unstable();
            next.dedup();
        }
        let placed = if forth { self.ahead.len() } else { self.orders.len() - 1 - self.back.len() };
        next.retain(|&node| self.is_hopeful(placed, node));
        let found = !next.is_empty();
        if forth {
            self.ahead.push(next);
        } else {
            self.back.push(next);
        }
        found
    }

    /// The placements through a node that both sides have reached, if there is one.
    fn meet(&self) -> Option<Vec<Put>> {
        let reached: HashSet<Node> = self.ahead.last()?.iter().copied().collect();
        let middle = *self.back.last()?.iter().find(|node| reached.contains(node))?;
        let mut puts = Vec::new();
        let mut node = middle;
        for placed in (1..self.ahead.len()).rev() {
            let layer: HashSet<Node> = self.ahead[placed - 1].iter().copied().collect();
            let (put, before) = self.before(node, placed, &layer)?;
            puts.push(put);
            node = before;
        }
        puts.reverse();
        node = middle;
        for left in (1..self.back.len()).rev() {
            let layer: HashSet<Node> = self.back[left - 1].iter().copied().collect();
            let (put, next) = self.next(node, self.orders.len() - 1 - left, &layer)?;
            puts.push(put);
            node = next;
        }
        Some(puts)
    }

    /// A placement that leads to a node from one of a layer.
    fn before(&self, node: Node, placed: usize, layer: &HashSet<Node>) -> Option<(Put, Node)> {
        let mut found = None;
        let heights = self.graph.shape.heights(node.0);
        for &(piece, from) in &self.orders[placed][node.1 as usize].befores {
            self.graph.each_before_on(&heights, piece, node.0, |fit, code| {
                if layer.contains(&(code, from)) {
                    found = Some((put(fit), (code, from)));
                }
            });
        }
        found
    }

    /// A placement that leads from a node to one of a layer.
    fn next(&self, node: Node, placed: usize, layer: &HashSet<Node>) -> Option<(Put, Node)> {
        let mut found = None;
        for &(piece, to) in &self.orders[placed][node.1 as usize].nexts {
            self.graph.each_next_of(piece, node.0, |fit, code, _| {
                if layer.contains(&(code, to)) {
                    found = Some((put(fit), (code, to)));
                }
            });
        }
        found
    }
}

fn put(fit: Fit) -> Put {
    Put { piece: fit.piece, rotation: fit.rotation, column: fit.column }
}
