//! Can these pieces fill the box? The CITS4211 report's own question, answered with a filling or a proof of none.
//!
//! The search goes from the empty box forwards and from the full box backwards, always on the side that has less to do, until the two meet. Each
//! side alone would see far more states than both together.

use super::Graph;
use super::links::{Links, Way};
use super::orders::{Halt, orders};
use super::sums::{self, Spots};
use crate::list::Put;
use ludex_core::Stop;

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

/// Answers questions about a box. It holds every placement between two states, so it is made once for many questions.
pub struct Filler<'a> {
    graph: &'a Graph,
    links: Links<'a>,
    /// What the colourings say of each state.
    spots: Vec<Spots>,
}

impl<'a> Filler<'a> {
    /// Finds the placements.
    ///
    /// ```
    /// use ludex_core::Stop;
    /// use ludex_offline::{Kit, pdt::{Box2, Filler, Filling, Graph, Question}};
    /// let graph = Graph::build(Box2::new(4, 4).unwrap(), &Kit::standard(), &Stop::default()).unwrap();
    /// let filler = Filler::new(&graph);
    /// let ask = |list: &[u8]| filler.fill(Question { list, buffer: 1 }, &Stop::default());
    /// assert!(matches!(ask(&[1, 1, 1, 1]), Filling::Filled(_))); // four squares
    /// assert_eq!(ask(&[5, 5, 5, 5]), Filling::Impossible); // four S
    /// ```
    pub fn new(graph: &'a Graph) -> Self {
        let width = graph.shape().width;
        let spots = |code| sums::spots(&graph.shape().heights(code)[..width]);
        Self { graph, links: Links::new(graph), spots: graph.codes().map(spots).collect() }
    }

    /// Answers a question.
    pub fn fill(&self, question: Question, stop: &Stop) -> Filling {
        self.fill_counted(question, stop).0
    }

    /// The same, and how many states were looked at.
    pub fn fill_counted(&self, question: Question, stop: &Stop) -> (Filling, usize) {
        let needed = self.graph.shape().cells() / self.graph.piece_cells();
        if question.list.len() < needed || !self.graph.has(0) || !self.graph.has(self.graph.full())
        {
            return (Filling::Impossible, 0);
        }
        let mut search = Search::new(self, question, needed);
        if !search.orders[0][0].allows(self.spots[0]) {
            return (Filling::Impossible, 0);
        }
        while search.ahead.len() + search.back.len() < needed + 1 {
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

/// States by halt, after some placements.
type Layer = Vec<Vec<u32>>;

/// A state and one of the halts after as many placements.
#[derive(Clone, Copy)]
struct Node {
    state: u32,
    halt: u32,
}

/// Layers of what can be reached from the empty box, and of what can reach the full one; they meet somewhere in between.
struct Search<'a> {
    filler: &'a Filler<'a>,
    orders: Vec<Vec<Halt>>,
    /// What can be reached after 0, 1, 2 placements and so on.
    ahead: Vec<Layer>,
    /// What can reach the full box by 0, 1, 2 placements and so on.
    back: Vec<Layer>,
    marks: Marks,
    looked: usize,
}

impl<'a> Search<'a> {
    fn new(filler: &'a Filler<'a>, question: Question, needed: usize) -> Self {
        let graph = filler.graph;
        let orders = orders(graph, question.list, question.buffer, needed);
        let full = filler.links.states() as u32 - 1;
        let back = vec![vec![vec![full]; orders[needed].len()]];
        let marks = Marks::new(filler.links.states());
        Self { filler, orders, ahead: vec![vec![vec![0]]], back, marks, looked: 0 }
    }

    /// Placements that were made to come to a layer.
    fn placed(&self, way: Way, layer: usize) -> usize {
        match way {
            Way::Forth => layer,
            Way::Back => self.orders.len() - 1 - layer,
        }
    }

    /// Makes one more layer on the side that has less to do; false if it is empty.
    fn advance(&mut self) -> bool {
        let size = |layers: &[Layer]| layers.last().map_or(0, |l| l.iter().map(Vec::len).sum());
        let (front, rear): (usize, usize) = (size(&self.ahead), size(&self.back));
        let way = if front <= rear { Way::Forth } else { Way::Back };
        let layers = if way == Way::Forth { &self.ahead } else { &self.back };
        let placed = self.placed(way, layers.len());
        let mut next = Layer::with_capacity(self.orders[placed].len());
        for halt in &self.orders[placed] {
            next.push(reached(self.filler, way, halt, &layers[layers.len() - 1], &mut self.marks));
        }
        self.looked += front.min(rear);
        let found = next.iter().any(|states| !states.is_empty());
        match way {
            Way::Forth => self.ahead.push(next),
            Way::Back => self.back.push(next),
        }
        found
    }

    /// The placements through one that leads from one side to the other, if there is one.
    fn meet(&mut self) -> Option<Vec<Put>> {
        let (from, piece, to) = self.bridge()?;
        let mut puts = self.path(Way::Forth, from)?;
        puts.reverse();
        puts.push(self.put(from, piece, to)?);
        puts.extend(self.path(Way::Back, to)?);
        Some(puts)
    }

    /// A piece that leads from the one side to the other, and where.
    fn bridge(&mut self) -> Option<(Node, u8, Node)> {
        let placed = self.ahead.len();
        for (to, halt) in self.orders[placed].iter().enumerate() {
            let rear = &self.back[self.back.len() - 1][to];
            self.marks.insert_all(rear);
            for &(piece, from) in &halt.befores {
                let front = &self.ahead[placed - 1][from as usize];
                self.looked += front.len();
                for &state in front {
                    let mut met = None;
                    self.filler.links.each(Way::Forth, state, piece, |end| {
                        if self.marks.has(end) {
                            met = Some(end);
                        }
                    });
                    if let Some(end) = met {
                        self.marks.remove_all(rear);
                        let to = Node { state: end, halt: to as u32 };
                        return Some((Node { state, halt: from }, piece, to));
                    }
                }
            }
            self.marks.remove_all(rear);
        }
        None
    }

    /// The placements from a node of the last layer of a side to the first, in the order in which they are met.
    fn path(&mut self, way: Way, mut node: Node) -> Option<Vec<Put>> {
        let (layers, other) = match way {
            Way::Forth => (&self.ahead, Way::Back),
            Way::Back => (&self.back, Way::Forth),
        };
        let mut puts = Vec::new();
        for layer in (0..layers.len() - 1).rev() {
            let halt = &self.orders[self.placed(way, layer + 1)][node.halt as usize];
            let links = if way == Way::Forth { &halt.befores } else { &halt.nexts };
            let (piece, next) = links.iter().find_map(|&(piece, halt)| {
                let states = &layers[layer][halt as usize];
                self.marks.insert_all(states);
                let mut found = None;
                self.filler.links.each(other, node.state, piece, |end| {
                    if self.marks.has(end) {
                        found = Some((piece, Node { state: end, halt }));
                    }
                });
                self.marks.remove_all(states);
                found
            })?;
            let (from, to) = if way == Way::Forth { (next, node) } else { (node, next) };
            puts.push(self.put(from, piece, to)?);
            node = next;
        }
        Some(puts)
    }

    /// The placement of a piece that leads from one state to another.
    fn put(&self, from: Node, piece: u8, to: Node) -> Option<Put> {
        let code = |node: Node| self.filler.links.code(node.state);
        let mut found = None;
        self.filler.graph.each_next_of(piece, code(from), |fit, next, _| {
            if next == code(to) {
                found = Some(Put { piece, rotation: fit.rotation, column: fit.column });
            }
        });
        found
    }
}

/// The states at a halt that one placement more leads to.
fn reached(filler: &Filler, way: Way, halt: &Halt, layer: &Layer, marks: &mut Marks) -> Vec<u32> {
    let mut states = Vec::new();
    let links = if way == Way::Forth { &halt.befores } else { &halt.nexts };
    for &(piece, from) in links {
        for &state in &layer[from as usize] {
            filler.links.each(way, state, piece, |end| {
                if !marks.has(end) && halt.allows(filler.spots[end as usize]) {
                    marks.insert(end);
                    states.push(end);
                }
            });
        }
    }
    marks.remove_all(&states);
    states
}

/// A set of states as bits; small enough to stay in the cache.
struct Marks(Vec<u64>);

impl Marks {
    fn new(states: usize) -> Self {
        Self(vec![0; states.div_ceil(64)])
    }

    #[inline]
    fn has(&self, state: u32) -> bool {
        super::bit(&self.0, state)
    }

    #[inline]
    fn insert(&mut self, state: u32) {
        super::set(&mut self.0, state);
    }

    fn insert_all(&mut self, states: &[u32]) {
        for &state in states {
            self.insert(state);
        }
    }

    /// Takes out everything, if these are all there are.
    fn remove_all(&mut self, states: &[u32]) {
        for &state in states {
            self.0[state as usize / 64] = 0;
        }
    }
}
