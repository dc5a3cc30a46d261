//! Every position that a game can reach, in layers by the sum of its tiles.

use super::Progress;
use crate::grid::Direction;
use crate::tables::{Board, Tables, canonical, cells_mask, occupied, tables};
use ludex_core::{Size, Stop};
#[cfg(feature = "threads")]
use rayon::prelude::*;

/// Positions before a move, each layer sorted. Layer `i` holds those whose tiles sum to `4 + 2 * i`.
pub(super) struct Layers {
    boards: Vec<Vec<Board>>,
}

/// The least sum of a game's first two tiles.
const FIRST_SUM: u32 = 4;

/// The layer of a sum.
fn layer_of(sum: u32) -> Option<usize> {
    Some((sum.checked_sub(FIRST_SUM)? / 2) as usize)
}

/// The sum of all tiles.
pub(super) fn sum_of(board: Board) -> u32 {
    (0..16)
        .map(|cell| board >> (4 * cell) & 15)
        .filter(|&tile| tile != 0)
        .map(|tile| 1 << tile)
        .sum()
}

/// The lowest bits of the empty cells.
#[inline]
pub(super) fn empty(board: Board, size: Size) -> Board {
    cells_mask(size) & !occupied(board)
}

/// The places of the bits of a mask, lowest first.
#[inline]
pub(super) fn bits(mut mask: Board) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (mask != 0).then(|| mask.trailing_zeros())?;
        mask &= mask - 1;
        Some(place)
    })
}

/// The first two tiles: every board, how often it comes, and whether both tiles are 2s.
pub(super) fn starts(size: Size) -> Vec<(Board, f64, bool)> {
    let cells: Vec<u32> = bits(cells_mask(size)).collect();
    let share = 1.0 / (cells.len() * (cells.len() - 1)) as f64;
    let chance = |tile: u64| if tile == 1 { crate::TWO } else { 1.0 - crate::TWO };
    let mut all = Vec::new();
    for &first in &cells {
        for &second in cells.iter().filter(|&&second| second != first) {
            for (a, b) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
                all.push((
                    a << first | b << second,
                    share * chance(a) * chance(b),
                    a == 1 && b == 1,
                ));
            }
        }
    }
    all
}

/// What slides lead to from sorted positions, sorted.
pub(super) fn afterstates(tables: &Tables, size: Size, boards: &[Board]) -> Vec<Board> {
    let slide = |&board: &Board| {
        let moved = Direction::ALL.map(|direction| tables.slide(size, board, direction));
        moved
            .into_iter()
            .filter(move |&after| after != board)
            .map(move |after| canonical(after, size))
    };
    distinct(flat_map(boards, slide))
}

/// What chance makes of afterstates when it puts tiles of one kind.
fn spawned(size: Size, afterstates: &[Board], tile: Board) -> Vec<Board> {
    let put = |&after: &Board| {
        bits(empty(after, size)).map(move |place| canonical(after | tile << place, size))
    };
    flat_map(afterstates, put)
}

#[cfg(feature = "threads")]
fn flat_map<I: Iterator<Item = Board>>(
    boards: &[Board],
    each: impl Fn(&Board) -> I + Sync + Send,
) -> Vec<Board> {
    boards.par_iter().flat_map_iter(each).collect()
}

#[cfg(not(feature = "threads"))]
fn flat_map<I: Iterator<Item = Board>>(boards: &[Board], each: impl Fn(&Board) -> I) -> Vec<Board> {
    boards.iter().flat_map(each).collect()
}

fn distinct(mut boards: Vec<Board>) -> Vec<Board> {
    #[cfg(feature = "threads")]
    boards.par_sort_unstable();
    #[cfg(not(feature = "threads"))]
    boards.sort_unstable();
    boards.dedup();
    boards.shrink_to_fit();
    boards
}

impl Layers {
    /// Lists all positions layer by layer. `None` after a stop.
    pub(super) fn list(size: Size, stop: &Stop, progress: &Progress<'_>) -> Option<Self> {
        let tables = tables();
        let mut boards: Vec<Vec<Board>> = Vec::new();
        let mut coming: Vec<Vec<Board>> = vec![Vec::new(); 3];
        for (board, ..) in starts(size) {
            coming[layer_of(sum_of(board))?].push(canonical(board, size));
        }
        // The layer at hand is the first of those to come; chance fills the two after it.
        while coming.iter().any(|layer| !layer.is_empty()) {
            if stop.is_set() {
                return None;
            }
            let here = distinct(coming.remove(0));
            coming.resize(3, Vec::new());
            let afters = afterstates(tables, size, &here);
            coming[0].extend(spawned(size, &afters, 1));
            coming[1].extend(spawned(size, &afters, 2));
            boards.push(here);
            progress(boards.len(), 0);
        }
        Some(Self { boards })
    }

    /// Positions in all.
    pub(super) fn count(&self) -> u64 {
        self.boards.iter().map(|layer| layer.len() as u64).sum()
    }

    /// Number of layers.
    pub(super) fn len(&self) -> usize {
        self.boards.len()
    }

    /// The positions of a layer; none beyond the last.
    pub(super) fn layer(&self, index: usize) -> &[Board] {
        self.boards.get(index).map_or(&[], Vec::as_slice)
    }

    /// Layer and place of a canonical board.
    pub(super) fn find(&self, sum: u32, board: Board) -> Option<(usize, usize)> {
        let layer = layer_of(sum)?;
        let place = self.layer(layer).binary_search(&board).ok()?;
        Some((layer, place))
    }
}
