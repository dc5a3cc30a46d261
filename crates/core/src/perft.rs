//! Counting positions by depth: the test of a move generator.

use crate::{Game, Stop, Turn};
use std::collections::HashMap;

/// The result of [`AnyTable::perft`](crate::AnyTable::perft): entry `i` is depth `i + 1`.
///
/// Chance with a single outcome is no choice and counts as no step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Positions that differ; empty where only paths were counted.
    pub positions: Vec<u64>,
    /// Sequences of actions that lead to them.
    pub paths: Vec<u64>,
}

/// Breadth first, so that each depth's distinct positions are known by their keys.
pub(crate) fn positions<G: Game>(game: &G, root: &G::Position, depth: u32, stop: &Stop) -> Perft {
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
                step(game, &mut child, action);
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

/// Depth first: needs no memory, and the last depth is counted without being played.
pub(crate) fn paths<G: Game>(game: &G, root: &G::Position, depth: u32, stop: &Stop) -> Perft {
    let mut paths = vec![0; depth as usize];
    descend(game, root, &mut paths, stop);
    Perft { positions: Vec::new(), paths }
}

fn descend<G: Game>(game: &G, position: &G::Position, paths: &mut [u64], stop: &Stop) {
    let Some((here, below)) = paths.split_first_mut() else { return };
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    *here += actions.len() as u64;
    if below.is_empty() || stop.is_set() {
        return;
    }
    for action in actions {
        let mut child = position.clone();
        step(game, &mut child, action);
        descend(game, &child, below, stop);
    }
}

/// Plays an action, and what chance must do then because it has no choice.
fn step<G: Game>(game: &G, position: &mut G::Position, action: G::Action) {
    game.play(position, action);
    let mut forced = Vec::new();
    while game.turn(position) == Turn::Chance {
        forced.clear();
        game.actions(position, &mut forced);
        let [only] = forced[..] else { return };
        game.play(position, only);
    }
}
