//! How Pente is written: points `A1` to `T19` without `I`, positions as rows of `X`, `O` and `.`.

use crate::board::{LINES, Point};
use crate::counts::{captures_fault, next_by_count};
use crate::position::{Position, State};
use crate::rows::run_through;
use crate::rules::Pente;
use crate::settings::Variant;
use ludex_core::{Error, Ink, Notation, Picture, Result, Seat};

/// What the seats put on the board. The first player is White in the literature.
pub(crate) const MARKS: [char; 2] = ['X', 'O'];

/// Letters of the columns; there is no `I`, which looks like a 1.
const LETTERS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// A point as text, on whatever board.
pub(crate) fn name_of(point: Point) -> String {
    let letter = LETTERS.get(point.column()).map_or('?', |&letter| letter.into());
    format!("{letter}{}", point.row() + 1)
}

/// Reads a point on a board with this side: a letter, then a number without sign or leading zeros.
#[inline]
pub(crate) fn read_point(text: &[u8], side: usize) -> Option<Point> {
    let (&letter, digits) = text.split_first()?;
    let letter = letter.to_ascii_uppercase();
    let column = match letter {
        b'A'..=b'H' => letter - b'A',
        b'J'..=b'T' => letter - b'A' - 1,
        _ => return None,
    };
    let row = match *digits {
        [ones @ b'1'..=b'9'] => ones - b'0',
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => 10 * (tens - b'0') + ones - b'0',
        _ => return None,
    };
    let (column, row) = (usize::from(column), usize::from(row) - 1);
    (column < side && row < side).then(|| Point::new(column, row))
}

/// What is wrong with a text that is no point of a board with this side.
pub(crate) fn point_fault(text: &str, side: usize) -> String {
    let last = name_of(Point::new(side - 1, side - 1));
    let range = format!("write a point from A1 to {last}");
    match text.bytes().next() {
        Some(b'I' | b'i') => format!("there is no column I; {range}"),
        _ => range,
    }
}

/// The lines of a position's text after the board.
#[derive(Default)]
struct Extras {
    captured: Option<[u8; 2]>,
    longest: Option<[u8; 2]>,
    state: Option<State>,
}

impl Pente {
    fn read_row(&self, text: &str, line: usize) -> Result<Vec<char>> {
        let marks: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if let Some(wrong) = marks.iter().find(|c| !matches!(c, 'X' | 'O' | '.')) {
            let reason = format!("`{}` is no mark; use X, O and .", wrong.escape_default());
            return Err(Error::position(line, reason));
        }
        if marks.len() != self.side() {
            let reason = format!("{} points, but the board is {} wide", marks.len(), self.side());
            return Err(Error::position(line, reason));
        }
        Ok(marks)
    }

    /// Puts the stones of the text's first lines on an empty board.
    fn read_board(&self, lines: &[&str]) -> Result<Position> {
        let mut position = Position::empty((self.side() * self.side()) as u16);
        if lines.len() < self.side() {
            let reason = format!("{} rows, but the board is {} high", lines.len(), self.side());
            return Err(Error::position(lines.len() + 1, reason));
        }
        for (i, line) in lines[..self.side()].iter().enumerate() {
            for (column, mark) in self.read_row(line, i + 1)?.into_iter().enumerate() {
                if let Some(seat) = MARKS.iter().position(|&m| m == mark) {
                    position.stones[seat].insert(Point::new(column, self.side() - 1 - i));
                    position.free -= 1;
                }
            }
        }
        Ok(position)
    }

    fn read_extras(&self, lines: &[&str]) -> Result<Extras> {
        let mut extras = Extras::default();
        for (i, line) in lines.iter().enumerate() {
            let at = self.side() + i + 1;
            let words: Vec<&str> = line.split_whitespace().collect();
            let fresh = match words[..] {
                ["captured", x, o] => extras.captured.replace(read_pair([x, o], at)?).is_none(),
                ["longest", x, o] => extras.longest.replace(read_pair([x, o], at)?).is_none(),
                ["to", "move", seat] => {
                    extras.state.replace(State::Open(read_seat(seat, at)?)).is_none()
                }
                ["won", seat] => {
                    let winner = read_seat(seat, at)?;
                    // Who moved last is known once the stones are counted.
                    extras.state.replace(State::Won { winner, last: winner }).is_none()
                }
                ["drawn"] => extras.state.replace(State::Drawn { last: 0 }).is_none(),
                _ => {
                    let form =
                        "write `captured X O`, `longest X O`, `to move X`, `won X` or `drawn`";
                    return Err(Error::position(at, format!("`{line}` is not known; {form}")));
                }
            };
            if !fresh {
                return Err(Error::position(
                    at,
                    format!("`{}` says it a second time", line.trim()),
                ));
            }
        }
        Ok(extras)
    }

    /// The longest row of a seat on the board, and whether one of its rows wins.
    fn rows_on_board(&self, position: &Position, seat: usize) -> (u8, bool) {
        let mut longest = 0;
        let mut wins = false;
        for point in position.stones[seat].descending() {
            for line in 0..LINES.len() {
                let run = position.run(seat, point.index(), line) as u8;
                longest = longest.max(run);
                wins |= match self.settings().variant {
                    Variant::ExactFive => run == self.settings().row,
                    _ => run >= self.settings().row,
                };
            }
        }
        (longest, wins)
    }

    /// The state that the board shows, and whether it is certain.
    fn state_by_board(&self, position: &Position, next: u8) -> Result<State> {
        let last = 1 - next;
        let has_row = |seat: u8| self.rows_on_board(position, seat.into()).1;
        // In exact five, a longer row from which stones were captured is no win.
        if has_row(next) && self.settings().variant != Variant::ExactFive {
            let mark = MARKS[usize::from(next)];
            let reason = format!("{mark} is to move but has won already; {mark} cannot have a row");
            return Err(Error::position(1, reason));
        }
        Ok(match self.capture_winner(position.captured) {
            _ if has_row(last) => State::Won { winner: last, last },
            Some(winner) => State::Won { winner, last },
            None if position.free == 0 => State::Drawn { last },
            None => State::Open(next),
        })
    }

    /// Compares what the text says about the state with what the board shows.
    fn agree(&self, said: Option<State>, shown: State, next: u8) -> Result<State> {
        let exact = self.settings().variant == Variant::ExactFive;
        let agrees = match (said, shown) {
            (None, _) | (Some(State::Drawn { .. }), State::Drawn { .. }) => true,
            (Some(State::Won { winner, .. }), State::Won { winner: by_board, .. }) => {
                winner == by_board
            }
            (Some(State::Open(seat)), State::Open(_)) => seat == next,
            _ => false,
        };
        match said {
            _ if agrees => Ok(shown),
            Some(State::Open(seat))
                if exact && seat == next && matches!(shown, State::Won { .. }) =>
            {
                Ok(State::Open(next))
            }
            _ => {
                let reason = format!("the board shows something else: `{}`", state_text(shown));
                Err(Error::position(1, reason))
            }
        }
    }
}

/// The row that has won, if one did.
fn winning_row(game: &Pente, position: &Position) -> Option<Vec<Point>> {
    let seat = position.winner()?.0;
    let row = usize::from(game.settings().row);
    let exact = game.settings().variant == Variant::ExactFive;
    let wins = |run: &Vec<Point>| run.len() == row || run.len() > row && !exact;
    let runs = position.stones[seat].descending().flat_map(|point| {
        (0..LINES.len()).map(move |line| run_through(position, seat, point, line))
    });
    runs.into_iter().find(wins)
}

fn read_pair(texts: [&str; 2], line: usize) -> Result<[u8; 2]> {
    let mut numbers = [0; 2];
    for (number, text) in numbers.iter_mut().zip(texts) {
        *number = text.parse().ok().ok_or_else(|| {
            Error::position(line, format!("`{text}` is no number of stones; give 0 to 255"))
        })?;
    }
    Ok(numbers)
}

fn read_seat(text: &str, line: usize) -> Result<u8> {
    let seat = MARKS.iter().position(|mark| text.chars().eq([*mark]));
    seat.map(|seat| seat as u8)
        .ok_or_else(|| Error::position(line, format!("`{text}` is no player; use X or O")))
}

fn state_text(state: State) -> String {
    match state {
        State::Open(seat) => format!("to move {}", MARKS[usize::from(seat)]),
        State::Won { winner, .. } => format!("won {}", MARKS[usize::from(winner)]),
        State::Drawn { .. } => "drawn".into(),
    }
}

impl Notation for Pente {
    fn action_text(&self, action: Point) -> String {
        name_of(action)
    }

    fn read_action(&self, text: &str) -> Result<Point> {
        read_point(text.as_bytes(), self.side())
            .ok_or_else(|| Error::bad("move", text, point_fault(text, self.side())))
    }

    fn position_text(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in (0..self.side()).rev() {
            for column in 0..self.side() {
                let owner = position.owner(Point::new(column, row));
                text.push(owner.map_or('.', |seat| MARKS[seat.0]));
            }
            text.push('\n');
        }
        let [x, o] = position.captured;
        let [long_x, long_o] = position.longest;
        text + &format!(
            "captured {x} {o}\nlongest {long_x} {long_o}\n{}\n",
            state_text(position.state)
        )
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let mut position = self.read_board(&lines)?;
        let extras = self.read_extras(&lines[self.side()..])?;
        position.captured = extras.captured.unwrap_or_default();
        let next = next_by_count(&position)?;
        if let Some(fault) = captures_fault(self, &position, 1 - usize::from(next)) {
            return Err(Error::position(1, fault));
        }
        for seat in 0..2 {
            let shown = self.rows_on_board(&position, seat).0;
            let said = extras.longest.map_or(shown, |longest| longest[seat]);
            if said < shown || usize::from(said) > self.side() {
                let reason = format!(
                    "longest row {said} of {}; give {shown} to {}",
                    MARKS[seat],
                    self.side()
                );
                return Err(Error::position(1, reason));
            }
            position.longest[seat] = said;
        }
        let shown = self.state_by_board(&position, next)?;
        position.state = self.agree(extras.state, shown, next)?;
        position.hash = position.fresh_hash();
        Ok(position)
    }

    fn picture(&self, position: &Position, ghosts: &[Point]) -> Picture {
        let side = self.side();
        let letters = LETTERS[..side].iter().map(|&letter| char::from(letter));
        let mut picture = Picture::new(side, side).columns(letters).rows((1..=side).rev());
        for point in self.points().descending() {
            if let Some(Seat(seat)) = position.owner(point) {
                let ink = if seat == 0 { Ink::First } else { Ink::Second };
                picture.set(point.column(), side - 1 - point.row(), MARKS[seat], ink);
            }
        }
        for (step, &point) in ghosts.iter().enumerate() {
            let text = match position.mover() {
                Some(seat) if ghosts.len() == 1 => MARKS[seat].to_string(),
                _ => (step + 1).to_string(),
            };
            picture.set(point.column(), side - 1 - point.row(), text, Ink::Ghost);
        }
        if let Some(row) = winning_row(self, position) {
            let place = |point: Point| (point.column(), side - 1 - point.row());
            picture.stroke(place(row[0]), place(row[row.len() - 1]));
        }
        let status = match position.state {
            State::Open(seat) => format!("{} to move", MARKS[usize::from(seat)]),
            State::Won { winner, .. } => format!("{} has won", MARKS[usize::from(winner)]),
            State::Drawn { .. } => "drawn".to_owned(),
        };
        picture.note("state", status);
        for (mark, stones) in MARKS.iter().zip(position.captured) {
            picture.note(format!("{mark} captured"), format!("{stones} of {} stones", self.goal()));
        }
        picture
    }
}
