//! Tokens of a record: tags, moves, results. Comments, variations and numbers are passed over.

use std::borrow::Cow;

/// How somebody says that a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// `1-0`: the first player has won.
    First,
    /// `0-1`: the second player has won.
    Second,
    /// `1/2-1/2`: nobody has won.
    Draw,
    /// `*`: the game was not finished.
    Open,
}

impl Claim {
    /// Every result.
    pub const ALL: [Claim; 4] = [Claim::First, Claim::Second, Claim::Draw, Claim::Open];

    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// Reads a result.
    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|claim| claim.text() == text)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Tag {
        name: &'a str,
        value: Cow<'a, str>,
    },
    /// A word that should be a move.
    Move(&'a str),
    Result(Claim),
    End,
}

/// What is wrong at an offset of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) at: usize,
    pub(super) reason: String,
}

pub(super) struct Scanner<'a> {
    text: &'a str,
    pub(super) at: usize,
    /// Where the last token starts.
    pub(super) start: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        // Some editors put a mark in front of a text that is no part of it.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Self { text, at, start: at }
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn wrong<T>(at: usize, reason: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong { at, reason: reason.into() })
    }

    /// The next token; after an error the scanner stands behind what it could not read.
    pub(super) fn next(&mut self) -> Result<Token<'a>, Wrong> {
        loop {
            self.start = self.at;
            let Some(byte) = self.byte() else { return Ok(Token::End) };
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'{' => self.skip_past('}', "this comment does not end; close it with }")?,
                b';' | b'%' => self.skip_line(),
                b'(' => self.skip_variation()?,
                b'[' => return self.tag(),
                _ => {
                    if let Some(token) = self.word() {
                        return Ok(token);
                    }
                }
            }
        }
    }

    fn skip_past(&mut self, end: char, reason: &str) -> Result<(), Wrong> {
        if let Some(length) = self.text[self.at..].find(end) {
            self.at += length + end.len_utf8();
            return Ok(());
        }
        self.at = self.text.len();
        Self::wrong(self.start, reason)
    }

    fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    }

    /// Passes over `( ... )`, in which others may stand, and comments.
    fn skip_variation(&mut self) -> Result<(), Wrong> {
        let mut depth = 0_usize;
        loop {
            match self.byte() {
                None => {
                    return Self::wrong(self.start, "this variation does not end; close it with )");
                }
                Some(b'{') => self.skip_past('}', "a comment in this variation does not end")?,
                Some(b'(') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b')') => {
                    depth -= 1;
                    self.at += 1;
                }
                Some(_) => self.at += 1,
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// `[Name "value"]`; the name may have spaces in it. A tag ends on its line.
    fn tag(&mut self) -> Result<Token<'a>, Wrong> {
        let line = self.text[self.start..].split(['\n', '\r']).next().unwrap_or("");
        self.at = self.start + line.len();
        let form = "write a tag as [Name \"value\"]";
        let Some((name, rest)) = line[1..].split_once('"') else {
            return Self::wrong(self.start, form);
        };
        let Some((value, rest)) = quoted(rest) else { return Self::wrong(self.start, form) };
        let Some(rest) = rest.trim_start().strip_prefix(']') else {
            return Self::wrong(self.start, form);
        };
        self.at -= rest.len();
        let name = name.trim();
        if name.is_empty() {
            return Self::wrong(self.start, "a tag without a name; write it as [Name \"value\"]");
        }
        Ok(Token::Tag { name, value })
    }

    /// A word: a number to pass over, a result, or a move.
    fn word(&mut self) -> Option<Token<'a>> {
        let bytes = self.text.as_bytes();
        let is_end = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'{' | b'(' | b'[' | b';');
        let length = bytes[self.at..].iter().position(is_end).unwrap_or(bytes.len() - self.at);
        let mut word = &self.text[self.at..self.at + length];
        self.at += length;
        if let Some(claim) = Claim::read(word) {
            return Some(Token::Result(claim));
        }
        // `12.` and `12...` stand before moves, with or without a space.
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|&b| b == b'.').count();
        if digits > 0 && dots > 0 {
            word = &word[digits + dots..];
            self.start += digits + dots;
        }
        let word = word.trim_end_matches(['!', '?', '+', '#']);
        let is_remark = word.is_empty() || word.starts_with('$');
        (!is_remark).then_some(Token::Move(word))
    }

    /// Goes on to the next line that starts with a tag, so that one bad game spoils no other.
    pub(super) fn recover(&mut self) {
        while self.at < self.text.len() {
            self.skip_line();
            self.at = (self.at + 1).min(self.text.len());
            if self.byte() == Some(b'[') {
                return;
            }
        }
    }
}

/// Reads up to the closing quote; `\"` and `\\` stand for themselves.
fn quoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let end = text.find(['"', '\\'])?;
    if text.as_bytes()[end] == b'"' {
        return Some((Cow::Borrowed(&text[..end]), &text[end + 1..]));
    }
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((Cow::Owned(value), &text[at + 1..])),
            '\\' => value.push(chars.next()?.1),
            _ => value.push(c),
        }
    }
    None
}
