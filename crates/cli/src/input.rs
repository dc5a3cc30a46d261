//! What commands read: position files, and the tables made from them.

use crate::args::RuleArgs;
use crate::failure::Failure;
use ludex_core::{AnyRoom, AnyTable, Error, Seed, Setup, Spec};
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read};
use std::path::Path;

/// No position or record is longer; what is longer is something else.
const LONGEST: u64 = 1 << 20;

/// The table at a position file, or at the start of a game.
pub(crate) fn table(
    room: &dyn AnyRoom,
    rules: &RuleArgs,
    position: Option<&Path>,
    seed: Seed,
) -> Result<Box<dyn AnyTable>, Failure> {
    match position {
        Some(path) => load(room, path, seed),
        None => Ok(room.open(&setup(room, rules, seed))?),
    }
}

/// The rules and size that were asked for, or the room's own.
pub(crate) fn setup(room: &dyn AnyRoom, rules: &RuleArgs, seed: Seed) -> Setup {
    let first = || Spec::named(room.info().rules.first().map_or("standard", |rule| rule.name));
    Setup { rules: rules.rules.clone().unwrap_or_else(first), size: rules.size, seed }
}

fn load(room: &dyn AnyRoom, path: &Path, seed: Seed) -> Result<Box<dyn AnyTable>, Failure> {
    let text = read_text("position", path)?;
    let loaded = room.load(&text, seed);
    loaded.map_err(|error| match error {
        Error::Position { .. } => Failure::Usage(format!("{}: {error}", path.display())),
        other => other.into(),
    })
}

/// Reads a whole text file, `-` being standard input.
pub(crate) fn read_text(what: &str, path: &Path) -> Result<String, Failure> {
    let refuse = |reason: String| {
        let error = Error::bad(format!("{what} file"), path.display().to_string(), reason);
        Failure::from(error)
    };
    let mut bytes = Vec::new();
    let read = match path.to_str() {
        Some("-") => io::stdin().take(LONGEST + 1).read_to_end(&mut bytes),
        _ => File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| refuse(format!("{error}; give a text file that can be read")))?;
    if bytes.len() as u64 > LONGEST {
        return Err(refuse(format!("it is longer than 1 MiB; give a {what} file")));
    }
    String::from_utf8(bytes).map_err(|_| refuse(format!("it is not text; give a {what} file")))
}

/// No list of pieces and no decision tree is longer.
const LONGEST_BYTES: u64 = 64 << 20;

/// Reads a whole file of any kind, `-` being standard input.
pub(crate) fn read_bytes(what: &str, path: &Path) -> Result<Vec<u8>, Failure> {
    let refuse = |reason: String| {
        Failure::from(Error::bad(format!("{what} file"), path.display().to_string(), reason))
    };
    let mut bytes = Vec::new();
    let read = match path.to_str() {
        Some("-") => io::stdin().take(LONGEST_BYTES + 1).read_to_end(&mut bytes),
        _ => File::open(path).and_then(|file| file.take(LONGEST_BYTES + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| refuse(format!("{error}; give a file that can be read")))?;
    if bytes.len() as u64 > LONGEST_BYTES {
        return Err(refuse(format!("it is longer than 64 MiB; give a {what} file")));
    }
    Ok(bytes)
}

/// A seed that nobody chose, short enough to be typed.
pub(crate) fn drawn_seed() -> Seed {
    Seed(RandomState::new().build_hasher().finish() >> 32)
}
