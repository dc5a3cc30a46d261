//! Games in, games out; what is refused; processes that are killed.

mod bundles;
mod files;
mod kills;

use ludex_core::{AnyRoom, AnyTable, FaultKind, Finished, Moves, Run, Seed, Setup, Spec, Stop};
use ludex_records::{Book, Fault, Filter, Game, Recorder, Source, export, replay};
use ludex_table::Pairing;
use std::path::Path;

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
