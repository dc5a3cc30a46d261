//! Files that a command writes when its work is done: their places are looked at before the work, so that it is not
//! lost, and only a file of the same kind is replaced.

use crate::failure::{Done, Failure};
use ludex_core::Error;
use ludex_core::weights::WeightFile;
use rustix::fs::{Access, access};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// So much of a file tells what it is.
const HEAD: u64 = 64 * 1024;

/// What is to be written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind<'a> {
    /// Weights by name, as `tune` finds them.
    Weights,
    /// A network that plays, as `train` writes it.
    Player,
    /// A web page.
    Page,
    /// A text in Markdown.
    Markdown,
    /// A picture beside such a text.
    Picture,
    /// Placements of offline Tetris, three numbers a line.
    Placements,
    /// A decision tree of a box.
    Tree,
    /// The proof of the value of this game.
    Proof(&'a str),
}

impl Kind<'_> {
    fn name(self) -> &'static str {
        match self {
            Self::Weights => "weight file",
            Self::Player => "network file",
            Self::Page => "HTML file",
            Self::Markdown => "Markdown file",
            Self::Picture => "picture file",
            Self::Placements => "placements file",
            Self::Tree => "decision tree file",
            Self::Proof(_) => "proof file",
        }
    }

    /// Whether a file that begins like this is of the same kind. An empty one holds nothing that could be lost.
    fn fits(self, head: &[u8]) -> bool {
        if head.is_empty() {
            return true;
        }
        let text = std::str::from_utf8(head).ok();
        match self {
            Self::Weights => text.is_some_and(|text| WeightFile::parse("", text).is_ok()),
            // A checkpoint of a training run begins in the same way, but is no player.
            Self::Player => {
                head.starts_with(b"LUDEXNET")
                    && head.windows(15).any(|part| part == br#""kind":"player""#)
            }
            Self::Page => {
                let start = head.trim_ascii_start();
                start.get(..14).is_some_and(|name| name.eq_ignore_ascii_case(b"<!doctype html"))
            }
            Self::Markdown => head.starts_with(b"# "),
            Self::Picture => head.starts_with(b"<svg"),
            Self::Placements => are_placements(head),
            Self::Tree => head.starts_with(b"ludex pdt "),
            Self::Proof(game) => head.starts_with(format!("ludex {game} ").as_bytes()),
        }
    }

    fn refuse(self, path: &Path, reason: &str) -> Failure {
        Error::bad(self.name(), path.display().to_string(), reason).into()
    }
}

/// Whether there are three numbers in every line; the last one may be cut off.
fn are_placements(head: &[u8]) -> bool {
    let is_placement = |line: &[u8]| {
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let numbers: Vec<bool> = words.map(|word| word.iter().all(u8::is_ascii_digit)).collect();
        numbers.is_empty() || numbers == [true; 3]
    };
    let lines: Vec<&[u8]> = head.split(|byte| *byte == b'\n').collect();
    let whole = lines.len().saturating_sub(usize::from(head.len() as u64 >= HEAD));
    lines[..whole].iter().all(|line| is_placement(line))
}

/// Refuses a place where nothing can be written, or where something else would be lost, before there is something to write.
pub(crate) fn check(kind: Kind<'_>, path: &Path) -> Done {
    let found = fs::metadata(path);
    if found.as_ref().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        // A device or a pipe: nothing is lost there, and no file is made beside it.
        return Ok(());
    }
    check_folder(kind.name(), path)?;
    if found.is_err() {
        return Ok(());
    }
    let read = File::open(path).and_then(|file| {
        let mut head = Vec::new();
        file.take(HEAD).read_to_end(&mut head)?;
        Ok(head)
    });
    let head = read.map_err(|error| {
        kind.refuse(path, &format!("it is there and cannot be read: {error}; give another name"))
    })?;
    if !kind.fits(&head) {
        let say = "it is there and holds something else, which is kept; give another name";
        return Err(kind.refuse(path, say));
    }
    if access(path, Access::WRITE_OK).is_err() {
        return Err(kind.refuse(path, "it is there and may not be written; give another name"));
    }
    Ok(())
}

/// Refuses a place where no file can be made. `what` is what complaints call the file.
pub(crate) fn check_folder(what: &str, path: &Path) -> Done {
    let refuse = |reason: &str| Err(Error::bad(what, path.display().to_string(), reason).into());
    if path.is_dir() || path.file_name().is_none() {
        return refuse("it is a directory; give the name of a file");
    }
    let folder = folder(path);
    if !folder.is_dir() {
        return refuse("its directory does not exist; make it first");
    }
    if access(folder, Access::WRITE_OK | Access::EXEC_OK).is_err() {
        return refuse("its directory may not be written; give another");
    }
    Ok(())
}

/// Refuses two files of one command in the same place.
pub(crate) fn check_apart(kind: Kind<'_>, path: &Path, other: Option<&Path>, what: &str) -> Done {
    if other.is_some_and(|other| real(other) == real(path)) {
        return Err(kind.refuse(path, &format!("the {what} has the same name; give two")));
    }
    Ok(())
}

/// Writes a file whose place was checked: beside it first, so that it is whole or not there.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Done {
    let written = match fs::metadata(path) {
        Ok(found) if !found.is_file() => fs::write(path, bytes),
        _ => put_in_place(&real(path), bytes),
    };
    written.map_err(|error| {
        Failure::Failed(format!("cannot write `{}`: {error}; name another file", path.display()))
    })
}

fn put_in_place(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder(path).join(format!(".{name}.{}.part", std::process::id()));
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let placed = written.and_then(|()| fs::rename(&draft, path));
    if placed.is_err() {
        // The draft is of no use to anybody; the first error is the one to report.
        let _ = fs::remove_file(&draft);
    }
    placed
}

/// The file that a name leads to: what a link points at is replaced, not the link.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let folder = fs::canonicalize(folder(path)).unwrap_or_else(|_| folder(path).into());
        folder.join(path.file_name().unwrap_or_default())
    })
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One file of each kind, as the commands write it.
    const FILES: [(Kind<'_>, &[u8]); 8] = [
        (Kind::Weights, br#"{"made_by": "ludex tune", "weights": {"LH": -2.5}}"#),
        (Kind::Player, b"LUDEXNET\x01\0\0\0\x20\0\0\0{\"kind\":\"player\",\"label\":1}"),
        (Kind::Page, b"<!doctype html>\n<html>"),
        (Kind::Markdown, b"# Results\n"),
        (Kind::Picture, b"<svg class=\"plot\">"),
        (Kind::Placements, b"1 0 10\n2 1 3\n"),
        (Kind::Tree, b"ludex pdt 1 4x4 offline"),
        (Kind::Proof("pente"), b"ludex pente win\n"),
    ];

    #[test]
    fn a_file_is_replaced_by_its_own_kind_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let others: [&[u8]; 4] = [
            b"SQLite format 3\0",
            b"my notes\n",
            b"{\"kind\":\"ludex tuning\"}",
            b"LUDEXNET\x01\0\0\0\x20\0\0\0{\"kind\":\"training\"}",
        ];
        for (at, (kind, _)) in FILES.iter().enumerate() {
            for (other, (_, bytes)) in FILES.iter().enumerate() {
                fs::write(&path, bytes).unwrap();
                assert_eq!(check(*kind, &path).is_ok(), at == other, "{kind:?} over {other}");
            }
            for bytes in others {
                fs::write(&path, bytes).unwrap();
                let said = check(*kind, &path).expect_err("it is refused").to_string();
                assert!(said.contains("give another name") && said.contains("file`"), "{said}");
                assert_eq!(fs::read(&path).unwrap(), bytes);
            }
            fs::write(&path, "").unwrap();
            assert!(check(*kind, &path).is_ok(), "an empty file is nothing to lose");
        }
    }

    #[test]
    fn places_that_cannot_be_written_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let said = |path: &Path| check(Kind::Page, path).expect_err("it is refused").to_string();
        assert!(said(folder.path()).contains("it is a directory"));
        assert!(said(&folder.path().join("no/page.html")).contains("make it first"));
        let page = folder.path().join("page.html");
        assert!(check(Kind::Page, &page).is_ok());
        assert!(check_apart(Kind::Page, &page, Some(&page), "checkpoint").is_err());
        assert!(check(Kind::Page, Path::new("/dev/null")).is_ok());
    }

    #[test]
    fn a_file_is_replaced_whole_and_a_link_stays_one() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["page.html", "link.html"].map(|name| folder.path().join(name));
        write(&path, b"old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, b"new").unwrap();
        write(Path::new("/dev/null"), b"nothing").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no draft stays");
    }
}
