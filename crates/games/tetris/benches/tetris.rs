//! Speed of the Tetris engine; every bench checks its answer first.
#![allow(missing_docs, reason = "criterion's macros make public items")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_core::Seed;
use ludex_tetris::drop::Weights;
use ludex_tetris::simulate::{simulate, simulate_two};
use ludex_tetris::terrain::Survey;
use ludex_tetris::{Board, DropKernel, Instructions, PieceSet, Reach, sets};
use std::hint::black_box;

const DT20: Weights = Weights::nine([-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89]);

fn kernel(width: usize, height: usize) -> DropKernel {
    DropKernel::new(&sets::simplified(), width, height).expect("a legal size")
}

/// Decisions of the strongest published policy, one piece known.
fn decisions(c: &mut Criterion) {
    const PIECES: u64 = 10_000;
    let mut group = c.benchmark_group("tetris/dt20");
    group.throughput(Throughput::Elements(PIECES));
    for (width, height) in [(10, 20), (8, 20), (15, 23)] {
        let play = |kernel: &DropKernel| simulate(kernel, &DT20, Seed(1), PIECES).expect("a game");
        let plain = play(&kernel(width, height).at_most(Instructions::Portable));
        for most in [Instructions::Portable, Instructions::Avx2, Instructions::Avx512] {
            let kernel = kernel(width, height).at_most(most);
            if kernel.instructions() == most {
                assert_eq!(play(&kernel), plain);
                group.bench_function(format!("{width}x{height}/{most}"), |b| {
                    b.iter(|| play(&kernel));
                });
            }
        }
    }
    group.finish();
}

/// Decisions with the next piece known.
fn two_pieces(c: &mut Criterion) {
    const PIECES: u64 = 500;
    let mut group = c.benchmark_group("tetris/dt20-two");
    group.throughput(Throughput::Elements(PIECES));
    let fast = kernel(10, 20);
    let play = |kernel: &DropKernel| simulate_two(kernel, &DT20, Seed(1), PIECES).expect("a game");
    assert_eq!(play(&fast), play(&kernel(10, 20).at_most(Instructions::Portable)));
    group.bench_function("10x20", |b| b.iter(|| play(&fast)));
    group.finish();
}

/// Boards as they come up in play.
fn boards(set: &PieceSet, reach: &Reach) -> Vec<Board> {
    let mut rng = 7u64;
    let mut lot = |n: usize| {
        rng = ludex_core::mix(rng.wrapping_add(1));
        (rng % n as u64) as usize
    };
    let (mut board, mut list, mut places) =
        (Board::new(10, 20).expect("a size"), Vec::new(), Vec::new());
    while list.len() < 64 {
        let piece = lot(set.pieces.len());
        places.clear();
        reach.placements(&board, piece, &mut places);
        // The lowest of a few random placements keeps the pile in the middle of the board.
        let place = (0..4).filter_map(|_| places.get(lot(places.len().max(1)))).min_by_key(|p| p.y);
        match place {
            Some(p) => {
                board.place(reach.shape(piece, p.rotation), p.x.into(), p.y.into());
                list.push(board);
            }
            None => board = Board::new(10, 20).expect("a size"),
        }
    }
    list
}

/// All reachable placements of a piece, tucks and spins included.
fn reachable(c: &mut Criterion) {
    let mut group = c.benchmark_group("tetris/reach");
    for set in [sets::tetrisvs(), sets::srs()] {
        let reach = Reach::new(&set, 10, 20).expect("a size");
        let boards = boards(&set, &reach);
        let low: Vec<_> = boards.iter().filter_map(Board::low).collect();
        let mut places = Vec::new();
        group.throughput(Throughput::Elements((low.len() * set.pieces.len()) as u64));
        group.bench_function(&set.name, |b| {
            b.iter(|| {
                places.clear();
                for board in &low {
                    for piece in 0..set.pieces.len() {
                        reach.placements(board, piece, &mut places);
                    }
                }
                places.len()
            });
        });
    }
    group.finish();
}

/// Heights, bumps and entropy of a board: a leaf of the TetrisVs report's search.
fn survey(c: &mut Criterion) {
    let set = sets::tetrisvs();
    let reach = Reach::new(&set, 10, 20).expect("a size");
    let low: Vec<_> = boards(&set, &reach).iter().filter_map(Board::low).collect();
    let mut group = c.benchmark_group("tetris/survey");
    group.throughput(Throughput::Elements(low.len() as u64));
    group.bench_function("10x20", |b| {
        b.iter(|| low.iter().map(|board| Survey::of(black_box(board)).entropy).sum::<u64>());
    });
    group.finish();
}

criterion_group!(benches, decisions, two_pieces, reachable, survey);
criterion_main!(benches);
