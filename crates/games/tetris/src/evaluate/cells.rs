//! The cells that a feature counts, so that a picture can show them.

use crate::board::Board;
use crate::features::at;
use crate::word::Word;

/// The cells of a picture, column and row from the top, that a feature of the board counts; none for features that
/// count something else than cells.
///
/// Transitions are counted by the empty cell beside them: an empty cell with a full cell or a wall to its side, or with a
/// change above or below it.
pub(crate) fn counted(board: &Board, feature: usize) -> Vec<[u16; 2]> {
    let counts: fn(&Board, usize, usize) -> bool = match feature {
        at::HO | at::RHW => is_hole,
        at::WE => is_well,
        at::RT => changes_along_the_row,
        at::CT => changes_up_the_column,
        at::TRANSITIONS => {
            |board, x, y| changes_along_the_row(board, x, y) || changes_up_the_column(board, x, y)
        }
        at::HD => covers_a_hole,
        at::EMPC => |board, x, y| !board.is_full(x, y) && is_covering_row(board, y),
        at::AF2 => |board, x, y| !board.is_full(x, y) && lacks(board, y, 2),
        at::AFC => {
            |board, x, y| !board.is_full(x, y) && is_covering_row(board, y) && lacks(board, y, 1)
        }
        at::PBU => is_bump,
        at::CR => covers_the_topmost_hole,
        _ => return Vec::new(),
    };
    let (width, height) = (board.width(), board.height());
    let cells = (0..height).rev().flat_map(|y| (0..width).map(move |x| (x, y)));
    let wanted = cells.filter(|&(x, y)| counts(board, x, y));
    wanted.map(|(x, y)| [x as u16, (height - 1 - y) as u16]).collect()
}

/// Beyond the walls everything is full.
fn full(board: &Board, x: Option<usize>, y: usize) -> bool {
    x.is_none_or(|x| x >= board.width() || board.is_full(x, y))
}

fn is_hole(board: &Board, x: usize, y: usize) -> bool {
    !board.is_full(x, y) && (y as u32) < board.column_height(x)
}

fn is_well(board: &Board, x: usize, y: usize) -> bool {
    !board.is_full(x, y) && full(board, x.checked_sub(1), y) && full(board, Some(x + 1), y)
}

fn changes_along_the_row(board: &Board, x: usize, y: usize) -> bool {
    !board.is_full(x, y) && (full(board, x.checked_sub(1), y) || full(board, Some(x + 1), y))
}

fn changes_up_the_column(board: &Board, x: usize, y: usize) -> bool {
    let floor = y.checked_sub(1).is_none_or(|below| board.is_full(x, below));
    let roof = y + 1 < board.height() && board.is_full(x, y + 1);
    !board.is_full(x, y) && (floor || roof)
}

/// A full cell somewhere above the lowest hole of its column.
fn covers_a_hole(board: &Board, x: usize, y: usize) -> bool {
    let column = board.columns()[x];
    let below = u64::below(y as u32);
    board.is_full(x, y) && (below & !column) != 0
}

/// A full cell above the topmost hole of its column.
fn covers_the_topmost_hole(board: &Board, x: usize, y: usize) -> bool {
    let column = board.columns()[x];
    let holes = u64::below(column.top()) & !column;
    holes != 0 && y as u32 >= holes.top() && board.is_full(x, y)
}

/// A row with such a cell.
fn is_covering_row(board: &Board, y: usize) -> bool {
    (0..board.width()).any(|x| covers_the_topmost_hole(board, x, y))
}

fn lacks(board: &Board, y: usize, cells: usize) -> bool {
    (0..board.width()).filter(|&x| !board.is_full(x, y)).count() == cells
}

/// The top of a column that is exactly one higher than both its neighbours.
fn is_bump(board: &Board, x: usize, y: usize) -> bool {
    let inside = x > 0 && x + 1 < board.width();
    let lower = |x: usize| board.column_height(x) as usize == y;
    inside && board.column_height(x) as usize == y + 1 && lower(x - 1) && lower(x + 1)
}
