//! Servers and readers in processes of their own, so that they can be killed.
//!
//! The process is this very test program, started once more with the name of one of the tests below. Run as tests,
//! those do nothing.

use crate::common::Api;
use ludex_service::Options;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const SERVE: &str = "LUDEX_TEST_SERVE";
const READ: &str = "LUDEX_TEST_READ";

/// A process that says a line at a time.
struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn start(test: &str, variable: &str, value: &Path) -> Self {
        // A file that may not grow would end the process with a signal, where a full disk is only an error.
        let mut child = Command::new("sh")
            .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture", "--test-threads=1"])
            .env(variable, value)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, input, output: BufReader::new(output) }
    }

    /// What it says after this word; the test program says other things, too.
    fn hear(&mut self, word: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "it has ended");
            if let Some((_, rest)) = line.trim_end().split_once(word) {
                return rest.to_owned();
            }
        }
    }
}

impl Drop for Process {
    /// Killed at once, without a word.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server in a process of its own. Dropping it kills it.
pub(crate) struct Served {
    process: Process,
    pub(crate) api: Api,
    store: PathBuf,
}

impl Served {
    /// Keeps its games in a folder.
    pub(crate) fn start(folder: &Path) -> Self {
        let mut process = Process::start("child::a_server", SERVE, folder);
        let address = process.hear("it listens on ");
        Self { process, api: Api::at(&address), store: folder.join("games.sqlite") }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.child.id()
    }

    /// No file may grow by more than this from now on, until there is room again.
    pub(crate) fn room_on_disk(&self, room: Option<u64>) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let log = std::fs::metadata(self.store.with_extension("sqlite-wal")).unwrap().len();
        let current = room.map(|room| log + room);
        let pid = Pid::from_raw(self.pid().cast_signed());
        prlimit(pid, Resource::Fsize, Rlimit { current, maximum: None }).unwrap();
    }
}

/// Somebody who opens the live database of a server, reads, and closes it, as `sqlite3` would.
pub(crate) struct Reader(Process);

impl Reader {
    pub(crate) fn of(folder: &Path) -> Self {
        Self(Process::start("child::a_reader", READ, &folder.join("games.sqlite")))
    }

    /// Opens, counts the moves, closes.
    pub(crate) fn count(&mut self) -> u64 {
        writeln!(self.0.input, "count").unwrap();
        self.0.hear("moves: ").parse().unwrap()
    }

    /// Whether it could have the file for itself alone. Whoever can throws away the log when it closes the database:
    /// older programs at once, newer ones look twice.
    pub(crate) fn could_lock(&mut self) -> bool {
        writeln!(self.0.input, "lock").unwrap();
        self.0.hear("locked: ").parse().unwrap()
    }
}

#[test]
fn a_server() {
    let Some(folder) = std::env::var_os(SERVE) else { return };
    let data = Some(PathBuf::from(folder));
    let options = Options { port: 0, data, ..Options::new(ludex_games::all()) };
    ludex_service::serve(options, |address| {
        println!("it listens on {address}");
        Ok(())
    })
    .unwrap();
}

#[test]
fn a_reader() {
    let Some(path) = std::env::var_os(READ) else { return };
    for wish in std::io::stdin().lines() {
        if wish.unwrap() == "lock" {
            println!("locked: {}", locks(Path::new(&path)));
            continue;
        }
        let database = rusqlite::Connection::open(&path).unwrap();
        let count = "SELECT count(*) FROM moves";
        let moves: i64 = database.query_row(count, [], |row| row.get(0)).unwrap();
        database.close().unwrap();
        println!("moves: {moves}");
    }
}

/// Whether no other process has a lock of the file, as databases ask for it.
fn locks(path: &Path) -> bool {
    let file = std::fs::OpenOptions::new().read(true).write(true).open(path).unwrap();
    rustix::fs::fcntl_lock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive).is_ok()
}
