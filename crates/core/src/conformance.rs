//! The one suite that every game must pass.
//!
//! A game's test is one line, `conformance::check(&Tris::default(), 200, Seed(1))`: the suite
//! plays random games and examines every position on the way.

use crate::{Agent, Budget, Evaluate, Game, Notation, Rng, Room, Seat, Seed, Spec, Turn};

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

/// Checks on random games that an evaluator's terms sum to its value, for every seat.
///
/// # Panics
/// Where they do not.
pub fn check_terms<G: Game>(game: &G, evaluate: &dyn Evaluate<G>, games: u32, seed: Seed) {
    for index in 0..games {
        let mut dice = seed.derive(index.into()).rng();
        walk(game, &mut dice, |position| {
            for seat in (0..game.seats()).map(Seat) {
                let value = evaluate.value(game, position, seat);
                let terms = evaluate.terms(game, position, seat);
                let sum: f64 = terms.iter().map(|t| t.contribution).sum();
                let near = (value - sum).abs() <= 1e-9 * value.abs().max(1.0);
                assert!(near, "value {value}, terms sum to {sum}: {position:?}");
            }
        });
    }
}

/// Checks on random games that an agent's `choose` and `decide` agree and that its decisions are
/// sound: every legal action is a candidate, and asking again gives the same answer.
///
/// Every position with `0 == ply % every` is examined.
///
/// # Panics
/// Where a law is broken.
pub fn check_agent<R: Room>(game: &R, agent: &str, games: u32, every: u32, seed: Seed) {
    let spec: Spec = agent.parse().expect("an agent specification");
    let agent = game.agent(&spec, seed).expect("an agent of this room");
    for index in 0..games {
        let mut dice = seed.derive(index.into()).rng();
        let mut ply = 0;
        walk(game, &mut dice, |position| {
            ply += 1;
            if ply % every == 0 && matches!(game.turn(position), Turn::Seat(_)) {
                check_decision(game, agent.as_ref(), position);
            }
        });
    }
}

fn check_decision<G: Game>(game: &G, agent: &dyn Agent<G>, position: &G::Position) {
    let budget = Budget::unlimited();
    let chosen = agent.choose(game, position, &budget).expect("a choice");
    let decision = agent.decide(game, position, &budget).expect("a decision");
    assert_eq!(decision.best().action, chosen, "choose and decide differ: {position:?}");
    let mut legal = Vec::new();
    game.actions(position, &mut legal);
    let mut named: Vec<_> = decision.candidates.iter().map(|c| c.action).collect();
    legal.sort_unstable();
    named.sort_unstable();
    assert_eq!(named, legal, "candidates are not the legal actions");
    for (i, candidate) in decision.candidates.iter().enumerate() {
        assert_eq!(candidate.order, i, "candidates are not numbered in order");
        if let Some(first) = candidate.line.first() {
            assert_eq!(*first, candidate.action, "a line starts with another action");
        }
    }
}
