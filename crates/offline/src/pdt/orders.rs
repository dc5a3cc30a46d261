//! The orders in which a buffer lets the pieces of a list go: which pieces may wait after how many placements, and what leads from one to
//! the other.

use super::Graph;
use super::sums::{self, Leans, PAINTS, Spots, Sums};
use crate::waiting::Waiting;
use std::collections::HashMap;

/// Pieces that may wait after some placements.
#[derive(Clone, Debug)]
pub(super) struct Halt {
    /// Pieces that may go next, and the halt after each.
    pub(super) nexts: Vec<(u8, u32)>,
    /// Pieces that may have gone last, and the halt before each.
    pub(super) befores: Vec<(u8, u32)>,
    /// What the filled part of the box can sum up to under each colouring: a sum that the pieces that went can make, and that leaves
    /// one which those that are left can make.
    sums: [Sums; PAINTS],
}

impl Halt {
    /// Whether the colourings allow a state here.
    #[inline]
    pub(super) fn allows(&self, spots: Spots) -> bool {
        sums::allow(&self.sums, spots)
    }
}

/// The halts after 0, 1, 2 placements and so on, up to as many as are needed.
pub(super) fn orders(graph: &Graph, list: &[u8], buffer: usize, needed: usize) -> Vec<Vec<Halt>> {
    let maker = Maker { graph, leans: Leans::new(graph.kit()), list, needed };
    let (first, mut seen) = Waiting::first(list, buffer);
    let mut waits = vec![first];
    let mut layers = vec![vec![maker.halt(&first, seen)]];
    for placed in 0..needed {
        let joins = list.get(seen).copied();
        seen = (seen + 1).min(list.len());
        let mut known: HashMap<u64, u32> = HashMap::new();
        let (mut next_waits, mut next_layer) = (Vec::new(), Vec::<Halt>::new());
        for (from, waiting) in waits.iter().enumerate() {
            for place in waiting.distinct() {
                let piece = waiting.pieces()[place];
                let mut after = *waiting;
                after.take(place, joins);
                let to = *known.entry(after.key()).or_insert_with(|| {
                    next_layer.push(maker.halt(&after, seen));
                    next_waits.push(after);
                    next_layer.len() as u32 - 1
                });
                layers[placed][from].nexts.push((piece, to));
                next_layer[to as usize].befores.push((piece, from as u32));
            }
        }
        waits = next_waits;
        layers.push(next_layer);
    }
    layers
}

struct Maker<'a> {
    graph: &'a Graph,
    leans: Leans,
    list: &'a [u8],
    needed: usize,
}

impl Maker<'_> {
    fn halt(&self, waiting: &Waiting, seen: usize) -> Halt {
        let mut gone = vec![0u32; self.graph.kit().len()];
        let mut left = gone.clone();
        for &piece in &self.list[..seen] {
            gone[usize::from(piece)] += 1;
        }
        for &piece in waiting.pieces() {
            gone[usize::from(piece)] -= 1;
            left[usize::from(piece)] += 1;
        }
        for &piece in &self.list[seen..] {
            left[usize::from(piece)] += 1;
        }
        let all_needed = self.list.len() == self.needed;
        let open = if all_needed { self.leans.sums(&left) } else { [Sums::MAX; PAINTS] };
        let (gone, rest) = (self.leans.sums(&gone), sums::complements(self.graph.shape(), open));
        let sums = std::array::from_fn(|paint| gone[paint] & rest[paint]);
        Halt { nexts: Vec::new(), befores: Vec::new(), sums }
    }
}
