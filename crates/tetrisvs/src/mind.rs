//! The opponent behind the API: the TetrisVs report's min-max over the known pieces.

use crate::error::ApiError;
use ludex_core::{Room, Spec};
use ludex_tetris::path::{self, Path};
use ludex_tetris::report::{self, Chain, Level, Mode};
use ludex_tetris::{Board, Placement, Tetris};

/// Pieces that are looked at: own, the other's next, own next.
const FORESIGHT: usize = 3;

/// The opponent.
pub(crate) struct Mind {
    game: Tetris,
}

/// A choice with all that the explanations need.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    /// The piece and where it goes.
    pub(crate) choice: (u8, Placement),
    /// What was foreseen.
    pub(crate) chain: Chain,
    /// The keys to it, and how they were found.
    pub(crate) path: Path,
}

impl Mind {
    pub(crate) fn new() -> ludex_core::Result<Self> {
        Ok(Self { game: Tetris::open(&Spec::named("versus"), None)? })
    }

    /// The rules.
    pub(crate) fn game(&self) -> &Tetris {
        &self.game
    }

    /// Chooses where the first of `pieces` goes. It must be able to appear.
    pub(crate) fn think(
        &self,
        board: &Board,
        pieces: &[u8],
        mode: Mode,
        level: Level,
    ) -> Result<Thought, ApiError> {
        // Whether the pile is so high that both should play to survive, the client decides: it asks for `maxmax` then.
        let pieces = &pieces[..pieces.len().min(FORESIGHT)];
        let chain = report::choose(&self.game, board, pieces, mode, level)?;
        let unreachable = || ApiError::conflict("no keys lead to the chosen placement");
        let choice @ (piece, at) = *chain.steps.first().ok_or_else(unreachable)?;
        let path = path::plan(self.game.reach(), board, piece.into(), at);
        Ok(Thought { choice, chain, path: path.ok_or_else(unreachable)? })
    }
}
