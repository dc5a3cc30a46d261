use super::*;
use ludex_core::{Error, Ink, Room, Seed, Setup, Spec, room};
use proptest::prelude::*;

fn refused(text: &str) -> (usize, String) {
    match game(6, 6).read_position(text) {
        Err(Error::Position { line, reason }) => (line, reason),
        other => panic!("{text:?} gave {other:?}"),
    }
}

fn check_refused(text: &str, line: usize, words: &str) {
    let (at, reason) = refused(text);
    assert!(at == line && reason.contains(words), "{text:?}: line {at}: {reason}");
}

#[test]
fn broken_positions_are_refused_with_their_line() {
    check_refused("", 1, "`body ...` is missing");
    check_refused("body 3,3 2,3 1,3\nfood 5,5\nsteps 4\n", 3, "`hungry ...` is missing");
    check_refused("body 3,3 2,3 1,3\nhungry 4\n", 2, "`steps ...` is missing");
    check_refused("body 3,3 2,3\nsteps 0\nhungry 0\n", 1, "2 cells; give 3 or more");
    check_refused("body 3,3 2,3 7,3\nsteps 0\nhungry 0\n", 1, "from 1,1 to 6,6");
    check_refused("body 3,3 2,3 0,3\nsteps 0\nhungry 0\n", 1, "`0,3`");
    check_refused("body 3,3 2,3 2,5\nsteps 0\nhungry 0\n", 1, "torn: 2,3 and 2,5");
    check_refused("body 3,3 2,3 3,3\nsteps 0\nhungry 0\n", 1, "on 3,3 twice");
    check_refused("steps 0\nbody 3,3 2,3 1,3\nfood 2,3\nhungry 0\n", 3, "2,3 lies under the snake");
    check_refused("body 3,3 2,3 1,3\nfood 5,5 6,6\nsteps 0\nhungry 0\n", 2, "the rules say 1");
    check_refused("body 3,3 2,3 1,3\nsteps -1\nhungry 0\n", 2, "`-1`");
    check_refused("body 3,3 2,3 1,3\nsteps 99999999999\nhungry 0\n", 2, "whole number");
    check_refused("body 3,3 2,3 1,3\nsteps 3\nhungry 4\n", 3, "only 3 were taken");
    check_refused("body 3,3 2,3 1,3\nsteps 3\nsteps 4\n", 3, "already stands on line 2");
    check_refused("body 3,3 2,3 1,3\nsteps 3\nhungry 3\nover wall\n", 4, "cannot have ended");
    check_refused("body 3,3 2,3 1,3\nsteps 3\nhungry 3\nover now\n", 4, "unknown end `now`");
    check_refused("body 3,3 2,3 1,3\nsteps 144\nhungry 144\n", 3, "it is over");
    check_refused("boddy 3,3 2,3 1,3\n", 1, "did you mean `body`");
    check_refused("\u{0}\u{1}\u{fffd}", 1, "unknown line");
}

#[test]
fn a_file_of_another_size_is_refused_with_its_line() {
    let text = "snake standard 4x4\nbody 6,3 5,3 4,3\nsteps 0\nhungry 0\n";
    let error = room::<Snake>().load(text, Seed(1)).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string().split(':').next(), Some("bad position, line 2"));
}

#[test]
fn rules_and_sizes_out_of_range_are_refused() {
    let open = |rules: &str, size: &str| {
        let setup = Setup { rules: rules.parse()?, size: Some(size.parse()?), seed: Seed(1) };
        room::<Snake>().open(&setup).map(|_| ())
    };
    assert!(open("standard:foods=8,patience=5", "64x4").is_ok());
    for (rules, size) in [
        ("standard:foods=9", "9x9"),
        ("standard:foods=0", "9x9"),
        ("standard:patience=0", "9x9"),
        ("standard:speed=1", "9x9"),
        ("classic", "9x9"),
        ("standard", "3x9"),
        ("standard", "65x9"),
    ] {
        assert!(open(rules, size).is_err(), "{rules} {size}");
    }
}

#[test]
fn rules_survive_being_written() {
    for text in ["standard", "standard:foods=2", "standard:foods=3,patience=50"] {
        let spec: Spec = text.parse().expect("a spec");
        let game = Snake::open(&spec, None).expect("rules");
        assert_eq!(game.rules().to_string(), text);
    }
}

#[test]
fn actions_are_read_or_refused() {
    let game = game(6, 6);
    assert_eq!(game.read_action("up").ok(), Some(Action::Go(Direction::Up)));
    assert_eq!(game.read_action("food:1,2").ok(), Some(Action::Food(6)));
    let say = |text: &str| game.read_action(text).unwrap_err().to_string();
    assert_eq!(say("rigth"), "unknown move `rigth`; did you mean `right`?");
    assert_eq!(say("food:9,9"), "bad cell `9,9`: write COLUMN,ROW from 1,1 to 6,6");
}

#[test]
fn the_picture_shows_snake_food_and_plan() {
    let game = game(5, 4);
    let position = read(&game, "body 3,2 2,2 1,2\nfood 5,4\nsteps 0\nhungry 0\n");
    let plan = [Direction::Right, Direction::Down].map(Action::Go);
    let picture = game.picture(&position, &plan);
    assert_eq!(picture.at(2, 1).ink, Ink::First);
    assert_eq!(picture.at(4, 3).ink, Ink::Goal);
    assert_eq!(picture.at(3, 2).ink, Ink::Ghost);
    let expected = "   1 2 3 4 5\n 1 . . . . .\n 2 ~ o > + .\n 3 . . . + .\n 4 . . . . *\n\
                    length: 3\nsteps: 0\n";
    assert_eq!(picture.to_string(), expected);
}

#[test]
fn keys_and_the_beat() {
    let game = game(6, 6);
    let position = read(&game, "body 3,3 2,3 1,3\nfood 6,6\nsteps 0\nhungry 0\n");
    assert_eq!(game.arrow(&position, "down"), Some(Action::Go(Direction::Down)));
    assert_eq!(game.arrow(&position, "tab"), None);
    let (time, action) = game.beat(&position).expect("a game that does not wait");
    assert_eq!((time.as_millis(), action), (140, Action::Go(Direction::Right)));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "(body|food|steps|hungry|over)?[ 0-9,a-z\\n\u{0}-\u{ff}]{0,60}") {
        let _ = game(6, 6).read_position(&text);
        let _ = game(6, 6).read_action(&text);
    }
}
