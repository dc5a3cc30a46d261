//! What explanations say, and that the board proves it.

use super::*;
use ludex_core::{AnyTable, Budget, Seed, room};

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
         left). After down I find no way to the food. Going right runs into my own body."
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
    assert!(text.ends_with("moves are equally good to me; this is one of them."), "{text}");
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
