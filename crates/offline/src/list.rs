//! Lists of pieces and lists of placements as text.
//!
//! A list of pieces has one character for each: `1` is the first piece of the set, and after `9` come the letters `a`, `b`
//! and so on. A line ends at its first character that cannot name a piece; what follows on that line is left out. Placements
//! have one `piece rotation column` a line.

use crate::kit::Kit;
use ludex_core::{Error, Result};
use std::fmt::{self, Write};

/// One piece put down: which, how it is turned, and the column of its left edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Put {
    /// The piece, from 0.
    pub piece: u8,
    /// Quarter turns anticlockwise, 0 to 3.
    pub rotation: u8,
    /// The leftmost column, from 0.
    pub column: u8,
}

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", symbol(self.piece), self.rotation, self.column)
    }
}

/// A list of pieces that was read, and what was left out of it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct List {
    /// The pieces, from 0.
    pub pieces: Vec<u8>,
    /// Line and column, from 1, of the first character that was left out and is no blank.
    pub left_out: Option<(usize, usize)>,
}

/// Reads a list of pieces.
///
/// ```
/// use ludex_offline::{Kit, read_list};
/// let kit = Kit::standard();
/// assert_eq!(read_list(b"12 the first two\r\n7\r\n", &kit).unwrap().pieces, [0, 1, 6]);
/// let error = read_list(b"12\n38", &kit).unwrap_err().to_string();
/// assert_eq!(error, "bad piece `8`: line 2, column 2: pieces are 1 to 7");
/// ```
pub fn read_list(text: &[u8], kit: &Kit) -> Result<List> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut list = List { pieces: Vec::with_capacity(text.len()), left_out: None };
    for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let end = read_line(line, number + 1, kit, &mut list.pieces)?;
        let rest = &line[end..];
        if let (None, Some(at)) =
            (list.left_out, rest.iter().position(|byte| !byte.is_ascii_whitespace()))
        {
            list.left_out = Some((number + 1, end + at + 1));
        }
    }
    Ok(list)
}

/// Appends the pieces of a line; returns where it ended.
fn read_line(line: &[u8], number: usize, kit: &Kit, pieces: &mut Vec<u8>) -> Result<usize> {
    for (at, &byte) in line.iter().enumerate() {
        match piece_of(byte) {
            Some(piece) if usize::from(piece) < kit.len() => pieces.push(piece),
            _ if byte.is_ascii_digit() => {
                let last = symbol(kit.len() as u8 - 1);
                let reason = format!("line {number}, column {}: pieces are 1 to {last}", at + 1);
                return Err(Error::bad("piece", char::from(byte).to_string(), reason));
            }
            _ => return Ok(at),
        }
    }
    Ok(line.len())
}

/// The piece that a character names in some set.
fn piece_of(byte: u8) -> Option<u8> {
    match byte {
        b'1'..=b'9' => Some(byte - b'1'),
        b'a'..=b'z' => Some(byte - b'a' + 9),
        _ => None,
    }
}

/// The character that names a piece.
pub fn symbol(piece: u8) -> char {
    char::from(if piece < 9 { b'1' + piece } else { b'a' + piece - 9 })
}

/// Writes a list of pieces, sixty a line.
pub fn write_list(pieces: &[u8]) -> String {
    let mut text = String::with_capacity(pieces.len() + pieces.len() / 60 + 1);
    for line in pieces.chunks(60) {
        text.extend(line.iter().map(|&piece| symbol(piece)));
        text.push('\n');
    }
    text
}

/// Writes placements, one a line.
pub fn write_puts(puts: &[Put]) -> String {
    let mut text = String::with_capacity(puts.len() * 6);
    for put in puts {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{put}");
    }
    text
}

/// Reads placements, one a line; blank lines are skipped.
///
/// ```
/// use ludex_offline::{Kit, read_puts};
/// let kit = Kit::standard();
/// assert_eq!(read_puts("1 0 10\r\n", &kit).unwrap()[0].1.column, 10);
/// let error = read_puts("1 0 10\n2 0", &kit).unwrap_err().to_string();
/// assert_eq!(error, "bad placement `2 0`: line 2: write `piece rotation column`, such as 1 0 10");
/// ```
///
/// Each comes with the number of its line, from 1.
pub fn read_puts(text: &str, kit: &Kit) -> Result<Vec<(usize, Put)>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, line)| Ok((i + 1, read_put(line, i + 1, kit)?))).collect()
}

fn read_put(line: &str, number: usize, kit: &Kit) -> Result<Put> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [piece, rotation, column] = words[..] else {
        let reason = format!("line {number}: write `piece rotation column`, such as 1 0 10");
        return Err(Error::bad("placement", line.trim(), reason));
    };
    // The words are parts of the line, so their columns are the distance from its start.
    let place = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize + 1;
    let bad = |what: &str, word: &str, right: &str| {
        Error::bad(what, word, format!("line {number}, column {}: {right}", place(word)))
    };
    let known = match piece.as_bytes() {
        &[byte] => piece_of(byte).filter(|&piece| usize::from(piece) < kit.len()),
        _ => None,
    };
    let last = symbol(kit.len() as u8 - 1);
    Ok(Put {
        piece: known.ok_or_else(|| bad("piece", piece, &format!("pieces are 1 to {last}")))?,
        rotation: rotation
            .parse()
            .ok()
            .filter(|turns| *turns < 4)
            .ok_or_else(|| bad("rotation", rotation, "give 0 to 3"))?,
        column: column
            .parse()
            .ok()
            .filter(|column| *column < 32)
            .ok_or_else(|| bad("column", column, "give 0 to 31"))?,
    })
}
