//! The opponent behind the API: the founding report's min-max over the known pieces.

use crate::refusal::Refusal;
use ludex_core::{Agent, Budget, Candidate, Room, Seed, Spec};
use ludex_games::tetris::path::{self, Path};
use ludex_games::tetris::position::{Action, Position};
use ludex_games::tetris::{Board, Tetris};

/// How far the opponent thinks a clear through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Level {
    /// Any clear ends its look ahead.
    #[default]
    Easy,
    /// Only the other player's clears do.
    Hard,
}

/// Whom the opponent plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// For itself and against the other player.
    Max,
    /// Alone, or with the other player.
    MaxMax,
}

/// Pieces that are looked at: own, the other's next, own next.
pub(super) const FORESIGHT: usize = 3;

/// The rules and agents, made once.
pub(super) struct Mind {
    solo: Desk,
    versus: Desk,
}

/// A set of rules with the two agents that play by it.
struct Desk {
    game: Tetris,
    easy: Box<dyn Agent<Tetris>>,
    hard: Box<dyn Agent<Tetris>>,
}

/// A choice with all that the explanations need.
#[derive(Clone, Debug)]
pub(super) struct Thought {
    /// The board before the choice.
    pub(super) before: Board,
    /// The chosen placement with its line and terms.
    pub(super) choice: Candidate<Action>,
    /// The keys to it, and how they were found.
    pub(super) path: Path,
}

impl Desk {
    fn new(rules: &str) -> ludex_core::Result<Self> {
        let game = Tetris::open(&Spec::named(rules), None)?;
        let agent = |name| game.agent(&Spec::named(name), Seed(1));
        Ok(Self { easy: agent("seed-easy")?, hard: agent("seed-hard")?, game })
    }

    fn agent(&self, level: Level) -> &dyn Agent<Tetris> {
        match level {
            Level::Easy => self.easy.as_ref(),
            Level::Hard => self.hard.as_ref(),
        }
    }
}

impl Mind {
    pub(super) fn new() -> ludex_core::Result<Self> {
        Ok(Self { solo: Desk::new("tetrisvs")?, versus: Desk::new("versus")? })
    }

    /// The rules for one player.
    pub(super) fn game(&self) -> &Tetris {
        &self.solo.game
    }

    /// Chooses where the first of `pieces` goes. It must be able to appear.
    pub(super) fn think(
        &self,
        board: &Board,
        pieces: &[u8],
        player: Player,
        level: Level,
    ) -> Result<Thought, Refusal> {
        let desk = if player == Player::Max { &self.versus } else { &self.solo };
        let position = position(board, pieces, player);
        let budget = Budget::unlimited();
        let agent = desk.agent(level);
        // The chosen move alone is weighed in full: explanations need no other.
        let action = agent.choose(&desk.game, &position, &budget)?;
        let choice = agent.weigh(&desk.game, &position, action, &budget)?;
        let path = self.path(board, action)?;
        Ok(Thought { before: *board, choice, path })
    }

    fn path(&self, board: &Board, action: Action) -> Result<Path, Refusal> {
        let unreachable = || Refusal::conflict("no keys lead to the chosen placement");
        let Action::Place { piece, at, .. } = action else { return Err(unreachable()) };
        path::plan(self.game().reach(), board, piece.into(), at).ok_or_else(unreachable)
    }
}

/// The position in which the pieces come in this order: with two players they take turns.
fn position(board: &Board, pieces: &[u8], player: Player) -> Position {
    let mut position = Position::new(*board);
    for (i, &piece) in pieces.iter().take(FORESIGHT).enumerate() {
        let seat = if player == Player::Max { i % 2 } else { 0 };
        position.hands[seat].push(piece);
    }
    position
}
