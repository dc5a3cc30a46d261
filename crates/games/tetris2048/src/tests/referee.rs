//! The fast resolution beside a slow one that follows the text of the rules cell by cell.

use crate::pieces::{Piece, Pieces};
use crate::tiles::{ANY, Tiles, number};
use ludex_core::Seed;
use proptest::prelude::*;
use rand::RngExt;

type Grid = Vec<Vec<u8>>;

/// Rounds of merge, clear and fall until nothing changes; returns the points.
fn slowly(grid: &mut Grid) -> u64 {
    let mut points = 0;
    loop {
        let before = grid.clone();
        merge(grid, &mut points);
        clear(grid, &mut points);
        fall(grid);
        if *grid == before {
            return points;
        }
    }
}

fn merge(grid: &mut Grid, points: &mut u64) {
    for column in grid.iter_mut() {
        for y in 0..column.len() - 1 {
            if column[y] > 0 && column[y] == column[y + 1] {
                column[y] += 1;
                *points += number(column[y]);
                column[y + 1] = 0;
                for above in y + 2..column.len() {
                    if column[above] == 0 {
                        break;
                    }
                    column.swap(above, above - 1);
                }
            }
        }
    }
}

fn clear(grid: &mut Grid, points: &mut u64) {
    for y in (0..grid[0].len()).rev() {
        if grid.iter().all(|column| column[y] > 0) {
            for column in grid.iter_mut() {
                *points += number(column.remove(y));
                column.push(0);
            }
        }
    }
}

fn fall(grid: &mut Grid) {
    while let Some(hanging) = hanging(grid) {
        for y in 1..grid[0].len() {
            for x in 0..grid.len() {
                if hanging[x][y] {
                    grid[x][y - 1] = grid[x][y];
                    grid[x][y] = 0;
                }
            }
        }
    }
}

/// The tiles that no walk over sides leads to from the floor; none if there are no such tiles.
fn hanging(grid: &Grid) -> Option<Vec<Vec<bool>>> {
    let (width, height) = (grid.len(), grid[0].len());
    let mut seen = vec![vec![false; height]; width];
    let mut walk: Vec<(usize, usize)> = (0..width).map(|x| (x, 0)).collect();
    while let Some((x, y)) = walk.pop() {
        if grid[x][y] == 0 || seen[x][y] {
            continue;
        }
        seen[x][y] = true;
        walk.extend((x > 0).then(|| (x - 1, y)));
        walk.extend((y > 0).then(|| (x, y - 1)));
        walk.extend((x + 1 < width).then_some((x + 1, y)));
        walk.extend((y + 1 < height).then_some((x, y + 1)));
    }
    let hangs = |x: usize, y: usize| grid[x][y] > 0 && !seen[x][y];
    let all: Vec<Vec<bool>> =
        (0..width).map(|x| (0..height).map(|y| hangs(x, y)).collect()).collect();
    all.iter().flatten().any(|&hangs| hangs).then_some(all)
}

fn grid(tiles: &Tiles) -> Grid {
    (0..tiles.width()).map(|x| tiles.column(x).to_vec()).collect()
}

proptest! {
    #[test]
    fn any_heap_comes_to_the_same_rest(seed in any::<u64>(), width in 4usize..=16, height in 6usize..=32, full in 1u32..10) {
        let mut dice = Seed(seed).rng();
        let mut board = Tiles::new(width, height);
        for x in 0..width {
            for y in 0..height {
                if dice.random_range(0..10) < full {
                    board.set(x, y, dice.random_range(1..5));
                }
            }
        }
        let mut slow = grid(&board);
        let points = slowly(&mut slow);
        let earned = board.resolve(ANY);
        prop_assert_eq!(grid(&board), slow);
        prop_assert_eq!(earned.merged + earned.cleared, points);
        for (x, column) in board.columns().iter().enumerate() {
            let taken = (0..height).fold(0u32, |all, y| all | u32::from(board.get(x, y) > 0) << y);
            prop_assert_eq!(*column, taken);
        }
    }

    #[test]
    fn after_each_piece_only_its_columns_need_a_look(seed in any::<u64>()) {
        let game = super::game(6, 12);
        let mut dice = Seed(seed).rng();
        let mut board = Tiles::new(6, 12);
        for _ in 0..40 {
            let piece = Piece { kind: dice.random_range(0..7), fours: dice.random_range(0..16) };
            let mut places = Vec::new();
            if !game.can_appear(&board, piece) {
                break;
            }
            game.places(&board, piece, |at| places.push(at));
            let at = places[dice.random_range(0..places.len())];
            let mut slow = board;
            game.stamp(&mut slow, piece, at);
            let mut slow = grid(&slow);
            slowly(&mut slow);
            game.put(&mut board, piece, at);
            prop_assert_eq!(grid(&board), slow);
        }
    }
}

/// Four quarter turns bring every number back, and each turn covers the cells of its shape.
#[test]
fn turns_carry_the_numbers() {
    let pieces = Pieces::new(10, 20).expect("pieces");
    for kind in 0..7 {
        for rotation in 0..4 {
            let at = ludex_tetris::Placement { rotation, x: 0, y: 0 };
            let mut cells: Vec<_> =
                pieces.cells(Piece { kind, fours: 0 }, at).map(|(x, y, _)| (x, y)).to_vec();
            cells.sort_unstable();
            let mut shape: Vec<_> = pieces.shape(kind, rotation).each_cell().collect();
            shape.sort_unstable();
            assert_eq!(cells, shape, "piece {kind}, state {rotation}");
        }
    }
    // A T with a 4 on its stem: the stem points up, right, down, left.
    let stem = pieces.set.index("T").expect("T") as u8;
    let first = pieces.shape(stem, 0).each_cell().position(|cell| cell == (1, 1)).expect("a stem");
    let stems: Vec<_> = (0..4)
        .map(|rotation| {
            let at = ludex_tetris::Placement { rotation, x: 0, y: 0 };
            let piece = Piece { kind: stem, fours: 1 << first };
            pieces
                .cells(piece, at)
                .into_iter()
                .find(|cell| cell.2 == 2)
                .map(|cell| (cell.0, cell.1))
        })
        .collect();
    assert_eq!(stems, [Some((1, 1)), Some((1, 1)), Some((1, 0)), Some((0, 1))]);
}
