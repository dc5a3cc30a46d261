//! Collections of games in the form that players of a game use.

use std::fmt;

/// What a collection holds, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// Games, unreadable ones included.
    pub games: usize,
    /// Moves that were replayed.
    pub moves: usize,
    /// What is wrong, in the order of the text.
    pub faults: Vec<CollectionFault>,
}

/// Something wrong with one game of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectionFault {
    /// Which game, from 1.
    pub game: usize,
    /// Where in the text, from 1.
    pub line: usize,
    /// Where in the line, from 1.
    pub column: usize,
    /// What kind of mistake: `illegal move`, `unfinished`.
    pub kind: String,
    /// What is wrong, for people.
    pub reason: String,
}

impl fmt::Display for CollectionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, line, column, kind, reason } = self;
        write!(f, "line {line}, column {column}, game {game}: {kind}: {reason}")
    }
}
