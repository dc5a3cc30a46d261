//! Replays a whole collection and says what is wrong with it.

use super::read::{Raw, Reader, place, word_at};
use super::{Claim, outcome};
use crate::{Pente, Position};
use ludex_core::{Game, Turn};
use std::fmt;

/// What a collection holds, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games, unreadable ones included.
    pub games: usize,
    /// Moves that were replayed.
    pub moves: usize,
    /// What is wrong, in the order of the text.
    pub faults: Vec<Fault>,
}

/// Something wrong with one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which game, from 1.
    pub game: usize,
    /// Where in the text, from 1.
    pub line: usize,
    /// Where in the line, from 1.
    pub column: usize,
    /// What kind of mistake.
    pub kind: FaultKind,
    /// What is wrong, for people.
    pub reason: String,
}

/// The kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The text is no record.
    Unreadable,
    /// The rules do not allow a move.
    Illegal,
    /// The moves stop before the game is over.
    Unfinished,
    /// The result is not the one that the moves lead to.
    WrongResult,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreadable => "unreadable",
            Self::Illegal => "illegal move",
            Self::Unfinished => "unfinished",
            Self::WrongResult => "wrong result",
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, line, column, kind, reason } = self;
        write!(f, "line {line}, column {column}, game {game}: {kind}: {reason}")
    }
}

/// Reads and replays every game of a text.
///
/// ```
/// let summary = ludex_pente::records::check("1. K10 K10 1-0");
/// assert_eq!(summary.faults[0].to_string(),
///     "line 1, column 8, game 1: illegal move: K10 is taken; choose a free point");
/// ```
pub fn check(text: &str) -> Summary {
    let mut summary = Summary::default();
    let (mut reader, mut raw) = (Reader::new(text), Raw::default());
    loop {
        let found = reader.next_into(&mut raw);
        let fault = match found {
            Ok(false) => return summary,
            Ok(true) => replay(&reader.game, &raw, &mut summary.moves),
            Err(wrong) => {
                reader.recover();
                let reason = format!("`{}`: {}", word_at(text, wrong.at), wrong.reason);
                Some((wrong.at, FaultKind::Unreadable, reason))
            }
        };
        summary.games += 1;
        if let Some((at, kind, reason)) = fault {
            let (line, column) = place(text, at);
            summary.faults.push(Fault { game: summary.games, line, column, kind, reason });
        }
    }
}

type Found = Option<(usize, FaultKind, String)>;

fn replay(game: &Pente, raw: &Raw<'_>, moves: &mut usize) -> Found {
    let mut position = game.start();
    for (ply, &(at, point)) in raw.moves.iter().enumerate() {
        let legal =
            game.turn(&position) != Turn::Over && game.open_points(&position).has(point.index());
        if !legal {
            *moves += ply;
            return Some((at, FaultKind::Illegal, why_illegal(game, &position, point)));
        }
        game.play(&mut position, point);
    }
    *moves += raw.moves.len();
    judge(game, raw, &position)
}

fn why_illegal(game: &Pente, position: &Position, point: crate::Point) -> String {
    let name = crate::notation::name_of(point);
    match (game.turn(position), position.owner(point)) {
        (Turn::Over, _) => format!("{name} is played when the game is over"),
        (_, Some(_)) => format!("{name} is taken; choose a free point"),
        _ => {
            let fault = game.opening_fault(position, point).unwrap_or("it is not on the board");
            format!("{name}: {fault}")
        }
    }
}

/// Compares the end that the moves lead to with what the record says.
fn judge(game: &Pente, raw: &Raw<'_>, position: &Position) -> Found {
    let (real, said) = (outcome(game, position), raw.result());
    let at = raw.end.map_or(raw.start, |(at, _)| at);
    if let (Some(tagged), Some((_, behind))) = (raw.tagged, raw.end)
        && tagged != behind
    {
        let reason =
            format!("the tag says {}, the moves end with {}", tagged.text(), behind.text());
        return Some((at, FaultKind::WrongResult, reason));
    }
    let said_text = said.text();
    match real {
        _ if real == said && real != Claim::Open => None,
        Claim::Open => {
            let reason = format!("the moves stop before the end; the record says {said_text}");
            Some((at, FaultKind::Unfinished, reason))
        }
        _ => {
            let reason = format!("the moves lead to {}; the record says {said_text}", real.text());
            Some((at, FaultKind::WrongResult, reason))
        }
    }
}
