//! The panel of reasons: words, candidates, and what settles it.

use super::super::app::App;
use super::super::why::Why;
use super::style::Theme;
use super::text::wrap;
use ludex_core::explain::{Contrast, number, way};
use ludex_core::{Candidate, Ink, Term};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use std::time::Duration;

/// Draws the panel into `area`.
pub(super) fn draw(frame: &mut Frame, area: Rect, app: &App, theme: Theme, now: Duration) {
    let size = (area.width.into(), area.height.into());
    let lines = match &app.why {
        Some(why) => lines(why, app.plies(), size, theme),
        None if app.thinker(now).is_some() => vec![Line::raw("Thinking ...")],
        None => {
            let key = app.key_of("hint");
            vec![Line::raw(format!("Nothing to explain yet: {key} asks for a hint."))]
        }
    };
    frame.render_widget(Paragraph::new(lines), area);
}

/// The whole panel: what was asked for last comes first. What does not fit is cut where it hurts least:
/// first what stands below the table, then the candidates far from the examined one, then the words on top.
fn lines(
    why: &Why,
    plies: usize,
    (width, height): (usize, usize),
    theme: Theme,
) -> Vec<Line<'static>> {
    let reasons = wrap(&why.explanation.words, width);
    let (top, below, rows_kept) = match &why.contrast {
        Some(contrast) => (answer(why, contrast, width), reasons, ROWS_BELOW_AN_ANSWER),
        None => (reasons, worth(why, width), ROWS),
    };
    // Heading, the table's header, and two empty lines.
    let room = height.saturating_sub(4);
    let at_most = |rows: usize| why.explanation.decision.candidates.len().min(rows);
    let top = cut(top, room.saturating_sub(at_most(rows_kept)).max(1), width);
    let below = cut(below, room.saturating_sub(at_most(ROWS) + top.len()), width);
    let rows = room.saturating_sub(top.len() + below.len()).max(1);
    let mut lines = vec![heading(why, plies)];
    lines.extend(top.into_iter().map(Line::raw));
    lines.push(Line::default());
    lines.extend(table(why, rows, theme));
    lines.push(Line::default());
    lines.extend(below.into_iter().map(Line::raw));
    lines
}

/// Candidates that are shown however long the texts are; fewer where somebody wants an answer.
const ROWS: usize = 4;
const ROWS_BELOW_AN_ANSWER: usize = 2;

/// The first lines of a text; dots where there is more.
fn cut(mut lines: Vec<String>, room: usize, width: usize) -> Vec<String> {
    const MORE: &str = " ...";
    let cut_off = lines.len() > room;
    lines.truncate(room);
    if let Some(last) = lines.last_mut().filter(|_| cut_off) {
        let whole: String = last.chars().take(width.saturating_sub(MORE.len())).collect();
        let fits = whole.len() == last.len();
        let words = whole.rsplit_once(' ').filter(|_| !fits).map_or(&*whole, |(words, _)| words);
        *last = format!("{}{MORE}", words.trim_end());
    }
    lines
}

/// The answer to "why not?".
fn answer(why: &Why, contrast: &Contrast, width: usize) -> Vec<String> {
    let action = &contrast.instead.action;
    let name = why.explanation.phrases.get(action).unwrap_or(action);
    wrap(&format!("Why not {name}? {}", contrast.words), width)
}

/// Who decided what, and how long ago.
fn heading(why: &Why, plies: usize) -> Line<'static> {
    let decision = &why.explanation.decision;
    let (verb, fresh) = if why.advice { ("would play", 0) } else { ("played", 1) };
    let ago = match plies.saturating_sub(why.plies() + fresh) {
        0 => String::new(),
        1 => ", 1 move ago".into(),
        moves => format!(", {moves} moves ago"),
    };
    let text = format!("{} {verb} {}{ago}", why.decision.agent(), decision.best().action);
    Line::styled(text, Style::new().add_modifier(Modifier::BOLD))
}

/// What makes up the value of a candidate, and the way to it.
fn worth(why: &Why, width: usize) -> Vec<String> {
    let best = why.explanation.decision.best();
    let candidate = why.examined().unwrap_or(best);
    let story = &why.explanation.decision.story;
    let story = if candidate.order == best.order { &story[..] } else { &[] };
    let way = way(candidate, story).map_or_else(Vec::new, |way| wrap(&way, width));
    if candidate.terms.is_empty() {
        return way;
    }
    let mut lines = vec![format!("What {} is worth:", candidate.action)];
    // What is not there adds nothing; it is left out unless nothing is there at all.
    let counts = |t: &&Term| t.contribution != 0.0 || t.amount != 0.0;
    let some = candidate.terms.iter().any(|t| counts(&t));
    let terms = candidate.terms.iter().filter(|t| !some || counts(t));
    lines.extend(terms.flat_map(|t| term_lines(t, width)));
    lines.extend(way);
    lines
}

/// A term with its meaning in a column of its own.
fn term_lines(term: &Term, width: usize) -> Vec<String> {
    let meaning = format!("{} ({})", term.meaning, number(term.amount));
    let mut amount = number(term.contribution);
    let told = wrap(&meaning, width.saturating_sub(10)).into_iter();
    told.map(|line| format!("{:>8}  {line}", std::mem::take(&mut amount))).collect()
}

fn table(why: &Why, rows: usize, theme: Theme) -> Vec<Line<'static>> {
    let decision = &why.explanation.decision;
    let candidates = &decision.candidates;
    let focus = why.selected.unwrap_or(decision.chosen);
    let shown = rows.min(candidates.len());
    let first = focus.saturating_sub(shown / 2).min(candidates.len() - shown);
    let widest = candidates.iter().map(|c| c.action.chars().count()).max().unwrap_or(0).max(4);
    let sampled = candidates.iter().any(|c| c.visits.is_some());
    let visits = if sampled { "  visits" } else { "" };
    let header = format!("    {:widest$}  {:>8}{visits}  then", "move", "value");
    let mut lines = vec![Line::styled(header, Style::new().add_modifier(Modifier::DIM))];
    for (i, candidate) in candidates.iter().enumerate().skip(first).take(shown) {
        let mark = if i == decision.chosen { '*' } else { ' ' };
        let text = format!("{mark}{:2} {}", i + 1, row(candidate, widest, sampled));
        let style = if why.selected == Some(i) {
            Style::new().add_modifier(Modifier::REVERSED)
        } else if i == decision.chosen {
            theme.ink(Ink::Goal)
        } else {
            Style::new()
        };
        lines.push(Line::styled(text, style));
    }
    lines
}

fn row(candidate: &Candidate<String>, widest: usize, sampled: bool) -> String {
    let visits = match (sampled, candidate.visits) {
        (true, Some(visits)) => format!("  {visits:>6}"),
        (true, None) => " ".repeat(8),
        (false, _) => String::new(),
    };
    let then = candidate.line.get(1..).unwrap_or(&[]).join(" ");
    format!("{:widest$}  {:>8}{visits}  {then}", candidate.action, number(candidate.value))
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn what_is_cut_off_leaves_dots() {
        let lines = || vec!["one two".to_owned(), "three four".to_owned(), "five".to_owned()];
        assert_eq!(cut(lines(), 3, 10), lines());
        assert_eq!(cut(lines(), 2, 10), ["one two", "three ..."]);
        assert_eq!(cut(lines(), 1, 20), ["one two ..."]);
        assert!(cut(lines(), 0, 10).is_empty());
    }
}
