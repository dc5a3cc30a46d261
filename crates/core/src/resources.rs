//! What a specification names but does not contain: weights, piece sets, networks.
//!
//! Rooms never open files. They ask here by name, and the program decides once, at its start, what a name means: a path for who
//! types commands, an entry of one folder for who asks over a network, nothing in a browser.

use crate::{Error, Result};
use std::sync::OnceLock;

/// Finds what a name stands for.
pub trait Resolver: Send + Sync {
    /// The content behind `name`; no more than `most` bytes and one are read. The error says in a few words why not.
    fn read(&self, name: &str, most: usize) -> std::result::Result<Vec<u8>, String>;
}

static RESOLVER: OnceLock<Box<dyn Resolver>> = OnceLock::new();

/// Decides what names mean from now on; the first call decides. Says whether this was it.
pub fn install(resolver: impl Resolver + 'static) -> bool {
    RESOLVER.set(Box::new(resolver)).is_ok()
}

/// The content behind a name, `most` bytes at most. `what` says in errors what was looked for.
///
/// ```
/// let error = ludex_core::resources::bytes("weight file", "dt.json", 1024).unwrap_err();
/// assert_eq!(error.to_string(), "bad weight file `dt.json`: files are not read here; give a built-in name");
/// ```
pub fn bytes(what: &str, name: &str, most: usize) -> Result<Vec<u8>> {
    let bad = |reason: String| Error::bad(what, name, reason);
    let Some(resolver) = RESOLVER.get() else {
        return Err(bad("files are not read here; give a built-in name".into()));
    };
    let content =
        resolver.read(name, most).map_err(|why| bad(format!("it cannot be read: {why}")))?;
    if content.len() > most {
        return Err(bad(format!("it is larger than {most} bytes")));
    }
    Ok(content)
}

/// The same as text.
pub fn text(what: &str, name: &str, most: usize) -> Result<String> {
    let content = bytes(what, name, most)?;
    String::from_utf8(content).map_err(|_| Error::bad(what, name, "it is no UTF-8 text"))
}
