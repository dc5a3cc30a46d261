//! Games that come quickly, and stand together.

use super::{count, match_of, numbers, table};
use ludex_core::Finished;
use ludex_records::{Book, Filter, Game, Recorder, Source, replay};
use ludex_table::Pairing;

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
    let other = super::played("2048", 1);
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
