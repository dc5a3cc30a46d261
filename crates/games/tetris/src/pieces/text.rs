//! Reading and printing piece sets; the format is described in [`crate::pieces`].

use crate::pieces::{MOST_PIECES, MOST_STATES, Piece, PieceSet, Spawn, State, Turns};
use crate::shape::Shape;
use ludex_core::{Error, Result};
use std::fmt;

/// The most rows or columns of a picture.
const MOST_PICTURE: usize = 8;
/// The most tries of a turn.
const MOST_OFFSETS: usize = 16;

/// A line of the text with its number, for messages.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl Line<'_> {
    fn bad(self, reason: impl Into<String>) -> Error {
        Error::bad(format!("piece set, line {}", self.number), self.text, reason)
    }
}

/// How the states of a piece are made from its pictures.
#[derive(Clone, Copy, PartialEq)]
enum Making {
    Drawn,
    Clockwise,
    Anticlockwise,
}

/// What has been read so far.
struct Reader<'a> {
    set: PieceSet,
    making: Making,
    picture: Vec<Line<'a>>,
    offsets: Option<Vec<(i8, i8)>>,
}

/// Reads a set; what goes beyond one line is checked by [`PieceSet::checked`].
pub(crate) fn parse(text: &str) -> Result<PieceSet> {
    let set = PieceSet {
        name: "unnamed".into(),
        pieces: Vec::new(),
        turns: Turns::default(),
        spawn: Spawn { add: 0, row: None },
    };
    let mut reader = Reader { set, making: Making::Drawn, picture: Vec::new(), offsets: None };
    let mut last = Line { number: 1, text: "" };
    for (i, raw) in text.lines().enumerate() {
        let text = raw.split('#').next().unwrap_or("").trim();
        last = Line { number: i + 1, text };
        // A line with nothing but a comment is no blank line: it does not end a state.
        if !(text.is_empty() && raw.contains('#')) {
            reader.line(last)?;
        }
    }
    reader.end_piece(last)?;
    Ok(reader.set)
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: Line<'a>) -> Result<()> {
        let (word, rest) = line.text.split_once(char::is_whitespace).unwrap_or((line.text, ""));
        let rest = rest.trim();
        match word {
            "" => self.end_state(line),
            "set" => {
                self.set.name = non_empty(line, rest)?;
                Ok(())
            }
            "turns" => self.turns(line, rest),
            "spawn" => self.spawn(line, rest),
            "piece" => self.piece(line, rest),
            "offsets" => self.offsets(line, rest),
            _ => self.row(line),
        }
    }

    fn turns(&mut self, line: Line, rest: &str) -> Result<()> {
        self.set.turns = match rest {
            "none" => Turns::None,
            "next" => Turns::Next,
            "both" => Turns::Both,
            _ => return Err(line.bad("write `turns none`, `turns next` or `turns both`")),
        };
        Ok(())
    }

    fn spawn(&mut self, line: Line, rest: &str) -> Result<()> {
        let wrong = || line.bad("write `spawn A ROW` or `spawn A top`, such as `spawn 0 1`");
        let (add, row) = rest.split_once(char::is_whitespace).ok_or_else(wrong)?;
        let add: i8 = add.parse().map_err(|_| wrong())?;
        let row = match row.trim() {
            "top" => None,
            number => Some(number.parse::<u8>().map_err(|_| wrong())?),
        };
        self.set.spawn = Spawn { add: add.into(), row };
        Ok(())
    }

    fn piece(&mut self, line: Line, rest: &str) -> Result<()> {
        self.end_piece(line)?;
        if self.set.pieces.len() == MOST_PIECES {
            return Err(line.bad(format!("{MOST_PIECES} pieces is the most")));
        }
        let (name, making) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        self.making = match making.trim() {
            "" => Making::Drawn,
            "cw" => Making::Clockwise,
            "ccw" => Making::Anticlockwise,
            _ => return Err(line.bad("after the name, write `cw`, `ccw` or nothing")),
        };
        let name = non_empty(line, name)?;
        if !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            // Moves and lists of pieces are written with the other marks.
            return Err(line.bad("the name of a piece has only letters, digits and `_`"));
        }
        self.set.pieces.push(Piece { name, states: Vec::new() });
        Ok(())
    }

    fn offsets(&mut self, line: Line, rest: &str) -> Result<()> {
        let read = |pair: &str| {
            let (x, y) = pair.split_once(',')?;
            let small = |n: &str| n.parse::<i8>().ok().filter(|n| n.abs() <= 8);
            Some((small(x)?, small(y)?))
        };
        let offsets: Option<Vec<_>> =
            rest.split_whitespace().take(MOST_OFFSETS + 1).map(read).collect();
        match offsets {
            Some(list) if !list.is_empty() && list.len() <= MOST_OFFSETS => {
                self.offsets = Some(list);
                Ok(())
            }
            _ => Err(line.bad("write up to 16 pairs from -8 to 8, such as `offsets 0,0 -1,0`")),
        }
    }

    fn row(&mut self, line: Line<'a>) -> Result<()> {
        if !line.text.chars().all(|c| "X.@o".contains(c)) {
            let reason = "a row of a picture has only `X`, `.`, `@` and `o`; other lines start with \
                          set, turns, spawn, piece or offsets";
            return Err(line.bad(reason));
        }
        if self.set.pieces.is_empty() {
            return Err(line.bad("a picture needs a name; write `piece NAME` above it"));
        }
        if self.offsets.is_some() {
            return Err(line.bad("offsets end a state; leave a blank line before the next picture"));
        }
        if self.picture.len() == MOST_PICTURE || line.text.len() > MOST_PICTURE {
            return Err(line.bad("a picture is at most 8 wide and 8 high"));
        }
        self.picture.push(line);
        Ok(())
    }

    fn end_state(&mut self, line: Line) -> Result<()> {
        let offsets = self.offsets.take();
        let picture = std::mem::take(&mut self.picture);
        let Some(piece) = self.set.pieces.last_mut().filter(|_| !picture.is_empty()) else {
            return match offsets {
                Some(_) => Err(line.bad("the offsets above belong to no picture; draw one first")),
                None => Ok(()),
            };
        };
        if piece.states.len() == MOST_STATES
            || self.making != Making::Drawn && !piece.states.is_empty()
        {
            return Err(picture[0].bad("the piece has all its states; start a new piece"));
        }
        let (cells, pivot) = read_picture(&picture)?;
        let turns = if self.making == Making::Drawn { 1 } else { MOST_STATES };
        let mut cells: Vec<(i8, i8)> =
            cells.iter().map(|c| (c.0 - pivot.0, c.1 - pivot.1)).collect();
        for _ in 0..turns {
            let offsets = offsets.clone().unwrap_or_else(|| vec![(0, 0)]);
            piece.states.push(state(&piece.name, &cells, offsets)?);
            let clockwise = self.making == Making::Clockwise;
            for cell in &mut cells {
                *cell = if clockwise { (cell.1, -cell.0) } else { (-cell.1, cell.0) };
            }
        }
        Ok(())
    }

    fn end_piece(&mut self, line: Line) -> Result<()> {
        self.end_state(line)?;
        let Some(piece) = self.set.pieces.last_mut() else { return Ok(()) };
        let tries = piece.states.iter().map(|s| s.offsets.len()).max().unwrap_or(1);
        for state in &mut piece.states {
            // A state without offsets has zeros, as many as its sisters.
            if state.offsets == [(0, 0)] {
                state.offsets.resize(tries, (0, 0));
            }
        }
        Ok(())
    }
}

fn non_empty(line: Line, name: &str) -> Result<String> {
    if name.is_empty() || name.len() > 32 {
        return Err(line.bad("a name of 1 to 32 letters belongs here"));
    }
    Ok(name.to_string())
}

type Cells = Vec<(i8, i8)>;

/// The full cells and the pivot, rows upwards from the picture's lowest row.
fn read_picture(picture: &[Line]) -> Result<(Cells, (i8, i8))> {
    let (mut cells, mut pivot) = (Vec::new(), None);
    for (i, line) in picture.iter().enumerate() {
        let y = (picture.len() - 1 - i) as i8;
        for (x, mark) in line.text.chars().enumerate() {
            let here = (x as i8, y);
            if matches!(mark, 'X' | '@') {
                cells.push(here);
            }
            if matches!(mark, '@' | 'o') && pivot.replace(here).is_some() {
                return Err(line.bad("the picture has two pivots; mark one cell with `@` or `o`"));
            }
        }
    }
    Ok((cells, pivot.unwrap_or((0, 0))))
}

/// A state from cells relative to the pivot.
fn state(piece: &str, cells: &[(i8, i8)], offsets: Vec<(i8, i8)>) -> Result<State> {
    let shape = Shape::new(cells).map_err(|error| match error {
        Error::Bad { reason, .. } => Error::bad("piece", piece, reason),
        other => other,
    })?;
    let left = cells.iter().map(|c| c.0).min().unwrap_or(0);
    let floor = cells.iter().map(|c| c.1).min().unwrap_or(0);
    Ok(State { shape, pivot: (-left, -floor), offsets })
}

impl fmt::Display for PieceSet {
    /// The set as text that reads back as the same set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = match self.turns {
            Turns::None => "none",
            Turns::Next => "next",
            Turns::Both => "both",
        };
        let row = self.spawn.row.map_or("top".to_string(), |row| row.to_string());
        writeln!(f, "set {}\nturns {turns}\nspawn {} {row}", self.name, self.spawn.add)?;
        for piece in &self.pieces {
            writeln!(f, "\npiece {}", piece.name)?;
            for (i, state) in piece.states.iter().enumerate() {
                f.write_str(if i > 0 { "\n" } else { "" })?;
                write_state(f, state)?;
            }
        }
        Ok(())
    }
}

fn write_state(f: &mut fmt::Formatter<'_>, state: &State) -> fmt::Result {
    let (px, py) = state.pivot;
    let (right, top) = (state.shape.width() as i8 - 1, state.shape.height() as i8 - 1);
    for y in (py.min(0)..=py.max(top)).rev() {
        for x in px.min(0)..=px.max(right) {
            let inside = (0..=right).contains(&x) && (0..=top).contains(&y);
            let full = inside && state.shape.column(x as usize) >> y & 1 == 1;
            f.write_str(match (full, (x, y) == state.pivot) {
                (true, true) => "@",
                (false, true) => "o",
                (true, false) => "X",
                (false, false) => ".",
            })?;
        }
        writeln!(f)?;
    }
    if state.offsets.iter().any(|o| *o != (0, 0)) || state.offsets.len() > 1 {
        let list: Vec<String> = state.offsets.iter().map(|(x, y)| format!("{x},{y}")).collect();
        writeln!(f, "offsets {}", list.join(" "))?;
    }
    Ok(())
}
