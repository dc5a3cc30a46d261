//! How likely it is that both players soon lose with a pile like this.
//!
//! Height alone hardly tells before it is too late: what chokes a game are rows with buried gaps, which nobody can clear until what covers
//! them is gone. So this is a logistic curve over the height and what a glance sees, fitted to whole games by the example `versus_risk`.

use crate::board::Pile;
use crate::terrain::Terrain;
use crate::word::Word;

/// From these heights on another row counts for more, or for less.
pub const BENDS: [u32; 4] = [10, 13, 15, 17];

/// The rows of the board on which games were played for this; on others, piles count by the rows above them.
const ROWS: u32 = 20;

/// Log-odds of the height, of each row above a bend, and of the amounts of [`Terrain`].
const START: f64 = -2.4055;
const HEIGHT: f64 = -0.8121;
const ABOVE: [f64; 4] = [0.1745, 0.3891, 0.6149, 0.3374];
const TERRAIN: [f64; Terrain::COUNT] = [0.0064, 0.0265, -0.1128, 0.0509, 0.0094, 0.6022, 0.0705];

/// The share of such piles, left behind by `versus`, with which both lose within thirty further placements of it.
pub fn risk<T: Word>(board: &Pile<T>) -> f64 {
    let rows_left = (board.height() as u32).saturating_sub(board.pile_height());
    let height = ROWS.saturating_sub(rows_left);
    let above = BENDS.map(|bend| height.saturating_sub(bend));
    let bends: f64 = above.iter().zip(ABOVE).map(|(&rows, weight)| f64::from(rows) * weight).sum();
    let amounts = Terrain::of(board).amounts();
    let terrain: f64 = amounts.iter().zip(TERRAIN).map(|(amount, weight)| amount * weight).sum();
    let odds = START + HEIGHT * f64::from(height) + bends + terrain;
    1.0 / (1.0 + (-odds).exp())
}
