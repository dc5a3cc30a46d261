//! Rewards are added up, and candidates say no more than the search knows: on random games, against plain
//! exhaustive search, with and without limits.

use ludex_core::{
    Agent, Bound, Budget, Candidate, Decision, Evaluate, Game, Proven, ScoreGrowth, ScoreOnly,
    Seat, Seed, Turn,
};
use ludex_search::beam::{Beam, BeamSettings};
use ludex_search::common::{Identity, legal};
use ludex_search::expectimax::{Expectimax, ExpectimaxSettings};
use ludex_search::minimax::{EXACT_MOVES, Minimax};
use ludex_search::monte_carlo::{Flat, FlatSettings, Goal, Mcts, MctsSettings, Playouts};
use ludex_search::tree_game::{Earning, Hunch, Shape, TreeGame, exhaustive};

const SEAT: Seat = Seat::FIRST;

fn identity() -> Identity {
    Identity::new("test", Seed(1))
}

fn earning(settles: bool) -> Earning {
    Earning(Hunch { zero_sum: true, settles })
}

fn expectimax<E>(evaluate: E, depth: u32, table: usize) -> Expectimax<E> {
    let settings = ExpectimaxSettings { depth: Some(depth), table, least_probability: 0.0 };
    Expectimax::new(identity(), evaluate, settings)
}

fn beam<E>(evaluate: E, depth: u32, width: usize) -> Beam<E> {
    Beam::new(identity(), evaluate, BeamSettings { width, depth })
}

/// Every kind of game, some of each.
fn games(each: u64) -> impl Iterator<Item = (TreeGame, Shape, u32)> {
    Shape::all(6, 3).enumerate().flat_map(move |(kind, shape)| {
        (0..each).map(move |seed| {
            let game = TreeGame::new(shape, Seed(kind as u64).derive(seed));
            (game, shape, 1 + (seed % 6) as u32)
        })
    })
}

fn values(decision: &Decision<u16>) -> Vec<(u16, f64)> {
    let mut values: Vec<_> = decision.candidates.iter().map(|c| (c.action, c.value)).collect();
    values.sort_by_key(|&(action, _)| action);
    values
}

/// The searches that find the values of exhaustive search in a game of this shape.
fn exact(shape: Shape, depth: u32) -> Vec<Box<dyn Agent<TreeGame>>> {
    let rewards = earning(shape.shared);
    let mut agents: Vec<Box<dyn Agent<TreeGame>>> =
        vec![Box::new(expectimax(rewards, depth, 0)), Box::new(expectimax(rewards, depth, 1))];
    if !shape.chance {
        for prune in [false, true] {
            let agent = Minimax::new(identity(), rewards, depth);
            agents.push(Box::new(Minimax { prune, ..agent }));
        }
        if shape.seats == 1 {
            agents.push(Box::new(beam(rewards, depth, 1_000_000)));
        }
    }
    agents
}

#[test]
fn rewards_on_the_way_are_added() {
    let mut compared = 0;
    for (game, shape, depth) in games(30) {
        let expected = exhaustive(&game, &earning(shape.shared), &0, SEAT, depth);
        let best = expected.iter().map(|v| v.1).fold(f64::MIN, f64::max);
        let first = expected.iter().find(|v| v.1 == best).unwrap().0;
        for (number, agent) in exact(shape, depth).iter().enumerate() {
            let what = format!("{shape:?} depth {depth} agent {number}");
            let decision = agent.decide(&game, &0, &Budget::unlimited()).unwrap();
            assert_eq!(values(&decision), expected, "{what}");
            let chosen = agent.choose(&game, &0, &Budget::unlimited()).unwrap();
            assert_eq!((chosen, decision.best().action), (first, first), "{what}");
            for candidate in &decision.candidates {
                assert_eq!(candidate.bound, Bound::Exact, "{what}");
            }
            compared += 1;
        }
    }
    assert!(compared > 3000, "only {compared} comparisons");
}

#[test]
fn the_growth_of_the_score_is_the_score_in_the_end() {
    for (game, shape, _) in games(8).filter(|(_, shape, _)| !shape.shared) {
        let whole = exhaustive(&game, &ScoreOnly, &0, SEAT, 99);
        let growth = exhaustive(&game, &ScoreGrowth, &0, SEAT, 99);
        for ((_, whole), (_, growth)) in whole.into_iter().zip(growth) {
            assert!((whole - growth).abs() < 1e-9, "{shape:?}");
        }
    }
}

#[test]
fn trials_count_rewards_where_the_evaluator_has_the_last_word() {
    let game = TreeGame::new(Shape::alone(6, 4).with_rewards(), Seed(3));
    let settings = MctsSettings {
        sims: Some(4000),
        goal: Goal::Score,
        horizon: Some(u32::MAX),
        ..MctsSettings::default()
    };
    let agent = Mcts::new(identity(), earning(false), settings);
    let decision = agent.decide(&game, &0, &Budget::unlimited()).unwrap();
    let truth = exhaustive(&game, &earning(false), &0, SEAT, 99);
    let best = truth.iter().map(|v| v.1).fold(f64::MIN, f64::max);
    let chosen = truth.iter().find(|v| v.0 == decision.best().action).unwrap().1;
    assert_eq!(chosen, best);
    assert!((decision.best().value - best).abs() < 5.0, "{} is not {best}", decision.best().value);
    let settings = FlatSettings {
        playouts: Playouts::Each(1),
        goal: Goal::Score,
        horizon: Some(0),
        ..FlatSettings::default()
    };
    let flat = Flat::new(identity(), earning(false), settings);
    let decision = flat.decide(&game, &0, &Budget::unlimited()).unwrap();
    assert_eq!(values(&decision), exhaustive(&game, &earning(false), &0, SEAT, 1));
}

/// Every search, with and without rewards.
fn all(depth: u32, shape: Shape) -> Vec<Box<dyn Agent<TreeGame>>> {
    fn of<E: Evaluate<TreeGame> + Copy + 'static>(
        evaluate: E,
        depth: u32,
        shape: Shape,
    ) -> Vec<Box<dyn Agent<TreeGame>>> {
        let mut agents: Vec<Box<dyn Agent<TreeGame>>> = vec![
            Box::new(expectimax(evaluate, depth, 1)),
            Box::new(Minimax::new(identity(), evaluate, depth)),
        ];
        if shape.seats == 1 {
            agents.extend([2, 100].map(|width| Box::new(beam(evaluate, depth, width)) as Box<_>));
        }
        for (goal, horizon) in [
            (Goal::Outcome, None),
            (Goal::Score, None),
            (Goal::Score, Some(2)),
            (Goal::Outcome, Some(1)),
        ] {
            let settings =
                MctsSettings { sims: Some(60), goal, horizon, scale: 9.0, ..Default::default() };
            agents.push(Box::new(Mcts::new(identity(), evaluate, settings)));
            let playouts = Playouts::Each(9);
            let settings = FlatSettings { playouts, goal, horizon, scale: 9.0 };
            agents.push(Box::new(Flat::new(identity(), evaluate, settings)));
        }
        agents
    }
    let hunch = Hunch { zero_sum: true, settles: shape.shared };
    let mut agents = of(hunch, depth, shape);
    agents.extend(of(Earning(hunch), depth, shape));
    agents
}

fn budgets() -> Vec<Budget> {
    let stopped = Budget::unlimited();
    stopped.stop.set();
    let mut budgets = vec![Budget::unlimited(), stopped];
    budgets.extend([1, 5, 30, 200].map(Budget::nodes));
    budgets
}

fn check_sum(candidate: &Candidate<u16>, what: &str) {
    let sum: f64 = candidate.terms.iter().map(|term| term.contribution).sum();
    assert!((sum - candidate.value).abs() < 1e-9, "{what}: {candidate:?}");
}

#[test]
fn terms_add_up_to_the_value_whatever_the_budget() {
    for (game, shape, depth) in games(2) {
        for (number, agent) in all(depth, shape).iter().enumerate() {
            for budget in budgets() {
                let what = format!("{shape:?} depth {depth} agent {number} {budget:?}");
                let decision = agent.decide(&game, &0, &budget).unwrap();
                for candidate in &decision.candidates {
                    check_sum(candidate, &what);
                    let sampled = candidate.bound == Bound::Sampled;
                    assert!(sampled || candidate.error.is_none(), "{what}");
                    assert_eq!(candidate.bound == Bound::None, candidate.depth == 0, "{what}");
                }
                let weighed = agent.weigh(&game, &0, decision.best().action, &budget).unwrap();
                check_sum(&weighed, &what);
            }
        }
    }
}

#[test]
fn a_search_that_was_cut_short_claims_no_more_than_it_did() {
    let (mut cut, mut bounds) = (0, 0);
    for (game, shape, _) in games(12).filter(|(_, shape, _)| !shape.chance) {
        let evaluate = earning(shape.shared);
        let minimax = Minimax::new(identity(), evaluate, 6);
        let expectimax = expectimax(evaluate, 6, 0);
        let agents: [&dyn Agent<TreeGame>; 2] = [&minimax, &expectimax];
        for (agent, budget) in
            agents.into_iter().flat_map(|a| budgets().into_iter().map(move |b| (a, b)))
        {
            let decision = agent.decide(&game, &0, &budget).unwrap();
            let (depth, complete) = (decision.search.depth, decision.search.complete);
            let truth = exhaustive(&game, &evaluate, &0, SEAT, depth);
            cut += u32::from(!complete);
            for candidate in &decision.candidates {
                let exact = truth[usize::from(candidate.action)].1;
                match candidate.bound {
                    Bound::Exact => assert_eq!(candidate.value, exact, "{shape:?} {budget:?}"),
                    Bound::Upper => assert!(candidate.value >= exact, "{shape:?} {budget:?}"),
                    other => panic!("{other:?}"),
                }
                bounds += u32::from(candidate.bound == Bound::Upper);
                assert!(candidate.depth <= depth);
            }
            let best = truth.iter().map(|v| v.1).fold(f64::MIN, f64::max);
            assert_eq!((decision.best().value, decision.best().bound), (best, Bound::Exact));
            let chosen = agent.choose(&game, &0, &budget).unwrap();
            assert_eq!(chosen, decision.best().action, "{shape:?} {budget:?}");
        }
    }
    assert!(cut > 1200 && bounds > 420, "{cut} cut short, {bounds} bounds");
}

#[test]
fn of_many_moves_the_best_are_exact_and_the_rest_bounded() {
    let hunch = Hunch { zero_sum: true, settles: false };
    let mut bounded = 0;
    for seed in 0..40 {
        let game = TreeGame::new(Shape::duel(3, 150), Seed(seed));
        if legal(&game, &0).len() <= EXACT_MOVES {
            continue;
        }
        let agent = Minimax::new(identity(), hunch, 3);
        let truth = exhaustive(&game, &hunch, &0, SEAT, 3);
        let decision = agent.decide(&game, &0, &Budget::unlimited()).unwrap();
        let best = truth.iter().map(|v| v.1).fold(f64::MIN, f64::max);
        assert_eq!(decision.best().value, best);
        assert_eq!(
            decision.equals(),
            truth.iter().filter(|v| v.1 == best).count(),
            "equals are told for certain"
        );
        for candidate in &decision.candidates {
            let exact = truth[usize::from(candidate.action)].1;
            check_sum(candidate, "many moves");
            match candidate.bound {
                Bound::Exact => assert_eq!(candidate.value, exact),
                _ => assert!(candidate.bound == Bound::Upper && candidate.value >= exact),
            }
            bounded += u32::from(candidate.bound == Bound::Upper);
        }
        let last = decision.candidates.last().unwrap().action;
        let weighed = agent.weigh(&game, &0, last, &Budget::unlimited()).unwrap();
        assert_eq!((weighed.value, weighed.bound), (truth[usize::from(last)].1, Bound::Exact));
    }
    assert!(bounded > 2000, "only {bounded} bounds");
}

#[test]
fn a_narrow_beam_promises_at_least() {
    let mut lower = 0;
    for seed in 0..100 {
        let game = TreeGame::new(Shape::alone(8, 4).with_rewards().with_shared_nodes(), Seed(seed));
        let evaluate = earning(false);
        for width in [1, 3, 10] {
            let decision =
                beam(evaluate, 6, width).decide(&game, &0, &Budget::unlimited()).unwrap();
            let depths: Vec<_> =
                (1..=6).map(|depth| exhaustive(&game, &evaluate, &0, SEAT, depth)).collect();
            for candidate in &decision.candidates {
                let at = |depth: usize| depths[depth - 1][usize::from(candidate.action)].1;
                let (own, full) = (at(candidate.depth as usize), at(6));
                match candidate.bound {
                    Bound::Exact => assert_eq!(candidate.value, full),
                    _ => assert!(candidate.value <= own.max(full), "seed {seed} width {width}"),
                }
                lower += u32::from(candidate.bound == Bound::Lower);
            }
        }
    }
    assert!(lower > 600, "only {lower} lower bounds");
}

/// A game in which a draw is a loss for both.
#[derive(Clone)]
struct Strict(TreeGame);

impl Game for Strict {
    type Position = u32;
    type Action = u16;
    type Undo = u32;

    fn seats(&self) -> usize {
        self.0.seats()
    }
    fn start(&self) -> u32 {
        0
    }
    fn turn(&self, position: &u32) -> Turn {
        self.0.turn(position)
    }
    fn actions(&self, position: &u32, out: &mut Vec<u16>) {
        self.0.actions(position, out);
    }
    fn probability(&self, position: &u32, action: u16) -> f64 {
        self.0.probability(position, action)
    }
    fn play(&self, position: &mut u32, action: u16) -> u32 {
        self.0.play(position, action)
    }
    fn undo(&self, position: &mut u32, action: u16, undo: u32) {
        self.0.undo(position, action, undo);
    }
    fn score(&self, position: &u32, seat: Seat) -> f64 {
        self.0.score(position, seat)
    }
    fn key(&self, position: &u32) -> u64 {
        self.0.key(position)
    }
    fn outcome(&self, position: &u32, seat: Seat) -> Proven {
        match self.0.outcome(position, seat) {
            Proven::Draw => Proven::Loss,
            other => other,
        }
    }
}

/// The outcome for the first seat if it plays for it and the other against it.
fn outcome(game: &Strict, position: u32) -> f64 {
    let worth = |proven| if proven == Proven::Win { 1.0 } else { -1.0 };
    let Turn::Seat(seat) = game.turn(&position) else {
        return worth(game.outcome(&position, SEAT));
    };
    let next = legal(game, &position).into_iter().map(|action| {
        let mut next = position;
        game.play(&mut next, action);
        outcome(game, next)
    });
    next.reduce(if seat == SEAT { f64::max } else { f64::min }).unwrap()
}

#[test]
fn the_outcome_is_what_the_game_says() {
    let mut proofs = 0;
    for seed in 0..60 {
        let game = Strict(TreeGame::new(Shape::duel(5, 3), Seed(seed)));
        let mcts = Mcts::new(
            identity(),
            ScoreOnly,
            MctsSettings { sims: Some(3000), ..Default::default() },
        );
        for candidate in mcts.decide(&game, &0, &Budget::unlimited()).unwrap().candidates {
            let mut next = 0;
            game.play(&mut next, candidate.action);
            if let Some(proven) = candidate.proven {
                assert_eq!(candidate.value, outcome(&game, next));
                assert_ne!(proven, Proven::Draw);
                proofs += 1;
            }
        }
        let minimax = Minimax::new(identity(), ScoreOnly, 9);
        for candidate in minimax.decide(&game, &0, &Budget::unlimited()).unwrap().candidates {
            let drawn = candidate.value == 0.0;
            assert!(!drawn || candidate.proven == Some(Proven::Loss), "{candidate:?}");
        }
        let flat = Flat::new(identity(), ScoreOnly, FlatSettings::default());
        for candidate in flat.decide(&game, &0, &Budget::unlimited()).unwrap().candidates {
            let shares: f64 = candidate.terms.iter().map(|term| term.amount).sum();
            assert!((shares - 1.0).abs() < 1e-9, "every trial is won or lost: {candidate:?}");
        }
    }
    assert!(proofs > 85, "only {proofs} proofs");
}
