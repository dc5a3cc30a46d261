//! Monte Carlo searches against plain exhaustive search on random games.

use ludex_core::{Agent, Budget, Decision, Evaluate, Game, Proven, ScoreOnly, Seat, Seed, Turn};
use ludex_search::common::{Identity, after, legal};
use ludex_search::monte_carlo::{Flat, FlatSettings, Goal, Mcts, MctsSettings, Playouts};
use ludex_search::tree_game::{Hunch, Shape, TreeGame, exhaustive};
use std::time::{Duration, Instant};

type Tree = Mcts<TreeGame, ScoreOnly>;

fn mcts(sims: u64, goal: Goal) -> Tree {
    let settings = MctsSettings { sims: Some(sims), goal, ..MctsSettings::default() };
    Mcts::new(Identity::new("mcts", Seed(1)), ScoreOnly, settings)
}

fn flat(playouts: Playouts) -> Flat {
    let settings = FlatSettings { playouts, goal: Goal::Score, ..FlatSettings::default() };
    Flat::new(Identity::new("flat", Seed(1)), ScoreOnly, settings)
}

fn decide(agent: &dyn Agent<TreeGame>, game: &TreeGame) -> Decision<u16> {
    agent.decide(game, &0, &Budget::unlimited()).unwrap()
}

/// The exact value of every action of the first seat.
fn exact(game: &TreeGame) -> Vec<(u16, f64)> {
    exhaustive(game, &ScoreOnly, &0, Seat::FIRST, 100)
}

fn exact_value(game: &TreeGame, action: u16) -> f64 {
    exact(game).into_iter().find(|v| v.0 == action).map(|v| v.1).unwrap()
}

fn best_value(game: &TreeGame) -> f64 {
    exact(game).into_iter().map(|v| v.1).fold(f64::MIN, f64::max)
}

#[test]
fn the_tree_converges_to_the_best_action() {
    for (index, shape) in Shape::all(5, 3).enumerate() {
        for seed in 0..6 {
            let game = TreeGame::new(shape, Seed(seed).derive(index as u64));
            let decision = decide(&mcts(6000, Goal::Score), &game);
            // What is nearly as good needs many more simulations to tell apart, and the mean
            // includes the simulations that explored. Both grow with the range of scores.
            let range = range(&game).max(1.0);
            let lost = best_value(&game) - exact_value(&game, decision.best().action);
            assert!(lost <= 0.02 * range, "{shape:?} {seed} gives {lost} of {range} away");
            let off = (decision.best().value - best_value(&game)).abs();
            assert!(off <= 0.1 * range, "{shape:?} {seed} is off by {off} of {range}");
        }
    }
}

/// How far the final scores of a game lie apart.
fn range(game: &TreeGame) -> f64 {
    let ends = (0..game.nodes() as u32).filter(|p| game.turn(p) == Turn::Over);
    let margins = ends.map(|p| ScoreOnly.value(game, &p, Seat::FIRST));
    let (low, high) =
        margins.fold((f64::MAX, f64::MIN), |(low, high), m| (low.min(m), high.max(m)));
    high - low
}

#[test]
fn proofs_agree_with_exhaustive_search() {
    let (mut proofs, mut solved) = (0, 0);
    let shapes = Shape::all(6, 3).filter(|s| s.seats == 2);
    for (index, shape) in shapes.enumerate() {
        for seed in 0..40 {
            let game = TreeGame::new(shape, Seed(seed).derive(index as u64));
            for sims in [30, 300, 5000] {
                let decision = decide(&mcts(sims, Goal::Outcome), &game);
                for candidate in decision.candidates.iter().filter(|c| c.proven.is_some()) {
                    proofs += 1;
                    let sure = outcomes(&game, candidate.action);
                    assert_eq!(candidate.proven, Some(sure.unwrap()), "{shape:?} {seed}");
                }
                solved += u32::from(decision.search.nodes < sims);
                if !shape.chance && sims == 5000 {
                    assert!(decision.search.nodes < sims, "{shape:?} {seed} was not solved");
                    let best = Proven::from_margin(best_value(&game));
                    assert_eq!(decision.best().proven, Some(best), "{shape:?} {seed}");
                }
            }
        }
    }
    assert!(proofs > 1500 && solved > 1000, "{proofs} proofs, {solved} solved");
}

/// The outcome after an action, if chance cannot change it.
fn outcomes(game: &TreeGame, action: u16) -> Option<Proven> {
    fn certain(game: &TreeGame, position: &mut u32) -> Option<i32> {
        let turn = game.turn(position);
        if turn == Turn::Over {
            let margin = ScoreOnly.value(game, position, Seat::FIRST);
            return Some(i32::from(margin > 0.0) - i32::from(margin < 0.0));
        }
        let actions = legal(game, position);
        let look = |action| after(game, position, action, |next| certain(game, next));
        let known: Vec<_> = actions.into_iter().map(look).collect();
        let all = known.iter().copied().collect::<Option<Vec<_>>>();
        match turn {
            Turn::Seat(Seat::FIRST) if known.contains(&Some(1)) => Some(1),
            Turn::Seat(Seat(1)) if known.contains(&Some(-1)) => Some(-1),
            Turn::Seat(Seat::FIRST) => all?.into_iter().max(),
            Turn::Seat(_) => all?.into_iter().min(),
            _ => all.filter(|all| all.iter().all(|o| *o == all[0])).map(|all| all[0]),
        }
    }
    let sign = after(game, &mut 0, action, |next| certain(game, next))?;
    Some(Proven::from_margin(sign.into()))
}

#[test]
fn a_proven_value_is_exact_and_the_order_is_consistent() {
    for seed in 0..60 {
        let game = TreeGame::new(Shape::duel(7, 4), Seed(seed));
        let decision = decide(&mcts(200, Goal::Outcome), &game);
        let visits: u64 = decision.candidates.iter().filter_map(|c| c.visits).sum();
        assert_eq!(visits, decision.search.nodes);
        for (index, candidate) in decision.candidates.iter().enumerate() {
            assert_eq!(candidate.order, index);
            assert_eq!(candidate.line[0], candidate.action);
            let exact = candidate.proven.map(|proven| match proven {
                Proven::Win => 1.0,
                Proven::Draw => 0.0,
                Proven::Loss => -1.0,
            });
            assert!(exact.is_none_or(|exact| candidate.value == exact));
            assert!(candidate.value.abs() <= 1.0);
        }
    }
}

/// The mean score when everybody plays at random.
fn random_mean(game: &TreeGame, position: &mut u32) -> f64 {
    let turn = game.turn(position);
    if turn == Turn::Over {
        return ScoreOnly.value(game, position, Seat::FIRST);
    }
    let actions = legal(game, position);
    let even = 1.0 / actions.len() as f64;
    actions.into_iter().fold(0.0, |sum, action| {
        let chance = turn == Turn::Chance;
        let p = if chance { game.probability(position, action) } else { even };
        sum + p * after(game, position, action, |next| random_mean(game, next))
    })
}

#[test]
fn flat_means_lie_within_their_errors_of_the_truth() {
    let (mut near, mut far) = (0, 0);
    for (index, shape) in Shape::all(6, 3).enumerate() {
        for seed in 0..6 {
            let game = TreeGame::new(shape, Seed(seed).derive(index as u64));
            for candidate in decide(&flat(Playouts::Each(400)), &game).candidates {
                let truth = after(&game, &mut 0, candidate.action, |p| random_mean(&game, p));
                let off = (candidate.value - truth).abs();
                let error = candidate.error.unwrap();
                assert!(off <= 5.0 * error + 1e-9, "{shape:?} {seed}: off by {off}, {error}");
                if off <= 1.0 * error + 1e-9 { near += 1 } else { far += 1 }
            }
        }
    }
    // Two thirds of all means should lie within one standard error.
    assert!(near > far, "{near} near, {far} far");
}

#[test]
fn playouts_are_shared_out_as_asked() {
    let game = TreeGame::new(Shape::duel(6, 4), Seed(8));
    let actions = legal(&game, &0).len() as u64;
    assert!(actions > 1);
    let visits = |playouts| -> Vec<u64> {
        let decision = decide(&flat(playouts), &game);
        decision.candidates.iter().filter_map(|c| c.visits).collect()
    };
    assert_eq!(visits(Playouts::Each(7)), vec![7; actions as usize]);
    let shared = visits(Playouts::Total(10 * actions + 1));
    assert_eq!(shared.iter().sum::<u64>(), 10 * actions + 1);
    assert!(shared.iter().all(|&v| v == 10 || v == 11));
}

#[test]
fn an_evaluator_can_stand_in_for_random_games() {
    let hunch = Hunch { zero_sum: true, settles: false };
    let game = TreeGame::new(Shape::alone(6, 4), Seed(3));
    let settings = MctsSettings { sims: Some(3), horizon: Some(0), ..MctsSettings::default() };
    let agent = Mcts::new(Identity::new("mcts", Seed(1)), hunch, settings);
    let settings =
        FlatSettings { playouts: Playouts::Each(3), horizon: Some(0), ..FlatSettings::default() };
    let flat = Flat::new(Identity::new("flat", Seed(1)), hunch, settings);
    for decision in [decide(&agent, &game), decide(&flat, &game)] {
        for candidate in decision.candidates.iter().filter(|c| c.visits != Some(0)) {
            let plain =
                after(&game, &mut 0, candidate.action, |p| hunch.value(&game, p, Seat::FIRST));
            assert_eq!(candidate.value, plain);
        }
    }
}

#[test]
fn budgets_and_stops_are_respected() {
    let game = TreeGame::new(Shape::duel(9, 4).with_chance(), Seed(5));
    let endless = MctsSettings::default();
    let tree = Mcts::new(Identity::new("mcts", Seed(1)), ScoreOnly, endless);
    let flat = Flat::new(Identity::new("flat", Seed(1)), ScoreOnly, FlatSettings::default());
    let agents: [&dyn Agent<TreeGame>; 2] = [&tree, &flat];
    for agent in agents {
        let decision = agent.decide(&game, &0, &Budget::nodes(77)).unwrap();
        assert_eq!(decision.search.nodes, 77);
        let started = Instant::now();
        let brief = Budget::unlimited().within(Duration::from_millis(20));
        assert!(!agent.decide(&game, &0, &brief).unwrap().search.complete);
        assert!(started.elapsed() < Duration::from_millis(500));
        let budget = Budget::unlimited();
        budget.stop.set();
        let stopped = agent.decide(&game, &0, &budget).unwrap();
        assert_eq!(stopped.search.nodes, 0);
        assert_eq!(stopped.candidates.len(), legal(&game, &0).len());
        assert_eq!(agent.choose(&game, &0, &budget).unwrap(), stopped.best().action);
    }
}

#[test]
fn a_full_tree_still_learns() {
    let game = TreeGame::new(Shape::duel(9, 4).with_chance(), Seed(5));
    let settings = MctsSettings { sims: Some(2000), memory: 0, ..MctsSettings::default() };
    let agent = Mcts::new(Identity::new("mcts", Seed(1)), ScoreOnly, settings);
    let decision = decide(&agent, &game);
    assert_eq!(decision.search.nodes, 2000);
    assert!(decision.candidates.iter().all(|c| c.line.len() == 1));
}

#[test]
fn asking_again_gives_the_same_answer() {
    let budget = Budget::unlimited();
    for seed in 0..30 {
        let game = TreeGame::new(Shape::duel(6, 4).with_chance(), Seed(seed));
        for random in [false, true] {
            let identity = Identity::new("mcts", Seed(seed)).drawing_lots(random);
            let settings = MctsSettings { sims: Some(100), ..MctsSettings::default() };
            let agent = Mcts::new(identity, ScoreOnly, settings);
            let mut decision = agent.decide(&game, &0, &budget).unwrap();
            assert_eq!(agent.choose(&game, &0, &budget).unwrap(), decision.best().action);
            let mut again = agent.decide(&game, &0, &budget).unwrap();
            (decision.search.seconds, again.search.seconds) = (0.0, 0.0);
            assert_eq!(again, decision);
        }
    }
}

#[test]
fn weighing_spends_everything_on_one_action() {
    let game = TreeGame::new(Shape::duel(8, 4).with_chance(), Seed(5));
    let tree = mcts(500, Goal::Score);
    for action in legal(&game, &0) {
        let weighed = tree.weigh(&game, &0, action, &Budget::unlimited()).unwrap();
        assert_eq!((weighed.action, weighed.visits), (action, Some(500)));
        let flat = flat(Playouts::Each(50));
        let weighed = flat.weigh(&game, &0, action, &Budget::unlimited()).unwrap();
        assert_eq!((weighed.action, weighed.visits), (action, Some(50)));
    }
    assert!(tree.weigh(&game, &0, 99, &Budget::unlimited()).is_err());
    let over = (0..game.nodes() as u32).find(|p| game.turn(p) == Turn::Over).unwrap();
    assert!(tree.choose(&game, &over, &Budget::unlimited()).is_err());
}
