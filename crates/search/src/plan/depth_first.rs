//! The depth-first planner: go where it looks best, step back where it ends.

use super::Domain;
use ludex_core::{Meter, StoryStep};
use std::collections::HashSet;

/// What a depth-first search found and how it went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search<A> {
    /// The actions that lead to the goal, if a way was found.
    pub plan: Option<Vec<A>>,
    /// Every node entered after the start: how deep it lies and the action that entered it.
    trail: Vec<(usize, A)>,
}

impl<A: Copy> Search<A> {
    /// How many nodes were entered, the start included.
    pub fn tried(&self) -> usize {
        self.trail.len() + 1
    }

    /// How often the planner had to give up a path.
    pub fn given_up(&self) -> usize {
        self.backtracks().filter(|&gave_up| gave_up).count()
    }

    /// For every node entered after the start: whether it does not extend the one before.
    fn backtracks(&self) -> impl Iterator<Item = bool> {
        let before = std::iter::once(0).chain(self.trail.iter().map(|&(depth, _)| depth));
        self.trail.iter().zip(before).map(|(&(depth, _), before)| depth <= before)
    }

    /// Every partial plan that was tried, in order; the first is empty, the last is the plan.
    ///
    /// The text of a story grows with the square of the depth, so it is told only on demand.
    pub fn story(&self, text: impl Fn(A) -> String) -> Vec<StoryStep> {
        let mut path: Vec<String> = Vec::new();
        let mut story = vec![StoryStep { step: Vec::new(), backtracked: false }];
        for (&(depth, action), backtracked) in self.trail.iter().zip(self.backtracks()) {
            path.truncate(depth - 1);
            path.push(text(action));
            story.push(StoryStep { step: path.clone(), backtracked });
        }
        story
    }
}

/// A node on the current path with the actions that are still to be tried there, best last.
struct Frame<D: Domain> {
    node: D::Node,
    untried: Vec<D::Action>,
}

/// Plans depth first: at every node the most promising action is tried first.
///
/// Nodes that were entered once are never entered again, not even after they were given up: what
/// cannot be reached from them the first time cannot be reached the second time. So the search
/// ends after as many steps as there are nodes. Paths may be deep; nothing here recurses.
pub fn depth_first<D: Domain>(
    domain: &D,
    start: &D::Node,
    goal: &D::Goal,
    meter: &mut Meter,
) -> Search<D::Action> {
    let mut search = Search { plan: None, trail: Vec::new() };
    let mut path: Vec<D::Action> = Vec::new();
    if domain.reached(start, goal) {
        search.plan = Some(path);
        return search;
    }
    let mut visited = HashSet::from([start.clone()]);
    let mut frames = vec![frame(domain, start.clone(), goal)];
    while let Some(top) = frames.last_mut()
        && !meter.exhausted()
    {
        let Some((action, next)) = advance(domain, top, &mut visited) else {
            frames.pop();
            path.pop();
            continue;
        };
        meter.visit();
        path.push(action);
        search.trail.push((path.len(), action));
        if domain.reached(&next, goal) {
            search.plan = Some(path);
            break;
        }
        frames.push(frame(domain, next, goal));
    }
    search
}

/// The next untried action of a node that leads somewhere new.
fn advance<D: Domain>(
    domain: &D,
    frame: &mut Frame<D>,
    visited: &mut HashSet<D::Node>,
) -> Option<(D::Action, D::Node)> {
    while let Some(action) = frame.untried.pop() {
        if let Some(next) = domain.apply(&frame.node, action)
            && visited.insert(next.clone())
        {
            return Some((action, next));
        }
    }
    None
}

fn frame<D: Domain>(domain: &D, node: D::Node, goal: &D::Goal) -> Frame<D> {
    let rate = |&action: &D::Action| (domain.preference(&node, action, goal), action);
    let mut rated: Vec<(f64, D::Action)> = domain.actions().iter().map(rate).collect();
    // Stable, best first; then turned round because actions are taken from the end.
    rated.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let untried = rated.into_iter().rev().map(|(_, action)| action).collect();
    Frame { node, untried }
}
