//! How a game is played by hand and how its board looks, told to doors that have never heard of it.

use crate::{Room, Size};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The keys of [`Room::arrow`].
pub const ARROWS: [&str; 4] = ["left", "right", "up", "down"];

/// How people enter moves under one set of rules.
///
/// A room need not write this: [`Controls::of`] makes it from what else the room answers. Whoever wants other keys
/// starts from [`Controls::falling`] and the like, and changes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Controls {
    /// What happens while nobody does anything.
    pub tempo: Tempo,
    /// Whether moves are made by pointing at cells ([`Room::point`]).
    pub point: bool,
    /// Keys, for [`Room::arrow`] or for the falling piece.
    pub keys: Vec<Key>,
    /// Which actions have a button.
    pub buttons: Buttons,
    /// Whether players set for themselves how soon and how fast held keys act again: `down` never finishes a piece.
    #[serde(default)]
    pub handling: bool,
}

/// What happens while nobody does anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tempo {
    /// Nothing: the game waits.
    #[default]
    Turns,
    /// The next step is taken without waiting ([`Room::beat`]).
    Beat,
    /// A piece falls ([`Room::live`]).
    Falling,
}

/// A key with what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Key {
    /// The name that [`Room::arrow`] or the falling piece knows: `left`.
    pub name: String,
    /// Its name for people: `Left`.
    pub label: String,
    /// One character that stands on its button.
    pub sign: String,
    /// Where it is on a keyboard, by position: `ArrowLeft`, `KeyA` (the codes of the W3C's UI Events).
    pub codes: Vec<String>,
    /// Whose key it is where two people share a keyboard; the one to move if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub seat: Option<usize>,
    /// Whether it is pressed again and again while it is held.
    pub repeats: bool,
}

/// Which actions have a button.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Buttons {
    /// None.
    #[default]
    None,
    /// Every legal action, with its notation on it.
    Legal,
    /// These, while they are legal.
    Named(Vec<Button>),
}

/// A button for an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Button {
    /// The action in notation.
    pub action: String,
    /// What stands on it.
    pub label: String,
    /// Where it is on a keyboard, as in [`Key::codes`].
    pub codes: Vec<String>,
}

impl Controls {
    /// Moves are made by pointing at cells.
    pub fn pointing() -> Self {
        Self { point: true, ..Self::default() }
    }

    /// The four arrows; the letters W, A, S and D do the same.
    pub fn arrows() -> Self {
        let signs = ["◀", "▶", "▲", "▼"];
        let letters = ["KeyA", "KeyD", "KeyW", "KeyS"];
        let keys = ARROWS.iter().zip(signs).zip(letters);
        let keys = keys.map(|((name, sign), letter)| {
            let label = capital(name);
            Key::new(name, &label, sign, &[&format!("Arrow{label}"), letter])
        });
        Self { keys: keys.collect(), ..Self::default() }
    }

    /// A falling piece: arrows steer and turn it, space drops it.
    pub fn falling() -> Self {
        let keys = vec![
            Key::new("left", "Left", "◀", &["ArrowLeft", "KeyA"]).repeating(),
            Key::new("rotate", "Turn", "↻", &["ArrowUp", "KeyX"]),
            Key::new("down", "Down", "▼", &["ArrowDown", "KeyS"]).repeating(),
            Key::new("drop", "Drop", "⤓", &["Space", "Enter"]),
            Key::new("right", "Right", "▶", &["ArrowRight", "KeyD"]).repeating(),
        ];
        Self { tempo: Tempo::Falling, keys, ..Self::default() }
    }

    /// A button for every legal action.
    pub fn buttons() -> Self {
        Self { buttons: Buttons::Legal, ..Self::default() }
    }

    /// The controls that follow from what a room answers in a position: falling keys, arrows and pointing where it
    /// knows them, else buttons.
    pub fn of<R: Room>(room: &R, position: &R::Position) -> Self {
        if room.live(position).is_some() {
            return Self::falling();
        }
        let arrows = ARROWS.iter().any(|key| room.arrow(position, key).is_some());
        let point = points(room, position);
        let base = match (arrows, point) {
            (true, _) => Self::arrows(),
            (false, true) => Self::pointing(),
            (false, false) => Self::buttons(),
        };
        let tempo = if room.beat(position).is_some() { Tempo::Beat } else { Tempo::Turns };
        Self { tempo, point, ..base }
    }
}

/// Whether any cell of the picture means an action.
fn points<R: Room>(room: &R, position: &R::Position) -> bool {
    let picture = room.picture(position, &[]);
    let mut cells = (0..picture.height).flat_map(|row| (0..picture.width).map(move |x| (x, row)));
    cells.any(|(column, row)| room.point(position, column, row).is_some())
}

impl Key {
    /// A key that is pressed once.
    pub fn new(name: &str, label: &str, sign: &str, codes: &[&str]) -> Self {
        Self {
            name: name.into(),
            label: label.into(),
            sign: sign.into(),
            codes: codes.iter().map(ToString::to_string).collect(),
            seat: None,
            repeats: false,
        }
    }

    /// The same, pressed again and again while it is held.
    pub fn repeating(self) -> Self {
        Self { repeats: true, ..self }
    }

    /// The same for one seat only.
    pub fn of_seat(self, seat: usize) -> Self {
        Self { seat: Some(seat), ..self }
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// How a board looks where a door can do more than print characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Look {
    /// What lies on a cell.
    pub shape: Shape,
    /// Whether the board is drawn as lines, with pieces on their crossings.
    pub crossings: bool,
    /// The colours of [`Ink::Piece`](crate::Ink::Piece) from 0 on, as 0xRRGGBB; the door's own if there are none.
    pub palette: Vec<u32>,
    /// What the texts of cells mean, for people who hear the board.
    pub words: BTreeMap<String, String>,
}

/// What lies on a cell that is not empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A tile with the cell's text on it.
    #[default]
    Tile,
    /// A round stone.
    Stone,
    /// A plain block.
    Block,
    /// The text itself.
    Text,
}

impl Look {
    /// Everything on the board has this shape.
    pub fn of(shape: Shape) -> Self {
        Self { shape, ..Self::default() }
    }

    /// The same with colours for pieces, as 0xRRGGBB.
    pub fn palette(mut self, colours: impl IntoIterator<Item = u32>) -> Self {
        self.palette = colours.into_iter().collect();
        self
    }

    /// The same with words for the texts of cells.
    pub fn words<const N: usize>(mut self, words: [(&str, &str); N]) -> Self {
        self.words = words.map(|(text, meaning)| (text.into(), meaning.into())).into();
        self
    }

    /// The same with pieces on the crossings of lines.
    pub fn on_crossings(self) -> Self {
        Self { crossings: true, ..self }
    }
}

/// What a door must know to offer a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Players.
    pub seats: usize,
    /// The size of the board.
    pub size: Size,
    /// The agent that a newcomer meets.
    pub opponent: &'static str,
    /// How it is played.
    pub controls: Controls,
    /// How it looks.
    pub look: Look,
    /// Whether it knows what players threaten.
    pub threats: bool,
}
