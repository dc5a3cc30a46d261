//! Records of games, in the form that players use: tags, then numbered moves; captures are implied.
//!
//! ```
//! use ludex_pente::records;
//! let text = "[Game \"Pente\"]\n[Player 1 Name \"ann\"]\n\n1. K10 L9 2. G10 *\n";
//! let games = records::read(text).unwrap();
//! assert_eq!(games[0].moves.len(), 3);
//! assert_eq!(games[0].tag("Player 1 Name"), Some("ann"));
//! ```

mod check;
mod read;
mod scan;

pub use check::{Fault, FaultKind, Summary, check};
pub use read::read;
pub use scan::Claim;

use crate::{Pente, Point, Position, Settings, Variant};
use ludex_core::{Game, Result, Seat, Turn};

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Record {
    /// Names and values in their order; names may be anything.
    pub tags: Vec<(String, String)>,
    /// The rules it was played by.
    pub game: Pente,
    /// The stones in their order.
    pub moves: Vec<Point>,
    /// How it ended, as the record says.
    pub result: Claim,
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.tags == other.tags
            && self.game.settings() == other.game.settings()
            && self.moves == other.moves
            && self.result == other.result
    }
}

/// Tags that say what was played.
const GAME: &str = "Game";
const RULES: &str = "Rules";
const BOARD: &str = "Board";
const RESULT: &str = "Result";

impl Record {
    /// The record of a game from its start, with the tags that say what was played.
    ///
    /// Refuses moves that are not legal.
    pub fn new(game: &Pente, moves: &[Point]) -> Result<Self> {
        let mut position = game.start();
        for &point in moves {
            game.check(&position, point)?;
            game.play(&mut position, point);
        }
        let result = outcome(game, &position);
        let settings = game.settings();
        let mut tags = vec![(GAME.to_owned(), title(settings.variant).to_owned())];
        if settings != Settings::usual(19, settings.variant)
            || settings.variant == Variant::ExactFive
        {
            tags.push((BOARD.to_owned(), game.board_size().to_string()));
            tags.push((RULES.to_owned(), settings.spec().to_string()));
        }
        tags.push((RESULT.to_owned(), result.text().to_owned()));
        Ok(Self { tags, game: game.clone(), moves: moves.to_vec(), result })
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The record as text, lines of 80 characters at most where words allow it.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text.extend(["[", name, " \"", &value, "\"]\n"]);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text + &wrap(self.words())
    }

    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        for (turn, pair) in self.moves.chunks(2).enumerate() {
            words.push(format!("{}.", turn + 1));
            words.extend(pair.iter().map(|&point| crate::notation::name_of(point)));
        }
        words.push(self.result.text().to_owned());
        words
    }
}

/// Words in lines of 80 characters at most.
fn wrap(words: Vec<String>) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > 80 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += word.len();
        text += &word;
    }
    text.push('\n');
    text
}

/// How a game that stands at `position` has ended.
fn outcome(game: &Pente, position: &Position) -> Claim {
    match (position.winner(), game.turn(position)) {
        (Some(Seat(0)), _) => Claim::First,
        (Some(_), _) => Claim::Second,
        (None, Turn::Over) => Claim::Draw,
        (None, _) => Claim::Open,
    }
}

/// What a variant is called in the tag `Game`.
fn title(variant: Variant) -> &'static str {
    match variant {
        Variant::Pente => "Pente",
        Variant::Keryo => "Keryo-Pente",
        Variant::ExactFive => "Exact-Five Pente",
        Variant::Poof => "Poof-Pente",
        Variant::Gomoku => "Gomoku",
    }
}
