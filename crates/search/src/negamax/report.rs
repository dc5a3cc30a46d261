//! From what the root knows to candidates that say no more than that.

use super::guide::{Guide, Verdict};
use super::root::{Exact, Limit, Root, RootMove};
use crate::common::tell_course;
use ludex_core::{Bound, Candidate, Game, Proven, Seat, Term};

/// An exact value this many plies shallower than a bound still tells more than the bound.
const NEARLY: u8 = 2;

impl<G: Game, U: Guide<G>> Root<'_, G, U> {
    /// Every legal action with what is known of it: the move to play first, then the better values, what nobody looked at last.
    pub(super) fn candidates(&self) -> Vec<Candidate<G::Action>> {
        let leader = self.best().index;
        let mut moves: Vec<&RootMove<G::Action>> = self.moves.iter().collect();
        moves.sort_by_key(|m| m.index);
        let mut found: Vec<_> = moves.iter().map(|m| (m.index, self.candidate(m))).collect();
        let place =
            |(_, c): &(usize, Candidate<_>)| (c.bound == Bound::None, c.bound != Bound::Exact);
        found.sort_by(|a, b| {
            let better = || b.1.value.total_cmp(&a.1.value);
            let (mine, theirs) = (place(a), place(b));
            mine.0.cmp(&theirs.0).then_with(better).then_with(|| mine.1.cmp(&theirs.1))
        });
        let first = found.iter().position(|(index, _)| *index == leader).unwrap_or(0);
        found[..=first].rotate_right(1);
        let number = |(order, (_, candidate))| Candidate { order, ..candidate };
        found.into_iter().enumerate().map(number).collect()
    }

    /// One action with what is known of it.
    pub(super) fn candidate(&self, known: &RootMove<G::Action>) -> Candidate<G::Action> {
        let mut candidate = match (&known.exact, known.limit) {
            (Some(exact), None) => self.exact(known.action, exact),
            (Some(exact), Some(limit)) if self.prefers(known, exact, limit) => {
                self.exact(known.action, exact)
            }
            (_, Some(limit)) => {
                limited(known.action, limit, Verdict::of(limit.value).filter(|_| !U::EXACT))
            }
            (None, None) => self.first_impression(known.action),
        };
        candidate.value += 0.0; // Turns -0 into 0: they are equals, and people expect a plain 0.
        candidate.rank_before_search = Some(known.rank);
        candidate
    }

    /// Whether an exact value says more than a bound from a deeper search.
    fn prefers(&self, known: &RootMove<G::Action>, exact: &Exact<G::Action>, limit: Limit) -> bool {
        if limit.bound == Bound::Upper && known.index == self.best().index {
            return true; // It is played for this value; that it may be less at the next depth was seen too late.
        }
        let agrees = match limit.bound {
            Bound::Upper => exact.value <= limit.value,
            _ => exact.value >= limit.value,
        };
        agrees && exact.depth + NEARLY >= limit.depth
    }

    fn exact(&self, action: G::Action, exact: &Exact<G::Action>) -> Candidate<G::Action> {
        let mut candidate = Candidate::new(action, exact.value);
        candidate.depth = exact.depth.into();
        candidate.line.clone_from(&exact.line);
        if let Some(verdict) = Verdict::of(exact.value).filter(|_| !U::EXACT) {
            candidate.proven = Some(verdict.proven());
            candidate.terms = vec![decided(verdict, exact.value)];
            return candidate;
        }
        let (terms, end) = self.tell(&exact.line, exact.value);
        candidate.terms = terms;
        if exact.solved && self.search.game.seats() == 2 {
            candidate.proven = Some(self.search.game.outcome(&end, self.mover));
        }
        candidate
    }

    /// A value taken apart: what each step of its line has earned and what the end promises. What cannot be is named.
    fn tell(&self, line: &[G::Action], value: f64) -> (Vec<Term>, G::Position) {
        let (game, guide) = (self.search.game, self.search.guide);
        let (parts, end) = tell_course(game, guide, &self.position, line, self.mover);
        (parts.into_terms(value, "what the end of the line does not show"), end)
    }

    /// The plain value right after the action, for there is nothing else.
    fn first_impression(&self, action: G::Action) -> Candidate<G::Action> {
        let (game, guide) = (self.search.game, self.search.guide);
        let (parts, _) = tell_course(game, guide, &self.position, &[action], self.mover);
        let value = parts.total();
        let mut candidate = Candidate::unseen(action, value);
        candidate.terms = parts.into_terms(value, "");
        candidate.line.push(action);
        candidate
    }
}

fn limited<A: Copy>(action: A, limit: Limit, verdict: Option<Verdict>) -> Candidate<A> {
    let mut candidate =
        Candidate::new(action, limit.value).read_as(limit.bound, limit.depth.into());
    candidate.line.push(action);
    let proof = matches!(
        (verdict, limit.bound),
        (Some(Verdict::Win(_)), Bound::Lower) | (Some(Verdict::Loss(_)), Bound::Upper)
    );
    candidate.proven = verdict.filter(|_| proof).map(Verdict::proven);
    let meaning = match limit.bound {
        Bound::Upper => "the search found a reply that leaves no more",
        _ => "the search found at least this",
    };
    candidate.terms = vec![Term::new("bound", meaning, limit.value, 1.0)];
    candidate
}

fn count(plies: u16) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

fn decided(verdict: Verdict, value: f64) -> Term {
    let meaning = match verdict {
        Verdict::Win(plies) => format!("the result: won in {} at most", count(plies)),
        Verdict::Loss(plies) => format!("the result: lost in {}", count(plies)),
        Verdict::Draw => "the result: a draw".into(),
    };
    Term { meaning: meaning.into(), ..Term::new("decided", "", value, 1.0) }
}

/// The same candidate as another seat sees it.
pub(super) fn turned<A>(mut candidate: Candidate<A>) -> Candidate<A> {
    candidate.value = 0.0 - candidate.value;
    candidate.bound = match candidate.bound {
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
        bound => bound,
    };
    for term in &mut candidate.terms {
        term.amount = 0.0 - term.amount;
        term.contribution = 0.0 - term.contribution;
    }
    candidate.proven = candidate.proven.map(|proven| match proven {
        Proven::Win => Proven::Loss,
        Proven::Draw => Proven::Draw,
        Proven::Loss => Proven::Win,
    });
    candidate
}

/// Which of the candidates may be chosen by lot: those that are certainly as good as the first.
pub(super) fn equals<A>(candidates: &[Candidate<A>]) -> usize {
    let best = &candidates[0];
    let same = |c: &&Candidate<A>| {
        c.value == best.value && c.bound == Bound::Exact && c.depth == best.depth
    };
    candidates.iter().take_while(same).count().max(1)
}

/// Who acts, as a word for [`Root::candidates`] of a position that another seat decides about.
pub(super) fn seen_by<A>(
    seat: Seat,
    mover: Seat,
    candidates: Vec<Candidate<A>>,
) -> Vec<Candidate<A>> {
    if seat == mover {
        return candidates;
    }
    candidates.into_iter().map(turned).collect()
}
