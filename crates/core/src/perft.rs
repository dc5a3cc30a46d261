//! Counting positions by depth: the test of a move generator.

use crate::{Game, Stop, Turn};
use std::collections::HashMap;

/// The result of `TableRuns::perft`: entry `i` is depth `i + 1`.
///
/// Chance with a single outcome is no choice and counts as no step. After a stop the depths end with
/// the last one that was counted to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Positions that differ; empty where only paths were counted.
    pub positions: Vec<u64>,
    /// Sequences of actions that lead to them.
    pub paths: Vec<u64>,
}

/// Breadth first. Keys find positions quickly, but only equal ones are the same: a key leaves out the past.
pub(crate) fn positions<G: Game>(game: &G, root: &G::Position, depth: u32, stop: &Stop) -> Perft {
    let mut result = Perft::default();
    let mut layer: Vec<(G::Position, u64)> = vec![(root.clone(), 1)];
    let mut actions = Vec::new();
    for _ in 0..depth {
        let mut index: HashMap<u64, Vec<usize>> = HashMap::new();
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
                let alike = index.entry(game.key(&child)).or_default();
                let known = alike.iter().copied().find(|&slot| next[slot].0 == child);
                let slot = known.unwrap_or_else(|| {
                    alike.push(next.len());
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
///
/// Each depth is counted anew from the root, so that a stop leaves whole depths only. The last one
/// takes almost all of the time, as the ones before it have far fewer paths. `quickly` counts a depth where the game
/// has a faster way.
pub(crate) fn paths<G: Game>(
    game: &G,
    root: &G::Position,
    depth: u32,
    stop: &Stop,
    quickly: impl Fn(u32) -> Option<u64>,
) -> Perft {
    let mut paths = Vec::new();
    for depth in 1..=depth {
        // Where all paths have ended none goes on.
        let ended = paths.last() == Some(&0);
        let count = if ended { Some(0) } else { quickly(depth) };
        let count = count.or_else(|| count_paths(game, root, depth, stop));
        let Some(count) = count else { break };
        paths.push(count);
    }
    Perft { positions: Vec::new(), paths }
}

/// The paths of exactly this length; none if a stop came before all were counted.
fn count_paths<G: Game>(game: &G, position: &G::Position, depth: u32, stop: &Stop) -> Option<u64> {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    if depth == 1 {
        return Some(actions.len() as u64);
    }
    if stop.is_set() {
        return None;
    }
    actions.into_iter().try_fold(0, |sum, action| {
        let mut child = position.clone();
        step(game, &mut child, action);
        Some(sum + count_paths(game, &child, depth - 1, stop)?)
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Coin;

    fn counted(depth: u32, stop: &Stop) -> Vec<u64> {
        paths(&Coin, &Coin.start(), depth, stop, |_| None).paths
    }

    #[test]
    fn paths_are_counted_until_the_game_ends() {
        assert_eq!(counted(4, &Stop::default()), [2, 4, 0, 0]);
    }

    #[test]
    fn what_the_game_counts_is_not_counted_again() {
        let known = |depth: u32| (depth == 2).then_some(40);
        let counted = paths(&Coin, &Coin.start(), 2, &Stop::default(), known);
        assert_eq!(counted.paths, [2, 40]);
    }

    #[test]
    fn after_a_stop_only_whole_depths_are_told() {
        let stop = Stop::default();
        stop.set();
        assert_eq!(counted(4, &stop), [2], "the first depth needs no looking around");
    }
}
