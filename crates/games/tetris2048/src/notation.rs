//! How Tetris-2048 is written and drawn.
//!
//! A piece is its letter and the numbers of its cells, `T2242`: from left to right, within a column from below, as the
//! piece appears. A placement is `T2242/1@3,0`: the piece, the quarter turns to the right, the column of its left edge and the row of its
//! lowest cell, both counted from 0, rows from the floor. A position is written as
//!
//! ```text
//! score 120
//! lines 1
//! pieces 14
//! largest 16
//! current T2242
//! next O2222
//! board
//! . . 2 . . . . . . .
//! 8 4 4 . 2 . . . . .
//! ```
//!
//! `current` and `next` are left out before they are dealt; empty rows at the top are left out. `largest` is the largest tile of the game so
//! far; without it, the largest on the board.

use crate::pieces::{CELLS, Piece};
use crate::rules::{Action, Position, Tetris2048};
use crate::tiles::{ANY, Tiles, number};
use ludex_core::explain::columns;
use ludex_core::{Error, Game, Ink, Notation, Picture, Result};
use ludex_tetris::Placement;
use std::fmt::Write;

/// The largest exponent that a text may name: 2^20 is far beyond what a board can hold.
const MOST_EXPONENT: u32 = 20;

impl Tetris2048 {
    pub(crate) fn piece_text(&self, piece: Piece) -> String {
        let numbers = (0..CELLS).map(|cell| number(piece.exponent(cell)).to_string());
        self.pieces().letter(piece.kind).to_owned() + &numbers.collect::<String>()
    }

    fn read_piece(&self, text: &str) -> Result<Piece> {
        let form = "write a letter and four numbers, 2 or 4: T2242";
        let bad = || Error::bad("piece", text, form);
        let letter = text.get(..1).ok_or_else(bad)?;
        let kind = self.pieces().set.index(letter).map_err(|_| bad())?;
        let numbers = &text.as_bytes()[1..];
        if numbers.len() != CELLS || !numbers.iter().all(|n| matches!(n, b'2' | b'4')) {
            return Err(bad());
        }
        let fours = numbers.iter().enumerate().map(|(i, n)| u8::from(*n == b'4') << i).sum();
        Ok(Piece { kind: kind as u8, fours })
    }

    fn read_board(&self, rows: &[(usize, &str)]) -> Result<Tiles> {
        let size = self.board_size();
        let mut tiles = Tiles::new(size.width, size.height);
        if let Some((line, _)) = rows.get(size.height) {
            let reason = format!("the board has {} rows, no more", size.height);
            return Err(Error::position(*line, reason));
        }
        for (y, (line, row)) in rows.iter().rev().enumerate() {
            let words: Vec<&str> = row.split_whitespace().collect();
            if words.len() != size.width {
                let reason = format!("a row has {} cells, this one {}", size.width, words.len());
                return Err(Error::position(*line, reason));
            }
            for (x, word) in words.into_iter().enumerate() {
                let tile = read_tile(word).map_err(|e| Error::position(*line, e.to_string()))?;
                tiles.set(x, y, tile);
            }
        }
        let mut rested = tiles;
        rested.resolve(ANY);
        if rested != tiles {
            let line = rows.first().map_or(1, |row| row.0);
            let reason = "tiles here would still merge, go or fall; give a board at rest";
            return Err(Error::position(line, reason));
        }
        Ok(tiles)
    }

    /// The colour of a tile: a 2 has the first.
    pub(crate) fn ink(exponent: u8) -> Ink {
        Ink::Piece(exponent.saturating_sub(1))
    }

    /// The numbers of a piece that is put somewhere.
    pub(crate) fn draw(
        &self,
        picture: &mut Picture,
        piece: Piece,
        at: Placement,
        ink: impl Fn(u8) -> Ink,
    ) {
        for (x, y, exponent) in self.pieces().cells(piece, at) {
            if x < picture.width && y < picture.height {
                let row = picture.height - 1 - y;
                picture.set(x, row, number(exponent).to_string(), ink(exponent));
            }
        }
    }

    /// The tiles that lie.
    pub(crate) fn board_picture(&self, tiles: &Tiles) -> Picture {
        let size = self.board_size();
        let rows = (0..size.height).rev().map(|y| y.to_string());
        let columns = (0..size.width).map(|x| x.to_string());
        let mut picture = Picture::new(size.width, size.height).columns(columns).rows(rows);
        for x in 0..size.width {
            for (y, &exponent) in tiles.column(x).iter().enumerate() {
                if exponent > 0 {
                    let text = number(exponent).to_string();
                    picture.set(x, size.height - 1 - y, text, Self::ink(exponent));
                }
            }
        }
        picture
    }

    /// A piece by itself, as it appears.
    pub(crate) fn piece_picture(&self, piece: Piece) -> Picture {
        let shape = self.pieces().shape(piece.kind, 0);
        let mut picture = Picture::new(shape.width(), shape.height());
        self.draw(&mut picture, piece, Placement::default(), Self::ink);
        picture
    }
}

fn read_tile(word: &str) -> Result<u8> {
    if word == "." {
        return Ok(0);
    }
    let tile = word.parse::<u64>().ok().filter(|n| n.is_power_of_two() && *n >= 2);
    let exponent = tile.map(u64::trailing_zeros).filter(|&exponent| exponent <= MOST_EXPONENT);
    exponent.map(|exponent| exponent as u8).ok_or_else(|| {
        Error::bad("tile", word, "give a power of two from 2 to 1048576, or . for none")
    })
}

fn read_count<T: std::str::FromStr>(name: &str, text: &str) -> Result<T> {
    text.parse().map_err(|_| Error::bad(name, text, "give a whole number, 0 or more"))
}

/// The lines of a position before the board.
fn read_head(game: &Tetris2048, position: &mut Position, line: &str) -> Result<()> {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    match name {
        "score" => position.score = read_count::<u32>(name, rest)?.into(),
        "lines" => position.lines = read_count::<u32>(name, rest)?.min(u32::MAX / 2),
        "pieces" => position.placed = read_count::<u32>(name, rest)?.min(u32::MAX / 2),
        "largest" => position.record = read_tile(rest)?,
        "current" => position.current = Some(game.read_piece(rest)?),
        "next" => position.next = Some(game.read_piece(rest)?),
        _ => {
            let known = ["score", "lines", "pieces", "largest", "current", "next", "board"];
            return Err(Error::unknown("line", name, known));
        }
    }
    Ok(())
}

impl Notation for Tetris2048 {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Deal(piece) => self.piece_text(piece),
            Action::Place { piece, at } => {
                format!("{}/{}@{},{}", self.piece_text(piece), at.rotation, at.x, at.y)
            }
        }
    }

    fn read_action(&self, text: &str) -> Result<Action> {
        let form = "write PIECE/TURNS@COLUMN,ROW: T2242/1@3,0";
        let Some((piece, place)) = text.split_once('/') else {
            // Who does not name a piece that chance could deal means a placement.
            let dealt = self.read_piece(text).map(Action::Deal);
            return dealt.map_err(|_| Error::bad("placement", text, form));
        };
        let piece = self.read_piece(piece)?;
        let numbers = place.split_once('@').and_then(|(rotation, cell)| {
            let (x, y) = cell.split_once(',')?;
            Some((rotation.parse::<u8>().ok()?, x.parse::<u8>().ok()?, y.parse::<u8>().ok()?))
        });
        let size = self.board_size();
        match numbers {
            Some((rotation, x, y))
                if rotation < 4 && usize::from(x) < size.width && usize::from(y) < size.height =>
            {
                Ok(Action::Place { piece, at: Placement { rotation, x, y } })
            }
            _ => Err(Error::bad("placement", text, form)),
        }
    }

    fn position_text(&self, position: &Position) -> String {
        let mut text = format!(
            "score {}\nlines {}\npieces {}\n",
            position.score, position.lines, position.placed
        );
        if position.record > 0 {
            let _ = writeln!(text, "largest {}", position.largest());
        }
        for (name, piece) in [("current", position.current), ("next", position.next)] {
            if let Some(piece) = piece {
                let _ = writeln!(text, "{name} {}", self.piece_text(piece));
            }
        }
        text.push_str("board\n");
        let tiles = &position.tiles;
        let top = tiles.columns().iter().fold(0, |all, column| all | column);
        for y in (0..(u32::BITS - top.leading_zeros()) as usize).rev() {
            let cell = |x: usize| match tiles.get(x, y) {
                0 => ".".to_owned(),
                exponent => number(exponent).to_string(),
            };
            let row: Vec<String> = (0..tiles.width()).map(cell).collect();
            let _ = writeln!(text, "{}", row.join(" "));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let mut position = self.start();
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty());
        let mut found = false;
        for (at, line) in lines.by_ref() {
            if line == "board" {
                found = true;
                break;
            }
            read_head(self, &mut position, line).map_err(|e| Error::position(at, e.to_string()))?;
        }
        if !found {
            return Err(Error::position(1, "a line `board` is missing; its rows follow it"));
        }
        if position.current.is_none() && position.next.is_some() {
            return Err(Error::position(1, "there is a `next` without a `current`; name both"));
        }
        position.tiles = self.read_board(&lines.collect::<Vec<_>>())?;
        position.record = position.record.max(position.tiles.largest());
        Ok(position)
    }

    fn picture(&self, position: &Position, ghosts: &[Action]) -> Picture {
        let mut picture = self.board_picture(&position.tiles);
        for ghost in ghosts {
            if let Action::Place { piece, at } = *ghost {
                self.draw(&mut picture, piece, at, |_| Ink::Ghost);
            }
        }
        picture.note("score", position.score);
        picture.note("lines", position.lines);
        picture.note("largest", position.largest());
        for (name, piece) in [("piece", position.current), ("next", position.next)] {
            if let Some(piece) = piece {
                picture.note(name, self.piece_text(piece));
            }
        }
        picture
    }

    fn phrase(&self, action: Action) -> String {
        match action {
            Action::Deal(piece) => {
                let letter = self.pieces().letter(piece.kind);
                let tiles = match piece.fours.count_ones() as usize {
                    0 => "of twos alone".into(),
                    CELLS => "of fours alone".into(),
                    _ => {
                        let numbers =
                            (0..CELLS).map(|cell| number(piece.exponent(cell)).to_string());
                        format!("with the tiles {}", numbers.collect::<Vec<_>>().join(", "))
                    }
                };
                format!("the {letter} {tiles}")
            }
            Action::Place { piece, at } => {
                let shape = self.pieces().shape(piece.kind, at.rotation);
                let columns = columns(at.x.into(), shape.width());
                let turned = ["unturned", "turned right", "upside down", "turned left"];
                let turned = turned[usize::from(at.rotation) % 4];
                let letter = self.pieces().letter(piece.kind);
                format!("the {letter} {turned} on {columns} at row {}", at.y)
            }
        }
    }
}
