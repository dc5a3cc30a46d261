//! Small boards solved: every position a game can reach, and what is best there.
//!
//! A slide keeps the sum of all tiles, and chance adds 2 or 4 to it. So positions lie in layers by their sums, and each
//! layer depends only on the next two: layers are listed upwards and valued downwards. Reflections and rotations of a board
//! are one position.

mod layers;
mod values;

use crate::grid::{Direction, Grid};
use crate::tables::{Board, canonical, tables};
use layers::{Layers, sum_of};
use ludex_core::{Error, ExactValue, Result, Size, Stop};
use std::sync::{Arc, Mutex};
use values::Valuer;

/// The largest board that is solved.
const MOST_CELLS: usize = 9;

/// The exact values of a board from its start: two tiles put by chance.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The best expected score.
    pub expected_score: f64,
    /// The expected score of a player who moves by lot.
    pub random_score: f64,
    /// The best score that is certain when chance does its worst from the first tiles, two 2s, on.
    pub minimax_score: f64,
    /// The best chance to reach each tile.
    pub tiles: Vec<TileChance>,
    /// Positions before a move, reflections and rotations counted once.
    pub states: u64,
}

/// The chance that a tile is reached by a player who wants nothing else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TileChance {
    /// The number on the tile.
    pub tile: u32,
    /// The chance, 0 to 1.
    pub chance: f64,
}

impl Summary {
    /// The same for doors that know no tiles.
    pub(crate) fn value(&self) -> ExactValue {
        let mut figures = vec![
            ("random play".to_owned(), self.random_score),
            ("certain from two 2s".to_owned(), self.minimax_score),
        ];
        // Rounding may leave what is certain a hair above 1.
        let chance = |tile: &TileChance| (format!("chance of {}", tile.tile), tile.chance.min(1.0));
        figures.extend(self.tiles.iter().map(chance));
        ExactValue { value: self.expected_score, states: self.states, figures, proof: Vec::new() }
    }
}

/// A solved board.
pub struct Exact {
    size: Size,
    layers: Layers,
    /// The best expected score from each position on, in the order of the layers.
    scores: Vec<Vec<f64>>,
    summary: Summary,
}

/// How far solving has come: layers done, and layers in all as far as that is known.
pub type Progress<'a> = dyn Fn(usize, usize) + Sync + 'a;

impl Exact {
    /// Solves a board of up to nine cells with sides of up to four. `None` after a stop.
    pub fn solve(size: Size, stop: &Stop, progress: &Progress<'_>) -> Result<Option<Self>> {
        let small = Grid::new(size)?.is_small() && size.cells() <= MOST_CELLS;
        if !small {
            let reason = "give a board of at most 9 cells and sides of at most 4, such as 3x3";
            return Err(Error::bad("size", size.to_string(), reason));
        }
        let Some(layers) = Layers::list(size, stop, progress) else { return Ok(None) };
        let Some((scores, first)) = Valuer::new(size).value(&layers, stop, progress) else {
            return Ok(None);
        };
        let summary = first.summary(layers.count());
        Ok(Some(Self { size, layers, scores, summary }))
    }

    /// The values from the start.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The best expected score from a board on at which the player is to move; `None` where no game gets to.
    pub fn score(&self, board: Board) -> Option<f64> {
        let (layer, place) = self.layers.find(sum_of(board), canonical(board, self.size))?;
        Some(self.scores[layer][place])
    }

    /// The best expected score after a slide, its own reward included; `None` where nothing moves or no game gets to.
    pub fn score_of(&self, board: Board, direction: Direction) -> Option<f64> {
        let after = tables().slide(self.size, board, direction);
        if after == board {
            return None;
        }
        let reward = f64::from(tables().reward(board, direction));
        let mut mean = 0.0;
        let empty = layers::empty(after, self.size);
        for place in layers::bits(empty) {
            let two = self.score(after | 1 << place)?;
            let four = self.score(after | 2 << place)?;
            mean += crate::TWO * two + (1.0 - crate::TWO) * four;
        }
        Some(reward + mean / f64::from(empty.count_ones()))
    }
}

/// The boards solved so far, by size: solving takes from nothing to minutes, and many agents may ask.
static SOLVED: Mutex<Vec<(Size, Arc<Exact>)>> = Mutex::new(Vec::new());

/// The solution of a board, found once and kept. `None` after a stop.
pub fn solved(size: Size, stop: &Stop) -> Result<Option<Arc<Exact>>> {
    // Whoever asks while somebody else is solving waits for that.
    let mut kept = SOLVED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some((_, exact)) = kept.iter().find(|(known, _)| *known == size) {
        return Ok(Some(exact.clone()));
    }
    let exact = Exact::solve(size, stop, &|_, _| ())?.map(Arc::new);
    kept.extend(exact.iter().map(|exact| (size, exact.clone())));
    Ok(exact)
}
