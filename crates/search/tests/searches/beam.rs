//! Beam search against plain exhaustive search on random games.

use ludex_core::{Agent, Budget, Decision, Evaluate, Game, Seat, Seed, Turn};
use ludex_search::beam::{Beam, BeamSettings};
use ludex_search::common::Identity;
use ludex_search::tree_game::{Hunch, Shape, TreeGame, exhaustive};

const HUNCH: Hunch = Hunch { zero_sum: false, settles: true };
const ALL: usize = 1_000_000;

fn beam(width: usize, depth: u32) -> Beam<Hunch> {
    Beam::new(Identity::new("beam", Seed(1)), HUNCH, BeamSettings { width, depth })
}

fn decide(game: &TreeGame, width: usize, depth: u32) -> Decision<u16> {
    beam(width, depth).decide(game, &0, &Budget::unlimited()).unwrap()
}

fn values(decision: &Decision<u16>) -> Vec<(u16, f64)> {
    let mut values: Vec<_> = decision.candidates.iter().map(|c| (c.action, c.value)).collect();
    values.sort_by_key(|&(action, _)| action);
    values
}

/// Games for one without chance, and with chance that has no choice.
fn shapes() -> impl Iterator<Item = Shape> {
    let known = Shape::all(7, 3).filter(|s| s.seats == 1 && !s.chance);
    known.chain(Shape::all(9, 1).filter(|s| s.seats == 1 && s.chance))
}

#[test]
fn a_beam_as_wide_as_the_tree_is_exhaustive_search() {
    let mut compared = 0;
    for (index, shape) in shapes().enumerate() {
        for seed in 0..40 {
            let game = TreeGame::new(shape, Seed(seed).derive(index as u64));
            for depth in [1, 2, 3, 5, 9] {
                let expected = exhaustive(&game, &HUNCH, &0, Seat::FIRST, depth);
                let decision = decide(&game, ALL, depth);
                assert_eq!(values(&decision), expected, "{shape:?} {seed} depth {depth}");
                let best = expected.iter().map(|v| v.1).fold(f64::MIN, f64::max);
                assert_eq!(decision.best().value, best);
                compared += 1;
            }
        }
    }
    assert!(compared >= 2000, "only {compared} comparisons");
}

/// Where a line ends.
fn end(game: &TreeGame, line: &[u16]) -> u32 {
    let mut end = 0;
    for &action in line {
        game.play(&mut end, action);
    }
    end
}

/// The value where a line ends.
fn end_value(game: &TreeGame, line: &[u16]) -> f64 {
    HUNCH.value(game, &end(game, line), Seat::FIRST)
}

#[test]
fn lines_lead_to_their_values_at_any_width() {
    for seed in 0..100 {
        let game = TreeGame::new(Shape::alone(8, 4).with_shared_nodes(), Seed(seed));
        for width in [1, 2, 5, 20] {
            for candidate in decide(&game, width, 6).candidates {
                assert_eq!(candidate.line[0], candidate.action);
                assert_eq!(end_value(&game, &candidate.line), candidate.value);
                let sum: f64 = candidate.terms.iter().map(|t| t.contribution).sum();
                assert!((sum - candidate.value).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn what_fell_out_of_the_beam_stands_behind_with_a_shorter_line() {
    let mut fallen = 0;
    let unsettled = Hunch { settles: false, ..HUNCH };
    for seed in 0..50 {
        let game = TreeGame::new(Shape::alone(8, 4), Seed(seed));
        let settings = BeamSettings { width: 1, depth: 4 };
        let agent = Beam::new(Identity::new("beam", Seed(1)), unsettled, settings);
        let decision = agent.decide(&game, &0, &Budget::unlimited()).unwrap();
        let lost = |line: &[u16]| line.len() < 4 && game.turn(&end(&game, line)) != Turn::Over;
        let losses: Vec<_> = decision.candidates.iter().map(|c| lost(&c.line)).collect();
        assert!(losses.is_sorted(), "one that fell out stands before one that stayed: {seed}");
        assert!(!losses[decision.chosen]);
        fallen += losses.iter().filter(|lost| **lost).count();
        let orders: Vec<_> = decision.candidates.iter().map(|c| c.order).collect();
        assert_eq!(orders, (0..orders.len()).collect::<Vec<_>>());
    }
    assert!(fallen > 10);
}

#[test]
fn the_budget_and_a_stop_are_respected() {
    let game = TreeGame::new(Shape::alone(12, 3), Seed(2));
    let agent = beam(1000, 12);
    let decision = agent.decide(&game, &0, &Budget::nodes(200)).unwrap();
    assert!(decision.search.nodes < 210);
    assert!(decision.search.depth < 12 && !decision.search.complete);
    let budget = Budget::unlimited();
    budget.stop.set();
    let stopped = agent.decide(&game, &0, &budget).unwrap();
    assert_eq!(values(&stopped), exhaustive(&game, &HUNCH, &0, Seat::FIRST, 1));
    let shallow = agent.decide(&game, &0, &Budget::depth(2)).unwrap();
    assert_eq!(values(&shallow), exhaustive(&game, &HUNCH, &0, Seat::FIRST, 2));
}

#[test]
fn the_three_ways_to_ask_agree() {
    let budget = Budget::unlimited();
    for seed in 0..50 {
        let game = TreeGame::new(Shape::alone(6, 4), Seed(seed));
        for random in [false, true] {
            let identity = Identity::new("beam", Seed(seed)).drawing_lots(random);
            let agent = Beam::new(identity, HUNCH, BeamSettings { width: ALL, depth: 4 });
            let decision = agent.decide(&game, &0, &budget).unwrap();
            assert_eq!(agent.choose(&game, &0, &budget).unwrap(), decision.best().action);
            for candidate in &decision.candidates {
                let weighed = agent.weigh(&game, &0, candidate.action, &budget).unwrap();
                assert_eq!(weighed.value, candidate.value);
                assert_eq!(weighed.rank_before_search, candidate.rank_before_search);
            }
        }
        assert!(beam(1, 1).weigh(&game, &0, 99, &budget).is_err());
    }
}
