//! The panel of reasons: words, candidates, and what settles it.

use super::super::app::{App, Scroll};
use super::super::keys::Wish;
use super::super::why::Why;
use super::hits::Hits;
use super::style::Theme;
use super::text::wrap;
use ludex_core::explain::{Contrast, Explanation, number, way};
use ludex_core::{Candidate, Ink, Term};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
use std::time::Duration;

/// One decision, as much of it as is looked at.
pub(super) struct Reasons<'a> {
    pub(super) heading: String,
    pub(super) explanation: &'a Explanation,
    pub(super) selected: Option<usize>,
    pub(super) contrast: Option<&'a Contrast>,
}

/// Draws the panel of a game into `area`.
pub(super) fn draw(
    frame: &mut Frame,
    area: Rect,
    app: &App,
    theme: Theme,
    now: Duration,
    hits: &mut Hits,
) {
    let Some(why) = &app.why else {
        let text = match app.thinker(now) {
            Some(_) => "Thinking ...".to_owned(),
            None => format!("Nothing to explain yet: {} asks for a hint.", app.key_of("hint")),
        };
        return frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
    };
    let reasons = Reasons {
        heading: heading(why, app.plies()),
        explanation: &why.explanation,
        selected: why.selected,
        contrast: why.contrast.as_ref(),
    };
    let lines = reasons.lines(area.width.into(), area.height.into(), theme);
    scrolled(frame, area, lines, app.scroll, hits);
}

/// A line of the panel, and the candidate that it is about.
pub(super) type PanelLine = (Line<'static>, Option<usize>);

/// Draws lines of which some may be out of sight: where there are more, the edge says so.
pub(super) fn scrolled(
    frame: &mut Frame,
    area: Rect,
    lines: Vec<PanelLine>,
    scroll: Scroll,
    hits: &mut Hits,
) {
    let height = usize::from(area.height);
    hits.scrollable = lines.len().saturating_sub(height);
    let first = scroll.lines().min(hits.scrollable);
    let more = hits.scrollable - first;
    let rows = lines.into_iter().skip(first).take(height);
    for (row, (line, candidate)) in rows.enumerate() {
        let place = Rect { y: area.y + row as u16, height: 1, ..area };
        frame.render_widget(line, place);
        if let Some(candidate) = candidate {
            hits.add(place, Wish::Examine(candidate));
        }
    }
    let dim = Style::new().add_modifier(Modifier::DIM | Modifier::REVERSED);
    let sign = |text: String, row: u16, frame: &mut Frame| {
        let width = (text.len() as u16).min(area.width);
        let place = Rect { x: area.right() - width, y: area.y + row, width, height: 1 };
        frame.render_widget(Line::styled(text, dim), place.intersection(area));
    };
    if first > 0 && height > 1 {
        sign(" PgUp ".into(), 0, frame);
    }
    if more > 0 && height > 1 {
        sign(format!(" PgDn {more} "), area.height - 1, frame);
    }
}

/// Candidates that are shown however long the texts are.
const ROWS: usize = 5;

impl Reasons<'_> {
    /// The whole panel: what was asked for last comes first. The table of candidates takes the room that the texts
    /// leave; what does not fit is further down.
    pub(super) fn lines(&self, width: usize, height: usize, theme: Theme) -> Vec<PanelLine> {
        let reasons = wrap(&self.explanation.words, width);
        let (top, below) = match self.contrast {
            Some(contrast) => (answer(self.explanation, contrast, width), reasons),
            None => (reasons, self.worth(width)),
        };
        // Heading, the table's header, and two empty lines.
        let taken = top.len() + below.len() + 4;
        let rows = height.saturating_sub(taken).max(ROWS);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let heading = wrap(&self.heading, width).into_iter().map(|h| Line::styled(h, bold));
        let mut lines: Vec<PanelLine> = heading.map(|line| (line, None)).collect();
        let plain = |line: String| (Line::raw(line), None);
        lines.extend(top.into_iter().map(plain));
        lines.push(plain(String::new()));
        lines.extend(self.table(rows, width, theme));
        lines.push(plain(String::new()));
        lines.extend(below.into_iter().map(plain));
        lines
    }
}

/// The answer to "why not?".
fn answer(explanation: &Explanation, contrast: &Contrast, width: usize) -> Vec<String> {
    let name = in_words(explanation, &contrast.instead.action);
    wrap(&format!("Why not {name}? {}", contrast.words), width)
}

/// An action as people say it.
pub(super) fn in_words<'a>(explanation: &'a Explanation, action: &'a str) -> &'a str {
    explanation.phrases.get(action).map_or(action, String::as_str)
}

/// An action where there is little room: its notation where that is part of the phrase, as `b2` in "the centre b2"; else
/// the phrase, for nobody reads `T2@38,4`.
pub(super) fn short<'a>(phrase: &'a str, action: &'a str) -> &'a str {
    if phrase.contains(action) { action } else { phrase.strip_prefix("the ").unwrap_or(phrase) }
}

/// Who decided what, and how long ago.
fn heading(why: &Why, plies: usize) -> String {
    let decision = &why.explanation.decision;
    let (verb, fresh) = if why.advice { ("would play", 0) } else { ("played", 1) };
    let ago = match plies.saturating_sub(why.plies() + fresh) {
        0 => String::new(),
        1 => ", 1 move ago".into(),
        moves => format!(", {moves} moves ago"),
    };
    let best = in_words(&why.explanation, &decision.best().action);
    format!("{} {verb} {best}{ago}", why.decision.agent())
}

impl Reasons<'_> {
    /// What makes up the value of a candidate, and the way to it.
    fn worth(&self, width: usize) -> Vec<String> {
        let decision = &self.explanation.decision;
        let best = decision.best();
        let examined = self.selected.and_then(|index| decision.candidates.get(index));
        let candidate = examined.unwrap_or(best);
        let story = &decision.story;
        let story = if candidate.order == best.order { &story[..] } else { &[] };
        let way = way(candidate, story).map_or_else(Vec::new, |way| wrap(&way, width));
        if candidate.terms.is_empty() {
            return way;
        }
        let name = in_words(self.explanation, &candidate.action);
        let mut lines = wrap(&format!("What {name} is worth:"), width);
        // What is not there adds nothing; it is left out unless nothing is there at all.
        let counts = |t: &&Term| t.contribution != 0.0 || t.amount != 0.0;
        let some = candidate.terms.iter().any(|t| counts(&t));
        let terms = candidate.terms.iter().filter(|t| !some || counts(t));
        lines.extend(terms.flat_map(|t| term_lines(t, width)));
        lines.extend(way);
        lines
    }

    /// What is expected after a candidate, as far as it fits, in whole moves.
    fn following(&self, candidate: &Candidate<String>, width: usize) -> String {
        let name = |step: &'_ String| short(in_words(self.explanation, step), step).to_owned();
        let steps: Vec<String> = candidate.line.iter().skip(1).map(name).collect();
        fitting(&steps, width)
    }

    /// The candidates around the one that is looked at.
    fn table(&self, rows: usize, width: usize, theme: Theme) -> Vec<PanelLine> {
        let decision = &self.explanation.decision;
        let candidates = &decision.candidates;
        let focus = self.selected.unwrap_or(decision.chosen);
        let shown = rows.min(candidates.len());
        let first = focus.saturating_sub(shown / 2).min(candidates.len() - shown);
        let name = |action| short(in_words(self.explanation, action), action);
        let sampled = candidates.iter().any(|c| c.visits.is_some());
        let visits = if sampled { "  visits" } else { "" };
        // Rank and value stand beside the name; what is longer goes on below.
        let room = width.saturating_sub(4 + 10 + visits.len()).max(4);
        let widest = candidates.iter().map(|c| name(&c.action).chars().count()).max().unwrap_or(0);
        let widest = widest.clamp(4, room);
        let beside = width.saturating_sub(4 + widest + 12 + visits.len());
        let mut visible = candidates.iter().skip(first).take(shown);
        let told = visible.any(|candidate| !self.following(candidate, beside).is_empty());
        let follows = if told { "  then" } else { "" };
        let header = format!("    {:widest$}  {:>8}{visits}{follows}", "move", "value");
        let header = Line::styled(header, Style::new().add_modifier(Modifier::DIM));
        let mut lines = vec![(header, None)];
        for (i, candidate) in candidates.iter().enumerate().skip(first).take(shown) {
            let mark = if i == decision.chosen { '*' } else { ' ' };
            let mut parts = wrap(name(&candidate.action), widest).into_iter();
            let first = parts.next().unwrap_or_default();
            let text = row(candidate, sampled, &self.following(candidate, beside));
            let text = format!("{mark}{:2} {first:widest$}{text}", i + 1);
            let style = if self.selected == Some(i) {
                Style::new().add_modifier(Modifier::REVERSED)
            } else if i == decision.chosen {
                theme.ink(Ink::Goal)
            } else {
                Style::new()
            };
            lines.push((Line::styled(text, style), Some(i)));
            lines.extend(parts.map(|part| (Line::styled(format!("    {part}"), style), Some(i))));
        }
        lines
    }
}

/// A term with its meaning in a column of its own.
fn term_lines(term: &Term, width: usize) -> Vec<String> {
    let meaning = format!("{} ({})", term.meaning, number(term.amount));
    let mut amount = number(term.contribution);
    let told = wrap(&meaning, width.saturating_sub(10)).into_iter();
    told.map(|line| format!("{:>8}  {line}", std::mem::take(&mut amount))).collect()
}

/// As many of some moves as fit into a line, with commas where they have several words.
fn fitting<S: AsRef<str>>(steps: &[S], width: usize) -> String {
    let steps: Vec<&str> = steps.iter().map(AsRef::as_ref).collect();
    let comma = if steps.iter().any(|step| step.contains(' ')) { ", " } else { " " };
    let all = |count: usize| steps[..count].join(comma);
    let fits = |count: &usize| all(*count).chars().count() <= width;
    (0..=steps.len()).rev().find(fits).map(all).unwrap_or_default()
}

/// What stands beside a candidate's name.
fn row(candidate: &Candidate<String>, sampled: bool, then: &str) -> String {
    let visits = match (sampled, candidate.visits) {
        (true, Some(visits)) => format!("  {visits:>6}"),
        (true, None) => " ".repeat(8),
        (false, _) => String::new(),
    };
    format!("  {:>8}{visits}  {then}", number(candidate.value))
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn moves_are_told_whole_or_not_at_all() {
        assert_eq!(fitting(&["a2", "c2", "b1"], 6), "a2 c2");
        assert_eq!(
            fitting(&["S flat on columns 3-5", "I upright on column 0"], 43),
            "S flat on columns 3-5"
        );
        assert_eq!(fitting(&["S flat on columns 3-5"], 9), "");
    }
}
