//! The solver's board against the rules, and proofs against the checker.

use super::certificate::board_of;
use super::*;
use crate::{Point, Position, Settings};
use ludex_core::{Game, Seed, Turn};

fn small(side: u8) -> Pente {
    Pente::new(Settings::usual(side, Variant::Pente))
}

/// What the rules say about a point, found by playing there.
fn by_rules(game: &Pente, position: &Position, seat: usize, point: Point) -> (bool, bool) {
    let removed = game.removed(position, seat, point.index());
    let row = usize::from(game.settings().row);
    (position.longest_run(seat, point.index()) >= row, removed.taken != 0)
}

#[test]
fn the_solvers_board_agrees_with_the_rules() {
    for side in [5, 7, 9, 13, 15] {
        let game = small(side);
        let ground = ground(&game).unwrap();
        let (mut position, mut dice) = (game.start(), Seed(side.into()).rng());
        let mut board = Board::default();
        while let Some(action) = game.sample(&position, &mut dice, &mut Vec::new()) {
            for seat in 0..2 {
                let (completing, capturing) =
                    (board.completing(&ground, seat), board.capturing(&ground, seat));
                for point in game.points().without(&position.stones).descending() {
                    let index = ground.index(point.column(), point.row());
                    let wanted = by_rules(&game, &position, seat, point);
                    assert_eq!((completing.has(index), capturing.has(index)), wanted);
                }
            }
            let index = ground.index(action.column(), action.row());
            board = board.play(&ground, position.mover().unwrap(), index);
            game.play(&mut position, action);
            let wanted = board_of(&ground, &position);
            assert_eq!((board.stones, board.captured), (wanted.stones, wanted.captured));
            assert_eq!(board.key(), wanted.key());
        }
        assert_eq!(game.turn(&position), Turn::Over);
    }
}

#[test]
fn threats_are_what_another_stone_would_complete() {
    let game = small(7);
    let ground = ground(&game).unwrap();
    let (mut position, mut dice) = (game.start(), Seed(4).rng());
    while let Some(action) = game.sample(&position, &mut dice, &mut Vec::new()) {
        let board = board_of(&ground, &position);
        let before = board.completing(&ground, 0);
        let (once, twice) = board.threatening(&ground, 0);
        for index in board.free(&ground).iter() {
            let after = board.with(&ground, 0, index).completing(&ground, 0);
            let new = (after & !before).count();
            // Points that could be completed before are no new threats, but may be counted.
            assert!(new < 1 || once.has(index));
            assert!(new < 2 || twice.has(index));
            assert!(!once.has(index) || !after.is_empty());
        }
        game.play(&mut position, action);
    }
}

#[test]
fn mirrored_boards_share_a_key() {
    let ground = ground(&small(7)).unwrap();
    let board = |places: &[(usize, usize)]| {
        places.iter().enumerate().fold(Board::default(), |board, (ply, &(c, r))| {
            board.play(&ground, ply % 2, ground.index(c, r))
        })
    };
    let key = board(&[(3, 3), (1, 0), (2, 5)]).key();
    assert_eq!(board(&[(3, 3), (5, 0), (4, 5)]).key(), key);
    assert_eq!(board(&[(3, 3), (0, 1), (5, 2)]).key(), key);
    assert_ne!(board(&[(3, 3), (0, 1), (5, 3)]).key(), key);
}
