//! The plain mover: cell by cell, for boards and tiles that the tables cannot hold, and as their referee.

use crate::grid::{Cell, Direction, Grid, MOST_CELLS};
use arrayvec::ArrayVec;

/// The exponents of all cells by number; 0 where nothing lies.
pub(crate) type Cells = [u8; MOST_CELLS];

/// Slides all tiles and merges equal neighbours once, the ones nearest to the wall first. Returns what the merges earn.
pub(crate) fn slide(grid: Grid, cells: &mut Cells, direction: Direction) -> u32 {
    grid.lines(direction).map(|line| slide_line(cells, &line)).sum()
}

fn slide_line(cells: &mut Cells, line: &[Cell]) -> u32 {
    let tiles = line.iter().map(|&cell| cells[usize::from(cell)]).filter(|&tile| tile != 0);
    let mut tiles = tiles.peekable();
    let mut moved: ArrayVec<u8, 5> = ArrayVec::new();
    let mut earned = 0;
    while let Some(tile) = tiles.next() {
        let merges = tiles.next_if_eq(&tile).is_some();
        moved.push(tile + u8::from(merges));
        earned += if merges { 2 << tile } else { 0 };
    }
    for (step, &cell) in line.iter().enumerate() {
        cells[usize::from(cell)] = moved.get(step).copied().unwrap_or(0);
    }
    earned
}
