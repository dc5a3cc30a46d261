//! The one suite that every game must pass.
//!
//! A game's test is one line, `conformance::check(&Tris::default(), 200, Seed(1))`: the suite
//! plays random games and examines every position on the way.

mod words;

pub use words::check_words;

use crate::{
    Agent, Bound, Budget, Candidate, Decision, Evaluate, Game, Notation, Proven, Rng, Room, Seat,
    Seed, Spec, Term, Turn,
};
use std::collections::BTreeSet;
use std::time::Duration;

/// Plays `games` random games and checks the laws of [`Game`] and [`Notation`] at every position.
///
/// # Panics
/// Where a law is broken, with the position and the law.
pub fn check<G: Notation>(game: &G, games: u32, seed: Seed) {
    for index in 0..games {
        let mut dice = seed.derive(index.into()).rng();
        walk(game, &mut dice, |position| {
            check_actions(game, position);
            check_chance(game, position);
            check_texts(game, position);
        });
    }
}

/// A random game may take this many moves; longer ones do not end.
const LONGEST: u32 = 1_000_000;

/// Plays one random game and shows every position, the last included.
fn walk<G: Game>(game: &G, dice: &mut Rng, mut visit: impl FnMut(&G::Position)) {
    let mut position = game.start();
    let mut buffer = Vec::new();
    for _ in 0..LONGEST {
        visit(&position);
        let Some(action) = game.sample(&position, dice, &mut buffer) else {
            assert_eq!(game.turn(&position), Turn::Over, "no action, yet not over: {position:?}");
            return;
        };
        assert!(game.check(&position, action).is_ok(), "sampled an illegal action: {action:?}");
        game.play(&mut position, action);
    }
    panic!("a random game did not end within {LONGEST} moves");
}

/// Legal actions are distinct, change the position, and can be taken back; others are refused.
fn check_actions<G: Game>(game: &G, position: &G::Position) {
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    let over = game.turn(position) == Turn::Over;
    assert_eq!(over, actions.is_empty(), "actions exist exactly while it goes on: {position:?}");
    let mut sorted = actions.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), actions.len(), "an action is listed twice: {position:?}");
    for &action in &actions {
        assert!(game.check(position, action).is_ok(), "listed but refused: {action:?}");
        check_round_trip(game, position, action);
    }
}

fn check_round_trip<G: Game>(game: &G, position: &G::Position, action: G::Action) {
    let mut copy = position.clone();
    let undo = game.play(&mut copy, action);
    assert_ne!(&copy, position, "{action:?} changes nothing");
    let mut again = position.clone();
    game.play(&mut again, action);
    assert_eq!(copy, again, "{action:?} is not deterministic");
    assert_eq!(game.key(&copy), game.key(&again), "equal positions with different keys");
    game.undo(&mut copy, action, undo);
    assert_eq!(&copy, position, "{action:?} was not taken back exactly");
    assert_eq!(game.key(&copy), game.key(position), "the key was not taken back");
}

/// The probabilities of chance sum to 1.
fn check_chance<G: Game>(game: &G, position: &G::Position) {
    if game.turn(position) != Turn::Chance {
        return;
    }
    let mut outcomes = Vec::new();
    game.actions(position, &mut outcomes);
    let total: f64 = outcomes.iter().map(|&o| game.probability(position, o)).sum();
    assert!((total - 1.0).abs() < 1e-9, "chance sums to {total}: {position:?}");
}

/// Positions and actions survive being written and read; a broken text is refused.
fn check_texts<G: Notation>(game: &G, position: &G::Position) {
    let text = game.position_text(position);
    match game.read_position(&text) {
        Ok(read) => assert_eq!(&read, position, "written as {text:?}, read as another position"),
        Err(error) => panic!("own text refused: {error}\n{text}"),
    }
    let mut actions = Vec::new();
    game.actions(position, &mut actions);
    for action in actions {
        let text = game.action_text(action);
        assert!(!text.contains(char::is_whitespace), "space in {text:?}");
        assert_eq!(game.read_action(&text).ok(), Some(action), "cannot read own {text:?}");
    }
    let picture = game.picture(position, &[]);
    assert_eq!(picture.cells.len(), picture.width * picture.height, "picture of a wrong size");
}

/// Checks on random games that an evaluator's terms sum to its value and its reward's terms to its reward, for every seat.
///
/// # Panics
/// Where they do not.
pub fn check_terms<G: Game>(game: &G, evaluate: &dyn Evaluate<G>, games: u32, seed: Seed) {
    for index in 0..games {
        let mut dice = seed.derive(index.into()).rng();
        let mut buffer = Vec::new();
        walk(game, &mut dice.clone(), |position| {
            for seat in (0..game.seats()).map(Seat) {
                let value = evaluate.value(game, position, seat);
                assert_sum(value, &evaluate.terms(game, position, seat), &format!("{position:?}"));
            }
            if let Some(action) = game.sample(position, &mut dice, &mut buffer) {
                check_reward(game, evaluate, position, action);
            }
        });
    }
}

fn check_reward<G: Game>(
    game: &G,
    evaluate: &dyn Evaluate<G>,
    before: &G::Position,
    action: G::Action,
) {
    let mut after = before.clone();
    game.play(&mut after, action);
    for seat in (0..game.seats()).map(Seat) {
        let reward = evaluate.reward(game, before, action, &after, seat);
        assert!(reward == 0.0 || evaluate.has_rewards(), "a reward that nobody asks for");
        let terms = evaluate.reward_terms(game, before, action, &after, seat);
        assert_sum(reward, &terms, &format!("{action:?} at {before:?}"));
    }
}

fn assert_sum(value: f64, terms: &[Term], what: &str) {
    let sum: f64 = terms.iter().map(|t| t.contribution).sum();
    let scale = terms.iter().map(|t| t.contribution.abs()).fold(value.abs().max(1.0), f64::max);
    let near = (value - sum).abs() <= 1e-9 * scale;
    assert!(near, "the value is {value}, but the terms sum to {sum}: {what}\n{terms:?}");
}

/// Checks on random games that an agent's `choose` and `decide` agree and that its decisions are sound, with all the time in
/// the world and with next to none: every legal action is a candidate, the terms of each add up to its value, and none
/// claims to be more than it is.
///
/// Every position with `0 == ply % every` is examined.
///
/// # Panics
/// Where a law is broken.
pub fn check_agent<R: Room>(game: &R, agent: &str, games: u32, every: u32, seed: Seed) {
    let spec: Spec = agent.parse().expect("an agent specification");
    let agent = game.agent(&spec, seed).expect("an agent of this room");
    let mut examined = 0;
    for index in 0..games {
        let mut dice = seed.derive(index.into()).rng();
        let mut ply = 0;
        walk(game, &mut dice, |position| {
            ply += 1;
            if ply % every == 0 && matches!(game.turn(position), Turn::Seat(_)) {
                check_decision(game, agent.as_ref(), position);
                check_in_a_hurry(game, agent.as_ref(), position, examined);
                examined += 1;
            }
        });
    }
}

fn check_decision<G: Game>(game: &G, agent: &dyn Agent<G>, position: &G::Position) {
    let budget = Budget::unlimited();
    let chosen = agent.choose(game, position, &budget).expect("a choice");
    let decision = agent.decide(game, position, &budget).expect("a decision");
    assert_eq!(decision.best().action, chosen, "choose and decide differ: {position:?}");
    check_candidates(game, position, &decision, "without a limit");
}

/// The same with next to no time, or next to no nodes, or stopped before it began. `turn` says which.
fn check_in_a_hurry<G: Game>(game: &G, agent: &dyn Agent<G>, position: &G::Position, turn: usize) {
    let stopped = Budget::unlimited();
    stopped.stop.set();
    let hurries = [
        ("stopped", stopped),
        ("within no time", Budget::unlimited().within(Duration::ZERO)),
        ("within 300 microseconds", Budget::unlimited().within(Duration::from_micros(300))),
        ("with 1 node", Budget::nodes(1)),
        ("with 60 nodes", Budget::nodes(60)),
        ("one move ahead", Budget::depth(1)),
    ];
    let (how, budget) = &hurries[turn % hurries.len()];
    let decision = agent.decide(game, position, budget).expect("a decision");
    check_candidates(game, position, &decision, how);
    let action = decision.candidates[turn % decision.candidates.len()].action;
    let weighed = agent.weigh(game, position, action, budget).expect("a candidate");
    assert_eq!(weighed.action, action, "another action was weighed {how}");
    check_candidate(&weighed, how);
}

fn check_candidates<G: Game>(
    game: &G,
    position: &G::Position,
    decision: &Decision<G::Action>,
    how: &str,
) {
    let mut legal = Vec::new();
    game.actions(position, &mut legal);
    let mut named: Vec<_> = decision.candidates.iter().map(|c| c.action).collect();
    legal.sort_unstable();
    named.sort_unstable();
    assert_eq!(named, legal, "candidates are not the legal actions {how}");
    for (i, candidate) in decision.candidates.iter().enumerate() {
        assert_eq!(candidate.order, i, "candidates are not numbered in order {how}");
        check_candidate(candidate, how);
        // A search that was cut short may have looked at some actions one move further than at all of them.
        let claimed = candidate.depth <= decision.search.depth + 1 || decision.search.complete;
        assert!(claimed, "deeper than a search that was cut short {how}: {candidate:?}");
    }
    let (best, lots) = (decision.best(), decision.is_by_lot());
    let known = matches!(best.bound, Bound::Exact | Bound::Lower | Bound::Sampled);
    assert!(known || lots, "chosen without being known well enough {how}: {best:?}");
}

/// A candidate's terms add up, and what it says about its value fits together.
fn check_candidate<A: std::fmt::Debug + PartialEq>(candidate: &Candidate<A>, how: &str) {
    let what = format!("{how}, {candidate:?}");
    assert!(candidate.value.is_finite(), "a value that is no number {what}");
    assert_sum(candidate.value, &candidate.terms, &what);
    let names: BTreeSet<&str> = candidate.terms.iter().map(|term| term.name.as_ref()).collect();
    assert_eq!(names.len(), candidate.terms.len(), "two terms of one name {what}");
    let first = candidate.line.first();
    assert!(first.is_none_or(|first| *first == candidate.action), "another line {what}");
    let sampled = candidate.bound == Bound::Sampled;
    assert!(sampled || candidate.error.is_none(), "an error of a value that is no sample {what}");
    assert!(candidate.error.is_none_or(|error| error >= 0.0), "a strange error {what}");
    assert!(!sampled || candidate.visits > Some(0), "a sample of nothing {what}");
    assert_eq!(candidate.bound == Bound::None, candidate.depth == 0, "looked at or not {what}");
    let proves = |proven| match proven {
        Proven::Win => [Bound::Exact, Bound::Lower].contains(&candidate.bound),
        Proven::Draw => candidate.bound == Bound::Exact,
        Proven::Loss => [Bound::Exact, Bound::Upper].contains(&candidate.bound),
    };
    assert!(candidate.proven.is_none_or(proves), "half a proof {what}");
}

/// Checks on random games that a search that ran out of nodes found what it claims: every exact value is that of a search
/// of just this depth, and bounds hold.
///
/// For agents whose values depend on the depth alone.
///
/// # Panics
/// Where it claims more.
pub fn check_claims<R: Room>(game: &R, agent: &str, nodes: u64, games: u32, seed: Seed) {
    let spec: Spec = agent.parse().expect("an agent specification");
    let agent = game.agent(&spec, seed).expect("an agent of this room");
    for index in 0..games {
        walk(game, &mut seed.derive(index.into()).rng(), |position| {
            if matches!(game.turn(position), Turn::Seat(_)) {
                let decision = agent.decide(game, position, &Budget::nodes(nodes));
                check_depth(game, agent.as_ref(), position, &decision.expect("a decision"));
            }
        });
    }
}

fn check_depth<G: Game>(
    game: &G,
    agent: &dyn Agent<G>,
    position: &G::Position,
    decision: &Decision<G::Action>,
) {
    let budget = Budget::depth(decision.search.depth);
    for candidate in &decision.candidates {
        let weighed = agent.weigh(game, position, candidate.action, &budget).expect("a candidate");
        let (claimed, found) = (candidate.value, weighed.value);
        let holds = match candidate.bound {
            Bound::Exact => (claimed - found).abs() <= 1e-9 * found.abs().max(1.0),
            Bound::Upper => claimed >= found - 1e-9,
            Bound::Lower => claimed <= found + 1e-9,
            Bound::Sampled | Bound::None => true,
        };
        assert!(holds, "claims {candidate:?}, but it is {found} at {position:?}");
    }
}
