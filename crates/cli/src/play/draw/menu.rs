//! The menu of games on the screen.

use super::super::Menu;
use super::super::keys::Wish;
use super::hits::Hits;
use super::{keys_help, rows, text::wrap};
use ludex_core::Choice;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// The list of games and what is chosen.
pub(crate) fn menu(frame: &mut Frame, menu: &Menu) -> Hits {
    let [top, middle, status, keys] = rows(frame.area());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let head = vec![Span::styled("Ludex", bold), Span::raw("  plays games and says why")];
    frame.render_widget(Line::from(head), top);
    frame.render_widget(Paragraph::new(list(menu, middle.width.into())), middle);
    frame.render_widget(Line::raw(menu.complaint.clone().unwrap_or_default()), status);
    let text = "arrows game, agent  s seats  v rules  + - board  Enter play  ? help  q quit";
    frame.render_widget(Line::styled(text, dim), keys);
    let mut hits = Hits::default();
    for row in 0..menu.infos().len() as u16 {
        let place = Rect { y: middle.y + 1 + row, height: 1, ..middle };
        hits.add(place.intersection(middle), Wish::Row(row.into()));
    }
    if menu.help {
        keys_help(frame, &[], &KEYS);
    }
    hits
}

/// What keys do in the menu.
const KEYS: [(&str, &str); 10] = [
    ("up, down", "choose a game; a click does it too"),
    ("left, right", "choose the agent that you meet, or that plays alone"),
    ("s", "who sits where: you first, the agent first, two people, only agents"),
    ("v", "other rules of the game"),
    ("+, -", "a larger board, a smaller one"),
    ("t", "turns of the clock, in rules that know one"),
    ("i", "halt after each move of an agent, to read its reasons"),
    ("Enter", "play"),
    ("?", "these keys; in a game, those of the game"),
    ("q, Esc", "quit"),
];

fn list(menu: &Menu, width: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (row, info) in menu.infos().iter().enumerate() {
        let chosen = row == menu.row;
        let mark = if chosen { ">" } else { " " };
        let look = if chosen { Modifier::REVERSED } else { Modifier::empty() };
        let style = Style::new().add_modifier(look);
        let name = Span::styled(format!(" {:12} ", info.title), style);
        lines.push(Line::from(vec![
            Span::raw(format!("{mark} ")),
            name,
            Span::raw(format!(" {}", info.about)),
        ]));
    }
    lines.push(Line::default());
    let halts = if menu.explains { ", halts after each move of an agent" } else { "" };
    lines.push(Line::raw(format!("  mode: {}{halts}", menu.mode().0)));
    for (seat, player) in menu.players().iter().enumerate() {
        lines.push(Line::raw(format!("  seat {}: {player}", seat + 1)));
    }
    let (agent, rules) = (menu.agent(), menu.rules().unwrap_or("none"));
    let info = menu.infos().into_iter().nth(menu.row);
    let help = |choices: &[Choice], wanted: &str| {
        let name = wanted.split(':').next().unwrap_or(wanted);
        choices.iter().find(|c| c.name == name).map_or("", |c| c.help).to_owned()
    };
    let agent_help = info.map_or_else(String::new, |info| help(info.agents, agent));
    let rules_help = info.map_or_else(String::new, |info| help(info.rules, rules));
    let board = menu.size().map_or_else(String::new, |size| format!(", board {size}"));
    let spec = format!("{}{board}", menu.spec());
    for (what, name, help) in [("agent", agent, agent_help), ("rules", &spec, rules_help)] {
        lines.push(Line::default());
        lines.push(Line::raw(format!("  {what}: {name}")));
        let help = wrap(&help, width.saturating_sub(4)).into_iter();
        lines.extend(help.map(|line| Line::raw(format!("    {line}"))));
    }
    lines
}
