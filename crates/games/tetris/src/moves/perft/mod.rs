//! Counting sequences of reachable placements, fast.
//!
//! As long as the pile is low, nothing above it matters: every straight drop can be reached, and only what lies below an
//! overhang is to be searched for. A `Strip` of the lowest rows is then the whole board. The last piece of a sequence is
//! not placed but counted, and mostly that takes one look: where nothing could come to rest below an overhang, the
//! straight drops are all there are. Boards whose pile is too high are left to [`Reach`].
#![allow(
    unsafe_code,
    reason = "the same code with AVX2 instructions, called only where the processor has them"
)]

#[cfg(target_arch = "x86_64")]
mod pair;
mod piece;
mod strip;
#[cfg(target_arch = "x86_64")]
mod vector;

use crate::board::Board;
use crate::drop::Instructions;
use crate::reach::{Fall, Reach};
use crate::shape::Placement;
use ludex_core::Stop;
#[cfg(target_arch = "x86_64")]
use pair::Pair;
use piece::PieceTable;
use strip::{LANES, ROWS, Single, Strip};
#[cfg(target_arch = "x86_64")]
use vector::Vector;

/// Counts sequences of placements of the pieces of one set on boards of one size.
///
/// ```
/// use ludex_core::Stop;
/// use ludex_tetris::{Board, Reach, perft::Counter, sets};
/// let set = sets::srs();
/// let reach = Reach::new(&set, 10, 40).unwrap().with_spawn_row(&set, 19);
/// let queue = ["I", "O", "L"].map(|name| set.index(name).unwrap() as u8);
/// let board = Board::new(10, 40).unwrap();
/// assert_eq!(Counter::new(&reach).count(&board, &queue, &Stop::default()), Some(5_266));
/// ```
pub struct Counter<'a> {
    reach: &'a Reach,
    /// None where the board is no place for strips.
    tables: Option<Tables>,
    instructions: Instructions,
}

/// What serves low piles.
struct Tables {
    pieces: Vec<PieceTable>,
    blank: Board,
    /// The highest pile that a strip serves.
    highest: u32,
}

/// A board as a strip. Its pile is no higher than this; where rows were cleared it may be lower.
#[derive(Clone, Copy)]
struct Low {
    strip: Strip,
    pile: u32,
}

/// Rows above a strip that a piece may need: lifted by a kick, and its own height.
const HEADROOM: usize = 8;

impl Tables {
    fn new(reach: &Reach) -> Option<Self> {
        let (width, height) = reach.size();
        if width > LANES || height < ROWS as usize + HEADROOM || reach.fall() != Fall::Unit {
            return None;
        }
        let mut highest = ROWS - 1;
        let mut pieces = Vec::new();
        for mover in &reach.movers {
            highest = highest.min(mover.open_pile(height, ROWS)?);
            pieces.push(PieceTable::new(mover, width)?);
        }
        Some(Self { pieces, blank: Board::new(width, height).ok()?, highest })
    }

    fn piece(&self, piece: u8) -> &PieceTable {
        &self.pieces[usize::from(piece)]
    }

    /// The board without its full rows.
    #[inline(always)]
    fn cleared<L: Single>(&self, board: L) -> L {
        let full = board.full_rows();
        if full == 0 {
            return board;
        }
        let mut strip = board.store();
        strip.remove(full, self.blank.width());
        L::load(&strip)
    }
}

impl<'a> Counter<'a> {
    /// A counter for the placements that `reach` finds.
    pub fn new(reach: &'a Reach) -> Self {
        Self { reach, tables: Tables::new(reach), instructions: Instructions::available() }
    }

    /// The same with these instructions at most. For tests.
    #[doc(hidden)]
    pub fn limited_to(self, most: Instructions) -> Self {
        Self { instructions: self.instructions.min(most), ..self }
    }

    /// Whether low piles are counted on strips.
    #[cfg(test)]
    pub(crate) fn has_strips(&self) -> bool {
        self.tables.is_some()
    }

    /// How many sequences place all these pieces, one after the other; none if a stop came before all were counted.
    pub fn count(&self, board: &Board, pieces: &[u8], stop: &Stop) -> Option<u64> {
        let pile = board.pile_height();
        match &self.tables {
            Some(tables) if pile <= tables.highest => {
                self.low(tables, &Low { strip: Strip::of(board), pile }, pieces, stop)
            }
            _ => self.high(board, pieces, stop),
        }
    }

    /// The same for a pile of any height.
    fn high(&self, board: &Board, pieces: &[u8], stop: &Stop) -> Option<u64> {
        match *pieces {
            [] => Some(1),
            [piece] => Some(self.reach.count(board, piece.into()) as u64),
            [piece, ref rest @ ..] => {
                let mut places = Vec::new();
                self.reach.placements(board, piece.into(), &mut places);
                places.into_iter().try_fold(0, |sum, at| {
                    if stop.is_set() {
                        return None;
                    }
                    let after = self.placed(*board, piece, at);
                    Some(sum + self.count(&after, rest, stop)?)
                })
            }
        }
    }

    fn placed(&self, mut board: Board, piece: u8, at: Placement) -> Board {
        let shape = self.reach.shape(piece.into(), at.rotation);
        board.place(shape, at.x.into(), at.y.into());
        board
    }

    /// The same for a low pile.
    fn low(&self, tables: &Tables, here: &Low, pieces: &[u8], stop: &Stop) -> Option<u64> {
        match *pieces {
            [] => Some(1),
            [piece] => Some(tables.piece(piece).count(here.strip)),
            [first, last] => (!stop.is_set()).then(|| self.two(tables, here, [first, last])),
            [piece, ref rest @ ..] => {
                let table = tables.piece(piece);
                let mut sum = 0;
                for (at, top) in table.placements(here.strip) {
                    sum += if top <= tables.highest {
                        let strip = tables.cleared(table.placed(here.strip, at));
                        self.low(tables, &Low { strip, pile: here.pile.max(top) }, rest, stop)?
                    } else {
                        self.count(&self.risen(tables, here, piece, at), rest, stop)?
                    };
                }
                Some(sum)
            }
        }
    }

    /// A board that a piece has made too high for a strip.
    fn risen(&self, tables: &Tables, here: &Low, piece: u8, at: Placement) -> Board {
        self.placed(here.strip.board(tables.blank), piece, at)
    }

    /// The last two pieces, where nearly all of the time goes.
    fn two(&self, tables: &Tables, here: &Low, pieces: [u8; 2]) -> u64 {
        // SAFETY: no counter has instructions that the processor has not.
        match self.instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { self.two_with_pairs(tables, here, pieces) },
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { self.two_with_vectors(tables, here, pieces) },
            _ => self.two_in::<Strip>(tables, here, pieces),
        }
    }

    /// The boards that the first piece leaves are looked at two by two.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
    fn two_with_pairs(&self, tables: &Tables, here: &Low, [first, last]: [u8; 2]) -> u64 {
        let (table, next) = (tables.piece(first), tables.piece(last));
        let board = <Vector as strip::Lanes>::load(&here.strip);
        let (mut sum, mut waiting) = (0, None);
        for (at, top) in table.placements(board) {
            if top > tables.highest {
                sum += self.reach.count(&self.risen(tables, here, first, at), last.into()) as u64;
                continue;
            }
            let after = tables.cleared(table.placed(board, at));
            match waiting.take() {
                None => waiting = Some(after),
                Some(before) => sum += next.count(Pair::of(before, after)),
            }
        }
        sum + waiting.map_or(0, |board| next.count(board))
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn two_with_vectors(&self, tables: &Tables, here: &Low, pieces: [u8; 2]) -> u64 {
        self.two_in::<Vector>(tables, here, pieces)
    }

    #[inline(always)]
    fn two_in<L: Single>(&self, tables: &Tables, here: &Low, [first, last]: [u8; 2]) -> u64 {
        let (table, next, board) = (tables.piece(first), tables.piece(last), L::load(&here.strip));
        let mut sum = 0;
        for (at, top) in table.placements(board) {
            sum += if top <= tables.highest {
                next.count(tables.cleared(table.placed(board, at)))
            } else {
                self.reach.count(&self.risen(tables, here, first, at), last.into()) as u64
            };
        }
        sum
    }
}
