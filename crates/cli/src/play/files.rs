//! Files written whole or not at all.

use crate::failure::Failure;
use ludex_core::Error;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Refuses a path that nothing can be written to, before there is something to write.
pub(crate) fn check_place(what: &str, path: &Path) -> Result<(), Failure> {
    let refuse = |reason: &str| {
        Err(Error::bad(format!("{what} file"), path.display().to_string(), reason).into())
    };
    if path.is_dir() || path.file_name().is_none() {
        return refuse("it is a directory; give the name of a file");
    }
    if !folder(path).is_dir() {
        return refuse("its directory does not exist; make it first");
    }
    Ok(())
}

/// Writes a file beside its place and moves it there when it is complete.
pub(crate) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder(path).join(format!(".{name}.{}.part", std::process::id()));
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // The draft is of no use to anybody; the first error is the one to report.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Writes a new file `STEM-1.txt`, or the first number that is free, into `folder`.
pub(crate) fn write_numbered(folder: &Path, stem: &str, text: &str) -> io::Result<PathBuf> {
    for number in 1..10_000 {
        let path = folder.join(format!("{stem}-{number}.txt"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                file.write_all(text.as_bytes())?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other(format!("{stem}-1.txt to {stem}-9999.txt all exist")))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_files_never_replace_one_another() {
        let folder = tempfile::tempdir().unwrap();
        let first = write_numbered(folder.path(), "tris", "a").unwrap();
        let second = write_numbered(folder.path(), "tris", "b").unwrap();
        assert!(first.ends_with("tris-1.txt") && second.ends_with("tris-2.txt"));
        assert_eq!(fs::read_to_string(first).unwrap(), "a");
    }

    #[test]
    fn a_file_is_replaced_whole_and_no_draft_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        write_whole(&path, "old").unwrap();
        write_whole(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn places_that_cannot_be_written_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(check_place("record", folder.path()).is_err());
        assert!(check_place("record", &folder.path().join("no/game.txt")).is_err());
        assert!(check_place("record", &folder.path().join("game.txt")).is_ok());
    }
}
