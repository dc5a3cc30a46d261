//! The record of a game: what is needed to play it again, as text.
//!
//! ```text
//! ludex record
//! game tris
//! rules standard
//! size 3x3
//! seed 42
//! seat human
//! seat minimax
//! moves
//! b2
//! a1
//! ```
//!
//! A game that began at a position has that position's lines after `position`, each behind `| `.
//! Chance is not recorded: it follows from the seed.

use ludex_core::{AnyTable, Error, Result, Seed};
use std::fmt::Write;

const TITLE: &str = "ludex record";

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's name.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// Width x height.
    pub size: String,
    /// The seed of chance.
    pub seed: Seed,
    /// Who played.
    pub seats: Vec<String>,
    /// The position file it started from, if it did.
    pub position: Option<String>,
    /// The players' moves.
    pub moves: Vec<String>,
    /// The line of the first move, for complaints.
    pub first_line: usize,
}

impl Record {
    /// The record of a game as it stands.
    pub fn of(table: &dyn AnyTable, seats: Vec<String>, position: Option<String>) -> Self {
        Self {
            game: table.info().name.into(),
            rules: table.rules().to_string(),
            size: table.size().to_string(),
            seed: table.seed(),
            seats,
            position,
            moves: table.moves().into_iter().map(|(_, action)| action).collect(),
            first_line: 0,
        }
    }

    /// The record as text.
    pub fn text(&self) -> String {
        let Self { game, rules, size, seed, .. } = self;
        let mut text = format!("{TITLE}\ngame {game}\nrules {rules}\nsize {size}\nseed {seed}\n");
        for seat in &self.seats {
            let _ = writeln!(text, "seat {seat}");
        }
        if let Some(position) = &self.position {
            text += "position\n";
            for line in position.lines() {
                let _ = writeln!(text, "| {line}");
            }
        }
        text += "moves\n";
        for action in &self.moves {
            let _ = writeln!(text, "{action}");
        }
        text
    }

    /// Reads a record. Whether its moves are legal is seen when they are played.
    pub fn read(text: &str) -> Result<Self> {
        let mut reader = Reader { lines: text.trim_end().lines(), line: 0 };
        if reader.next() != Some(TITLE) {
            return Err(bad(1, format!("a record begins with `{TITLE}`")));
        }
        let game = reader.field("game")?;
        let rules = reader.field("rules")?;
        let size = reader.field("size")?;
        let seed = reader.field("seed")?;
        let seed = seed.parse().map(Seed).map_err(|_| bad(reader.line, "the seed is a number"))?;
        let (mut seats, mut position) = (Vec::new(), None);
        loop {
            match reader.next() {
                Some("moves") => break,
                Some("position") => position = Some(String::new()),
                Some(line) => match (line.strip_prefix("seat "), line.strip_prefix("| ")) {
                    (Some(seat), _) => seats.push(seat.to_owned()),
                    (_, Some(row)) if position.is_some() => {
                        position.get_or_insert_default().extend([row, "\n"]);
                    }
                    _ => {
                        return Err(bad(reader.line, "`seat`, `position` or `moves` belongs here"));
                    }
                },
                None => return Err(bad(reader.line, "the line `moves` is missing")),
            }
        }
        let first_line = reader.line + 1;
        let moves = reader.lines.map(|line| line.trim().to_owned()).collect();
        Ok(Self { game, rules, size, seed, seats, position, moves, first_line })
    }
}

/// Lines with their number.
struct Reader<'a> {
    lines: std::str::Lines<'a>,
    line: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.line += 1;
        self.lines.next().map(str::trim_end)
    }

    /// The rest of a line that begins with `name`.
    fn field(&mut self, name: &str) -> Result<String> {
        let value = self.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let value = value.filter(|value| !value.is_empty());
        value.map(str::to_owned).ok_or_else(|| bad(self.line, format!("`{name} ...` belongs here")))
    }
}

/// A complaint about a line of a record.
pub fn bad(line: usize, reason: impl std::fmt::Display) -> Error {
    Error::State(format!("bad record, line {line}: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Record {
        Record {
            game: "nim".into(),
            rules: "standard".into(),
            size: "7x3".into(),
            seed: Seed(5),
            seats: vec!["human".into(), "random".into()],
            position: Some("nim standard 7x3\n1 2 3\nseat 2\n".into()),
            moves: vec!["a-1".into(), "b-2".into()],
            first_line: 13,
        }
    }

    #[test]
    fn a_record_survives_being_written_and_read() {
        assert_eq!(Record::read(&sample().text()).unwrap(), sample());
    }

    #[test]
    fn every_truncation_of_the_header_is_refused() {
        let text = sample().text();
        let header = text.find("moves").unwrap();
        for end in 0..header {
            assert!(Record::read(&text[..end]).is_err(), "{:?}", &text[..end]);
        }
    }

    #[test]
    fn complaints_name_the_line() {
        let text = sample().text().replace("seed 5", "seed five");
        let error = Record::read(&text).unwrap_err().to_string();
        assert_eq!(error, "bad record, line 5: the seed is a number");
    }
}
