//! Expectimax against plain exhaustive search on random games.

use ludex_core::{Agent, Budget, Decision, Evaluate, Game, ScoreOnly, Seat, Seed, Turn};
use ludex_search::common::{Identity, after, legal};
use ludex_search::expectimax::{Expectimax, ExpectimaxSettings};
use ludex_search::tree_game::{Hunch, Shape, TreeGame, exhaustive};
use std::time::Duration;

const HUNCH: Hunch = Hunch { zero_sum: false, settles: true };

fn agent(settings: ExpectimaxSettings) -> Expectimax<Hunch> {
    Expectimax::new(Identity::new("expectimax", Seed(1)), HUNCH, settings)
}

fn settings(depth: u32, table: usize, least_probability: f64) -> ExpectimaxSettings {
    ExpectimaxSettings { depth: Some(depth), table, least_probability }
}

/// Every position of a game in which a player moves.
fn places(game: &TreeGame) -> impl Iterator<Item = (u32, Seat)> {
    (0..game.nodes() as u32).filter_map(|position| match game.turn(&position) {
        Turn::Seat(seat) => Some((position, seat)),
        _ => None,
    })
}

/// The values of a decision in the order of the legal actions.
fn values(decision: &Decision<u16>) -> Vec<(u16, f64)> {
    let mut values: Vec<_> = decision.candidates.iter().map(|c| (c.action, c.value)).collect();
    values.sort_by_key(|&(action, _)| action);
    values
}

fn decide(agent: &Expectimax<Hunch>, game: &TreeGame, position: u32) -> Decision<u16> {
    agent.decide(game, &position, &Budget::unlimited()).unwrap()
}

#[test]
fn values_are_those_of_exhaustive_search_at_every_depth() {
    let mut compared = 0;
    for (index, shape) in Shape::all(6, 3).enumerate() {
        for seed in 0..4 {
            let game = TreeGame::new(shape, Seed(seed).derive(index as u64));
            for (position, seat) in places(&game).take(12) {
                for depth in 1..=5 {
                    let expected = exhaustive(&game, &HUNCH, &position, seat, depth);
                    for table in [0, 1] {
                        let agent = agent(settings(depth, table, 0.0));
                        let decision = decide(&agent, &game, position);
                        assert_eq!(values(&decision), expected, "{shape:?} {seed} {position}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 5000, "only {compared} comparisons");
}

#[test]
fn the_table_knows_shared_positions() {
    let shape = Shape::duel(9, 4).with_shared_nodes().in_any_order();
    let hits = (0..20).map(|seed| {
        let game = TreeGame::new(shape, Seed(seed));
        decide(&agent(settings(9, 1, 0.0)), &game, 0).search.table_hits
    });
    assert!(hits.sum::<u64>() > 100);
}

#[test]
fn the_table_tells_apart_who_moved_last() {
    let shape = Shape::duel(8, 3).with_chance().with_shared_nodes().in_any_order();
    for seed in 0..300 {
        let game = TreeGame::new(shape, Seed(seed));
        let expected = exhaustive(&game, &HUNCH, &0, Seat::FIRST, 8);
        let decision = decide(&agent(settings(8, 1, 0.0)), &game, 0);
        assert_eq!(values(&decision), expected, "{seed}");
    }
}

/// Exhaustive search that values improbable paths as they stand.
fn trimmed(game: &TreeGame, position: &mut u32, mover: Seat, depth: u32, path: f64) -> f64 {
    const SEAT: Seat = Seat::FIRST;
    let turn = game.turn(position);
    let ends = turn == Turn::Over || HUNCH.settled(game, position, mover, mover);
    if ends || depth == 0 || path < LEAST {
        return HUNCH.value(game, position, SEAT);
    }
    let actions = legal(game, position);
    match turn {
        Turn::Seat(seat) => {
            let look =
                |action| after(game, position, action, |p| trimmed(game, p, seat, depth - 1, path));
            let best = if seat == SEAT { f64::max } else { f64::min };
            actions.into_iter().map(look).reduce(best).unwrap()
        }
        _ => actions.into_iter().fold(0.0, |sum, action| {
            let p = game.probability(position, action);
            sum + p * after(game, position, action, |q| trimmed(game, q, mover, depth, path * p))
        }),
    }
}

const LEAST: f64 = 0.15;

#[test]
fn improbable_paths_are_valued_as_they_stand() {
    let (mut compared, mut changed) = (0, 0);
    for (index, shape) in Shape::all(8, 3).filter(|shape| shape.chance).enumerate() {
        for seed in 0..30 {
            let game = TreeGame::new(shape, Seed(seed).derive(index as u64));
            let look =
                |action| after(&game, &mut 0, action, |p| trimmed(&game, p, Seat::FIRST, 5, 1.0));
            let expected: Vec<_> = legal(&game, &0).into_iter().map(|a| (a, look(a))).collect();
            for table in [0, 1] {
                let decision = decide(&agent(settings(6, table, LEAST)), &game, 0);
                assert_eq!(values(&decision), expected, "{shape:?} {seed}");
                compared += 1;
            }
            changed += i32::from(expected != exhaustive(&game, &HUNCH, &0, Seat::FIRST, 6));
        }
    }
    assert!(compared >= 900 && changed > 100, "{compared} compared, {changed} changed");
}

#[test]
fn deepening_without_a_depth_finds_the_whole_game() {
    for seed in 0..50 {
        let game = TreeGame::new(Shape::duel(7, 3).with_chance(), Seed(seed));
        let expected = exhaustive(&game, &ScoreOnly, &0, Seat::FIRST, 100);
        let agent = Expectimax::new(
            Identity::new("expectimax", Seed(1)),
            ScoreOnly,
            ExpectimaxSettings { table: 1, ..ExpectimaxSettings::default() },
        );
        let patient = Budget::unlimited().within(Duration::from_mins(1));
        for budget in [patient, Budget::unlimited()] {
            let decision = agent.decide(&game, &0, &budget).unwrap();
            assert_eq!(values(&decision), expected);
            assert!(decision.search.complete);
        }
    }
}

#[test]
fn a_line_leads_to_the_value_where_nothing_is_left_to_chance() {
    for seed in 0..100 {
        let game = TreeGame::new(Shape::duel(7, 3), Seed(seed));
        let decision = decide(&agent(settings(5, 0, 0.0)), &game, 0);
        for candidate in &decision.candidates {
            let mut end = 0;
            for &action in &candidate.line {
                game.play(&mut end, action);
            }
            assert_eq!(HUNCH.value(&game, &end, Seat::FIRST), candidate.value);
            let sum: f64 = candidate.terms.iter().map(|t| t.contribution).sum();
            assert!((sum - candidate.value).abs() < 1e-9);
        }
    }
}

#[test]
fn the_budget_is_kept_and_the_last_full_depth_counts() {
    let game = TreeGame::new(Shape::duel(9, 5), Seed(4));
    let agent = agent(settings(9, 0, 0.0));
    let decision = agent.decide(&game, &0, &Budget::nodes(500)).unwrap();
    assert!(decision.search.nodes < 600);
    assert!(!decision.search.complete);
    let reached = decision.search.depth;
    assert!((1..9).contains(&reached));
    assert_eq!(values(&decision), exhaustive(&game, &HUNCH, &0, Seat::FIRST, reached));
    let shallow = agent.decide(&game, &0, &Budget::depth(2)).unwrap();
    assert_eq!(values(&shallow), exhaustive(&game, &HUNCH, &0, Seat::FIRST, 2));
}

#[test]
fn a_stop_before_the_start_gives_a_legal_decision_at_once() {
    let game = TreeGame::new(Shape::duel(10, 5), Seed(4));
    let budget = Budget::unlimited();
    budget.stop.set();
    let decision = agent(settings(10, 0, 0.0)).decide(&game, &0, &budget).unwrap();
    assert!(decision.search.nodes <= 5 && !decision.search.complete);
    assert_eq!(values(&decision), exhaustive(&game, &HUNCH, &0, Seat::FIRST, 1));
}

#[test]
fn the_three_ways_to_ask_agree() {
    for seed in 0..50 {
        let game = TreeGame::new(Shape::alone(6, 4).with_chance(), Seed(seed));
        for random in [false, true] {
            let identity = Identity::new("expectimax", Seed(seed)).drawing_lots(random);
            let agent = Expectimax::new(identity, HUNCH, settings(4, 1, 0.0));
            let budget = Budget::unlimited();
            let decision = agent.decide(&game, &0, &budget).unwrap();
            assert_eq!(agent.choose(&game, &0, &budget).unwrap(), decision.best().action);
            assert_eq!(decision.best().value, decision.candidates[0].value);
            for candidate in &decision.candidates {
                let weighed = agent.weigh(&game, &0, candidate.action, &budget).unwrap();
                assert_eq!(weighed.value, candidate.value);
                assert_eq!(weighed.rank_before_search, candidate.rank_before_search);
            }
        }
        let over = (0..game.nodes() as u32).find(|p| game.turn(p) == Turn::Over).unwrap();
        let agent = agent(settings(2, 0, 0.0));
        assert!(agent.decide(&game, &over, &Budget::unlimited()).is_err());
        assert!(agent.weigh(&game, &0, 99, &Budget::unlimited()).is_err());
    }
}
