//! The one game of the `TetrisVs` API: a board, the known pieces, the last choice.

use crate::error::ApiError;
use crate::mind::{Mind, Thought};
use crate::wire::{self, Foreseen, Written, outside, tame};
use ludex_tetris::report::{Level, Mode};
use ludex_tetris::{Board, Placement};
use std::sync::Arc;

/// Clients know a few pieces; one that never forgets them is stopped here.
const MOST_KNOWN: usize = 16;

/// The state that all clients share.
pub(crate) struct VsGame {
    pub(crate) mind: Arc<Mind>,
    pub(crate) board: Board,
    pub(crate) known: Vec<u8>,
    pub(crate) level: Level,
    pub(crate) thought: Option<Thought>,
}

impl VsGame {
    pub(crate) fn new() -> ludex_core::Result<Self> {
        let mind = Arc::new(Mind::new()?);
        let board = empty_board(&mind)?;
        Ok(Self { mind, board, known: Vec::new(), level: Level::Easy, thought: None })
    }

    /// Forgets board and explanation.
    pub(crate) fn clear(&mut self) -> Result<(), ApiError> {
        self.board = empty_board(&self.mind)?;
        self.thought = None;
        Ok(())
    }

    /// Appends a known piece.
    pub(crate) fn know(&mut self, letter: &str) -> Result<(), ApiError> {
        let piece = wire::piece(self.mind.game(), letter)?;
        if self.known.len() >= MOST_KNOWN {
            let say = format!("{MOST_KNOWN} pieces are known already; call /resetstart first");
            return Err(ApiError::conflict(say));
        }
        self.known.push(piece);
        Ok(())
    }

    /// Places a person's piece and clears rows.
    pub(crate) fn put(&mut self, written: &Written<'_>) -> Result<(), ApiError> {
        let (piece, at) = written.read(self.mind.game())?;
        self.check_rest(written, piece, at)?;
        self.place(piece, at);
        Ok(())
    }

    fn check_rest(&self, written: &Written<'_>, piece: u8, at: Placement) -> Result<(), ApiError> {
        let Written { state, row, column } = written;
        let (x, y) = (usize::from(at.x), usize::from(at.y));
        let shape = self.mind.game().shape(piece, at);
        if x + shape.width() > self.board.width() || y + shape.height() > self.board.height() {
            return Err(outside(written));
        }
        let place = format!("{state} with its pivot in row {row}, column {column}");
        if !self.board.fits(shape, x, y) {
            let say = format!("{place} covers a full cell; put it on empty cells (see /home)");
            return Err(ApiError::conflict(say));
        }
        if y > 0 && self.board.fits(shape, x, y - 1) {
            let say = format!("{place} hangs in the air; put it where it comes to rest");
            return Err(ApiError::conflict(say));
        }
        Ok(())
    }

    fn place(&mut self, piece: u8, at: Placement) {
        let mind = Arc::clone(&self.mind);
        self.board.place(mind.game().shape(piece, at), at.x.into(), at.y.into());
    }

    /// Chooses, places the opponent's own piece, and answers its keys.
    pub(crate) fn path(&mut self, player: &str) -> Result<Vec<&'static str>, ApiError> {
        let mode = match player {
            "max" => Mode::Max,
            "maxmax" => Mode::MaxMax,
            other => {
                let say = format!("unknown player `{}`; give max or maxmax", tame(other));
                return Err(ApiError::bad(say));
            }
        };
        let own = *self.known.first().ok_or_else(no_pieces)?;
        let game = self.mind.game();
        if !game.reach().can_spawn(&self.board, own.into()) {
            let letter = wire::letter(game, own);
            let say = format!(
                "the piece `{letter}` cannot appear: its place at row 1, column 5 is blocked; \
                 the game is over, call /retcell for a new one"
            );
            return Err(ApiError::conflict(say));
        }
        let thought = self.mind.think(&self.board, &self.known, mode, self.level)?;
        Ok(self.commit(thought))
    }

    fn commit(&mut self, thought: Thought) -> Vec<&'static str> {
        let (piece, at) = thought.choice;
        self.place(piece, at);
        let keys = thought.path.keys.iter().map(|key| key.name()).collect();
        self.thought = Some(thought);
        keys
    }

    /// The foreseen chain; empty before the first choice.
    pub(crate) fn chain(&self) -> Vec<Foreseen> {
        let steps = self.thought.iter().flat_map(|thought| &thought.chain.steps);
        steps.filter_map(|&(piece, at)| wire::foreseen(self.mind.game(), piece, at)).collect()
    }
}

fn empty_board(mind: &Mind) -> ludex_core::Result<Board> {
    let size = mind.game().rules().size;
    Board::new(size.width, size.height)
}

fn no_pieces() -> ApiError {
    ApiError::conflict(
        "no piece is known; call /start/T for each known piece first, such as /start/t",
    )
}
