//! What matters is whole on a screen of 80x24.

use super::{Played, open_game, screen, with_tetris};
use crate::play::keys::Wish;

/// What stands on the screen, with single spaces between words.
fn words(game: &Played) -> String {
    let text = screen(game, 80, 24);
    let lines: Vec<&str> = text.lines().map(|line| line.trim_matches('"')).collect();
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn hinted(game: &mut Played) -> String {
    game.wish(&Wish::Hint);
    game.hear();
    game.app.notice.clone().expect("a hint")
}

fn type_move(game: &mut Played, text: &str) -> String {
    game.wish(&Wish::Colon);
    text.chars().for_each(|c| game.wish(&Wish::Type(c)));
    game.wish(&Wish::Confirm);
    game.app.notice.clone().expect("a refusal")
}

#[test]
fn hints_are_whole_before_the_first_key_and_after_it() {
    for (name, rules, key) in [
        ("tetris", "tetrisvs", "left"),
        ("tetris", "guideline", "left"),
        ("tetris2048", "standard", "left"),
    ] {
        for seed in 1..6 {
            open_game(name, rules, seed, None, &[], |mut game| {
                let hint = hinted(&mut game);
                assert!(words(&game).contains(&hint), "{hint}\n{}", screen(&game, 80, 24));
                game.steer(key);
                let hint = hinted(&mut game);
                assert!(words(&game).contains(&hint), "{hint}\n{}", screen(&game, 80, 24));
            });
        }
    }
}

#[test]
fn refused_moves_keep_their_remedy() {
    with_tetris("tetrisvs", &[], |mut game| {
        let refusal = type_move(&mut game, "foo");
        assert!(refusal.len() > 80, "{refusal}");
        assert!(words(&game).contains(&refusal), "{refusal}\n{}", screen(&game, 80, 24));
    });
}

/// The rows of the board that are shown: each with its label and the text between its walls.
fn rows(text: &str) -> Vec<(&str, &str)> {
    let row = |line| {
        let mut parts = str::trim_start_matches(line, '"').split('|');
        let label = parts.next()?.trim();
        label.parse::<usize>().ok()?;
        Some((label, parts.next()?))
    };
    text.lines().filter_map(row).collect()
}

/// No row of the board holds numbers of columns, and none is missing above the floor.
fn check_board(text: &str, labels: &[String]) {
    let rows = rows(text);
    assert!(rows.len() >= 18, "{text}");
    assert!(rows.iter().all(|(_, cells)| !cells.contains(" 0 1 2 ")), "{text}");
    let shown: Vec<&str> = rows.iter().map(|(label, _)| *label).collect();
    assert_eq!(shown, labels[labels.len() - shown.len()..], "{text}");
}

#[test]
fn the_numbers_of_columns_take_no_row_of_the_board() {
    let boards = [
        ("tetris", "tetrisvs"),
        ("tetris", "guideline"),
        ("tetris", "essex"),
        ("tetris2048", "standard"),
    ];
    for (name, rules) in boards {
        open_game(name, rules, 3, None, &[], |mut game| {
            let labels = game.app.falling_picture().expect("a picture").row_labels;
            check_board(&screen(&game, 80, 24), &labels);
            game.steer("left");
            for _ in 0..5 {
                game.steer("drop");
                check_board(&screen(&game, 80, 24), &labels);
            }
            game.wish(&Wish::Review);
            let text = screen(&game, 80, 24);
            assert!(text.contains("c chance"), "{text}");
            check_board(&text, &labels);
        });
    }
}

#[test]
fn keys_that_the_rules_do_not_know_are_not_offered() {
    for (rules, holds) in [("tetrisvs", false), ("versus", false), ("guideline", true)] {
        with_tetris(rules, &[], |mut game| {
            let offered = game.app.key_lines().iter().any(|(_, does)| does.contains("put aside"));
            assert_eq!(offered, holds, "{rules}");
            game.wish(&Wish::Help);
            assert_eq!(screen(&game, 80, 24).contains("put aside"), holds, "{rules}");
            game.wish(&Wish::Cancel);
            game.steer("hold");
            assert_eq!(game.app.notice.is_none(), holds, "{rules}");
            assert_eq!(game.app.halted(), !holds, "a key without meaning starts nothing");
        });
    }
}
