//! Boards of up to 4x4 cells in one word, moved by tables of rows.
//!
//! A cell is four bits that hold the exponent of its tile, 0 where nothing lies: column 0 of row 0 lowest, 16 bits to a row,
//! whatever the width. So a row is a number below 65536, and a table knows where its tiles slide.

use crate::grid::Direction;
use ludex_core::Size;
use std::sync::LazyLock;

/// A board in one word.
pub type Board = u64;

/// The lowest bit of every cell.
const LOWEST: Board = 0x1111_1111_1111_1111;

/// Marks the reward of a row in which two tiles of 32768 merge: their sum does not fit into four bits.
pub(crate) const OVERFLOW: u32 = 1 << 31;

type Rows = Box<[u16; 1 << 16]>;

/// Where rows slide and what they earn.
pub struct Tables {
    left: Rows,
    /// By width, 2 to 4: how far right goes.
    right: [Rows; 3],
    reward: Box<[u32; 1 << 16]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// The one set of tables. Whoever moves often keeps the reference.
pub fn tables() -> &'static Tables {
    &TABLES
}

impl Tables {
    fn new() -> Self {
        let mut tables = Self {
            left: blank(),
            right: [blank(), blank(), blank()],
            reward: vec![0; 1 << 16]
                .try_into()
                .unwrap_or_else(|_| unreachable!("the length is right")),
        };
        for row in 0..=u16::MAX {
            let (moved, reward) = slide_row(row);
            tables.left[usize::from(row)] = moved;
            tables.reward[usize::from(row)] = reward;
        }
        for width in 2..=4 {
            for row in 0..(1u32 << (4 * width)) {
                let left = tables.left[usize::from(reverse(row as u16, width))];
                tables.right[width - 2][row as usize] = reverse(left, width);
            }
        }
        tables
    }

    /// The board after a slide. Two tiles of 32768 become one of 32768: see [`Tables::reward`].
    #[inline]
    pub fn slide(&self, size: Size, board: Board, direction: Direction) -> Board {
        match direction {
            Direction::Up => transpose(rows(transpose(board), &self.left)),
            Direction::Left => rows(board, &self.left),
            Direction::Down => transpose(rows(transpose(board), &self.right[size.height - 2])),
            Direction::Right => rows(board, &self.right[size.width - 2]),
        }
    }

    /// All four slides of a board of 4x4 in the order of [`Direction::ALL`]: lines before and after. Those of up and down
    /// are columns.
    #[inline]
    pub(crate) fn square_slides(&self, board: Board) -> [(Board, Board, Direction); 4] {
        let (turned, right) = (transpose(board), &self.right[2]);
        [
            (turned, rows(turned, &self.left), Direction::Up),
            (board, rows(board, &self.left), Direction::Left),
            (turned, rows(turned, right), Direction::Down),
            (board, rows(board, right), Direction::Right),
        ]
    }

    /// The same for a direction that cannot be foreseen, and what the slide earns, as [`Tables::marked_reward`] says it.
    ///
    /// A jump that is guessed wrong would cost more than all of this, so both ways are taken and one is kept.
    #[inline]
    pub(crate) fn slide_any(&self, size: Size, board: Board, direction: Direction) -> (Board, u32) {
        let turned = transpose(board);
        let vertical = matches!(direction, Direction::Up | Direction::Down);
        let (lines, length) = if vertical { (turned, size.height) } else { (board, size.width) };
        let back = matches!(direction, Direction::Down | Direction::Right);
        let table = if back { &self.right[length - 2] } else { &self.left };
        let moved = rows(lines, table);
        let upright = transpose(moved);
        (if vertical { upright } else { moved }, self.lines_reward(lines))
    }

    /// A board of 4x4 after a slide to the left or to the right, chosen without a jump.
    #[inline]
    pub(crate) fn slide_row(&self, board: Board, right: bool) -> Board {
        rows(board, if right { &self.right[2] } else { &self.left })
    }

    /// What a slide of this board earns; the topmost bit is set where two tiles of 32768 merge.
    #[inline]
    pub(crate) fn marked_reward(&self, board: Board, direction: Direction) -> u32 {
        let lines = match direction {
            Direction::Up | Direction::Down => transpose(board),
            Direction::Left | Direction::Right => board,
        };
        self.lines_reward(lines)
    }

    #[inline]
    fn lines_reward(&self, lines: Board) -> u32 {
        let [a, b, c, d] = split(lines).map(|row| self.reward[usize::from(row)]);
        // At most two of the rows can overflow on boards that can be reached, and marks must not cancel each other.
        ((a | b | c | d) & OVERFLOW)
            | ((a & !OVERFLOW) + (b & !OVERFLOW) + (c & !OVERFLOW) + (d & !OVERFLOW))
    }

    /// What a slide of this board earns.
    #[inline]
    pub fn reward(&self, board: Board, direction: Direction) -> u32 {
        self.marked_reward(board, direction) & !OVERFLOW
    }
}

fn blank() -> Rows {
    let rows: Vec<u16> = (0..=u16::MAX).collect();
    rows.try_into().unwrap_or_else(|_| unreachable!("the length is right"))
}

/// Slides a row towards its lowest cell.
fn slide_row(row: u16) -> (u16, u32) {
    let (mut moved, mut place, mut reward) = (0u16, 0, 0);
    let mut waiting = 0;
    let mut put = |tile: u16| {
        moved |= tile << place;
        place += 4;
    };
    for tile in (0..4).map(|cell| row >> (4 * cell) & 15).filter(|&tile| tile != 0) {
        if tile == waiting {
            reward |= if tile == 15 { OVERFLOW } else { 0 };
            reward += 2 << tile;
            put((tile + 1).min(15));
            waiting = 0;
        } else {
            if waiting != 0 {
                put(waiting);
            }
            waiting = tile;
        }
    }
    if waiting != 0 {
        put(waiting);
    }
    (moved, reward)
}

/// A row of some width from right to left.
fn reverse(row: u16, width: usize) -> u16 {
    (0..width).fold(0, |turned, cell| turned << 4 | (row >> (4 * cell) & 15))
}

#[inline]
fn split(board: Board) -> [u16; 4] {
    [board as u16, (board >> 16) as u16, (board >> 32) as u16, (board >> 48) as u16]
}

#[inline]
fn rows(board: Board, table: &Rows) -> Board {
    let [a, b, c, d] = split(board).map(|row| u64::from(table[usize::from(row)]));
    a | b << 16 | c << 32 | d << 48
}

/// Swaps rows and columns.
#[inline]
pub fn transpose(board: Board) -> Board {
    let stay = board & 0xf0f0_0f0f_f0f0_0f0f;
    let down = board & 0x0000_f0f0_0000_f0f0;
    let up = board & 0x0f0f_0000_0f0f_0000;
    let pairs = stay | down << 12 | up >> 12;
    let stay = pairs & 0xff00_ff00_00ff_00ff;
    let down = pairs & 0x00ff_00ff_0000_0000;
    let up = pairs & 0x0000_0000_ff00_ff00;
    stay | down >> 24 | up << 24
}

/// Mirrors every row of a board that is `width` wide.
#[inline]
pub fn mirror(board: Board, width: usize) -> Board {
    let pairs = (board & 0x0f0f_0f0f_0f0f_0f0f) << 4 | (board >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    let turned = (pairs & 0x00ff_00ff_00ff_00ff) << 8 | (pairs >> 8 & 0x00ff_00ff_00ff_00ff);
    turned >> (4 * (4 - width))
}

/// Puts the rows of a board that is `height` high in the opposite order.
#[inline]
pub fn flip(board: Board, height: usize) -> Board {
    let [a, b, c, d] = split(board).map(u64::from);
    (a << 48 | b << 32 | c << 16 | d) >> (16 * (4 - height))
}

/// A board and its three images that keep its shape, oblong or not.
#[inline]
pub fn images(board: Board, size: Size) -> [Board; 4] {
    let mirrored = mirror(board, size.width);
    [board, mirrored, flip(board, size.height), flip(mirrored, size.height)]
}

/// A board of 4x4 and its seven reflections and rotations.
#[inline]
pub fn square_images(board: Board) -> [Board; 8] {
    let [a, b, c, d] = images(board, Size::new(4, 4));
    [a, b, c, d, transpose(a), transpose(b), transpose(c), transpose(d)]
}

/// The least of a board's reflections and rotations: the same for all of them.
#[inline]
pub fn canonical(board: Board, size: Size) -> Board {
    let least = |board| images(board, size).into_iter().fold(Board::MAX, Board::min);
    if size.width == size.height { least(board).min(least(transpose(board))) } else { least(board) }
}

/// The lowest bit of every cell that belongs to a board of this size.
pub fn cells_mask(size: Size) -> Board {
    let row = LOWEST & ((1u64 << (4 * size.width)) - 1);
    (0..size.height).fold(0, |mask, index| mask | row << (16 * index))
}

/// The lowest bit of every cell with a tile.
#[inline]
pub fn occupied(board: Board) -> Board {
    let pairs = board | board >> 2;
    (pairs | pairs >> 1) & LOWEST
}

/// The directions in which something moves on a board with these cells, as bits in the order of [`Direction::ALL`].
#[inline]
pub fn legal(board: Board, cells: Board) -> u8 {
    let tiles = occupied(board);
    let empty = cells & !tiles;
    // Cells that have a neighbour on their left, and above.
    let beside = cells & cells << 4 & 0x1110_1110_1110_1110;
    let below = cells & cells << 16;
    // A cell that equals its neighbour leaves four zero bits behind in the difference.
    let pairs_beside = beside & tiles & !occupied(board ^ board << 4);
    let pairs_below = below & tiles & !occupied(board ^ board << 16);
    let up = pairs_below | (below & tiles & empty << 16);
    let left = pairs_beside | (beside & tiles & empty << 4);
    let down = pairs_below | (below & empty & tiles << 16);
    let right = pairs_beside | (beside & empty & tiles << 4);
    u8::from(up != 0)
        | u8::from(left != 0) << 1
        | u8::from(down != 0) << 2
        | u8::from(right != 0) << 3
}

/// One of the cells whose lowest bits a mask holds, by a lot of 32 bits, as the place of that bit. Fewer than 16 cells.
///
/// The product holds for every cell how many there are up to it, and in its highest four bits how many there are.
#[inline]
pub(crate) fn select_by_lot(mask: Board, lot: u64) -> u32 {
    let counts = mask.wrapping_mul(LOWEST);
    let wanted = ((lot * (counts >> 60)) >> 32) + 1;
    (mask & !occupied(counts ^ (wanted * LOWEST))).trailing_zeros()
}

/// The place of the cell number `index` among those whose lowest bits a mask holds, counted from 0.
///
/// The product holds for every cell how many there are up to it, so no jump depends on the lot.
#[inline]
pub fn select(mask: Board, index: u32) -> u32 {
    let counts = mask.wrapping_mul(LOWEST);
    let wanted = ((u64::from(index) + 1) & 15) * LOWEST;
    (mask & !occupied(counts ^ wanted)).trailing_zeros()
}
