//! The moves of a whole game.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Moves in notation, one after the other in one piece of memory: a game of Tetris has ten thousands of them, and
/// whoever keeps them while it is played should not slow it down.
///
/// ```
/// use ludex_core::Moves;
/// let moves: Moves = ["b2", "a1"].into_iter().collect();
/// assert_eq!((moves.len(), moves.text()), (2, "b2\na1"));
/// assert_eq!(moves.iter().collect::<Vec<_>>(), ["b2", "a1"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    text: String,
    count: usize,
}

impl Moves {
    /// Adds a move: `write` appends its text, which has no line end.
    pub fn push_with(&mut self, write: impl FnOnce(&mut String)) {
        if self.count > 0 {
            self.text.push('\n');
        }
        write(&mut self.text);
        self.count += 1;
    }

    /// Adds a move.
    pub fn push(&mut self, action: &str) {
        self.push_with(|text| text.push_str(action));
    }

    /// The moves of a text with one a line.
    pub fn of_text(text: String) -> Self {
        let count =
            if text.is_empty() { 0 } else { text.bytes().filter(|b| *b == b'\n').count() + 1 };
        Self { text, count }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.split('\n').take(self.count)
    }

    /// Each as a text of its own.
    pub fn to_vec(&self) -> Vec<String> {
        self.iter().map(str::to_owned).collect()
    }

    /// All of them, one a line.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl<T: AsRef<str>> FromIterator<T> for Moves {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let mut moves = Self::default();
        all.into_iter().for_each(|action| moves.push(action.as_ref()));
        moves
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.count))?;
        for action in self.iter() {
            list.serialize_element(action)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<String>::deserialize(deserializer)?.into_iter().collect())
    }
}
