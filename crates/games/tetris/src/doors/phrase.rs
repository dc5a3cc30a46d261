//! Placements in the words of a sentence.

use crate::pieces::{Piece, PieceSet};
use crate::position::{Action, Position};
use crate::rules::Tetris;
use crate::sets;
use crate::shape::{Placement, Shape};
use crate::steps::Press;
use ludex_core::explain::{Speaker, columns, count};
use std::sync::LazyLock;

/// How a shape lies: flat or upright, and where its longer side is.
fn lie(shape: &Shape) -> &'static str {
    let (width, height) = (shape.width(), shape.height());
    let row = |y: usize| shape.each_cell().filter(|cell| cell.1 == y).count();
    let column = |x: usize| shape.each_cell().filter(|cell| cell.0 == x).count();
    let (down, up) = (row(0), row(height - 1));
    let (left, right) = (column(0), column(width - 1));
    match (width, height) {
        (w, h) if w > h && down > up => "flat side down",
        (w, h) if w > h && down < up => "flat side up",
        (w, h) if w > h => "flat",
        (w, h) if w < h && left > right => "flat side left",
        (w, h) if w < h && left < right => "flat side right",
        (w, h) if w < h => "upright",
        _ => "",
    }
}

/// The pieces with the letters that everybody calls them by.
static LETTERS: LazyLock<PieceSet> = LazyLock::new(sets::srs);

impl Tetris {
    /// What a piece is called in a sentence: a number says nothing, so its letter, where its shape has one.
    pub(crate) fn spoken_name(&self, piece: u8) -> &str {
        let name = self.piece_name(piece);
        if !name.bytes().all(|byte| byte.is_ascii_digit()) {
            return name;
        }
        let shape = self.reach().shape(usize::from(piece), 0);
        let alike = |known: &&Piece| known.states.iter().any(|state| state.shape == *shape);
        LETTERS.pieces.iter().find(alike).map_or(name, |known| &known.name)
    }

    /// How a piece lies, told apart from the other ways in which it can.
    fn lie_of(&self, piece: u8, rotation: u8) -> String {
        let reach = self.reach();
        let shape = |state: usize| reach.shape(usize::from(piece), state as u8);
        let (own, words) = (shape(rotation.into()), lie(shape(rotation.into())));
        let alike = |state: usize| lie(shape(state)) == words && shape(state) != own;
        let ambiguous = (0..reach.states(usize::from(piece))).any(alike);
        match (ambiguous, words) {
            (false, "") => String::new(),
            (false, words) => format!(" {words}"),
            (true, "") => format!(" turned {rotation}x"),
            (true, words) => format!(" {words}, turned {rotation}x,"),
        }
    }

    /// Where a piece lies: ` flat on columns 3-5`.
    fn place_words(&self, piece: u8, at: Placement) -> String {
        let columns = columns(at.x.into(), self.shape(piece, at).width());
        format!("{} on {columns}", self.lie_of(piece, at.rotation))
    }

    /// The same, told apart from other heights at which it could come to rest there.
    fn place_words_at(&self, position: &Position, action: Action) -> String {
        let Action::Place { piece, hold, at, .. } = action else { return String::new() };
        let mut legal = Vec::new();
        ludex_core::Game::actions(self, position, &mut legal);
        let beside = |other: &Action| {
            let Action::Place { piece: p, hold: h, at: o, .. } = *other else { return false };
            (p, h, o.rotation, o.x) == (piece, hold, at.rotation, at.x) && o.y != at.y
        };
        let height = match at.y {
            0 => " (on the floor)".to_owned(),
            1 => " (one row above the floor)".to_owned(),
            rows => format!(" ({} rows above the floor)", count(rows.into())),
        };
        let told = legal.iter().any(beside);
        self.place_words(piece, at) + if told { &height } else { "" }
    }

    /// Where a piece comes from that is not the current one.
    fn source(position: &Position) -> &'static str {
        if position.hand().hold.is_some() { " from the hold" } else { ", which comes next," }
    }

    pub(crate) fn phrase_of(&self, action: Action) -> String {
        match action {
            Action::Place { piece, hold: false, at, .. } => {
                format!("the {}{}", self.spoken_name(piece), self.place_words(piece, at))
            }
            Action::Place { piece, hold: true, at, .. } => {
                let place = self.place_words(piece, at);
                format!("the {}, swapped in,{place}", self.spoken_name(piece))
            }
            Action::Deal(piece) => format!("the {}", self.spoken_name(piece)),
            Action::Press(press) => match press {
                Press::Left => "a step to the left",
                Press::Right => "a step to the right",
                Press::Rotate => "a turn clockwise",
                Press::RotateBack => "a turn anticlockwise",
                Press::None => "letting it fall",
                Press::Drop => "a drop to the bottom",
            }
            .into(),
        }
    }

    pub(crate) fn phrase_here(&self, position: &Position, action: Action) -> String {
        let Action::Place { piece, hold, .. } = action else { return self.phrase_of(action) };
        let source = if hold { Self::source(position) } else { "" };
        let place = self.place_words_at(position, action);
        format!("the {}{source}{place}", self.spoken_name(piece))
    }

    pub(crate) fn statement_here(
        &self,
        position: &Position,
        action: Action,
        speaker: Speaker,
    ) -> String {
        let Action::Place { piece, hold, .. } = action else {
            return match action {
                Action::Press(Press::None) => speaker.plays("let", "it fall"),
                _ => speaker.plays("play", &self.phrase_of(action)),
            };
        };
        let (name, place) = (self.spoken_name(piece), self.place_words_at(position, action));
        match position.hand().current() {
            Some(current) if hold => {
                let (current, source) = (self.spoken_name(current), Self::source(position));
                let what = format!("the {current} and put the {name}{source}{place}");
                speaker.plays("hold", &what)
            }
            _ => speaker.plays("put", &format!("the {name}{place}")),
        }
    }
}
