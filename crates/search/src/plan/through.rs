//! Plans through several goals.

use super::{Domain, a_star};
use ludex_core::Meter;

/// Up to this many goals, [`Order::Any`] tries every order: 720 of them.
pub const MOST_GOALS_IN_ANY_ORDER: usize = 6;

/// Whether goals may be visited in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they are given.
    Given,
    /// As is cheapest; as given if there are more than [`MOST_GOALS_IN_ANY_ORDER`].
    Any,
}

/// A plan through several goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journey<A> {
    /// The actions of all legs, one after the other.
    pub plan: Vec<A>,
    /// The goals by index, in the order in which they are reached.
    pub order: Vec<usize>,
    /// For each goal reached, the number of actions up to there.
    pub stops: Vec<usize>,
    /// The total cost.
    pub cost: u32,
}

/// Plans through all `goals`, each leg with [`a_star`] from where the one before ended.
///
/// The total is the least over the orders allowed. Where a goal can be reached at several nodes,
/// each leg ends at the first it meets, so another combination of legs could still be cheaper.
pub fn through<D: Domain>(
    domain: &D,
    start: &D::Node,
    goals: &[D::Goal],
    order: Order,
    meter: &mut Meter,
) -> Option<Journey<D::Action>> {
    let free = order == Order::Any && goals.len() <= MOST_GOALS_IN_ANY_ORDER;
    let so_far = Journey { plan: Vec::new(), order: Vec::new(), stops: Vec::new(), cost: 0 };
    let mut tour = Tour { domain, goals, free, best: None, meter };
    tour.extend(start, &so_far);
    tour.best
}

/// The search over orders: branch and bound, as deep as there are goals.
struct Tour<'a, D: Domain> {
    domain: &'a D,
    goals: &'a [D::Goal],
    free: bool,
    best: Option<Journey<D::Action>>,
    meter: &'a mut Meter,
}

impl<D: Domain> Tour<'_, D> {
    fn extend(&mut self, node: &D::Node, so_far: &Journey<D::Action>) {
        if self.best.as_ref().is_some_and(|best| best.cost <= so_far.cost) {
            return;
        }
        if so_far.order.len() == self.goals.len() {
            self.best = Some(so_far.clone());
            return;
        }
        for goal in self.next_goals(&so_far.order) {
            self.go_on(node, so_far, goal);
        }
    }

    fn next_goals(&self, done: &[usize]) -> Vec<usize> {
        if self.free {
            return (0..self.goals.len()).filter(|goal| !done.contains(goal)).collect();
        }
        vec![done.len()]
    }

    fn go_on(&mut self, node: &D::Node, so_far: &Journey<D::Action>, goal: usize) {
        let Some((leg, cost)) = a_star(self.domain, node, &self.goals[goal], self.meter) else {
            return;
        };
        let step = |at: Option<D::Node>, &action| self.domain.apply(&at?, action);
        let Some(end) = leg.iter().fold(Some(node.clone()), step) else { return };
        let mut journey = so_far.clone();
        journey.plan.extend(leg);
        journey.order.push(goal);
        journey.stops.push(journey.plan.len());
        journey.cost += cost;
        self.extend(&end, &journey);
    }
}
