//! What is written can be read, and nonsense is refused with a reason.

use crate::game;
use ludex_core::{Game, Notation, Size, Spec};
use ludex_pente::Settings;

#[test]
fn points_have_letters_without_i() {
    let game = game("pente", 19);
    assert_eq!(game.action_text(game.centre()), "K10");
    for text in ["A1", "H8", "J9", "T19"] {
        assert_eq!(game.action_text(game.read_action(text).unwrap()), text);
    }
    assert_eq!(game.read_action("k10").unwrap(), game.centre());
}

#[test]
fn bad_points_are_refused_with_what_would_be_right() {
    let game = game("pente", 13);
    for text in [
        "",
        "A0",
        "A14",
        "O1",
        "Z99",
        "A",
        "7",
        "A01",
        "A+1",
        "A 1",
        "AA1",
        "A1 ",
        "\u{e9}1",
        "A999999999",
    ] {
        let error = game.read_action(text).unwrap_err().to_string();
        assert!(error.contains("A1 to N13"), "{error}");
    }
    let error = game.read_action("I5").unwrap_err().to_string();
    assert_eq!(error, "bad move `I5`: there is no column I; write a point from A1 to N13");
}

#[test]
fn illegal_moves_say_why() {
    let game = game("pente", 13);
    let mut position = game.start();
    game.play(&mut position, game.centre());
    let error = game.check(&position, game.centre()).unwrap_err().to_string();
    assert_eq!(error, "illegal move `G7`: a stone stands there");
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let game = game("pente:row=4", 5);
    let refusal = |text: &str| game.read_position(text).unwrap_err().to_string();
    let board = |rows: [&str; 5]| rows.join("\n");
    let e = ".....";
    assert!(refusal(&board(["XX...", e, e, e, e])).contains("2 X and 0 O"));
    assert!(refusal("X....\n.....").contains("2 rows, but the board is 5 high"));
    assert!(refusal(&board(["X...", e, e, e, e])).contains("4 points"));
    assert!(refusal(&board(["X?...", e, e, e, e])).contains("`?` is no mark"));
    assert!(refusal(&board(["XXXX.", "OOO.O", e, e, e])).contains("has won already"));
    let with = |line: &str| refusal(&format!("{}\n{line}", board(["X....", e, e, e, e])));
    assert!(with("captured 1").contains("is not known"));
    assert!(with("captured 1 x").contains("`x` is no number"));
    assert!(with("captured 0 0\ncaptured 0 0").contains("second time"));
    assert!(with("longest 9 0").contains("give 1 to 5"));
    assert!(with("longest 0 0").contains("give 1 to 5"));
    assert!(with("to move X").contains("`to move O`"));
    assert!(with("won X").contains("`to move O`"));
    assert!(with("to move Y").contains("use X or O"));
}

#[test]
fn captures_that_no_game_leads_to_are_refused_with_the_remedy() {
    let refusal = |rules: &str, rows: [&str; 5], captured: &str| {
        let game = game(rules, 5);
        let text = format!("{}\ncaptured {captured}", rows.join("\n"));
        game.read_position(&text).map(|_| ()).map_err(|e| e.to_string())
    };
    let e = ".....";
    let pair = ["X...X", "O...O", e, e, e];
    let refused = |rules: &str, rows: [&str; 5], captured: &str, remedy: &str| {
        let error = refusal(rules, rows, captured).unwrap_err();
        assert!(error.contains(remedy), "{rules} {captured}: {error}");
    };
    refused("pente", pair, "1 1", "X cannot have captured 1: stones are captured in pairs");
    refused("keryo", pair, "1 1", "give 0 or at least 2");
    refused("poof", pair, "1 1", "give 0 or at least 2");
    refused("gomoku", pair, "2 2", "nothing is captured in gomoku");
    refused("pente", pair, "10 10", "X had captured 10 and won before O placed the last stone");
    let e = ".........\n";
    let rows = format!("OO.OO.OO.\n{e}").repeat(3) + "OO...X.X.\n" + e + e + "captured 0 18";
    let error = game("pente:captures=1", 9).read_position(&rows).unwrap_err().to_string();
    assert!(error.contains("2 win, so give at most 17"), "{error}");
    for (rules, captured) in
        [("pente", "2 2"), ("pente", "8 8"), ("keryo", "3 3"), ("poof", "3 3"), ("gomoku", "0 0")]
    {
        assert_eq!(refusal(rules, pair, captured), Ok(()), "{rules} {captured}");
    }
}

#[test]
fn settings_round_trip_and_bad_ones_are_refused() {
    let read = |text: &str, side: usize| {
        Settings::read(&text.parse::<Spec>().unwrap(), Some(Size::new(side, side)))
    };
    for text in ["pente", "keryo", "exact-five:row=4", "poof:captures=3,tournament=true"] {
        assert_eq!(read(text, 15).unwrap().spec().to_string(), text);
    }
    let usual = |side| read("pente", side).map(|s| (s.captures, s.row)).unwrap();
    assert_eq!([7, 9, 13, 19].map(usual), [(5, 4), (7, 4), (10, 5), (5, 5)]);
    let refusal = |text: &str, side| read(text, side).unwrap_err().to_string();
    assert!(refusal("pente", 8).contains("odd side"));
    assert!(refusal("pente", 21).contains("5x5 to 19x19"));
    assert!(refusal("pente:row=6", 19).contains("3 to 5"));
    assert!(refusal("pente:captures=0", 19).contains("1 to 40"));
    assert!(refusal("pente:tournament", 5).contains("7x7 or larger"));
    assert!(refusal("go", 19).contains("unknown rule set"));
}
