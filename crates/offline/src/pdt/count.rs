//! What can be counted in a graph.

use super::{Graph, tilings};
use serde::Serialize;
use std::collections::{BTreeSet, HashMap};

/// The figures of a box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Placements that fit the box somewhere.
    pub placements: usize,
    /// Coverings of the box, whatever the order; none if that is too much to count.
    pub tilings: Option<u128>,
    /// Orders of drops that fill the box; none beyond 128 bits.
    pub sequences: Option<u128>,
    /// Lists of pieces that can fill the box when they come in that order; none if that is too much to count.
    pub lists: Option<u64>,
    /// States on a way to the full box, which itself is left out.
    pub states: usize,
    /// Placements that lead from one such state to another.
    pub edges: u64,
}

/// States that are looked at in all when lists are counted; larger boxes do without.
const MOST_WORK: usize = 300_000;

impl Graph {
    /// Counts everything.
    pub fn count(&self) -> Counts {
        let (sequences, edges) = self.sequences();
        Counts {
            placements: self.placements(),
            tilings: tilings::tilings(self.shape(), self.kit()),
            sequences,
            lists: self.lists(),
            states: self.states(),
            edges,
        }
    }

    /// Orders of drops from the empty box to the full one, and edges.
    fn sequences(&self) -> (Option<u128>, u64) {
        if !self.has(self.full()) {
            return (Some(0), 0);
        }
        let mut ways: Vec<u128> = vec![0; self.states() + 1];
        ways[0] = 1;
        let (mut edges, mut fine) = (0, true);
        for (i, code) in self.codes().enumerate() {
            let here = ways[i];
            self.each_next(code, |_, next| {
                edges += 1;
                let sum = &mut ways[self.rank(next)];
                match sum.checked_add(here) {
                    Some(more) => *sum = more,
                    None => fine = false,
                }
            });
        }
        (if fine { ways.last().copied() } else { None }, edges)
    }

    /// Lists of pieces that fill the box: the states that a list can lead to are one state of a machine that is
    /// never in two minds, and its ways are the lists.
    fn lists(&self) -> Option<u64> {
        if !self.has(0) {
            return Some(0);
        }
        let steps = self.shape().cells() / self.piece_cells();
        let mut layer: HashMap<Vec<u32>, u64> = HashMap::from([(vec![0], 1)]);
        let mut work = 0;
        for _ in 0..steps {
            work += layer.keys().map(Vec::len).sum::<usize>();
            if work > MOST_WORK {
                return None;
            }
            let mut next: HashMap<Vec<u32>, u64> = HashMap::new();
            for (states, count) in &layer {
                for after in self.by_piece(states).into_iter().filter(|after| !after.is_empty()) {
                    let sum = next.entry(after.into_iter().collect()).or_insert(0);
                    *sum = sum.checked_add(*count)?;
                }
            }
            layer = next;
        }
        Some(layer.values().sum())
    }

    /// For each piece the states that it can lead to from some of these.
    fn by_piece(&self, states: &[u32]) -> Vec<BTreeSet<u32>> {
        let mut after = vec![BTreeSet::new(); self.kit().len()];
        for &code in states {
            self.each_next(code, |fit, next| {
                after[usize::from(fit.piece)].insert(next);
            });
        }
        after
    }
}
