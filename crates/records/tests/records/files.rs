//! Which files are read, which are brought up to date, and which are refused.

use super::{count, numbers, played};
use ludex_records::file::Refused;
use ludex_records::{Book, Filter, Game};
use std::fs;
use std::path::Path;

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
