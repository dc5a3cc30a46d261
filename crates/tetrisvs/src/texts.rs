//! The plain texts of the `TetrisVs` API.

use crate::game::VsGame;
use crate::wire;
use ludex_core::explain::number;
use ludex_tetris::{Board, Placement};
use std::fmt::Write;

const NOTHING: &str = "No move to explain yet: call /path/max or /path/maxmax first.\n";

/// The board and the known pieces.
pub(crate) fn home(game: &VsGame) -> String {
    let letters = game.known.iter().take(100).map(|&piece| wire::letter(game.mind.game(), piece));
    let known: Vec<String> = letters.collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(" ") };
    format!("{}\nknown pieces: {known}\nlevel: {:?}\n", picture(&game.board), game.level)
        .to_lowercase()
}

/// One line for each step of the search for the path.
pub(crate) fn path(game: &VsGame) -> String {
    let Some(thought) = &game.thought else { return NOTHING.into() };
    let (piece, at) = thought.choice;
    let (state, row, column) = foreseen(game, piece, at);
    let mut text = format!(
        "The way to {state} in row {row}, column {column}, searched from there back to where the piece \
         appears. Each line is the end of a plan as far as it had come; a line that is shorter than the one \
         before it gives up a dead end. The last line is the plan.\n\n"
    );
    text.extend(thought.path.story.iter().map(|step| step.step.join(" ") + "\n"));
    text
}

/// A placement as `explainMove` writes it.
fn foreseen(game: &VsGame, piece: u8, at: Placement) -> wire::Foreseen {
    wire::foreseen(game.mind.game(), piece, at).unwrap_or_default()
}

/// The board that was foreseen, and what each term says of it.
pub(crate) fn heuristic(game: &VsGame) -> String {
    let Some(thought) = &game.thought else { return NOTHING.into() };
    let chain = thought.chain.steps.iter().map(|&(piece, at)| {
        let (state, row, column) = foreseen(game, piece, at);
        format!("{state} in row {row}, column {column}")
    });
    let mut text = format!(
        "Foreseen: {}. The values below belong to the board after all of these, not to the board as it is.\n\n",
        chain.collect::<Vec<_>>().join(", then ")
    );
    text += &picture(&thought.chain.board);
    text.push('\n');
    for term in &thought.chain.terms {
        let (amount, weight) = (number(term.amount), number(term.weight));
        let share = number(term.contribution);
        // Nothing can go wrong when writing to a string.
        let _ = writeln!(text, "{}: {amount} x {weight} = {share} ({})", term.name, term.meaning);
    }
    let _ = writeln!(text, "score: {}", number(thought.chain.value));
    text
}

/// Rows with their numbers, from the top.
fn picture(board: &Board) -> String {
    let mut text = String::from("   0 1 2 3 4 5 6 7 8 9\n");
    for (row, line) in board.to_string().lines().enumerate() {
        let cells: Vec<String> = line.chars().map(|cell| cell.to_string()).collect();
        let _ = writeln!(text, "{row:2} {}", cells.join(" "));
    }
    text
}
