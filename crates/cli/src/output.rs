//! What commands show besides their results: progress, tables, commands to repeat.

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use ludex_core::Stop;
use ludex_core::explain::number;
use std::io;
use std::thread;
use std::time::Duration;

/// A bar with rate and time left, on standard error if that is a terminal.
pub(crate) fn bar(length: u64, unit: &str) -> ProgressBar {
    started(ProgressBar::new(length), &format!("{{bar:30}} {} {{wide_msg}}", bar_form(unit)))
}

/// The same with news that is asked for at every look, so that it moves when a step takes long.
pub(crate) fn bar_with_news(
    length: u64,
    unit: &str,
    news: impl Fn() -> String + Clone + Send + Sync + 'static,
) -> ProgressBar {
    let form = format!("{{wide_bar}} {}, {{news}}", bar_form(unit));
    let bar = started(ProgressBar::new(length), &form);
    let tell = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
        // News that cannot be written is not worth a word.
        let _ = out.write_str(&news());
    };
    bar.set_style(bar.style().with_key("news", tell));
    bar
}

/// `1 game`, `20 games`.
pub(crate) fn counted_games(count: u64) -> String {
    format!("{} {}", number(count as f64), if count == 1 { "game" } else { "games" })
}

fn bar_form(unit: &str) -> String {
    format!("{{human_pos}}/{{human_len}} {unit}, {{rate}}, {{left}} left")
}

/// A sign of life for work of unknown length.
pub(crate) fn spinner(what: &str) -> ProgressBar {
    started(ProgressBar::no_length(), &format!("{{spinner}} {what}, {{elapsed}}"))
}

fn started(bar: ProgressBar, form: &str) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(form) {
        bar.set_style(style.with_key("rate", rate).with_key("left", left));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // A rate that cannot be written is not worth a word.
    let _ = write!(out, "{} per second", number(state.per_sec()));
}

/// The time left; before the first step nobody knows.
fn left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // As above.
    let _ = match state.pos() {
        0 => out.write_str("?"),
        _ => write!(out, "{:#}", HumanDuration(state.eta())),
    };
}

/// A flag for long work: Ctrl-C sets it, and so does the end of whoever reads the output.
pub(crate) fn stop_when_unwanted() -> Stop {
    let stop = stop_on_interrupt();
    let flag = stop.clone();
    thread::spawn(move || {
        if reader_has_gone() {
            flag.set();
        }
    });
    stop
}

/// Waits until standard output is closed at its other end: `ludex run ... | head`.
fn reader_has_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    let out = io::stdout();
    // No event is asked for: errors and hang-ups are told anyway.
    let mut wanted = [PollFd::new(&out, PollFlags::empty())];
    loop {
        match poll(&mut wanted, None) {
            Ok(_) => return true,
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// A flag that Ctrl-C sets. Pressed again, it ends the program at once.
pub(crate) fn stop_on_interrupt() -> Stop {
    let stop = Stop::default();
    let flag = stop.clone();
    let obey = move || {
        if flag.is_set() {
            std::process::exit(130);
        }
        flag.set();
    };
    // Without a handler Ctrl-C ends the program as ever: nothing to report.
    let _ = ctrlc::set_handler(obey);
    stop
}

/// A command line that a shell reads back as these words.
pub(crate) fn command_line(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Cells in columns: the first and last flush left, numbers between them flush right.
pub(crate) fn columns(lines: &[Vec<String>]) -> String {
    let count = lines.first().map_or(0, Vec::len);
    let width = |c: usize| lines.iter().map(|l| l[c].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut out = String::new();
    for line in lines {
        let cell = |(c, text): (usize, &String)| {
            let w = widths[c];
            if numeric(lines, c) { format!("{text:>w$}") } else { format!("{text:w$}") }
        };
        let cells: Vec<String> = line.iter().enumerate().map(cell).collect();
        out += cells.join("  ").trim_end();
        out.push('\n');
    }
    out
}

/// Whether everything below a column's header starts like a number.
fn numeric(lines: &[Vec<String>], column: usize) -> bool {
    let digit = |text: &String| {
        text.trim_start_matches(['-', '+']).chars().next().is_none_or(|c| c.is_ascii_digit())
    };
    lines.iter().skip(1).all(|line| digit(&line[column]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_when_a_shell_would_split_them() {
        let words = ["ludex", "--agent", "minimax:depth=3,random", "a b", "it's", ""];
        let line = command_line(&words.map(String::from));
        assert_eq!(line, r"ludex --agent minimax:depth=3,random 'a b' 'it'\''s' ''");
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let lines =
            [["name", "n"], ["a", "10"], ["bcd", "-3"]].map(|l| l.map(String::from).to_vec());
        assert_eq!(columns(&lines), "name   n\na     10\nbcd   -3\n");
    }
}
