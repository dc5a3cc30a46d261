//! Counting positions by depth: the test of a move generator.

use crate::{Game, Stop};
use std::collections::HashMap;

/// The result of [`AnyTable::perft`](crate::AnyTable::perft): entry `i` is depth `i + 1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Positions that differ.
    pub positions: Vec<u64>,
    /// Sequences of actions that lead to them.
    pub paths: Vec<u64>,
}

/// Breadth first, so that each depth's distinct positions are known by their keys.
pub(crate) fn perft<G: Game>(game: &G, root: &G::Position, depth: u32, stop: &Stop) -> Perft {
    let mut result = Perft::default();
    let mut layer: Vec<(G::Position, u64)> = vec![(root.clone(), 1)];
    let mut actions = Vec::new();
    for _ in 0..depth {
        let mut index: HashMap<u64, usize> = HashMap::new();
        let mut next: Vec<(G::Position, u64)> = Vec::new();
        for (position, paths) in &layer {
            if stop.is_set() {
                return result;
            }
            actions.clear();
            game.actions(position, &mut actions);
            for &action in &actions {
                let mut child = position.clone();
                game.play(&mut child, action);
                let slot = *index.entry(game.key(&child)).or_insert_with(|| {
                    next.push((child, 0));
                    next.len() - 1
                });
                next[slot].1 += paths;
            }
        }
        result.positions.push(next.len() as u64);
        result.paths.push(next.iter().map(|(_, paths)| paths).sum());
        layer = next;
    }
    result
}
