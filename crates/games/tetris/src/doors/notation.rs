//! How Tetris is written.
//!
//! A placement is the piece, its state counted from 1, and the row and column of its pivot, both
//! counted from 0, the row from the top, as in the TetrisVs report: `O1@19,1`. A piece from the hold
//! has `hold:` in front. Chance's move is `deal:O`. Under rules that go step by step the moves are
//! `left`, `right`, `rotate`, `rotate-back`, `none` and `drop`.
//!
//! A position file has one line for each thing that is not zero, then the board:
//!
//! ```text
//! tetris tetrisvs 10x20
//! next T O
//! hold I
//! lines 12
//! points 1400
//! pieces 33
//! board
//! X.........
//! XXXX.XXXXX
//! ```
//!
//! With two players `next2` and `hold2` are the second's, `lines` and `points` have two numbers, `mover`
//! is 1 when the second is to place, and `clock` counts milliseconds.
//!
//! Rows above the first one given are empty. Exact files of a running game also carry `last`, the
//! landing of the last placement (twice its height, rows, eroded cells), and `dealt`, what the
//! dealer remembers (pieces so far, bits of the bag). Under rules that go step by step `falling T2@18,4`
//! says where the current piece is (where it appears, if the line is missing), and `steps` how many
//! there have been. Under the guideline's scoring `combo` counts the clears in a row, and `b2b 1` says that the last
//! clear was a hard one. There a placement may tell how a hand carried it out: `T2@38,4+turn+soft3+hard14+keys5`.

use super::steered::{how_text, read_how};
use crate::board::Board;
use crate::dealer::Dealt;
use crate::pieces::MOST_STATES;
use crate::position::{Action, Hand, How, Position};
use crate::rules::Tetris;
use crate::shape::Placement;
use crate::steps::Press;
use ludex_core::explain::Speaker;
use ludex_core::{Error, Ink, Notation, Picture, Result, Size};
use std::fmt::Write;
use std::str::FromStr;

/// The names of the lines of a position file.
const LINES: [&str; 16] = [
    "next", "next2", "hold", "hold2", "lines", "points", "pieces", "mover", "clock", "last",
    "dealt", "falling", "steps", "combo", "b2b", "board",
];

/// Appends a number. Rows and columns have two digits at most, which need no formatter.
fn write_number(number: i32, out: &mut String) {
    match number {
        0..=9 => out.push((b'0' + number as u8) as char),
        10..=99 => {
            out.push((b'0' + (number / 10) as u8) as char);
            out.push((b'0' + (number % 10) as u8) as char);
        }
        // Writing to a string cannot fail.
        _ => drop(write!(out, "{number}")),
    }
}

impl Tetris {
    /// The name of a piece.
    pub(crate) fn piece_name(&self, piece: u8) -> &str {
        &self.rules().set.pieces[usize::from(piece)].name
    }

    /// Row from the top and column of the pivot.
    pub(crate) fn pivot(&self, piece: u8, at: Placement) -> (i32, i32) {
        let state = &self.rules().set.pieces[usize::from(piece)].states[usize::from(at.rotation)];
        let row = i32::from(at.y) + i32::from(state.pivot.1);
        let column = i32::from(at.x) + i32::from(state.pivot.0);
        (self.rules().size.height as i32 - 1 - row, column)
    }

    /// Writes `O1@19,1`, digit by digit: games without a screen keep a million of them a second.
    fn write_placement(&self, piece: u8, at: Placement, out: &mut String) {
        let (row, column) = self.pivot(piece, at);
        out.push_str(self.piece_name(piece));
        write_number(i32::from(at.rotation) + 1, out);
        out.push('@');
        write_number(row, out);
        out.push(',');
        write_number(column, out);
    }

    /// The same as a text of its own.
    fn placement_text(&self, piece: u8, at: Placement) -> String {
        let mut text = String::new();
        self.write_placement(piece, at, &mut text);
        text
    }

    /// Reads `O1@19,1`.
    fn read_placement(&self, text: &str) -> Option<(u8, Placement)> {
        let (piece, pivot) = text.split_once('@')?;
        let (row, column) = pivot.split_once(',')?;
        let (row, column): (i32, i32) = (row.parse().ok()?, column.parse().ok()?);
        let state = piece.chars().last()?.to_digit(10)?.checked_sub(1)? as usize;
        let name = &piece[..piece.len() - 1];
        let index = self.rules().set.index(name).ok()?;
        let state_data = self.rules().set.pieces[index].states.get(state)?;
        let x = column.checked_sub(state_data.pivot.0.into())?;
        let up = (self.rules().size.height as i32 - 1).checked_sub(row)?;
        let y = up.checked_sub(state_data.pivot.1.into())?;
        let at =
            Placement { rotation: state as u8, x: u8::try_from(x).ok()?, y: u8::try_from(y).ok()? };
        Some((index as u8, at))
    }

    fn read_pieces(&self, words: &[&str], line: usize) -> Result<Hand> {
        let mut hand = Hand::default();
        for name in words {
            let piece = self.rules().set.index(name);
            let piece = piece.map_err(|e| Error::position(line, e.to_string()))?;
            if hand.pieces().len() >= self.rules().known || !hand.push(piece as u8) {
                let reason = format!("these rules know {} pieces at most", self.rules().known);
                return Err(Error::position(line, reason));
            }
        }
        Ok(hand)
    }

    fn hand_text(&self, text: &mut String, names: [&str; 2], hand: &Hand) {
        if !hand.pieces().is_empty() {
            let pieces: Vec<&str> = hand.pieces().iter().map(|&p| self.piece_name(p)).collect();
            let _ = writeln!(text, "{} {}", names[0], pieces.join(" "));
        }
        if let Some(piece) = hand.hold {
            let _ = writeln!(text, "{} {}", names[1], self.piece_name(piece));
        }
    }

    /// Reads one line in front of the board.
    fn read_line(&self, position: &mut Position, line: &str, number: usize) -> Result<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&name, rest)) = words.split_first() else { return Ok(()) };
        self.check_line(name, number)?;
        match name {
            "next" => position.hands[0] = self.with_hold(rest, position.hands[0].hold, number)?,
            "next2" => position.hands[1] = self.with_hold(rest, position.hands[1].hold, number)?,
            "hold" => position.hands[0].hold = self.read_pieces(rest, number)?.current(),
            "hold2" => position.hands[1].hold = self.read_pieces(rest, number)?.current(),
            "lines" => position.lines = numbers(rest, number)?,
            "points" => position.points = numbers(rest, number)?,
            "pieces" => [position.pieces] = numbers(rest, number)?,
            "mover" => [position.mover] = numbers(rest, number)?,
            "clock" => [position.clock] = numbers(rest, number)?,
            "steps" => [position.steps] = numbers(rest, number)?,
            "combo" => [position.streak.clears] = numbers(rest, number)?,
            "b2b" => {
                let [hard]: [u8; 1] = numbers(rest, number)?;
                position.streak.hard = hard > 0;
            }
            "falling" => position.falling = Some(self.read_falling(position, rest, number)?),
            // Older files say what the last placement did. Nothing depends on it.
            "last" => {
                let _: [u32; 3] = numbers(rest, number)?;
            }
            "dealt" => position.dealt = self.read_dealt(rest, number)?,
            other => {
                let say = Error::unknown("line", other, LINES);
                return Err(Error::position(number, say.to_string()));
            }
        }
        Ok(())
    }

    /// Refuses a line that speaks of what these rules do not have.
    fn check_line(&self, name: &str, number: usize) -> Result<()> {
        if name.starts_with("hold") && !self.rules().hold {
            let reason = format!("these rules put no piece aside; leave the line `{name}` out");
            return Err(Error::position(number, reason));
        }
        if ["combo", "b2b"].contains(&name) && !self.scores_by_guideline() {
            let reason = format!("these rules count single clears; leave the line `{name}` out");
            return Err(Error::position(number, reason));
        }
        if ["next2", "hold2"].contains(&name) && self.rules().seats < 2 {
            let reason = format!("one player plays by these rules; leave the line `{name}` out");
            return Err(Error::position(number, reason));
        }
        Ok(())
    }

    /// Reads what the dealer remembers: how many pieces, and those taken from the bag as bits.
    fn read_dealt(&self, words: &[&str], line: usize) -> Result<Dealt> {
        let [count, taken]: [u64; 2] = numbers(words, line)?;
        let bag = u64::MAX >> (64 - self.rules().set.pieces.len());
        match u32::try_from(count) {
            Ok(count) if taken < bag => Ok(Dealt { count, taken }),
            _ => {
                let reason = format!("pieces dealt belong below 2^32, bits of the bag below {bag}");
                Err(Error::position(line, reason))
            }
        }
    }

    /// Reads `T2@18,4`; the line `next`, which names the piece, comes before.
    fn read_falling(&self, position: &Position, words: &[&str], line: usize) -> Result<Placement> {
        let text = words.join(" ");
        let read = self.read_placement(&text);
        let read = read.filter(|(piece, _)| position.hand().current() == Some(*piece));
        read.map(|(_, at)| at).ok_or_else(|| {
            let form = "write where the first piece of `next` is, below that line, such as T2@18,4";
            Error::position(line, Error::bad("falling piece", text, form).to_string())
        })
    }

    fn with_hold(&self, words: &[&str], hold: Option<u8>, line: usize) -> Result<Hand> {
        let mut hand = self.read_pieces(words, line)?;
        hand.hold = hold;
        Ok(hand)
    }

    /// Who is not to move knows one piece less: the newest appears when the turn comes.
    fn check_hands(&self, position: &Position) -> Result<()> {
        let waiting = (0..self.rules().seats).filter(|&seat| seat != usize::from(position.mover));
        let most = self.rules().known - 1;
        for seat in waiting {
            let known = position.hands[seat].pieces().len();
            if known > most {
                let name = ["next", "next2"][seat];
                let reason = format!(
                    "`{name}` names {known} pieces, but who is not to move knows {most} at most"
                );
                return Err(Error::position(1, reason));
            }
        }
        Ok(())
    }

    /// Reads the rows below the line `board`; the last one lies on the floor.
    fn read_board(&self, rows: &[(usize, &str)]) -> Result<Board> {
        let size = self.rules().size;
        let mut board = Board::new(size.width, size.height)?;
        if rows.len() > size.height {
            let reason = format!("{} rows, but the board is {} high", rows.len(), size.height);
            return Err(Error::position(rows[size.height].0, reason));
        }
        for (y, &(number, row)) in rows.iter().rev().enumerate() {
            let cells: Vec<char> = row.trim().chars().collect();
            if cells.len() != size.width {
                let reason = format!("{} cells, but the board is {} wide", cells.len(), size.width);
                return Err(Error::position(number, reason));
            }
            for (x, &cell) in cells.iter().enumerate() {
                match cell {
                    'X' => board.set(x, y, true),
                    '.' => {}
                    other => {
                        let shown = other.escape_default();
                        let reason = format!("`{shown}` is no cell; use X and .");
                        return Err(Error::position(number, reason));
                    }
                }
            }
            if cells.iter().all(|&c| c == 'X') {
                let reason = "the row is full; it would have been cleared";
                return Err(Error::position(number, reason));
            }
        }
        Ok(board)
    }
}

/// Reads exactly `N` numbers; missing ones at the end are zero.
fn numbers<T: FromStr + Default + Copy, const N: usize>(
    words: &[&str],
    line: usize,
) -> Result<[T; N]> {
    let mut values = [T::default(); N];
    if words.len() > N {
        return Err(Error::position(
            line,
            format!("{} numbers, at most {N} belong here", words.len()),
        ));
    }
    for (value, word) in values.iter_mut().zip(words) {
        let bad = |_| {
            Error::position(line, Error::bad("number", word, "give a whole number").to_string())
        };
        *value = word.parse().map_err(bad)?;
    }
    Ok(values)
}

impl Notation for Tetris {
    fn action_text(&self, action: Action) -> String {
        let mut text = String::new();
        self.write_action(action, &mut text);
        text
    }

    fn write_action(&self, action: Action, out: &mut String) {
        match action {
            Action::Deal(piece) => out.extend(["deal:", self.piece_name(piece)]),
            // Writing to a string cannot fail.
            Action::Press(press) => drop(write!(out, "{press}")),
            Action::Place { piece, hold, at, how } => {
                if hold {
                    out.push_str("hold:");
                }
                self.write_placement(piece, at, out);
                if how != How::default() {
                    out.push_str(&how_text(how));
                }
            }
        }
    }

    #[inline]
    fn action_number(&self, action: Action) -> Option<usize> {
        match action {
            Action::Place { piece, hold: false, at, how } if how == How::default() => {
                let Size { width, height } = self.rules().size;
                let [piece, state, x, y] = [piece, at.rotation, at.x, at.y].map(usize::from);
                let inside = state < MOST_STATES && x < width && y < height;
                inside.then(|| ((piece * MOST_STATES + state) * width + x) * height + y)
            }
            _ => None,
        }
    }

    fn read_action(&self, text: &str) -> Result<Action> {
        if let Some(name) = text.strip_prefix("deal:") {
            return Ok(Action::Deal(self.rules().set.index(name)? as u8));
        }
        if let Some(press) = Press::from_name(text) {
            return Ok(Action::Press(press));
        }
        let (hold, place) = match text.strip_prefix("hold:") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let form = || {
            if self.is_stepwise() {
                let names = Press::ALL.map(Press::name).join(", ");
                return Error::bad("move", text, format!("write one of {names}"));
            }
            let form = "write piece, state, @, row from the top, comma, column: such as T2@18,4";
            Error::bad("move", text, form)
        };
        let (place, how) = match place.split_once('+') {
            Some((place, how)) => (place, read_how(how).ok_or_else(form)?),
            None => (place, How::default()),
        };
        let (piece, at) = self.read_placement(place).ok_or_else(form)?;
        Ok(Action::Place { piece, hold, at, how })
    }

    fn position_text(&self, position: &Position) -> String {
        let mut text = String::new();
        self.hand_text(&mut text, ["next", "hold"], &position.hands[0]);
        self.hand_text(&mut text, ["next2", "hold2"], &position.hands[1]);
        let mut line = |name: &str, numbers: &[u64]| {
            if numbers.iter().any(|&n| n != 0) {
                let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                let _ = writeln!(text, "{name} {}", words.join(" "));
            }
        };
        line("lines", &position.lines.map(u64::from));
        line("points", &position.points.map(u64::from));
        line("pieces", &[position.pieces.into()]);
        line("mover", &[position.mover.into()]);
        line("clock", &[position.clock.into()]);
        line("steps", &[position.steps.into()]);
        line("combo", &[position.streak.clears.into()]);
        line("b2b", &[position.streak.hard.into()]);
        line("dealt", &[position.dealt.count.into(), position.dealt.taken]);
        if let (Some(piece), Some(at)) = (position.hand().current(), position.falling) {
            let _ = writeln!(text, "falling {}", self.placement_text(piece, at));
        }
        text.push_str("board\n");
        for y in (0..position.board.pile_height() as usize).rev() {
            let cell = |x| if position.board.is_full(x, y) { 'X' } else { '.' };
            text.extend((0..self.rules().size.width).map(cell));
            text.push('\n');
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let mut position = ludex_core::Game::start(self);
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let mut complete = false;
        let mut seen = Vec::new();
        for (number, line) in lines.by_ref() {
            if line.trim() == "board" {
                complete = true;
                break;
            }
            let name = line.split_whitespace().next();
            if name.is_some() && seen.contains(&name) {
                let reason = "a line of that name stands above already; leave one of them out";
                return Err(Error::position(number, reason));
            }
            seen.push(name);
            self.read_line(&mut position, line, number)?;
        }
        if !complete {
            let reason = "the line `board` is missing; the rows of the board belong below it";
            return Err(Error::position(text.lines().count() + 1, reason));
        }
        let rows: Vec<_> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
        position.board = self.read_board(&rows)?;
        if usize::from(position.mover) >= self.rules().seats {
            return Err(Error::position(1, "there is no such mover under these rules"));
        }
        self.check_hands(&position)?;
        self.check_falling(&position).map_err(|reason| Error::position(1, reason))?;
        self.settle(&mut position);
        Ok(position)
    }

    fn picture(&self, position: &Position, ghosts: &[Action]) -> Picture {
        let size = self.rules().size;
        let mut picture = Picture::new(size.width, size.height)
            .columns((0..size.width).map(|c| c % 10))
            .rows(0..size.height);
        for y in 0..size.height {
            for x in (0..size.width).filter(|&x| position.board.is_full(x, y)) {
                picture.set(x, size.height - 1 - y, "#", Ink::Lying);
            }
        }
        self.draw_falling(&mut picture, position, ghosts);
        self.draw_ghosts(&mut picture, position, ghosts);
        self.draw_notes(&mut picture, position);
        picture
    }

    fn phrase(&self, action: Action) -> String {
        self.phrase_of(action)
    }

    fn phrase_at(&self, position: &Position, action: Action) -> String {
        self.phrase_here(position, action)
    }

    fn statement(&self, position: &Position, action: Action, speaker: Speaker) -> String {
        self.statement_here(position, action, speaker)
    }
}

impl Tetris {
    /// Draws the falling piece, and where it comes to rest: after the steps to think of, or by itself.
    fn draw_falling(&self, picture: &mut Picture, position: &Position, ghosts: &[Action]) {
        let (Some(piece), Some(at)) = (position.hand().current(), position.falling) else { return };
        let presses = ghosts.iter().filter_map(|ghost| match ghost {
            Action::Press(press) => Some(*press),
            _ => None,
        });
        if let Some(rest) = self.rest_after(position, presses) {
            let text = if ghosts.is_empty() { ":" } else { "1" };
            self.draw_shape(picture, piece, rest, text, Ink::Ghost);
        }
        self.draw_piece(picture, piece, at);
    }

    fn draw_notes(&self, picture: &mut Picture, position: &Position) {
        let names = |pieces: &[u8]| {
            pieces.iter().map(|&p| self.piece_name(p).to_owned()).collect::<Vec<_>>().join(" ")
        };
        let hand = position.hand();
        picture.note("piece", hand.current().map_or("none", |p| self.piece_name(p)));
        if hand.pieces().len() > 1 {
            picture.note("next", names(&hand.pieces()[1..]));
        }
        if let Some(held) = hand.hold {
            picture.note("hold", self.piece_name(held));
        }
        if self.rules().seats == 2 {
            let other = &position.hands[1 - usize::from(position.mover)];
            picture.note("to move", position.mover + 1);
            picture.note("opponent's next", names(other.pieces()));
        }
        let pair = |[a, b]: [u32; 2]| match self.rules().seats {
            1 => a.to_string(),
            _ => format!("{a} : {b}"),
        };
        if let Some(goal) = self.rules().goal {
            picture.note("left", goal.saturating_sub(position.lines[0]));
        }
        picture.note("lines", pair(position.lines));
        picture.note("score", pair(position.points));
        picture.note("pieces", position.pieces);
        if self.is_stepwise() {
            picture.note("steps", position.steps);
        }
    }
}
