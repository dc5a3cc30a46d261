//! What the next piece can do at once.

use crate::board::{MOST_WIDTH, Pile};
use crate::dealer::Dealt;
use crate::rules::Tetris;
use crate::shape::Shape;
use crate::word::{Word, bits};

/// The mean over the pieces that may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reply {
    /// Points that the best placement earns at once.
    pub points: f64,
    /// The chance that the piece cannot appear.
    pub blocked: f64,
}

impl Reply {
    /// What a piece that is not known yet will do.
    pub fn expected<T: Word>(game: &Tetris, board: &Pile<T>, dealt: Dealt) -> Self {
        let rules = game.rules();
        let kinds = rules.set.pieces.len();
        let gaps = Gaps::of(board);
        let mut reply = Self::default();
        for piece in 0..kinds as u8 {
            let probability = rules.dealer.probability(dealt, piece, kinds);
            if probability > 0.0 {
                let known = Self::with(game, board, &gaps, piece);
                reply.points += probability * known.points;
                reply.blocked += probability * known.blocked;
            }
        }
        reply
    }

    /// What a known piece will do.
    pub fn known<T: Word>(game: &Tetris, board: &Pile<T>, piece: u8) -> Self {
        Self::with(game, board, &Gaps::of(board), piece)
    }

    fn with<T: Word>(game: &Tetris, board: &Pile<T>, gaps: &Gaps<T>, piece: u8) -> Self {
        if !game.reach().can_spawn(board, piece.into()) {
            return Self { points: 0.0, blocked: 1.0 };
        }
        let rows = gaps.most_rows(game, board, piece);
        Self { points: f64::from(game.rules().scoring.points(rows)), blocked: 0.0 }
    }
}

/// The most rows that a piece can clear at once on a board.
pub fn most_rows<T: Word>(game: &Tetris, board: &Pile<T>, piece: u8) -> u32 {
    Gaps::of(board).most_rows(game, board, piece)
}

/// The rows that are full but for some columns next to each other.
struct Gaps<T> {
    /// Rows that are full to the left of each column.
    left: [T; MOST_WIDTH + 1],
    /// Rows that are full from each column on to the right.
    right: [T; MOST_WIDTH + 1],
}

impl<T: Word> Gaps<T> {
    fn of(board: &Pile<T>) -> Self {
        let (columns, rows) = (board.columns(), board.rows_mask());
        let mut gaps = Self { left: [rows; MOST_WIDTH + 1], right: [rows; MOST_WIDTH + 1] };
        for (x, &column) in columns.iter().enumerate() {
            gaps.left[x + 1] = gaps.left[x] & column;
        }
        for (x, &column) in columns.iter().enumerate().rev() {
            gaps.right[x] = gaps.right[x + 1] & column;
        }
        gaps
    }

    /// Rows that are full outside of some columns.
    #[inline(always)]
    fn outside(&self, x: usize, width: usize) -> T {
        self.left[x] & self.right[x + width]
    }

    fn most_rows(&self, game: &Tetris, board: &Pile<T>, piece: u8) -> u32 {
        let (reach, piece) = (game.reach(), usize::from(piece));
        let possible = (0..reach.states(piece)).any(|state| {
            let width = reach.shape(piece, state as u8).width();
            (0..=board.width() - width).any(|x| !self.outside(x, width).is_zero())
        });
        let mut most = 0;
        if possible {
            let top = board.height() as u32 - 1;
            reach.each_column(board, piece, |state, x, rows| {
                let shape = reach.shape(piece, state as u8);
                let outside = self.outside(x, shape.width());
                if !outside.is_zero() {
                    let filled = |row| filled(board, shape, outside, x, top - row);
                    most = bits(rows).map(filled).fold(most, u32::max);
                }
            });
        }
        most
    }
}

/// The rows that a shape fills, where `outside` of it they are full already.
#[inline(always)]
fn filled<T: Word>(board: &Pile<T>, shape: &Shape, outside: T, x: usize, y: u32) -> u32 {
    let column =
        |rows: T, j: usize| rows & (board.columns()[x + j] | (T::of(shape.column(j).into()) << y));
    (0..shape.width()).fold(outside, column).ones()
}
