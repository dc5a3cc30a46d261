//! One writer for each file where two would write over each other's work.

use crate::file::{Layout, Refused};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;

/// Held as long as the store is open. The system lets go of it when the process ends, however it ends.
pub struct Lock(#[expect(dead_code, reason = "open is all it has to be")] File);

impl Lock {
    /// Takes the lock of a store, or says who has it.
    ///
    /// It is a file of its own: closing the database's file would give up the database's locks.
    pub fn take(lock: &Path, layout: &'static Layout, store: &Path) -> Result<Self, Refused> {
        let system = |error: io::Error| Refused::System(layout.at(store), error.to_string());
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(lock).map_err(system)?;
        match file.try_lock() {
            Ok(()) => sign(&mut file).map_err(system).map(|()| Self(file)),
            Err(TryLockError::WouldBlock) => {
                Err(Refused::InUse(layout.at(store), owner(&mut file)))
            }
            Err(TryLockError::Error(error)) => Err(system(error)),
        }
    }
}

fn sign(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

/// Who has signed.
fn owner(file: &mut File) -> String {
    let mut text = String::new();
    // What cannot be read is not worth a word of its own.
    let _ = file.take(20).read_to_string(&mut text);
    match text.trim().parse::<u32>() {
        Ok(id) if id == std::process::id() => format!("this very process ({id})"),
        Ok(id) => format!("process {id}"),
        Err(_) => "another process".into(),
    }
}
