//! The step rules of the RL-Competition: six actions, and one row down with each of them.
//!
//! An action that cannot be carried out leaves the piece where it is. Then the piece locks if it
//! cannot go one row down; else it falls one row. A new piece costs a step of its own, in which nobody
//! acts: here that is the step in which chance deals. This holds for the first piece too, because the
//! competition's viewer counts the start of an episode as its first step.

use super::clears::Placed;
use crate::board::Board;
use crate::keys::Key;
use crate::position::{How, Position};
use crate::rules::{Tetris, Way};
use crate::shape::Placement;
use std::fmt;

/// An action of the RL-Competition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Press {
    /// 0: one column to the left.
    Left,
    /// 1: one column to the right.
    Right,
    /// 2: turn clockwise.
    Rotate,
    /// 3: turn counter-clockwise.
    RotateBack,
    /// 4: nothing.
    None,
    /// 5: down to the bottom.
    Drop,
}

impl Press {
    /// All actions, in the order of their numbers.
    pub const ALL: [Self; 6] =
        [Self::Left, Self::Right, Self::Rotate, Self::RotateBack, Self::None, Self::Drop];

    /// The action of that number, 0 to 5.
    ///
    /// ```
    /// use ludex_tetris::Press;
    /// assert_eq!(Press::from_number(5), Some(Press::Drop));
    /// assert_eq!(Press::from_number(6), None);
    /// ```
    pub fn from_number(number: usize) -> Option<Self> {
        Self::ALL.get(number).copied()
    }

    /// Its number in the competition.
    pub fn number(self) -> usize {
        self as usize
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Rotate => "rotate",
            Self::RotateBack => "rotate-back",
            Self::None => "none",
            Self::Drop => "drop",
        }
    }

    /// The action of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|press| press.name() == name)
    }

    /// The key that moves the piece once, if there is one.
    fn key(self) -> Option<Key> {
        match self {
            Self::Left => Some(Key::Left),
            Self::Right => Some(Key::Right),
            Self::Rotate => Some(Key::Turn),
            Self::RotateBack => Some(Key::TurnBack),
            Self::None | Self::Drop => None,
        }
    }
}

impl fmt::Display for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Where a piece is after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fallen {
    /// Where.
    pub(crate) at: Placement,
    /// Whether it locked there.
    pub(crate) locked: bool,
}

impl Tetris {
    /// Whether the game goes step by step.
    pub fn is_stepwise(&self) -> bool {
        self.rules().way == Way::Steps
    }

    /// Where a falling piece is after one step.
    pub(crate) fn fall(&self, board: &Board, piece: u8, at: Placement, press: Press) -> Fallen {
        let reach = self.reach();
        let go = |at: Placement, key: Key| reach.press(board, piece.into(), at, key);
        let moved = match press {
            Press::Drop => std::iter::successors(Some(at), |p| go(*p, Key::Down)).last(),
            _ => press.key().and_then(|key| go(at, key)),
        };
        let at = moved.unwrap_or(at);
        match go(at, Key::Down) {
            Some(below) => Fallen { at: below, locked: false },
            None => Fallen { at, locked: true },
        }
    }

    /// The piece that this step locks, and where.
    pub(crate) fn locked_by(&self, position: &Position, press: Press) -> Option<(u8, Placement)> {
        let (piece, at) = (position.hand().current()?, position.falling?);
        let fallen = self.fall(&position.board, piece, at, press);
        fallen.locked.then_some((piece, fallen.at))
    }

    /// Carries out a step of the player.
    pub(crate) fn press(&self, position: &mut Position, press: Press) {
        let (Some(piece), Some(at)) = (position.hand().current(), position.falling) else { return };
        let fallen = self.fall(&position.board, piece, at, press);
        position.steps = position.steps.saturating_add(1);
        position.falling = Some(fallen.at);
        if fallen.locked {
            position.falling = None;
            let placed = Placed { piece, at: fallen.at, how: How::default() };
            self.place(position, false, placed);
        }
    }

    /// Pieces placed, and step by step also the one that met something on its way in: it came, cost a
    /// step, and the published figures count it.
    pub(crate) fn pieces_seen(&self, position: &Position) -> u32 {
        position.pieces.saturating_add((self.is_stepwise() && position.lost).into())
    }

    /// Brings in a piece that is not on the board yet and notices when there is no room for it.
    ///
    /// A piece leaves the row in which it appears with its first step, so being there means to have
    /// just appeared.
    pub(crate) fn enter(&self, position: &mut Position) {
        let piece = position.hand().current();
        let spawn = piece.and_then(|piece| self.reach().spawn(piece.into()));
        position.falling = position.falling.or(spawn);
        position.lost = match (piece, spawn) {
            (Some(piece), Some(spawn)) if position.falling == Some(spawn) => {
                !self.way_in_is_free(&position.board, piece, spawn)
            }
            _ => false,
        };
    }

    /// Whether a piece that comes in from above meets no full cell on its way to the spawn.
    fn way_in_is_free(&self, board: &Board, piece: u8, spawn: Placement) -> bool {
        let shape = self.shape(piece, spawn);
        // Cells above the board are never full, so no row needs to be left out.
        (0..=shape.height()).all(|up| {
            shape.each_cell().all(|(dx, dy)| {
                !board.is_full(usize::from(spawn.x) + dx, usize::from(spawn.y) + dy + up)
            })
        })
    }

    /// Where the falling piece comes to rest if these actions are taken and it then falls by itself.
    pub(crate) fn rest_after(
        &self,
        position: &Position,
        presses: impl IntoIterator<Item = Press>,
    ) -> Option<Placement> {
        let (piece, start) = (position.hand().current()?, position.falling?);
        let mut fallen = Fallen { at: start, locked: false };
        for press in presses.into_iter().chain([Press::Drop]) {
            if fallen.locked {
                break;
            }
            fallen = self.fall(&position.board, piece, fallen.at, press);
        }
        Some(fallen.at)
    }

    /// Whether a position with a falling piece makes sense; if not, why.
    pub(crate) fn check_falling(&self, position: &Position) -> Result<(), &'static str> {
        let Some(at) = position.falling else { return Ok(()) };
        if !self.is_stepwise() {
            return Err("these rules know placements only; leave `falling` out");
        }
        let Some(piece) = position.hand().current() else {
            return Err("there is a falling piece, but `next` does not name it");
        };
        let shape = self.shape(piece, at);
        let just_came = self.reach().spawn(piece.into()) == Some(at);
        if just_came || position.board.fits(shape, at.x.into(), at.y.into()) {
            return Ok(());
        }
        Err("the falling piece lies on full cells or outside the board; move it")
    }
}
