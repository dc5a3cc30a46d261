//! Pente through the doors that every game has.

mod conforms;
mod defences;
mod drawn;
mod exact;
mod gomocup;
mod levels;
mod records;
mod referee;
mod texts;
mod words;

use ludex_core::{Notation, Size, Spec};
use ludex_pente::{Pente, Position, Settings};

/// The game with these rules on a board with this side.
fn game(rules: &str, side: usize) -> Pente {
    let spec: Spec = rules.parse().unwrap();
    Pente::new(Settings::read(&spec, Some(Size::new(side, side))).unwrap())
}

/// The position that a text shows; its lines may be indented.
fn read(game: &Pente, text: &str) -> Position {
    game.read_position(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
