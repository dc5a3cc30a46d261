//! What is said of placements, counted again from the board that they leave.

use super::game;
use crate::{Action, Position, Tetris2048};
use ludex_core::explain::Speaker;
use ludex_core::{Budget, Game, Room, Seed, Turn, conformance, playout};

#[test]
fn claims_are_true() {
    let mut claims = 0;
    for agent in ["greedy", "search", "expectimax:top=3,replies=2", "random"] {
        claims += conformance::check_words(&game(6, 10), agent, 4, 1, Seed(6));
    }
    assert!(claims > 300, "only {claims} claims");
}

/// A small number in a word.
fn written(number: i64) -> String {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(number as usize).map_or_else(|| number.to_string(), ToString::to_string)
}

/// Holes by looking up from each empty cell.
fn holes(game: &Tetris2048, position: &Position) -> i64 {
    let size = game.size();
    let full = |x: usize, y: usize| position.tiles.get(x, y) != 0;
    let covered = |x: usize, y: usize| !full(x, y) && (y + 1..size.height).any(|up| full(x, up));
    let cells = (0..size.width).flat_map(|x| (0..size.height).map(move |y| (x, y)));
    cells.filter(|&(x, y)| covered(x, y)).count() as i64
}

#[test]
fn remarks_are_what_happens() {
    let game = game(6, 12);
    let agent = game.agent(&"search".parse().expect("a spec"), Seed(1)).expect("an agent");
    let mut checked = 0;
    for seed in 0..60 {
        let (mut position, mut dice) = (game.start(), Seed(seed).rng());
        playout(&game, &mut position, &mut dice, &mut Vec::new(), 3 * seed as u32);
        while game.turn(&position) == Turn::Chance {
            let deal = game.sample(&position, &mut dice, &mut Vec::new()).expect("a piece");
            game.play(&mut position, deal);
        }
        if !matches!(game.turn(&position), Turn::Seat(_)) {
            continue;
        }
        let decision = agent.decide(&game, &position, &Budget::unlimited()).expect("a decision");
        let said = game.remarks(&position, &decision, Speaker::Agent).join(" ");
        let mut next = position;
        game.play(&mut next, decision.best().action);
        let more = holes(&game, &next) - holes(&game, &position);
        let told = match more {
            0 => "It opens no hole.".to_owned(),
            1 => "It leaves one more hole.".to_owned(),
            -1 => "There is one hole fewer.".to_owned(),
            more if more > 0 => format!("It leaves {} more holes.", written(more)),
            fewer => format!("There are {} holes fewer.", written(-fewer)),
        };
        assert!(said.contains(&told), "{told} is missing: {said}");
        let rows = next.lines - position.lines;
        assert_eq!(said.contains("It clears a row"), rows == 1, "{said}");
        assert_eq!(
            said.contains(&format!("It clears {} rows", written(rows.into()))),
            rows > 1,
            "{said}"
        );
        let over = game.turn(&next) == Turn::Over;
        assert_eq!(said.contains("cannot appear, and the game is over."), over, "{said}");
        assert!(!said.contains(" a 8"), "{said}");
        assert!(matches!(decision.best().action, Action::Place { .. }));
        checked += 1;
    }
    assert!(checked > 15, "only {checked} positions");
}

/// Wherever the square goes, it lies where the next one has to appear.
#[test]
fn the_end_of_the_game_is_told() {
    let rows = "16 32 16 .\n32 16 32 .\n16 32 16 .\n32 16 32 .\n";
    let text = format!("tetris2048 standard 4x6\ncurrent O2222\nnext O2222\nboard\n{rows}");
    let table = ludex_core::room::<Tetris2048>().load(&text, Seed(1)).expect("a position");
    for agent in ["greedy", "search", "random"] {
        let told = table.explain(&agent.parse().expect("a spec"), &Budget::unlimited());
        let told = told.expect("words");
        let mut next = ludex_core::room::<Tetris2048>().load(&text, Seed(1)).expect("a position");
        next.play(&told.decision.best().action).expect("a move");
        assert_eq!(next.turn(), Turn::Over, "{agent}");
        assert!(told.words.contains("and the game is over."), "{agent}: {}", told.words);
    }
}

#[test]
fn eights_have_their_article() {
    let text = "tetris2048 standard 6x8\ncurrent O4444\nnext O2222\nboard\n4 . . . . .\n";
    let table = ludex_core::room::<Tetris2048>().load(text, Seed(1)).expect("a position");
    let told = table.explain(&"greedy".parse().expect("a spec"), &Budget::unlimited());
    let words = told.expect("words").words;
    assert!(words.contains("an 8") && !words.contains(" a 8"), "{words}");
}

#[test]
fn a_wrong_move_is_told_how_moves_are_written() {
    let error = ludex_core::Notation::read_action(&game(6, 8), "foo").expect_err("no move");
    assert!(error.to_string().contains("T2242/1@3,0"), "{error}");
}
