//! Every feature on hand-drawn boards, with numbers counted by hand; then against the reference.

use super::{dice, random_board};
use crate::board::{Board, Cleared};
use crate::features::{COUNT, FEATURES, at, describe, measure};
use crate::reference::{self, Grid};
use crate::{Shape, board, sets};
use rand::RngExt;

/// The features of a board after a drop that cleared nothing.
fn of(board: &Board) -> [f64; COUNT] {
    describe(board, 0.0, Cleared::default()).0
}

#[test]
fn one_board_counted_by_hand() {
    let f = of(&board!["......", "X.....", "X.X..X", "XX.X.X",]);
    // Rows from the floor: 4 (X.|.X twice), 4, then X..... and ...... with 2 each.
    assert_eq!(f[at::RT], 12.0);
    // Each column ends once below the sky; the third has floor/empty and empty/full as well.
    assert_eq!(f[at::CT], 8.0);
    // Below the single X in the third column.
    assert_eq!((f[at::HO], f[at::HD], f[at::RH]), (1.0, 1.0, 1.0));
    // Floor row: third and fifth column. Second row: second column. None has an empty cell below.
    assert_eq!(f[at::WE], 3.0);
    // Heights 3 1 2 1 0 2, steps 2 -1 1 1 -2.
    assert_eq!(f[at::DV], 4.0);
    assert_eq!((f[at::AGGREGATE], f[at::BUMPINESS]), (9.0, 7.0));
    // Without the empty column: 3 1 2 1 2 0, steps 2 1 1 1 2.
    assert_eq!(f[at::FAITHFUL], 7.0);
    // H(4/6) + H(3/6) + H(1/6).
    assert!((f[at::ENTROPY] - (0.918_295_834 + 1.0 + 0.650_022_422)).abs() < 1e-8);
    assert_eq!(f[at::PROPER], 1.0);
    assert_eq!((f[at::PILE], f[at::ALTITUDE], f[at::BLOCKS]), (3.0, 3.0, 8.0));
    // Four in row 1, three in row 2, one in row 3.
    assert_eq!(f[at::WEIGHTED], 13.0);
    // All 20 transitions but the four around the hole.
    assert_eq!((f[at::SURFACE], f[at::TRANSITIONS]), (16.0, 20.0));
}

#[test]
fn an_empty_board() {
    let f = of(&board![10 x 20]);
    // Two walls in each of 20 rows; ten columns end at the floor; one kind of step.
    assert_eq!((f[at::RT], f[at::CT], f[at::DV]), (40.0, 10.0, 1.0));
    assert_eq!(f[at::SURFACE], 50.0);
    let zero = [at::HO, at::WE, at::HD, at::RH, at::AGGREGATE, at::BUMPINESS, at::FAITHFUL];
    assert!(zero.iter().chain(&[at::ENTROPY, at::PROPER, at::PILE]).all(|i| f[*i] == 0.0));
}

#[test]
fn a_full_column_still_ends_below_the_sky() {
    // First column: full to the top, 1. Second: hole, 3. The others: 1 each.
    assert_eq!(of(&board!["XX..", "X...", "XX.."])[at::CT], 6.0);
}

#[test]
fn deep_wells_count_their_depth() {
    // At the left wall 1 + 2 + 3, in the middle 1 + 2.
    assert_eq!(of(&board![".X...", ".X.XX", ".X.XX"])[at::WE], 9.0);
    // The top cell of the middle well has its sides, the ones below have not: 1 + 2 empty ones below.
    assert_eq!(of(&board!["X.X..", ".....", "....."])[at::WE], 3.0);
    // A covered well counts as well, 1 + 2, beside the two at the walls, 1 + 2 + 3 each.
    assert_eq!(of(&board![".XXX.", ".X.X.", ".X.X."])[at::WE] - 2.0 * 6.0, 3.0);
}

#[test]
fn hole_depth_counts_full_cells_above_the_lowest_hole() {
    // First column: lowest hole on the floor, three full above it. Second: none. Third: two above.
    let f = of(&board!["X.X.", "XXX.", ".X..", "XXX.", ".XX."]);
    assert_eq!((f[at::HD], f[at::HO], f[at::RH]), (5.0, 3.0, 2.0));
}

#[test]
fn proper_holes_cannot_be_steered_into() {
    // Under the roof, but open to the right: weak holes only.
    let f = of(&board!["XX..", "....", "...."]);
    assert_eq!((f[at::HO], f[at::PROPER]), (4.0, 0.0));
    // Nothing falls upwards: the cell beside the shaft's bottom is reached, the one above it is not.
    let f = of(&board!["....", "XX.X", "X..X", "X..X"]);
    assert_eq!((f[at::HO], f[at::PROPER]), (2.0, 0.0));
    let f = of(&board!["....", "XXX.", "X.X.", "X..."]);
    assert_eq!((f[at::HO], f[at::PROPER]), (3.0, 1.0));
}

#[test]
fn tetrisvs_moves_empty_columns_to_the_end() {
    let f = of(&board![10 x 20; "X....X...."]);
    assert_eq!((f[at::BUMPINESS], f[at::FAITHFUL]), (3.0, 1.0));
    // No empty column: no difference.
    let f = of(&board!["X..X", "XXXX", "XXXX"]);
    assert_eq!((f[at::BUMPINESS], f[at::FAITHFUL]), (2.0, 2.0));
}

#[test]
fn further_features_counted_by_hand() {
    let f = of(&board!["......", "X.....", "XXX..X", "XX.X.X",]);
    // Heights 3 2 2 1 0 2, steps 1 0 1 1 -2; pairs (1, 0), (0, 1), (1, 1).
    assert_eq!((f[at::BU2], f[at::DV2]), (1.0 + 0.0 + 1.0 + 1.0 + 4.0, 3.0));
    // Only the second row covers the hole, and it lacks two cells; so does the floor.
    assert_eq!((f[at::CR], f[at::EMPC], f[at::AF2], f[at::AFC]), (1.0, 2.0, 2.0, 0.0));
    // The hole is in the lowest row. Both skew pieces have a place: 1 for S, (1, 0) for Z.
    assert_eq!((f[at::RHW], f[at::PSZ], f[at::PBU]), (1.0, 1.0, 0.0));

    // Steps 0 -1 1 0: level ground with a bump; S lies left of it, Z right of it.
    let f = of(&board!["..X..", "XXXXX"]);
    assert_eq!((f[at::PSZ], f[at::PBU], f[at::DV2]), (1.0, 1.0, 3.0));
    // Level ground has a place for neither, a single step up only for Z.
    assert_eq!(of(&board!["....", "XXXX"])[at::PSZ], 0.0);
    assert_eq!(of(&board![".XXX", "XXXX"])[at::PSZ], 0.0);
    // A dent is no bump. A step of two is in no pair.
    assert_eq!(of(&board!["XX.XX", "XXXXX"])[at::PBU], 0.0);
    assert_eq!(of(&board!["X...", "X...", "XXXX"])[at::DV2], 1.0);

    // Holes in the rows 1 and 3: 1 + 3. Above the topmost one of the first column lies row 4 alone; the second column's hole is
    // covered by rows 2 to 4. Row 2 lacks two cells, row 3 and 4 lack one: of the three covering rows 4 cells.
    let f = of(&board!["XXX.", ".XXX", "XX..", "X.X."]);
    assert_eq!((f[at::RHW], f[at::CR], f[at::EMPC]), (4.0 + 2.0, 3.0, 4.0));
    assert_eq!((f[at::AFC], f[at::AF2]), (2.0, 2.0));
}

#[test]
fn landing_and_erosion_describe_the_placement() {
    let standing = Shape::new(&[(0, 0), (0, 1), (0, 2), (0, 3)]).expect("a bar");
    let before = board![4 x 8; "XXX.", "X.X.", "XXX."];
    let (features, after) = measure(&before, &standing, 3, 0);
    let f = features.0;
    // The bar's middle lies at row 1.5; two rows go, each with one of its cells: 2 x 2.
    assert_eq!((f[at::LH], f[at::ER], f[at::LINES]), (1.5, 4.0, 2.0));
    assert_eq!(after, board![4 x 8; "...X", "X.XX"]);
}

#[test]
fn every_feature_has_a_name_and_a_meaning() {
    for (i, feature) in FEATURES.iter().enumerate() {
        assert!(!feature.meaning.is_empty());
        assert!(FEATURES[..i].iter().all(|other| other.name != feature.name));
    }
}

#[test]
fn features_agree_with_the_reference() {
    let set = sets::simplified();
    for (width, height) in [(4, 4), (5, 20), (10, 20), (11, 30), (15, 23), (32, 64)] {
        for i in 0..300 {
            let mut rng = dice(55 + width as u64, i);
            let board: Board = random_board(&mut rng, width, height);
            let states = &set.pieces[rng.random_range(0..7)].states;
            let shape = &states[rng.random_range(0..states.len())].shape;
            let x = rng.random_range(0..=width - shape.width());
            let y = board.landing(shape, x);
            let grid = Grid::of(&board);
            assert_eq!(y, grid.landing(shape, x), "{board}");
            assert_eq!(board.fits(shape, x, y), grid.fits(shape, x, y));
            if !board.fits(shape, x, y) {
                continue;
            }
            let (fast, after) = measure(&board, shape, x, y);
            let (slow, grid_after) = reference::measure(&grid, shape, x, y);
            assert_eq!(Grid::of(&after), grid_after);
            for (j, feature) in FEATURES.iter().enumerate() {
                let close = (fast.0[j] - slow.0[j]).abs() < 1e-7;
                assert!(close, "{}: {} and {}\n{after}", feature.name, fast.0[j], slow.0[j]);
            }
        }
    }
}

#[test]
fn boards_read_back_and_refuse_nonsense() {
    for i in 0..50 {
        let board: Board = random_board(&mut dice(4, i), 7, 9);
        assert_eq!(board.to_string().parse::<Board>().expect("a board"), board);
    }
    let error = |text: &str| text.parse::<Board>().expect_err("nonsense").to_string();
    assert_eq!(
        error("X..X\nX.X\n"),
        "bad position, line 2: the row has 3 cells, the first row has 4; make them equal"
    );
    assert_eq!(
        error("X..#"),
        "bad position, line 1: `#` is no cell; write `X` for full and `.` for empty"
    );
    assert_eq!(error("XX"), "bad board size `2x1`: give 4x1 to 32x64");
    assert_eq!(error(""), "bad board size `0x0`: give 4x1 to 32x64");
    assert!(Board::new(10, 65).is_err() && Board::new(33, 20).is_err());
}
