//! What is known of a shape before any board is seen.

use crate::pieces::Piece;
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
        Self {
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
