//! Files that long work keeps: never half written.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Writes a file beside the old one and puts it in its place when it is whole.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let mut file = File::create(&name)?;
    write(&mut file)?;
    file.sync_all()?;
    fs::rename(name, path)
}

/// What went wrong with a file.
pub(super) fn named(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}
