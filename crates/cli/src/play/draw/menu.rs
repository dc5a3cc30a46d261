//! The menu of games on the screen.

use super::super::Menu;
use super::rows;
use ratatui::Frame;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

/// The list of games and what is chosen.
pub(crate) fn menu(frame: &mut Frame, menu: &Menu) {
    let [top, middle, status, keys] = rows(frame.area());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let head = vec![Span::styled("Ludex", bold), Span::raw("  plays games and says why")];
    frame.render_widget(Line::from(head), top);
    frame.render_widget(Paragraph::new(list(menu)).wrap(Wrap { trim: false }), middle);
    frame.render_widget(Line::raw(menu.complaint.clone().unwrap_or_default()), status);
    let text = "up down game  left right agent  s seats  v rules  Enter play  q quit";
    frame.render_widget(Line::styled(text, dim), keys);
}

fn list(menu: &Menu) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (row, info) in menu.infos().iter().enumerate() {
        let chosen = row == menu.row;
        let mark = if chosen { ">" } else { " " };
        let style = match chosen {
            true => Style::new().add_modifier(Modifier::REVERSED),
            false => Style::new(),
        };
        let name = Span::styled(format!(" {:12} ", info.title), style);
        lines.push(Line::from(vec![
            Span::raw(format!("{mark} ")),
            name,
            Span::raw(format!(" {}", info.about)),
        ]));
    }
    lines.push(Line::default());
    for (seat, player) in menu.players().iter().enumerate() {
        lines.push(Line::raw(format!("  seat {}: {player}", seat + 1)));
    }
    lines.push(Line::raw(format!("  agent:  {}", menu.agent())));
    lines.push(Line::raw(format!("  rules:  {}", menu.rules().unwrap_or("none"))));
    lines
}
