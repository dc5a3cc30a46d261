//! How probable it is that the built-in player, one slide ahead, comes to a tile from here.
//!
//! A logistic curve for each tile over three things that can be read off a position: how far the points that the network expects in the end
//! reach beyond those that the tile takes, how much of the tile lies on the board already, and the product of both. The curves
//! were fitted to games that the player played with itself, and checked on others: `examples/twenty48_chances.rs` does both.

use crate::agents::Player;
use crate::grid::Direction;
use crate::tables::{Board, tables};
use crate::{Position, Twenty48};
use ludex_core::{Result, Size};

/// Numbers of a curve.
pub const INPUTS: usize = 4;

/// The first tile with a curve, as a power of two: smaller ones are sure.
pub const FIRST: u8 = 9;

/// The tiles from [`FIRST`] on, up to 32768: what each input counts.
const CURVES: [[f64; INPUTS]; 7] = [
    [0.2151, 1.1596, 0.0776, 0.0159],
    [-0.2344, 1.4151, 0.2133, -0.0196],
    [-1.4727, 2.3124, 0.6015, -0.1652],
    [-1.8062, 2.7268, -1.1950, 0.7561],
    [-1.1013, 3.4136, -0.4653, 0.7429],
    [-0.2826, 1.7074, 0.2189, 0.4595],
    [-5.5324, 1.6494, 2.6951, -0.9931],
];

const SIZE: Size = Size::new(4, 4);

/// What a position says about its future, for all tiles.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    /// The logarithm of the points that the network expects at the end.
    points: f64,
    /// The logarithm of the sum of all tiles.
    sum: f64,
}

impl Outlook {
    /// Reads a board on which the player is to move; `None` where nothing moves.
    pub fn of(player: &Player, board: Board) -> Option<Self> {
        let tables = tables();
        let ahead = Direction::ALL.into_iter().filter_map(|direction| {
            let after = tables.slide(SIZE, board, direction);
            let points = tables.reward(board, direction) as f32;
            (after != board).then(|| points + player.value(after))
        });
        let ahead = ahead.max_by(f32::total_cmp)?;
        let tiles = (0..16).map(|cell| (board >> (4 * cell) & 15) as i32).filter(|&tile| tile > 0);
        let (mut earned, mut sum) = (0.0, 0.0);
        for tile in tiles {
            earned += worth(tile);
            sum += f64::from(tile).exp2();
        }
        let points = (earned + f64::from(ahead)).max(1.0).log2();
        Some(Self { points, sum: sum.log2() })
    }

    /// What the curve of a tile is about.
    pub fn inputs(&self, exponent: u8) -> [f64; INPUTS] {
        let beyond = self.points - worth(exponent.into()).log2();
        let there = self.sum - f64::from(exponent);
        [1.0, beyond, there, beyond * there]
    }

    /// The chance of each tile from [`FIRST`] to 32768. A greater one is never more probable.
    pub fn chances(&self) -> [f64; CURVES.len()] {
        let mut most: f64 = 1.0;
        let mut exponent = FIRST;
        CURVES.map(|curve| {
            let inputs = self.inputs(exponent);
            exponent += 1;
            let sum: f64 = curve.iter().zip(inputs).map(|(weight, input)| weight * input).sum();
            most = most.min(1.0 / (1.0 + (-sum).exp()));
            most
        })
    }
}

/// The points of a tile that was made of twos alone.
fn worth(exponent: i32) -> f64 {
    f64::from(exponent - 1) * f64::from(exponent).exp2()
}

/// The next tiles that are still to be reached and the chance of each, as far as that says something; nothing on other boards than 4x4.
pub fn chances(game: &Twenty48, position: &Position) -> Result<Vec<(u32, f64)>> {
    let board = position.board(game.grid()).filter(|_| game.grid().size() == SIZE);
    let (Some(board), 0) = (board, position.due()) else { return Ok(Vec::new()) };
    let player = Player::built_in()?;
    let Some(outlook) = Outlook::of(&player, board) else { return Ok(Vec::new()) };
    let greatest = position.max_tile(game.grid());
    let all = (FIRST..).zip(outlook.chances()).map(|(exponent, chance)| (1 << exponent, chance));
    Ok(all.filter(|&(tile, chance)| tile > greatest && chance >= 0.005).collect())
}
