//! The guideline's scoring on positions drawn by hand.

use crate::{Action, How, LastKey, Position, Tetris};
use ludex_core::{AnyTable, Finesse, Game, Notation, Room, Seed, Turn, conformance, room};

fn game(rules: &str) -> Tetris {
    Tetris::open(&rules.parse().expect("rules"), None).expect("a game")
}

/// The points of a placement in a position, and what is seen of it.
fn earns(position: &str, action: &str) -> (u32, Vec<String>) {
    earns_by("guideline", position, action)
}

fn earns_by(rules: &str, position: &str, action: &str) -> (u32, Vec<String>) {
    let game = game(rules);
    let mut here = game.read_position(position).expect("a position");
    let action = game.read_action(action).expect("an action");
    let mut legal = Vec::new();
    game.placements(&here, &mut legal);
    assert!(legal.contains(&action.bare()), "{action:?} is not among {legal:?}");
    let feats = game.feats(&here, action);
    let before = here.points[0];
    game.play(&mut here, action);
    (here.points[0] - before, feats)
}

fn after(position: &str, action: &str) -> Position {
    let game = game("guideline");
    let mut here = game.read_position(position).expect("a position");
    game.play(&mut here, game.read_action(action).expect("an action"));
    here
}

/// A slot for a T that points down, below an overhang; the row above is whole with it, too.
const DOUBLE: &str = "next T I O\nboard\n...X......\nXXX...XXXX\nXXXX.XXXXX\n";
/// The same without the overhang.
const OPEN: &str = "next T I O\nboard\nX.........\nXXX...XXXX\nXXXX.XXXXX\n";

#[test]
fn rows_earn_what_the_guideline_says() {
    let board =
        |rows: usize| format!("next I T O\nboard\nX.........\n{}", "XXXXXXXXX.\n".repeat(rows));
    let points = [100, 300, 500, 800];
    let words = ["Single", "Double", "Triple", "Tetris"];
    for rows in 1..=4 {
        let (earned, feats) = earns(&board(rows), "I2@37,9");
        assert_eq!((earned, feats), (points[rows - 1], vec![words[rows - 1].to_owned()]), "{rows}");
    }
}

#[test]
fn a_t_turned_below_an_overhang_is_a_spin() {
    let (points, feats) = earns(DOUBLE, "T3@38,4+turn");
    assert_eq!((points, feats), (1200, vec!["T-spin double".to_owned()]));
    let (points, feats) = earns(DOUBLE, "T3@38,4");
    assert_eq!(points, 1200, "nothing but a turn leads there, so nobody need say so");
    assert_eq!(feats, ["T-spin double"]);
}

#[test]
fn a_t_that_is_dropped_is_no_spin() {
    let (points, feats) = earns(OPEN, "T3@38,4+hard16");
    assert_eq!((points, feats), (300 + 32, vec!["Double".to_owned()]), "two corners only");
    // Upright at the wall three corners are full: by a turn a mini, else nothing.
    let wall = "next T I O\nboard\n........X.\n";
    assert_eq!(earns(wall, "T4@38,9"), (0, vec![]));
    assert_eq!(earns(wall, "T4@38,9+hard17"), (34, vec![]));
    assert_eq!(earns(wall, "T4@38,9+turn"), (100, vec!["Mini T-spin".to_owned()]));
}

#[test]
fn the_farthest_kick_makes_a_mini_whole() {
    let wall = "next T I O\nboard\n........X.\n";
    assert_eq!(earns(wall, "T4@38,9+farturn"), (400, vec!["T-spin".to_owned()]));
}

#[test]
fn minis_and_spins_are_told_apart_by_the_corners_at_the_stem() {
    // The stem points down into the slot: both corners beside it are full, one above.
    assert_eq!(earns(DOUBLE, "T3@38,4+turn").1, ["T-spin double"]);
    // Flat on the floor with its stem up, one corner at the stem is open.
    let mini = "next T I O\nboard\nX.........\n..........\n";
    assert_eq!(earns(mini, "T1@39,1+turn"), (100, vec!["Mini T-spin".to_owned()]));
    assert_eq!(earns(mini, "T1@39,1"), (0, vec![]), "it may have been pushed in");
}

#[test]
fn a_triple_by_the_far_kick_is_a_spin_also_where_nobody_says_so() {
    let slot = "next T I O\nboard\nXX........\nX.........\nX.XXXXXXXX\nX..XXXXXXX\nX.XXXXXXXX\n";
    let game = game("guideline");
    let here = game.read_position(slot).expect("a position");
    let mut legal = Vec::new();
    game.placements(&here, &mut legal);
    let triple = game.read_action("T2@38,1").expect("an action");
    assert!(legal.contains(&triple), "the far kick leads there");
    assert_eq!(earns(slot, "T2@38,1"), (1600, vec!["T-spin triple".to_owned()]));
}

#[test]
fn hard_clears_in_a_row_earn_half_as_much_again() {
    let four = format!("next I T O\nb2b 1\nboard\nX.........\n{}", "XXXXXXXXX.\n".repeat(4));
    assert_eq!(earns(&four, "I2@37,9"), (1200, vec!["Tetris".into(), "Back-to-back".into()]));
    assert!(after(&four, "I2@37,9").streak.hard);
    let one = "next I T O\nb2b 1\nboard\nX.........\nXXXXXX....\n";
    assert_eq!(earns(one, "I1@39,7").0, 100);
    assert!(!after(one, "I1@39,7").streak.hard, "an easy clear ends it");
    let none = "next I T O\nb2b 1\nboard\nX.........\n";
    assert!(after(none, "I1@39,7").streak.hard, "no clear does not");
    let spin = DOUBLE.replace("board", "b2b 1\nboard");
    assert_eq!(earns(&spin, "T3@38,4").0, 1800);
}

#[test]
fn clears_in_a_row_are_a_combo() {
    let one = |combo: u32| format!("next I T O\ncombo {combo}\nboard\nX.........\nXXXXXX....\n");
    assert_eq!(earns(&one(0), "I1@39,7").0, 100);
    assert_eq!(earns(&one(1), "I1@39,7"), (150, vec!["Single".into(), "Combo 1".into()]));
    assert_eq!(earns(&one(4), "I1@39,7").0, 300);
    assert_eq!(after(&one(4), "I1@39,7").streak.clears, 5);
    assert_eq!(after(&one(4), "I1@38,1").streak.clears, 0, "a placement without a clear ends it");
}

#[test]
fn an_empty_board_earns_more() {
    let last = "next I T O\nboard\nXXXXXX....\n";
    assert_eq!(earns(last, "I1@39,7"), (900, vec!["Single".into(), "Perfect clear".into()]));
    let four = format!("next I T O\nb2b 1\nboard\n{}", "XXXXXXXXX.\n".repeat(4));
    assert_eq!(earns(&four, "I2@37,9").0, 1200 + 3200);
}

#[test]
fn rows_raise_the_level_and_the_level_the_points() {
    let one = |lines: u32| format!("next I T O\nlines {lines}\nboard\nX.........\nXXXXXX....\n");
    assert_eq!(earns(&one(10), "I1@39,7").0, 200);
    assert_eq!(earns(&one(9), "I1@39,7"), (100, vec!["Single".into(), "Level 2".into()]));
    assert_eq!(earns_by("guideline:level=5", &one(10), "I1@39,7").0, 600);
    assert_eq!(earns_by("guideline:levels=0", &one(90), "I1@39,7").0, 100);
    assert_eq!(earns(&one(10), "I1@39,7+soft3+hard10").0, 200 + 3 + 20, "drops do not");
}

#[test]
fn a_goal_and_a_clock_end_the_game() {
    let sprint = game("guideline:goal=40");
    let board = "next I T O\nlines 39\nboard\nX.........\nXXXXXX....\n";
    let mut here = sprint.read_position(board).expect("a position");
    assert_ne!(sprint.turn(&here), Turn::Over);
    sprint.play(&mut here, sprint.read_action("I1@39,7").expect("an action"));
    assert_eq!(sprint.turn(&here), Turn::Over);
    let ultra = game("guideline:seconds=120");
    let mut here = ultra.read_position(board).expect("a position");
    ultra.pass_time(&mut here, 119_999);
    assert_ne!(ultra.turn(&here), Turn::Over);
    assert_eq!(ultra.time_left(&here).map(|left| left.as_millis()), Some(1));
    ultra.pass_time(&mut here, 1);
    assert_eq!(ultra.turn(&here), Turn::Over);
    for bad in
        ["guideline:goal=0", "guideline:seconds=9999", "guideline:level=0", "tetrisvs:goal=40"]
    {
        let rules = bad.parse().expect("a specification");
        assert!(room::<Tetris>().offer(&rules).is_none(), "{bad}");
    }
}

#[test]
fn other_rules_ask_nobody_how_a_piece_was_steered() {
    let game = game("tetrisvs");
    let here = game.read_position("next T O\nboard\n").expect("a position");
    let steered = game.read_action("T1@19,5+turn").expect("an action");
    assert!(game.check(&here, steered).is_err() && game.check(&here, steered.bare()).is_ok());
    assert!(game.feats(&here, steered.bare()).is_empty());
    assert!(game.read_position("next T O\ncombo 2\nboard\n").is_err());
}

#[test]
fn nobody_falls_deeper_than_the_board() {
    let game = game("guideline");
    let here = game.read_position("next T O I L J S\nboard\n").expect("a position");
    let how = How { last: LastKey::Turn, soft: 30, hard: 11, keys: 2 };
    let Action::Place { piece, hold, at, .. } = game.read_action("T1@39,4").expect("an action")
    else {
        panic!("a placement");
    };
    assert!(game.check(&here, Action::Place { piece, hold, at, how }).is_err());
    let how = How { hard: 10, ..how };
    assert!(game.check(&here, Action::Place { piece, hold, at, how }).is_ok());
}

#[test]
fn the_laws_hold_with_goals_clocks_and_levels() {
    for rules in ["guideline:goal=2", "guideline:seconds=60", "guideline:level=7,levels=1"] {
        conformance::check(&game(rules), 3, Seed(11));
    }
}

#[test]
fn the_fewest_keys_are_those_that_a_practised_hand_presses() {
    let game = game("guideline");
    let judge = |position: &str, action: &str| {
        let here = game.read_position(position).expect("a position");
        game.finesse(&here, game.read_action(action).expect("an action"))
    };
    let empty = "next T O I\nboard\n";
    let keys = |used, enough| Some(Finesse { used, enough });
    assert_eq!(judge(empty, "T1@39,1+keys3"), keys(3, 1), "held to the wall");
    assert_eq!(judge(empty, "T1@39,2+keys2"), keys(2, 2));
    assert_eq!(
        judge(empty, "T2@38,0+keys5"),
        keys(5, 2),
        "to the wall, then turned by a kick or before"
    );
    assert_eq!(judge(empty, "T1@39,4"), None, "nobody counted");
    assert_eq!(judge(DOUBLE, "T3@38,4+turn+keys4"), None, "not from above");
}

#[test]
fn a_record_with_steered_moves_plays_again() {
    let mut table: Box<dyn AnyTable> = room::<Tetris>()
        .load("tetris guideline 10x40\nnext T O I\nboard\n", Seed(4))
        .expect("a table");
    table.play("T1@39,4+soft2+hard15+keys1").expect("a legal move");
    assert_eq!(table.scores(), [32.0]);
    assert_eq!(table.moves()[0].1, "T1@39,4+soft2+hard15+keys1");
}
