//! What ends a game.

use crate::Tetris;
use ludex_core::{Game, Room, Seed, Turn};

/// A game of random moves to its end; how often a piece lay in the highest row before the last move, and whether one
/// does at the end.
fn touches(rules: &str, seed: u64) -> (usize, bool) {
    let game = Tetris::open(&rules.parse().unwrap(), Some("10x20".parse().unwrap())).unwrap();
    let (mut position, mut dice, mut buffer) = (game.start(), Seed(seed).rng(), Vec::new());
    let top = |board: &crate::Board| (0..10).any(|x| board.is_full(x, 19));
    let mut before = 0;
    while game.turn(&position) != Turn::Over {
        before += usize::from(top(&position.board));
        let action = game.sample(&position, &mut dice, &mut buffer).unwrap();
        game.play(&mut position, action);
    }
    (before, top(&position.board))
}

#[test]
fn touching_the_top_ends_the_game_where_it_is_asked_for() {
    let (mut touched, mut went_on) = (0, 0);
    for seed in 0..20 {
        let (before, at_the_end) = touches("essex:top=touch", seed);
        assert_eq!(before, 0, "seed {seed}: it went on after a touch");
        touched += usize::from(at_the_end);
        went_on += touches("essex", seed).0;
    }
    assert!(touched > 10, "{touched} of 20 ended by a touch");
    assert!(went_on > 0, "by default a touch ends nothing");
    assert!(Tetris::open(&"essex:top=roof".parse().unwrap(), None).is_err());
}
