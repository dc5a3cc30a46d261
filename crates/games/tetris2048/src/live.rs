//! The falling piece: keys and gravity move it, then it is a placement like any other.

use crate::pieces::Piece;
use crate::rules::{Action, Position, Tetris2048};
use ludex_core::{Game, Ink, Live, Notation, Pace, Picture, Pressed, Turn};
use ludex_tetris::{Key, LowBoard, Placement, keys_and_drop};
use std::time::Duration;

/// A second for a row, a level a minute, each a tenth quicker.
const PACE: Pace = Pace::by_time(Duration::from_secs(1), Duration::from_mins(1), 0.9);

/// A piece on its way down.
pub(crate) struct FallingPiece {
    game: Tetris2048,
    position: Position,
    board: LowBoard,
    piece: Piece,
    at: Placement,
    done: bool,
}

impl FallingPiece {
    /// The piece that is placed next.
    pub(crate) fn new(game: &Tetris2048, position: &Position) -> Option<Self> {
        if !matches!(game.turn(position), Turn::Seat(_)) {
            return None;
        }
        let piece = position.current?;
        let at = game.pieces().reach.spawn(piece.kind.into())?;
        let board = game.board(&position.tiles);
        Some(Self { game: game.clone(), position: *position, board, piece, at, done: false })
    }

    fn moved(&self, from: Placement, key: Key) -> Option<Placement> {
        self.game.pieces().reach.press(&self.board, self.piece.kind.into(), from, key)
    }

    /// Where the piece comes to rest from here.
    fn landed(&self, from: Placement) -> Placement {
        let below = |at: &Placement| self.moved(*at, Key::Down);
        std::iter::successors(Some(from), below).last().unwrap_or(from)
    }

    /// The fewest keys after which a drop ends at `goal`.
    fn way_to(&self, goal: Placement) -> Option<Vec<&'static str>> {
        keys_and_drop(self.at, |at, key| self.moved(at, key), |at| self.landed(at) == goal)
    }
}

impl Live<Action> for FallingPiece {
    fn keys(&self) -> &'static [&'static str] {
        &["left", "right", "rotate", "rotate-back", "down", "drop"]
    }

    fn key(&mut self, key: &str) -> Pressed {
        if self.done {
            return Pressed::Nothing;
        }
        match key {
            "down" => {
                self.tick();
                return Pressed::Fell;
            }
            "drop" => self.finish(),
            _ => {
                let known = Key::ALL.into_iter().find(|k| k.name() == key);
                let Some(there) = known.and_then(|key| self.moved(self.at, key)) else {
                    return Pressed::Nothing;
                };
                self.at = there;
            }
        }
        Pressed::Moved
    }

    fn tick(&mut self) {
        match self.moved(self.at, Key::Down) {
            Some(below) if !self.done => self.at = below,
            _ => self.done = true,
        }
    }

    fn finish(&mut self) {
        if !self.done {
            (self.at, self.done) = (self.landed(self.at), true);
        }
    }

    fn done(&self) -> Option<Action> {
        self.done.then_some(Action::Place { piece: self.piece, at: self.at })
    }

    fn keys_to(&self, action: Action) -> Option<Vec<&'static str>> {
        match action {
            Action::Place { piece, at } if piece == self.piece && !self.done => self.way_to(at),
            _ => None,
        }
    }

    fn picture(&self, ghosts: &[Action]) -> Picture {
        let mut picture = self.game.picture(&self.position, &[]);
        self.game.draw(&mut picture, self.piece, self.landed(self.at), |_| Ink::Ghost);
        for ghost in ghosts {
            if let Action::Place { piece, at } = *ghost {
                self.game.draw(&mut picture, piece, at, |_| Ink::Ghost);
            }
        }
        self.game.draw(&mut picture, self.piece, self.at, Tetris2048::ink);
        let lowest = picture.height.saturating_sub(usize::from(self.at.y) + 1);
        picture.focus = Some((usize::from(self.at.x), lowest));
        picture
    }

    fn beside(&self) -> Vec<(&'static str, Picture)> {
        self.position.next.map(|next| ("next", self.game.piece_picture(next))).into_iter().collect()
    }

    fn pace(&self) -> Pace {
        PACE
    }
}
