//! All states that can be reached from one, a layer of equally many pieces after the other.

use super::surface::Edge;
use super::{Graph, bit};
use ludex_core::Stop;
use std::sync::atomic::{AtomicU64, Ordering};

/// States that one thread looks at before it takes more.
const CHUNK: usize = 2048;

/// The states that can be reached from one by putting pieces on it or by taking them off, among those allowed (all if none are named).
pub(super) fn spread(
    graph: &Graph,
    from: u32,
    allowed: &[u64],
    edge: Edge,
    stop: &Stop,
) -> Vec<u64> {
    let words = graph.shape().codes().div_ceil(64);
    let seen: Vec<AtomicU64> = (0..words).map(|_| AtomicU64::new(0)).collect();
    seen[from as usize / 64].store(1 << (from % 64), Ordering::Relaxed);
    let mut layer = vec![from];
    while !layer.is_empty() && !stop.is_set() {
        layer = in_chunks(&layer, |chunk| {
            let mut next = Vec::with_capacity(2 * chunk.len());
            for &code in chunk {
                step(graph, code, edge, |reached| {
                    // Whoever sets the bit first goes on from there.
                    let (word, mark) = (reached as usize / 64, 1 << (reached % 64));
                    let open = allowed.is_empty() || bit(allowed, reached);
                    let is_new = |seen: &AtomicU64| {
                        seen.load(Ordering::Relaxed) & mark == 0
                            && seen.fetch_or(mark, Ordering::Relaxed) & mark == 0
                    };
                    if open && is_new(&seen[word]) {
                        next.push(reached);
                    }
                });
            }
            next
        });
    }
    seen.into_iter().map(AtomicU64::into_inner).collect()
}

#[inline]
fn step(graph: &Graph, code: u32, edge: Edge, mut reached: impl FnMut(u32)) {
    let heights = graph.shape.heights(code);
    match edge {
        Edge::Bottom => graph.below.each_of_all(&heights, |column, turn| {
            reached(code + graph.adds[usize::from(turn)][column]);
        }),
        Edge::Top => graph.above.each_of_all(&heights, |column, turn| {
            reached(code - graph.adds[usize::from(turn)][column]);
        }),
    }
}

/// Works on a layer piece by piece, on all cores where there are threads; the order of the result does not matter.
#[cfg(feature = "threads")]
fn in_chunks(layer: &[u32], work: impl Fn(&[u32]) -> Vec<u32> + Sync + Send) -> Vec<u32> {
    use rayon::prelude::*;
    if layer.len() <= CHUNK {
        return work(layer);
    }
    layer.par_chunks(CHUNK).flat_map_iter(work).collect()
}

/// Works on a layer piece by piece.
#[cfg(not(feature = "threads"))]
fn in_chunks(layer: &[u32], work: impl Fn(&[u32]) -> Vec<u32>) -> Vec<u32> {
    layer.chunks(CHUNK).flat_map(work).collect()
}
