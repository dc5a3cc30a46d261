//! The moves of a whole game.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::sync::Arc;

/// Moves in notation: each different one is written once, and the game is a list of their numbers. A game of Tetris has
/// ten thousands of moves, but few different ones, and whoever keeps them should not slow it down.
///
/// Copies share what they hold.
///
/// ```
/// use ludex_core::Moves;
/// let moves: Moves = ["left", "up", "left"].into_iter().collect();
/// assert_eq!((moves.len(), moves.text()), (3, "left\nup\nleft".into()));
/// assert_eq!((moves.words(), moves.codes()), ("left\nup\n", &[0, 1, 0][..]));
/// assert_eq!(Moves::of_words("left\nup\n", vec![0, 1, 0]), Some(moves));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves(Arc<Written>);

#[derive(Debug, Default, PartialEq, Eq, Hash)]
struct Written {
    words: Words,
    /// Numbers of words. Words are numbered as they come, so that equal moves have equal numbers.
    codes: Vec<u32>,
}

/// Different moves, one a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Words {
    text: String,
    /// Where each ends, its line end included.
    ends: Vec<usize>,
}

impl Words {
    /// Adds a word: `write` appends its text, which has no line end.
    pub(crate) fn add(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.text.push('\n');
        self.ends.push(self.text.len());
    }

    /// The words of a text in which a line end follows each of them.
    fn of_text(text: &str) -> Self {
        let ends = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, end)| end);
        Self { text: text.into(), ends: ends.collect() }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A word without its line end; nothing if there are not so many.
    pub(crate) fn get(&self, index: usize) -> Option<&str> {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        self.text.get(start?..*self.ends.get(index)? - 1)
    }
}

impl Moves {
    /// Moves by the numbers of words that were added as they first came.
    pub(crate) fn new(words: Words, codes: Vec<u32>) -> Self {
        Self(Arc::new(Written { words, codes }))
    }

    /// The moves of [`Moves::words`] and [`Moves::codes`]; nothing if these are not what belongs together.
    pub fn of_words(words: &str, codes: Vec<u32>) -> Option<Self> {
        let whole = words.is_empty() || words.ends_with('\n');
        let words = Words::of_text(words);
        let mut seen = 0;
        for &code in &codes {
            if code > seen {
                return None;
            }
            seen += u32::from(code == seen);
        }
        (whole && seen as usize == words.len()).then(|| Self::new(words, codes))
    }

    /// The moves of a text with one a line.
    pub fn of_text(text: &str) -> Self {
        if text.is_empty() { Self::default() } else { text.split('\n').collect() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.codes().len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.codes().is_empty()
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let words = &self.0.words;
        self.codes().iter().map(|&code| words.get(code as usize).unwrap_or_default())
    }

    /// Each as a text of its own.
    pub fn to_vec(&self) -> Vec<String> {
        self.iter().map(str::to_owned).collect()
    }

    /// All of them, one a line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (index, action) in self.iter().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            text.push_str(action);
        }
        text
    }

    /// The different ones as they first come, a line end after each.
    pub fn words(&self) -> &str {
        &self.0.words.text
    }

    /// For each move its number among the different ones.
    pub fn codes(&self) -> &[u32] {
        &self.0.codes
    }
}

impl<T: AsRef<str>> FromIterator<T> for Moves {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let (mut words, mut codes) = (Words::default(), Vec::new());
        let mut numbers: HashMap<String, u32> = HashMap::new();
        for action in all {
            let action = action.as_ref();
            let known = numbers.get(action).copied();
            codes.push(known.unwrap_or_else(|| {
                let number = words.len() as u32;
                words.add(|text| text.push_str(action));
                numbers.insert(action.into(), number);
                number
            }));
        }
        Self::new(words, codes)
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_belong_together_makes_no_moves() {
        for (words, codes) in [
            ("a\nb\n", vec![0, 2]),
            ("a\nb\n", vec![1, 0]),
            ("a\nb\n", vec![0, 0]),
            ("a\nb", vec![0, 1]),
            ("", vec![0]),
            ("a\n", vec![]),
        ] {
            assert_eq!(Moves::of_words(words, codes.clone()), None, "{words:?} {codes:?}");
        }
        assert_eq!(Moves::of_words("", Vec::new()), Some(Moves::default()));
    }

    #[test]
    fn a_text_is_its_lines() {
        for text in ["", "a", "a\nb\na", "x\nx"] {
            let moves = Moves::of_text(text);
            assert_eq!(moves.text(), text);
            assert_eq!(moves.iter().collect::<Moves>(), moves);
            let codes = moves.codes().to_vec();
            assert_eq!(Moves::of_words(moves.words(), codes), Some(moves));
        }
    }
}
