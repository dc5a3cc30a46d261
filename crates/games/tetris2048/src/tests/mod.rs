mod agents;
mod referee;
mod resolution;
mod words;

use crate::{Tetris2048, Tiles};
use ludex_core::{Seed, Size, conformance};

/// Tiles drawn as numbers, the topmost row first.
fn tiles(height: usize, rows: &[&str]) -> Tiles {
    let cells: Vec<Vec<&str>> = rows.iter().map(|row| row.split_whitespace().collect()).collect();
    let mut tiles = Tiles::new(cells[0].len(), height);
    for (y, row) in cells.iter().rev().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let exponent = cell.parse::<u32>().map_or(0, u32::trailing_zeros);
            tiles.set(x, y, exponent as u8);
        }
    }
    tiles
}

fn game(width: usize, height: usize) -> Tetris2048 {
    Tetris2048::new(Size::new(width, height)).expect("a size")
}

#[test]
fn every_size_conforms() {
    for (width, height) in [(10, 20), (4, 6), (6, 12), (16, 32)] {
        conformance::check(&game(width, height), 2, Seed(1));
    }
}

#[test]
fn sizes_out_of_range_are_refused() {
    for (width, height) in [(3, 20), (10, 5), (17, 20), (10, 33)] {
        let error = Tetris2048::new(Size::new(width, height)).unwrap_err().to_string();
        assert!(error.contains("give 4x6 to 16x32"), "{error}");
    }
}
