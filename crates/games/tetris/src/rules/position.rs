//! A position of Tetris: plain data.

use crate::board::{Board, Cleared};
use crate::dealer::Dealt;
use crate::shape::{Placement, Shape};
use crate::steps::Press;
use ludex_core::mix;

/// The most pieces a player can know in advance.
pub const MOST_KNOWN: usize = 7;

/// A move of a player or of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A player puts a piece.
    Place {
        /// The piece's number in the set.
        piece: u8,
        /// Whether it comes from the hold.
        hold: bool,
        /// Where it comes to rest.
        at: Placement,
        /// How a hand brought it there, as far as the rules ask.
        how: How,
    },
    /// Chance deals a piece.
    Deal(u8),
    /// A player acts for one step, under rules that go step by step.
    Press(Press),
}

impl Action {
    /// A placement of which nothing is known but where it is.
    pub const fn place(piece: u8, hold: bool, at: Placement) -> Self {
        let how = How { last: LastKey::Other, soft: 0, hard: 0, keys: 0 };
        Self::Place { piece, hold, at, how }
    }

    /// The same without how it was carried out: what agents choose among.
    #[must_use]
    pub fn bare(self) -> Self {
        match self {
            Self::Place { piece, hold, at, .. } => Self::place(piece, hold, at),
            other => other,
        }
    }
}

/// How a hand brought a piece to its place. Placements that nobody steered have none of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct How {
    /// What moved the piece last.
    pub last: LastKey,
    /// Rows it went down by key.
    pub soft: u8,
    /// Rows it was dropped.
    pub hard: u8,
    /// Keys pressed to move and turn it, a key that was held counted once; 0 if nobody counted.
    pub keys: u8,
}

/// What moved a piece last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LastKey {
    /// A step to the side, gravity, or nobody knows.
    #[default]
    Other,
    /// A turn.
    Turn,
    /// A turn that took the last and farthest of its kicks.
    FarTurn,
}

/// The pieces a player knows: the current one first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    queue: [u8; MOST_KNOWN],
    len: u8,
    /// The piece put aside.
    pub hold: Option<u8>,
}

impl Hand {
    /// The pieces in the order in which they come.
    pub fn pieces(&self) -> &[u8] {
        &self.queue[..usize::from(self.len)]
    }

    /// The piece to place now.
    pub fn current(&self) -> Option<u8> {
        self.pieces().first().copied()
    }

    /// Appends a piece; what no hand can hold is refused.
    pub fn push(&mut self, piece: u8) -> bool {
        let fits = usize::from(self.len) < MOST_KNOWN;
        if fits {
            self.queue[usize::from(self.len)] = piece;
            self.len += 1;
        }
        fits
    }

    /// Takes the current piece; the others move up.
    pub(crate) fn take(&mut self) {
        if self.len > 0 {
            self.queue.copy_within(1.., 0);
            self.queue[MOST_KNOWN - 1] = 0;
            self.len -= 1;
        }
    }

    /// The piece that comes out if the current one is put aside: the held one, or the next.
    pub fn alternative(&self) -> Option<u8> {
        self.hold.or_else(|| self.pieces().get(1).copied())
    }

    /// Puts the current piece aside, so that the alternative becomes the current one.
    pub(crate) fn swap(&mut self) {
        let current = self.current();
        match self.hold {
            Some(held) => self.queue[0] = held,
            None => self.take(),
        }
        self.hold = current;
    }
}

/// What a placement did, or several in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Landing {
    /// Twice the landing height, which may end in a half.
    pub twice_height: u32,
    /// Rows cleared.
    pub lines: u32,
    /// Rows cleared times own cells that went with them.
    pub eroded: u32,
}

impl Landing {
    /// What a single placement did.
    pub fn of(shape: &Shape, at: Placement, cleared: Cleared) -> Self {
        Self {
            twice_height: 2 * u32::from(at.y) + shape.height() as u32 - 1,
            lines: cleared.lines,
            eroded: cleared.lines * cleared.eroded,
        }
    }

    /// Heights and eroded cells added up; lines are those of the later placement.
    pub(crate) fn then(self, later: Self) -> Self {
        Self {
            twice_height: self.twice_height + later.twice_height,
            lines: later.lines,
            eroded: self.eroded + later.eroded,
        }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The pile.
    pub board: Board,
    /// The pieces each seat knows.
    pub hands: [Hand; 2],
    /// Rows cleared by each seat.
    pub lines: [u32; 2],
    /// Points of each seat.
    pub points: [u32; 2],
    /// Pieces placed by all.
    pub pieces: u32,
    /// The seat that places next.
    pub mover: u8,
    /// Whether a piece could not be placed any more.
    pub lost: bool,
    /// Milliseconds played, as told from outside; headless games leave it at 0.
    pub clock: u32,
    /// What the dealer remembers.
    pub dealt: Dealt,
    /// Where the current piece is, under rules that go step by step.
    pub falling: Option<Placement>,
    /// Steps so far, under rules that go step by step.
    pub steps: u32,
    /// What the clears so far add to the next, under the guideline's scoring.
    pub streak: Streak,
}

/// What clears in a row earn together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Placements in a row that cleared something.
    pub clears: u32,
    /// Whether the last clear was a hard one: four rows or a spin.
    pub hard: bool,
}

impl Position {
    /// An empty board and empty hands.
    pub fn new(board: Board) -> Self {
        Self {
            board,
            hands: [Hand::default(); 2],
            lines: [0; 2],
            points: [0; 2],
            pieces: 0,
            mover: 0,
            lost: false,
            clock: 0,
            dealt: Dealt::default(),
            falling: None,
            steps: 0,
            streak: Streak::default(),
        }
    }

    /// The pieces of the seat that places next.
    pub fn hand(&self) -> &Hand {
        &self.hands[usize::from(self.mover)]
    }

    /// A 64-bit name of what the future depends on; `memory` is what the dealer and the clock still mean for it.
    pub(crate) fn key(&self, memory: [u64; 2]) -> u64 {
        let hand = |hand: &Hand| {
            let pieces = hand.pieces().iter().fold(0, |key, &p| (key << 8) | (u64::from(p) + 1));
            pieces << 8 | hand.hold.map_or(0, |p| u64::from(p) + 1)
        };
        let falling = self.falling.map_or(0, |at| {
            1 << 24 | u64::from(at.rotation) << 16 | u64::from(at.x) << 8 | u64::from(at.y)
        });
        let small = falling << 2 | u64::from(self.mover) << 1 | u64::from(self.lost);
        let words = [hand(&self.hands[0]), hand(&self.hands[1]), memory[0], memory[1], small];
        words.iter().fold(self.board.key(), |key, word| mix(key.rotate_left(7) ^ word))
    }
}
