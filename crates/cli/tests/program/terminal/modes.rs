//! The five modes of `TetrisVs`, each played to its end on a clock that runs fast.

use super::pty::{DOWN, ENTER, Terminal};
use std::thread;
use std::time::{Duration, Instant};

const SCREEN: (u16, u16) = (26, 100);

fn start(words: &str) -> Terminal {
    Terminal::start(&format!("play tetris --seed 1 {words}"), SCREEN)
}

/// Presses keys again and again until the game is over.
fn press_until_over(terminal: &mut Terminal, keys: &str) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while !terminal.text().contains("Game over") {
        assert!(Instant::now() < deadline, "it never ends:\n{}", terminal.text());
        terminal.press(keys);
        thread::sleep(Duration::from_millis(40));
    }
}

fn leave(mut terminal: Terminal) {
    terminal.press("qy");
    terminal.ends_well();
}

#[test]
fn solo_by_keys_and_gravity() {
    let mut terminal = start("--time-scale 20");
    terminal.press_for(DOWN, "Your piece.");
    terminal.until_shown("pieces 1");
    press_until_over(&mut terminal, " ");
    terminal.until_shown("Over: lines");
    terminal.press_for("r", "Press a key to start");
    leave(terminal);
}

#[test]
fn solo_of_an_agent() {
    let mut terminal = start("--seat random --time-scale 50");
    terminal.press("++++++");
    terminal.until_shown("Game over");
    leave(terminal);
}

#[test]
fn two_people_at_one_keyboard() {
    let mut terminal = start("--rules versus --seat human --seat human");
    terminal.press_for("s", "Player 1 places.");
    terminal.press_for("w", "Player 2 places.");
    press_until_over(&mut terminal, &["w", ENTER].concat());
    terminal.until_shown("Both lose.");
    leave(terminal);
}

#[test]
fn a_person_against_an_agent_on_the_clock() {
    let mut terminal =
        start("--rules versus:turns=1 --seat human --seat tetrisvs-hard --time-scale 20 --explain");
    terminal.press(DOWN);
    terminal.press_for(" ", "Enter goes on.");
    terminal.until_shown("tetrisvs-hard played");
    terminal.press_for(ENTER, "Your piece.");
    terminal.press_for("i", "The game goes on after moves of agents.");
    press_until_over(&mut terminal, " ");
    leave(terminal);
}

#[test]
fn two_agents_on_the_clock() {
    let terminal =
        start("--rules versus:turns=1 --seat tetrisvs-easy --seat tetrisvs-hard --time-scale 20");
    terminal.until_shown("left");
    terminal.until_shown("Game over");
    leave(terminal);
}
