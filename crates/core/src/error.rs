//! Errors that name the bad value and say what would be right.

use thiserror::Error;

/// What can go wrong between a person and a game.
///
/// Every message is complete: it names the value it refuses and the remedy, so doors print it
/// as it is.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// A name that is not in a list of known names.
    #[error("unknown {kind} `{value}`{hint}")]
    Unknown {
        /// What kind of thing was named: game, agent, parameter, rule set.
        kind: &'static str,
        /// The name as it was given.
        value: String,
        /// `; did you mean ...` or `; choose one of ...`, or nothing.
        hint: String,
    },
    /// A value that cannot be read or is out of range.
    #[error("bad {what} `{value}`: {reason}")]
    Bad {
        /// What the value is for.
        what: String,
        /// The value as it was given, shortened if long.
        value: String,
        /// What would be right.
        reason: String,
    },
    /// An action the rules do not allow here.
    #[error("illegal move `{action}`: {reason}")]
    Illegal {
        /// The action in the game's notation.
        action: String,
        /// Why not, or which actions are legal.
        reason: String,
    },
    /// A position file or text that does not describe a position.
    #[error("bad position, line {line}: {reason}")]
    Position {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong and what belongs there.
        reason: String,
    },
    /// Something that is asked of a position where it cannot be had.
    #[error("{0}")]
    State(String),
}

/// A result whose error is [`enum@Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// A value that cannot be used, and what would be right instead.
    pub fn bad(what: impl Into<String>, value: impl AsRef<str>, reason: impl Into<String>) -> Self {
        Self::Bad { what: what.into(), value: shorten(value.as_ref()), reason: reason.into() }
    }

    /// A name that is not among `known`; suggests the closest one.
    ///
    /// ```
    /// use ludex_core::Error;
    /// let error = Error::unknown("agent", "minmax", ["random", "minimax"]);
    /// assert_eq!(error.to_string(), "unknown agent `minmax`; did you mean `minimax`?");
    /// ```
    pub fn unknown<'a>(
        kind: &'static str,
        value: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        Self::Unknown { kind, value: shorten(value), hint: hint(value, &known) }
    }

    /// A move that is not legal here.
    pub fn illegal(action: impl AsRef<str>, reason: impl Into<String>) -> Self {
        Self::Illegal { action: shorten(action.as_ref()), reason: reason.into() }
    }

    /// A mistake in the text of a position; `line` counts from 1.
    pub fn position(line: usize, reason: impl Into<String>) -> Self {
        Self::Position { line, reason: reason.into() }
    }
}

/// Cuts what a person gave to a length that fits into one line of a message.
fn shorten(value: &str) -> String {
    const LONGEST: usize = 60;
    let clean: String =
        value.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if clean.chars().count() <= LONGEST {
        return clean;
    }
    clean.chars().take(LONGEST).chain("...".chars()).collect()
}

fn hint(value: &str, known: &[&str]) -> String {
    let close = known
        .iter()
        .map(|name| (distance(value, name), name))
        // Who got no letter right meant nothing in particular.
        .filter(|(d, name)| *d <= 1 + name.len() / 3 && *d < name.len())
        .min_by_key(|(d, _)| *d);
    match close {
        Some((_, name)) => format!("; did you mean `{name}`?"),
        None if known.is_empty() => "; none is known here".into(),
        None => format!("; choose one of: {}", known.join(", ")),
    }
}

/// How many letters differ, case ignored.
fn distance(a: &str, b: &str) -> usize {
    // A hostile value may be megabytes long; nothing that long is a slip of the finger.
    let a: String = a.chars().take(64).collect();
    strsim::levenshtein(&a.to_lowercase(), &b.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_names_get_the_list() {
        let text = Error::unknown("game", "chess", ["tris", "snake"]).to_string();
        assert_eq!(text, "unknown game `chess`; choose one of: tris, snake");
    }

    #[test]
    fn nobody_guesses_what_one_wrong_letter_meant() {
        let text = Error::unknown("piece", "X", ["I", "T"]).to_string();
        assert_eq!(text, "unknown piece `X`; choose one of: I, T");
    }

    #[test]
    fn long_and_binary_values_are_tamed() {
        let text = Error::bad("seed", "\u{0}".repeat(10_000), "a number").to_string();
        assert!(text.len() < 300, "{text}");
        assert!(!text.contains('\u{0}'));
    }
}
