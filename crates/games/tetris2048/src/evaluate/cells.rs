//! The cells that each feature counts.

use super::COUNT;
use super::measure::OneShort;
use crate::tiles::Tiles;

/// The cells of the picture that each feature counts, as column and row from the top.
pub(super) fn cells(tiles: &Tiles) -> [Vec<[u16; 2]>; COUNT] {
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
        let heavier = |y: usize| column[y] > 0 && column[y..top].iter().any(|&t| t > column[y]);
        all[13].extend((0..top).filter(|&y| heavier(y)).map(|y| cell(x, y)));
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
