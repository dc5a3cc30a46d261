//! The kernel's paths against each other and against the cell-by-cell reference.

use super::{dice, random_board};
use crate::board::{Board, LowBoard, Pile};
use crate::drop::{Carry, DropKernel, Weights};
use crate::features::{DT_COUNT, Features, KERNEL_COUNT, at};
use crate::reference::{self, Grid};
use crate::word::Word;
use crate::{Instructions, PieceSet, Placement, board, sets};
use rand::RngExt;

const DT20: Weights = Weights::nine([-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89]);

/// Weights that tell all features apart, so that a wrong one shows; of every second policy only those of the nine.
fn random_weights(rng: &mut ludex_core::Rng) -> Weights {
    let known = if rng.random() { DT_COUNT } else { KERNEL_COUNT };
    Weights::all(std::array::from_fn(|i| {
        if i < known { f64::from(rng.random_range(-400..=400)) / 16.0 } else { 0.0 }
    }))
}

/// The weighted sum of what was measured.
fn value(weights: &Weights, features: &Features) -> f64 {
    let all: Vec<f64> = weights.nine.into_iter().chain(weights.more.unwrap_or_default()).collect();
    features.weighted(&all)
}

/// The best drop, cell by cell.
fn slowly<T: Word>(
    set: &PieceSet,
    board: &Pile<T>,
    piece: usize,
    weights: &Weights,
) -> Option<(Placement, f64)> {
    let grid = Grid::of(board);
    let mut best: Option<(Placement, f64)> = None;
    let piece = &set.pieces[piece];
    for (rotation, state) in piece.states.iter().enumerate() {
        if piece.same_shape(rotation) != rotation {
            continue;
        }
        for x in 0..=board.width() - state.shape.width() {
            let y = grid.landing(&state.shape, x);
            if y + state.shape.height() > board.height() {
                continue;
            }
            let (features, _) = reference::measure(&grid, &state.shape, x, y);
            let value = value(weights, &features);
            if best.is_none_or(|(_, b)| value > b) {
                let place = Placement { rotation: rotation as u8, x: x as u8, y: y as u8 };
                best = Some((place, value));
            }
        }
    }
    best
}

/// Compares all ways on some random boards, and with the reference on every `rare`th.
fn compare(set: &PieceSet, width: usize, height: usize, numbers: std::ops::Range<u64>, rare: u64) {
    let kernel = DropKernel::new(set, width, height).expect("a kernel");
    let vectors = [Instructions::Avx2, Instructions::Avx512].map(|i| kernel.clone().at_most(i));
    let portable = kernel.at_most(Instructions::Portable);
    for i in numbers {
        let mut rng = dice(width as u64 * 100 + height as u64, i);
        let board: LowBoard = random_board(&mut rng, width, height);
        let weights = random_weights(&mut rng);
        let piece = rng.random_range(0..set.pieces.len());
        let plain = portable.best_low(&board, piece, &weights, Carry::default());
        for kernel in &vectors {
            let (fast, way) =
                (kernel.best_low(&board, piece, &weights, Carry::default()), kernel.instructions());
            assert_eq!(fast, plain, "{way}, board {i}, piece {piece}\n{board}");
        }
        if i % rare == 0 {
            let slow = slowly(set, &board, piece, &weights);
            assert_eq!(plain, slow, "board {i}, piece {piece}\n{board}");
        }
    }
}

/// Whether everything is looked at: a million boards instead of some, all of them with the slow reference.
/// `LUDEX_LONG=1 cargo test --release -p ludex-tetris agree`.
fn is_long() -> bool {
    std::env::var_os("LUDEX_LONG").is_some()
}

#[test]
fn all_paths_agree_on_10x20() {
    let (boards, rare) = if is_long() { (1_000_000, 1) } else { (40_000, 40) };
    compare(&sets::simplified(), 10, 20, 0..boards, rare);
}

#[test]
fn all_paths_agree_on_10x10() {
    compare(&sets::simplified(), 10, 10, 0..20_000, 10);
}

#[test]
fn all_paths_agree_on_other_sizes() {
    for (width, height) in
        [(4, 6), (5, 20), (8, 32), (11, 20), (15, 23), (16, 31), (17, 20), (32, 32)]
    {
        compare(&sets::simplified(), width, height, 0..2_000, if is_long() { 1 } else { 50 });
    }
}

#[test]
fn high_boards_agree_with_the_reference() {
    let set = sets::simplified();
    for (width, height, boards) in [(10, 40, 100), (32, 64, 12), (4, 64, 100)] {
        let kernel = DropKernel::new(&set, width, height).expect("a kernel");
        let boards = if is_long() { 1_000 } else { boards };
        for i in 0..boards {
            let mut rng = dice(7, i);
            let board: Board = random_board(&mut rng, width, height);
            let weights = random_weights(&mut rng);
            let piece = rng.random_range(0..7);
            let slow = slowly(&set, &board, piece, &weights);
            assert_eq!(kernel.best(&board, piece, &weights), slow, "board {i}\n{board}");
        }
    }
}

#[test]
fn pentominoes_agree_with_the_reference() {
    let set: PieceSet =
        "set five\npiece U cw\nX.X\nXXX\npiece I cw\nXXXXX\npiece V cw\nX\nX\nXXX\n\
                         piece W cw\nX.\nXX\n.XX\npiece P cw\nXX\nXX\nX\npiece dot\nX\n"
            .parse()
            .expect("a set");
    for (width, height) in [(5, 12), (10, 20), (12, 32)] {
        compare(&set, width, height, 0..1_000, if is_long() { 1 } else { 8 });
    }
}

#[test]
fn a_piece_that_sticks_out_is_not_dropped() {
    let set = sets::simplified();
    let kernel = DropKernel::new(&set, 4, 4).expect("a kernel");
    let (bar, square) = (set.index("I").expect("I"), set.index("O").expect("O"));
    let board = board!["....", "X.X.", "X.X.", "X.X."];
    // Lying on top is the only way for the bar: standing in a well it would end at row 4, and that fits.
    let places: Vec<_> = kernel.drops(&board, bar).map(|(p, _)| (p.rotation, p.x, p.y)).collect();
    assert_eq!(places, [(0, 0, 3), (1, 1, 0), (1, 3, 0)]);
    // The square would reach row 5 of 4 everywhere: the game is lost.
    assert_eq!(kernel.best(&board, square, &DT20), None);
}

#[test]
fn rows_are_not_cleared_by_an_overflow() {
    let set = sets::simplified();
    let kernel = DropKernel::new(&set, 4, 4).expect("a kernel");
    // Any square would fill the two missing cells of row 3 only by sticking out above it.
    let board = board!["XX..", "XXXX", "XXX.", "X.XX"];
    assert_eq!(kernel.best(&board, set.index("O").expect("O"), &DT20), None);
}

#[test]
fn the_first_of_equals_wins() {
    let set = sets::simplified();
    let kernel = DropKernel::new(&set, 10, 20).expect("a kernel");
    let board = Board::new(10, 20).expect("a board");
    for most in [Instructions::Portable, Instructions::Avx2, Instructions::Avx512] {
        let kernel = kernel.clone().at_most(most);
        let nothing = Weights::nine([0.0; 9]);
        let (place, value) = kernel.best(&board, 0, &nothing).expect("a drop");
        assert_eq!((place, value), (Placement::default(), 0.0));
    }
}

#[test]
fn two_pieces_are_searched_exhaustively() {
    let set = sets::simplified();
    let kernel = DropKernel::new(&set, 10, 10).expect("a kernel");
    for i in 0..60 {
        let mut rng = dice(22, i);
        let board: Board = random_board(&mut rng, 10, 9);
        let board: Board = format!("..........\n{board}").parse().expect("a board");
        let (piece, next) = (rng.random_range(0..7), rng.random_range(0..7));
        let weights = random_weights(&mut rng);
        let mut best: Option<(Placement, f64)> = None;
        for (place, shape) in kernel.drops(&board, piece) {
            let (x, y) = (place.x.into(), place.y.into());
            let (first, after) = crate::features::measure(&board, shape, x, y);
            for (reply, shape) in kernel.drops(&after, next) {
                let (x, y) = (reply.x.into(), reply.y.into());
                let (second, _) = crate::features::measure(&after, shape, x, y);
                let mut both = second;
                both.0[at::LH] += first.0[at::LH];
                both.0[at::ER] += first.0[at::ER];
                let value = value(&weights, &both);
                if best.is_none_or(|(_, b)| value > b) {
                    best = Some((place, value));
                }
            }
        }
        if best.is_some() {
            assert_eq!(kernel.best_two(&board, piece, next, &weights), best, "board {i}");
        }
    }
}
