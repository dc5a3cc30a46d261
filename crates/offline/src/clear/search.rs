//! Depth-first search with a memory of fields that lead nowhere, then every solution once.

use super::{Field, Laid};
use crate::waiting::Waiting;
use ludex_core::{Stop, mix};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A perfect clear.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// The placements in an order in which they can be made.
    pub laid: Vec<Laid>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Answer {
    /// The solutions, each set of placements once, in a fixed order.
    pub found: Vec<Found>,
    /// Fields with what waits that were looked at.
    pub nodes: u64,
    /// Whether the search was ended before it had seen everything it was asked for.
    pub stopped: bool,
}

#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }
}

pub(super) type Fast = BuildHasherDefault<Mixed>;

/// A field and the pieces that may go next. How many were placed follows from the field.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    field: u64,
    waiting: Waiting,
}

impl Node {
    /// The field has at most 60 cells, and two pieces wait at most.
    fn key(&self) -> u128 {
        u128::from(self.field) | u128::from(self.waiting.key()) << 64
    }
}

pub(super) struct Search<'a> {
    field: &'a Field,
    queue: &'a [u8],
    needed: usize,
    buffer: usize,
    /// Whether a node leads to a perfect clear.
    known: HashMap<u128, bool, Fast>,
    stop: &'a Stop,
    stopped: bool,
}

pub(super) fn solve(field: &Field, queue: &[u8], hold: bool, all: bool, stop: &Stop) -> Answer {
    let Some(needed) = field.needed().filter(|&needed| needed <= queue.len()) else {
        return Answer::default();
    };
    let buffer = usize::from(hold);
    let (waiting, _) = Waiting::first(queue, buffer);
    let known = HashMap::default();
    let mut search = Search { field, queue, needed, buffer, known, stop, stopped: false };
    let start = Node { field: field.cells, waiting };
    let mut found = Vec::new();
    if all {
        search.leads_on(start);
        found = search.enumerate(start);
    } else {
        let mut laid = Vec::new();
        if search.first(start, &mut laid) {
            found.push(Found { laid });
        }
    }
    Answer { found, nodes: search.known.len() as u64, stopped: search.stopped }
}

impl Search<'_> {
    /// The pieces that were placed to get to a field.
    fn placed(&self, field: u64) -> usize {
        (field.count_ones() - self.field.cells.count_ones()) as usize / 4
    }

    /// Every placement from a node, the lowest first.
    fn nexts(&self, node: Node, out: &mut Vec<(u64, Laid, Node)>) {
        let placed = self.placed(node.field);
        let joins = self.queue.get(placed + self.buffer + 1).copied();
        for place in node.waiting.distinct() {
            let piece = node.waiting.pieces()[place];
            let mut waiting = node.waiting;
            waiting.take(place, joins);
            self.field.each_place(node.field, piece, |_, cells| {
                let field = node.field | cells;
                if self.is_hopeful(field) && self.is_last_shape(field, &waiting) {
                    out.push((cells, Laid { piece, cells }, Node { field, waiting }));
                }
            });
        }
        out.sort_unstable_by_key(|(cells, laid, _)| (*cells, laid.piece));
    }

    /// Whether the empty cells on either side of each column's edge can be filled separately, where they must be: no row has
    /// both its neighbours empty, so no piece will ever lie across.
    fn is_hopeful(&self, field: u64) -> bool {
        let (width, rows) = (self.field.width, self.field.rows);
        let empty = !field & self.field.all();
        let mut column = 0u64;
        for y in 0..rows {
            column |= 1 << (y * width);
        }
        let mut left = 0;
        for x in 0..width - 1 {
            left += (empty & column << x).count_ones();
            let across = empty & empty >> 1 & column << x;
            if across == 0 && left % 4 != 0 {
                return false;
            }
        }
        true
    }

    /// Whether one of the waiting pieces looks like the four cells that are left, if no more are.
    fn is_last_shape(&self, field: u64, waiting: &Waiting) -> bool {
        if (!field & self.field.all()).count_ones() != 4 {
            return true;
        }
        let (low, height, _) = self.field.without_full_rows(field);
        let left = !low & (u64::MAX >> (64 - height * self.field.width));
        waiting.pieces().iter().any(|&piece| self.field.mover.has_shape(piece, left))
    }

    /// Whether a node leads to a perfect clear; remembers the answer for every node it looks at.
    fn leads_on(&mut self, node: Node) -> bool {
        if node.field == self.field.all() {
            return true;
        }
        if let Some(&known) = self.known.get(&node.key()) {
            return known;
        }
        if self.interrupted() {
            return false;
        }
        let mut nexts = Vec::new();
        self.nexts(node, &mut nexts);
        let mut leads = false;
        for (_, _, next) in nexts {
            leads |= self.leads_on(next);
        }
        self.known.insert(node.key(), leads);
        leads
    }

    fn interrupted(&mut self) -> bool {
        self.stopped |= self.known.len().is_multiple_of(1024) && self.stop.is_set();
        self.stopped
    }

    /// The first perfect clear from a node.
    fn first(&mut self, node: Node, laid: &mut Vec<Laid>) -> bool {
        if node.field == self.field.all() {
            return true;
        }
        if self.interrupted() || self.known.insert(node.key(), false).is_some() {
            return false;
        }
        let mut nexts = Vec::new();
        self.nexts(node, &mut nexts);
        for (_, step, next) in nexts {
            laid.push(step);
            if self.first(next, laid) {
                return true;
            }
            laid.pop();
        }
        false
    }

    /// Every solution once. Layer by layer, the same set of placements with the same pieces waiting goes on only once.
    fn enumerate(&mut self, start: Node) -> Vec<Found> {
        let mut layer: Vec<(Node, Vec<Laid>)> = vec![(start, Vec::new())];
        let mut nexts = Vec::new();
        for _ in self.placed(start.field)..self.needed {
            let mut seen: HashSet<(u128, u128), Fast> = HashSet::default();
            let mut after = Vec::new();
            for (node, laid) in &layer {
                nexts.clear();
                self.nexts(*node, &mut nexts);
                for (_, step, next) in &nexts {
                    let full = next.field == self.field.all();
                    if !full && self.known.get(&next.key()) != Some(&true) {
                        continue;
                    }
                    let sum =
                        laid.iter().chain([step]).fold(0u128, |sum, l| sum.wrapping_add(mark(*l)));
                    let key = if full { 0 } else { next.key() };
                    if seen.insert((key, sum)) {
                        let mut laid = laid.clone();
                        laid.push(*step);
                        after.push((*next, laid));
                    }
                }
            }
            layer = after;
        }
        let mut found: Vec<Found> = layer.into_iter().map(|(_, laid)| Found { laid }).collect();
        found.sort_unstable();
        found
    }
}

/// A random-looking number for a placement; the sum of them marks a set of placements.
fn mark(laid: Laid) -> u128 {
    let low = mix(laid.cells ^ u64::from(laid.piece) << 61);
    let high = mix(low ^ laid.cells.rotate_left(17) ^ 0x5bd1_e995);
    u128::from(high) << 64 | u128::from(low)
}
