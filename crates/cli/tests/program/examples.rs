//! The examples keep the laws of the house.

use ludex_core::{Buttons, Room, Spec, room};
use ludex_core::{ScoreOnly, Seed, conformance};
use nim::Nim;
use shut_the_box::ShutTheBox;

#[allow(dead_code, reason = "the example's own `main` is not run here")]
#[path = "../../examples/nim.rs"]
mod nim;

#[allow(dead_code, reason = "the example's own `main` is not run here")]
#[path = "../../examples/shut_the_box.rs"]
mod shut_the_box;

#[test]
fn nim_conforms() {
    conformance::check(&Nim, 100, Seed(1));
    conformance::check_terms(&Nim, &ScoreOnly, 20, Seed(2));
}

#[test]
fn its_agents_decide_soundly() {
    for agent in ["random", "mcts:sims=50", "minimax:depth=3", "negamax:depth=20"] {
        conformance::check_agent(&Nim, agent, 3, 2, Seed(3));
    }
}

#[test]
fn shut_the_box_conforms() {
    conformance::check(&ShutTheBox, 100, Seed(1));
    conformance::check_terms(&ShutTheBox, &ScoreOnly, 20, Seed(2));
    for agent in ["random", "mcts:sims=50", "expectimax:depth=2"] {
        conformance::check_agent(&ShutTheBox, agent, 3, 2, Seed(3));
    }
}

/// What a room answers is enough for a door to know how it is played.
#[test]
fn rooms_tell_how_they_are_played() {
    let offer = |room: &dyn ludex_core::AnyRoom| room.offer(&Spec::named("standard")).unwrap();
    let nim = offer(room::<Nim>().as_ref());
    assert_eq!((nim.seats, nim.opponent), (2, Nim::INFO.opponent));
    assert!(nim.controls.point && nim.controls.keys.is_empty());
    assert_eq!(nim.controls.buttons, Buttons::None);
    assert_eq!(nim.look.palette.len(), 3);
    let shut = offer(room::<ShutTheBox>().as_ref());
    assert!(!shut.controls.point);
    assert_eq!(shut.controls.buttons, Buttons::Legal);
}
