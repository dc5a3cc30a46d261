//! Games in, games out; what is refused; processes that are killed.

use ludex_core::{AnyRoom, AnyTable, FaultKind, Finished, Moves, Run, Seed, Setup, Spec, Stop};
use ludex_records::file::Refused;
use ludex_records::{Book, Fault, Filter, Game, Recorder, Source, export, replay};
use ludex_table::Pairing;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

fn room(name: &str) -> Box<dyn AnyRoom> {
    let rooms = ludex_games::all().into_iter();
    rooms.into_iter().find(|room| room.info().name == name).expect("a room")
}

fn table(name: &str) -> Box<dyn AnyTable> {
    let room = room(name);
    let rules = Spec::named(room.info().rules[0].name);
    room.open(&Setup { rules, size: None, seed: Seed(1) }).expect("a table")
}

/// A game of random players.
fn played(name: &str, seed: u64) -> Game {
    let table = table(name);
    let pairing = Pairing::new(&[Spec::named("random")], table.info().seats, Seed(seed), 0);
    let finished = finished(table.as_ref(), &pairing);
    Game::played(table.as_ref(), Source::Run, &pairing, &finished)
}

fn finished(table: &dyn AnyTable, pairing: &Pairing) -> Finished {
    let stop = Stop::default();
    let run = Run { keep_moves: true, ..Run::new(&pairing.seats, pairing.seed, &stop) };
    table.run_game(&run).expect("a game")
}

/// Games of one match between these agents.
fn match_of(table: &dyn AnyTable, agents: &[&str], games: u64) -> Vec<(Pairing, Finished)> {
    let agents: Vec<Spec> = agents.iter().map(|agent| agent.parse().expect("an agent")).collect();
    let pairings =
        (0..games).map(|index| Pairing::new(&agents, table.info().seats, Seed(5), index));
    let play = |pairing: Pairing| (pairing.clone(), finished(table, &pairing));
    pairings.map(play).collect()
}

/// What a query counts in the file itself.
fn count(path: &Path, sql: &str) -> i64 {
    let file = rusqlite::Connection::open(path).expect("a file");
    file.query_row(sql, [], |row| row.get(0)).expect("a number")
}

fn numbers(book: &Book, filter: &Filter) -> Vec<i64> {
    book.list(filter).expect("a list").games.into_iter().map(|game| game.id).collect()
}

#[test]
fn games_come_back_as_they_went_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep/games.sqlite");
    let names = ["tris", "snake", "tetris", "2048", "tetris2048"];
    let games: Vec<Game> = (0..).zip(names).map(|(seed, name)| played(name, seed)).collect();
    Book::open(&path).expect("a file").add(&games).expect("games are added");
    let book = Book::look(&path).expect("the same file");
    assert_eq!(numbers(&book, &Filter::default()), [1, 2, 3, 4, 5]);
    for (id, game) in (1..).zip(&games) {
        assert_eq!(book.read(id).expect("readable").as_ref(), Some(game));
        replay::check(&ludex_games::all(), game).expect("it ends as stored");
    }
    assert_eq!(book.read(9).expect("readable"), None);
    let only =
        Filter { agent: Some("random".into()), game: Some("snake".into()), ..Filter::default() };
    assert_eq!(numbers(&book, &only), [2]);
    assert!(book.damage().expect("readable").is_empty());
}

/// A game whose end is not that of its moves is found.
#[test]
fn what_does_not_end_as_stored_is_found() {
    let game = played("2048", 3);
    let rooms = ludex_games::all();
    let wrong = |change: fn(&mut Game)| -> String {
        let mut wrong = game.clone();
        change(&mut wrong);
        replay::check(&rooms, &wrong).expect_err("it is found")
    };
    assert!(wrong(|game| game.result.scores[0] += 4.0).contains("is stored"));
    let fewer = |game: &mut Game| {
        game.moves = game.moves.iter().take(game.moves.len() - 1).collect::<Moves>();
    };
    assert!(wrong(fewer).contains("stored"));
    let astray = |game: &mut Game| {
        let moves = game.moves.iter().enumerate();
        game.moves = moves.map(|(ply, own)| if ply == 5 { "sideways" } else { own }).collect();
    };
    assert!(wrong(astray).contains("move 6"));
    wrong(|game| game.seed += 1);
    assert!(wrong(|game| game.result.over = false).contains("going on"));
}

/// A row that somebody has meddled with is named, and hides no other; a result that is not that of the moves is found.
#[test]
fn one_bad_row_hides_no_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let games: Vec<Game> = (0..4).map(|seed| played("tris", seed)).collect();
    Book::open(&path).expect("a file").add(&games).expect("added");
    let meddle = |sql: &str| {
        rusqlite::Connection::open(&path).expect("a file").execute_batch(sql).expect("done");
    };
    meddle("UPDATE games SET ending = 'garbage' WHERE id = 2");
    meddle("UPDATE games SET seats = '[' WHERE id = 4");
    meddle("UPDATE games SET result = '0-0' WHERE id = 3");
    let book = Book::look(&path).expect("the file");
    let list = book.list(&Filter::default()).expect("a list");
    let unreadable: Vec<i64> = list.unreadable.iter().map(|game| game.id).collect();
    assert_eq!(unreadable, [2, 4]);
    assert!(list.unreadable[0].fault.contains("its ending"), "{list:?}");
    let by_agent = Filter { agent: Some("random".into()), ..Filter::default() };
    assert_eq!(
        (numbers(&book, &Filter::default()), numbers(&book, &by_agent)),
        (vec![1, 3], vec![1, 3])
    );
    let checked = |at: usize| {
        let game = book.read(list.games[at].id).expect("readable").expect("a game");
        replay::check_listed(&ludex_games::all(), &list.games[at], &game)
    };
    assert_eq!(checked(0), Ok(()));
    assert!(checked(1).expect_err("it is found").contains("`0-0` is stored"));
    assert!(book.read(2).expect_err("unreadable").to_string().contains("game 2"));
}

/// Who has lost by a fault of its own stays known, with the reason.
#[test]
fn a_fault_keeps_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let mut game = played("tris", 1);
    let message = "it thought longer than 2 s".to_owned();
    let fault = Fault { seat: 1, kind: FaultKind::Late, message };
    game.result.fault = Some(fault.clone());
    Book::open(&path).expect("a file").add(std::slice::from_ref(&game)).expect("added");
    let kept = Book::look(&path).expect("the file").read(1).expect("readable").expect("a game");
    assert_eq!(kept.result.fault, Some(fault));
    let pgn = export::pgn(&kept, "Tris");
    let tag = "[Termination \"player 2 was late: it thought longer than 2 s\"]";
    assert!(pgn.contains(tag), "{pgn}");
}

/// A table whose last move was taken back ends a second time: that end counts.
#[test]
fn a_second_end_replaces_the_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut book = Book::open(&folder.path().join("games.sqlite")).expect("a file");
    let (first, second) = (played("tris", 1).named("a"), played("tris", 2).named("a"));
    book.add(&[first, played("tris", 3)]).expect("added");
    book.add(std::slice::from_ref(&second)).expect("added");
    assert_eq!(numbers(&book, &Filter::default()), [1, 2]);
    assert_eq!(book.read(1).expect("readable"), Some(second));
}

/// Games that come quickly stand in bundles, and are read as if each had a row: the reference is [`Game::played`].
#[test]
fn games_in_bundles_are_those_that_were_played() {
    for (name, agents) in [
        ("tris", &["random", "minimax:depth=1"][..]),
        ("tetris", &["random"]),
        ("2048", &["random"]),
        ("tetris2048", &["random"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let table = table(name);
        let all = match_of(table.as_ref(), agents, 60);
        let recorder = Recorder::open(&path).expect("a file");
        let keeper = recorder.keeper(table.as_ref(), Source::Run, "a match");
        for (number, (pairing, finished)) in (1..).zip(&all) {
            keeper.keep(pairing, finished, number);
        }
        assert_eq!(recorder.close().expect("written"), 60);
        assert!(count(&path, "SELECT count(*) FROM bundles") > 0, "{name}");
        let book = Book::look(&path).expect("the file");
        assert!(book.damage().expect("readable").is_empty());
        let list = book.list(&Filter::default()).expect("a list");
        assert_eq!((list.games.len(), list.unreadable.len()), (60, 0), "{name}");
        // Of games that are written together, those of one bundle come one after the other.
        let mut found_numbers: Vec<u64> =
            list.games.iter().filter_map(|game| game.number).collect();
        found_numbers.sort_unstable();
        assert!(found_numbers.into_iter().eq(1..=60), "{name}");
        assert!(numbers(&book, &Filter::default()).into_iter().eq(1..=60), "{name}");
        for summary in &list.games {
            let number = summary.number.expect("a number");
            let (pairing, finished) = &all[number as usize - 1];
            let mut wanted = Game::played(table.as_ref(), Source::Run, pairing, finished)
                .of_event("a match", number);
            let found = book.read(summary.id).expect("readable").expect("a game");
            wanted.ended = found.ended;
            assert_eq!(found, wanted, "{name}");
            replay::check_listed(&ludex_games::all(), summary, &found).expect("it ends as stored");
            assert_eq!((&summary.seats, summary.plies), (&wanted.seats, wanted.moves.len() as u64));
        }
        assert_eq!(book.read(0).expect("readable"), None);
        assert_eq!(book.read(61).expect("readable"), None);
    }
}

/// Filters mean the same for games with a row of their own and for those in bundles.
#[test]
fn games_in_bundles_are_chosen_like_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let [rows, bundles] = ["rows", "bundles"].map(|name| folder.path().join(name));
    let table = table("tris");
    let all = match_of(table.as_ref(), &["random", "minimax:depth=1"], 40);
    let mut book = Book::open(&rows).expect("a file");
    let played = |(number, (pairing, finished)): (u64, &(Pairing, Finished))| {
        Game::played(table.as_ref(), Source::Arena, pairing, finished).of_event("a match", number)
    };
    let other = self::played("2048", 1);
    book.add(&(1..).zip(&all).map(played).collect::<Vec<_>>()).expect("added");
    book.add(std::slice::from_ref(&other)).expect("added");
    let recorder = Recorder::open(&bundles).expect("a file");
    let keeper = recorder.keeper(table.as_ref(), Source::Arena, "a match");
    (1..).zip(&all).for_each(|(number, (pairing, end))| keeper.keep(pairing, end, number));
    recorder.close().expect("written");
    Book::open(&bundles).expect("a file").add(std::slice::from_ref(&other)).expect("added");
    assert!(count(&bundles, "SELECT count(*) FROM bundles") > 0);
    let [rows, bundles] = [rows, bundles].map(|path| Book::look(&path).expect("the file"));
    let some = |text: &str| Some(text.to_owned());
    let none = Filter::default();
    let filters = [
        none.clone(),
        Filter { limit: Some(7), ..none.clone() },
        Filter { game: some("tris"), limit: Some(3), ..none.clone() },
        Filter { game: some("pente"), ..none.clone() },
        Filter { result: some("1-0"), ..none.clone() },
        Filter { result: some("0-1"), limit: Some(2), ..none.clone() },
        Filter { agent: some("minimax"), ..none.clone() },
        Filter { agent: some("minimax:depth=1"), ..none.clone() },
        Filter { agent: some("mini"), ..none.clone() },
        Filter { source: Some(Source::Arena), ..none.clone() },
        Filter { source: Some(Source::Run), ..none.clone() },
        Filter { event: some("a match"), ..none.clone() },
        Filter { event: some("another"), ..none.clone() },
        Filter { since: Some(1), ..none.clone() },
        Filter { since: Some(u64::MAX >> 1), ..none.clone() },
        Filter { ids: vec![1, 17, 41, 99], ..none },
    ];
    for filter in filters {
        assert_eq!(numbers(&bundles, &filter), numbers(&rows, &filter), "{filter:?}");
    }
}

/// A bundle that somebody has meddled with hides no more than it must.
#[test]
fn a_bad_bundle_hides_no_other_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let table = table("tris");
    for round in 0..2 {
        let recorder = Recorder::open(&path).expect("a file");
        let keeper = recorder.keeper(table.as_ref(), Source::Run, &format!("match {round}"));
        let all = match_of(table.as_ref(), &["random"], 200);
        (1..).zip(&all).for_each(|(number, (pairing, end))| keeper.keep(pairing, end, number));
        recorder.close().expect("written");
    }
    // How many games are written together is a matter of time; that so many are not written one by one is not.
    let first = count(&path, "SELECT min(id) FROM bundles");
    let newest = count(&path, "SELECT max(id) FROM bundles");
    assert!(first < newest);
    let meddle = |sql: &str| {
        rusqlite::Connection::open(&path).expect("a file").execute_batch(sql).expect("done");
    };
    let looked = || Book::look(&path).expect("the file").list(&Filter::default()).expect("a list");
    let fault_of = |id: i64| {
        let read = Book::look(&path).expect("the file").read(id);
        read.expect_err("unreadable").to_string()
    };
    let cut = "substr(packed, 1, length(packed) - 3)";
    meddle(&format!("UPDATE bundles SET packed = {cut} WHERE id = {first}"));
    let list = looked();
    assert_eq!((list.games.len(), list.unreadable.len()), (399, 1));
    let gone = list.unreadable[0].id;
    let ends = count(&path, &format!("SELECT id + games - 1 FROM bundles WHERE id = {first}"));
    assert_eq!(gone, ends, "the last of its bundle");
    assert!(list.unreadable[0].fault.contains("cut short") && fault_of(gone).contains("cut short"));
    meddle(&format!("UPDATE bundles SET seatings = '[' WHERE id = {newest}"));
    let list = looked();
    assert!(list.unreadable.iter().any(|game| game.fault.contains("its seatings")), "{list:?}");
    meddle(&format!("UPDATE bundles SET seatings = '[]' WHERE id = {newest}"));
    assert!(fault_of(newest).contains("its result"));
    meddle(&format!("UPDATE bundles SET seatings = '[[\"a\"]]', words = '' WHERE id = {newest}"));
    assert!(fault_of(newest).contains("its moves"));
}

#[test]
fn several_may_write_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let path = &path;
            scope.spawn(move || {
                let recorder = Recorder::open(path).expect("a file");
                (0..25).for_each(|game| recorder.keep(played("tris", writer * 100 + game)));
                assert_eq!(recorder.close().expect("written"), 25);
            });
        }
    });
    let book = Book::look(&path).expect("the file");
    assert_eq!(numbers(&book, &Filter::default()).len(), 100);
}

/// It is refused by name and left as it is, by those who write and those who look.
fn refused(path: &Path) -> Refused {
    let before = fs::read(path).ok();
    let why = Book::open(path).err().expect("it is refused");
    assert_eq!(fs::read(path).ok(), before, "and left as it is");
    let words = why.to_string();
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(words.contains(&name) && words.contains("--records"), "{words}");
    why
}

/// Files of version 2 have no bundles. Files of version 1: all moves as text, an index by time, keys unique in the table itself.
#[test]
fn files_of_an_older_ludex_are_read_and_brought_up_to_date() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let games: Vec<Game> = (0..3).map(|seed| played("2048", seed)).collect();
    Book::open(&path).expect("a file").add(&games).expect("added");
    let meddle = |sql: &str| {
        rusqlite::Connection::open(&path).expect("a file").execute_batch(sql).expect("done");
    };
    meddle("DROP TABLE bundles; PRAGMA user_version = 2");
    let look = Book::look(&path).expect("whoever only looks leaves version 2 as it is");
    assert_eq!(look.read(2).expect("readable").as_ref(), Some(&games[1]));
    assert_eq!(
        (numbers(&look, &Filter::default()), look.read(9).expect("none")),
        (vec![1, 2, 3], None)
    );
    drop(look);
    meddle("DROP INDEX games_by_key; CREATE TABLE old AS SELECT * FROM games; DROP TABLE games");
    meddle(
        "CREATE TABLE games (id INTEGER PRIMARY KEY, source TEXT NOT NULL, ended INTEGER NOT NULL, version TEXT NOT NULL, \
         game TEXT NOT NULL, rules TEXT NOT NULL, size TEXT NOT NULL, seed TEXT NOT NULL, seats TEXT NOT NULL, position TEXT, \
         event TEXT, number INTEGER, result TEXT NOT NULL, ending TEXT NOT NULL, plies INTEGER NOT NULL, moves TEXT NOT NULL, \
         waits TEXT, decisions TEXT, key TEXT UNIQUE); \
         INSERT INTO games SELECT * FROM old; DROP TABLE old; CREATE INDEX games_by_end ON games (ended); \
         PRAGMA user_version = 1",
    );
    let file = rusqlite::Connection::open(&path).expect("a file");
    for (id, game) in (1..).zip(&games) {
        let moves = (game.moves.text(), id);
        file.execute("UPDATE games SET moves = ?1 WHERE id = ?2", moves).expect("text");
    }
    drop(file);
    let reads = |book: &Book| {
        for (id, game) in (1..).zip(&games) {
            assert_eq!(book.read(id).expect("readable").as_ref(), Some(game));
        }
    };
    reads(&Book::look(&path).expect("whoever only looks leaves it as it is"));
    let mut book = Book::open(&path).expect("it is brought up to date");
    let twice = played("2048", 9).named("twice");
    book.add(std::slice::from_ref(&twice)).expect("added");
    book.add(&[twice]).expect("replaced");
    assert_eq!(numbers(&book, &Filter::default()), [1, 2, 3, 4]);
    reads(&book);
    assert_eq!(count(&path, "PRAGMA user_version"), 3);
    assert_eq!(count(&path, "SELECT count(*) FROM bundles"), 0);
}

#[test]
fn newer_and_foreign_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let mut book = Book::open(&path).expect("a file");
    book.add(&[played("tris", 1)]).expect("added");
    drop(book);
    let meddle = |sql: &str| {
        rusqlite::Connection::open(&path).expect("a file").execute_batch(sql).expect("done");
    };
    meddle("PRAGMA user_version = 4");
    assert!(matches!(refused(&path), Refused::Newer(_, 4)));
    assert!(Book::look(&path).is_err());
    meddle("PRAGMA user_version = 3; PRAGMA application_id = 7");
    assert!(matches!(refused(&path), Refused::Foreign(_)));
    fs::write(&path, "").expect("written");
    assert!(matches!(refused(&path), Refused::Empty(_)));
}

#[test]
fn damaged_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let mut book = Book::open(&path).expect("a file");
    let games: Vec<Game> = (0..60).map(|seed| played("tetris2048", seed)).collect();
    book.add(&games).expect("added");
    drop(book);
    let whole = fs::read(&path).expect("a file");
    assert!(whole.len() > 60_000, "{}", whole.len());
    let mut wiped = whole.clone();
    wiped[20_480..28_672].fill(0xa5);
    for bytes in [&b"These are no games."[..], &whole[..whole.len() / 2], &wiped] {
        fs::write(&path, bytes).expect("written");
        assert!(matches!(refused(&path), Refused::Damaged(..)), "{} bytes", bytes.len());
    }
    fs::write(&path, &whole).expect("written");
    assert_eq!(numbers(&Book::look(&path).expect("sound"), &Filter::default()).len(), 60);
}

/// Where a process of its own writes games until it is killed.
const FILE: &str = "LUDEX_TEST_RECORDS";

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
        let mut child = Command::new(std::env::current_exe().expect("a program"))
            .args(["--exact", "a_process_that_is_killed", "--nocapture"])
            .env(FILE, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let said =
            |line: &std::io::Result<String>| line.as_ref().is_ok_and(|line| line.contains("kept "));
        kept += lines.by_ref().filter(said).take(1 + 17 * round).count();
        child.kill().expect("it is killed");
        // What it had still said before it died was kept, too.
        kept += lines.filter(said).count();
        child.wait().expect("it has ended");
        let book = Book::look(&path).expect("a file");
        assert!(book.damage().expect("readable").is_empty());
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
        let mut child = Command::new(std::env::current_exe().expect("a program"))
            .args(["--exact", "a_quick_process_that_is_killed", "--nocapture"])
            .env(FILE, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let said =
            |line: &std::io::Result<String>| line.as_ref().is_ok_and(|line| line.contains("kept "));
        let told = lines.by_ref().filter(said).take(1 + round % 2).count();
        child.kill().expect("it is killed");
        child.wait().expect("it has ended");
        let book = Book::look(&path).expect("a file");
        assert!(book.damage().expect("readable").is_empty());
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
