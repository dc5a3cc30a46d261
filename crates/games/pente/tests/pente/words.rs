//! What is said about moves, and that it is true.

use crate::game;
use ludex_core::{Budget, Notation, Room, Seat, Seed, Spec, room};
use ludex_pente::Pente;

fn words(rules: &str, picture: &str, agent: &str) -> String {
    let text = format!("pente {rules}\n{picture}");
    let table = room::<Pente>().load(&text, Seed(1)).unwrap_or_else(|e| panic!("{e}"));
    table.explain(&agent.parse::<Spec>().unwrap(), &Budget::unlimited()).unwrap().words
}

#[test]
fn wins_are_named() {
    let picture = ". . . . . . . . .\n".repeat(3)
        + ". . X X X . . . .\n"
        + ". . O O O . O . .\n"
        + &". . . . . . . . .\n".repeat(3)
        + "X . . . . . . . .\n";
    let said = words("pente 9x9", &picture, "hard");
    assert!(said.contains("It completes a row of four. It wins at once."), "{said}");
}

#[test]
fn the_row_that_has_won_is_drawn() {
    let game = game("pente", 9);
    let drawn = |row: &str| {
        let picture = ". . . . . . . . .\n".repeat(3)
            + row
            + ". . O O O . . . .\n"
            + &". . . . . . . . .\n".repeat(4);
        game.picture(&crate::read(&game, &picture), &[]).strokes
    };
    assert_eq!(drawn(". . X X X X . . .\n"), [[2, 3, 5, 3]]);
    assert!(drawn(". . X X X . . . .\n").is_empty());
}

#[test]
fn captures_and_dangers_are_named() {
    let picture = ". . . . . . . . .\n".repeat(3)
        + ". X O O . . . . .\n"
        + ". . . . . . . . .\n"
        + ". . . O X X . . .\n"
        + &". . . . . . . . .\n".repeat(3);
    let said = words("pente:row=5 9x9", &picture, "easy");
    assert!(said.contains("It captures C6-D6: 2 of 14 stones."), "{said}");
}

#[test]
fn threats_of_both_sides_are_listed() {
    let game = game("pente:row=5", 9);
    let picture = ". . . . . . . . .\n".repeat(3)
        + ". . X X X . . . .\n"
        + ". . . . . . . . .\n"
        + ". . . O X X . . .\n"
        + ". O O O O . . . .\n"
        + &". . . . . . . . .\n".repeat(2);
    let position = crate::read(&game, &picture);
    let of = |seat| game.threats(&position, Seat(seat)).unwrap();
    let told = |seat| of(seat).into_iter().map(|threat| threat.words).collect::<Vec<_>>();
    let said = told(1);
    assert_eq!(said[0], "F3 completes the row B3-F3 and wins");
    assert!(said.contains(&"A3 completes the row A3-E3 and wins".to_owned()), "{said:?}");
    assert!(said.contains(&"G4 captures E4-F4".to_owned()), "{said:?}");
    let said = told(0);
    assert!(said.contains(&"B6 makes an open four B6-E6".to_owned()), "{said:?}");
    let capture = of(1).into_iter().find(|threat| threat.words.starts_with("G4")).unwrap();
    assert_eq!((capture.at, capture.wins, capture.seat), ([6, 5], false, 1));
    assert_eq!(capture.cells, [[5, 5], [4, 5]]);
}

#[test]
fn the_engine_tells_a_win_by_force() {
    let picture = ". . . . . . . . .\n".repeat(2)
        + ". . . X . . . . .\n"
        + ". . . . . . . . .\n"
        + ". . X . X X . . .\n"
        + ". . . . . . . . .\n"
        + ". . . O . . . . .\n"
        + "O . . . . O . . .\n"
        + "O . . . . . . . .\n";
    let said = words("pente:row=5 9x9", &picture, "engine:level=4");
    assert!(said.contains("win"), "{said}");
}

#[test]
fn claims_are_true() {
    let mut claims = 0;
    for (rules, agent) in [
        ("pente", "easy"),
        ("pente", "engine:level=2"),
        ("keryo", "engine:level=2"),
        ("poof", "easy"),
        ("exact-five", "medium"),
        ("pente", "mcts:sims=60"),
        ("pente", "random"),
    ] {
        claims += ludex_core::conformance::check_words(&game(rules, 9), agent, 2, 4, Seed(5));
    }
    assert!(claims > 400, "only {claims} claims");
}

#[test]
fn advice_speaks_of_your_opponent() {
    let picture = ". . . . . . . . .\n".repeat(3)
        + ". X O O O . . . .\n"
        + ". . . . . . . . .\n"
        + ". . . X X . . . .\n"
        + &". . . . . . . . .\n".repeat(3);
    let text = format!("pente pente 9x9\n{picture}");
    let table = room::<Pente>().load(&text, Seed(1)).unwrap_or_else(|e| panic!("{e}"));
    let agent = "engine:level=3".parse::<Spec>().unwrap();
    let said = table.advise(&agent, &Budget::unlimited()).unwrap().words;
    assert!(said.contains("your opponent was about to complete"), "{said}");
    assert!(!said.contains("I "), "{said}");
}
