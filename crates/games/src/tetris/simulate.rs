//! Whole games of a linear policy on straight drops, without allocation.

use super::board::LowBoard;
use super::drop::{Carry, DropKernel, Weights};
use ludex_core::{Error, Result, Rng, Seed};
use rand::Rng as _;

/// How a simulated game went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Rows cleared.
    pub lines: u64,
    /// Pieces placed.
    pub pieces: u64,
    /// Whether the game was lost; else it reached the limit of pieces.
    pub lost: bool,
}

/// Plays one game with uniformly drawn pieces, at most `max_pieces` of them.
///
/// For boards up to 32 high.
///
/// ```
/// use ludex_core::Seed;
/// use ludex_games::tetris::{DropKernel, sets, simulate::simulate};
/// let kernel = DropKernel::new(&sets::simplified(), 10, 10).unwrap();
/// let dellacherie = [-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0];
/// let played = simulate(&kernel, &dellacherie, Seed(1), 100).unwrap();
/// assert_eq!((played.pieces, played.lost), (100, false));
/// ```
pub fn simulate(
    kernel: &DropKernel,
    weights: &Weights,
    seed: Seed,
    max_pieces: u64,
) -> Result<Played> {
    let mut board = low_board(kernel)?;
    let mut rng = seed.rng();
    let mut played = Played::default();
    while played.pieces < max_pieces {
        let piece = draw(&mut rng, kernel.pieces());
        let Some((place, _)) = kernel.best_low(&board, piece, weights, Carry::default()) else {
            played.lost = true;
            break;
        };
        if let Some(shape) = kernel.shape(piece, place.rotation) {
            played.lines += u64::from(board.place(shape, place.x.into(), place.y.into()).lines);
        }
        played.pieces += 1;
    }
    Ok(played)
}

/// The same with the next piece known.
pub fn simulate_two(
    kernel: &DropKernel,
    weights: &Weights,
    seed: Seed,
    max_pieces: u64,
) -> Result<Played> {
    let mut board = low_board(kernel)?.wide();
    let mut rng = seed.rng();
    let mut piece = draw(&mut rng, kernel.pieces());
    let mut played = Played::default();
    while played.pieces < max_pieces {
        let next = draw(&mut rng, kernel.pieces());
        let Some((place, _)) = kernel.best_two(&board, piece, next, weights) else {
            played.lost = true;
            break;
        };
        if let Some(shape) = kernel.shape(piece, place.rotation) {
            played.lines += u64::from(board.place(shape, place.x.into(), place.y.into()).lines);
        }
        played.pieces += 1;
        piece = next;
    }
    Ok(played)
}

fn low_board(kernel: &DropKernel) -> Result<LowBoard> {
    LowBoard::new(kernel.width(), kernel.height()).map_err(|_| {
        let size = format!("{}x{}", kernel.width(), kernel.height());
        Error::bad("board size", size, "simulations need a board at most 32 high")
    })
}

/// A uniformly drawn number below `n`.
#[inline]
fn draw(rng: &mut Rng, n: usize) -> usize {
    ((u64::from(rng.next_u32()) * n as u64) >> 32) as usize
}
