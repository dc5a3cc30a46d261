//! Boards drawn by hand and how they come to rest.

use super::tiles;
use crate::tiles::ANY;
use crate::{Earned, Step, Tetris2048, Tiles};
use ludex_core::{Budget, Game, Notation, Room, Seed, Spec, Turn};

/// Resolves a board; the frames and what was earned.
fn resolve(rows: &[&str]) -> (Tiles, Vec<Step>, Earned) {
    let mut board = tiles(8, rows);
    let mut steps = Vec::new();
    let earned = board.resolve_watched(ANY, |step, _| steps.push(step));
    (board, steps, earned)
}

#[test]
fn equal_tiles_merge_from_the_floor_up_and_once_a_round() {
    let (board, steps, earned) = resolve(&["2 . .", "2 . .", "2 . .", "2 . ."]);
    assert_eq!(board, tiles(8, &["8 . ."]));
    assert_eq!(steps, [Step::Merge, Step::Merge]);
    assert_eq!((earned.merged, earned.merges, earned.largest), (4 + 4 + 8, 3, 3));
}

#[test]
fn of_three_the_lower_two_merge() {
    let (board, _, earned) = resolve(&["2 . .", "2 . .", "2 . ."]);
    assert_eq!(board, tiles(8, &["2 . .", "4 . ."]));
    assert_eq!(earned.merged, 4);
}

#[test]
fn a_chain_runs_through_the_column() {
    let (board, steps, earned) = resolve(&["2 .", "2 .", "4 .", "8 .", "16 ."]);
    assert_eq!(board, tiles(8, &["32 ."]));
    assert_eq!(steps, [Step::Merge; 4]);
    assert_eq!(earned.merged, 4 + 8 + 16 + 32);
}

#[test]
fn a_gap_parts_a_column() {
    // The 2 at the top is held by its neighbours and does not touch the 2 at the floor.
    let (board, steps, _) = resolve(&["2 4 .", ". 8 .", "2 4 ."]);
    assert_eq!(board, tiles(8, &["2 4 .", ". 8 .", "2 4 ."]));
    assert_eq!(steps, []);
}

#[test]
fn only_what_touches_comes_down_with_a_merge() {
    let (board, _, _) = resolve(&["16 4 .", ". 8 .", "8 4 .", "2 32 .", "2 8 ."]);
    assert_eq!(board, tiles(8, &["16 4 .", ". 8 .", ". 4 .", "8 32 .", "4 8 ."]));
}

#[test]
fn full_rows_score_their_tiles_and_go() {
    let (board, steps, earned) = resolve(&["2 . .", "8 4 2", "16 . 32"]);
    assert_eq!(board, tiles(8, &["2 . .", "16 . 32"]));
    assert_eq!(steps, [Step::Clear]);
    assert_eq!((earned.cleared, earned.lines), (14, 1));
}

#[test]
fn a_cleared_row_opens_a_merge() {
    let (board, steps, earned) = resolve(&["16 . .", "8 4 2", "16 . 32"]);
    assert_eq!(board, tiles(8, &["32 . 32"]));
    assert_eq!(steps, [Step::Clear, Step::Merge]);
    assert_eq!((earned.cleared, earned.merged), (14, 32));
}

#[test]
fn groups_without_a_way_to_the_floor_fall_as_they_are() {
    let (board, steps, _) = resolve(&["2 4 .", ". 8 .", ". . .", "16 . ."]);
    assert_eq!(board, tiles(8, &["2 4 .", "16 8 ."]));
    assert_eq!(steps, [Step::Fall]);
}

#[test]
fn split_groups_fall_each_for_itself() {
    // The full row held both towers up.
    let (board, steps, _) = resolve(&["2 . 8", "4 2 4", ". . 16"]);
    assert_eq!(steps, [Step::Clear, Step::Fall]);
    assert_eq!(board, tiles(8, &[". . 8", "2 . 16"]));
}

#[test]
fn a_fall_that_makes_equals_touch_merges_on() {
    let (board, steps, earned) = resolve(&["2 . .", ". . .", "2 . ."]);
    assert_eq!(board, tiles(8, &["4 . ."]));
    assert_eq!(steps, [Step::Fall, Step::Merge]);
    assert_eq!(earned.merged, 4);
}

#[test]
fn merging_comes_before_clearing() {
    // Row 1 is full until the 2s merge.
    let (board, steps, _) = resolve(&["2 8 4", "2 . ."]);
    assert_eq!(steps, [Step::Merge, Step::Fall, Step::Clear]);
    assert_eq!(board, Tiles::new(3, 8));
}

#[test]
fn a_move_is_shown_step_by_step_until_the_board_is_at_rest() {
    let game = Tetris2048::open(&Spec::named("standard"), None).unwrap();
    let agent = game.agent(&Spec::named("greedy"), Seed(1)).unwrap();
    let (mut position, mut dice, mut buffer) = (game.start(), Seed(3).rng(), Vec::new());
    let mut longest = 0;
    for _ in 0..300 {
        let action = match game.turn(&position) {
            Turn::Over => break,
            Turn::Chance => game.sample(&position, &mut dice, &mut buffer).unwrap(),
            Turn::Seat(_) => agent.choose(&game, &position, &Budget::unlimited()).unwrap(),
        };
        let frames = game.frames(&position, action);
        game.play(&mut position, action);
        if let Some(last) = frames.last() {
            assert_eq!(last.cells, game.picture(&position, &[]).cells);
            assert!(frames.windows(2).all(|two| two[0] != two[1]), "every frame changes something");
        }
        longest = longest.max(frames.len());
    }
    assert!(longest > 2, "some moves do several things: {longest}");
}
