//! Can these pieces fill the box? The founding report's own question, answered with a filling or a proof of none.

use super::Graph;
use crate::list::Put;
use crate::waiting::Waiting;
use ludex_core::{Stop, mix};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

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

/// Mixes the one number that it is given.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole keys are hashed")
    }
    fn write_u128(&mut self, key: u128) {
        self.0 = mix(key as u64 ^ ((key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
}

struct Search<'a> {
    graph: &'a Graph,
    list: &'a [u8],
    /// States that were tried and did not lead to a full box, with what waited.
    dead: HashSet<u128, BuildHasherDefault<Mixed>>,
    puts: Vec<Put>,
    stop: &'a Stop,
    stopped: bool,
}

impl Graph {
    /// Answers the question.
    ///
    /// ```
    /// use ludex_core::Stop;
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
        let enough = question.list.len() >= needed && self.has(0);
        if !enough || !self.colours_agree(question.list, needed) {
            return (Filling::Impossible, 0);
        }
        let (waiting, seen) = Waiting::first(question.list, question.buffer);
        let mut search = Search {
            graph: self,
            list: question.list,
            dead: HashSet::default(),
            puts: Vec::with_capacity(needed),
            stop,
            stopped: false,
        };
        let filled = search.from(0, waiting, seen);
        let states = search.dead.len();
        match filled {
            true => (Filling::Filled(search.puts), states),
            false if search.stopped => (Filling::Unknown, states),
            false => (Filling::Impossible, states),
        }
    }

    /// Whether a chessboard colouring of the box allows these pieces, if all of them are used.
    fn colours_agree(&self, list: &[u8], needed: usize) -> bool {
        if list.len() != needed || !self.shape().cells().is_multiple_of(2) {
            return true;
        }
        // Whatever its turn and place, a piece covers a fixed number more of one colour than of the other. In a
        // box with as many of each, those for one colour must be worth as much as those for the other.
        let total: u32 = list.iter().map(|&piece| self.colour_difference(piece)).sum();
        let sums =
            list.iter().fold(1u128, |sums, &piece| sums | sums << self.colour_difference(piece));
        total.is_multiple_of(2) && (total >= 256 || sums >> (total / 2) & 1 == 1)
    }

    fn colour_difference(&self, piece: u8) -> u32 {
        let form = &self.kit().forms(piece)[0];
        let mut difference = 0i32;
        for x in 0..form.width() {
            for y in 0..form.height() {
                let full = form.columns[x] >> y & 1 == 1;
                difference += i32::from(full) * if (x + y) % 2 == 0 { 1 } else { -1 };
            }
        }
        difference.unsigned_abs()
    }
}

impl Search<'_> {
    /// Whether the box can be filled from here; the placements are left in `puts`.
    fn from(&mut self, code: u32, waiting: Waiting, seen: usize) -> bool {
        if code == self.graph.full() {
            return true;
        }
        let key = u128::from(code) | u128::from(waiting.key()) << 32;
        if self.stopped || !self.dead.insert(key) {
            return false;
        }
        if self.dead.len().is_multiple_of(4096) && self.stop.is_set() {
            self.stopped = true;
            return false;
        }
        let mut nexts: Vec<(u8, u32, u8, Put)> = Vec::with_capacity(32);
        for place in waiting.distinct() {
            let piece = waiting.pieces()[place];
            self.graph.each_next_of(piece, code, |fit, next, floor| {
                let put = Put { piece, rotation: fit.rotation, column: fit.column };
                nexts.push((floor, next, place as u8, put));
            });
        }
        // Low first: that leaves an even surface, on which more fits.
        nexts.sort_unstable();
        for (_, next, place, put) in nexts {
            let mut rest = waiting;
            rest.take(place.into(), self.list.get(seen).copied());
            self.puts.push(put);
            if self.from(next, rest, seen + 1) {
                return true;
            }
            self.puts.pop();
        }
        false
    }
}
