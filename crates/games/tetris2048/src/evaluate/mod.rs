//! What a board promises and what a step earns, in named terms.

mod cells;
mod measure;
mod outline;

pub use measure::measure;
pub use outline::Outline;

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
pub const COUNT: usize = 15;

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
    feature("largest", "doublings of the largest tile: 4 for a 16"),
    feature("above", "the largest tile's row above the floor"),
    feature("almost", "rows one short: rows in which a single cell is empty"),
    feature("buried", "buried tiles: tiles with a heavier one somewhere above them"),
    feature("lowest", "the lowest column's height: an empty column keeps every row from going"),
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
        Outline::of(self, tiles).value(self, tiles)
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
        let (features, cells) = (measure(tiles), cells::cells(tiles));
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
