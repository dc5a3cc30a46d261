//! Negamax without a guide: every candidate means what it says, however the search ended, and threads change no value.

use ludex_core::{
    Agent, Bound, Budget, Decision, Evaluate, Game, ScoreGrowth, ScoreOnly, Seat, Seed,
};
use ludex_search::common::Identity;
use ludex_search::negamax::{Negamax, Plain};
use ludex_search::tree_game::{Hunch, Shape, TreeGame, exhaustive};
use std::time::Duration;

const HUNCH: Hunch = Hunch { zero_sum: true, settles: false };

fn agent<E>(evaluate: E, depth: u8) -> Negamax<Plain<E>> {
    Negamax { table_mib: 1, ..Negamax::new(Identity::new("test", Seed(1)), evaluate, depth) }
}

fn games(depth: u32) -> impl Iterator<Item = TreeGame> {
    let shapes = Shape::all(depth, 4).filter(|shape| !shape.chance);
    shapes.flat_map(|shape| (0..8).map(move |seed| TreeGame::new(shape, Seed(seed))))
}

/// Each value is what plain min-max gives at the candidate's depth, or bounds it as it says.
fn check(game: &TreeGame, evaluate: &dyn Evaluate<TreeGame>, decision: &Decision<u16>, what: &str) {
    for candidate in &decision.candidates {
        let sum: f64 = candidate.terms.iter().map(|t| t.contribution).sum();
        assert_eq!(sum, candidate.value, "{candidate:?}, {what}");
        let truth = exhaustive(game, evaluate, &0, Seat::FIRST, candidate.depth.max(1));
        let truth = truth[usize::from(candidate.action)].1;
        match candidate.bound {
            Bound::Exact => assert_eq!(candidate.value, truth, "{candidate:?}, {what}"),
            Bound::Upper => assert!(candidate.value >= truth, "{candidate:?} is {truth}, {what}"),
            Bound::Lower => assert!(candidate.value <= truth, "{candidate:?} is {truth}, {what}"),
            _ => assert_eq!((candidate.bound, candidate.depth), (Bound::None, 0), "{what}"),
        }
        assert!(candidate.depth <= decision.search.depth + 1, "{candidate:?}, {what}");
    }
    assert_ne!(decision.best().bound, Bound::Upper, "{what}");
    if decision.search.depth > 0 {
        assert_ne!(decision.best().bound, Bound::None, "{what}");
    }
}

/// The move is the best of the last depth that was searched whole, or was found to be better one ply further.
fn check_choice(game: &TreeGame, decision: &Decision<u16>) {
    let depth = decision.search.depth;
    let whole = exhaustive(game, &HUNCH, &0, Seat::FIRST, depth.max(1));
    let best = whole.iter().map(|v| v.1).fold(f64::NEG_INFINITY, f64::max);
    let first = usize::from(whole.iter().find(|v| v.1 == best).unwrap().0);
    let chosen = usize::from(decision.best().action);
    let further = exhaustive(game, &HUNCH, &0, Seat::FIRST, depth + 1);
    let sound = depth == 0 || chosen == first || further[chosen].1 >= further[first].1;
    assert!(sound, "{chosen} instead of {first}: {decision:?}");
}

#[test]
fn whenever_the_nodes_run_out_candidates_mean_what_they_say() {
    let mut bounds = 0;
    for game in games(7) {
        let agent = agent(HUNCH, 7);
        for nodes in [1, 3, 7, 15].into_iter().chain((30..900).step_by(29)) {
            let decision = agent.decide(&game, &0, &Budget::nodes(nodes)).unwrap();
            check(&game, &HUNCH, &decision, &format!("{nodes} nodes"));
            let chosen = agent.choose(&game, &0, &Budget::nodes(nodes)).unwrap();
            assert_eq!(chosen, decision.best().action);
            check_choice(&game, &decision);
            bounds += decision.candidates.iter().filter(|c| c.bound == Bound::Upper).count();
        }
    }
    assert!(bounds > 100, "{bounds}");
}

#[test]
fn whenever_the_time_runs_out_candidates_mean_what_they_say() {
    for game in games(7) {
        let agent = agent(HUNCH, 7);
        for micros in [1, 20, 100, 300] {
            let budget = Budget::unlimited().within(Duration::from_micros(micros));
            let decision = agent.decide(&game, &0, &budget).unwrap();
            check(&game, &HUNCH, &decision, &format!("{micros} microseconds"));
        }
    }
}

/// What steps earn on the way adds up to the score, whichever way a position was reached.
#[test]
fn rewards_on_the_way_make_the_same_values_as_scores_at_the_end() {
    let shapes = Shape::all(7, 4).filter(|shape| !shape.chance && shape.rewards);
    for (shape, seed) in shapes.flat_map(|shape| (0..30).map(move |seed| (shape, seed))) {
        let game = TreeGame::new(shape, Seed(seed));
        let depth = 1 + (seed % 7) as u8;
        let expected = exhaustive(&game, &ScoreOnly, &0, Seat::FIRST, depth.into());
        for table_mib in [0, 1] {
            let agent = Negamax { table_mib, ..agent(ScoreGrowth, depth) };
            let decision = agent.decide(&game, &0, &Budget::unlimited()).unwrap();
            for candidate in &decision.candidates {
                let (action, value) = expected[usize::from(candidate.action)];
                assert_eq!((candidate.action, candidate.value), (action, value), "{shape:?}");
                let sum: f64 = candidate.terms.iter().map(|t| t.contribution).sum();
                assert_eq!(sum, value, "{shape:?}");
                assert!(candidate.terms.iter().all(|term| term.name != "rest"), "{shape:?}");
            }
        }
    }
}

#[cfg(feature = "threads")]
#[test]
fn threads_change_no_value_and_no_choice() {
    for game in games(7) {
        let alone = agent(HUNCH, 6);
        let together = Negamax { threads: 2, ..agent(HUNCH, 6) };
        let decide = |agent: &Negamax<Plain<Hunch>>| {
            let decision = agent.decide(&game, &0, &Budget::unlimited()).unwrap();
            decision.candidates.iter().map(|c| (c.action, c.value)).collect::<Vec<_>>()
        };
        assert_eq!(decide(&alone), decide(&together));
        let budget = Budget::nodes(200);
        let decision = together.decide(&game, &0, &budget).unwrap();
        check(&game, &HUNCH, &decision, "two threads, 200 nodes");
        assert!(game.check(&0, together.choose(&game, &0, &budget).unwrap()).is_ok());
    }
}
