//! What a grown tree has to say.

use super::node::{Actor, Node};
use super::tree::Tree;
use ludex_core::{Candidate, Evaluate, Game, Proven};
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
            let (line, end) = self.line(candidate.action);
            candidate.line = line;
            candidate.terms =
                self.rollout.evaluate.terms(self.rollout.game, &end, self.rollout.seat);
        }
        candidates
    }

    /// The root's child that `action` leads to.
    fn child(&self, action: G::Action) -> usize {
        let mut children = self.memory.nodes[0].family();
        children.find(|&index| self.memory.nodes[index].action == action).unwrap_or(1)
    }

    fn candidate(&self, index: usize) -> Candidate<G::Action> {
        let node = &self.memory.nodes[index];
        let mut candidate = Candidate::new(node.action, node.mean);
        candidate.visits = Some(node.visits.into());
        candidate.proven = node.verdict.proven();
        candidate.error = match candidate.proven {
            Some(_) => Some(0.0),
            None => standard_error(node.visits.into(), node.mean, self.memory.squares[index - 1]),
        };
        candidate
    }

    /// The most visited course after an action, without the moves of chance, and its last position.
    fn line(&self, action: G::Action) -> (Vec<G::Action>, G::Position) {
        let mut position = self.root.clone();
        self.rollout.game.play(&mut position, action);
        let mut line = vec![action];
        let mut at = self.child(action);
        while let Some(next) = self.expected(&self.memory.nodes[at]) {
            let action = self.memory.nodes[next].action;
            self.rollout.game.play(&mut position, action);
            if self.memory.nodes[at].actor != Actor::Chance {
                line.push(action);
            }
            at = next;
        }
        (line, position)
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
