//! Shortest and cheapest plans.

use super::Domain;
use ludex_core::Meter;
use pathfinding::directed::{astar::astar, bfs::bfs};

/// Where one can go from a node and what that costs; nowhere once the budget is spent.
fn successors<D: Domain>(domain: &D, from: &D::Node, meter: &mut Meter) -> Vec<(D::Node, u32)> {
    meter.visit();
    if meter.exhausted() {
        return Vec::new();
    }
    let arrive = |&action: &D::Action| {
        let next = domain.apply(from, action)?;
        Some((next, domain.cost(from, action)))
    };
    domain.actions().iter().filter_map(arrive).collect()
}

/// The actions between the nodes of a path: the cheapest that fits, the first of equals.
fn actions<D: Domain>(domain: &D, path: &[D::Node]) -> Vec<D::Action> {
    let between = |pair: &[D::Node]| {
        let fits =
            |&&action: &&D::Action| domain.apply(&pair[0], action).as_ref() == Some(&pair[1]);
        let fitting = domain.actions().iter().filter(fits);
        fitting.min_by_key(|&&action| domain.cost(&pair[0], action)).copied()
    };
    path.windows(2).filter_map(between).collect()
}

/// A plan with the fewest actions, breadth first. Among equals, earlier actions are preferred.
pub fn shortest<D: Domain>(
    domain: &D,
    start: &D::Node,
    goal: &D::Goal,
    meter: &mut Meter,
) -> Option<Vec<D::Action>> {
    let next = |node: &D::Node| successors(domain, node, meter).into_iter().map(|(node, _)| node);
    let path = bfs(start, next, |node| domain.reached(node, goal))?;
    Some(actions(domain, &path))
}

/// A plan of least total [`Domain::cost`], and that cost, led by [`Domain::estimate`].
pub fn a_star<D: Domain>(
    domain: &D,
    start: &D::Node,
    goal: &D::Goal,
    meter: &mut Meter,
) -> Option<(Vec<D::Action>, u32)> {
    let (path, cost) = astar(
        start,
        |node| successors(domain, node, meter),
        |node| domain.estimate(node, goal),
        |node| domain.reached(node, goal),
    )?;
    Some((actions(domain, &path), cost))
}
