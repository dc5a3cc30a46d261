//! What a grown tree has to say.

use super::Sample;
use super::node::{Actor, Node};
use super::tree::Tree;
use ludex_core::{Bound, Candidate, Evaluate, Game, Proven, Term};
use std::cmp::Ordering;

/// Compares two candidates: proven wins first, proven losses last, otherwise by visits, then value.
pub(super) fn prefer<A>(a: &Candidate<A>, b: &Candidate<A>) -> Ordering {
    let class = |c: &Candidate<A>| match c.proven {
        Some(Proven::Win) => 2,
        Some(Proven::Loss) => 0,
        _ => 1,
    };
    class(a).cmp(&class(b)).then(a.visits.cmp(&b.visits)).then(a.value.total_cmp(&b.value))
}

pub(super) const PROVEN: &str = "the proven result: 1 won, 0 drawn, -1 lost";

impl<G: Game, E: Evaluate<G>> Tree<'_, G, E> {
    /// What a node takes.
    pub(super) const NODE_BYTES: usize = size_of::<Node<G::Action>>();

    /// The root's actions with what their visits say, in the order of `actions`.
    pub(super) fn candidates(&self, actions: &[G::Action]) -> Vec<Candidate<G::Action>> {
        let find = |&action: &G::Action| self.candidate(self.child(action));
        actions.iter().map(find).collect()
    }

    /// The same with lines and terms.
    pub(super) fn full_candidates(&self, actions: &[G::Action]) -> Vec<Candidate<G::Action>> {
        let mut candidates = self.candidates(actions);
        for candidate in &mut candidates {
            let at = self.child(candidate.action);
            candidate.line = of_players(&self.course(at));
            candidate.terms = self.terms(at);
        }
        candidates
    }

    /// The value of one of the root's children taken apart.
    fn terms(&self, at: usize) -> Vec<Term> {
        let node = &self.memory.nodes[at];
        if node.is_proven() {
            return vec![Term::new("result", PROVEN, node.mean, 1.0)];
        }
        let (count, mean) = (node.visits.into(), node.mean);
        let sample = Sample { count, mean, squares: self.memory.squares[at - 1] };
        self.rollout.terms(self.root, node.action, &sample)
    }

    /// The root's child that `action` leads to.
    fn child(&self, action: G::Action) -> usize {
        let mut children = self.memory.nodes[0].family();
        children.find(|&index| self.memory.nodes[index].action == action).unwrap_or(1)
    }

    fn candidate(&self, index: usize) -> Candidate<G::Action> {
        let node = &self.memory.nodes[index];
        let mut candidate = self.branch(index);
        if candidate.bound == Bound::Sampled {
            let squares = self.memory.squares[index - 1];
            candidate.error = standard_error(node.visits.into(), node.mean, squares);
        }
        if candidate.bound == Bound::Exact {
            // A proof rests on more than the expected course, but on nothing deeper than the tree.
            candidate.depth = candidate.depth.max(self.deepest as u32);
        }
        candidate
    }

    /// The most visited course from a node on, the action that leads there first, each with who acts.
    fn course(&self, mut at: usize) -> Vec<(G::Action, Actor)> {
        let nodes = &self.memory.nodes;
        let mut course = vec![(nodes[at].action, Actor::Own)];
        while let Some(next) = self.expected(&nodes[at]) {
            course.push((nodes[next].action, nodes[at].actor));
            at = next;
        }
        course
    }

    /// What was visited after some moves of players, most often first. Moves of chance in between are
    /// taken together.
    pub(super) fn unfold(&self, path: &[G::Action]) -> Vec<Candidate<G::Action>> {
        let nodes = &self.memory.nodes;
        let mut places = vec![0];
        for action in path {
            let after = self.after_chance(&places).flat_map(|at| nodes[at].family());
            places = after.filter(|&at| nodes[at].action == *action).collect();
        }
        let mut found: Vec<Candidate<G::Action>> = Vec::new();
        for at in self.after_chance(&places).flat_map(|at| nodes[at].family()) {
            match found.iter_mut().find(|c| c.action == nodes[at].action) {
                Some(known) => pool(known, &nodes[at]),
                None if nodes[at].visits > 0 => found.push(self.branch(at)),
                None => {}
            }
        }
        found.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
        for (order, candidate) in found.iter_mut().enumerate() {
            candidate.order = order;
        }
        found
    }

    /// The nodes themselves where a player acts, and where chance does those that it leads to.
    fn after_chance(&self, places: &[usize]) -> impl Iterator<Item = usize> {
        let nodes = &self.memory.nodes;
        let mut found = places.to_vec();
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            if nodes[at].actor == Actor::Chance {
                found.swap_remove(next);
                found.extend(nodes[at].family());
            } else {
                next += 1;
            }
        }
        found.into_iter()
    }

    /// A node somewhere in the tree as a candidate. What is proven is exact, what was never tried unknown.
    fn branch(&self, at: usize) -> Candidate<G::Action> {
        let node = &self.memory.nodes[at];
        let line = of_players(&self.course(at));
        let (bound, depth) = match (node.is_proven(), node.visits) {
            (true, _) => (Bound::Exact, line.len()),
            (false, 0) => (Bound::None, 0),
            (false, _) => (Bound::Sampled, line.len()),
        };
        let mut candidate = Candidate::new(node.action, node.mean).read_as(bound, depth as u32);
        candidate.visits = Some(node.visits.into());
        candidate.proven = node.verdict.proven();
        candidate.line = line;
        candidate
    }

    /// The child that whoever acts would take, if one was visited.
    fn expected(&self, node: &Node<G::Action>) -> Option<usize> {
        let sign = if node.actor == Actor::Rival { -1.0 } else { 1.0 };
        let class = |child: &Node<G::Action>| {
            let counts = child.is_proven() && node.actor != Actor::Chance;
            if counts { (sign * child.mean) as i8 } else { 0 }
        };
        let nodes = &self.memory.nodes;
        let visited = node.family().filter(|&index| nodes[index].visits > 0);
        visited.min_by(|&a, &b| {
            let (a, b) = (&nodes[a], &nodes[b]);
            let by_visits = || b.visits.cmp(&a.visits);
            let by_mean = || (sign * b.mean).total_cmp(&(sign * a.mean));
            class(b).cmp(&class(a)).then_with(by_visits).then_with(by_mean)
        })
    }
}

/// The moves of players in a course.
fn of_players<A: Copy>(course: &[(A, Actor)]) -> Vec<A> {
    course.iter().filter(|(_, actor)| *actor != Actor::Chance).map(|&(action, _)| action).collect()
}

/// Adds another node of the same action: the mean over both.
fn pool<A>(candidate: &mut Candidate<A>, node: &Node<A>) {
    let (known, more) = (candidate.visits.unwrap_or(0), u64::from(node.visits));
    let sum = candidate.value * known as f64 + node.mean * more as f64;
    candidate.value = sum / (known + more).max(1) as f64;
    candidate.visits = Some(known + more);
    candidate.proven = candidate.proven.filter(|&proven| node.verdict.proven() == Some(proven));
    if candidate.proven.is_none() {
        candidate.bound = Bound::Sampled;
    }
}

/// The standard error of a mean, from the number of values and the sum of their squares.
pub(super) fn standard_error(count: u64, mean: f64, squares: f64) -> Option<f64> {
    if count < 2 {
        return None;
    }
    let count = count as f64;
    let variance = ((squares - count * mean * mean) / (count - 1.0)).max(0.0);
    Some((variance / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_error_is_that_of_the_textbook() {
        // 1, 2, 3, 4: variance 5/3, error sqrt(5/12).
        let error = standard_error(4, 2.5, 30.0).unwrap();
        assert!((error - (5.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert_eq!(standard_error(1, 2.0, 4.0), None);
    }

    #[test]
    fn proofs_go_before_visits_and_visits_before_values() {
        let candidate = |proven, visits, value| {
            let mut candidate = Candidate::new(0, value);
            (candidate.proven, candidate.visits) = (proven, Some(visits));
            candidate
        };
        let best_first = [
            candidate(Some(Proven::Win), 1, 1.0),
            candidate(None, 50, -0.5),
            candidate(Some(Proven::Draw), 20, 0.0),
            candidate(None, 20, -0.1),
            candidate(Some(Proven::Loss), 90, -1.0),
        ];
        for pair in best_first.windows(2) {
            assert_eq!(prefer(&pair[0], &pair[1]), Ordering::Greater);
        }
    }
}
