//! What a position promises, in terms that people use.

use crate::grid::{Cell, Direction, Grid};
use crate::search::{Leaf, Parts, best_by_value};
use crate::tables::{Board, tables, transpose};
use crate::{Position, Twenty48};
use ludex_core::weights::WeightFile;
use ludex_core::{Evaluate, Game, Result, Seat, Size, Term, Turn};
use std::sync::{Arc, LazyLock};

/// Free cells, tiles that can merge, tiles in order, few small tiles, and not being lost. Learned nothing.
///
/// Every row and column counts by itself, so a table of rows holds its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// What one unit of each term is worth.
    weights: [f64; COUNTS + 1],
}

impl Default for Shape {
    fn default() -> Self {
        Self { weights: WEIGHTS }
    }
}

/// What is counted in a row or column.
const COUNTS: usize = 4;

/// The term that says whether the game goes on.
pub(crate) const ALIVE: &str = "alive";

pub(crate) const NAMES: [&str; COUNTS + 1] = [ALIVE, "free", "pairs", "disorder", "bulk"];

pub(crate) const MEANINGS: [&str; COUNTS + 1] = [
    "survival: whether the game goes on",
    "free cells, each counted in its row and its column",
    "equal neighbours that can merge, by rows and columns",
    "how much tiles break the order of their row or column",
    "many tiles of all sizes instead of a few large ones",
];

/// What one unit is worth where nobody says otherwise.
const WEIGHTS: [f64; COUNTS + 1] = [1_600_000.0, 270.0, 700.0, -47.0, -11.0];

/// The counts of a row or column: free cells, pairs, disorder, bulk.
fn count(line: &[u8]) -> [f64; COUNTS] {
    let free: f64 = line.iter().map(|&tile| f64::from(u8::from(tile == 0))).sum();
    let bulk: f64 = line.iter().map(|&tile| f64::from(tile).powf(3.5)).sum();
    [free, pairs(line), disorder(line), bulk]
}

/// Tiles that have an equal neighbour, gaps between them not counted.
fn pairs(line: &[u8]) -> f64 {
    let tiles: Vec<u8> = line.iter().copied().filter(|&tile| tile != 0).collect();
    let runs = tiles.chunk_by(|a, b| a == b).map(<[u8]>::len);
    runs.filter(|&run| run > 1).sum::<usize>() as f64
}

/// How far a line is from falling or rising all the way, whichever is nearer. Large tiles count far more than small ones.
fn disorder(line: &[u8]) -> f64 {
    let size = |tile: u8| f64::from(tile).powi(4);
    let steps = line.windows(2).map(|pair| size(pair[0]) - size(pair[1]));
    let (falls, rises) = steps.fold((0.0, 0.0), |(falls, rises), step| {
        if step > 0.0 { (falls + step, rises) } else { (falls, rises - step) }
    });
    f64::min(falls, rises)
}

/// The cells of a row in bits, of which the longest has four.
fn cells(row: usize) -> [u8; 4] {
    std::array::from_fn(|cell| (row >> (4 * cell) & 15) as u8)
}

/// The counts of all rows by their length, 2 to 4: they are the same whatever they are worth.
static COUNTED: LazyLock<[Vec<[f64; COUNTS]>; 3]> = LazyLock::new(|| {
    [2, 3, 4].map(|length| {
        (0..1 << (4 * length)).map(|row: usize| count(&cells(row)[..length])).collect()
    })
});

type Lines = [f32; 1 << 16];

/// Values of rows by their length, 2 to 4, with the usual weights.
static LINES: [LazyLock<Arc<Lines>>; 3] = [
    LazyLock::new(|| lines(2, &Shape::default())),
    LazyLock::new(|| lines(3, &Shape::default())),
    LazyLock::new(|| lines(4, &Shape::default())),
];

/// What rows of this length are worth, `alive` not included.
fn lines(length: usize, shape: &Shape) -> Arc<Lines> {
    let value = |counts: &[f64; COUNTS]| {
        counts.iter().zip(&shape.weights[1..]).map(|(amount, weight)| amount * weight).sum::<f64>()
    };
    let mut values: Vec<f32> =
        COUNTED[length - 2].iter().map(|counts| value(counts) as f32).collect();
    values.resize(1 << 16, 0.0);
    let values: Arc<[f32]> = values.into();
    values.try_into().unwrap_or_else(|_| unreachable!("the length is right"))
}

/// [`Shape`] for boards in one word.
pub(crate) struct ShapeLeaf {
    size: Size,
    shape: Shape,
    alive: f32,
    rows: Arc<Lines>,
    columns: Arc<Lines>,
}

impl ShapeLeaf {
    pub(crate) fn new(size: Size, shape: Shape) -> Self {
        let usual = shape == Shape::default();
        let lines = |length: usize| {
            if usual { Arc::clone(&LINES[length - 2]) } else { lines(length, &shape) }
        };
        let rows = lines(size.width);
        let columns =
            if size.width == size.height { Arc::clone(&rows) } else { lines(size.height) };
        Self { size, shape, alive: shape.weights[0] as f32, rows, columns }
    }
}

const SQUARE: Size = Size::new(4, 4);

#[inline]
fn sum(table: &Lines, board: Board, count: usize) -> f32 {
    if count == 4 {
        let at = |shift: u32| table[usize::from((board >> shift) as u16)];
        return (at(0) + at(16)) + (at(32) + at(48));
    }
    (0..count).map(|row| table[usize::from((board >> (16 * row)) as u16)]).sum()
}

impl Leaf for ShapeLeaf {
    const POINTS: bool = false;
    const KEPT: bool = false;
    const DEEPER: bool = true;

    #[inline]
    fn value(&self, after: Board) -> f32 {
        let rows = sum(&self.rows, after, self.size.height);
        self.alive + (rows + sum(&self.columns, transpose(after), self.size.width))
    }

    #[inline]
    fn best_slide(&self, size: Size, board: Board) -> Option<(f32, Direction)> {
        if size != SQUARE {
            return best_by_value(self, size, board);
        }
        let mut best = (f32::NEG_INFINITY, Direction::Up);
        // The value does not mind whether rows are columns, so what has slid up or down need not be turned back. Jumps that
        // depend on what moves would be guessed wrong too often: all four are valued, and what does not move is the worst.
        for (before, moved, direction) in tables().square_slides(board) {
            let value = if moved == before { f32::NEG_INFINITY } else { self.value(moved) };
            best = if value > best.0 { (value, direction) } else { best };
        }
        (best.0 > f32::NEG_INFINITY).then_some(best)
    }

    fn parts(&self, after: Board) -> Vec<f64> {
        let Ok(grid) = Grid::new(self.size) else { return Vec::new() };
        amounts(grid, |cell| (after >> (4 * cell) & 15) as u8).to_vec()
    }

    fn terms(&self, parts: &Parts) -> Vec<Term> {
        self.shape.terms_of(&parts.leaf)
    }
}

/// The amounts of all terms on a board that is not lost.
fn amounts(grid: Grid, exponent: impl Fn(Cell) -> u8) -> [f64; COUNTS + 1] {
    let mut all = [1.0, 0.0, 0.0, 0.0, 0.0];
    for line in grid.lines(Direction::Left).chain(grid.lines(Direction::Up)) {
        let line: Vec<u8> = line.into_iter().map(&exponent).collect();
        for (sum, amount) in all[1..].iter_mut().zip(count(&line)) {
            *sum += amount;
        }
    }
    all
}

impl Shape {
    /// The weights of a file. Those that it does not name weigh nothing.
    pub fn of(file: &WeightFile) -> Result<Self> {
        let found = file.of(&NAMES)?;
        Ok(Self::weighed(found.into_iter()))
    }

    /// These weights at their places in [`NAMES`], and none for the rest.
    pub(crate) fn weighed(pairs: impl Iterator<Item = (usize, f64)>) -> Self {
        let mut weights = [0.0; COUNTS + 1];
        for (place, weight) in pairs {
            weights[place] = weight;
        }
        Self { weights }
    }

    fn amounts(game: &Twenty48, position: &Position) -> [f64; COUNTS + 1] {
        match game.turn(position) {
            Turn::Over => [0.0; COUNTS + 1],
            _ => amounts(game.grid(), |cell| position.exponent(cell)),
        }
    }

    /// Terms from their amounts.
    fn terms_of(&self, amounts: &[f64]) -> Vec<Term> {
        let term = |i: usize| {
            let amount = amounts.get(i).copied().unwrap_or(0.0);
            Term::new(NAMES[i], MEANINGS[i], amount, self.weights[i])
        };
        (0..NAMES.len()).map(term).collect()
    }
}

impl Evaluate<Twenty48> for Shape {
    fn value(&self, game: &Twenty48, position: &Position, _: Seat) -> f64 {
        let amounts = Self::amounts(game, position);
        amounts.iter().zip(self.weights).map(|(amount, weight)| amount * weight).sum()
    }

    fn terms(&self, game: &Twenty48, position: &Position, _: Seat) -> Vec<Term> {
        self.terms_of(&Self::amounts(game, position))
    }
}
