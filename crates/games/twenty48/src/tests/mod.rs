//! Rules, texts and agents of 2048.

mod agents;
mod chances;
mod exact;
mod rules;
mod texts;
mod words;

use crate::{Position, Twenty48};
use ludex_core::{Notation, Size};

fn game(width: usize, height: usize) -> Twenty48 {
    Twenty48::new(Size::new(width, height)).expect("a size in range")
}

fn read(game: &Twenty48, text: &str) -> Position {
    game.read_position(text).expect("a position")
}
