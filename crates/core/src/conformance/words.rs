//! Every claim of an explanation, checked against the decision and the board.
//!
//! Nothing here uses what made the claims: outcomes are searched anew with the plainest search there is, lines are played,
//! differences are added up again.

use super::walk;
use crate::explain::{self, Averages, Difference, Fact, Side, Speaker};
use crate::{Bound, Budget, Candidate, Decision, Game, Proven, Room, Seat, Seed, Spec, Turn};

/// Checks every claim that explanations of an agent make in random games; returns how many there were.
///
/// Every position with `0 == ply % every` is examined; moves of chance do not count.
///
/// # Panics
/// Where a claim is false.
pub fn check_words<R: Room>(game: &R, agent: &str, games: u32, every: u32, seed: Seed) -> u64 {
    let spec: Spec = agent.parse().expect("an agent specification");
    let agent = game.agent(&spec, seed).expect("an agent of this room");
    let (mut claims, budgets) = (0, [Budget::unlimited(), Budget::nodes(50)]);
    for index in 0..games {
        let (mut ply, mut dice) = (0, seed.derive(index.into()).rng());
        walk(game, &mut dice, |position| {
            let Turn::Seat(seat) = game.turn(position) else { return };
            ply += 1;
            if ply % every != 0 {
                return;
            }
            let budget = &budgets[usize::from(ply % (3 * every) == 0)];
            let decision = agent.decide(game, position, budget).expect("a decision");
            let scene = Scene { game, position, seat, decision: &decision };
            claims += scene.check();
        });
    }
    claims
}

/// What is explained, and where.
struct Scene<'a, R: Room> {
    game: &'a R,
    position: &'a R::Position,
    seat: Seat,
    decision: &'a Decision<R::Action>,
}

/// Positions that the plain search looks at before it gives up.
const PATIENCE: u32 = 30_000;

/// Moves that it looks ahead at most: some games go on for ever.
const DEEPEST: u32 = 60;

impl<R: Room> Scene<'_, R> {
    fn check(&self) -> u64 {
        let best = self.decision.best();
        let certain = explain::certain_steps(self.game, self.position, self.decision);
        let curve = explain::calibration(self.game, self.decision);
        let facts = explain::facts(self.decision, certain, curve.as_ref());
        for fact in &facts {
            assert!(self.holds(fact), "{fact:?} is not true of {:?}", self.position);
        }
        let mut claims = facts.len() as u64;
        if let Some(other) = self.decision.candidates.iter().find(|c| c.order != best.order) {
            self.check_contrast(other);
            claims += 1;
        }
        let watched = Side::of(self.seat, self.game.seats());
        let speakers = [
            Speaker::Agent,
            Speaker::Advisor,
            Speaker::Watched(watched),
            Speaker::Commentator(watched),
        ];
        for speaker in speakers {
            let told = explain::tell(self.game, self.position, self.decision, speaker);
            self.check_language(&told.words, speaker);
            self.check_phrases(&told.phrases);
        }
        claims + 1
    }

    /// Sentences are for people, and say who is who.
    fn check_language(&self, words: &str, speaker: Speaker) {
        assert!(words.ends_with('.'), "no sentence: {words}");
        let written =
            self.decision.candidates.iter().flat_map(|c| c.line.iter().chain([&c.action]));
        for &action in written {
            let (text, phrase) = (self.game.action_text(action), self.game.phrase(action));
            let told = names(words).any(|name| name == text);
            assert!(phrase.contains(&text) || !told, "`{text}` in a sentence: {words}");
        }
        let own = spoken_by(words);
        let speaks = matches!(speaker, Speaker::Agent | Speaker::Watched(_));
        assert!(speaks || own.is_empty(), "who does not play says {own:?}: {words}");
        let watched = matches!(speaker, Speaker::Watched(_) | Speaker::Commentator(_));
        let addressed = names(words).find(|word| ["you", "your", "You", "Your"].contains(word));
        assert!(!watched || addressed.is_none(), "who only watches is spoken to: {words}");
    }

    /// No two candidates have the same words.
    fn check_phrases(&self, phrases: &std::collections::BTreeMap<String, String>) {
        let mut seen = std::collections::BTreeMap::new();
        for candidate in &self.decision.candidates {
            let text = self.game.action_text(candidate.action);
            if let Some(other) = seen.insert(&phrases[&text], text.clone()) {
                panic!("{text} and {other} are both `{}`", phrases[&text]);
            }
        }
    }

    fn holds(&self, fact: &Fact) -> bool {
        let candidates = &self.decision.candidates;
        let best = self.decision.best();
        let lost = |c: &Candidate<R::Action>| self.outcome_is(c, Proven::Loss);
        match fact {
            Fact::OnlyMove => candidates.len() == 1,
            Fact::ByLot { among } => {
                candidates.len() == *among && candidates.iter().all(|c| c.bound == Bound::None)
            }
            Fact::AllLose { among } => candidates.len() == *among && candidates.iter().all(lost),
            Fact::Certain { outcome, within } => {
                self.outcome_is(best, *outcome)
                    && within.is_none_or(|moves| self.wins_within(moves))
            }
            Fact::Expect { steps } => {
                can_be_played(self.game, self.position, &best.line[..=*steps])
            }
            Fact::Level { count } => {
                let exact = || candidates.iter().filter(|c| c.bound == Bound::Exact);
                let topped = exact().any(|c| c.value > best.value && !near(c.value, best.value));
                let level = exact().filter(|c| near(c.value, best.value)).count() >= *count;
                best.bound == Bound::Exact && level && !topped
            }
            Fact::WorseOutcome { other, outcome, mine, depth } => {
                let mine_holds = mine.is_none_or(|mine| self.outcome_is(best, mine));
                let order = [Proven::Loss, Proven::Draw, Proven::Win];
                let rank = |proven| order.iter().position(|known| *known == proven);
                let worse = mine.is_none_or(|mine| rank(*outcome) < rank(mine));
                let seen = mine.is_some() || best.depth == *depth;
                self.outcome_is(&candidates[*other], *outcome) && mine_holds && worse && seen
            }
            Fact::Outlook { chance } => best.proven.is_none() && self.chance_is(best, *chance),
            Fact::NextBest { other, gap, at_least, mainly, chances } => {
                self.nothing_is_nearer(*gap)
                    && near(best.value - candidates[*other].value, *gap)
                    && (*at_least || candidates[*other].bound == Bound::Exact)
                    && mainly.as_ref().is_none_or(|term| self.is_most_of(term, *other, *gap))
                    && chances.is_none_or(|[mine, theirs]| {
                        let other = &candidates[*other];
                        self.chance_is(best, mine)
                            && self.chance_is(other, theirs)
                            && mine >= theirs
                    })
            }
            Fact::Averages(averages) => self.averages_hold(averages),
            Fact::FirstThought { other, rank } => {
                let before = candidates.iter().filter(|c| c.rank_before_search < Some(*rank));
                before.count() == *rank && candidates[*other].rank_before_search == Some(0)
            }
            Fact::CutShort => !self.decision.search.complete,
        }
    }

    /// Whether the room's own curve gives a candidate this chance: its odds are e to the power of a straight line.
    fn chance_is(&self, candidate: &Candidate<R::Action>, chance: f64) -> bool {
        let Some(curve) = explain::calibration(self.game, self.decision) else { return false };
        if let Some(outcome) = candidate.proven {
            return near(chance, f64::from(worth(outcome) + 1) / 2.0);
        }
        // Nothing that is not proved is told as more certain than one in a thousand.
        let most = 999f64.ln();
        let line = (curve.slope * candidate.value + curve.shift).clamp(-most, most);
        let told = (chance / (1.0 - chance)).ln();
        (told - line).abs() < 1e-3 * line.abs().max(1.0)
    }

    /// Whether a candidate is said to end so, and does as far as a plain search can see.
    fn outcome_is(&self, candidate: &Candidate<R::Action>, outcome: Proven) -> bool {
        let mut left = PATIENCE;
        let next = after(self.game, self.position, candidate.action);
        let found = (self.game.seats() > 1)
            .then(|| plain_outcome(self.game, &next, self.seat, DEEPEST, &mut left))
            .flatten();
        candidate.proven == Some(outcome) && found.is_none_or(|found| found == worth(outcome))
    }

    fn wins_within(&self, moves: u32) -> bool {
        let next = after(self.game, self.position, self.decision.best().action);
        let mut left = PATIENCE;
        let found = wins_in(self.game, &next, self.seat, moves - 1, &mut left);
        self.game.seats() < 2 || found.unwrap_or(true)
    }

    fn nothing_is_nearer(&self, gap: f64) -> bool {
        let best = self.decision.best();
        let others = self.decision.candidates.iter().filter(|c| c.order != best.order);
        let mut known = others.filter(|c| c.bound != Bound::None);
        gap > 0.0 && known.all(|c| best.value - c.value >= gap - 1e-9 * gap.abs().max(1.0))
    }

    fn is_most_of(&self, term: &Difference, other: usize, gap: f64) -> bool {
        let family: Vec<&str> = term.name.split('+').collect();
        let share = |candidate: &Candidate<R::Action>| -> f64 {
            let named = candidate.terms.iter().filter(|t| family.contains(&t.name.as_ref()));
            named.map(|t| t.contribution).sum()
        };
        let adds = share(self.decision.best()) - share(&self.decision.candidates[other]);
        near(adds, term.contribution) && adds > gap / 2.0
    }

    fn averages_hold(&self, averages: &Averages) -> bool {
        let candidates = &self.decision.candidates;
        let (best, other) = (self.decision.best(), &candidates[averages.other]);
        let visits = |c: &Candidate<R::Action>| c.visits.unwrap_or(0);
        let often = candidates.iter().filter(|c| visits(c) >= visits(best)).count() == 1;
        let errors = best.error.zip(other.error).map(|(a, b)| (a * a + b * b).sqrt());
        let sigmas = errors.filter(|e| *e > 0.0).map(|e| (best.value - other.value) / e);
        let both = best.bound == Bound::Sampled && other.bound == Bound::Sampled;
        both && averages.trials == [visits(best), visits(other)]
            && averages.means == [best.value, other.value]
            && (!averages.most_tried || often)
            && averages.sigmas.zip(sigmas).is_none_or(|(a, b)| near(a, b))
            && averages.sigmas.is_some() == sigmas.is_some()
    }

    /// The terms that are said to make up most of a difference do.
    fn check_contrast(&self, other: &Candidate<R::Action>) {
        let best = self.decision.best();
        let told = |speaker| {
            explain::why_not(self.game, self.position, self.decision, other.clone(), speaker)
        };
        let watched = Side::of(self.seat, self.game.seats());
        for other in [Speaker::Advisor, Speaker::Watched(watched), Speaker::Commentator(watched)] {
            self.check_language(&told(other).words, other);
        }
        let told = told(Speaker::Agent);
        self.check_language(&told.words, Speaker::Agent);
        let gathered: f64 = told.settling.iter().map(|d| d.contribution).sum();
        let rest: f64 = told.others.iter().map(|d| d.contribution).sum();
        let whole = best.value - other.value;
        assert!(near(gathered + rest, whole), "differences do not add up: {told:?}");
        let most = gathered > whole / 2.0 - 1e-9 * whole.abs().max(1.0);
        assert!(told.settling.is_empty() || most, "not even half: {told:?}");
    }
}

/// The words of a text that may be names of actions.
fn names(words: &str) -> impl Iterator<Item = &str> {
    let outside = |c: char| c.is_whitespace() || "`().,;".contains(c);
    words.split(outside).filter(|name| !name.is_empty())
}

/// The words by which a speaker means itself. A piece may be called `I`: then another word says whose it is.
fn spoken_by(words: &str) -> Vec<&str> {
    let all: Vec<&str> = names(words).collect();
    let pair = |at: usize| (at.checked_sub(1).map_or("", |before| all[before]), all[at]);
    let piece = |before: &str| {
        ["the", "an", "your", "The", "opponent's", "1's", "2's", "each"].contains(&before)
    };
    let own = |(before, word): (&str, &str)| match word {
        "I" => !piece(before),
        "me" | "my" | "My" | "myself" => true,
        _ => false,
    };
    (0..all.len()).map(pair).filter(|&found| own(found)).map(|(_, word)| word).collect()
}

/// Whether these moves can be played one after the other, whatever chance does in between.
fn can_be_played<G: Game>(game: &G, position: &G::Position, line: &[G::Action]) -> bool {
    let Some((&first, rest)) = line.split_first() else { return true };
    let mut legal = Vec::new();
    game.actions(position, &mut legal);
    if game.turn(position) == Turn::Chance {
        return legal.iter().all(|&outcome| {
            let dealt = after(game, position, outcome);
            can_be_played(game, &dealt, line)
        });
    }
    legal.contains(&first) && can_be_played(game, &after(game, position, first), rest)
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * a.abs().max(b.abs()).max(1.0)
}

fn worth(outcome: Proven) -> i8 {
    match outcome {
        Proven::Win => 1,
        Proven::Draw => 0,
        Proven::Loss => -1,
    }
}

fn after<G: Game>(game: &G, position: &G::Position, action: G::Action) -> G::Position {
    let mut next = position.clone();
    game.play(&mut next, action);
    next
}

/// The outcome for a seat that plays for it while all others play against it; none if that takes too long, or if it is
/// in the hands of chance.
fn plain_outcome<G: Game>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    deep: u32,
    left: &mut u32,
) -> Option<i8> {
    *left = left.checked_sub(1)?;
    let deep = deep.checked_sub(1)?;
    let turn = game.turn(position);
    if turn == Turn::Over {
        return Some(worth(game.outcome(position, seat)));
    }
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    let mut found = Vec::new();
    for action in actions {
        found.push(plain_outcome(game, &after(game, position, action), seat, deep, left)?);
    }
    match turn {
        Turn::Seat(mover) if mover == seat => found.into_iter().max(),
        Turn::Seat(_) => found.into_iter().min(),
        _ => found.first().copied().filter(|first| found.iter().all(|other| other == first)),
    }
}

/// Whether a seat can force a win within some moves; none if that takes too long to see.
fn wins_in<G: Game>(
    game: &G,
    position: &G::Position,
    seat: Seat,
    moves: u32,
    left: &mut u32,
) -> Option<bool> {
    *left = left.checked_sub(1)?;
    let turn = game.turn(position);
    if turn == Turn::Over || moves == 0 {
        return Some(turn == Turn::Over && game.outcome(position, seat) == Proven::Win);
    }
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    let own = turn == Turn::Seat(seat);
    for action in actions {
        let won = wins_in(game, &after(game, position, action), seat, moves - 1, left)?;
        if won == own {
            return Some(own);
        }
    }
    Some(!own)
}
