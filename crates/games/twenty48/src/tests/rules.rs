use super::read;
use crate::grid::MOST_CELLS;
use crate::tables::{self, canonical, flip, mirror, select, transpose};
use crate::{Action, Direction, Grid, Position, Twenty48, plain};
use ludex_core::{Game, Notation, Seat, Seed, Size, Stop, Turn, conformance, playout, room};
use proptest::prelude::*;

fn sizes() -> impl Iterator<Item = Size> {
    (2..=5).flat_map(|width| (2..=5).map(move |height| Size::new(width, height)))
}

#[test]
fn every_size_conforms() {
    for size in sizes() {
        conformance::check(&Twenty48::new(size).unwrap(), 3, Seed(1));
    }
    conformance::check(&Twenty48::default(), 20, Seed(2));
}

#[test]
fn tiles_merge_once_and_from_the_wall() {
    let game = Twenty48::default();
    let after = |row: &str, direction| {
        let position = read(&game, &format!("{row}\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"));
        let moved = game.slide(&position, direction);
        let text = game.position_text(&moved);
        (text.lines().next().unwrap().to_owned(), moved.score())
    };
    let (left, right) = (Direction::Left, Direction::Right);
    assert_eq!(after("2 2 2 0", left), ("4 2 0 0".into(), 4));
    assert_eq!(after("2 2 2 0", right), ("0 0 2 4".into(), 4));
    assert_eq!(after("2 2 2 2", left), ("4 4 0 0".into(), 8));
    assert_eq!(after("4 2 2 0", left), ("4 4 0 0".into(), 4), "what merged does not merge again");
    assert_eq!(after("2 0 0 2", right), ("0 0 0 4".into(), 4));
    assert_eq!(after("2 4 2 4", left), ("2 4 2 4".into(), 0));
}

#[test]
fn tiles_grow_past_what_the_tables_hold() {
    let game = Twenty48::default();
    let rows = "32768 32768 2 2\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    let moved = game.slide(&read(&game, rows), Direction::Left);
    assert_eq!(
        game.position_text(&moved),
        "65536 4 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\nscore 65540\ndue 1\n"
    );
    let rows = "65536 65536 0 0\n32768 4 0 0\n0 0 0 0\n0 0 0 0\n";
    assert!(game.read_position(rows).is_ok(), "{rows}");
    let moved = game.slide(&read(&game, rows), Direction::Right);
    assert_eq!(moved.tile(3), 131_072);
    assert_eq!(game.slide(&moved, Direction::Up).tile(3), 131_072);
}

#[test]
fn a_game_starts_with_two_tiles_and_ends_when_nothing_moves() {
    let game = Twenty48::default();
    let mut position = game.start();
    let mut rng = Seed(1).rng();
    for _ in 0..2 {
        assert_eq!(game.turn(&position), Turn::Chance);
        let tile = game.sample(&position, &mut rng, &mut Vec::new()).unwrap();
        game.play(&mut position, tile);
    }
    assert_eq!(game.turn(&position), Turn::Seat(Seat::FIRST));
    let full = read(&game, "2 4 2 4\n4 2 4 2\n2 4 2 4\n4 2 4 2\n");
    assert_eq!(game.turn(&full), Turn::Over);
    let last = read(&game, "2 4 2 4\n4 2 4 2\n2 4 2 4\n4 2 4 4\n");
    assert_eq!(game.turn(&last), Turn::Seat(Seat::FIRST));
}

/// The numbers of moves times tiles by depth, as every other count of `perft`.
fn perft(text: &str, depth: u32) -> Vec<u64> {
    let table = room::<Twenty48>().load(text, Seed(1)).unwrap();
    table.perft(2 * depth, &Stop::default()).paths.into_iter().skip(1).step_by(2).collect()
}

#[test]
fn perft_matches_the_known_counts() {
    let start = "2048 standard 4x4\n2 2 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    assert_eq!(perft(start, 3), [88, 8_876, 875_584]);
    let late = "2048 standard 4x4\n2 4 8 16\n256 128 64 32\n512 1024 2048 2\n2 4 0 2\n";
    assert_eq!(perft(late, 6), [12, 86, 448, 2_148, 11_302, 75_838]);
}

#[test]
fn chance_is_drawn_as_it_is_stated() {
    let game = Twenty48::default();
    let mut position = read(&game, "2 4 2 4\n4 2 4 2\n2 4 2 4\n4 2 0 0\ndue 1\n");
    position.set_due(1);
    let mut rng = Seed(5).rng();
    let draws = 20_000;
    let mut fours = 0;
    let mut first = 0;
    for _ in 0..draws {
        match game.sample(&position, &mut rng, &mut Vec::new()) {
            Some(Action::Tile(cell, exponent)) => {
                fours += u32::from(exponent == 2);
                first += u32::from(cell == 14);
            }
            other => panic!("{other:?}"),
        }
    }
    // Five standard deviations: 212 of 2,000 and 354 of 10,000.
    assert!(fours.abs_diff(draws / 10) < 212, "{fours}");
    assert!(first.abs_diff(draws / 2) < 354, "{first}");
}

/// A board of some size with tiles of any kind.
fn boards() -> impl Strategy<Value = (Grid, [u8; MOST_CELLS])> {
    let shape = (2usize..=5, 2usize..=5).prop_map(|(w, h)| Grid::new(Size::new(w, h)).unwrap());
    let tiles = prop_oneof![3 => 0u8..4, 2 => 0u8..12, 1 => 14u8..17];
    (shape, prop::collection::vec(tiles, MOST_CELLS)).prop_map(|(grid, tiles)| {
        let mut cells = [0; MOST_CELLS];
        for cell in grid.cells() {
            cells[usize::from(cell)] = tiles[usize::from(cell)];
        }
        (grid, cells)
    })
}

proptest! {
    #[test]
    fn tables_move_as_the_plain_mover_does((grid, cells) in boards()) {
        let rules = Twenty48::new(grid.size()).unwrap();
        let position = Position::from_cells(&cells, 0, 0);
        prop_assert_eq!(position.cells(), cells);
        for direction in Direction::ALL {
            let mut plain = cells;
            let reward = plain::slide(grid, &mut plain, direction);
            let moved = rules.slide(&position, direction);
            prop_assert_eq!(moved.cells(), plain);
            prop_assert_eq!(moved.score(), reward);
            prop_assert_eq!(rules.is_legal(&position, direction), plain != cells);
        }
        let stuck = Direction::ALL.into_iter().all(|d| !rules.is_legal(&position, d));
        prop_assert_eq!(rules.turn(&position) == Turn::Over, stuck);
    }

    #[test]
    fn directions_are_legal_where_tables_move_something(board: u64, width in 2usize..=4, height in 2usize..=4) {
        // Few kinds of tiles, or there would hardly ever be a pair.
        let size = Size::new(width, height);
        let cells = tables::cells_mask(size);
        let board = board & (cells * 3);
        let bits = tables::legal(board, cells);
        for (bit, direction) in Direction::ALL.into_iter().enumerate() {
            let moved = tables::tables().slide(size, board, direction);
            prop_assert_eq!(bits >> bit & 1 == 1, moved != board);
            let reward = tables::tables().marked_reward(board, direction);
            prop_assert_eq!(tables::tables().slide_any(size, board, direction), (moved, reward));
        }
    }

    #[test]
    fn images_are_reflections(board: u64) {
        prop_assert_eq!(transpose(transpose(board)), board);
        prop_assert_eq!(mirror(mirror(board, 4), 4), board);
        prop_assert_eq!(flip(flip(board, 4), 4), board);
        for column in 0..4 {
            for row in 0..4 {
                let at = |board: u64, column: usize, row: usize| board >> (16 * row + 4 * column) & 15;
                prop_assert_eq!(at(transpose(board), row, column), at(board, column, row));
                prop_assert_eq!(at(mirror(board, 4), 3 - column, row), at(board, column, row));
                prop_assert_eq!(at(flip(board, 4), column, 3 - row), at(board, column, row));
            }
        }
        let size = Size::new(4, 4);
        for image in tables::square_images(board) {
            prop_assert_eq!(canonical(image, size), canonical(board, size));
        }
    }
}

#[test]
fn images_of_oblong_boards_stay_on_them() {
    let size = Size::new(3, 2);
    let board = 0x0654_0321;
    assert_eq!(mirror(board, 3), 0x0456_0123);
    assert_eq!(flip(board, 2), 0x0321_0654);
    assert!(
        tables::images(board, size)
            .iter()
            .all(|image| canonical(*image, size) == canonical(board, size))
    );
}

/// Games that are played side by side end like those that are played one by one: mean and spread of scores agree within the
/// errors of so many games, from an empty board as from a late one.
#[test]
fn games_by_lot_are_alike_side_by_side() {
    let game = Twenty48::default();
    for text in
        ["2 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 2\n", "2 4 8 16\n256 128 64 32\n512 1024 0 2\n2 4 0 2\n"]
    {
        let after = game.slide(&read(&game, text), Direction::Up);
        let (mut rng, mut buffer) = (Seed(5).rng(), Vec::new());
        let mut sums = |at_once: usize| {
            let (mut sum, mut squares, mut plies) = (0.0, 0.0, 0);
            for _ in 0..4000 / at_once {
                let mut positions = vec![after; at_once];
                if at_once == 1 {
                    plies += u64::from(playout(
                        &game,
                        &mut positions[0],
                        &mut rng,
                        &mut buffer,
                        u32::MAX,
                    ));
                } else {
                    plies += game.play_out(&mut positions, &mut rng, &mut buffer, u32::MAX);
                }
                for position in &positions {
                    assert_eq!(game.turn(position), Turn::Over);
                    let score = f64::from(position.score());
                    (sum, squares) = (sum + score, squares + score * score);
                }
            }
            let mean = sum / 4000.0;
            (mean, (squares / 4000.0 - mean * mean).sqrt(), plies as f64 / 4000.0)
        };
        let (one, many) = (sums(1), sums(20));
        let error = one.1 / 4000f64.sqrt();
        assert!((one.0 - many.0).abs() < 5.0 * error, "{one:?} {many:?}");
        assert!((one.1 / many.1 - 1.0).abs() < 0.15, "{one:?} {many:?}");
        assert!((one.2 / many.2 - 1.0).abs() < 0.1, "{one:?} {many:?}");
    }
}

/// The one cell that a lot chooses, whatever lies on the board.
#[test]
fn every_free_cell_can_be_chosen() {
    for mask in [0x1u64, 0x1000_0000_0000_0001, 0x0101_1010_0011_0001, 0x1111_1111_1111_1111] {
        let places: Vec<u32> = (0..64).filter(|place| mask >> place & 1 == 1).collect();
        for (index, &place) in (0..).zip(&places) {
            assert_eq!(select(mask, index), place);
        }
    }
}
