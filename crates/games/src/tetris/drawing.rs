//! Pieces on a picture.

use super::position::{Action, Position};
use super::rules::Tetris;
use super::shape::Placement;
use ludex_core::{Ink, Picture};

/// The ink of cells that lie: the board does not remember which piece they came from.
pub(super) const LYING: Ink = Ink::Piece(7);

impl Tetris {
    /// Draws a piece. Cells outside the picture are left out.
    pub(super) fn draw_shape(
        &self,
        picture: &mut Picture,
        piece: u8,
        at: Placement,
        text: &str,
        ink: Ink,
    ) {
        for (dx, dy) in self.shape(piece, at).each_cell() {
            let (x, y) = (usize::from(at.x) + dx, usize::from(at.y) + dy);
            if x < picture.width && y < picture.height {
                picture.set(x, picture.height - 1 - y, text, ink);
            }
        }
    }

    /// Draws where pieces would lie one after the other, numbered from 1.
    ///
    /// Rows that an earlier one would clear are still on the picture, so what comes after is drawn
    /// as many rows higher.
    pub(super) fn draw_ghosts(&self, picture: &mut Picture, position: &Position, line: &[Action]) {
        let mut board = position.board;
        let mut rows: Vec<usize> = (0..picture.height).collect();
        for (step, action) in line.iter().enumerate() {
            let Action::Place { piece, at, .. } = *action else { continue };
            let shape = self.shape(piece, at);
            for (dx, dy) in shape.each_cell() {
                let (x, y) = (usize::from(at.x) + dx, usize::from(at.y) + dy);
                if let Some(&row) = rows.get(y).filter(|_| x < picture.width) {
                    let row = picture.height - 1 - row;
                    picture.set(x, row, (step + 1).to_string(), Ink::Ghost);
                }
            }
            if board.fits(shape, at.x.into(), at.y.into()) {
                board.stamp(shape, at.x.into(), at.y.into());
                let full = board.full_rows();
                let mut y = 0;
                rows.retain(|_| {
                    y += 1;
                    full >> (y - 1) & 1 == 0
                });
                board.remove_rows(full);
            }
        }
    }

    /// A piece by itself, as it comes.
    pub(super) fn piece_picture(&self, piece: u8) -> Picture {
        let at = Placement::default();
        let shape = self.shape(piece, at);
        let mut picture = Picture::new(shape.width(), shape.height());
        self.draw_shape(&mut picture, piece, at, self.piece_name(piece), Ink::Piece(piece));
        picture
    }
}
