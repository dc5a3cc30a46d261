//! The panel of reasons: words, candidates, and what settles it.

use super::super::app::App;
use super::super::why::Why;
use super::style::Theme;
use super::text::wrap;
use ludex_core::explain::number;
use ludex_core::{Candidate, Ink};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use std::time::Instant;

/// Draws the panel into `area`.
pub(super) fn draw(frame: &mut Frame, area: Rect, app: &App, theme: Theme, now: Instant) {
    let size = (area.width.into(), area.height.into());
    let lines = match &app.why {
        Some(why) => lines(why, size, theme),
        None if app.thinker(now).is_some() => vec![Line::raw("Thinking ...")],
        None => vec![Line::raw("Nothing to explain yet: h asks for a hint.")],
    };
    frame.render_widget(Paragraph::new(lines), area);
}

/// The whole panel. What does not fit is cut where it hurts least: first the terms, then the
/// candidates far from the examined one, then the words.
fn lines(why: &Why, (width, height): (usize, usize), theme: Theme) -> Vec<Line<'static>> {
    let mut words = wrap(&why.explanation.words, width);
    let mut below = below(why, width);
    let candidates = why.explanation.decision.candidates.len();
    // Heading, the table's header, and two empty lines.
    let room = height.saturating_sub(4);
    let least_rows = candidates.min(4);
    words.truncate(room.saturating_sub(least_rows).max(1));
    below.truncate(room.saturating_sub(least_rows + words.len()));
    let rows = room.saturating_sub(words.len() + below.len()).max(1);
    let mut lines = vec![heading(why)];
    lines.extend(words.into_iter().map(Line::raw));
    lines.push(Line::default());
    lines.extend(table(why, rows, theme));
    lines.push(Line::default());
    lines.extend(below.into_iter().map(Line::raw));
    lines
}

fn heading(why: &Why) -> Line<'static> {
    let decision = &why.explanation.decision;
    let verb = if why.advice { "would play" } else { "played" };
    let text = format!("{} {verb} {}", why.agent, decision.best().action);
    Line::styled(text, Style::new().add_modifier(Modifier::BOLD))
}

/// What stands below the table: the answer to "why not?", or the terms of a candidate.
fn below(why: &Why, width: usize) -> Vec<String> {
    if let Some(contrast) = &why.contrast {
        let text = format!("Why not {}? {}", contrast.instead.action, contrast.words);
        return wrap(&text, width);
    }
    let best = why.explanation.decision.best();
    let candidate = why.examined().unwrap_or(best);
    let term = |t: &ludex_core::Term| {
        let text = format!("{:>8}  {} ({})", number(t.contribution), t.meaning, number(t.amount));
        text.chars().take(width).collect()
    };
    let terms: Vec<String> = candidate.terms.iter().map(term).collect();
    if terms.is_empty() {
        return terms;
    }
    let mut lines = vec![format!("What {} is worth:", candidate.action)];
    lines.extend(terms);
    lines
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
