//! How Tris is written: cells `a1` to `c3`, positions as rows of `X`, `O` and `.`.

use super::rules::{Cell, Position, State, Tris};
use ludex_core::{Error, Ink, Notation, Picture, Result, Seat};

/// What the seats put on the board.
pub(super) const MARKS: [char; 2] = ['X', 'O'];

impl Tris {
    /// The mark in a cell, or `.`.
    fn mark(position: &Position, cell: Cell) -> char {
        let owner = position.stones.iter().position(|stones| stones & cell.bit() != 0);
        owner.map_or('.', |seat| MARKS[seat])
    }

    fn read_row(&self, text: &str, line: usize) -> Result<Vec<char>> {
        let marks: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if let Some(wrong) = marks.iter().find(|c| !matches!(c, 'X' | 'O' | '.')) {
            let reason = format!("`{}` is no mark; use X, O and .", wrong.escape_default());
            return Err(Error::position(line, reason));
        }
        if marks.len() != self.size.width {
            let reason =
                format!("{} cells, but the board is {} wide", marks.len(), self.size.width);
            return Err(Error::position(line, reason));
        }
        Ok(marks)
    }

    /// Refuses stones that no game could have put there.
    fn check_stones(&self, stones: [u64; 2]) -> Result<Seat> {
        let [x, o] = stones.map(u64::count_ones);
        if x != o && x != o + 1 {
            let reason = format!("{x} X and {o} O; X starts, so there are as many or one X more");
            return Err(Error::position(1, reason));
        }
        let next = Seat(usize::from(x > o));
        if self.wins(stones[next.0]) {
            let mark = MARKS[next.0];
            let reason = format!("{mark} is to move but has won already; {mark} cannot have a row");
            return Err(Error::position(1, reason));
        }
        Ok(next)
    }
}

impl Notation for Tris {
    fn action_text(&self, action: Cell) -> String {
        let (column, row) = self.place(action);
        format!("{}{}", char::from(b'a' + column as u8), row + 1)
    }

    fn read_action(&self, text: &str) -> Result<Cell> {
        let cell = || {
            let mut chars = text.chars();
            let column = (chars.next()?.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
            let row: usize = chars.as_str().parse().ok()?;
            self.cell(column, row.checked_sub(1)?)
        };
        cell().ok_or_else(|| {
            let last = char::from(b'a' + self.size.width as u8 - 1);
            let reason = format!("write a cell from a1 to {last}{}", self.size.height);
            Error::bad("move", text, reason)
        })
    }

    fn position_text(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in (0..self.size.height).rev() {
            let cells = (0..self.size.width).filter_map(|column| self.cell(column, row));
            text.extend(cells.map(|cell| Self::mark(position, cell)));
            text.push('\n');
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let height = self.size.height;
        if lines.len() != height {
            let reason = format!("{} rows, but the board is {height} high", lines.len());
            return Err(Error::position(lines.len().min(height) + 1, reason));
        }
        let mut stones = [0; 2];
        for (i, line) in lines.iter().enumerate() {
            for (column, mark) in self.read_row(line, i + 1)?.into_iter().enumerate() {
                let seat = MARKS.iter().position(|&m| m == mark);
                if let (Some(seat), Some(cell)) = (seat, self.cell(column, height - 1 - i)) {
                    stones[seat] |= cell.bit();
                }
            }
        }
        let next = self.check_stones(stones)?;
        Ok(self.position(stones, next))
    }

    fn picture(&self, position: &Position, ghosts: &[Cell]) -> Picture {
        let letters = (0..self.size.width).map(|c| char::from(b'a' + c as u8));
        let numbers = (1..=self.size.height).rev();
        let mut picture = Picture::new(self.size.width, self.size.height);
        picture = picture.columns(letters).rows(numbers);
        for cell in self.cells() {
            let (column, row) = self.place(cell);
            let mark = Self::mark(position, cell);
            let ink = match mark {
                'X' => Ink::First,
                'O' => Ink::Second,
                _ => Ink::Empty,
            };
            picture.set(column, self.size.height - 1 - row, mark, ink);
        }
        for (step, &cell) in ghosts.iter().enumerate() {
            let (column, row) = self.place(cell);
            let text = match position.state {
                State::Open(seat) if ghosts.len() == 1 => MARKS[seat.0].to_string(),
                _ => (step + 1).to_string(),
            };
            picture.set(column, self.size.height - 1 - row, text, Ink::Ghost);
        }
        if let State::Won(seat) = position.state {
            let place = |cell| {
                let (column, row) = self.place(cell);
                (column, self.size.height - 1 - row)
            };
            for [first, last] in self.full_rows(position.stones[seat.0]) {
                picture.stroke(place(first), place(last));
            }
        }
        let status = match position.state {
            State::Open(seat) => format!("{} to move", MARKS[seat.0]),
            State::Won(seat) => format!("{} has won", MARKS[seat.0]),
            State::Drawn => "drawn".to_owned(),
        };
        picture.note("state", status);
        picture
    }

    fn phrase(&self, action: Cell) -> String {
        let (column, row) = self.place(action);
        let name = self.action_text(action);
        let edges =
            [column == 0, row == 0, column + 1 == self.size.width, row + 1 == self.size.height];
        match edges.iter().filter(|&&edge| edge).count() {
            2 => format!("the corner {name}"),
            1 => format!("the edge {name}"),
            _ if self.size.cells() == 9 => "the centre".to_owned(),
            _ => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> String {
        Tris::default().read_position(text).unwrap_err().to_string()
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        assert!(refusal("XX.\n...\n...\n").contains("2 X and 0 O"));
        assert!(refusal("XXX\n...\nOOO\n").contains("X is to move but has won already"));
        assert!(refusal("X..\n...\n").contains("2 rows, but the board is 3 high"));
        assert!(refusal("X..\n....\n...\n").contains("line 2: 4 cells"));
        assert!(refusal("X..\n.?.\n...\n").contains("line 2: `?` is no mark"));
        assert!(refusal("\u{0}\u{1}").contains("1 rows"));
    }

    #[test]
    fn the_row_that_has_won_is_drawn() {
        let game = Tris::default();
        let strokes = |text: &str| {
            let position = game.read_position(text).unwrap();
            game.picture(&position, &[]).strokes
        };
        assert_eq!(strokes("X.O\n.XO\n..X\n"), [[2, 2, 0, 0]]);
        assert_eq!(strokes("...\nOO.\nXXX\n"), [[0, 2, 2, 2]]);
        assert_eq!(strokes("X..\n...\n...\n"), [[0; 4]; 0]);
    }

    #[test]
    fn moves_outside_the_board_are_refused() {
        let game = Tris::default();
        for text in ["", "d1", "a4", "a0", "a", "11", "a99999999999999999999", "\u{e9}1"] {
            let error = game.read_action(text).unwrap_err().to_string();
            assert!(error.contains("a1 to c3"), "{error}");
        }
    }
}
