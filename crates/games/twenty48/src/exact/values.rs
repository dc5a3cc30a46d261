//! The value of every position, from the last layer to the first.

use super::layers::{Layers, afterstates, bits, empty, starts, sum_of};
use super::{Progress, Summary, TileChance};
use crate::TWO;
use crate::grid::Direction;
use crate::tables::{Board, Tables, canonical, tables};
use ludex_core::{Size, Stop};
#[cfg(feature = "threads")]
use rayon::prelude::*;

/// The least tile whose chance is asked for: 8.
const LEAST_TILE: usize = 3;
/// The greatest on nine cells: 1024.
const MOST_TILE: usize = 10;
const TILES: usize = MOST_TILE - LEAST_TILE + 1;

/// All that is asked about a position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Values {
    expected: f64,
    random: f64,
    minimax: f64,
    tiles: [f64; TILES],
}

/// Values positions of one size.
pub(super) struct Valuer {
    size: Size,
    tables: &'static Tables,
}

/// Afterstates of a layer, sorted, with their values.
struct Afters {
    boards: Vec<Board>,
    values: Vec<Values>,
}

impl Values {
    /// The value of a board on which nothing moves.
    fn stuck(board: Board) -> Self {
        Self { tiles: reached(board), ..Self::default() }
    }

    /// Adds another outcome with its chance.
    fn mix(&mut self, other: &Self, chance: f64) {
        self.expected += chance * other.expected;
        self.random += chance * other.random;
        self.minimax = self.minimax.min(other.minimax);
        for (sum, value) in self.tiles.iter_mut().zip(other.tiles) {
            *sum += chance * value;
        }
    }

    /// The values from a start on, as people want them.
    pub(super) fn summary(&self, states: u64) -> Summary {
        let tile = |(index, &chance): (usize, &f64)| TileChance {
            tile: 1 << (index + LEAST_TILE),
            chance,
        };
        let possible = |tile: &TileChance| tile.chance > 0.0;
        Summary {
            expected_score: self.expected,
            random_score: self.random,
            minimax_score: self.minimax,
            tiles: self.tiles.iter().enumerate().map(tile).filter(possible).collect(),
            states,
        }
    }
}

/// 1 for every tile that lies on the board or has been part of one that does.
fn reached(board: Board) -> [f64; TILES] {
    let greatest = (0..16).map(|cell| (board >> (4 * cell) & 15) as usize).max().unwrap_or(0);
    std::array::from_fn(|index| if index + LEAST_TILE <= greatest { 1.0 } else { 0.0 })
}

impl Valuer {
    pub(super) fn new(size: Size) -> Self {
        Self { size, tables: tables() }
    }

    /// The best expected scores of all positions, and all values of the start. `None` after a stop.
    pub(super) fn value(
        &self,
        layers: &Layers,
        stop: &Stop,
        progress: &Progress<'_>,
    ) -> Option<(Vec<Vec<f64>>, Values)> {
        let count = layers.len();
        let mut scores = vec![Vec::new(); count];
        // Values of the layer at hand and of the two after it. Starts lie in the first three.
        let mut near: [Vec<Values>; 3] = Default::default();
        for index in (0..count).rev() {
            if stop.is_set() {
                return None;
            }
            let values = self.layer(layers, index, &near);
            scores[index] = values.iter().map(|values| values.expected).collect();
            near.rotate_right(1);
            near[0] = values;
            progress(count - index, count);
        }
        Some((scores, self.start(layers, &near)))
    }

    /// The values of a layer from those of the next two.
    fn layer(&self, layers: &Layers, index: usize, next: &[Vec<Values>; 3]) -> Vec<Values> {
        let boards = afterstates(self.tables, self.size, layers.layer(index));
        let after = |&board: &Board| {
            let mut mean = Values { minimax: f64::INFINITY, ..Values::default() };
            let free = empty(board, self.size);
            let share = 1.0 / f64::from(free.count_ones());
            for place in bits(free) {
                for (tile, chance) in [(1, TWO), (2, 1.0 - TWO)] {
                    let put = canonical(board | tile << place, self.size);
                    let layer = layers.layer(index + tile as usize);
                    if let Ok(found) = layer.binary_search(&put) {
                        mean.mix(&next[tile as usize - 1][found], share * chance);
                    }
                }
            }
            mean
        };
        let values = map(&boards, after);
        let afters = Afters { boards, values };
        map(layers.layer(index), |&board| self.position(board, &afters))
    }

    /// The value of a position from those of what its slides lead to.
    fn position(&self, board: Board, afters: &Afters) -> Values {
        let mut best: Option<Values> = None;
        let mut slides = 0;
        for direction in Direction::ALL {
            let after = self.tables.slide(self.size, board, direction);
            let place = afters.boards.binary_search(&canonical(after, self.size));
            let (true, Ok(place)) = (after != board, place) else { continue };
            let reward = f64::from(self.tables.reward(board, direction));
            let found = &afters.values[place];
            let best = best.get_or_insert(Values {
                expected: f64::NEG_INFINITY,
                minimax: f64::NEG_INFINITY,
                ..Values::default()
            });
            best.expected = best.expected.max(reward + found.expected);
            best.minimax = best.minimax.max(reward + found.minimax);
            best.random += reward + found.random;
            for (most, value) in best.tiles.iter_mut().zip(found.tiles) {
                *most = most.max(value);
            }
            slides += 1;
        }
        let Some(mut best) = best else { return Values::stuck(board) };
        best.random /= f64::from(slides);
        for (chance, reached) in best.tiles.iter_mut().zip(reached(board)) {
            *chance = chance.max(reached);
        }
        best
    }

    /// The mean over the first two tiles; the worst of two 2s.
    fn start(&self, layers: &Layers, near: &[Vec<Values>; 3]) -> Values {
        let mut mean = Values { minimax: f64::INFINITY, ..Values::default() };
        for (board, chance, twos) in starts(self.size) {
            let found = layers.find(sum_of(board), canonical(board, self.size));
            let Some((layer, place)) = found else { continue };
            let mut values = near[layer][place];
            if !twos {
                values.minimax = f64::INFINITY;
            }
            mean.mix(&values, chance);
        }
        mean
    }
}

#[cfg(feature = "threads")]
fn map<T: Send>(boards: &[Board], each: impl Fn(&Board) -> T + Sync + Send) -> Vec<T> {
    boards.par_iter().map(each).collect()
}

#[cfg(not(feature = "threads"))]
fn map<T>(boards: &[Board], each: impl Fn(&Board) -> T) -> Vec<T> {
    boards.iter().map(each).collect()
}
