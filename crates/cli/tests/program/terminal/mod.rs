//! The terminal UI in a pseudo-terminal: what a person types and what the screen then shows.

mod modes;
mod pictures;
mod pty;

use pty::{DOWN, ENTER, LEFT, RIGHT, Terminal};
use std::thread;
use std::time::{Duration, Instant};

fn moves_played(text: &str, count: usize) -> bool {
    text.contains(&format!("moves: {count}"))
}

#[test]
fn a_game_is_played_with_hint_undo_reasons_and_help() {
    let mut terminal = Terminal::start("play tris --seed 1", (24, 80));
    terminal.until("the start", |text| text.contains("Your move") && moves_played(text, 0));
    terminal.press(ENTER);
    terminal.until("the answer", |text| text.contains("Your move") && moves_played(text, 2));
    terminal.press_for("h", "Hint: ");
    terminal.press("u");
    terminal.until("the undone move", |text| moves_played(text, 0) && text.contains("Took back"));
    terminal.press(&[DOWN, LEFT, ENTER].concat());
    terminal.until("the answer", |text| text.contains("Your move") && moves_played(text, 2));
    terminal.press_for("w", "minimax played");
    terminal.until_shown("value");
    terminal.press_for("jj", "What minimax expects after");
    terminal.press_for("n", "Why not");
    terminal.press("\x1b");
    terminal.until_shown("Your move");
    terminal.press_for("?", "Keys; any key closes");
    terminal.press("x");
    terminal.until("the game without help", |text| !text.contains("any key closes"));
    terminal.press("qy");
    terminal.ends_well();
}

#[test]
fn moves_can_be_typed_and_wrong_ones_are_refused() {
    let mut terminal = Terminal::start("play tris --seat human --seat random", (24, 80));
    terminal.until_shown("Your move");
    terminal.press_for(":z9", ":z9_");
    terminal.press_for(ENTER, "z9`");
    terminal.press(":b2\r");
    terminal.until("two moves", |text| moves_played(text, 2));
    terminal.press_for(":b2\r", "illegal move `b2`");
    terminal.press("qy");
    terminal.ends_well();
}

#[test]
fn agents_play_each_other_to_the_end() {
    let words = "play tris --seat minimax --seat minimax --seed 3";
    let mut terminal = Terminal::start(words, (24, 80));
    terminal.press("++++++");
    terminal.until_shown("A draw.");
    terminal.press_for("r", "A new game.");
    terminal.press("qy");
    terminal.ends_well();
}

#[test]
fn the_menu_leads_to_a_game_and_back() {
    let mut terminal = Terminal::start("play", (24, 80));
    terminal.until_shown("Enter play");
    terminal.press_for("s", "seat 2: human");
    terminal.press_for("s", "mode: Vs Player");
    terminal.press_for("s", "mode: AI vs AI");
    terminal.press_for(&["s", RIGHT].concat(), "agent: random");
    terminal.press_for(ENTER, "seat 2: random");
    terminal.until_shown("Your move");
    terminal.press_for("q", "Enter play");
    terminal.press("qy");
    terminal.ends_well();
}

#[test]
fn records_are_written_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.txt");
    let words = format!("play tris --seat human --seat minimax --record {}", record.display());
    let mut terminal = Terminal::start_in(&words, (24, 80), folder.path());
    terminal.until_shown("Your move");
    terminal.press(ENTER);
    terminal.until("the answer", |text| text.contains("Your move") && moves_played(text, 2));
    terminal.press_for("s", "Saved to ");
    terminal.press("qy");
    assert!(terminal.ends_well().contains("The record is in"));
    let text = std::fs::read_to_string(&record).unwrap();
    assert!(text.starts_with("ludex record\ngame tris\n"), "{text}");
    let position = std::fs::read_to_string(folder.path().join("tris-1.txt")).unwrap();
    assert!(position.starts_with("tris standard 3x3\n"), "{position}");

    let mut terminal = Terminal::start(&format!("play --replay {}", record.display()), (24, 80));
    terminal.until_shown("Move 0 of 2.");
    terminal.press_for(RIGHT, "Move 1 of 2.");
    terminal.press_for(RIGHT, "Move 2 of 2.");
    terminal.press_for(LEFT, "Move 1 of 2.");
    terminal.press("q");
    terminal.ends_well();
}

/// A record is gone through with reasons and a judgement; from any place one can play on.
#[test]
fn a_replay_judges_and_explains_every_move() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.txt");
    let moves = "seat human\nseat human\nmoves\na1\nb2\na2\nc3\na3\n";
    let head = "ludex record\ngame tris\nrules standard\nsize 3x3\nseed 1\n";
    std::fs::write(&record, format!("{head}{moves}")).unwrap();
    let mut terminal = Terminal::start(&format!("play --replay {}", record.display()), (24, 80));
    terminal.until_shown("All judged.");
    terminal.until_shown("% accurate; gave away");
    terminal.press_for("n", "Move 4 of 5.");
    terminal.until_shown("Blunder: gave away");
    terminal.until_shown("Better");
    terminal.until_shown("minimax would play the corner a3");
    terminal.until_shown("Why not the corner c3?");
    terminal.press_for("n", "No further mistake.");
    terminal.click_on("1 a1");
    terminal.until_shown("Move 1 of 5.");
    terminal.press_for("?", "Keys; any key closes");
    terminal.press("x");
    terminal.press_for("t", "Your move, seat 2.");
    terminal.until("one move", |text| moves_played(text, 1));
    terminal.press_for("qy", "Move 1 of 5.");
    terminal.press("q");
    terminal.ends_well();
}

/// The game that was just played is gone through in place, and can be taken up again anywhere.
#[test]
fn a_game_is_reviewed_where_it_was_played() {
    let words = "play tetris --rules simplified --seat random --seed 1 --time-scale 50";
    let mut terminal = Terminal::start(words, (24, 80));
    terminal.press("++++++");
    terminal.until_shown("Game over");
    terminal.press_for("v", "Judged ");
    terminal.until_shown("chance ");
    terminal.until_shown("value");
    terminal.press_for("\x1b[H", "Move 0 of");
    terminal.press_for(RIGHT, "Move 1 of");
    terminal.press_for("t", "Back after move 1.");
    terminal.press("q");
    terminal.ends_well();
}

#[test]
fn a_running_game_is_not_left_by_a_slip_of_the_finger() {
    let mut terminal = Terminal::start("play tris --seed 1", (24, 80));
    terminal.until_shown("Your move");
    terminal.press(ENTER);
    terminal.until("the answer", |text| text.contains("Your move") && moves_played(text, 2));
    terminal.press_for("q", "The game is not over: y leaves");
    terminal.press_for("x", "Your move");
    terminal.press_for("r", "y starts a new one");
    terminal.press_for("y", "A new game.");
    terminal.until("the start", |text| moves_played(text, 0));
    terminal.press("q");
    terminal.ends_well();
}

#[test]
fn the_mouse_plays_chooses_and_scrolls() {
    let mut terminal = Terminal::start("play", (24, 80));
    terminal.until_shown("Enter play");
    terminal.click_on("Snake");
    terminal.until_shown("agent: survivor");
    terminal.click_on("Tris");
    terminal.until_shown("agent: minimax");
    terminal.click_on("Tris");
    terminal.until_shown("Your move");
    terminal.click_on("[.]");
    terminal.until("the answer", |text| text.contains("Your move") && moves_played(text, 2));
    terminal.press_for("w", "minimax played");
    terminal.resize((12, 80));
    terminal.until_shown("PgDn");
    terminal.press_for("\x1b[<65;60;5M", "PgUp");
    terminal.press("\x1b[5~\x1b[5~");
    terminal.until("the top of the panel", |text| !text.contains("PgUp"));
    terminal.resize((24, 80));
    terminal.click_on("-1.02");
    terminal.until_shown("What minimax expects after");
    terminal.press("qyq");
    terminal.ends_well();
}

#[test]
fn the_menu_has_boards_and_help() {
    let mut terminal = Terminal::start("play", (24, 80));
    terminal.press_for("?", "a larger board, a smaller one");
    terminal.press_for("x", "rules: standard, board 3x3");
    terminal.press("+");
    terminal.until("a larger board", |text| !text.contains("board 3x3"));
    terminal.press_for("-", "board 3x3");
    terminal.press_for("-", "No board is larger or smaller");
    terminal.press("+");
    terminal.press_for(ENTER, "Your move");
    assert!(!terminal.text().contains("standard 3x3"), "{}", terminal.text());
    terminal.press("qq");
    terminal.ends_well();
}

#[test]
fn sizes_may_change_and_be_tiny() {
    let mut terminal = Terminal::start("play tris --size 5x5", (24, 80));
    terminal.until_shown("Your move");
    terminal.press_for("w", "value");
    for size in [(5, 20), (1, 1), (50, 160), (24, 80)] {
        terminal.resize(size);
        thread::sleep(Duration::from_millis(150));
    }
    terminal.until_shown("value");
    terminal.press("\x03");
    terminal.ends_well();
}

/// A person closes the window: the program ends and keeps the record.
#[test]
fn a_closed_window_ends_the_game_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("game.txt");
    let words = format!("play tris --seat human --seat minimax --record {}", record.display());
    let mut terminal = Terminal::start(&words, (24, 80));
    terminal.until_shown("Your move");
    terminal.press(ENTER);
    terminal.until("the answer", |text| text.contains("Your move") && moves_played(text, 2));
    assert!(terminal.hang_up(), "it plays on without a screen");
    assert!(std::fs::read_to_string(&record).unwrap().starts_with("ludex record\n"));
}

/// Snake's usual board with both edges, and reasons beside it, on a small screen.
#[test]
fn the_whole_of_snake_fits_a_small_screen() {
    let mut terminal = Terminal::start("play snake --seed 3", (24, 80));
    terminal.until_shown("Press an arrow key");
    let whole = |text: &str| text.lines().filter(|line| line.matches(" .").count() >= 18).count();
    assert!(whole(&terminal.text()) >= 19, "{}", terminal.text());
    terminal.press_for("w", "survivor would play");
    assert!(whole(&terminal.text()) >= 19, "{}", terminal.text());
    terminal.press("qy");
    terminal.ends_well();
}

/// A board larger than the screen follows the snake's head.
#[test]
fn a_large_board_follows_the_snake() {
    let words = "play snake --size 60x60 --seat survivor --seed 1";
    let mut terminal = Terminal::start(words, (24, 80));
    terminal.until_shown("length: 3");
    terminal.press("++++++");
    let deadline = Instant::now() + Duration::from_secs(5);
    while Instant::now() < deadline && !terminal.text().contains("length: 5") {
        let head = ["^", "<", "v", ">"].iter().any(|head| terminal.text().contains(head));
        assert!(head, "{}", terminal.text());
        thread::sleep(Duration::from_millis(50));
    }
    terminal.press("qy");
    terminal.ends_well();
}

/// A single game lasts for hours: what moves is the number of decisions.
#[test]
fn progress_moves_while_a_long_game_is_played() {
    let words = "run tetris --rules simplified --agent dt20 --games 50 --seed 1 --jobs 1";
    let mut terminal = Terminal::start(words, (24, 80));
    terminal.until_shown(" decisions");
    assert!(terminal.text().contains("0/50 games, 0 per second, ? left"), "{}", terminal.text());
    let before = terminal.text();
    terminal.until("another number", |text| text != before && text.contains(" decisions"));
    terminal.press("\x03");
    assert!(terminal.ends_with(130).contains("interrupted, of 50 games"));
}
