//! The layout of the file: making a new one, bringing an older one up to date, refusing all others by name.
//!
//! A file that is refused is left exactly as it is.

use rusqlite::{Connection, OpenFlags};
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The layout that this program writes, as the file itself says.
pub(super) const VERSION: i64 = 2;

/// "Ludx": whose file it is, as the file itself says since version 2.
const OWNER: i64 = 0x4c75_6478;

const SCHEMA: &str = "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        changed INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        over INTEGER NOT NULL,
        line TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_change ON tables (changed);
    CREATE TABLE moves (
        id TEXT NOT NULL,
        ply INTEGER NOT NULL,
        action TEXT NOT NULL,
        value REAL,
        waited_ms INTEGER NOT NULL,
        PRIMARY KEY (id, ply)
    ) WITHOUT ROWID;
";

/// Version 0 counted time in seconds.
const TO_1: &str = "
    UPDATE tables SET changed = changed * 1000, line = json_set(line, '$.changed', changed * 1000);
";

/// In version 1 a table's own count of its moves lagged behind, and stayed so when the server was killed. Two agents
/// had other names.
const TO_2: &str = "
    UPDATE tables SET line = replace(replace(line, '\"seed-easy', '\"tetrisvs-easy'), '\"seed-hard',
        '\"tetrisvs-hard') WHERE line LIKE '%\"seed-%';
    UPDATE tables SET plies = (SELECT count(*) FROM moves WHERE moves.id = tables.id)
    WHERE plies < (SELECT count(*) FROM moves WHERE moves.id = tables.id);
";

/// Why a file is not opened: what it is, and the way out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It has no bytes.
    Empty(PathBuf),
    /// It is no database, or not a sound one.
    Damaged(PathBuf, String),
    /// Something of somebody else.
    Foreign(PathBuf),
    /// A later program wrote it.
    Newer(PathBuf, i64),
    /// An earlier program wrote it, and whoever looks may not change it.
    Older(PathBuf, i64),
    /// The file is gone, but not its log.
    Headless(PathBuf),
    /// Another process writes it.
    InUse(PathBuf, String),
    /// The system says no.
    System(PathBuf, String),
}

impl Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const ELSE: &str = "or name another folder with --data";
        match self {
            Self::Empty(path) => {
                let file = path.display();
                write!(
                    f,
                    "`{file}` is empty: it holds no games, and never was whole. Put a backup in its place, remove it to start with none, {ELSE}"
                )
            }
            Self::Damaged(path, error) => {
                let file = path.display();
                write!(
                    f,
                    "`{file}` is damaged: {error}. Put a backup in its place, move it away to start with none, {ELSE}"
                )
            }
            Self::Foreign(path) => {
                let file = path.display();
                write!(
                    f,
                    "`{file}` is no store of games, but somebody else's. Move it away to start with none, {ELSE}"
                )
            }
            Self::Newer(path, version) => {
                let file = path.display();
                write!(
                    f,
                    "`{file}` was written by a newer Ludex (layout {version}; this one knows {VERSION}). Use that Ludex, put an older backup in its place, {ELSE}"
                )
            }
            Self::Older(path, version) => {
                let file = path.display();
                write!(
                    f,
                    "`{file}` was written by an older Ludex (layout {version}; this one reads {VERSION}). Back it up with `ludex store backup`, then start `ludex serve` once: that brings it up to date"
                )
            }
            Self::Headless(path) => {
                let file = path.display();
                write!(
                    f,
                    "`{file}` is missing, but its log `{file}-wal` is there, with moves in it. Put the file back, move the log away to start with none, {ELSE}"
                )
            }
            Self::InUse(path, by) => {
                let file = path.display();
                write!(f, "`{file}` is in use by {by}. End that first, {ELSE}")
            }
            Self::System(path, error) => {
                let file = path.display();
                write!(
                    f,
                    "cannot keep games in `{file}`: {error}. Look at its permissions and at the room on the disk, {ELSE}"
                )
            }
        }
    }
}

/// Makes sure that there is a file of this version which is sound. Whoever calls has the lock.
pub(super) fn prepare(path: &Path) -> Result<(), Refused> {
    let system = |error: io::Error| Refused::System(path.into(), error.to_string());
    let log = beside(path, "-wal");
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(Refused::Foreign(path.into())),
        Ok(found) if found.len() == 0 => return Err(Refused::Empty(path.into())),
        Ok(_) => private(path).map_err(system)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
                return Err(Refused::Headless(path.into()));
            }
            return create(path);
        }
        Err(error) => return Err(system(error)),
    }
    let mut file = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let version = recognise(&file, path)?;
    sound(&file, path)?;
    migrate(&mut file, version).map_err(|error| Refused::System(path.into(), error.to_string()))
}

/// The version of a file of ours.
pub(super) fn recognise(file: &Connection, path: &Path) -> Result<i64, Refused> {
    let damaged = |error: rusqlite::Error| refused(path, &error);
    let number = |name: &str| file.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
    let (owner, version): (i64, i64) =
        (number("application_id").map_err(damaged)?, number("user_version").map_err(damaged)?);
    match (owner, version) {
        (OWNER, 2..=VERSION) => {}
        (OWNER, _) => return Err(Refused::Newer(path.into(), version)),
        (0, 0..=1) => {}
        _ => return Err(Refused::Foreign(path.into())),
    }
    // Asking for all columns also tells whether they are there.
    for look in [
        "SELECT id, changed, plies, over, line FROM tables LIMIT 0",
        "SELECT id, ply, action, value, waited_ms FROM moves LIMIT 0",
    ] {
        let known = file.prepare(look);
        known.map_err(|error| match error.sqlite_error_code() {
            None | Some(rusqlite::ErrorCode::Unknown) => Refused::Foreign(path.into()),
            Some(_) => refused(path, &error),
        })?;
    }
    Ok(version)
}

/// Looks at every page: a server that goes on with a damaged file makes it worse.
fn sound(file: &Connection, path: &Path) -> Result<(), Refused> {
    let found = file.query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0));
    match found {
        Ok(ok) if ok == "ok" => Ok(()),
        Ok(error) => Err(Refused::Damaged(path.into(), error)),
        Err(error) => Err(refused(path, &error)),
    }
}

fn migrate(file: &mut Connection, version: i64) -> rusqlite::Result<()> {
    let steps = [TO_1, TO_2];
    let Some(steps) = usize::try_from(version).ok().and_then(|done| steps.get(done..)) else {
        return Ok(());
    };
    if steps.is_empty() {
        return Ok(());
    }
    let all = file.transaction()?;
    for step in steps {
        all.execute_batch(step)?;
    }
    all.execute_batch(&stamp())?;
    all.commit()
}

fn stamp() -> String {
    format!("PRAGMA application_id = {OWNER}; PRAGMA user_version = {VERSION};")
}

/// Lays out a database that has nothing yet.
pub(super) fn lay_out(file: &mut Connection) -> rusqlite::Result<()> {
    let all = file.transaction()?;
    all.execute_batch(SCHEMA)?;
    all.execute_batch(&stamp())?;
    all.commit()
}

/// Makes a new file under another name first: whatever happens, the file is whole or not there.
fn create(path: &Path) -> Result<(), Refused> {
    let new = beside(path, ".new");
    let system = |error: &dyn Display| Refused::System(path.into(), error.to_string());
    for left_over in [&new, &beside(&new, "-wal"), &beside(&new, "-shm"), &beside(&new, "-journal")]
    {
        match fs::remove_file(left_over) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(system(&error)),
            _ => {}
        }
    }
    new_private_file(&new).map_err(|error| system(&error))?;
    let made = Connection::open(&new).and_then(|mut file| {
        lay_out(&mut file)?;
        file.pragma_update(None, "journal_mode", "WAL")?;
        file.close().map_err(|(_, error)| error)
    });
    made.map_err(|error| system(&error))?;
    put_in_place(&new, path).map_err(|error| system(&error))
}

/// Gives a finished file its name, for good.
pub(super) fn put_in_place(new: &Path, path: &Path) -> io::Result<()> {
    File::open(new)?.sync_all()?;
    fs::rename(new, path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

/// An empty file that nobody else can read; refused if there is one.
pub(super) fn new_private_file(path: &Path) -> io::Result<()> {
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
pub(super) fn beside(path: &Path, added: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(added);
    name.into()
}

/// Opens a file that is there; never makes one.
pub(super) fn open(path: &Path, flags: OpenFlags) -> Result<Connection, Refused> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags).map_err(|error| refused(path, &error))
}

/// What an error of the database says about the file.
pub(super) fn refused(path: &Path, error: &rusqlite::Error) -> Refused {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    match error.sqlite_error_code() {
        Some(DatabaseCorrupt | NotADatabase) => Refused::Damaged(path.into(), error.to_string()),
        _ => Refused::System(path.into(), error.to_string()),
    }
}
