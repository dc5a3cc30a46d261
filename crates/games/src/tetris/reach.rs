//! All placements that keys can reach, tucks and spins included, in one pass.
//!
//! For each state and column of the falling piece one word holds the rows where the piece fits, and one
//! the rows it can get to. A word answers a whole column: falling is one addition, a step to the side or
//! a turn with its kicks is a shift and an intersection. These are repeated until nothing new comes.
//!
//! Inside the flood rows count from the top, so that falling moves towards higher bits and a carry
//! runs down a free shaft.

use super::board::{Board, MOST_WIDTH, Pile};
use super::pieces::{MOST_STATES, Piece, PieceSet, Turns};
use super::shape::{Placement, Shape};
use super::word::{Word, bits};
use ludex_core::Result;

/// How the piece goes down by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Fall {
    /// One row at a time; it can stop anywhere.
    #[default]
    Unit,
    /// Only all the way, and then on to the side.
    Sonic,
}

/// A turn from one state to another with the moves to try, in order.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) to: usize,
    pub(super) kicks: Vec<(i8, i8)>,
}

/// What is known of a piece before any board is seen.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    pub(super) shapes: Vec<Shape>,
    /// Turns from each state: to the next one, then to the one before, as far as there are keys.
    pub(super) turns: Vec<Vec<Turn>>,
    /// The first state that covers the same cells.
    pub(super) same: Vec<usize>,
    pub(super) spawn: Option<Placement>,
}

/// Finds the reachable placements of the pieces of one set on boards of one size.
///
/// ```
/// use ludex_games::tetris::{Reach, board, sets};
/// let set = sets::srs();
/// let reach = Reach::new(&set, 10, 20).unwrap();
/// let board = board![10 x 20; "XXXX..XXXX", "XXX...XXXX"];
/// let mut places = Vec::new();
/// reach.placements(&board, set.index("S").unwrap(), &mut places);
/// assert!(places.iter().any(|p| (p.rotation, p.x, p.y) == (0, 3, 0)));
/// ```
#[derive(Clone, Debug)]
pub struct Reach {
    width: usize,
    height: usize,
    fall: Fall,
    pub(super) movers: Vec<Mover>,
}

impl Reach {
    /// A generator for a set and a board size; refuses pieces that do not fit the board.
    pub fn new(set: &PieceSet, width: usize, height: usize) -> Result<Self> {
        Board::new(width, height)?;
        set.check_board(width, height)?;
        let mover = |i: usize| mover(&set.pieces[i], set.turns, set.spawn(i, width, height));
        let movers = (0..set.pieces.len()).map(mover).collect();
        Ok(Self { width, height, fall: Fall::default(), movers })
    }

    /// The same with pieces that appear with their pivot in this row, counted from the floor.
    pub fn with_spawn_row(mut self, set: &PieceSet, row: usize) -> Self {
        for (mover, piece) in self.movers.iter_mut().zip(&set.pieces) {
            let y = row as i32 - i32::from(piece.states[0].pivot.1);
            let top = self.height as i32 - piece.states[0].shape.height() as i32;
            let fits = (0..=top).contains(&y);
            mover.spawn = mover.spawn.filter(|_| fits).map(|s| Placement { y: y as u8, ..s });
        }
        self
    }

    /// The same with another way of going down.
    pub fn with_fall(mut self, fall: Fall) -> Self {
        self.fall = fall;
        self
    }

    /// How the piece goes down by key.
    pub fn fall(&self) -> Fall {
        self.fall
    }

    /// Where a piece appears; none if that lies outside the board.
    pub fn spawn(&self, piece: usize) -> Option<Placement> {
        self.movers[piece].spawn
    }

    /// How many states a piece has.
    pub(super) fn states(&self, piece: usize) -> usize {
        self.movers[piece].shapes.len()
    }

    /// The shape of a piece in one of its states.
    #[inline]
    pub fn shape(&self, piece: usize, rotation: u8) -> &Shape {
        &self.movers[piece].shapes[rotation as usize]
    }

    /// Whether the piece can appear at all; if not, the game is over.
    pub fn can_spawn<T: Word>(&self, board: &Pile<T>, piece: usize) -> bool {
        self.movers[piece]
            .spawn
            .is_some_and(|s| board.fits(&self.movers[piece].shapes[0], s.x.into(), s.y.into()))
    }

    /// Appends all placements where the piece can come to rest, each set of cells once.
    ///
    /// The order is that of the founding report: states, then rows from the top, then columns.
    pub fn placements<T: Word>(&self, board: &Pile<T>, piece: usize, out: &mut Vec<Placement>) {
        self.for_each(board, piece, |placement| out.push(placement));
    }

    /// The same one by one, without a buffer.
    pub fn for_each<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        mut each: impl FnMut(Placement),
    ) {
        self.resting(board, piece, |rotation, rows, columns| {
            for bit in bits(rows) {
                let y = (self.height as u32 - 1 - bit) as u8;
                for (x, column) in columns.iter().enumerate() {
                    if column.has(bit) {
                        each(Placement { rotation: rotation as u8, x: x as u8, y });
                    }
                }
            }
        });
    }

    /// How many placements [`Reach::placements`] would give.
    pub fn count<T: Word>(&self, board: &Pile<T>, piece: usize) -> usize {
        let mut count = 0;
        self.resting(board, piece, |_, _, columns| {
            count += columns.iter().map(|c| c.ones() as usize).sum::<usize>();
        });
        count
    }

    /// Calls `each` with every state's resting positions: the rows in use and the rows of each column.
    #[inline(always)]
    fn resting<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        mut each: impl FnMut(usize, T, &[T]),
    ) {
        debug_assert!(board.width() == self.width && board.height() == self.height);
        let mover = &self.movers[piece];
        let mut flood = Flood::new(board, mover);
        if !flood.run(mover, self.fall) {
            return;
        }
        flood.rest(mover);
        for (state, same) in mover.same.iter().enumerate() {
            if *same == state {
                let columns = &flood.seen[state][..self.width];
                let rows = columns.iter().fold(T::ZERO, |all, &c| all | c);
                each(state, rows, columns);
            }
        }
    }
}

fn mover(piece: &Piece, turns: Turns, spawn: Option<Placement>) -> Mover {
    let count = piece.states.len();
    let turns_from = |from: usize| {
        let mut list = Vec::new();
        for to in match turns {
            Turns::None => vec![],
            Turns::Next => vec![(from + 1) % count],
            Turns::Both => vec![(from + 1) % count, (from + count - 1) % count],
        } {
            if to != from {
                list.push(Turn { to, kicks: piece.kicks(from, to).collect() });
            }
        }
        list
    };
    Mover {
        shapes: piece.states.iter().map(|s| s.shape).collect(),
        turns: (0..count).map(turns_from).collect(),
        same: (0..count).map(|i| piece.same_shape(i)).collect(),
        spawn,
    }
}

/// The flood of one piece over one board; bit `b` of a column is row `height - 1 - b`.
struct Flood<T> {
    /// Where the piece fits, by state and column of its left edge.
    free: [[T; MOST_WIDTH]; MOST_STATES],
    /// Where it can get to.
    seen: [[T; MOST_WIDTH]; MOST_STATES],
    width: usize,
    height: usize,
}

impl<T: Word> Flood<T> {
    #[inline(always)]
    fn new(board: &Pile<T>, mover: &Mover) -> Self {
        let blank = [[T::ZERO; MOST_WIDTH]; MOST_STATES];
        let mut flood =
            Self { free: blank, seen: blank, width: board.width(), height: board.height() };
        let mut columns = [T::ZERO; MOST_WIDTH];
        for (turned, column) in columns.iter_mut().zip(board.columns()) {
            *turned = column.reversed() >> (T::BITS - board.height() as u32);
        }
        for (free, shape) in flood.free.iter_mut().zip(&mover.shapes) {
            fill_free(free, &columns, shape, board);
        }
        flood
    }

    /// Floods from the spawn; false if the spawn is blocked.
    #[inline(always)]
    fn run(&mut self, mover: &Mover, fall: Fall) -> bool {
        let Some(spawn) = mover.spawn else { return false };
        let start = T::ONE << (self.height as u32 - 1 - u32::from(spawn.y));
        if (self.free[0][spawn.x as usize] & start).is_zero() {
            return false;
        }
        self.seen[0][spawn.x as usize] = start;
        // A bit for each state that has something new.
        let mut fresh = 1u32;
        while fresh != 0 {
            let state = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            self.spread(state, fall);
            for turn in &mover.turns[state] {
                if self.turn(state, turn) {
                    fresh |= 1 << turn.to;
                }
            }
        }
        true
    }

    /// Moves down and to both sides until nothing new comes.
    #[inline(always)]
    fn spread(&mut self, state: usize, fall: Fall) {
        let (free, seen) = (&self.free[state], &mut self.seen[state]);
        let last = self.width - 1;
        seen[0] = fallen(seen[0], free[0], fall);
        let mut first = true;
        loop {
            let mut new = T::ZERO;
            for x in 1..=last {
                let come = seen[x - 1] & free[x];
                new |= come & !seen[x];
                seen[x] = fallen(seen[x] | come, free[x], fall);
            }
            if new.is_zero() && !first {
                return;
            }
            first = false;
            new = T::ZERO;
            for x in (0..last).rev() {
                let come = seen[x + 1] & free[x];
                new |= come & !seen[x];
                seen[x] = fallen(seen[x] | come, free[x], fall);
            }
            if new.is_zero() {
                return;
            }
        }
    }

    /// Turns everything that can turn; true if that leads to something new.
    #[inline(always)]
    fn turn(&mut self, from: usize, turn: &Turn) -> bool {
        let mut waiting = self.seen[from];
        let mut new = T::ZERO;
        for &(dx, dy) in &turn.kicks {
            let mut left_over = T::ZERO;
            for (x, waiting) in waiting.iter_mut().enumerate().take(self.width) {
                let to = x as isize + isize::from(dx);
                if !waiting.is_zero() && to >= 0 && to < self.width as isize {
                    let turned = raised(*waiting, dy) & self.free[turn.to][to as usize];
                    new |= turned & !self.seen[turn.to][to as usize];
                    self.seen[turn.to][to as usize] |= turned;
                    *waiting &= !raised(turned, -dy);
                }
                left_over |= *waiting;
            }
            if left_over.is_zero() {
                break;
            }
        }
        !new.is_zero()
    }

    /// Keeps only positions where the piece cannot fall, and joins states that look alike.
    #[inline(always)]
    fn rest(&mut self, mover: &Mover) {
        for (state, &same) in mover.same.iter().enumerate() {
            for x in 0..self.width {
                let rest = self.seen[state][x] & !(self.free[state][x] >> 1);
                if same == state {
                    self.seen[state][x] = rest;
                } else {
                    self.seen[same][x] |= rest;
                }
            }
        }
    }
}

/// Moves positions up by `dy` rows, or down.
#[inline(always)]
fn raised<T: Word>(positions: T, dy: i8) -> T {
    if dy >= 0 { positions.down(dy as u32) } else { positions.up(u32::from(dy.unsigned_abs())) }
}

/// Positions and all that lie below them in the same free shaft, or only the shaft's ends.
#[inline(always)]
fn fallen<T: Word>(positions: T, free: T, fall: Fall) -> T {
    // The carry of the addition runs from the highest position down to the end of the shaft.
    let passed = free & !free.plus(positions);
    match fall {
        Fall::Unit => positions | passed,
        Fall::Sonic => positions | (passed & !(free >> 1)),
    }
}

/// Where a shape fits, for each column of its left edge.
#[inline(always)]
fn fill_free<T: Word>(
    free: &mut [T; MOST_WIDTH],
    columns: &[T; MOST_WIDTH],
    shape: &Shape,
    board: &Pile<T>,
) {
    let end = board.width() + 1 - shape.width();
    let rows = board.rows_mask() & !T::below(shape.height() as u32 - 1);
    let mut blocked = [T::ZERO; MOST_WIDTH];
    for (j, dy) in shape.each_cell() {
        for x in 0..end {
            blocked[x] |= columns[x + j] << dy as u32;
        }
    }
    for x in 0..end {
        free[x] = rows & !blocked[x];
    }
}
