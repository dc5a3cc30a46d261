//! From text to records.

use super::scan::{Claim, Scanner, Token, Wrong};
use super::{BOARD, GAME, RESULT, RULES, Record, title};
use crate::notation::{point_fault, read_point};
use crate::{Pente, Point, Settings, Variant};
use ludex_core::{Error, Result, Spec};
use std::borrow::Cow;

/// Reads every record of a text. The first mistake is an error that names line and column.
pub fn read(text: &str) -> Result<Vec<Record>> {
    let mut reader = Reader::new(text);
    let mut records = Vec::new();
    let mut raw = Raw::default();
    while reader.next_into(&mut raw).map_err(|wrong| error(text, &wrong))? {
        let owned = |(name, value): &(&str, Cow<'_, str>)| ((*name).to_owned(), value.to_string());
        records.push(Record {
            tags: raw.tags.iter().map(owned).collect(),
            game: reader.game.clone(),
            moves: raw.moves.iter().map(|&(_, point)| point).collect(),
            result: raw.result(),
        });
    }
    Ok(records)
}

fn error(text: &str, wrong: &Wrong) -> Error {
    let (line, column) = place(text, wrong.at);
    let word = word_at(text, wrong.at);
    Error::bad(format!("record, line {line}, column {column}"), word, &wrong.reason)
}

/// The word that stands at an offset.
pub(super) fn word_at(text: &str, at: usize) -> &str {
    text[at..].split_whitespace().next().unwrap_or("")
}

/// Line and column of an offset, both from 1.
pub(super) fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() + 1)
}

/// One game of a text; its buffers are used again for the next one.
#[derive(Default)]
pub(super) struct Raw<'a> {
    /// Where the game starts.
    pub(super) start: usize,
    pub(super) tags: Vec<(&'a str, Cow<'a, str>)>,
    /// Each move and where it stands.
    pub(super) moves: Vec<(usize, Point)>,
    /// The result behind the moves, and where it stands.
    pub(super) end: Option<(usize, Claim)>,
    /// The result in the tags.
    pub(super) tagged: Option<Claim>,
}

impl Raw<'_> {
    /// The result behind the moves, else that of the tags, else none.
    pub(super) fn result(&self) -> Claim {
        self.end.map(|(_, claim)| claim).or(self.tagged).unwrap_or(Claim::Open)
    }

    fn clear(&mut self) {
        self.tags.clear();
        self.moves.clear();
        self.end = None;
        self.tagged = None;
    }
}

pub(super) struct Reader<'a> {
    scanner: Scanner<'a>,
    /// The rules of the game that was read last.
    pub(super) game: Pente,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { scanner: Scanner::new(text), game: Pente::default() }
    }

    /// Reads the next game; false when there is none.
    pub(super) fn next_into(&mut self, raw: &mut Raw<'a>) -> std::result::Result<bool, Wrong> {
        raw.clear();
        loop {
            let token = self.scanner.next()?;
            let at = self.scanner.start;
            if raw.tags.is_empty() && raw.moves.is_empty() {
                raw.start = at;
            }
            match token {
                Token::End if raw.tags.is_empty() && raw.moves.is_empty() => return Ok(false),
                Token::End => {
                    self.set_up(raw)?;
                    return Ok(true);
                }
                // The tag belongs to the next game.
                Token::Tag { .. } if !raw.moves.is_empty() => {
                    self.scanner.at = at;
                    return Ok(true);
                }
                Token::Tag { name, value } => raw.push_tag(name, value, at)?,
                Token::Move(word) => {
                    if raw.moves.is_empty() {
                        self.set_up(raw)?;
                    }
                    raw.moves.push((at, self.read_move(word, at)?));
                }
                Token::Result(claim) => {
                    if raw.moves.is_empty() {
                        self.set_up(raw)?;
                    }
                    raw.end = Some((at, claim));
                    return Ok(true);
                }
            }
        }
    }

    fn read_move(&self, word: &str, at: usize) -> std::result::Result<Point, Wrong> {
        let side = self.game.side();
        let wrong = || Wrong { at, reason: format!("no move; {}", point_fault(word, side)) };
        read_point(word.as_bytes(), side).ok_or_else(wrong)
    }

    /// Takes the rules from the tags.
    fn set_up(&mut self, raw: &Raw<'_>) -> std::result::Result<(), Wrong> {
        let settings = settings(&raw.tags);
        let settings =
            settings.map_err(|error| Wrong { at: raw.start, reason: error.to_string() })?;
        if settings != self.game.settings() {
            self.game = Pente::new(settings);
        }
        Ok(())
    }

    /// Goes on behind a game that could not be read.
    pub(super) fn recover(&mut self) {
        self.scanner.recover();
    }
}

impl<'a> Raw<'a> {
    fn push_tag(
        &mut self,
        name: &'a str,
        value: Cow<'a, str>,
        at: usize,
    ) -> std::result::Result<(), Wrong> {
        if name == RESULT {
            let form = "a result is 1-0, 0-1, 1/2-1/2 or *";
            let claim = Claim::read(&value).ok_or(Wrong { at, reason: form.into() })?;
            self.tagged = Some(claim);
        }
        self.tags.push((name, value));
        Ok(())
    }
}

/// The rules that the tags name; Pente on 19x19 where they name none.
fn settings(tags: &[(&str, Cow<'_, str>)]) -> Result<Settings> {
    let find =
        |name| tags.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_ref());
    let rules = match (find(RULES), find(GAME)) {
        (Some(rules), _) => rules.parse()?,
        (None, Some(game)) => Spec::named(variant(game)?.name()),
        (None, None) => Spec::named(Variant::Pente.name()),
    };
    rules.choose("rule set", crate::room::RULES)?;
    Settings::read(&rules, find(BOARD).map(str::parse).transpose()?)
}

/// The rule set that a tag `Game` names; games at a quicker pace are the same game.
fn variant(name: &str) -> Result<Variant> {
    let plain = name.strip_prefix("Speed ").unwrap_or(name);
    let found = Variant::ALL.into_iter().find(|&v| title(v).eq_ignore_ascii_case(plain));
    found.ok_or_else(|| Error::unknown("game", name, Variant::ALL.map(title)))
}
