//! `SQLite` files with a layout of their own: making a new one, bringing an older one up to date, refusing all others by name.
//!
//! A file that is refused is left exactly as it is.

use rusqlite::{Connection, OpenFlags};
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A kind of file: what stands in it, and how to tell it from others.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    /// What it is called: `store of games`.
    pub name: &'static str,
    /// What it holds: `games`.
    pub holds: &'static str,
    /// The number by which the file itself says whose it is.
    pub owner: i64,
    /// The version that this program writes, as the file itself says.
    pub version: i64,
    /// Versions below this one did not say whose they are.
    pub signed_from: i64,
    /// What makes an empty database one of this version.
    pub schema: &'static str,
    /// What brings a file from each version to the next, from version 0 on.
    pub steps: &'static [&'static str],
    /// Queries that ask for all columns: they tell whether those are there.
    pub looks: &'static [&'static str],
    /// The way to another place: `or name another folder with --data`.
    pub elsewhere: &'static str,
    /// The way to bring an older file up to date.
    pub update: &'static str,
}

/// A file that is to have a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    path: PathBuf,
    layout: &'static Layout,
}

/// Why a file is not opened: what it is, and the way out.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// It has no bytes.
    Empty(Place),
    /// It is no database, or not a sound one.
    Damaged(Place, String),
    /// Something of somebody else.
    Foreign(Place),
    /// A later program wrote it.
    Newer(Place, i64),
    /// An earlier program wrote it, and whoever looks may not change it.
    Older(Place, i64),
    /// The file is gone, but not its log.
    Headless(Place),
    /// Another process writes it.
    InUse(Place, String),
    /// The system says no.
    System(Place, String),
}

impl Refused {
    fn place(&self) -> &Place {
        match self {
            Self::Empty(place)
            | Self::Damaged(place, _)
            | Self::Foreign(place)
            | Self::Newer(place, _)
            | Self::Older(place, _)
            | Self::Headless(place)
            | Self::InUse(place, _)
            | Self::System(place, _) => place,
        }
    }
}

impl std::error::Error for Refused {}

impl Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Place { path, layout } = self.place();
        let (file, known) = (path.display(), layout.version);
        let Layout { name, holds, elsewhere, update, .. } = layout;
        match self {
            Self::Empty(_) => write!(
                f,
                "`{file}` is empty: it holds no {holds}, and never was whole. Put a backup in its place, remove it to start with none, {elsewhere}"
            ),
            Self::Damaged(_, error) => write!(
                f,
                "`{file}` is damaged: {error}. Put a backup in its place, move it away to start with none, {elsewhere}"
            ),
            Self::Foreign(_) => write!(
                f,
                "`{file}` is no {name}, but somebody else's. Move it away to start with none, {elsewhere}"
            ),
            Self::Newer(_, version) => write!(
                f,
                "`{file}` was written by a newer Ludex (layout {version}; this one knows {known}). Use that Ludex, put an older backup in its place, {elsewhere}"
            ),
            Self::Older(_, version) => write!(
                f,
                "`{file}` was written by an older Ludex (layout {version}; this one reads {known}). {update}"
            ),
            Self::Headless(_) => write!(
                f,
                "`{file}` is missing, but its log `{file}-wal` is there, with {holds} in it. Put the file back, move the log away to start with none, {elsewhere}"
            ),
            Self::InUse(_, by) => {
                write!(f, "`{file}` is in use by {by}. End that first, {elsewhere}")
            }
            Self::System(_, error) => write!(
                f,
                "cannot keep {holds} in `{file}`: {error}. Look at its permissions and at the room on the disk, {elsewhere}"
            ),
        }
    }
}

impl Layout {
    /// A file that is to have this layout.
    pub fn at(&'static self, path: &Path) -> Place {
        Place { path: path.into(), layout: self }
    }

    /// Makes sure that there is a file of this version which is sound. Whoever calls has the lock.
    pub fn prepare(&'static self, path: &Path) -> Result<(), Refused> {
        let system = |error: io::Error| Refused::System(self.at(path), error.to_string());
        let log = beside(path, "-wal");
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => return Err(Refused::Foreign(self.at(path))),
            Ok(found) if found.len() == 0 => return Err(Refused::Empty(self.at(path))),
            Ok(_) => private(path).map_err(system)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
                    return Err(Refused::Headless(self.at(path)));
                }
                return self.create(path);
            }
            Err(error) => return Err(system(error)),
        }
        let mut file = self.open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let version = self.recognise(&file, path)?;
        self.sound(&file, path)?;
        self.migrate(&mut file, version)
            .map_err(|error| Refused::System(self.at(path), error.to_string()))
    }

    /// The version of a file of ours.
    pub fn recognise(&'static self, file: &Connection, path: &Path) -> Result<i64, Refused> {
        let damaged = |error: rusqlite::Error| self.refused(path, &error);
        let number = |name: &str| file.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
        let (owner, version): (i64, i64) =
            (number("application_id").map_err(damaged)?, number("user_version").map_err(damaged)?);
        match (owner, version) {
            (owner, version) if owner == self.owner => {
                if !(self.signed_from..=self.version).contains(&version) {
                    return Err(Refused::Newer(self.at(path), version));
                }
            }
            (0, version) if (0..self.signed_from).contains(&version) && self.signed_from > 1 => {}
            _ => return Err(Refused::Foreign(self.at(path))),
        }
        // Asking for all columns also tells whether they are there.
        for look in self.looks {
            let known = file.prepare(look);
            known.map_err(|error| match error.sqlite_error_code() {
                None | Some(rusqlite::ErrorCode::Unknown) => Refused::Foreign(self.at(path)),
                Some(_) => self.refused(path, &error),
            })?;
        }
        Ok(version)
    }

    /// Looks at every page: a server that goes on with a damaged file makes it worse.
    fn sound(&'static self, file: &Connection, path: &Path) -> Result<(), Refused> {
        let found = file.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
        match found {
            Ok(ok) if ok == "ok" => Ok(()),
            Ok(error) => Err(Refused::Damaged(self.at(path), error)),
            Err(error) => Err(self.refused(path, &error)),
        }
    }

    fn migrate(&self, file: &mut Connection, version: i64) -> rusqlite::Result<()> {
        let Some(steps) = usize::try_from(version).ok().and_then(|done| self.steps.get(done..))
        else {
            return Ok(());
        };
        if steps.is_empty() {
            return Ok(());
        }
        let all = file.transaction()?;
        for step in steps {
            all.execute_batch(step)?;
        }
        all.execute_batch(&self.stamp())?;
        all.commit()
    }

    fn stamp(&self) -> String {
        format!("PRAGMA application_id = {}; PRAGMA user_version = {};", self.owner, self.version)
    }

    /// Lays out a database that has nothing yet.
    pub fn lay_out(&self, file: &mut Connection) -> rusqlite::Result<()> {
        let all = file.transaction()?;
        all.execute_batch(self.schema)?;
        all.execute_batch(&self.stamp())?;
        all.commit()
    }

    /// Makes a new file under another name first: whatever happens, the file is whole or not there.
    fn create(&'static self, path: &Path) -> Result<(), Refused> {
        let new = beside(path, ".new");
        let system = |error: &dyn Display| Refused::System(self.at(path), error.to_string());
        for left_over in
            [&new, &beside(&new, "-wal"), &beside(&new, "-shm"), &beside(&new, "-journal")]
        {
            match fs::remove_file(left_over) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(system(&error));
                }
                _ => {}
            }
        }
        new_private_file(&new).map_err(|error| system(&error))?;
        let made = Connection::open(&new).and_then(|mut file| {
            self.lay_out(&mut file)?;
            file.pragma_update(None, "journal_mode", "WAL")?;
            file.close().map_err(|(_, error)| error)
        });
        made.map_err(|error| system(&error))?;
        put_in_place(&new, path).map_err(|error| system(&error))
    }

    /// Opens a file that is there; never makes one.
    pub fn open(&'static self, path: &Path, flags: OpenFlags) -> Result<Connection, Refused> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Connection::open_with_flags(path, flags).map_err(|error| self.refused(path, &error))
    }

    /// What an error of the database says about the file.
    pub fn refused(&'static self, path: &Path, error: &rusqlite::Error) -> Refused {
        use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
        match error.sqlite_error_code() {
            Some(DatabaseCorrupt | NotADatabase) => {
                Refused::Damaged(self.at(path), error.to_string())
            }
            _ => Refused::System(self.at(path), error.to_string()),
        }
    }
}

/// Gives a finished file its name, for good.
pub fn put_in_place(new: &Path, path: &Path) -> io::Result<()> {
    File::open(new)?.sync_all()?;
    fs::rename(new, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// An empty file that nobody else can read; refused if there is one.
pub fn new_private_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// The file holds the tokens of all seats: nobody else is to read it.
///
/// By its path, never by opening it: whoever closes a file gives up all locks that the process holds on it, those of
/// the database too, and then anybody who opens and closes the database throws away its log.
fn private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
            let open = |found: &fs::Metadata| found.permissions().mode() & 0o077 != 0;
            if fs::metadata(&file).is_ok_and(|found| open(&found)) {
                fs::set_permissions(&file, fs::Permissions::from_mode(0o600))?;
            }
        }
    }
    Ok(())
}

/// The file of that name with something added to it.
pub fn beside(path: &Path, added: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(added);
    name.into()
}
