//! A game with a falling piece on the screen.

use super::super::app::{App, Stage};
use super::hits::Hits;
use super::style::Theme;
use super::text::wrap;
use super::well::Well;
use super::{READABLE, centred, help_box, panel, status_lines};
use ludex_core::explain::number;
use ludex_core::{Ink, Live, Picture, Seat, Turn};
use ludex_table::RealTime;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use std::time::Duration;

/// Room for the pictures of pieces beside the well.
const PIECES: u16 = 10;

/// Draws the whole screen.
pub(super) fn game(frame: &mut Frame, app: &App, theme: Theme, now: Duration, hits: &mut Hits) {
    let said = status_lines(app, now, frame.area().width);
    let lines = said.len() as u16;
    let [body, status] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(lines)]).areas(frame.area());
    let examined = app.why.as_ref().and_then(super::super::why::Why::picture);
    let falling = || app.falling_picture().unwrap_or_else(|| app.table().picture(&[]));
    let picture = examined.unwrap_or_else(falling);
    let well = Well::new(&picture, theme, body);
    let width = well.width(body);
    let [left, _, pieces, _, right] = Layout::horizontal([
        Constraint::Length(width),
        Constraint::Length(1),
        Constraint::Length(PIECES),
        Constraint::Length(1),
        Constraint::Min(0),
    ])
    .areas(body);
    frame.render_widget(&well, left);
    frame.render_widget(Paragraph::new(beside(app, theme)), pieces);
    let right = Rect { width: right.width.min(READABLE), ..right };
    draw_right(frame, right, app, theme, now, hits);
    frame.render_widget(Paragraph::new(said), status);
    let examining = app.why.as_ref().is_some_and(|why| why.selected.is_some());
    if app.mover().is_none() && !examining {
        game_over(frame, left, app);
    }
    if app.stage == Stage::Help {
        help(frame, app);
    }
}

/// Figures on top, below them the reasons or the keys.
fn draw_right(
    frame: &mut Frame,
    area: Rect,
    app: &App,
    theme: Theme,
    now: Duration,
    hits: &mut Hits,
) {
    let facts: Vec<Line> =
        facts(app).iter().flat_map(|f| wrap(f, area.width.into())).map(Line::raw).collect();
    let height = facts.len() as u16 + 1;
    let [top, below] =
        Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(area);
    frame.render_widget(Paragraph::new(facts), top);
    if app.panel {
        panel::draw(frame, below, app, theme, now, hits);
    } else {
        frame.render_widget(Paragraph::new(key_lines(app, below.height.into())), below);
    }
}

/// What is played, how it goes, who plays; one line each.
fn facts(app: &App) -> Vec<String> {
    let (title, rules, size) = (app.table().info().title, app.table().rules(), app.table().size());
    let mut lines = vec![format!("{title} {rules} {size}, seed {}", app.table().seed())];
    let figures = app.table().metrics().into_iter();
    let figures = figures.map(|m| format!("{} {}", m.name, number(m.value)));
    lines.push(figures.collect::<Vec<_>>().join(", "));
    if let Some(time) = app.machine.real_time() {
        let (level, row) = (time.level(), time.interval().as_millis());
        lines.push(format!("level {level}, time {}, {row} ms a row", clock(time.played())));
    }
    if let Some(left) = app.table().time_left() {
        lines.push(format!("{} left", clock(left)));
    }
    if app.players().len() > 1 {
        let turn = app.table().turn();
        let scores = app.table().scores();
        let mark = |seat| if turn == Turn::Seat(Seat(seat)) { ", to place" } else { "" };
        let line = |(seat, player)| {
            format!("{}: {player}, {}{}", seat + 1, number(scores[seat]), mark(seat))
        };
        lines.extend(app.players().iter().enumerate().map(line));
    }
    if let Some(agent) = app.machine.acting_agent() {
        lines.push(format!("{agent} plays, speed x{}", 2f64.powi(app.speed)));
    }
    lines
}

fn clock(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

/// The keys and what they do, as many as there is room for.
fn key_lines(app: &App, room: usize) -> Vec<Line<'static>> {
    let dim = Style::new().add_modifier(Modifier::DIM);
    let lines = app.key_lines().into_iter().take(room);
    lines.map(|(keys, does)| Line::styled(format!("{keys:>9}  {does}"), dim)).collect()
}

/// What is held and what comes next, as small pictures.
fn beside(app: &App, theme: Theme) -> Vec<Line<'static>> {
    let dim = Style::new().add_modifier(Modifier::DIM);
    let live = app.machine.real_time().and_then(RealTime::live);
    let mut lines = Vec::new();
    let mut heading = "";
    for (name, picture) in live.map(Live::beside).unwrap_or_default() {
        if name != heading {
            heading = name;
            lines.push(Line::styled(name, dim));
        }
        lines.extend((0..picture.height).map(|row| small_row(&picture, row, theme)));
        lines.push(Line::default());
    }
    lines
}

pub(super) fn small_row(picture: &Picture, row: usize, theme: Theme) -> Line<'static> {
    let cell = |column| {
        let ink = picture.at(column, row).ink;
        let full = matches!(ink, Ink::Piece(_));
        let number = &picture.at(column, row).text;
        let text = match (full, theme.colours) {
            (true, _) if number.parse::<u32>().is_ok() => format!("{number:^2}"),
            (true, false) => "##".into(),
            _ => "  ".into(),
        };
        Span::styled(text, theme.block(ink))
    };
    Line::from((0..picture.width).map(cell).collect::<Vec<_>>())
}

/// What came of it, over the well.
fn game_over(frame: &mut Frame, well: Rect, app: &App) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::styled("Game over", bold), Line::default()];
    if app.players().len() > 1 {
        lines.extend(wrap(&app.result(), 17).into_iter().map(Line::raw));
        lines.push(Line::default());
    }
    for metric in app.table().metrics() {
        lines.push(Line::raw(format!("{:7} {:>7}", metric.name, number(metric.value))));
    }
    if let Some(time) = app.machine.real_time() {
        lines.push(Line::raw(format!("{:7} {:>7}", "level", time.level())));
        lines.push(Line::raw(format!("{:7} {:>7}", "time", clock(time.played()))));
    }
    lines.push(Line::default());
    lines.push(Line::raw(format!("{} plays again", app.key_of("new"))));
    lines.push(Line::raw(format!("{} reviews", app.key_of("review"))));
    lines.push(Line::raw(format!("{} takes back", app.key_of("undo"))));
    lines.push(Line::raw(format!("{} leaves", app.key_of("quit"))));
    let place = centred(well, 19, lines.len() as u16 + 2);
    frame.render_widget(Clear, place);
    let text = Paragraph::new(lines).centered();
    frame.render_widget(text.block(Block::bordered()), place);
}

/// All keys, in as many columns as the height of the screen asks for.
fn help(frame: &mut Frame, app: &App) {
    let keys = app.key_lines();
    let left = keys.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
    let right = keys.iter().map(|(_, does)| does.chars().count()).max().unwrap_or(0);
    let cell = |(key, does): &(String, &str)| format!("{key:>left$}  {does:right$}");
    let cells: Vec<String> = keys.iter().map(cell).collect();
    let most = usize::from(frame.area().height.saturating_sub(2)).max(1);
    let columns = cells.len().div_ceil(most).max(1);
    let rows = cells.len().div_ceil(columns);
    let line = |row| cells.iter().skip(row).step_by(rows.max(1)).cloned().collect::<Vec<_>>();
    let lines: Vec<String> = (0..rows).map(|row| line(row).join("  ").trim_end().into()).collect();
    let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let place = centred(frame.area(), width as u16 + 2, rows as u16 + 2);
    help_box(frame, place, Paragraph::new(lines.into_iter().map(Line::raw).collect::<Vec<_>>()));
}
