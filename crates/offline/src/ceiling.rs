//! How many pieces a board of odd width and limited height can take, if each covers as many even as odd columns: squares, S and Z.
//!
//! Let `k` be the odd columns and `k + 1` the even ones, `O` and `E` the cells on the board in each, `R` the rows cleared so far and `N` the pieces of
//! `c` cells placed. Then `E = cN/2 - (k+1)R` and `O = cN/2 - kR`, so `cN/2 = (k+1)O - kE`: the board alone says how many pieces went. Call
//! that its worth. A row is worth `(k+1)k` at most. The two highest rows are worth less: what lies there has come down by hardly a row since
//! it landed, so of the piece that it belongs to hardly a row can be gone, and what remains of it lies in even columns too. Every way in which a
//! piece can have cells in those two rows is tried; what it adds, less the cells in even columns that it leaves below, bounds their worth.

use crate::kit::{Form, Kit};

/// The most pieces of a list that can be placed below a limit of height; none if nothing is known but the length of the list.
///
/// ```
/// use ludex_offline::{Kit, ceiling::most_placed};
/// let kit = Kit::standard();
/// assert_eq!(most_placed(&kit, 11, 22, &[5]), Some(305)); // S alone
/// assert_eq!(most_placed(&kit, 10, 22, &[5]), None); // for ever
/// assert_eq!(most_placed(&kit, 11, 22, &[5, 0]), None); // bars tilt
/// ```
pub fn most_placed(kit: &Kit, width: usize, cap: usize, list: &[u8]) -> Option<usize> {
    let cells = i64::from(kit.cells(*list.first()?));
    if width.is_multiple_of(2) || !(2..=MOST_ROWS).contains(&cap) {
        return None;
    }
    let mut known = vec![false; kit.len()];
    let odd = width as i64 / 2;
    let mut best = Share { worth: 0, odd: 1 };
    for &piece in list {
        if std::mem::replace(&mut known[usize::from(piece)], true) {
            continue;
        }
        if i64::from(kit.cells(piece)) != cells {
            return None;
        }
        for (_, form) in kit.distinct(piece) {
            for first_is_odd in [false, true] {
                best = best.max(best_share(&rows(form, first_is_odd)?, odd)?);
            }
        }
    }
    let low = (cap as i64 - 2) * (odd + 1) * odd;
    // As many pieces as the second row from the top has room for cells of theirs in odd columns.
    let high = odd * best.worth / best.odd;
    Some((2 * (low + high) / cells) as usize)
}

/// Higher boards than this are not asked about.
const MOST_ROWS: usize = 1 << 20;

/// Cells in odd and in even columns of a row of a piece.
type Row = (i64, i64);

/// The rows of a turn; none if it does not cover as many even as odd columns.
fn rows(form: &Form, first_is_odd: bool) -> Option<Vec<Row>> {
    let odd_columns = if first_is_odd { 0b1_0101u8 } else { 0b0_1010 };
    let row = |y: usize| {
        let odd = i64::from((form.rows[y] & odd_columns).count_ones());
        (odd, i64::from(form.rows[y].count_ones()) - odd)
    };
    let rows: Vec<Row> = (0..form.height()).map(row).collect();
    (rows.iter().map(|row| row.0 - row.1).sum::<i64>() == 0).then_some(rows)
}

/// What a piece adds, and its cells in odd columns of the second row from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share {
    worth: i64,
    odd: i64,
}

impl Share {
    /// The one that adds more for each cell.
    fn max(self, other: Self) -> Self {
        if other.worth * self.odd > self.worth * other.odd { other } else { self }
    }
}

/// The best that a turn of a piece can add to the two highest rows; none if it adds something without a cell in an odd column of the
/// lower one, since then nothing says how many such pieces there may be.
fn best_share(rows: &[Row], k: i64) -> Option<Share> {
    let mut best = Share { worth: 0, odd: 1 };
    // The rows that are gone, as bits; how far below the limit it landed; and rows that were cleared below all of it.
    for gone in 0u32..1 << rows.len() {
        for below in 0..2 {
            for sunk in 0..2 {
                let share = share(rows, k, gone, below + sunk);
                if share.worth > 0 && share.odd == 0 {
                    return None;
                }
                if share.odd > 0 {
                    best = best.max(share);
                }
            }
        }
    }
    Some(best)
}

/// What a piece adds of which some rows are gone and whose highest row is `down` rows below the limit, but for its own rows that are gone.
fn share(rows: &[Row], k: i64, gone: u32, down: i64) -> Share {
    let mut share = Share { worth: 0, odd: 0 };
    for (y, &(odd, even)) in rows.iter().enumerate().filter(|(y, _)| gone >> y & 1 == 0) {
        let lost = i64::from((gone & ((1 << y) - 1)).count_ones());
        // Rows below the limit, 0 for the highest.
        let depth = (rows.len() - 1 - y) as i64 + down + lost;
        share.worth -= k * even;
        if depth < 2 {
            share.worth += (k + 1) * odd;
        }
        if depth == 1 {
            share.odd += odd;
        }
    }
    share
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Task;

    /// The most pieces by plain search over all boards that can be reached.
    fn plainly(width: usize, cap: usize, list: &[u8]) -> usize {
        let task = Task::new(width, 0, Some(cap), Kit::standard()).unwrap();
        let mut layer = std::collections::BTreeSet::from([Vec::<u32>::new()]);
        for (placed, &piece) in list.iter().enumerate() {
            let mut next = std::collections::BTreeSet::new();
            for rows in &layer {
                let board = crate::Tall::of_rows(width, rows);
                for (_, form) in task.kit.distinct(piece) {
                    for column in 0..=width - form.width() {
                        let y = board.landing(form, column).unwrap();
                        if y + form.height() <= cap {
                            let mut after = board.clone();
                            after.drop(form, column);
                            next.insert(after.rows().to_vec());
                        }
                    }
                }
            }
            if next.is_empty() {
                return placed;
            }
            layer = next;
        }
        list.len()
    }

    #[test]
    fn no_search_places_more() {
        let kit = Kit::standard();
        for (width, cap) in [(5, 3), (5, 4), (5, 5), (7, 3)] {
            for list in [vec![5u8; 60], vec![6; 60], vec![1; 60], [5, 6].repeat(30)] {
                let most = most_placed(&kit, width, cap, &list).unwrap();
                let found = plainly(width, cap, &list);
                assert!(found <= most, "{width}x{cap}, {:?}: {found} of {most}", &list[..2]);
            }
        }
    }

    #[test]
    fn on_even_heights_s_alone_reaches_it() {
        for (width, cap, most) in [(5, 4, 8), (5, 6, 14)] {
            assert_eq!(most_placed(&Kit::standard(), width, cap, &[5]), Some(most));
            assert_eq!(plainly(width, cap, &[5; 60]), most);
        }
    }

    #[test]
    fn bars_and_unequal_pieces_have_no_such_bound() {
        let kit = Kit::standard();
        for list in [&[0u8][..], &[2], &[5, 3], &[]] {
            assert_eq!(most_placed(&kit, 11, 22, list), None);
        }
        assert_eq!(most_placed(&kit, 11, 1, &[5]), None);
        assert_eq!(most_placed(&kit, 11, usize::MAX, &[5]), None);
    }
}
