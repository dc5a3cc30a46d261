//! All placements that keys can reach, tucks and spins included, in one pass.
//!
//! For each state and column of the falling piece one word holds the rows where the piece fits, and one
//! the rows it can get to. A word answers a whole column: falling is one addition, a step to the side or
//! a turn with its kicks is a shift and an intersection. These are repeated until nothing new comes.
//!
//! Inside the flood rows count from the top, so that falling moves towards higher bits and a carry
//! runs down a free shaft. Where the rows at the top are empty, the flood starts from all straight drops, and
//! mostly ends there.

mod flood;
mod open;

use crate::board::{Board, MOST_WIDTH, Pile};
use crate::pieces::{Piece, PieceSet, Turns};
use crate::shape::{Placement, Shape};
use crate::word::{Word, bits};
use flood::{Flood, NARROW};
use ludex_core::Result;
use open::Open;

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
pub(crate) struct Turn {
    pub(crate) to: usize,
    pub(crate) kicks: Vec<(i8, i8)>,
}

/// What is known of a piece before any board is seen.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    pub(crate) shapes: Vec<Shape>,
    /// Column and row of the pivot within the box of each state, from its lower left corner.
    pub(crate) pivots: Vec<(i32, i32)>,
    /// Turns from each state: to the next one, then to the one before, as far as there are keys.
    pub(crate) turns: Vec<Vec<Turn>>,
    /// The first state that covers the same cells.
    pub(crate) same: Vec<usize>,
    pub(crate) spawn: Option<Placement>,
    /// When all straight drops can be reached.
    open: Option<Open>,
}

impl Mover {
    /// The highest pile, lower than `rows`, over which all straight drops can be reached from above these rows.
    pub(crate) fn open_pile(&self, height: usize, rows: u32) -> Option<u32> {
        let (open, height) = (self.open.as_ref()?, height as u32);
        let from_above = open.first.iter().all(|first| height >= rows + first);
        from_above.then(|| height.saturating_sub(open.rows).min(rows - 1))
    }
}

/// Finds the reachable placements of the pieces of one set on boards of one size.
///
/// ```
/// use ludex_tetris::{Reach, board, sets};
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
    pub(crate) movers: Vec<Mover>,
}

impl Reach {
    /// A generator for a set and a board size; refuses pieces that do not fit the board.
    pub fn new(set: &PieceSet, width: usize, height: usize) -> Result<Self> {
        Board::new(width, height)?;
        set.check_board(width, height)?;
        let mover = |i: usize| mover(&set.pieces[i], set.turns, set.spawn(i, width, height));
        let movers = (0..set.pieces.len()).map(mover).collect();
        Ok(Self { width, height, fall: Fall::default(), movers }.opened(set))
    }

    /// The same with the boards known on which all straight drops can be reached.
    fn opened(mut self, set: &PieceSet) -> Self {
        for (mover, piece) in self.movers.iter_mut().zip(&set.pieces) {
            mover.open = Open::of(piece, mover, self.width, self.height);
        }
        self
    }

    /// The same without the shortcut for boards whose top is empty. For tests.
    #[doc(hidden)]
    pub fn from_spawn_only(mut self) -> Self {
        self.movers.iter_mut().for_each(|mover| mover.open = None);
        self
    }

    /// The same with pieces that appear with their pivot in this row, counted from the floor.
    pub fn with_spawn_row(mut self, set: &PieceSet, row: usize) -> Self {
        for (mover, piece) in self.movers.iter_mut().zip(&set.pieces) {
            let y = row as i32 - i32::from(piece.states[0].pivot.1);
            let top = self.height as i32 - piece.states[0].shape.height() as i32;
            let fits = (0..=top).contains(&y);
            mover.spawn = mover.spawn.filter(|_| fits).map(|s| Placement { y: y as u8, ..s });
        }
        self.opened(set)
    }

    /// The same with another way of going down.
    pub fn with_fall(mut self, fall: Fall) -> Self {
        self.fall = fall;
        self
    }

    /// The same with every state of a piece for itself, though another covers the same cells: for pieces whose cells differ.
    pub fn telling_states_apart(mut self) -> Self {
        for mover in &mut self.movers {
            mover.same = (0..mover.shapes.len()).collect();
        }
        self
    }

    /// Width and height of the boards.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// How the piece goes down by key.
    pub fn fall(&self) -> Fall {
        self.fall
    }

    /// Column and row of a piece's pivot, the row counted from the floor.
    pub fn pivot(&self, piece: usize, at: Placement) -> (i32, i32) {
        let (x, y) = self.movers[piece].pivots[usize::from(at.rotation)];
        (i32::from(at.x) + x, i32::from(at.y) + y)
    }

    /// Where a piece appears; none if that lies outside the board.
    pub fn spawn(&self, piece: usize) -> Option<Placement> {
        self.movers[piece].spawn
    }

    /// How many states a piece has.
    pub(crate) fn states(&self, piece: usize) -> usize {
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
    /// The order is that of the TetrisVs report: states, then rows from the top, then columns.
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
    fn resting<T: Word>(&self, board: &Pile<T>, piece: usize, each: impl FnMut(usize, T, &[T])) {
        debug_assert!(board.width() == self.width && board.height() == self.height);
        match self.width {
            ..=NARROW => self.flood::<T, NARROW>(board, &self.movers[piece], each),
            _ => self.flood::<T, MOST_WIDTH>(board, &self.movers[piece], each),
        }
    }

    #[inline(always)]
    fn flood<T: Word, const N: usize>(
        &self,
        board: &Pile<T>,
        mover: &Mover,
        mut each: impl FnMut(usize, T, &[T]),
    ) {
        let mut flood = Flood::<T, N>::new(board, mover);
        if let Some(open) = self.open(board, mover) {
            let hidden = flood.drop_from(&open.first);
            if hidden != 0 {
                flood.close(mover, self.fall, (1 << mover.shapes.len()) - 1, hidden);
            }
        } else if !flood.run(mover, self.fall) {
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

    /// Why all straight drops can be reached, if they can.
    #[inline(always)]
    fn open<'m, T: Word>(&self, board: &Pile<T>, mover: &'m Mover) -> Option<&'m Open> {
        let free_rows = self.height as u32 - board.pile_height();
        mover.open.as_ref().filter(|open| open.rows <= free_rows && self.fall == Fall::Unit)
    }

    /// Calls `each` with the resting positions of every state and column, in no order that matters:
    /// state, column, and a bit for each row counted from the top.
    #[inline(always)]
    pub(crate) fn each_column<T: Word>(
        &self,
        board: &Pile<T>,
        piece: usize,
        mut each: impl FnMut(usize, usize, T),
    ) {
        self.resting(board, piece, |state, _, columns| {
            for (x, &rows) in columns.iter().enumerate() {
                if !rows.is_zero() {
                    each(state, x, rows);
                }
            }
        });
    }

    /// Whether all straight drops of a piece can be reached.
    #[inline(always)]
    pub(crate) fn drops_are_open<T: Word>(&self, board: &Pile<T>, piece: usize) -> bool {
        self.open(board, &self.movers[piece]).is_some()
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
        pivots: piece.states.iter().map(|s| (s.pivot.0.into(), s.pivot.1.into())).collect(),
        turns: (0..count).map(turns_from).collect(),
        same: (0..count).map(|i| piece.same_shape(i)).collect(),
        spawn,
        open: None,
    }
}
