//! The TetrisVs report's choice of a placement: min-max over the known pieces.
//!
//! Nobody can see the end of a game, so clearing a row counts as winning: a thousand for each row,
//! for whoever clears it. [`Level::Easy`] stops looking as soon as anybody clears; [`Level::Hard`] looks on after
//! the own clears, and so sees what they leave to the opponent. When the pile is high both forget the
//! contest and play to survive: [`Mode::MaxMax`].
//!
//! The search leaves out branches that cannot matter. What it finds is what a plain min-max finds, to the
//! last bit: [`plainly`] is that min-max, and the tests compare the two.

mod fictitious;
mod plain;
mod search;

pub use fictitious::Fictitious;
pub use plain::plainly;
pub(crate) use search::Search;

use crate::board::Board;
use crate::position::{Landing, MOST_KNOWN, Position};
use crate::rules::{Ahead, Foreseen, Tetris};
use crate::shape::Placement;
use ludex_core::{Error, Evaluate, Result, Seat, Term};

/// Who wants what along the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The hands alternate: the first piece is the agent's, the second the opponent's, and so on.
    Max,
    /// All pieces are placed by one hand, or by two that help each other.
    MaxMax,
}

/// How far the fictitious win is thought through, where hands alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Any clear ends the branch.
    Easy,
    /// Only the opponent's clears do.
    Hard,
}

/// From this height on both players are in danger.
pub const EMERGENCY: u32 = 14;

/// Whether the report's agent forgets the contest on this board.
pub fn is_emergency(board: &Board) -> bool {
    board.pile_height() >= EMERGENCY
}

/// What was chosen, with the course that was foreseen.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The pieces with their placements: the own one first, then the best reply, and so on. Shorter than the
    /// list of known pieces where a clear or a blocked spawn ends the look ahead.
    pub steps: Vec<(u8, Placement)>,
    /// The value of the foreseen board.
    pub value: f64,
    /// The value taken apart.
    pub terms: Vec<Term>,
    /// The foreseen board.
    pub board: Board,
}

/// Chooses a placement for the first of the known `pieces`.
///
/// Errors when there are no pieces or too many, when one is not in the set, and when the first cannot appear.
///
/// ```
/// use ludex_core::Room;
/// use ludex_tetris::{Board, Tetris, report};
/// let game = Tetris::open(&"versus".parse().unwrap(), None).unwrap();
/// let board = Board::new(10, 20).unwrap();
/// let piece = |name| game.rules().set.index(name).unwrap() as u8;
/// let known = [piece("O"), piece("T"), piece("Z")];
/// let chain = report::choose(&game, &board, &known, report::Mode::Max, report::Level::Hard).unwrap();
/// assert_eq!(chain.steps.len(), 3);
/// assert_eq!(chain.terms.iter().map(|t| t.contribution).sum::<f64>(), chain.value);
/// ```
pub fn choose(
    game: &Tetris,
    board: &Board,
    pieces: &[u8],
    mode: Mode,
    level: Level,
) -> Result<Chain> {
    check(game, board, pieces)?;
    let low = board.low().ok_or_else(|| too_high(board))?;
    let mut search = Search::new(game, pieces, contest(mode, level));
    let value = search.best(&low);
    Ok(chain(game, board, pieces, search.line(), (contest(mode, level), value)))
}

/// The level, where there is a contest.
fn contest(mode: Mode, level: Level) -> Option<Level> {
    (mode == Mode::Max).then_some(level)
}

/// Refuses what cannot be searched.
fn check(game: &Tetris, board: &Board, pieces: &[u8]) -> Result<()> {
    let kinds = game.rules().set.pieces.len();
    let count = pieces.len();
    if !(1..=MOST_KNOWN).contains(&count) {
        let reason = format!("give 1 to {MOST_KNOWN}, the current one first");
        return Err(Error::bad("number of known pieces", count.to_string(), reason));
    }
    if let Some(piece) = pieces.iter().find(|&&piece| usize::from(piece) >= kinds) {
        let reason = format!("the set has the pieces 0 to {}", kinds - 1);
        return Err(Error::bad("piece", piece.to_string(), reason));
    }
    let size = game.rules().size;
    if (board.width(), board.height()) != (size.width, size.height) {
        let given = format!("{}x{}", board.width(), board.height());
        return Err(Error::bad("board size", given, format!("the game has {size}")));
    }
    if !game.can_place(board, pieces[0]) {
        return Err(Error::State("the piece cannot appear: the game is over".into()));
    }
    Ok(())
}

fn too_high(board: &Board) -> Error {
    let size = format!("{}x{}", board.width(), board.height());
    Error::bad("board size", size, "this search needs a board at most 32 high")
}

/// The chain of some placements.
fn chain(
    game: &Tetris,
    board: &Board,
    pieces: &[u8],
    line: &[Placement],
    (level, value): (Option<Level>, f64),
) -> Chain {
    let mut leaf = Foreseen::start(&Position::new(*board));
    for (&piece, &at) in pieces.iter().zip(line) {
        leaf = after(game, &leaf, piece, at);
    }
    let steps = pieces.iter().copied().zip(line.iter().copied()).collect();
    let terms = Fictitious::new(level).terms(&Ahead::known(game), &leaf, Seat::FIRST);
    Chain { steps, value, terms, board: leaf.position.board }
}

/// The board after a placement; hands and pieces do not matter here.
fn after(game: &Tetris, here: &Foreseen, piece: u8, at: Placement) -> Foreseen {
    let mut position = here.position;
    let shape = game.shape(piece, at);
    let cleared = position.board.place(shape, at.x.into(), at.y.into());
    position.mover = 1 - position.mover;
    Foreseen { position, last: Landing::of(shape, at, cleared) }
}
