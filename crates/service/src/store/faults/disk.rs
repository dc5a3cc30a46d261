//! `SQLite` itself in a process of its own, with full disks and locks, killed again and again.
//!
//! The process is this very test program, started once more. It says before each write what it tries, and after it
//! how that went; whoever reads that knows what must be there after a kill.

use super::faults;
use crate::store::database::{Database, Write};
use crate::store::rows::Line;
use crate::store::sqlite::{FILE, Sqlite};
use ludex_core::Seed;
use ludex_table::TableSettings;
use rusqlite::Connection;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

const TABLES: usize = 4;
/// A table with so many moves goes back to a few. After every write all moves are compared, so that long tables would take most of the time.
const MOST_MOVES: usize = 60;
/// Which folder the process is to write to, and its seed.
const FOLDER: &str = "LUDEX_TEST_DISK_FOLDER";
const SEED: &str = "LUDEX_TEST_DISK_SEED";
const SELF: &str = "store::faults::disk::a_process_that_is_killed";

/// Moves of each table.
type Moves = [Vec<String>; TABLES];

fn stored(disk: &Sqlite) -> Moves {
    std::array::from_fn(|at| match disk.read(&name(at)).unwrap() {
        Some(saved) => saved.moves.into_iter().map(|saved| saved.action).collect(),
        None => Vec::new(),
    })
}

fn name(at: usize) -> String {
    format!("table{at}")
}

/// One write: a table, and its moves afterwards.
struct Attempt {
    at: usize,
    moves: Vec<String>,
}

impl Attempt {
    fn one_more(known: &Moves, at: usize, action: String) -> Self {
        let mut moves = known[at].clone();
        moves.push(action);
        Self { at, moves }
    }

    /// As it is told: `AT N LAST`; one more move, or fewer.
    fn told(&self) -> String {
        let last = self.moves.last().map_or("-", String::as_str);
        format!("{} {} {last}", self.at, self.moves.len())
    }

    fn heard(text: &str, known: &Moves) -> Self {
        let mut words = text.split(' ');
        let mut number = || words.next().unwrap().parse::<usize>().unwrap();
        let (at, count) = (number(), number());
        let mut moves = known[at].clone();
        if count > moves.len() {
            moves.push(words.next().unwrap().to_owned());
        }
        moves.truncate(count);
        Self { at, moves }
    }

    fn writes(&self, known: &Moves) -> Vec<Write> {
        let (session, plies) = (name(self.at), self.moves.len());
        if plies < known[self.at].len() {
            return vec![Write::Undo { session, plies }, table(self.at)];
        }
        let action = self.moves[plies - 1].clone();
        let (waited, at) = (Duration::ZERO, 1);
        vec![Write::Move { session, ply: plies - 1, action, value: None, waited, at }]
    }
}

fn table(at: usize) -> Write {
    Write::Table(Box::new(Line {
        id: name(at),
        game: "tris".into(),
        rules: "standard".into(),
        size: "3x3".into(),
        seed: 1,
        position: None,
        owner: "o".into(),
        chairs: Vec::new(),
        manners: TableSettings::default(),
        plies: 0,
        scores: Vec::new(),
        over: false,
        waited_ms: 0,
        changed: 1,
    }))
}

/// What the process does to itself.
struct Saboteur {
    seed: Seed,
    drawn: u64,
    limit: Rlimit,
    log: std::path::PathBuf,
    other: Connection,
}

impl Saboteur {
    fn lot(&mut self, below: u64) -> u64 {
        self.drawn += 1;
        self.seed.derive(self.drawn).0 % below
    }

    /// No file may grow beyond this.
    fn room(&self, bytes: Option<u64>) {
        let current = bytes.or(self.limit.current);
        setrlimit(Resource::Fsize, Rlimit { current, ..self.limit }).unwrap();
    }

    /// Writes with a fault; says whether it was done.
    fn sabotage(&mut self, disk: &Sqlite, writes: Vec<Write>) -> bool {
        let log = std::fs::metadata(&self.log).map_or(0, |found| found.len());
        let (kind, more, less) = (self.lot(8), self.lot(14_000), self.lot(40_000));
        match kind {
            // The disk is full after so many bytes: in the middle of a page, or of a commit.
            0..=3 => self.room(Some(log + more)),
            4 => self.room(Some(less)),
            5 => self.other.execute_batch("BEGIN IMMEDIATE").unwrap(),
            _ => {}
        }
        let done = disk.commit(&[writes]).remove(0);
        if kind == 4 || kind == 6 {
            disk.settle_now();
        }
        if kind == 5 {
            self.other.execute_batch("ROLLBACK").unwrap();
        }
        self.room(None);
        done.is_ok()
    }
}

/// Not a test by itself: the process that the test below starts and kills.
#[test]
fn a_process_that_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    let seed = Seed(std::env::var(SEED).unwrap().parse().unwrap());
    let disk = Sqlite::open_patiently(folder, Duration::from_millis(1)).unwrap();
    if disk.read(&name(0)).unwrap().is_none() {
        let all = (0..TABLES).map(table).collect();
        disk.commit(&[all]).remove(0).unwrap();
    }
    let other = Connection::open(folder.join(FILE)).unwrap();
    let (limit, log) = (getrlimit(Resource::Fsize), folder.join(format!("{FILE}-wal")));
    let mut saboteur = Saboteur { seed, drawn: 0, limit, log, other };
    let mut known = stored(&disk);
    loop {
        let at = saboteur.lot(TABLES as u64) as usize;
        let mut moves = known[at].clone();
        if moves.len() >= MOST_MOVES {
            moves.truncate(saboteur.lot(MOST_MOVES as u64 / 2) as usize);
        } else if saboteur.lot(4) == 0 && !moves.is_empty() {
            moves.pop();
        } else {
            let more = "x".repeat(saboteur.lot(600) as usize);
            moves.push(format!("{}{more}", saboteur.drawn));
        }
        let attempt = Attempt { at, moves };
        println!("\ntry {}", attempt.told());
        let done = saboteur.sabotage(&disk, attempt.writes(&known));
        println!("{}", if done { "done" } else { "failed" });
        if done {
            known[at] = attempt.moves;
        }
        // As the process itself sees it, too.
        assert_eq!(stored(&disk), known, "after {}", saboteur.drawn);
    }
}

/// This very program with one of its tests alone, which finds its folder in the environment.
fn process(test: &str, folder: &Path) -> Command {
    // A full file would end the process with a signal, where a full disk is only an error.
    let mut command = Command::new("sh");
    command
        .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder);
    command
}

/// Starts the process, listens until it has said so much, and kills it. What is known afterwards, and what may be.
fn live(folder: &Path, seed: u64, mut lines: u64, known: &mut Moves) -> (u64, Option<Attempt>) {
    let mut child =
        process(SELF, folder).env(SEED, seed.to_string()).stdout(Stdio::piped()).spawn().unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let (mut failed, mut under_way) = (0, None);
    for line in out.lines() {
        let line = line.unwrap();
        match line.split_once(' ') {
            Some(("try", told)) => under_way = Some(Attempt::heard(told, known)),
            None if line == "done" => {
                let Attempt { at, moves } = under_way.take().unwrap();
                known[at] = moves;
            }
            None if line == "failed" => {
                failed += 1;
                under_way = None;
            }
            _ => assert!(!line.contains("panicked") && !line.contains("FAILED"), "{line}"),
        }
        // After that it may have gone on, but not said so.
        lines = lines.saturating_sub(1);
        if lines == 0 {
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    assert_eq!(lines, 0, "it has ended by itself");
    (failed, under_way)
}

#[test]
fn full_disks_locks_and_kills_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut known, mut failed) = (Moves::default(), 0);
    for round in 0.. {
        if failed >= faults(400) {
            break;
        }
        let lines = 150 + Seed(5).derive(round).0 % 100;
        let (more, under_way) = live(folder.path(), round, lines, &mut known);
        failed += more;
        let disk = Sqlite::open(folder.path()).unwrap();
        let found = stored(&disk);
        disk.close();
        for (at, moves) in found.into_iter().enumerate() {
            let may_be = under_way.as_ref().filter(|attempt| attempt.at == at);
            let expected = moves == known[at] || may_be.is_some_and(|a| a.moves == moves);
            assert!(expected, "table {at}: {moves:?} instead of {:?}", known[at]);
            known[at] = moves;
        }
        assert!(more > 0, "round {round}: nothing has failed");
    }
}

const TORN: &str = "store::faults::disk::a_process_whose_log_is_torn";

/// Not a test by itself: commits whose last page is cut off at every length, in a log that is written over an older one. Where the older page
/// ends as the new one does, the log looks whole after a crash.
#[test]
fn a_process_whose_log_is_torn() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let (folder, crashed) = (Path::new(&folder), tempfile::tempdir().unwrap());
    let disk = Sqlite::open(folder).unwrap();
    disk.commit(&[(0..TABLES).map(table).collect()]).remove(0).unwrap();
    let limit = getrlimit(Resource::Fsize);
    let (mut known, mut failed) = (stored(&disk), 0);
    for most in (32..30_000).step_by(170) {
        let whole = Attempt::one_more(&known, 0, format!("whole {most}"));
        disk.commit(&[whole.writes(&known)]).remove(0).unwrap();
        known[0] = whole.moves;
        // The log begins anew, over pages of the last commit.
        disk.settle_now();
        let attempt = Attempt::one_more(&known, 0, format!("torn {most}"));
        setrlimit(Resource::Fsize, Rlimit { current: Some(most), ..limit }).unwrap();
        let done = disk.commit(&[attempt.writes(&known)]).remove(0);
        setrlimit(Resource::Fsize, limit).unwrap();
        if done.is_ok() {
            known[0] = attempt.moves;
        }
        failed += u32::from(done.is_err());
        for name in [FILE.to_owned(), format!("{FILE}-wal")] {
            std::fs::copy(folder.join(&name), crashed.path().join(&name)).unwrap();
        }
        let found = Sqlite::open(crashed.path()).unwrap();
        assert_eq!(stored(&found), known, "cut off at {most}, {done:?}");
        found.close();
    }
    assert!(failed > 20, "{failed}");
}

#[test]
fn a_commit_that_failed_is_not_there_after_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let done = process(TORN, folder.path()).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}
