//! The piece sets that come with Ludex, as text files in the format of [`super::pieces`].

use super::pieces::PieceSet;
use ludex_core::{Error, Result};

/// The names that [`by_name`] knows, with a line of explanation each.
pub const SETS: [(&str, &str); 8] = [
    ("tetrisvs", "the founding report's table: one turn key, no kicks"),
    ("srs", "the guideline's Super Rotation System with its kicks"),
    ("srs-nokick", "the same shapes and turns without kicks"),
    ("nintendo-left", "the left-handed system of the Game Boy"),
    ("nintendo-right", "the right-handed system of the NES"),
    ("rlcomp", "the 5x5 boxes of the RL-Competition"),
    ("offline", "pieces 1 to 7 of offline Tetris, turned anticlockwise"),
    ("simplified", "every distinct turn of each tetromino, for straight drops"),
];

/// The built-in set of that name.
///
/// ```
/// use ludex_games::tetris::sets;
/// assert_eq!(sets::by_name("srs").unwrap().pieces.len(), 7);
/// assert!(sets::by_name("sega").is_err());
/// ```
pub fn by_name(name: &str) -> Result<PieceSet> {
    let text = match name {
        "tetrisvs" => include_str!("sets/tetrisvs.txt"),
        "srs" => include_str!("sets/srs.txt"),
        "srs-nokick" => return Ok(by_name("srs")?.without_kicks()),
        "nintendo-left" => include_str!("sets/nintendo-left.txt"),
        "nintendo-right" => include_str!("sets/nintendo-right.txt"),
        "rlcomp" => include_str!("sets/rlcomp.txt"),
        "offline" => include_str!("sets/offline.txt"),
        "simplified" => return Ok(text_of(include_str!("sets/simplified.txt"))?.deduplicated()),
        other => return Err(Error::unknown("piece set", other, SETS.iter().map(|s| s.0))),
    };
    text_of(text)
}

fn text_of(text: &str) -> Result<PieceSet> {
    text.parse()
}

macro_rules! built_in {
    ($($function:ident $name:literal),+ $(,)?) => {
        $(
            #[doc = concat!("The built-in set `", $name, "`.")]
            pub fn $function() -> PieceSet {
                // The tests read every built-in set, so this cannot fail.
                by_name($name).unwrap_or_else(|error| panic!("{error}"))
            }
        )+
    };
}

built_in!(
    tetrisvs "tetrisvs",
    srs "srs",
    srs_nokick "srs-nokick",
    nintendo_left "nintendo-left",
    nintendo_right "nintendo-right",
    rlcomp "rlcomp",
    offline "offline",
    simplified "simplified",
);
