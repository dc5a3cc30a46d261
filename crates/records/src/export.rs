//! Games for other programs: JSON lines, CSV, and tags with numbered moves.

use crate::{Fault, Game, Summary};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::{self, Write};

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line, with everything.
    JsonLines,
    /// One line a game, without moves.
    Csv,
    /// Tags, then numbered moves, as players of board games write them.
    Pgn,
}

impl Format {
    /// Every format by its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("jsonl", Self::JsonLines), ("csv", Self::Csv), ("pgn", Self::Pgn)];
}

#[derive(Serialize)]
struct Line<'a> {
    id: i64,
    #[serde(flatten)]
    game: &'a Game,
}

/// Writes a game as one JSON object.
pub fn json_line(id: i64, game: &Game, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Line { id, game })?;
    writeln!(out)
}

/// The names above a table of games.
pub fn csv_header(out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "id,ended,source,game,rules,size,seed,player1,player2,event,number,result,score1,score2,moves,metrics,fault"
    )
}

/// Writes a game as a line of a table.
pub fn csv_line(summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
    let Summary { id, ended, game, rules, size, seed, seats, event, result, ending, plies, .. } =
        summary;
    let seat = |at: usize| seats.get(at).cloned().unwrap_or_default();
    let score = |at: usize| ending.scores.get(at).map_or_else(String::new, ToString::to_string);
    let metrics: Vec<String> =
        ending.metrics.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let fields = [
        id.to_string(),
        date(*ended),
        summary.source.name().into(),
        game.clone(),
        rules.clone(),
        size.clone(),
        seed.to_string(),
        seat(0),
        seat(1),
        event.clone().unwrap_or_default(),
        summary.number.map_or_else(String::new, |number| number.to_string()),
        result.clone(),
        score(0),
        score(1),
        plies.to_string(),
        metrics.join(" "),
        ending.fault.as_ref().map_or_else(String::new, Fault::words),
    ];
    let quoted: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    writeln!(out, "{}", quoted.join(","))
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// A game with tags and numbered moves. `title` is what the game is called for people.
///
/// Pente's readers of collections understand it.
pub fn pgn(game: &Game, title: &str) -> String {
    let mut tags = vec![
        ("Game", title.to_owned()),
        ("Board", game.size.clone()),
        ("Rules", game.rules.clone()),
        ("Date", date(game.ended)[..10].replace('-', ".")),
        ("Seed", game.seed.to_string()),
        ("Ludex", game.version.clone()),
    ];
    if let Some(event) = &game.event {
        tags.push(("Event", event.clone()));
    }
    if let Some(number) = game.number {
        tags.push(("Round", number.to_string()));
    }
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " ");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    for (name, value) in &tags {
        tag(name, value);
    }
    for (at, seat) in game.seats.iter().enumerate() {
        tag(&format!("Player {} Name", at + 1), seat);
    }
    if let Some(position) = &game.position {
        tag("Position", position);
    }
    for (name, value) in &game.result.metrics {
        tag(&ludex_core::explain::capital(name), &value.to_string());
    }
    // What nobody has won or drawn is open in this form.
    let result = match game.result.text() {
        known @ ("1-0" | "0-1" | "1/2-1/2") => known,
        _ => "*",
    };
    tag("Result", result);
    if let Some(fault) = &game.result.fault {
        tag("Termination", &fault.words());
    }
    let mut words = Vec::new();
    let seats = game.seats.len().max(1);
    for (ply, action) in game.moves.iter().enumerate() {
        if ply.is_multiple_of(seats) {
            words.push(format!("{}.", ply / seats + 1));
        }
        words.push(action.to_owned());
    }
    words.push(result.into());
    text.push('\n');
    wrapped(&mut text, &words);
    text.push('\n');
    text
}

/// Words in lines of 80 characters at most.
fn wrapped(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        if width > 0 && width + 1 + word.len() > 80 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += word.len();
        text.push_str(word);
    }
    text.push('\n');
}

/// A time as people write it, in UTC: `2026-01-31 15:04:05`.
///
/// ```
/// assert_eq!(ludex_records::export::date(951_827_696_000), "2000-02-29 12:34:56");
/// ```
pub fn date(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (days, time) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days as i64);
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

/// The time of a date `2026-01-31` in UTC, in milliseconds since 1970.
///
/// ```
/// use ludex_records::export::{date, read_date};
/// assert_eq!(read_date("2000-02-29").map(date).as_deref(), Some("2000-02-29 00:00:00"));
/// assert_eq!(read_date("2001-02-29"), None);
/// ```
pub fn read_date(text: &str) -> Option<u64> {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return None };
    let (year, month, day): (i64, i64, i64) =
        (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let days = day_number(year, month, day);
    (civil(days) == (year, month, day)).then(|| days.cast_unsigned() * 86_400_000)
}

/// Days since 1970 of a date. Years begin in March here, so that leap days come last.
fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The date of a number of days since 1970.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_has_one_date() {
        for days in 0..60_000 {
            let (year, month, day) = civil(days);
            assert_eq!(day_number(year, month, day), days);
        }
    }

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("a:b=1,c=2"), "\"a:b=1,c=2\"");
        assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(quoted("plain"), "plain");
    }
}
