//! Learning curves that programs on the same machine leave in the data folder.

use crate::protocol::{Answer, LearningCurve};
use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folder of curves inside the data folder.
pub const CURVES: &str = "curves";
/// So many are shown at most: the newest.
const MOST: usize = 20;
/// No curve is as long as this, in bytes.
const LONGEST: u64 = 4 << 20;

/// All curves that there are, the newest first.
pub(crate) fn answer(folder: Option<&Path>) -> Answer {
    let (mut curves, mut unreadable) = (Vec::new(), Vec::new());
    for path in newest(folder) {
        match read(&path) {
            Some(curve) => curves.push(curve),
            None => unreadable.extend(path.file_name().map(|name| name.to_string_lossy().into())),
        }
    }
    Answer::Curves { curves, unreadable }
}

fn newest(folder: Option<&Path>) -> Vec<PathBuf> {
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
    let files = entries.into_iter().flatten().flatten().map(|entry| entry_age(&entry));
    let mut files: Vec<(SystemTime, PathBuf)> =
        files.filter(|(_, path)| path.extension().is_some_and(|end| end == "json")).collect();
    files.sort();
    files.into_iter().rev().take(MOST).map(|(_, path)| path).collect()
}

fn entry_age(entry: &DirEntry) -> (SystemTime, PathBuf) {
    let changed = entry.metadata().and_then(|metadata| metadata.modified());
    (changed.unwrap_or(SystemTime::UNIX_EPOCH), entry.path())
}

fn read(path: &Path) -> Option<LearningCurve> {
    let short = fs::metadata(path).is_ok_and(|metadata| metadata.len() <= LONGEST);
    let text = short.then(|| fs::read_to_string(path).ok()).flatten()?;
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{CurvePoint, CurveWeight};

    fn curve() -> LearningCurve {
        LearningCurve {
            game: "tetris".into(),
            rules: "simplified".into(),
            size: "10x10".into(),
            method: "cmaes".into(),
            counted: "lines".into(),
            planned: 2,
            finished: false,
            command: "ludex tune tetris".into(),
            points: vec![CurvePoint { best: 2.0, mean: 1.0, spread: 0.5, games: 60 }],
            weights: vec![CurveWeight { name: "HO".into(), weight: -4.0 }],
        }
    }

    #[test]
    fn curves_are_told_and_what_is_none_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let text = serde_json::to_string(&curve()).unwrap();
        fs::write(folder.path().join("good.json"), &text).unwrap();
        fs::write(folder.path().join("half.json"), &text[..text.len() / 2]).unwrap();
        fs::write(folder.path().join("half.json.part"), "").unwrap();
        let told = answer(Some(folder.path()));
        let expected =
            Answer::Curves { curves: vec![curve()], unreadable: vec!["half.json".into()] };
        assert_eq!(told, expected);
    }

    #[test]
    fn no_folder_no_curves() {
        let none = Answer::Curves { curves: Vec::new(), unreadable: Vec::new() };
        assert_eq!(answer(None), none);
        assert_eq!(answer(Some(Path::new("no such folder"))), none);
    }
}
