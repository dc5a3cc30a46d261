//! What names of weights and piece sets mean: a path for who types commands, an entry of one folder for who asks over the network.

use ludex_core::resources::Resolver;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Names are paths, as a person at a shell expects.
pub(crate) struct Paths;

impl Resolver for Paths {
    fn read(&self, name: &str, most: usize) -> Result<Vec<u8>, String> {
        read(Path::new(name), most)
    }
}

/// Names are entries of one folder: strangers learn nothing about other files.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Resolver for Folder {
    fn read(&self, name: &str, most: usize) -> Result<Vec<u8>, String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.starts_with('.') || !name.chars().all(plain) {
            return Err("give the plain name of a file that the server keeps".into());
        }
        read(&self.0.join(name), most).map_err(|_| "the server keeps no such file".into())
    }
}

fn read(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(most as u64 + 1).read_to_end(&mut content).map_err(|error| error.to_string())?;
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gives_its_own_files_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("dt.json"), "{}").unwrap();
        std::fs::create_dir(folder.path().join("inner")).unwrap();
        let inner = Folder(folder.path().join("inner"));
        for name in ["../dt.json", "/etc/passwd", "..", ".hidden", "a/b", "a\\b", "dt.json"] {
            assert!(inner.read(name, 10).is_err(), "{name}");
        }
        assert_eq!(Folder(folder.path().into()).read("dt.json", 10).unwrap(), b"{}");
    }

    #[test]
    fn no_more_is_read_than_asked_for_and_one() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), [b'x'; 100]).unwrap();
        assert_eq!(Paths.read(file.path().to_str().unwrap(), 10).unwrap().len(), 11);
    }
}
