//! The laws that every game keeps.

use crate::game;
use ludex_core::{Seed, conformance};

#[test]
fn conforms() {
    for (rules, side, games) in [
        ("pente", 7, 6),
        ("pente", 19, 1),
        ("keryo", 9, 3),
        ("exact-five", 7, 4),
        ("poof", 7, 6),
        ("pente:tournament", 9, 3),
        ("pente:lots=2", 9, 3),
        ("gomoku:lots=3", 7, 3),
    ] {
        conformance::check(&game(rules, side), games, Seed(1));
    }
}
