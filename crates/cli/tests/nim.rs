//! The example of the guide keeps the laws of the house.

use ludex_core::{ScoreOnly, Seed, conformance};
use nim::Nim;

#[allow(dead_code, reason = "the example's own `main` is not run here")]
#[path = "../examples/nim.rs"]
mod nim;

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
