//! What a board promises and what a step earns, in named terms.

use crate::rules::{Action, Position, Tetris2048};
use crate::tiles::{Earned, Tiles};
use ludex_core::{Evaluate, Game, Seat, Term, Turn};

/// A number that is read off a board.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name in terms and weight files.
    pub name: &'static str,
    /// What it counts.
    pub meaning: &'static str,
}

const fn feature(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning }
}

/// How many numbers are read off a board.
pub const COUNT: usize = 13;

/// All of them, in the order of the weights.
pub const FEATURES: [Feature; COUNT] = [
    feature("height", "height: the heights of all columns together"),
    feature("pile", "pile height: the highest column, squared"),
    feature("holes", "holes: empty cells with a tile somewhere above"),
    feature("bumpiness", "bumpiness: differences between neighbouring heights"),
    feature("tiles", "tiles: how many lie on the board"),
    feature("order", "disorder: by how many doublings tiles outweigh what they lie on"),
    feature("chain", "chains: tiles that lie on one twice their value"),
    feature("side", "pairs: equal tiles side by side"),
    feature("tops", "open twos: columns that end in a 2"),
    feature("heavy", "heavy tops: doublings of the tiles on which the next piece lands"),
    feature("largest", "largest tile: its doublings"),
    feature("above", "the largest tile's row above the floor"),
    feature("almost", "rows one short: rows in which a single cell is empty"),
];

/// What a step earns, beside the board.
const MERGED: Feature = feature("merged", "points of merges");
const CLEARED: Feature = feature("cleared", "points of cleared rows");
/// What being lost costs.
const LOST: Feature = feature("lost", "lost: no room for the next piece");

/// Numbers read off a board.
pub type Features = [f64; COUNT];

/// A weighted sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linear {
    /// The weight of each of [`FEATURES`].
    pub weights: Features,
    /// What a point of a merge is worth.
    pub merged: f64,
    /// What a point of a cleared row is worth.
    pub cleared: f64,
    /// What a position without room for the next piece is worth.
    pub lost: f64,
}

impl Linear {
    /// The value of a board on which the game goes on.
    #[inline]
    pub fn promise(&self, tiles: &Tiles) -> f64 {
        let features = measure(tiles);
        self.weights.iter().zip(features).map(|(weight, amount)| weight * amount).sum()
    }

    /// The value of what a placement brought.
    #[inline]
    pub fn earned(&self, earned: &Earned) -> f64 {
        self.merged * earned.merged as f64 + self.cleared * earned.cleared as f64
    }

    /// What a placement brought, taken apart.
    pub fn earned_terms(&self, earned: &Earned) -> Vec<Term> {
        let term =
            |f: Feature, points: u64, weight| Term::new(f.name, f.meaning, points as f64, weight);
        vec![term(MERGED, earned.merged, self.merged), term(CLEARED, earned.cleared, self.cleared)]
    }

    /// The value of a board taken apart, with the cells that count.
    pub fn promise_terms(&self, tiles: &Tiles) -> Vec<Term> {
        let (features, cells) = (measure(tiles), cells(tiles));
        let each = FEATURES.iter().zip(self.weights).zip(features).zip(cells);
        each.map(|(((f, weight), amount), cells)| {
            Term::new(f.name, f.meaning, amount, weight).at(cells)
        })
        .collect()
    }

    /// The single term of a game that is lost.
    pub fn lost_term(&self) -> Term {
        Term::new(LOST.name, LOST.meaning, 1.0, self.lost)
    }
}

impl Evaluate<Tetris2048> for Linear {
    fn value(&self, game: &Tetris2048, position: &Position, _: Seat) -> f64 {
        if is_lost(game, position) { self.lost } else { self.promise(&position.tiles) }
    }

    fn terms(&self, game: &Tetris2048, position: &Position, _: Seat) -> Vec<Term> {
        if is_lost(game, position) {
            return vec![self.lost_term()];
        }
        self.promise_terms(&position.tiles)
    }

    fn has_rewards(&self) -> bool {
        true
    }

    fn reward(
        &self,
        game: &Tetris2048,
        before: &Position,
        action: Action,
        _: &Position,
        _: Seat,
    ) -> f64 {
        self.earned(&step(game, before, action))
    }

    fn reward_terms(
        &self,
        game: &Tetris2048,
        before: &Position,
        action: Action,
        _: &Position,
        _: Seat,
    ) -> Vec<Term> {
        match action {
            Action::Deal(_) => Vec::new(),
            Action::Place { .. } => self.earned_terms(&step(game, before, action)),
        }
    }
}

/// What an action brings.
fn step(game: &Tetris2048, before: &Position, action: Action) -> Earned {
    match action {
        Action::Deal(_) => Earned::default(),
        Action::Place { piece, at } => game.put(&mut before.tiles.clone(), piece, at),
    }
}

/// Whether the next piece finds no room.
pub(crate) fn is_lost(game: &Tetris2048, position: &Position) -> bool {
    position.current.is_some() && game.turn(position) == Turn::Over
}

/// Reads all numbers off a board.
pub fn measure(tiles: &Tiles) -> Features {
    let width = tiles.width();
    let mut heights = [0u32; crate::tiles::MOST_WIDTH];
    let mut all = Features::default();
    let (mut largest, mut above) = (0, 0);
    let mut one_short = OneShort::default();
    for x in 0..width {
        let taken = tiles.columns()[x];
        let height = u32::BITS - taken.leading_zeros();
        heights[x] = height;
        one_short.add(taken);
        all[0] += f64::from(height);
        all[2] += f64::from(height - taken.count_ones());
        all[4] += f64::from(taken.count_ones());
        let column = &tiles.column(x)[..height as usize];
        if let Some(&top) = column.last() {
            all[8] += f64::from(u8::from(top == 1));
            all[9] += f64::from(top - 1);
        }
        for (y, pair) in column.windows(2).enumerate() {
            let (low, high) = (pair[0], pair[1]);
            if low > 0 && high > low {
                all[5] += f64::from(high - low);
            }
            all[6] += f64::from(u8::from(high > 0 && high + 1 == low));
            if low > largest {
                (largest, above) = (low, y);
            }
        }
        if let Some(&top) = column.last()
            && top > largest
        {
            (largest, above) = (top, column.len() - 1);
        }
        if x > 0 {
            let both = taken & tiles.columns()[x - 1];
            all[7] += side_pairs(tiles, x, both);
            all[3] += f64::from(heights[x].abs_diff(heights[x - 1]));
        }
    }
    let pile = f64::from(heights.iter().copied().max().unwrap_or(0));
    all[1] = pile * pile;
    (all[10], all[11]) = (f64::from(largest), above as f64);
    all[12] = f64::from(one_short.rows().count_ones());
    all
}

/// Equal tiles of a column and the one to its left, in the rows where both have one.
#[inline]
fn side_pairs(tiles: &Tiles, x: usize, both: u32) -> f64 {
    let (left, here) = (tiles.column(x - 1), tiles.column(x));
    let mut rows = both;
    let mut pairs = 0;
    while rows != 0 {
        let y = rows.trailing_zeros() as usize;
        pairs += u32::from(left[y] == here[y]);
        rows &= rows - 1;
    }
    f64::from(pairs)
}

/// Counts empty cells of all rows at once, as far as two.
#[derive(Default)]
struct OneShort {
    one: u32,
    more: u32,
    any: u32,
}

impl OneShort {
    #[inline]
    fn add(&mut self, taken: u32) {
        self.more |= self.one & !taken;
        self.one |= !taken;
        self.any |= taken;
    }

    /// The rows with exactly one empty cell.
    fn rows(&self) -> u32 {
        self.one & !self.more & self.any
    }
}

/// The cells of the picture that each feature counts, as column and row from the top.
fn cells(tiles: &Tiles) -> [Vec<[u16; 2]>; COUNT] {
    let mut all: [Vec<[u16; 2]>; COUNT] = Default::default();
    let height = tiles.height();
    let cell = |x: usize, y: usize| [x as u16, (height - 1 - y) as u16];
    let largest = tiles.largest();
    let mut one_short = OneShort::default();
    for (x, &taken) in tiles.columns().iter().enumerate() {
        one_short.add(taken);
        let column = tiles.column(x);
        let top = (u32::BITS - taken.leading_zeros()) as usize;
        all[2].extend((0..top).filter(|&y| column[y] == 0).map(|y| cell(x, y)));
        if top > 0 {
            let place = if column[top - 1] == 1 { 8 } else { 9 };
            all[place].push(cell(x, top - 1));
        }
        for y in 1..top {
            let (low, high) = (column[y - 1], column[y]);
            if low > 0 && high > low {
                all[5].push(cell(x, y));
            }
            if high > 0 && high + 1 == low {
                all[6].extend([cell(x, y - 1), cell(x, y)]);
            }
        }
        if x > 0 {
            let left = tiles.column(x - 1);
            let equal = (0..top).filter(|&y| column[y] > 0 && column[y] == left[y]);
            all[7].extend(equal.flat_map(|y| [cell(x - 1, y), cell(x, y)]));
        }
        all[10]
            .extend((0..top).filter(|&y| largest > 0 && column[y] == largest).map(|y| cell(x, y)));
    }
    let rows = one_short.rows();
    for (x, &taken) in tiles.columns().iter().enumerate() {
        let gaps = rows & !taken;
        all[12].extend((0..height).filter(|y| gaps >> y & 1 == 1).map(|y| cell(x, y)));
    }
    all
}
