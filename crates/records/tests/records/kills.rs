//! Processes that are killed while they write games.
//!
//! The process is this very test program, started once more with the name of one of the tests below. Run as tests, those do
//! nothing.

use super::{match_of, played, table};
use ludex_records::{Book, Filter, Recorder, Source, replay};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// Where a process of its own writes games until it is killed.
const FILE: &str = "LUDEX_TEST_RECORDS";

/// What a process leaves behind that was killed.
struct Killed {
    /// How often it had said that something is kept before it was killed.
    told: usize,
    /// How often it had still said so before it died.
    told_still: usize,
    /// The file, which is sound.
    book: Book,
}

impl Killed {
    /// Runs this test in a process of its own, and kills that after it has said so many times that something is kept.
    fn after(times: usize, test: &str, path: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().expect("a program"))
            .args(["--exact", test, "--nocapture"])
            .env(FILE, path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let said =
            |line: &std::io::Result<String>| line.as_ref().is_ok_and(|line| line.contains("kept "));
        let told = lines.by_ref().filter(said).take(times).count();
        child.kill().expect("it is killed");
        let told_still = lines.filter(said).count();
        child.wait().expect("it has ended");
        let book = Book::look(path).expect("a file");
        assert!(book.damage().expect("readable").is_empty());
        Self { told, told_still, book }
    }
}

/// The process: says the number of each game once it is kept. As a test of its own it does nothing.
#[test]
fn a_process_that_is_killed() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let mut book = Book::open(Path::new(&path)).expect("a file");
    for number in 0.. {
        let game = played("tris", number).of_event("killed", number);
        book.add(&[game]).expect("added");
        println!("kept {number}");
    }
}

/// Killed again and again: each game that was said to be kept is there and whole, and the file is sound.
#[test]
fn kills_lose_nothing_that_was_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let mut kept = 0;
    for round in 0..12 {
        let killed = Killed::after(1 + 17 * round, "kills::a_process_that_is_killed", &path);
        // What it had still said before it died was kept, too.
        kept += killed.told + killed.told_still;
        let book = killed.book;
        let found = book.list(&Filter::default()).expect("a list").games;
        let more = found.len() - kept;
        assert!(more <= 1, "{} games, {kept} were kept", found.len());
        kept = found.len();
        let last = book.read(found[found.len() - 1].id).expect("readable").expect("a game");
        replay::check(&ludex_games::all(), &last).expect("it ends as stored");
    }
}

/// The same for games that come quickly. The process waits longer than the recorder does before it says what is kept.
#[test]
fn a_quick_process_that_is_killed() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let table = table("tris");
    let recorder = Recorder::open(Path::new(&path)).expect("a file");
    let keeper = recorder.keeper(table.as_ref(), Source::Run, "killed");
    let all = match_of(table.as_ref(), &["random"], 500);
    for round in 0.. {
        for (number, (pairing, finished)) in (1..).zip(&all) {
            keeper.keep(pairing, finished, round * 500 + number);
        }
        std::thread::sleep(std::time::Duration::from_millis(300));
        println!("kept {round}");
    }
}

#[test]
fn kills_lose_no_games_but_those_of_the_last_moment() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let mut kept = 0;
    for round in 0..5 {
        let test = "kills::a_quick_process_that_is_killed";
        let Killed { told, book, .. } = Killed::after(1 + round % 2, test, &path);
        let list = book.list(&Filter::default()).expect("a list");
        assert_eq!(list.unreadable, []);
        let found: Vec<u64> = list.games.iter().filter_map(|game| game.number).collect();
        kept += 500 * told;
        assert!(found.len() >= kept, "{} games, {kept} were kept", found.len());
        // Of each process there are all games up to some game: none is missing in between.
        let gaps = found.windows(2).filter(|two| two[1] != two[0] + 1 && two[1] != 1);
        assert_eq!(gaps.count(), 0);
        let newest = book.read(list.games[found.len() - 1].id).expect("readable").expect("a game");
        replay::check(&ludex_games::all(), &newest).expect("it ends as stored");
        kept = found.len();
    }
}
