//! Planning from the end to the start.

use super::{Domain, depth_first};
use ludex_core::{Meter, StoryStep};

/// A domain whose actions can be thought backwards.
///
/// Searching backward pays where the goal is narrow and the start is wide: a piece that must slip
/// under an overhang has few ways in, but many ways to wander about above.
pub trait Reverse: Domain {
    /// The node from which `action` leads to `node`, or `None` where there is none.
    fn unapply(&self, node: &Self::Node, action: Self::Action) -> Option<Self::Node>;

    /// How promising it is that `action` was the last one before `node`, coming from `start`.
    fn back_preference(&self, _node: &Self::Node, _action: Self::Action, _: &Self::Node) -> f64 {
        0.0
    }
}

/// A domain seen from its end: its goal is the node to start from.
struct Mirror<'a, D>(&'a D);

impl<D: Reverse> Domain for Mirror<'_, D> {
    type Node = D::Node;
    type Action = D::Action;
    type Goal = D::Node;

    fn actions(&self) -> &[D::Action] {
        self.0.actions()
    }

    fn apply(&self, node: &D::Node, action: D::Action) -> Option<D::Node> {
        self.0.unapply(node, action)
    }

    fn preference(&self, node: &D::Node, action: D::Action, start: &D::Node) -> f64 {
        self.0.back_preference(node, action, start)
    }

    fn reached(&self, node: &D::Node, start: &D::Node) -> bool {
        node == start
    }

    fn action_text(&self, action: D::Action) -> String {
        self.0.action_text(action)
    }
}

/// Plans depth first from `end` back to `start`; the plan reads from `start` to `end`.
///
/// In the story, too, every step reads forward: it is the tail of a plan, growing at its front,
/// and the last one is the whole plan.
pub fn backward<D: Reverse>(
    domain: &D,
    start: &D::Node,
    end: &D::Node,
    meter: &mut Meter,
) -> (Option<Vec<D::Action>>, Vec<StoryStep>) {
    let search = depth_first(&Mirror(domain), end, start, meter);
    let mut story = search.story(|action| domain.action_text(action));
    for told in &mut story {
        told.step.reverse();
    }
    let forward = search.plan.map(|plan| plan.into_iter().rev().collect());
    (forward, story)
}
