//! The piece sets that come with Ludex, and those in files of one's own, in the format of [`crate::pieces`].

use crate::pieces::PieceSet;
use ludex_core::{Error, Result, resources};

/// The names that [`by_name`] knows, with a line of explanation each.
pub const SETS: [(&str, &str); 8] = [
    ("tetrisvs", "the TetrisVs report's table: one turn key, no kicks"),
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
/// use ludex_tetris::sets;
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

/// How the names of files with piece sets end. Nothing else is ever opened: rules may come from strangers.
pub const FILE_ENDING: &str = ".pieces";
/// What errors call such a file.
const FILE: &str = "piece-set file";
/// No set of 64 pieces needs more.
const LARGEST_FILE: usize = 64 * 1024;

/// The set that rules name: a built-in one, or a file whose name ends in `.pieces`.
///
/// ```
/// use ludex_tetris::sets;
/// assert_eq!(sets::named_or_in_file("srs").unwrap(), sets::srs());
/// let error = sets::named_or_in_file("nowhere.pieces").unwrap_err().to_string();
/// assert!(error.starts_with("bad piece-set file `nowhere.pieces`"));
/// ```
pub fn named_or_in_file(text: &str) -> Result<PieceSet> {
    if text.ends_with(FILE_ENDING) {
        return from_file(text);
    }
    if text.contains(['/', '\\']) {
        return Err(bad_file(text, "the name of such a file ends in .pieces; rename it"));
    }
    by_name(text)
}

/// Reads a set from a file.
fn from_file(path: &str) -> Result<PieceSet> {
    if path.contains(char::is_whitespace) {
        // The first line of a position file would fall apart.
        return Err(bad_file(path, "its path has a space in it; rename it"));
    }
    let text = resources::text(FILE, path, LARGEST_FILE)?;
    text.parse().map_err(|error: Error| bad_file(path, error.to_string()))
}

fn bad_file(path: &str, reason: impl Into<String>) -> Error {
    Error::bad(FILE, path, reason)
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
