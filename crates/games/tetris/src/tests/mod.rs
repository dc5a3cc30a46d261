//! Tests of the engine: hand-drawn boards, and the fast paths against the reference.

mod claims;
mod clears;
mod ends;
mod features;
mod kernel;
mod known;
mod live;
mod perft;
mod reach;
mod report;
mod sets;
mod steps;
mod tints;
mod versus;

use super::board::Pile;
use super::word::Word;
use ludex_core::{Rng, Seed};
use rand::{Rng as _, RngExt};

/// A random board: a skyline of some roughness with some holes in it, sometimes up to the top.
fn random_board<T: Word>(rng: &mut Rng, width: usize, height: usize) -> Pile<T> {
    let mut board = Pile::new(width, height).expect("a legal size");
    let limit = rng.random_range(0..=height);
    let roughness = rng.random_range(1..=limit + 1);
    let base = limit + 1 - roughness;
    let sparse = rng.random_range(1..=4);
    for x in 0..width {
        let top = base + rng.random_range(0..roughness);
        // Each bit is full in 1 - 2^-sparse of all cases.
        let full = (0..sparse).fold(0, |bits, _| bits | rng.next_u64());
        let below = u64::below(top.min(height) as u32);
        board.columns_mut()[x] = T::of(full & below);
    }
    let full = board.full_rows() & board.rows_mask();
    board.remove_rows(full);
    board
}

/// Generators for test number `i` of a family.
fn dice(family: u64, i: u64) -> Rng {
    Seed(family).derive(i).rng()
}
