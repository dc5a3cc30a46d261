//! The CITS4211 report's utility player: the waiting piece and place that look best at once.
//!
//! The utility is of the whole board, but a piece changes only the rows it lies in, so each try looks at those alone. That
//! keeps a list linear however high the pile gets.

use crate::kit::Form;
use crate::list::Put;
use crate::tall::Tall;
use crate::task::Task;
use crate::verify::Replay;
use crate::weights::{Count, Weights};
use ludex_core::Stop;

/// The rows of a piece and one row below and above.
const WINDOW: usize = crate::kit::SIDE + 2;

/// Plays a list; ends early when no waiting piece has a place left, or when asked to.
pub fn naive(task: &Task, list: &[u8], weights: &Weights, stop: &Stop) -> Vec<Put> {
    let mut replay = Replay::new(task, list);
    let mut puts = Vec::with_capacity(list.len());
    let mut count = Count::default();
    while !(puts.len().is_multiple_of(256) && stop.is_set()) {
        let Some((put, after)) = best(task, &replay, &count, weights) else { break };
        if replay.put(put).is_err() {
            break;
        }
        count = after;
        puts.push(put);
    }
    puts
}

/// The best placement of a waiting piece, and what the board counts after it.
pub fn best(
    task: &Task,
    replay: &Replay,
    count: &Count,
    weights: &Weights,
) -> Option<(Put, Count)> {
    let mut best: Option<(f64, Put, Count)> = None;
    for &piece in replay.waiting() {
        for (rotation, form) in task.kit.distinct(piece) {
            for column in 0..=task.width - form.width() {
                let Some(after) = count_after(replay.board(), form, column, task, count) else {
                    continue;
                };
                let value = weights.value(&after);
                if best.is_none_or(|(least, ..)| value > least) {
                    let put = Put { piece, rotation, column: column as u8 };
                    best = Some((value, put, after));
                }
            }
        }
    }
    best.map(|(_, put, count)| (put, count))
}

/// What the board counts after a drop; none if the piece would reach above the limit of height.
pub fn count_after(
    board: &Tall,
    form: &Form,
    column: usize,
    task: &Task,
    count: &Count,
) -> Option<Count> {
    let y = board.landing(form, column)?;
    let height = form.height();
    if y + height > task.ceiling() {
        return None;
    }
    let row = |y: usize| board.rows().get(y).copied().unwrap_or(0);
    let mut old = [0; WINDOW];
    for (k, slot) in old.iter_mut().enumerate().take(height + 2) {
        *slot = (y + k).checked_sub(1).map_or(0, row);
    }
    let mut new = old;
    for k in 0..height {
        new[k + 1] |= u32::from(form.rows[k]) << column;
    }
    let full = board.full();
    let cleared = new[1..=height].iter().filter(|row| **row == full).count();
    let floor = if y == 0 { first_left(&new[1..height + 2], full) } else { row(0) };
    let mut kept = [0; WINDOW];
    let mut len = 0;
    for &row in new[..height + 2].iter().filter(|row| **row != full) {
        kept[len] = row;
        len += 1;
    }
    Some(Count {
        rows: (board.height().max(y + height) - cleared) as i64,
        holes: match cleared {
            0 => count.holes + new_holes(board, form, column, y),
            _ => holes_after_clear(board, form, column, y, cleared, full),
        },
        walls: count.walls + walls(&kept[..len], full) - walls(&old[..height + 2], full),
        floor: i64::from(floor.count_ones()),
        blocks: count.blocks + 2 * (pairs(&kept[..len]) - pairs(&old[..height + 2])),
    })
}

fn first_left(rows: &[u32], full: u32) -> u32 {
    rows.iter().copied().find(|row| *row != full).unwrap_or(0)
}

/// Cells at the two walls.
fn walls(rows: &[u32], full: u32) -> i64 {
    let ends = 1 | (full ^ full >> 1);
    rows.iter().map(|row| i64::from((row & ends).count_ones())).sum()
}

/// Touching pairs of blocks among some rows.
fn pairs(rows: &[u32]) -> i64 {
    let flat: u32 = rows.iter().map(|row| (row & row >> 1).count_ones()).sum();
    let upright: u32 = rows.windows(2).map(|two| (two[0] & two[1]).count_ones()).sum();
    i64::from(flat + upright)
}

/// The cells that a piece covers, where no row is cleared.
fn new_holes(board: &Tall, form: &Form, column: usize, y: usize) -> i64 {
    let below =
        |j: usize| y as i64 + i64::from(form.bottoms[j]) - i64::from(board.tops()[column + j]);
    (0..form.width()).map(below).sum::<i64>() + i64::from(form.gaps())
}

/// The holes of a board after a drop that clears rows: the sum of the columns' heights without the blocks.
fn holes_after_clear(
    board: &Tall,
    form: &Form,
    column: usize,
    y: usize,
    cleared: usize,
    full: u32,
) -> i64 {
    let put = |row: usize| match row.checked_sub(y) {
        Some(k) if k < form.height() => u32::from(form.rows[k]) << column,
        _ => 0,
    };
    let cells = |row: usize| board.rows().get(row).copied().unwrap_or(0) | put(row);
    let top = |x: usize| {
        let piece_top = match x.checked_sub(column) {
            Some(j) if j < form.width() => y + usize::from(form.tops[j]),
            _ => 0,
        };
        let most = (board.tops()[x] as usize).max(piece_top);
        let left = |row: &usize| cells(*row) != full && cells(*row) >> x & 1 == 1;
        let Some(row) = (0..most).rev().find(left) else { return 0 };
        // Rows are only cleared where the piece lies.
        let gone = (y..row.min(y + form.height())).filter(|r| cells(*r) == full).count();
        (row + 1 - gone) as i64
    };
    let blocks = board.blocks() as i64 + i64::from(form.cells) - (cleared * board.width()) as i64;
    (0..board.width()).map(top).sum::<i64>() - blocks
}
