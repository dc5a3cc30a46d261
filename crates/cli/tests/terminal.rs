//! The terminal UI in a pseudo-terminal: what a person types and what the screen then shows.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

const LUDEX: &str = env!("CARGO_BIN_EXE_ludex");
const ENTER: &str = "\r";
const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";
const LEFT: &str = "\x1b[D";

/// A program on a screen of its own.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
}

impl Terminal {
    fn start(words: &str, (rows, cols): (u16, u16)) -> Self {
        Self::start_in(words, (rows, cols), std::path::Path::new("."))
    }

    fn start_in(words: &str, (rows, cols): (u16, u16), folder: &std::path::Path) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(LUDEX);
        command.args(words.split_whitespace());
        command.env("TERM", "xterm-256color");
        command.cwd(folder.canonicalize().expect("a folder"));
        let child = pair.slave.spawn_command(command).expect("ludex starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(positive(rows), positive(cols), 0)));
        let (mut output, shared) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&screen));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shared.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Self { child, master: pair.master, keys, screen }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys are taken");
        self.keys.flush().unwrap();
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen satisfies `wanted`.
    fn until(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !wanted(&self.text()) {
            assert!(Instant::now() < deadline, "no {what} on the screen:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn until_shown(&self, part: &str) {
        self.until(part, |text| text.contains(part));
    }

    /// Presses keys and waits for a text to appear.
    fn press_for(&mut self, keys: &str, part: &str) {
        self.press(keys);
        self.until_shown(part);
    }

    fn resize(&self, (rows, cols): (u16, u16)) {
        self.screen.lock().unwrap().screen_mut().set_size(positive(rows), positive(cols));
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("a new size");
    }

    /// Waits for the end; the terminal must be as it was found.
    fn ends_well(mut self) -> String {
        let deadline = Instant::now() + Duration::from_secs(20);
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                break status;
            }
            assert!(Instant::now() < deadline, "it does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        };
        assert!(status.success(), "{status:?}");
        thread::sleep(Duration::from_millis(100));
        let parser = self.screen.lock().unwrap();
        assert!(!parser.screen().alternate_screen(), "the alternate screen was left open");
        assert!(!parser.screen().hide_cursor(), "the cursor is still hidden");
        parser.screen().contents()
    }
}

fn positive(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a size above 0")
}

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
    terminal.press("q");
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
    terminal.press("q");
    terminal.ends_well();
}

#[test]
fn agents_play_each_other_to_the_end() {
    let words = "play tris --seat minimax --seat minimax --seed 3";
    let mut terminal = Terminal::start(words, (24, 80));
    terminal.press("++++++");
    terminal.until_shown("A draw.");
    terminal.press_for("r", "A new game.");
    terminal.press("q");
    terminal.ends_well();
}

#[test]
fn the_menu_leads_to_a_game_and_back() {
    let mut terminal = Terminal::start("play", (24, 80));
    terminal.until_shown("Enter play");
    terminal.press_for("s", "seat 2: human");
    terminal.press_for(&["s", "s", RIGHT].concat(), "agent: random");
    terminal.press_for(ENTER, "seat 2: random");
    terminal.until_shown("Your move");
    terminal.press_for("q", "Enter play");
    terminal.press("q");
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
    terminal.press("q");
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

#[test]
fn sizes_may_change_and_be_tiny() {
    let mut terminal = Terminal::start("play tris --size 7x7", (24, 80));
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
