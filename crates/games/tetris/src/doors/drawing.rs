//! Pieces on a picture.

use crate::board::Board;
use crate::position::{Action, Position};
use crate::rules::Tetris;
use crate::shape::Placement;
use ludex_core::{Ink, Picture, Tints};

/// The usual pieces in the order of their colours. Sets number them in orders of their own.
const COLOURS: [&str; 7] = ["O", "I", "S", "Z", "T", "L", "J"];

impl Tetris {
    /// The ink of a piece, the same in every set for those that have the usual names.
    pub(crate) fn ink(&self, piece: u8) -> Ink {
        let usual = COLOURS.iter().position(|name| *name == self.piece_name(piece));
        Ink::Piece(usual.map_or(piece, |place| place as u8))
    }

    /// Remembers the colours of a piece that comes to lie, and forgets those of full rows.
    pub(crate) fn tint_placed(&self, tints: &mut Tints, board: &Board, piece: u8, at: Placement) {
        let (shape, height) = (self.shape(piece, at), board.height());
        for (dx, dy) in shape.each_cell() {
            let (x, y) = (usize::from(at.x) + dx, usize::from(at.y) + dy);
            if y < height {
                tints.set(x, height - 1 - y, self.ink(piece));
            }
        }
        let mut after = *board;
        after.stamp(shape, at.x.into(), at.y.into());
        let full = after.full_rows();
        for row in (0..height).filter(|row| full >> (height - 1 - row) & 1 == 1) {
            tints.remove_row(row);
        }
    }

    /// Draws a piece. Cells outside the picture are left out.
    pub(crate) fn draw_shape(
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

    /// Draws a piece that is being steered, its pivot marked.
    pub(crate) fn draw_piece(&self, picture: &mut Picture, piece: u8, at: Placement) {
        let ink = self.ink(piece);
        self.draw_shape(picture, piece, at, self.piece_name(piece), ink);
        let (row, column) = self.pivot(piece, at);
        if let (Ok(row), Ok(column)) = (usize::try_from(row), usize::try_from(column))
            && row < picture.height
            && column < picture.width
            && matches!(picture.at(column, row).ink, Ink::Piece(_))
        {
            picture.set(column, row, "@", ink);
        }
        let lowest = picture.height.saturating_sub(usize::from(at.y) + 1);
        picture.focus = Some((usize::from(at.x), lowest));
    }

    /// Draws where pieces would lie one after the other, numbered from 1.
    ///
    /// Rows that an earlier one would clear are still on the picture, so what comes after is drawn
    /// as many rows higher.
    pub(crate) fn draw_ghosts(&self, picture: &mut Picture, position: &Position, line: &[Action]) {
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
    pub(crate) fn piece_picture(&self, piece: u8) -> Picture {
        let at = Placement::default();
        let shape = self.shape(piece, at);
        let mut picture = Picture::new(shape.width(), shape.height());
        self.draw_shape(&mut picture, piece, at, self.piece_name(piece), self.ink(piece));
        picture
    }
}
