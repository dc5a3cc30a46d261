//! The moves of a whole game.

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::HashMap;
use std::sync::Arc;

/// Moves in notation: each different one is written once, and the game is a list of their numbers. A game of Tetris has
/// ten thousands of moves, but few different ones, and whoever keeps them should not slow it down.
///
/// Copies share what they hold, and games that were noted one after the other share their [`Words`]: then there may be
/// words that this game has not. Moves are equal if they read the same.
///
/// ```
/// use ludex_core::Moves;
/// let moves: Moves = ["left", "up", "left"].into_iter().collect();
/// assert_eq!((moves.len(), moves.text()), (3, "left\nup\nleft".into()));
/// assert_eq!((moves.words().text(), moves.codes()), ("left\nup\n", &[0, 1, 0][..]));
/// assert_eq!(Moves::of_words("left\nup\n", vec![0, 1, 0]), Some(moves));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Moves {
    words: Arc<Words>,
    /// Numbers of words.
    codes: Arc<Vec<u32>>,
}

impl PartialEq for Moves {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Moves {}

/// Different moves, one a line.
///
/// ```
/// use ludex_core::Words;
/// let words = Words::of_text("left\nup\n").unwrap();
/// assert_eq!((words.len(), words.get(1), words.get(2)), (2, Some("up"), None));
/// assert_eq!(Words::of_text("left\nup"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    text: String,
    /// Where each ends, its line end included.
    ends: Vec<u32>,
}

impl Words {
    /// Adds a word: `write` appends its text, which has no line end.
    pub(crate) fn add(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.text.push('\n');
        self.ends.push(self.text.len() as u32);
    }

    /// The words of a text in which a line end follows each of them; nothing if it has another form.
    pub fn of_text(text: &str) -> Option<Self> {
        let whole = text.is_empty() || text.ends_with('\n');
        if !whole || u32::try_from(text.len()).is_err() {
            return None;
        }
        let ends = text.bytes().zip(1..).filter(|(byte, _)| *byte == b'\n').map(|(_, end)| end);
        Some(Self { text: text.into(), ends: ends.collect() })
    }

    /// All of them, a line end after each.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A word without its line end; nothing if there are not so many.
    pub fn get(&self, index: usize) -> Option<&str> {
        let start = index.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        self.text.get(start? as usize..*self.ends.get(index)? as usize - 1)
    }
}

impl Moves {
    /// Moves by the numbers of words that are there.
    pub(crate) fn new(words: Arc<Words>, codes: Vec<u32>) -> Self {
        Self { words, codes: Arc::new(codes) }
    }

    /// Moves by numbers of words; nothing if there are not so many words.
    pub fn among(words: &Arc<Words>, codes: Vec<u32>) -> Option<Self> {
        let known = codes.iter().all(|&code| (code as usize) < words.len());
        known.then(|| Self::new(Arc::clone(words), codes))
    }

    /// The moves of [`Moves::words`] and [`Moves::codes`] after [`Moves::alone`]; nothing if these are not what belongs
    /// together.
    pub fn of_words(words: &str, codes: Vec<u32>) -> Option<Self> {
        let words = Words::of_text(words)?;
        let mut seen = 0;
        for &code in &codes {
            if code > seen {
                return None;
            }
            seen += u32::from(code == seen);
        }
        (seen as usize == words.len()).then(|| Self::new(Arc::new(words), codes))
    }

    /// The same with no other words than its own, numbered as they come.
    pub fn alone(&self) -> Self {
        const UNUSED: u32 = u32::MAX;
        let mut numbers = vec![UNUSED; self.words.len()];
        let (mut words, mut codes) = (Words::default(), Vec::with_capacity(self.len()));
        for &word in self.codes() {
            let number = &mut numbers[word as usize];
            if *number == UNUSED {
                *number = words.len() as u32;
                let written = self.words.get(word as usize).unwrap_or_default();
                words.add(|text| text.push_str(written));
            }
            codes.push(*number);
        }
        Self::new(Arc::new(words), codes)
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
        self.codes().iter().map(|&code| self.words.get(code as usize).unwrap_or_default())
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

    /// The different ones, and perhaps others.
    pub fn words(&self) -> &Arc<Words> {
        &self.words
    }

    /// For each move its number among the words.
    pub fn codes(&self) -> &[u32] {
        &self.codes
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
        Self::new(Arc::new(words), codes)
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
            assert_eq!(Moves::of_words(moves.words().text(), codes), Some(moves));
        }
    }

    #[test]
    fn words_of_other_games_change_nothing() {
        let words = Arc::new(Words::of_text("a\nb\nc\n").expect("words"));
        let moves = Moves::among(&words, vec![2, 0, 2]).expect("moves");
        assert_eq!(moves, ["c", "a", "c"].into_iter().collect());
        let alone = moves.alone();
        assert_eq!((alone.words().text(), alone.codes()), ("c\na\n", &[0, 1, 0][..]));
        assert_eq!(alone, moves);
        assert_eq!(Moves::among(&words, vec![3]), None);
    }
}
