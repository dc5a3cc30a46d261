//! Min-max and negamax give the values of plain exhaustive search on thousands of random games.

use ludex_core::{Agent, Budget, Decision, Evaluate, Game, Proven, Seat, Seed, Turn};
use ludex_search::common::Identity;
use ludex_search::minimax::{Minimax, Perspective};
use ludex_search::negamax::Negamax;
use ludex_search::tree_game::{Hunch, Shape, TreeGame, exhaustive};

const GAMES: u64 = 60;

fn identity() -> Identity {
    Identity::new("test", Seed(1))
}

/// Every random game without chance, with the depth to search it to.
fn games() -> impl Iterator<Item = (TreeGame, Shape, u32)> {
    let shapes: Vec<Shape> = Shape::all(6, 4).filter(|shape| !shape.chance).collect();
    shapes.into_iter().enumerate().flat_map(|(kind, shape)| {
        (0..GAMES).map(move |seed| {
            let game = TreeGame::new(shape, Seed(kind as u64).derive(seed));
            (game, shape, 1 + (seed % 7) as u32)
        })
    })
}

fn in_order(decision: &Decision<u16>) -> Vec<(u16, f64)> {
    let mut values: Vec<_> = decision.candidates.iter().map(|c| (c.action, c.value)).collect();
    values.sort_by_key(|&(action, _)| action);
    values
}

/// The first of the best, which is what an agent that draws no lots must choose.
fn first_best(values: &[(u16, f64)]) -> u16 {
    let best = values.iter().map(|v| v.1).fold(f64::NEG_INFINITY, f64::max);
    values.iter().find(|v| v.1 == best).unwrap().0
}

fn check(agent: &dyn Agent<TreeGame>, game: &TreeGame, hunch: Hunch, depth: u32, what: &str) {
    let expected = exhaustive(game, &hunch, &0, Seat::FIRST, depth);
    let decision = agent.decide(game, &0, &Budget::unlimited()).unwrap();
    assert_eq!(in_order(&decision), expected, "{what}");
    assert_eq!(decision.best().action, first_best(&expected), "decide, {what}");
    let chosen = agent.choose(game, &0, &Budget::unlimited()).unwrap();
    assert_eq!(chosen, first_best(&expected), "choose, {what}");
    for &(action, value) in &expected {
        let weighed = agent.weigh(game, &0, action, &Budget::unlimited()).unwrap();
        assert_eq!((weighed.action, weighed.value), (action, value), "weigh, {what}");
    }
}

#[test]
fn minimax_equals_exhaustive_search() {
    for (game, shape, depth) in games() {
        for prune in [true, false] {
            let hunch = Hunch { zero_sum: shape.rewards, settles: shape.shared };
            let agent = Minimax { prune, ..Minimax::new(identity(), hunch, depth) };
            check(&agent, &game, hunch, depth, &format!("{shape:?} depth {depth}"));
        }
    }
}

#[test]
fn negamax_equals_exhaustive_search_with_and_without_a_table() {
    for (game, shape, depth) in games() {
        for table_mib in [0, 1] {
            let hunch = Hunch { zero_sum: true, settles: shape.shared };
            let agent = Negamax { table_mib, ..Negamax::new(identity(), hunch, depth as u8) };
            check(&agent, &game, hunch, depth, &format!("{shape:?} depth {depth} mib {table_mib}"));
        }
    }
}

/// The obvious recursion for `maxmax` and `min`.
fn reference(game: &TreeGame, hunch: Hunch, node: u32, depth: u32, high: fn(Seat) -> bool) -> f64 {
    let Turn::Seat(seat) = game.turn(&node) else { return hunch.value(game, &node, Seat::FIRST) };
    if depth == 0 {
        return hunch.value(game, &node, Seat::FIRST);
    }
    let mut actions = Vec::new();
    game.actions(&node, &mut actions);
    let values = actions.into_iter().map(|action| {
        let mut next = node;
        game.play(&mut next, action);
        reference(game, hunch, next, depth - 1, high)
    });
    values.reduce(if high(seat) { f64::max } else { f64::min }).unwrap()
}

#[test]
fn the_other_perspectives_mean_what_they_say() {
    for (game, _, depth) in games() {
        let hunch = Hunch::default();
        for (perspective, high) in [
            (Perspective::MaxMax, (|_| true) as fn(Seat) -> bool),
            (Perspective::Min, |seat| seat != Seat::FIRST),
        ] {
            let agent = Minimax { perspective, ..Minimax::new(identity(), hunch, depth) };
            let expected = reference(&game, hunch, 0, depth, high);
            let decision = agent.decide(&game, &0, &Budget::unlimited()).unwrap();
            assert_eq!(decision.best().value, expected);
            let chosen = agent.choose(&game, &0, &Budget::unlimited()).unwrap();
            assert_eq!(decision.best().action, chosen);
        }
    }
}

#[test]
fn lines_lead_to_the_position_whose_terms_make_the_value() {
    for (game, _, depth) in games() {
        let hunch = Hunch { zero_sum: true, settles: false };
        let agents: [Box<dyn Agent<TreeGame>>; 2] = [
            Box::new(Minimax::new(identity(), hunch, depth)),
            Box::new(Negamax::new(identity(), hunch, depth as u8)),
        ];
        for agent in agents {
            for candidate in agent.decide(&game, &0, &Budget::unlimited()).unwrap().candidates {
                let sum: f64 = candidate.terms.iter().map(|t| t.contribution).sum();
                assert_eq!(sum, candidate.value);
                assert!(!candidate.line.is_empty() && candidate.line.len() <= depth as usize);
            }
        }
    }
}

#[test]
fn what_is_proven_is_what_the_whole_game_gives() {
    for (game, shape, depth) in games().filter(|(_, shape, _)| shape.seats == 2 && !shape.rewards) {
        let hunch = Hunch { zero_sum: true, settles: false };
        let truth = exhaustive(&game, &hunch, &0, Seat::FIRST, 99);
        let agents: [Box<dyn Agent<TreeGame>>; 2] = [
            Box::new(Minimax::new(identity(), hunch, depth)),
            Box::new(Negamax::new(identity(), hunch, depth as u8)),
        ];
        for agent in agents {
            for candidate in agent.decide(&game, &0, &Budget::unlimited()).unwrap().candidates {
                let margin = truth[candidate.action as usize].1;
                if let Some(proven) = candidate.proven {
                    assert_eq!(proven, Proven::from_margin(margin), "{shape:?}");
                }
                assert!(depth < 7 || candidate.proven.is_some(), "a whole game proves everything");
            }
        }
    }
}

#[test]
fn lots_are_drawn_among_the_best_only_and_all_of_them() {
    let game = TreeGame::new(Shape::duel(1, 9), Seed(4));
    let hunch = Hunch { zero_sum: true, settles: false };
    let decide = |seed| {
        let identity = Identity::new("test", Seed(seed)).drawing_lots(true);
        let agent = Minimax::new(identity, hunch, 1);
        let decision = agent.decide(&game, &0, &Budget::unlimited()).unwrap();
        assert_eq!(agent.choose(&game, &0, &Budget::unlimited()).unwrap(), decision.best().action);
        assert_eq!(decision.best().value, decision.candidates[0].value);
        (decision.equals(), decision.best().action)
    };
    let drawn: std::collections::BTreeSet<u16> = (0..200).map(|seed| decide(seed).1).collect();
    assert_eq!(drawn.len(), decide(0).0);
}

#[test]
fn a_stopped_or_tiny_budget_still_gives_a_legal_move() {
    let game = TreeGame::new(Shape::duel(12, 4), Seed(2));
    let hunch = Hunch { zero_sum: true, settles: false };
    let stopped = Budget::unlimited();
    stopped.stop.set();
    for budget in [stopped, Budget::nodes(1), Budget::nodes(50)] {
        let agents: [Box<dyn Agent<TreeGame>>; 2] = [
            Box::new(Minimax::new(identity(), hunch, 12)),
            Box::new(Negamax::new(identity(), hunch, 12)),
        ];
        for agent in agents {
            let action = agent.choose(&game, &0, &budget).unwrap();
            assert!(game.check(&0, action).is_ok());
            let decision = agent.decide(&game, &0, &budget).unwrap();
            assert!(game.check(&0, decision.best().action).is_ok());
        }
    }
}

#[test]
fn a_decision_against_the_clock_keeps_its_choice_in_front_and_its_word() {
    let game = TreeGame::new(Shape::duel(11, 3), Seed(2));
    let hunch = Hunch { zero_sum: true, settles: false };
    let agent = Negamax::new(identity(), hunch, 11);
    let budget = Budget::unlimited().within(std::time::Duration::from_millis(1));
    let started = std::time::Instant::now();
    let decision = agent.decide(&game, &0, &budget).unwrap();
    assert!(started.elapsed().as_secs() < 5, "it took {:?}", started.elapsed());
    assert_eq!(decision.chosen, 0);
    assert!(decision.candidates.iter().all(|c| c.value <= decision.best().value));
}
