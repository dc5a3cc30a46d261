//! What is known of a shape before any board is seen.

use crate::pieces::Piece;
use crate::relief::{PAIRS, one_hot, pair_shift};
use crate::shape::{MOST_CELLS, Shape};
use crate::terrain::step;

/// Bits that one column of a packed window takes: rows of the largest shape.
pub(super) const WINDOW: u32 = MOST_CELLS as u32;

/// A shape with the constants of its drops.
#[derive(Clone, Debug)]
pub(super) struct DropShape {
    /// What is covered.
    pub(super) shape: Shape,
    /// Which state of the piece this is.
    pub(super) rotation: u8,
    /// Whether no column has a gap; only then does the incremental path apply.
    pub(super) solid: bool,
    /// For each border between box columns, left wall of the box first: the rows where exactly one side is
    /// covered. There the shape turns a change into no change, or the other way round.
    pub(super) edges: [u32; MOST_CELLS + 1],
    /// How many such rows there are.
    pub(super) edge_count: u32,
    /// The steps of the skyline between the shape's own columns.
    pub(super) steps: u32,
    /// Columns whose underside is two or more rows above the shape's lowest row. Only beside these can the
    /// shape reach down past the top cell of a column it lands on.
    pub(super) hooks: u32,
    /// The steps between the shape's own columns, each squared, added up.
    pub(super) squares: u32,
    /// The pairs of neighbouring steps between the shape's own columns.
    pub(super) pairs: u32,
    /// The bit of the first such step; none if the shape has one column or the step is larger than 1.
    pub(super) first_step: u32,
    /// How far the bit of the step at the right edge moves to make a pair with the last such step.
    pub(super) last_shift: u32,
    /// The rows of the shape; then those in which it has one, two, three and four cells.
    pub(super) rows: [u32; MOST_CELLS],
}

impl DropShape {
    fn new(shape: Shape, rotation: u8) -> Self {
        let column = |j: usize| if j < shape.width() { shape.column(j) } else { 0 };
        let left = |j: usize| if j > 0 { column(j - 1) } else { 0 };
        let mut edges = [0; MOST_CELLS + 1];
        for (j, edge) in edges.iter_mut().enumerate() {
            *edge = left(j) ^ if j < MOST_CELLS { column(j) } else { 0 };
        }
        let steps = (1..shape.width()).fold(0, |all, j| all | step(shape.top(j - 1), shape.top(j)));
        let hooks = (0..shape.width()).filter(|&j| shape.bottom(j) >= 2).fold(0, |h, j| h | 1 << j);
        let tops: Vec<i32> = (0..shape.width()).map(|j| shape.top(j) as i32).collect();
        let own: Vec<i32> = tops.windows(2).map(|pair| pair[0] - pair[1]).collect();
        let pair = |pair: &[i32]| one_hot(pair[1]) << pair_shift(pair[0]) & PAIRS;
        let rows = |wanted: &dyn Fn(usize) -> bool| {
            let cells = |row: usize| shape.each_cell().filter(|cell| cell.1 == row).count();
            (0..shape.height()).filter(|&row| wanted(cells(row))).fold(0, |all, row| all | 1 << row)
        };
        Self {
            squares: own.iter().map(|step| (step * step) as u32).sum(),
            pairs: own.windows(2).fold(0, |all, steps| all | pair(steps)),
            first_step: own.first().map_or(0, |&step| one_hot(step)),
            last_shift: own.last().map_or(0, |&step| pair_shift(step)),
            rows: std::array::from_fn(|cells| rows(&|own| cells == 0 || own == cells)),
            rotation,
            solid: shape.is_solid(),
            edge_count: edges.iter().map(|e| e.count_ones()).sum(),
            edges,
            steps,
            hooks,
            shape,
        }
    }

    /// Whether the vector path can take it: at most four columns and rows, none with a gap.
    pub(super) fn suits_vectors(&self) -> bool {
        self.solid && self.shape.width() <= 4 && self.shape.height() <= 4
    }
}

/// The distinct shapes of a piece, in the order of its states.
pub(super) fn of_piece(piece: &Piece) -> Vec<DropShape> {
    (0..piece.states.len())
        .filter(|&i| piece.same_shape(i) == i)
        .map(|i| DropShape::new(piece.states[i].shape, i as u8))
        .collect()
}
