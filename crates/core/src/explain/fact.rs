//! What sentences claim, with the numbers that prove it.
//!
//! Words are made from facts, and facts from a decision alone. So a checker can look at each of them without reading a
//! sentence; [`conformance::check_words`](crate::conformance::check_words) does.

use super::chance::Calibration;
use super::settle::{Difference, settle};
use crate::{Bound, Candidate, Decision, Proven};

/// What one sentence about a decision claims. Candidates are named by their place in it.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// There is nothing else to play.
    OnlyMove,
    /// Nothing was looked at: one of so many moves was drawn by lot.
    ByLot {
        /// Legal moves.
        among: usize,
    },
    /// The outcome of the choice is certain.
    Certain {
        /// It.
        outcome: Proven,
        /// Moves until then at most, where that is known.
        within: Option<u32>,
    },
    /// How likely who moves is to win, where nothing is certain.
    Outlook {
        /// From 0 to 1.
        chance: f64,
    },
    /// Every move loses, whatever is done.
    AllLose {
        /// Legal moves.
        among: usize,
    },
    /// The course that is expected, as far as nobody has to guess what chance will do.
    Expect {
        /// Moves of the line after the choice that are told.
        steps: usize,
    },
    /// Other moves have the same exact value.
    Level {
        /// How many there are, the choice included.
        count: usize,
    },
    /// The outcome of another move is certain, and worse than that of the choice, or than what is known of it.
    WorseOutcome {
        /// The other move.
        other: usize,
        /// Its outcome.
        outcome: Proven,
        /// The outcome of the choice, if that is certain, too.
        mine: Option<Proven>,
        /// How far was looked ahead without a certain outcome, if it is not.
        depth: u32,
    },
    /// No other move comes nearer to the choice than this one.
    NextBest {
        /// The other move.
        other: usize,
        /// By how much it is worse.
        gap: f64,
        /// Whether it may be even worse.
        at_least: bool,
        /// The term that makes up more than half of that.
        mainly: Option<Difference>,
        /// The chances to win after the choice and after this move, where they were measured.
        chances: Option<[f64; 2]>,
    },
    /// Averages of trials, beside those of the best of the others.
    Averages(Averages),
    /// What would have been played without looking ahead.
    FirstThought {
        /// That move.
        other: usize,
        /// The rank that the choice had then, 0 the best.
        rank: usize,
    },
    /// The budget ended before everything was seen.
    CutShort,
}

/// Two averages and how surely they differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Averages {
    /// The other move.
    pub other: usize,
    /// Trials of the choice and of the other.
    pub trials: [u64; 2],
    /// Their means.
    pub means: [f64; 2],
    /// The difference in standard errors, if both have one.
    pub sigmas: Option<f64>,
    /// Whether nothing else was tried as often as the choice.
    pub most_tried: bool,
}

/// From this many standard errors on a difference is more than chance would explain.
pub const SURE: f64 = 2.0;

/// What is sure about a decision's chosen line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sure {
    /// Moves, the first included, that can be played as they stand, because chance does not come between.
    pub steps: usize,
    /// Whether the game is over after the last of them. A proof may know of a win without going there.
    pub ends: bool,
}

impl Sure {
    /// Everything is.
    pub const ALL: Self = Self { steps: usize::MAX, ends: true };
}

/// Everything that can be said about a decision, in the order in which it is told.
pub fn facts<A: PartialEq>(
    decision: &Decision<A>,
    sure: Sure,
    calibration: Option<&Calibration>,
) -> Vec<Fact> {
    let among = decision.candidates.len();
    if among == 1 {
        return vec![Fact::OnlyMove];
    }
    if decision.is_by_lot() {
        return vec![Fact::ByLot { among }];
    }
    let mut facts: Vec<Fact> = outcome(decision, sure.ends).into_iter().collect();
    facts.extend(outlook(decision, calibration));
    let steps = sure.steps.min(decision.best().line.len()).saturating_sub(1).min(2);
    if steps > 0 {
        facts.push(Fact::Expect { steps });
    }
    facts.extend(beside_the_others(decision, calibration));
    facts.extend(first_thought(decision));
    if !decision.search.complete {
        facts.push(Fact::CutShort);
    }
    facts
}

fn outcome<A>(decision: &Decision<A>, ends: bool) -> Option<Fact> {
    let best = decision.best();
    let lost = |c: &Candidate<A>| c.proven == Some(Proven::Loss);
    if decision.candidates.iter().all(lost) {
        return Some(Fact::AllLose { among: decision.candidates.len() });
    }
    let outcome = best.proven?;
    // The line is one way; only if nothing deeper was looked at, no way is longer.
    let length = best.line.len() as u32;
    // What ends the game by itself needs no further look.
    let whole = ends && (length == best.depth || length == 1);
    let within = (outcome == Proven::Win && whole).then_some(length);
    Some(Fact::Certain { outcome, within })
}

/// The chance to win, where it is known and nothing is certain.
fn outlook<A>(decision: &Decision<A>, calibration: Option<&Calibration>) -> Option<Fact> {
    let best = decision.best();
    let open = best.proven.is_none() && best.bound != Bound::Upper;
    let chance = calibration.filter(|_| open)?.of(best)?;
    Some(Fact::Outlook { chance })
}

/// How the choice compares with the best of the others.
fn beside_the_others<A>(decision: &Decision<A>, curve: Option<&Calibration>) -> Option<Fact> {
    let best = decision.best();
    if best.proven == Some(Proven::Loss) && decision.candidates.len() > 1 {
        let lost = |c: &Candidate<A>| c.proven == Some(Proven::Loss);
        if decision.candidates.iter().all(lost) {
            return None;
        }
    }
    let count = decision.equals();
    // Weighed by themselves others may come out better than the search thought.
    let tops = |c: &Candidate<A>| c.bound == Bound::Exact && c.value > best.value;
    let topped = decision.candidates.iter().any(|c| tops(c) && !c.is_level_with(best));
    if count > 1 && !topped {
        return Some(Fact::Level { count });
    }
    let other = runner_up(decision)?;
    let next = &decision.candidates[other];
    if best.proven == Some(Proven::Loss) {
        return None;
    }
    if let Some(outcome) = next.proven
        && worse(outcome, best.proven)
    {
        let (mine, depth) = (best.proven, best.depth);
        return Some(Fact::WorseOutcome { other, outcome, mine, depth });
    }
    if best.bound == Bound::Sampled || next.bound == Bound::Sampled {
        return averages(decision, other).map(Fact::Averages);
    }
    next_best(best, next, other, curve)
}

/// Whether a certain outcome is worse than another, or than one that is not certain.
pub(super) fn worse(outcome: Proven, mine: Option<Proven>) -> bool {
    match outcome {
        Proven::Loss => mine != Some(Proven::Loss),
        Proven::Draw => mine == Some(Proven::Win),
        Proven::Win => false,
    }
}

/// The other candidate that comes nearest: the best by value, or where trials were made the next in the ranking, unless one that was tried as often
/// averages more than the choice.
fn runner_up<A>(decision: &Decision<A>) -> Option<usize> {
    let best = decision.best();
    let known = |c: &&Candidate<A>| c.order != best.order && c.bound != Bound::None;
    let others = || decision.candidates.iter().filter(known);
    let sampled = others().any(|c| c.bound == Bound::Sampled) || best.bound == Bound::Sampled;
    let as_often = |c: &Candidate<A>| c.bound == Bound::Sampled && c.visits >= best.visits;
    let tops = |c: &&Candidate<A>| c.value > best.value && as_often(c);
    let next = if sampled {
        others().filter(tops).reduce(higher).or_else(|| others().next())
    } else {
        others().reduce(higher)
    };
    next.map(|c| c.order)
}

/// The one of higher value, the first of equals.
fn higher<'a, A>(a: &'a Candidate<A>, b: &'a Candidate<A>) -> &'a Candidate<A> {
    if b.value > a.value { b } else { a }
}

fn next_best<A>(
    best: &Candidate<A>,
    next: &Candidate<A>,
    other: usize,
    curve: Option<&Calibration>,
) -> Option<Fact> {
    let sure = matches!(best.bound, Bound::Exact | Bound::Lower)
        && matches!(next.bound, Bound::Exact | Bound::Upper);
    let gap = best.value - next.value;
    if !sure || gap <= 0.0 {
        return None;
    }
    let at_least = (best.bound, next.bound) != (Bound::Exact, Bound::Exact);
    let certain = best.proven.is_some() || next.proven.is_some();
    let (settling, _) = settle(&best.terms, &next.terms);
    let first = settling.into_iter().next();
    let mainly = first.filter(|d| !at_least && !certain && d.contribution > gap / 2.0);
    let chances = curve.filter(|_| !at_least).and_then(|c| Some([c.of(best)?, c.of(next)?]));
    // How much more a certain win is worth than something that is not certain means nothing to people.
    if certain && chances.is_none() {
        return None;
    }
    Some(Fact::NextBest { other, gap, at_least, mainly, chances })
}

pub(super) fn averages<A>(decision: &Decision<A>, other: usize) -> Option<Averages> {
    let (best, next) = (decision.best(), &decision.candidates[other]);
    let most_tried = decision
        .candidates
        .iter()
        .all(|c| c.order == best.order || c.visits.unwrap_or(0) < best.visits.unwrap_or(0));
    compare_averages(best, next, most_tried).map(|found| Averages { other, ..found })
}

/// Two averages side by side, if both are.
pub(super) fn compare_averages<A>(
    best: &Candidate<A>,
    next: &Candidate<A>,
    most_tried: bool,
) -> Option<Averages> {
    if [best.bound, next.bound] != [Bound::Sampled; 2] {
        return None;
    }
    let doubt = best.error.zip(next.error).map(|(a, b)| a.hypot(b)).filter(|&doubt| doubt > 0.0);
    let gap = best.value - next.value;
    Some(Averages {
        other: next.order,
        trials: [best.visits?, next.visits?],
        means: [best.value, next.value],
        sigmas: doubt.map(|doubt| gap / doubt),
        most_tried,
    })
}

/// What would have been played without looking ahead, if that is something else and no better.
fn first_thought<A>(decision: &Decision<A>) -> Option<Fact> {
    let best = decision.best();
    let rank = best.rank_before_search.filter(|&rank| rank > 0)?;
    let first = decision.candidates.iter().find(|c| c.rank_before_search == Some(0))?;
    let differ = first.value != best.value;
    differ.then_some(Fact::FirstThought { other: first.order, rank })
}
