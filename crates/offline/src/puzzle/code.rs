//! A puzzle as a short code of letters and digits that fits into a link.
//!
//! The numbers of a puzzle are written one after the other, each in as many bits as it may need, then a check of 10 bits; six
//! bits make a character.

use super::{Goal, Puzzle};
use ludex_core::{Error, Result, mix};
use std::fmt;
use std::str::FromStr;

const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
/// The version of the code.
const VERSION: u64 = 1;
/// Stands for no number of rows: as many as can be.
const MOST: u64 = 31;
/// No puzzle needs more; what is longer is something else.
const LONGEST: usize = 400;

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bits = self.bits();
        let check = check(&bits);
        push(&mut bits, check, 10);
        for six in bits.chunks(6) {
            let value =
                six.iter().enumerate().map(|(i, bit)| usize::from(*bit) << i).sum::<usize>();
            write!(f, "{}", char::from(LETTERS[value]))?;
        }
        Ok(())
    }
}

impl Puzzle {
    fn bits(&self) -> Vec<bool> {
        let mut bits = Vec::new();
        push(&mut bits, VERSION, 3);
        push(&mut bits, self.task.width as u64, 6);
        push(&mut bits, self.task.buffer as u64, 3);
        push(&mut bits, self.task.ceiling().min(63) as u64, 6);
        let goal = match self.goal {
            Goal::Empty => 0,
            Goal::Most => MOST,
            Goal::Rows(rows) => u64::from(rows),
        };
        push(&mut bits, goal, 5);
        push(&mut bits, self.rows.len() as u64, 5);
        for &row in &self.rows {
            push(&mut bits, row.into(), self.task.width);
        }
        push(&mut bits, self.list.len() as u64, 6);
        for &piece in &self.list {
            push(&mut bits, piece.into(), 3);
        }
        bits
    }
}

impl FromStr for Puzzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let bad = |reason: &str| Error::bad("puzzle code", text, reason);
        if text.len() > LONGEST {
            return Err(bad("it is too long; copy the code as it was given"));
        }
        let mut bits = Vec::new();
        for byte in text.bytes() {
            let value = LETTERS.iter().position(|letter| *letter == byte);
            let value =
                value.ok_or_else(|| bad("it has a character that no code has; copy it again"))?;
            push(&mut bits, value as u64, 6);
        }
        read(&bits)
            .and_then(Result::ok)
            .filter(|puzzle| puzzle.to_string() == text)
            .ok_or_else(|| bad("it is cut short or mistyped; copy the code as it was given"))
    }
}

fn read(bits: &[bool]) -> Option<Result<Puzzle>> {
    let mut at = 0;
    let mut take = |count: usize| {
        let part = bits.get(at..at + count)?;
        at += count;
        Some(part.iter().enumerate().map(|(i, bit)| u64::from(*bit) << i).sum::<u64>())
    };
    if take(3)? != VERSION {
        return None;
    }
    let (width, buffer, cap) = (take(6)? as usize, take(3)? as usize, take(6)? as usize);
    if !(4..=32).contains(&width) {
        return None;
    }
    let goal = match take(5)? {
        0 => Goal::Empty,
        MOST => Goal::Most,
        rows => Goal::Rows(rows as u8),
    };
    let full = u32::MAX >> (32 - width);
    let count = take(5)?;
    let rows: Option<Vec<u32>> = (0..count).map(|_| take(width).map(|row| row as u32)).collect();
    let rows = rows?;
    let count = take(6)?;
    let list: Option<Vec<u8>> = (0..count).map(|_| take(3).map(|piece| piece as u8)).collect();
    let list = list?;
    let sound = rows.iter().all(|row| *row != 0 && *row != full)
        && rows.len() <= cap
        && list.iter().all(|piece| *piece < 7)
        // A list is played on an empty board.
        && (goal != Goal::Most || (rows.is_empty() && !list.is_empty()));
    sound.then(|| Puzzle::new(width, buffer, cap, rows, list, goal))
}

fn push(bits: &mut Vec<bool>, value: u64, count: usize) {
    bits.extend((0..count).map(|i| value >> i & 1 == 1));
}

fn check(bits: &[bool]) -> u64 {
    bits.iter().fold(1, |sum, bit| mix(sum ^ u64::from(*bit))) & 1023
}
