//! Where a piece can come to lie in a field of a few rows: all places at once, as bits.

use super::Laid;
use crate::kit::Form;
use ludex_core::{Error, Result};
use ludex_tetris::{PieceSet, Turns};

/// How pieces may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moves {
    /// Straight down from above the field.
    HardDrop,
    /// Straight down, then sideways in the row where it is; turned above the field only.
    Tucks,
    /// Down row by row, sideways and turned anywhere and in any order, with the kicks of the set.
    Spins,
}

impl std::str::FromStr for Moves {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "hard" => Ok(Self::HardDrop),
            "tuck" => Ok(Self::Tucks),
            "srs" => Ok(Self::Spins),
            other => Err(Error::unknown("way of moving", other, ["hard", "tuck", "srs"])),
        }
    }
}

/// Rows above the field in which pieces turn freely.
const SKY: usize = 4;

/// One turn of a piece in a field of some width.
#[derive(Clone, Debug)]
struct Turn {
    form: Form,
    /// Cells at the lower left corner, rows `width` bits apart.
    cells: u64,
    /// Columns that the left edge may stand in, as bits of one row.
    columns: u64,
    /// The first turn that covers the same cells.
    same: usize,
    /// For each turn that a key leads to, the ways the corner may move.
    kicks: Vec<(usize, Vec<(i8, i8)>)>,
}

/// Finds the places of the pieces of a set in a field of some width.
#[derive(Clone, Debug)]
pub(crate) struct Mover {
    width: usize,
    moves: Moves,
    pieces: Vec<Vec<Turn>>,
    /// For steps of -3 to 3 columns, the corners from which they stay between the walls.
    staying: [u128; 7],
}

/// A place in a field: which turn, and the cells it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) turn: u8,
    pub(crate) cells: u64,
}

impl Mover {
    pub(crate) fn new(set: &PieceSet, width: usize, moves: Moves) -> Self {
        let pieces = set.pieces.iter().map(|piece| turns(piece, set.turns, width)).collect();
        let staying = std::array::from_fn(|i| staying(width, i as i32 - 3));
        Self { width, moves, pieces, staying }
    }

    /// Calls `each` with every place where a piece can come to rest wholly inside a field of `height` rows.
    pub(crate) fn each(&self, field: u64, height: usize, piece: u8, mut each: impl FnMut(Place)) {
        let turns = &self.pieces[usize::from(piece)];
        let rows = height + SKY;
        let mut free = [0u128; 4];
        for (slot, turn) in free.iter_mut().zip(turns) {
            *slot = self.free(turn, field, rows);
        }
        let reached = self.reached(turns, &free, height);
        let mut rest = [0u128; 4];
        for (i, turn) in turns.iter().enumerate() {
            // At rest: nothing free below, or the floor.
            let lies = self.dropped(reached[i], free[i]);
            rest[turn.same] |= lies;
        }
        for (i, turn) in turns.iter().enumerate().filter(|(_, turn)| turn.form.height() <= height) {
            let inside = (height - turn.form.height() + 1) * self.width;
            let mut places = rest[i] & ((1u128 << inside) - 1);
            while places != 0 {
                let at = places.trailing_zeros();
                places &= places - 1;
                each(Place { turn: i as u8, cells: turn.cells << at });
            }
        }
    }

    /// Every piece on every cells that it can cover in a field of so many rows, with the rows that it spans and those between them that it
    /// leaves out, as bits: those must have been cleared before.
    pub(crate) fn lays(&self, rows: usize) -> Vec<(Laid, u8, u8)> {
        let mut lays = Vec::new();
        for (piece, turns) in self.pieces.iter().enumerate() {
            for (_, turn) in turns.iter().enumerate().filter(|(i, turn)| turn.same == *i) {
                let spans =
                    (1u8..1 << rows).filter(|s| s.count_ones() as usize == turn.form.height());
                for spans in spans {
                    let within =
                        u8::MAX >> spans.leading_zeros() & u8::MAX << spans.trailing_zeros();
                    for x in (0..self.width).filter(|x| turn.columns >> x & 1 == 1) {
                        let cells = self.spread(&turn.form, spans) << x;
                        lays.push((Laid { piece: piece as u8, cells }, spans, within & !spans));
                    }
                }
            }
        }
        lays
    }

    /// The cells of a turn at the left wall, its rows where `spans` says.
    fn spread(&self, form: &Form, spans: u8) -> u64 {
        let rows = (0..8).filter(|y| spans >> y & 1 == 1);
        rows.zip(form.rows).fold(0, |all, (y, row)| all | u64::from(row) << (y * self.width))
    }

    /// The corners at which a turn covers no full cell.
    fn free(&self, turn: &Turn, field: u64, rows: usize) -> u128 {
        let mut blocked = 0u128;
        let mut cells = turn.cells;
        while cells != 0 {
            blocked |= u128::from(field) >> cells.trailing_zeros();
            cells &= cells - 1;
        }
        let columns = u128::from(turn.columns);
        let mut every = 0;
        for y in 0..rows {
            every |= columns << (y * self.width);
        }
        every & !blocked
    }

    /// The corners that can be reached from above the field.
    fn reached(&self, turns: &[Turn], free: &[u128; 4], height: usize) -> [u128; 4] {
        let above = !((1u128 << (height * self.width)) - 1);
        let fallen: [u128; 4] = std::array::from_fn(|i| self.fall(free[i] & above, free[i]));
        let tucked: [u128; 4] = std::array::from_fn(|i| self.aside(fallen[i], free[i]));
        match self.moves {
            Moves::HardDrop => fallen,
            Moves::Tucks => tucked,
            Moves::Spins => self.flood(turns, free, tucked),
        }
    }

    /// Down, sideways and turned, in any order and as often as one likes.
    fn flood(&self, turns: &[Turn], free: &[u128; 4], mut reached: [u128; 4]) -> [u128; 4] {
        loop {
            let before = reached;
            for (i, turn) in turns.iter().enumerate() {
                reached[i] = self.slide(reached[i], free[i]);
                for (to, kicks) in &turn.kicks {
                    reached[*to] |= self.turned(reached[i], kicks, free[*to]);
                }
            }
            if reached == before {
                return reached;
            }
        }
    }

    /// Down and sideways as far as it goes.
    fn slide(&self, mut reached: u128, free: u128) -> u128 {
        loop {
            let more = self.aside(self.fall(reached, free), free);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Straight down as far as it goes.
    fn fall(&self, mut reached: u128, free: u128) -> u128 {
        loop {
            let more = reached | (reached >> self.width & free);
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Those of some corners at which the piece lies on something.
    fn dropped(&self, corners: u128, free: u128) -> u128 {
        corners & !(free << self.width)
    }

    /// Where keys to the left and to the right lead, however often they are pressed.
    fn aside(&self, corners: u128, free: u128) -> u128 {
        let mut all = corners;
        loop {
            let more = all | ((self.shifted(all, 1, 0) | self.shifted(all, -1, 0)) & free);
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// Where the first kick that fits leads.
    fn turned(&self, from: u128, kicks: &[(i8, i8)], free: u128) -> u128 {
        let (mut left, mut reached) = (from, 0);
        for &(dx, dy) in kicks {
            let fits = self.shifted(left, dx, dy) & free;
            reached |= fits;
            left &= !self.shifted(fits, -dx, -dy);
        }
        reached
    }

    /// Corners moved by some columns and rows; those that would leave at the sides or the floor are lost.
    fn shifted(&self, corners: u128, dx: i8, dy: i8) -> u128 {
        let width = self.width as i32;
        let Some(staying) = self.staying.get((i32::from(dx) + 3) as usize) else { return 0 };
        let kept = corners & staying;
        let by = i32::from(dy) * width + i32::from(dx);
        match by {
            0.. => kept.checked_shl(by as u32).unwrap_or(0),
            _ => kept.checked_shr(by.unsigned_abs()).unwrap_or(0),
        }
    }
}

/// The corners in columns from which a step of `dx` stays between the walls.
fn staying(width: usize, dx: i32) -> u128 {
    let row = (1u128 << width) - 1;
    let columns = match dx {
        0.. => row >> dx,
        _ => row << -dx & row,
    };
    (0..128 / width).fold(0, |all, y| all | columns << (y * width))
}

fn turns(piece: &ludex_tetris::Piece, keys: Turns, width: usize) -> Vec<Turn> {
    let count = piece.states.len();
    let turn = |i: usize| {
        let form = Form::new(&piece.states[i].shape);
        let cells = (0..form.height()).map(|y| u64::from(form.rows[y]) << (y * width)).sum();
        let columns = if form.width() <= width { (1 << (width - form.width() + 1)) - 1 } else { 0 };
        let mut to: Vec<usize> = match keys {
            Turns::None => vec![],
            Turns::Next => vec![(i + 1) % count],
            Turns::Both => vec![(i + 1) % count, (i + count - 1) % count],
        };
        to.retain(|&j| j != i);
        to.dedup();
        let kicks = to.into_iter().map(|j| (j, piece.kicks(i, j).collect())).collect();
        Turn { form, cells, columns, same: piece.same_shape(i), kicks }
    };
    (0..count).map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Seed;
    use ludex_tetris::{Board, Reach, sets};
    use rand::RngExt;
    use std::collections::BTreeSet;

    /// The flood of the game itself, verified by its own counts, finds the same places.
    #[test]
    fn spins_are_those_of_the_game() {
        let set = sets::srs();
        let mover = Mover::new(&set, 10, Moves::Spins);
        let reach = Reach::new(&set, 10, 20).unwrap();
        let mut rng = Seed(3).rng();
        for _ in 0..300 {
            let mut board = Board::new(10, 20).unwrap();
            let mut field = 0u64;
            for cell in 0..40 {
                if rng.random_bool(0.4) {
                    field |= 1 << cell;
                    board.set(cell % 10, cell / 10, true);
                }
            }
            for piece in 0..7 {
                let mut ours = BTreeSet::new();
                mover.each(field, 4, piece, |place| assert!(ours.insert(place.cells)));
                let mut theirs = BTreeSet::new();
                reach.for_each(&board, piece.into(), |at| {
                    let shape = reach.shape(piece.into(), at.rotation);
                    let cells = shape
                        .each_cell()
                        .map(|(x, y)| (usize::from(at.x) + x, usize::from(at.y) + y));
                    let cells: Vec<_> = cells.collect();
                    if cells.iter().all(|(_, y)| *y < 4) {
                        theirs
                            .insert(cells.iter().fold(0u64, |all, (x, y)| all | 1 << (y * 10 + x)));
                    }
                });
                assert_eq!(ours, theirs, "piece {piece}, field {field:x}");
            }
        }
    }
}
