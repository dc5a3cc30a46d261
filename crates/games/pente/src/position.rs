//! A position, and what a stone does to it.

use crate::board::{BITS, LINES, Point, Points, STEPS};
use ludex_core::{Seat, mix};

/// A position: stones, captures, the longest row each player ever made, whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) stones: [Points; 2],
    /// Identity of everything that the future depends on: stones, captures, turn.
    pub(crate) hash: u64,
    /// Stones that each seat has captured.
    pub(crate) captured: [u8; 2],
    /// The longest row that each seat ever had through a stone just placed; captures do not shorten it.
    pub(crate) longest: [u8; 2],
    pub(crate) free: u16,
    pub(crate) state: State,
}

/// How a position stands; found out when a stone is placed, not when it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The seat to move.
    Open(u8),
    /// The seat that has won, and the seat that moved last.
    Won { winner: u8, last: u8 },
    /// No point is free.
    Drawn { last: u8 },
}

impl State {
    /// Who placed the last stone.
    #[inline]
    pub(crate) fn last(self) -> usize {
        match self {
            Self::Open(next) => 1 - usize::from(next),
            Self::Won { last, .. } | Self::Drawn { last } => last.into(),
        }
    }
}

/// What [`Game::undo`](ludex_core::Game::undo) needs besides the point.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    hash: u64,
    removed: Removed,
    captured: [u8; 2],
    longest: u8,
}

impl Undo {
    /// What the move has removed.
    #[inline]
    pub(crate) fn removed(&self) -> Removed {
        self.removed
    }
}

/// Stones that a move takes from the board.
///
/// Two bits for each of the eight directions say how many stones in a row vanish there, counted from
/// the stone placed: the opponent's in `taken`, the mover's own in `lost`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Removed {
    pub(crate) taken: u16,
    pub(crate) lost: u16,
}

impl Removed {
    /// Stones of the opponent that vanish.
    #[inline]
    pub(crate) fn captures(self) -> u8 {
        sum_of_pairs(self.taken)
    }

    /// Stones of the mover that vanish, the placed one included.
    #[inline]
    pub(crate) fn losses(self) -> u8 {
        sum_of_pairs(self.lost) + u8::from(self.lost != 0)
    }
}

/// The sum of the eight two-bit numbers in `word`.
#[inline]
fn sum_of_pairs(word: u16) -> u8 {
    ((word & 0x5555).count_ones() + 2 * (word & 0xaaaa).count_ones()) as u8
}

/// Keys of stones by seat and point.
static STONE_KEYS: [[u64; BITS]; 2] = keys(1);
/// Keys of captures by seat and number of stones.
static CAPTURE_KEYS: [[u64; BITS]; 2] = keys(1 << 20);
/// Key of the second seat's turn.
const TURN_KEY: u64 = mix(1 << 40);

const fn keys(first: u64) -> [[u64; BITS]; 2] {
    let mut keys = [[0; BITS]; 2];
    let mut i = 0;
    while i < 2 * BITS {
        keys[i / BITS][i % BITS] = mix(mix(first + i as u64).wrapping_add(0x9e37_79b9_7f4a_7c15));
        i += 1;
    }
    keys
}

#[inline]
fn stone_key(seat: usize, index: usize) -> u64 {
    STONE_KEYS[seat][index % BITS]
}

/// No capture has no key, so that the hash of an empty board is 0.
#[inline]
fn capture_key(seat: usize, stones: u8) -> u64 {
    if stones == 0 { 0 } else { CAPTURE_KEYS[seat][usize::from(stones)] }
}

impl Position {
    /// An empty board of `cells` points.
    pub(crate) fn empty(cells: u16) -> Self {
        Self {
            stones: [Points::default(); 2],
            hash: 0,
            captured: [0; 2],
            longest: [0; 2],
            free: cells,
            state: State::Open(0),
        }
    }

    /// The seat to move, if the game goes on.
    #[inline]
    pub(crate) fn mover(&self) -> Option<usize> {
        match self.state {
            State::Open(seat) => Some(seat.into()),
            _ => None,
        }
    }

    /// Who stands on a point.
    pub fn owner(&self, point: Point) -> Option<Seat> {
        (0..2).find(|&seat| self.stones[seat].has(point.index())).map(Seat)
    }

    /// Stones that a seat has captured.
    pub fn captured(&self, seat: Seat) -> u8 {
        self.captured[seat.0]
    }

    /// The longest row that a seat ever made; captures do not shorten it.
    pub fn longest(&self, seat: Seat) -> u8 {
        self.longest[seat.0]
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        match self.state {
            State::Won { winner, .. } => Some(Seat(winner.into())),
            _ => None,
        }
    }

    /// The hash computed afresh; what is kept step by step must agree with it.
    pub(crate) fn fresh_hash(&self) -> u64 {
        let mut hash = if self.state.last() == 0 { TURN_KEY } else { 0 };
        for seat in 0..2 {
            hash ^= capture_key(seat, self.captured[seat]);
            let stones = self.stones[seat].descending();
            hash = stones.fold(hash, |hash, point| hash ^ stone_key(seat, point.index()));
        }
        hash
    }

    /// Length of the row through `index` along `line` if `seat` stands there.
    #[inline]
    pub(crate) fn run(&self, seat: usize, index: usize, line: usize) -> usize {
        let stones = &self.stones[seat];
        let side = |step: usize| {
            let mut length = 0;
            while stones.has(index.wrapping_add(step * (length + 1))) {
                length += 1;
            }
            length
        };
        1 + side(STEPS[2 * line]) + side(STEPS[2 * line + 1])
    }

    /// The longest row through `index` if `seat` stands there.
    #[inline]
    pub(crate) fn longest_run(&self, seat: usize, index: usize) -> usize {
        (0..LINES.len()).map(|line| self.run(seat, index, line)).max().unwrap_or(0)
    }

    /// Opponent's stones that `seat` captures by placing a stone at `index`; three in a row as well if `triples`.
    #[inline]
    pub(crate) fn takes(&self, seat: usize, index: usize, triples: bool) -> u16 {
        let (own, rival) = (&self.stones[seat], &self.stones[1 - seat]);
        let mut taken = 0;
        for (direction, step) in STEPS.into_iter().enumerate() {
            if !rival.has(index + step) || !rival.has(index + 2 * step) {
                continue;
            }
            if own.has(index + 3 * step) {
                taken |= 2 << (2 * direction);
            } else if triples && rival.has(index + 3 * step) && own.has(index + 4 * step) {
                taken |= 3 << (2 * direction);
            }
        }
        taken
    }

    /// Own stones that `seat` loses by completing pairs between stones of the opponent at `index`.
    #[inline]
    pub(crate) fn loses(&self, seat: usize, index: usize) -> u16 {
        let (own, rival) = (&self.stones[seat], &self.stones[1 - seat]);
        let mut lost = 0;
        for (direction, step) in STEPS.into_iter().enumerate() {
            let back = BITS - step;
            if own.has(index + step) && rival.has(index + 2 * step) && rival.has(index + back) {
                lost |= 1 << (2 * direction);
            }
        }
        lost
    }

    /// Places a stone of `seat` and removes what it removes. The state is left to the caller.
    #[inline]
    pub(crate) fn place(&mut self, seat: usize, index: usize, removed: Removed) -> Undo {
        let undo =
            Undo { hash: self.hash, removed, captured: self.captured, longest: self.longest[seat] };
        self.hash ^= stone_key(seat, index) ^ TURN_KEY;
        self.stones[seat].flip(index);
        self.free -= 1;
        if removed != Removed::default() {
            self.remove(seat, index, removed);
        }
        undo
    }

    #[cold]
    fn remove(&mut self, seat: usize, index: usize, removed: Removed) {
        self.flip_removed(seat, index, removed);
        let (captures, losses) = (removed.captures(), removed.losses());
        self.free += u16::from(captures) + u16::from(losses);
        self.gain(seat, captures);
        self.gain(1 - seat, losses);
    }

    fn gain(&mut self, seat: usize, stones: u8) {
        let sum = self.captured[seat].saturating_add(stones);
        self.hash ^= capture_key(seat, self.captured[seat]) ^ capture_key(seat, sum);
        self.captured[seat] = sum;
    }

    /// Takes removed stones off the board, or puts them back.
    fn flip_removed(&mut self, seat: usize, index: usize, removed: Removed) {
        for (direction, step) in STEPS.into_iter().enumerate() {
            for distance in 1..=usize::from(removed.taken >> (2 * direction) & 3) {
                self.flip(1 - seat, index + distance * step);
            }
            if removed.lost >> (2 * direction) & 1 != 0 {
                self.flip(seat, index + step);
            }
        }
        if removed.lost != 0 {
            self.flip(seat, index);
        }
    }

    fn flip(&mut self, seat: usize, index: usize) {
        self.stones[seat].flip(index);
        self.hash ^= stone_key(seat, index);
    }

    /// Takes the last stone back, which stood at `index`.
    #[inline]
    pub(crate) fn take_back(&mut self, index: usize, undo: Undo) {
        let seat = self.state.last();
        if undo.removed != Removed::default() {
            self.flip_removed(seat, index, undo.removed);
            self.free -= u16::from(undo.removed.captures()) + u16::from(undo.removed.losses());
        }
        self.stones[seat].flip(index);
        self.free += 1;
        self.hash = undo.hash;
        self.captured = undo.captured;
        self.longest[seat] = undo.longest;
        self.state = State::Open(seat as u8);
    }
}
