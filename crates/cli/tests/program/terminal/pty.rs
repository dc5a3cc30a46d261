//! A program in a pseudo-terminal.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const LUDEX: &str = env!("CARGO_BIN_EXE_ludex");
pub(crate) const ENTER: &str = "\r";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const LEFT: &str = "\x1b[D";

/// A program on a screen of its own.
pub(crate) struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Nobody looks at the screen any more.
    closed: Arc<AtomicBool>,
    reader: JoinHandle<()>,
}

impl Terminal {
    pub(crate) fn start(words: &str, (rows, cols): (u16, u16)) -> Self {
        Self::start_in(words, (rows, cols), std::path::Path::new("."))
    }

    pub(crate) fn start_in(
        words: &str,
        (rows, cols): (u16, u16),
        folder: &std::path::Path,
    ) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(LUDEX);
        command.args(words.split_whitespace());
        command.env("TERM", "xterm-256color");
        // Finished games go where no person has theirs.
        command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.cwd(folder.canonicalize().expect("a folder"));
        let child = pair.slave.spawn_command(command).expect("ludex starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(positive(rows), positive(cols), 0)));
        let (mut output, shared) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&screen));
        let closed = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&closed);
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes)
                && !over.load(Ordering::Relaxed)
            {
                shared.lock().unwrap().process(&bytes[..count]);
            }
        });
        let keys = pair.master.take_writer().unwrap();
        Self { child, master: pair.master, keys, screen, closed, reader }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys are taken");
        self.keys.flush().unwrap();
    }

    pub(crate) fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen satisfies `wanted`.
    pub(crate) fn until(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while !wanted(&self.text()) {
            assert!(Instant::now() < deadline, "no {what} on the screen:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    pub(crate) fn until_shown(&self, part: &str) {
        self.until(part, |text| text.contains(part));
    }

    /// Presses keys and waits for a text to appear.
    pub(crate) fn press_for(&mut self, keys: &str, part: &str) {
        self.press(keys);
        self.until_shown(part);
    }

    pub(crate) fn resize(&self, (rows, cols): (u16, u16)) {
        self.screen.lock().unwrap().screen_mut().set_size(positive(rows), positive(cols));
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("a new size");
    }

    /// What the screen shows once it shows the same for a while.
    pub(crate) fn at_rest(&self) -> vt100::Screen {
        let look = || self.screen.lock().unwrap().screen().clone();
        let (mut shown, mut since) = (look(), Instant::now());
        while since.elapsed() < Duration::from_millis(500) {
            thread::sleep(Duration::from_millis(20));
            let now = look();
            if now.contents_formatted() != shown.contents_formatted() {
                (shown, since) = (now, Instant::now());
            }
        }
        shown
    }

    /// Closes the terminal as a window is closed, and gives the program a while to notice.
    pub(crate) fn hang_up(mut self) -> bool {
        self.closed.store(true, Ordering::Relaxed);
        self.press("?"); // What it draws then wakes the reader, which lets go of the terminal.
        let Self { mut child, master, keys, reader, .. } = self;
        reader.join().expect("the reader ends");
        drop((keys, master));
        let deadline = Instant::now() + Duration::from_secs(10);
        while Instant::now() < deadline {
            if child.try_wait().expect("a status").is_some() {
                return true;
            }
            thread::sleep(Duration::from_millis(20));
        }
        child.kill().expect("an end");
        false
    }

    /// Clicks with the left button; columns and rows count from 0.
    pub(crate) fn click(&mut self, column: usize, row: usize) {
        self.press(&format!("\x1b[<0;{0};{1}M\x1b[<0;{0};{1}m", column + 1, row + 1));
    }

    /// Clicks where a text stands.
    pub(crate) fn click_on(&mut self, part: &str) {
        self.until_shown(part);
        let text = self.text();
        let (row, line) = text.lines().enumerate().find(|(_, l)| l.contains(part)).expect("a line");
        let column = line[..line.find(part).expect("the text")].chars().count();
        self.click(column, row);
    }

    /// Waits for a good end.
    pub(crate) fn ends_well(self) -> String {
        self.ends_with(0)
    }

    /// Waits for the end with this exit code; the terminal must be as it was found.
    pub(crate) fn ends_with(mut self, code: u32) -> String {
        let deadline = Instant::now() + Duration::from_secs(20);
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                break status;
            }
            assert!(Instant::now() < deadline, "it does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        };
        assert_eq!(status.exit_code(), code, "{status:?}");
        thread::sleep(Duration::from_millis(100));
        let parser = self.screen.lock().unwrap();
        assert!(!parser.screen().alternate_screen(), "the alternate screen was left open");
        assert!(!parser.screen().hide_cursor(), "the cursor is still hidden");
        let mouse = parser.screen().mouse_protocol_mode();
        assert_eq!(mouse, vt100::MouseProtocolMode::None, "the mouse is still ours");
        parser.screen().contents()
    }
}

fn positive(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a size above 0")
}
