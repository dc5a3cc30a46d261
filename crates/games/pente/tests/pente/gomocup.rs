//! A manager as Piskvork is one: it starts two brains, passes their stones on, and judges by the rules.

use crate::game;
use ludex_core::{Game, Turn};
use ludex_pente::gomocup::Brain;
use ludex_pente::{Pente, Point};

/// The one line that a brain answers with.
fn ask(brain: &mut Brain, line: &str) -> String {
    let answer = brain.hear(line);
    assert_eq!(answer.lines.len(), 1, "{line}: {answer:?}");
    answer.lines[0].clone()
}

fn tell(brain: &mut Brain, line: &str) {
    assert!(brain.hear(line).lines.is_empty(), "{line}");
}

fn point(game: &Pente, text: &str) -> Point {
    let (x, y) = text.split_once(',').unwrap();
    let side = usize::from(game.settings().side);
    game.point_at(x.parse().unwrap(), side - 1 - y.parse::<usize>().unwrap()).unwrap()
}

fn brain(rules: &str, side: usize) -> Brain {
    let mut brain = Brain::default();
    tell(&mut brain, "INFO timeout_turn 20");
    tell(&mut brain, "INFO timeout_match 0");
    tell(&mut brain, &format!("INFO ludex_rules {rules}"));
    assert_eq!(ask(&mut brain, &format!("START {side}")), "OK");
    brain
}

/// Two brains play a whole game; half-way one of them is replaced by one that hears the board only.
fn manage(rules: &str, side: usize) {
    let game = game(rules, side);
    let mut brains = [brain(rules, side), brain(rules, side)];
    let (mut position, mut said) = (game.start(), Vec::<String>::new());
    while game.turn(&position) != Turn::Over {
        let mover = said.len() % 2;
        let stone = match said.len() {
            0 => ask(&mut brains[0], "BEGIN"),
            8 => {
                brains[mover] = brain(rules, side);
                tell(&mut brains[mover], "BOARD");
                for (i, stone) in said.iter().enumerate() {
                    let field = if i % 2 == mover { 1 } else { 2 };
                    tell(&mut brains[mover], &format!("{stone},{field}"));
                }
                ask(&mut brains[mover], "DONE")
            }
            n => ask(&mut brains[mover], &format!("TURN {}", said[n - 1])),
        };
        let stone_point = point(&game, &stone);
        game.check(&position, stone_point).unwrap();
        game.play(&mut position, stone_point);
        said.push(stone);
    }
    assert!(brains.iter_mut().all(|brain| brain.hear("END").end));
}

#[test]
fn two_brains_play_whole_games_under_a_manager() {
    manage("gomoku", 9);
    manage("pente", 7);
}

#[test]
fn wrong_lines_get_an_error_and_the_brain_goes_on() {
    let mut brain = Brain::default();
    let mut error = |line: &str, part: &str| {
        let said = ask(&mut brain, line);
        assert!(said.starts_with("ERROR ") && said.contains(part), "{line}: {said}");
    };
    error("BEGIN", "START");
    error("START 20", "20x20");
    error("START many", "many");
    error("RECTSTART 9,11", "9,11");
    error("INFO rule 1", "only 0");
    assert_eq!(ask(&mut brain, "DANCE"), "UNKNOWN DANCE is not known here");
    assert_eq!(ask(&mut brain, "START 9"), "OK");
    tell(&mut brain, "INFO timeout_turn 0");
    let mut error = |line: &str, part: &str| {
        let said = ask(&mut brain, line);
        assert!(said.starts_with("ERROR ") && said.contains(part), "{line}: {said}");
    };
    error("TURN 9,0", "from 0 to 8");
    error("TURN x", "from 0 to 8");
    error("TAKEBACK 1,1", "not the last stone");
    let reply = ask(&mut brain, "TURN 4,4");
    assert!(ask(&mut brain, "TURN 4,4").contains("a stone stands there"));
    assert_eq!(ask(&mut brain, &format!("TAKEBACK {reply}")), "OK");
    assert_eq!(ask(&mut brain, "TAKEBACK 4,4"), "OK");
    assert!(ask(&mut brain, "ABOUT").starts_with("name=\"Ludex\""));
}

/// Whatever is wrong with a board, it gets one answer, after `DONE`, and the game goes on as it stood.
#[test]
fn a_bad_board_gets_one_error_and_changes_nothing() {
    let mut brain = brain("gomoku", 9);
    let reply = ask(&mut brain, "TURN 4,4");
    let bad: [(&[&str], &str); 5] = [
        (&["4,4,2", "9,9,1"], "from 0 to 8"),
        (&["4,4,2", "3,3,7", "nonsense"], "3,3,7"),
        (&["4,4,2", "4,4,1"], "a stone stands there"),
        (&["4,4,2", "3,3,2", "5,5,2"], "0 own and 3 opposing"),
        (&["4,4,2", "TURN 3,3"], "TURN 3,3"),
    ];
    for (stones, part) in bad {
        tell(&mut brain, "BOARD");
        for stone in stones {
            tell(&mut brain, stone);
        }
        let said = ask(&mut brain, "DONE");
        assert!(said.starts_with("ERROR ") && said.contains(part), "{stones:?}: {said}");
    }
    assert_eq!(ask(&mut brain, &format!("TAKEBACK {reply}")), "OK");
    tell(&mut brain, "BOARD");
    tell(&mut brain, "");
    tell(&mut brain, "4,4,2");
    assert!(!ask(&mut brain, "DONE").starts_with("ERROR"));
}

/// A manager that breaks off in the middle of a board begins another game.
#[test]
fn a_start_gives_an_unfinished_board_up() {
    let mut brain = brain("gomoku", 9);
    tell(&mut brain, "BOARD");
    tell(&mut brain, "4,4,2");
    assert_eq!(ask(&mut brain, "RESTART"), "OK");
    assert!(!ask(&mut brain, "BEGIN").starts_with("ERROR"));
}
