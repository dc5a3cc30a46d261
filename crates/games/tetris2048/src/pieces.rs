//! Falling pieces with their numbers.

use ludex_core::Result;
use ludex_tetris::{PieceSet, Placement, Reach, Shape, sets};

/// Cells of a piece.
pub const CELLS: usize = 4;
/// Kinds of pieces.
pub const KINDS: u8 = 7;
/// How often a cell carries a 4 instead of a 2.
pub const FOUR: f64 = 0.1;

/// A piece: which of the seven, and which of its cells carry a 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Which of the seven, in the order of the set.
    pub kind: u8,
    /// A bit for each cell, in the order of the first state from left to right and from below: set for a 4.
    pub fours: u8,
}

impl Piece {
    /// The exponent in a cell.
    #[inline]
    pub fn exponent(self, cell: usize) -> u8 {
        1 + (self.fours >> cell & 1)
    }

    /// The probability that chance deals it.
    pub fn probability(self) -> f64 {
        let fours = i32::from(self.fours.count_ones() as u8);
        FOUR.powi(fours) * (1.0 - FOUR).powi(CELLS as i32 - fours) / f64::from(KINDS)
    }

    /// Every piece that chance may deal.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..KINDS).flat_map(|kind| (0..1 << CELLS).map(move |fours| Self { kind, fours }))
    }
}

/// Shapes, turns and ways of the pieces on boards of one size.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// The guideline's pieces.
    pub set: PieceSet,
    /// Where keys can bring them. States that cover the same cells count for themselves: their numbers lie differently.
    pub reach: Reach,
    /// For each kind and state where each numbered cell lies in the box.
    cells: Vec<Vec<[(u8, u8); CELLS]>>,
    /// For each kind and its fours the first state that puts the same numbers on the same cells, by states.
    twins: Vec<[[u8; STATES]; 1 << CELLS]>,
}

/// States of a piece.
const STATES: usize = 4;

impl Pieces {
    /// The pieces on a board of this size.
    pub fn new(width: usize, height: usize) -> Result<Self> {
        let set = sets::srs();
        let reach = Reach::new(&set, width, height)?.telling_states_apart();
        let piece = |piece: &ludex_tetris::Piece| {
            let states = piece.states.iter().enumerate();
            states
                .map(|(turns, state)| follow(&piece.states[0].shape, &state.shape, turns))
                .collect()
        };
        let cells: Vec<Vec<_>> = set.pieces.iter().map(piece).collect();
        let twins = cells.iter().map(|states| twins(states)).collect();
        Ok(Self { set, reach, cells, twins })
    }

    /// The first state in which a piece puts the same numbers on the same cells of its box.
    #[inline]
    pub fn twin(&self, piece: Piece, rotation: u8) -> u8 {
        self.twins[usize::from(piece.kind)][usize::from(piece.fours)][usize::from(rotation)]
    }

    /// The shape of a piece in a state.
    #[inline]
    pub fn shape(&self, kind: u8, rotation: u8) -> &Shape {
        self.reach.shape(kind.into(), rotation)
    }

    /// Column, row and exponent of each cell of a piece that is put somewhere.
    #[inline]
    pub fn cells(&self, piece: Piece, at: Placement) -> [(usize, usize, u8); CELLS] {
        let box_cells = self.cells[usize::from(piece.kind)][usize::from(at.rotation)];
        std::array::from_fn(|i| {
            let (dx, dy) = box_cells[i];
            (usize::from(at.x + dx), usize::from(at.y + dy), piece.exponent(i))
        })
    }

    /// The letter of a kind.
    pub fn letter(&self, kind: u8) -> &str {
        &self.set.pieces[usize::from(kind)].name
    }
}

/// For every choice of fours the first state that looks the same, by states.
fn twins(states: &[[(u8, u8); CELLS]]) -> [[u8; STATES]; 1 << CELLS] {
    let look = |state: usize, fours: usize| {
        let mut cells: Vec<_> =
            states[state].iter().enumerate().map(|(i, &cell)| (cell, fours >> i & 1)).collect();
        cells.sort_unstable();
        cells
    };
    std::array::from_fn(|fours| {
        std::array::from_fn(|state| {
            let first =
                (0..state).find(|&s| state < states.len() && look(s, fours) == look(state, fours));
            first.unwrap_or(state) as u8
        })
    })
}

/// Where the cells of `first` come to lie in `turned`, which is the same shape after some clockwise quarter turns.
///
/// Turns about the middle of the shape: four times its coordinates, less their sum, are whole numbers.
fn follow(first: &Shape, turned: &Shape, turns: usize) -> [(u8, u8); CELLS] {
    let centred = |shape: &Shape| -> Vec<(i32, i32)> {
        let cells: Vec<(i32, i32)> = shape.each_cell().map(|(x, y)| (x as i32, y as i32)).collect();
        let (sx, sy) = cells.iter().fold((0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        cells.iter().map(|&(x, y)| (4 * x - sx, 4 * y - sy)).collect()
    };
    let (from, to) = (centred(first), centred(turned));
    let boxed: Vec<(usize, usize)> = turned.each_cell().collect();
    std::array::from_fn(|i| {
        let goal = (0..turns).fold(from[i], |(x, y), _| (y, -x));
        // Every set of tetrominoes turns like this; the tests look at all of them.
        let place = to.iter().position(|&cell| cell == goal).unwrap_or(i);
        (boxed[place].0 as u8, boxed[place].1 as u8)
    })
}
