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
    let trapped = "snake standard 6x6\nbody 2,1 2,2 1,2 1,3 2,3 3,3 3,2 3,1 4,1\nfood 6,6\n\
                   steps 20\nhungry 2\n";
    let text = words("shortest", trapped);
    assert!(text.contains("I find no plan from here"), "{text}");
    assert!(text.contains("runs into my own body"), "{text}");
}

const PLANNERS: [&str; 4] = ["survivor", "greedy-planner", "shortest", "two-goals"];

#[test]
fn where_every_way_is_deadly_it_says_so() {
    let corner =
        "snake standard 4x4\nbody 1,1 2,1 2,2 1,2 1,3 2,3 3,3\nfood 4,4\nsteps 5\nhungry 0\n";
    for agent in PLANNERS {
        assert_eq!(
            words(agent, corner),
            "I go up. Every way is deadly; this one runs into the wall. Going left runs into the wall. \
             Going down runs into my own body."
        );
    }
    assert!(words("random", corner).contains("Every way is deadly; this one "));
}

#[test]
fn a_plan_ends_where_the_snake_starves() {
    let body = "body 2,2 2,3 3,3 3,2 3,1 2,1 1,1 1,2\nfood 4,4\nsteps 70\n";
    for agent in PLANNERS {
        let now = words(agent, &format!("snake standard 4x4\n{body}hungry 63\n"));
        assert!(
            now.starts_with("I go left. Every way is deadly; this one lets me starve."),
            "{now}"
        );
        let soon = words(agent, &format!("snake standard 4x4\n{body}hungry 61\n"));
        assert!(soon.contains(" goes on for 3 steps; then I starve."), "{soon}");
        assert!(!soon.contains("leaves a way"), "{soon}");
    }
}

/// Deaths and starving that words tell of, found by playing; and no line goes on after the end.
#[test]
fn ends_are_told_where_they_come() {
    let (mut deadly, mut starving) = (0, 0);
    let game = game(5, 5).with_patience(Some(7));
    for seed in 0..800 {
        let mut dice = Seed(seed).rng();
        let (mut position, mut buffer) = (game.start(), Vec::new());
        ludex_core::playout(&game, &mut position, &mut dice, &mut buffer, 3 + seed as u32 % 20);
        if game.turn(&position) != ludex_core::Turn::Seat(ludex_core::Seat::FIRST) {
            continue;
        }
        let agent = PLANNERS[seed as usize % PLANNERS.len()].parse().expect("a spec");
        let agent = game.agent(&agent, Seed(1)).expect("an agent");
        let decision = agent.decide(&game, &position, &Budget::unlimited()).expect("a decision");
        let end = |line: &[Action]| {
            let mut here = position.clone();
            for (step, &action) in line.iter().enumerate() {
                assert!(here.end().is_none(), "step {step} of {line:?} comes after the end");
                game.play(&mut here, action);
            }
            here.end().filter(|end| *end != End::Full)
        };
        let dies = |c: &ludex_core::Candidate<Action>| end(&[c.action]).is_some();
        decision.candidates.iter().for_each(|c| assert!(end(&c.line).is_some() || !dies(c)));
        let said = tell(&game, &position, &decision, Speaker::Agent).words;
        let all = decision.candidates.iter().all(dies);
        assert_eq!(said.contains("Every way is deadly"), all, "{said}");
        let starves = end(&decision.best().line) == Some(End::Starved);
        let told = ["this one lets me starve", "This lets me starve", "then I starve"];
        assert_eq!(told.iter().any(|text| said.contains(text)), starves, "{said}");
        (deadly, starving) = (deadly + u32::from(all), starving + u32::from(starves));
    }
    assert!(deadly > 5 && starving > 5, "{deadly} deadly, {starving} starving");
}

#[test]
fn the_whole_way_to_the_food_is_told() {
    let open = "snake standard 8x8\nbody 3,6 2,6 1,6\nfood 5,3\nsteps 3\nhungry 3\n";
    for agent in PLANNERS {
        let agent = agent.parse().expect("a spec");
        let told = table(open).explain(&agent, &Budget::unlimited()).expect("an explanation");
        let best = told.decision.best();
        assert_eq!(best.keys, best.line[..best.keys.len()], "{agent}");
        assert!(told.words.contains("The food is 5 steps away"), "{}", told.words);
        let taken = if told.words.contains("away; I take 7.") { 7 } else { 5 };
        assert_eq!(best.keys.len(), taken, "{agent}: {:?}", best.keys);
        let tried = told.decision.story.iter().filter(|tried| !tried.step.is_empty()).count();
        assert!([0, 5].contains(&tried), "{agent}: {tried} paths tried for five steps");
        let way = ludex_core::explain::way(best, &told.decision.story).expect("keys");
        assert!(tried == 0 || way.contains("tried 5 paths for it"), "{agent}: {way}");
    }
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
