//! Rules, texts and agents of Snake.

mod agents;
mod rules;
mod texts;
mod words;

use super::*;
use ludex_core::{Game, Notation, Size};

fn game(width: usize, height: usize) -> Snake {
    Snake::new(Size::new(width, height)).expect("a size in range")
}

fn read(game: &Snake, text: &str) -> Position {
    game.read_position(text).expect("a position")
}

/// Plays steps given by their first letters.
fn go(game: &Snake, position: &mut Position, steps: &str) {
    for step in steps.chars() {
        let direction = match step {
            'u' => Direction::Up,
            'l' => Direction::Left,
            'd' => Direction::Down,
            _ => Direction::Right,
        };
        game.play(position, Action::Go(direction));
    }
}
