//! What explanations say, and that the board proves it.

use super::*;
use ludex_core::explain::{Speaker, tell};
use ludex_core::{AnyTable, Budget, Room, Seed, room};

fn table(text: &str) -> Box<dyn AnyTable> {
    room::<Snake>().load(text, Seed(1)).expect("a position")
}

fn words(agent: &str, text: &str) -> String {
    let agent = agent.parse().expect("a spec");
    table(text).explain(&agent, &Budget::unlimited()).expect("an explanation").words
}

/// The food is two steps off, in a pocket that the body would close.
const POCKET: &str = "snake standard 6x6\nbody 3,2 2,2 2,3 2,4 3,4 4,4 4,3 4,2 5,2 6,2 6,3\n\
                      food 3,5\nsteps 40\nhungry 2\n";

#[test]
fn the_greedy_planner_says_what_it_gave_up_and_why() {
    assert_eq!(
        words("greedy-planner", POCKET),
        "I go up. The food is 9 steps away. The planner gave up 1 path: after `down` (no free cell \
         left). After down there is no way to the food. Going right runs into my own body."
    );
}

#[test]
fn walls_and_longer_ways_are_named() {
    let corner = "snake standard 6x6\nbody 1,3 1,4 1,5\nfood 3,3\nsteps 3\nhungry 3\n";
    assert_eq!(
        words("shortest", corner),
        "I go right. The food is 2 steps away. Going up would take 4 steps. \
         Going left runs into the wall."
    );
}

#[test]
fn equal_ways_are_called_equal() {
    let open = "snake standard 6x6\nbody 3,3 2,3 1,3\nfood 5,5\nsteps 3\nhungry 3\n";
    let text = words("shortest", open);
    assert!(text.contains("would be just as short"), "{text}");
}

#[test]
fn without_a_plan_it_says_so() {
    let trapped = "snake standard 4x4\nbody 2,2 2,1 3,1 3,2 3,3 2,3 1,3 1,2 1,1\nfood 4,4\n\
                   steps 20\nhungry 2\n";
    let text = words("shortest", trapped);
    assert!(text.contains("I find no plan from here"), "{text}");
    assert!(text.contains("runs into my own body"), "{text}");
}

#[test]
fn lots_are_no_reason() {
    let text = words("random", POCKET);
    assert!(text.starts_with("I go "), "{text}");
    assert!(text.ends_with("I drew it by lot from three moves."), "{text}");
}

#[test]
fn why_not_answers_from_the_board() {
    let why_not = |instead: &str| {
        let agent = "greedy-planner".parse().expect("a spec");
        table(POCKET).why_not(&agent, instead, &Budget::unlimited()).expect("a contrast")
    };
    assert_eq!(why_not("right").words, "Going right runs into my own body.");
    assert_eq!(why_not("up").words, "Up is what I play.");
    assert!(!why_not("down").settling.is_empty(), "the numbers are still there");
}

#[test]
fn claims_are_true() {
    let mut claims = 0;
    for agent in ["greedy-planner", "shortest", "two-goals", "survivor", "random"] {
        for (width, height) in [(6, 6), (5, 7)] {
            claims +=
                ludex_core::conformance::check_words(&game(width, height), agent, 12, 1, Seed(4));
        }
    }
    assert!(claims > 1000, "only {claims} claims");
}

/// The fewest steps to food, found by trying everything: every snake that can be reached, move by move.
fn truly_fewest(game: &Snake, position: &Position) -> Option<usize> {
    let (mut layer, mut seen) = (vec![position.clone()], std::collections::HashSet::new());
    for steps in 1..40 {
        let mut next = Vec::new();
        for (from, direction) in
            layer.iter().flat_map(|p| crate::board::Direction::ALL.map(|d| (p, d)))
        {
            let action = Action::Go(direction);
            if game.check(from, action).is_err() {
                continue;
            }
            let mut to = from.clone();
            game.play(&mut to, action);
            if to.length() > position.length() {
                return Some(steps);
            }
            let body: Vec<_> = to.body(game.grid()).collect();
            if to.end().is_none() && seen.insert(body) {
                next.push(to);
            }
        }
        layer = next;
    }
    None
}

#[test]
fn the_food_is_as_far_away_as_they_say() {
    let (mut exact, mut compared) = (0, 0);
    let game = game(5, 5);
    for seed in 0..240 {
        let mut dice = Seed(seed).rng();
        let (mut position, mut buffer) = (game.start(), Vec::new());
        ludex_core::playout(&game, &mut position, &mut dice, &mut buffer, 4 + seed as u32 % 20);
        if game.turn(&position) != ludex_core::Turn::Seat(ludex_core::Seat::FIRST) {
            continue;
        }
        let truth = truly_fewest(&game, &position);
        let least = crate::agents::least_steps(&game, &position);
        assert!(least <= truth || truth.is_none(), "{least:?} {truth:?} {position:?}");
        assert!(least.is_some() || truth.is_none(), "{position:?}");
        let mut meter = Budget::unlimited().start();
        let found = crate::agents::nearest_food(&game, &position, &mut meter).map(|way| way.len());
        if found.is_some() && found == least {
            assert_eq!(found, truth, "{position:?}");
            exact += 1;
        }
        compared += 1;
    }
    assert!(exact * 2 > compared && compared > 20, "{exact} of {compared}");
}

/// A fresh snake on an empty board is never in danger.
#[test]
fn nobody_is_afraid_on_an_empty_board() {
    for seed in 0..20 {
        let game = game(10, 10);
        let (mut position, mut dice) = (game.start(), Seed(seed).rng());
        while game.turn(&position) == ludex_core::Turn::Chance {
            let food = game.sample(&position, &mut dice, &mut Vec::new()).expect("food");
            game.play(&mut position, food);
        }
        let agent = game.agent(&"survivor".parse().expect("a spec"), Seed(1)).expect("an agent");
        let decision = agent.decide(&game, &position, &Budget::unlimited()).expect("a decision");
        let words = tell(&game, &position, &decision, Speaker::Agent).words;
        assert!(!words.contains("get out again") && !words.contains("shuts me off"), "{words}");
    }
}
