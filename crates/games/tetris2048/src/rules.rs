//! The game itself.

use crate::pieces::{CELLS, Piece, Pieces};
use crate::tiles::{Earned, MOST_HEIGHT, MOST_WIDTH, Tiles, number};
use ludex_core::{Error, Game, Result, Rng, Seat, Size, Turn, mix};
use ludex_tetris::{LowBoard, Placement};
use rand::RngExt;
use std::sync::Arc;

/// The rules on a board of one size.
#[derive(Clone, Debug)]
pub struct Tetris2048 {
    size: Size,
    pieces: Arc<Pieces>,
    empty: LowBoard,
    deals: bool,
}

/// A state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// What lies.
    pub tiles: Tiles,
    /// The piece to be placed.
    pub current: Option<Piece>,
    /// The piece after it.
    pub next: Option<Piece>,
    /// Points so far.
    pub score: u64,
    /// Rows cleared so far.
    pub lines: u32,
    /// Pieces placed so far.
    pub placed: u32,
    /// The largest exponent that has lain on the board so far: a cleared row may have taken the tile away.
    pub record: u8,
}

/// A move: chance deals a piece, a player places it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Chance deals the next piece.
    Deal(Piece),
    /// The player places the current one.
    Place {
        /// The current piece.
        piece: Piece,
        /// Where it comes to rest.
        at: Placement,
    },
}

impl Tetris2048 {
    /// The usual board.
    pub const USUAL: Size = Size::new(10, 20);

    /// The rules on a board of this size, 4x6 to 16x32.
    pub fn new(size: Size) -> Result<Self> {
        let fits =
            (4..=MOST_WIDTH).contains(&size.width) && (6..=MOST_HEIGHT).contains(&size.height);
        if !fits {
            let form = format!("give 4x6 to {MOST_WIDTH}x{MOST_HEIGHT}");
            return Err(Error::bad("board size", size.to_string(), form));
        }
        let pieces = Arc::new(Pieces::new(size.width, size.height)?);
        let empty = LowBoard::new(size.width, size.height)?;
        Ok(Self { size, pieces, empty, deals: true })
    }

    /// The same rules with nothing dealt any more: the game ends after the last piece that is known.
    pub fn known_pieces_only(&self) -> Self {
        Self { deals: false, ..self.clone() }
    }

    /// The size of the board.
    pub fn board_size(&self) -> Size {
        self.size
    }

    /// The pieces.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Whether a piece can appear.
    pub fn can_appear(&self, tiles: &Tiles, piece: Piece) -> bool {
        let spawn = self.pieces.reach.spawn(piece.kind.into());
        spawn.is_some_and(|at| {
            tiles.fits(self.pieces.shape(piece.kind, 0), at.x.into(), at.y.into())
        })
    }

    /// Calls `each` with every place where a piece can come to rest.
    #[inline]
    pub fn places(&self, tiles: &Tiles, piece: Piece, each: impl FnMut(Placement)) {
        self.pieces.reach.for_each(&self.board(tiles), piece.kind.into(), each);
    }

    /// The board without its numbers.
    #[inline]
    pub fn board(&self, tiles: &Tiles) -> LowBoard {
        let mut board = self.empty;
        for (x, &column) in tiles.columns().iter().enumerate() {
            let mut left = column;
            while left != 0 {
                board.set(x, left.trailing_zeros() as usize, true);
                left &= left - 1;
            }
        }
        board
    }

    /// Puts a piece on the board and resolves.
    #[inline]
    pub fn put(&self, tiles: &mut Tiles, piece: Piece, at: Placement) -> Earned {
        let changed = self.stamp(tiles, piece, at);
        tiles.resolve(changed)
    }

    /// Puts a piece on the board; returns a bit for each of its columns.
    pub fn stamp(&self, tiles: &mut Tiles, piece: Piece, at: Placement) -> u32 {
        let mut changed = 0;
        for (x, y, exponent) in self.pieces.cells(piece, at) {
            tiles.set(x, y, exponent);
            changed |= 1 << x;
        }
        changed
    }

    fn place(&self, position: &mut Position, piece: Piece, at: Placement) {
        let earned = self.put(&mut position.tiles, piece, at);
        position.score += earned.merged + earned.cleared;
        position.lines += earned.lines;
        position.placed += 1;
        let dealt = (0..CELLS).map(|cell| piece.exponent(cell)).fold(earned.largest, u8::max);
        position.record = position.record.max(dealt);
        position.current = position.next.take();
    }
}

impl Position {
    /// The number on the largest tile that has lain on the board so far; 0 before the first.
    pub fn largest(&self) -> u64 {
        if self.record == 0 { 0 } else { number(self.record) }
    }
}

impl Game for Tetris2048 {
    type Position = Position;
    type Action = Action;
    type Undo = Position;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> Position {
        let tiles = Tiles::new(self.size.width, self.size.height);
        Position { tiles, current: None, next: None, score: 0, lines: 0, placed: 0, record: 0 }
    }

    fn turn(&self, position: &Position) -> Turn {
        match position.current {
            Some(piece) if !self.can_appear(&position.tiles, piece) => Turn::Over,
            None if !self.deals => Turn::Over,
            Some(_) if !self.deals || position.next.is_some() => Turn::Seat(Seat::FIRST),
            _ => Turn::Chance,
        }
    }

    fn actions(&self, position: &Position, out: &mut Vec<Action>) {
        match (self.turn(position), position.current) {
            (Turn::Chance, _) => out.extend(Piece::all().map(Action::Deal)),
            (Turn::Seat(_), Some(piece)) => {
                self.places(&position.tiles, piece, |at| out.push(Action::Place { piece, at }));
            }
            _ => {}
        }
    }

    fn probability(&self, _: &Position, action: Action) -> f64 {
        match action {
            Action::Deal(piece) => piece.probability(),
            Action::Place { .. } => 1.0,
        }
    }

    fn play(&self, position: &mut Position, action: Action) -> Position {
        let before = *position;
        match action {
            Action::Deal(piece) if position.current.is_none() => position.current = Some(piece),
            Action::Deal(piece) => position.next = Some(piece),
            Action::Place { piece, at } => self.place(position, piece, at),
        }
        before
    }

    fn undo(&self, position: &mut Position, _: Action, before: Position) {
        *position = before;
    }

    fn score(&self, position: &Position, _: Seat) -> f64 {
        position.score as f64
    }

    fn key(&self, position: &Position) -> u64 {
        let code = |piece: Option<Piece>| {
            piece.map_or(0, |p| 1 + u64::from(p.kind) * 16 + u64::from(p.fours))
        };
        mix(position.tiles.key() ^ code(position.current) << 8 ^ code(position.next) << 20)
    }

    fn sample(
        &self,
        position: &Position,
        rng: &mut Rng,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        if self.turn(position) == Turn::Chance {
            let kind = rng.random_range(0..crate::pieces::KINDS);
            let four = |cell: usize| u8::from(rng.random::<f64>() < crate::pieces::FOUR) << cell;
            let fours = (0..crate::pieces::CELLS).map(four).sum();
            return Some(Action::Deal(Piece { kind, fours }));
        }
        buffer.clear();
        self.actions(position, buffer);
        (!buffer.is_empty()).then(|| buffer[rng.random_range(0..buffer.len())])
    }
}
