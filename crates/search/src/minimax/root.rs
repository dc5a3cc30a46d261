//! The root of a min-max: the only place where actions are told apart by more than their value.

use super::search::Search;
use super::{EXACT_MOVES, Perspective, Ply, Window};
use crate::common::{stats, tell_course};
use ludex_core::{Bound, Candidate, Evaluate, Game, SearchStats};

/// Actions of one position, searched deeper and deeper.
pub(super) struct Root<'a, G: Game, E> {
    search: Search<'a, G, E>,
    position: G::Position,
    actions: Vec<G::Action>,
    /// Plies that all candidates were looked ahead.
    reached: u32,
    /// Whether that is all that was asked for, or all that there is.
    complete: bool,
}

/// Candidates that get an exact value where the others have bounds.
const FEW: usize = 8;

/// What one pass to a fixed depth found out.
struct Pass<A> {
    /// In the order of the actions.
    candidates: Vec<Candidate<A>>,
    depth: u32,
    reached: u32,
    /// Whether every line came to the end of the game.
    solved: bool,
}

impl<'a, G: Game, E: Evaluate<G>> Root<'a, G, E> {
    pub(super) fn new(
        search: Search<'a, G, E>,
        position: &G::Position,
        actions: Vec<G::Action>,
    ) -> Self {
        Self { search, position: position.clone(), actions, reached: 0, complete: false }
    }

    pub(super) fn stats(&self) -> SearchStats {
        SearchStats {
            cutoffs: self.search.cutoffs,
            complete: self.complete,
            ..stats("minimax", self.reached, &self.search.meter)
        }
    }

    /// Every action with what is known about it: searched at once, or ply by ply if that may be cut short.
    pub(super) fn run(&mut self, limited: bool) -> Vec<Candidate<G::Action>> {
        let depth = self.search.depth;
        let pass = if limited { None } else { self.pass(depth, &[]) };
        let pass = pass.map_or_else(|| self.deepen(depth), |pass| (pass, true));
        let (Pass { mut candidates, depth, reached, .. }, complete) = pass;
        (self.reached, self.complete, self.search.depth) = (reached, complete, depth);
        self.sharpen(&mut candidates);
        for candidate in &mut candidates {
            self.look_at_leaf(candidate);
        }
        candidates
    }

    /// Searches deeper and deeper; the last pass that came to its end counts, and whether it is the last there is.
    fn deepen(&mut self, depth: u32) -> (Pass<G::Action>, bool) {
        self.search.breakable = false;
        let mut pass = self.pass(1, &[]).unwrap_or_else(|| unreachable!("it cannot be broken off"));
        self.search.breakable = true;
        self.search.meter.check_clock();
        for deeper in 2..=depth {
            if pass.solved {
                break;
            }
            match self.pass(deeper, &pass.candidates) {
                Some(found) => pass = found,
                None => return (pass, false),
            }
        }
        (pass, true)
    }

    /// Searches every action to a fixed depth, the best of the last pass first; none if the budget ran out.
    fn pass(&mut self, depth: u32, before: &[Candidate<G::Action>]) -> Option<Pass<G::Action>> {
        self.search.depth = depth;
        let (horizon, mut reached, mut best) = (self.search.horizon, 0, f64::NEG_INFINITY);
        let mut found: Vec<Option<Candidate<G::Action>>> = vec![None; self.actions.len()];
        for index in order(self.actions.len(), before) {
            let window = if self.gives_bounds() { Window::from(best) } else { Window::OPEN };
            let candidate = self.weigh(self.actions[index], window)?;
            best = best.max(candidate.value);
            reached = reached.max(candidate.depth);
            found[index] = Some(candidate);
        }
        let solved = self.search.horizon == horizon;
        let candidates = found.into_iter().flatten().collect();
        Some(Pass { candidates, depth, reached, solved })
    }

    /// Whether all but the best actions only get bounds.
    fn gives_bounds(&self) -> bool {
        let many = self.actions.len() > EXACT_MOVES || self.search.limited;
        many && self.search.pruning() && self.search.perspective() == Perspective::Max
    }

    /// One action with value and line; none if the budget ran out.
    fn weigh(&mut self, action: G::Action, window: Window) -> Option<Candidate<G::Action>> {
        let (horizon, seat) = (self.search.horizon, self.search.seat);
        self.search.reached = 0;
        let ply = Ply { number: 1, mover: seat };
        let value = self.search.child(&mut self.position, action, ply, window);
        if self.search.broken_off() {
            return None;
        }
        let bound = if value > window.alpha { Bound::Exact } else { Bound::Upper };
        let mut candidate = Candidate::new(action, value).read_as(bound, self.search.reached);
        candidate.line.push(action);
        candidate.line.extend(&self.search.lines[1]);
        if self.search.horizon == horizon && bound == Bound::Exact {
            candidate.proven = self.search.outcome_of(&self.position, &candidate.line);
        }
        Some(candidate)
    }

    /// Gives the most promising candidates that have only bounds an exact value, as far as the budget goes.
    fn sharpen(&mut self, candidates: &mut [Candidate<G::Action>]) {
        let mut places: Vec<usize> = (0..candidates.len()).collect();
        places.sort_by(|&a, &b| candidates[b].value.total_cmp(&candidates[a].value));
        for &place in places.iter().take(FEW) {
            if candidates[place].bound == Bound::Exact {
                continue;
            }
            let Some(exact) = self.weigh(self.actions[place], Window::OPEN) else { return };
            self.reached = self.reached.max(exact.depth);
            candidates[place] = exact;
        }
    }

    /// Takes the value apart along the candidate's line. A bound is the value of its line, too.
    fn look_at_leaf(&self, candidate: &mut Candidate<G::Action>) {
        let search = &self.search;
        let evaluate = &search.agent.evaluate;
        let (parts, _) =
            tell_course(search.game, evaluate, &self.position, &candidate.line, search.seat);
        candidate.terms = parts.into_terms(candidate.value, "rounding");
    }
}

/// The places of the actions, best first by what is known of them.
fn order<A>(actions: usize, known: &[Candidate<A>]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..actions).collect();
    if known.len() == actions {
        order.sort_by(|&a, &b| known[b].value.total_cmp(&known[a].value));
    }
    order
}
