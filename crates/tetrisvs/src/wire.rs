//! How pieces and places are written in the `TetrisVs` API: `t1`, row from the top, column.

use crate::error::ApiError;
use ludex_core::Notation;
use ludex_tetris::{Action, Placement, Tetris};

/// The letters of the pieces, as clients write them.
const LETTERS: &str = "t z s i l j o";

/// The number of the piece with this letter.
pub(crate) fn piece(game: &Tetris, letter: &str) -> Result<u8, ApiError> {
    let known = letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_lowercase());
    let found = game.rules().set.index(&letter.to_ascii_uppercase()).ok().filter(|_| known);
    let unknown =
        || ApiError::bad(format!("unknown piece `{}`; give one of: {LETTERS}", tame(letter)));
    found.map(|piece| piece as u8).ok_or_else(unknown)
}

/// The letter of a piece.
pub(crate) fn letter(game: &Tetris, piece: u8) -> String {
    game.rules().set.pieces[usize::from(piece)].name.to_ascii_lowercase()
}

/// A place that a client wrote as `t1`, row and column of the pivot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written<'a> {
    pub(crate) state: &'a str,
    pub(crate) row: &'a str,
    pub(crate) column: &'a str,
}

impl Written<'_> {
    /// The piece and its placement; it need not fit anywhere.
    pub(crate) fn read(&self, game: &Tetris) -> Result<(u8, Placement), ApiError> {
        let (letter, digit) = self.state.split_at_checked(1).unwrap_or((self.state, ""));
        let piece = piece(game, letter)?;
        self.check_state(game, piece, digit)?;
        let size = game.rules().size;
        let row = coordinate("row", self.row, size.height)?;
        let column = coordinate("column", self.column, size.width)?;
        let text = format!("{}{digit}@{row},{column}", letter.to_ascii_uppercase());
        match game.read_action(&text) {
            Ok(Action::Place { piece, at, .. }) => Ok((piece, at)),
            _ => Err(outside(self)),
        }
    }

    fn check_state(&self, game: &Tetris, piece: u8, digit: &str) -> Result<(), ApiError> {
        let most = game.rules().set.pieces[usize::from(piece)].states.len();
        let states = (1..=most).map(|state| state.to_string());
        if states.clone().any(|state| state == digit) {
            return Ok(());
        }
        let letter = letter(game, piece);
        let known: Vec<String> = states.map(|state| format!("{letter}{state}")).collect();
        let state = tame(self.state);
        Err(ApiError::bad(format!("unknown rotation `{state}`; give one of: {}", known.join(" "))))
    }
}

/// A piece that sticks out of the board.
pub(crate) fn outside(written: &Written<'_>) -> ApiError {
    let Written { state, row, column } = written;
    let say = format!(
        "{state} with its pivot in row {row}, column {column} lies partly outside the board; \
         rows are 0 to 19 from the top, columns 0 to 9 from the left"
    );
    ApiError::bad(say)
}

fn coordinate(what: &str, text: &str, end: usize) -> Result<usize, ApiError> {
    let plain = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
    let read = text.parse::<usize>().ok().filter(|&n| plain && n < end);
    let last = end - 1;
    read.ok_or_else(|| ApiError::bad(format!("bad {what} `{}`; give 0 to {last}", tame(text))))
}

/// What a client sent, short and printable enough for a message.
pub(crate) fn tame(text: &str) -> String {
    text.chars().take(20).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// A foreseen placement as `explainMove` answers it.
pub(crate) type Foreseen = (String, i32, i32);

/// `["l1", 19, 1]`: the piece with its state, row and column of its pivot.
pub(crate) fn foreseen(game: &Tetris, piece: u8, at: Placement) -> Option<Foreseen> {
    let text = game.action_text(Action::place(piece, false, at));
    let (state, pivot) = text.split_once('@')?;
    let (row, column) = pivot.split_once(',')?;
    Some((state.to_ascii_lowercase(), row.parse().ok()?, column.parse().ok()?))
}
