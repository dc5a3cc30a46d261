//! Files that long work keeps: never half written.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Writes a file beside the old one and puts it in its place when it is whole, and safe from a power failure.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    put(path, |file| {
        write(file)?;
        file.sync_all()
    })
}

/// The same for what only others look at meanwhile: whoever computes does not wait for the disk.
pub(super) fn replace_at_once(
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    put(path, write)
}

fn put(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let mut file = File::create(&name)?;
    write(&mut file)?;
    fs::rename(name, path)
}

/// What went wrong with a file.
pub(super) fn named(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}
