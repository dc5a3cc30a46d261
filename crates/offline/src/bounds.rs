//! What no placement of a list can exceed.
//!
//! Cells: what is placed is either cleared, a row at a time, or left. Columns: a cleared row takes a fixed number of cells
//! out of the even and out of the odd columns, and each turn of each piece adds a fixed number to either, wherever it is put. On
//! an odd width the two numbers of a row differ, so pieces that always add as many to the even as to the odd columns
//! (squares, S and Z) can clear only so many rows before the cells left in the even columns would be fewer than none.

use crate::kit::{Form, Kit};

/// The best end that is not ruled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Rows that may be cleared at most.
    pub rows: usize,
    /// The least height if that many are cleared.
    pub height: usize,
}

/// How unevenly pieces can lie: cells in even columns less cells in odd columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tilt {
    least: i64,
    most: i64,
}

impl Tilt {
    /// The tilts that a piece can have; putting it one column further negates the tilt.
    pub fn of(kit: &Kit, piece: u8) -> Self {
        let most = kit.distinct(piece).map(|(_, form)| lean(form).abs()).max().unwrap_or(0);
        Self { least: -most, most }
    }

    /// The tilts of two together.
    pub fn and(self, other: Self) -> Self {
        Self { least: self.least + other.least, most: self.most + other.most }
    }

    /// No piece.
    pub const NONE: Self = Self { least: 0, most: 0 };
}

fn lean(form: &Form) -> i64 {
    let cells = |j: usize| i64::from(form.columns[j].count_ones());
    (0..form.width()).map(|j| if j % 2 == 0 { cells(j) } else { -cells(j) }).sum()
}

/// The best end of a board with some cells in even and odd columns, when pieces of `cells` cells with this tilt follow.
///
/// None if the cap leaves no end at all.
pub fn bound(
    width: usize,
    even: i64,
    odd: i64,
    cells: i64,
    tilt: Tilt,
    cap: usize,
) -> Option<Bound> {
    let total = even + odd + cells;
    let most = total / width as i64;
    (0..=most).rev().find_map(|rows| {
        let height = least_height(width, even, odd, cells, tilt, rows)?;
        (height <= cap).then_some(Bound { rows: rows as usize, height })
    })
}

/// The least height with exactly so many rows cleared; none if that is impossible.
fn least_height(
    width: usize,
    even: i64,
    odd: i64,
    cells: i64,
    tilt: Tilt,
    rows: i64,
) -> Option<usize> {
    let (evens, odds) = ((width as i64 + 1) / 2, width as i64 / 2);
    let left = even + odd + cells - rows * width as i64;
    // Cells left in even columns less those in odd ones lie between these two.
    let shift = even - odd - rows * (evens - odds);
    let (leftmost, rightmost) = (shift + tilt.least, shift + tilt.most);
    let possible = |height: i64| {
        // With E + O = left: E - O ranges over what the columns can hold.
        let (low_even, high_even) = ((left - odds * height).max(0), left.min(evens * height));
        low_even <= high_even
            && 2 * low_even - left <= rightmost
            && 2 * high_even - left >= leftmost
    };
    let least = (left + width as i64 - 1) / width as i64;
    let highest = least.max(left) + 1;
    // What is possible with some height is possible with every greater one.
    if !possible(highest) {
        return None;
    }
    let (mut low, mut high) = (least, highest);
    while low < high {
        let middle = i64::midpoint(low, high);
        if possible(middle) { high = middle } else { low = middle + 1 }
    }
    Some(low as usize)
}

/// The best end of a whole list on an empty board.
pub fn list_bound(kit: &Kit, width: usize, list: &[u8], cap: usize) -> Option<Bound> {
    let cells = list.iter().map(|&piece| i64::from(kit.cells(piece))).sum();
    let tilt = list.iter().fold(Tilt::NONE, |tilt, &piece| tilt.and(Tilt::of(kit, piece)));
    bound(width, 0, 0, cells, tilt, cap)
}
