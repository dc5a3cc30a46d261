//! The opponent behind the API: the TetrisVs report's min-max over the known pieces.

use super::refusal::Refusal;
use ludex_core::{Room, Spec};
use ludex_games::tetris::path::{self, Path};
use ludex_games::tetris::report::{self, Chain, Level, Mode};
use ludex_games::tetris::{Board, Placement, Tetris};

/// Pieces that are looked at: own, the other's next, own next.
const FORESIGHT: usize = 3;
/// In an emergency both play to survive: own, the other's next.
const SHORT_SIGHT: usize = 2;

/// The opponent.
pub(super) struct Mind {
    game: Tetris,
}

/// A choice with all that the explanations need.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    /// The piece and where it goes.
    pub(super) choice: (u8, Placement),
    /// What was foreseen.
    pub(super) chain: Chain,
    /// The keys to it, and how they were found.
    pub(super) path: Path,
}

impl Mind {
    pub(super) fn new() -> ludex_core::Result<Self> {
        Ok(Self { game: Tetris::open(&Spec::named("versus"), None)? })
    }

    /// The rules.
    pub(super) fn game(&self) -> &Tetris {
        &self.game
    }

    /// Chooses where the first of `pieces` goes. It must be able to appear.
    pub(super) fn think(
        &self,
        board: &Board,
        pieces: &[u8],
        mode: Mode,
        level: Level,
    ) -> Result<Thought, Refusal> {
        let emergency = mode == Mode::Max && report::is_emergency(board);
        let (mode, sight) = if emergency { (Mode::MaxMax, SHORT_SIGHT) } else { (mode, FORESIGHT) };
        let pieces = &pieces[..pieces.len().min(sight)];
        let chain = report::choose(&self.game, board, pieces, mode, level)?;
        let unreachable = || Refusal::conflict("no keys lead to the chosen placement");
        let choice @ (piece, at) = *chain.steps.first().ok_or_else(unreachable)?;
        let path = path::plan(self.game.reach(), board, piece.into(), at);
        Ok(Thought { choice, chain, path: path.ok_or_else(unreachable)? })
    }
}
