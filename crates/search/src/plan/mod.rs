//! Planning: which actions lead from here to there.
//!
//! A [`Domain`] says what can be done; the planners know nothing else. Nodes and goals may be of
//! different kinds: Snake's nodes are whole snakes, its goal is a cell.
//!
//! | function | finds |
//! | --- | --- |
//! | [`depth_first`] | some plan, the most promising action first, with the story of the search |
//! | [`backward`] | the same, but searched from the end to the start |
//! | [`shortest`] | a plan with the fewest actions |
//! | [`a_star`] | a plan of least cost, led by an estimate |
//! | [`through`] | a plan through several goals |
//!
//! All of them count every node they look at with a [`Meter`](ludex_core::Meter) and find nothing
//! once its budget is spent; [`Meter::exhausted`](ludex_core::Meter::exhausted) tells that from
//! "there is no plan".
//!
//! ```
//! use ludex_core::Budget;
//! use ludex_search::plan::{self, Domain};
//!
//! /// Numbers; doubling and adding one.
//! struct Numbers;
//!
//! impl Domain for Numbers {
//!     type Node = u32;
//!     type Action = char;
//!     type Goal = u32;
//!
//!     fn actions(&self) -> &[char] {
//!         &['*', '+']
//!     }
//!     fn apply(&self, node: &u32, action: char) -> Option<u32> {
//!         let next = if action == '*' { node * 2 } else { node + 1 };
//!         (next <= 100).then_some(next)
//!     }
//!     fn reached(&self, node: &u32, goal: &u32) -> bool {
//!         node == goal
//!     }
//!     fn action_text(&self, action: char) -> String {
//!         action.to_string()
//!     }
//! }
//!
//! let mut meter = Budget::unlimited().start();
//! let plan = plan::shortest(&Numbers, &3, &13, &mut meter);
//! assert_eq!(plan, Some(vec!['*', '*', '+']));
//! ```

mod backward;
mod depth_first;
mod paths;
#[cfg(test)]
mod tests;
mod through;

pub use backward::{Reverse, backward};
pub use depth_first::{Search, depth_first};
pub use paths::{a_star, shortest};
pub use through::{Journey, MOST_GOALS_IN_ANY_ORDER, Order, through};

use std::hash::Hash;

/// What can be done where.
///
/// Planners enter equal nodes once only. A domain may call nodes equal that differ in their past,
/// say by how one got there; then its plans are right, but others may be missed, and
/// [`estimate`](Domain::estimate) must stay 0 so that the first arrival is the cheapest.
pub trait Domain {
    /// Where one can stand.
    type Node: Clone + Eq + Hash;
    /// What one can do.
    type Action: Copy;
    /// Where one wants to get. It need not be a node.
    type Goal;

    /// Every action there is, in a fixed order. The order decides ties.
    fn actions(&self) -> &[Self::Action];

    /// The node that `action` leads to, or `None` where it cannot be done.
    fn apply(&self, node: &Self::Node, action: Self::Action) -> Option<Self::Node>;

    /// How promising `action` is; the higher, the earlier [`depth_first`] tries it.
    fn preference(&self, _node: &Self::Node, _action: Self::Action, _goal: &Self::Goal) -> f64 {
        0.0
    }

    /// Whether `node` is where `goal` wants to be.
    fn reached(&self, node: &Self::Node, goal: &Self::Goal) -> bool;

    /// An action in words, for the story.
    fn action_text(&self, action: Self::Action) -> String;

    /// What `action` costs at `node`. [`shortest`] does not ask.
    fn cost(&self, _node: &Self::Node, _action: Self::Action) -> u32 {
        1
    }

    /// At most the cost from `node` to `goal`: [`a_star`] is exact only if this never exceeds it.
    fn estimate(&self, _node: &Self::Node, _goal: &Self::Goal) -> u32 {
        0
    }
}
