//! Records of games.

use crate::game;
use ludex_core::{Game, Notation, Seed, playout};
use ludex_pente::records::FaultKind::{Illegal, Unfinished, Unreadable, WrongResult};
use ludex_pente::records::{self, Claim, FaultKind, Record};
use ludex_pente::{Pente, Point};

/// A random game.
fn random_moves(game: &Pente, seed: Seed) -> Vec<Point> {
    let (mut position, mut dice, mut buffer) = (game.start(), seed.rng(), Vec::new());
    let mut moves = Vec::new();
    while let Some(action) = game.sample(&position, &mut dice, &mut buffer) {
        game.play(&mut position, action);
        moves.push(action);
    }
    moves
}

fn collection(games: u64) -> String {
    let rules = [("pente", 19), ("keryo", 19), ("exact-five", 19), ("poof:captures=2", 13)];
    let write = |index: u64| {
        let (rules, side) = rules[index as usize % rules.len()];
        let game = game(rules, side);
        Record::new(&game, &random_moves(&game, Seed(5).derive(index))).unwrap().write()
    };
    (0..games).map(write).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_written_can_be_read() {
    for (rules, side) in [
        ("pente", 19),
        ("keryo", 19),
        ("exact-five", 19),
        ("poof:captures=2", 13),
        ("pente:tournament", 19),
    ] {
        let game = game(rules, side);
        let mut record = Record::new(&game, &random_moves(&game, Seed(7))).unwrap();
        record.tags.push(("Player 1 Name".into(), "a \"b\" \\ c".into()));
        let text = record.write();
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert_eq!(records::read(&text).unwrap(), [record]);
    }
}

#[test]
fn wild_records_are_read() {
    let text = "\u{feff}; collected by hand\r\n[Game \"Speed Pente\"]\r\n[Player 1 Name \"ann\"]\r\n\r\n\
        1. K10 {a\r\ncomment} L9! 2. G10 (2. K13 (2. N10) {)} L7) L7 $3\r\n\
        3.M8 3... K11?? 1-0\r\n\r\n\
        [Game \"Keryo-Pente\"]\r\n[Result \"0-1\"]\r\n1. k10 l9\r\n\
        [Board \"7x7\"] [Rules \"pente:captures=3\"]\n1. D4 *";
    let games = records::read(text).unwrap();
    assert_eq!(games.iter().map(|g| g.moves.len()).collect::<Vec<_>>(), [6, 2, 1]);
    let ends: Vec<Claim> = games.iter().map(|g| g.result).collect();
    assert_eq!(ends, [Claim::First, Claim::Second, Claim::Open]);
    assert_eq!(games[2].game.settings().captures, 3);
    assert_eq!(games[0].game.action_text(games[0].moves[5]), "K11");
}

#[test]
fn mistakes_are_told_with_line_and_column() {
    for (text, wanted) in [
        ("1. K10 I9", "line 1, column 8 `I9`: no move; there is no column I"),
        (
            "[Game \"Pente\"]\n\n1. K10 Z99",
            "line 3, column 8 `Z99`: no move; write a point from A1 to T19",
        ),
        ("[Game \"Pente]\n1. K10", "line 1, column 1 `[Game`: write a tag as"),
        ("[Game \"Go\"]\n1. K10", "line 1, column 1 `[Game`: unknown game `Go`"),
        ("[Board \"8x8\"]\n1. K10", "odd side"),
        ("[Rules \"pente:rows=5\"]\n1. K10", "unknown parameter `rows`"),
        ("[Result \"2-0\"]", "a result is 1-0"),
        ("1. K10 {oh", "line 1, column 8 `{oh`: this comment does not end"),
        ("1. K10 (2. K9", "this variation does not end"),
        ("[ \"x\"]", "without a name"),
    ] {
        let error = records::read(text).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn a_collection_is_checked_game_by_game() {
    let good = collection(8);
    let summary = records::check(&good);
    assert_eq!((summary.games, summary.faults.len()), (8, 0), "{:?}", summary.faults);
    let text = "[Result \"1-0\"]\n1. K10 L9 2. L9 1-0\n\
        [Result \"1-0\"]\n1. K10 L9 0-1\n\
        [Result \"1-0\"]\n1. K10 L9 1-0\n\
        [Game \"x\"]\n1. K10\n2. L9\n\
        1. K10 J10 2. K11 J11 3. K12 J12 4. K13 J13 5. K14 0-1\n\
        1. K10 J10 2. K11 J11 3. K12 J12 4. K13 J13 5. K14 1-0\n\
        1. K10 J10 2. K11 J11 3. K12 J12 4. K13 J13 5. K14 A1 1-0\n\
        1. A1 *";
    let summary = records::check(text);
    let found: Vec<(usize, FaultKind)> = summary.faults.iter().map(|f| (f.game, f.kind)).collect();
    // The unreadable game has no tag behind it where reading could go on.
    assert_eq!(found, [(1, Illegal), (2, WrongResult), (3, Unfinished), (4, Unreadable)]);
    let text = text.replace("[Game \"x\"]\n1. K10\n2. L9\n", "");
    let summary = records::check(&text);
    let found: Vec<(usize, FaultKind)> =
        summary.faults.iter().map(|f| (f.game, f.kind)).skip(3).collect();
    assert_eq!(found, [(4, WrongResult), (6, Illegal), (7, Illegal)]);
    let last = summary.faults[5].to_string();
    assert!(last.contains("the first stone goes on the centre"), "{last}");
}

#[test]
fn moves_that_are_not_legal_make_no_record() {
    let game = game("pente", 19);
    let mut position = game.start();
    assert!(playout(&game, &mut position, &mut Seed(1).rng(), &mut Vec::new(), 1000) > 9);
    assert!(Record::new(&game, &[game.centre(), game.centre()]).is_err());
}
