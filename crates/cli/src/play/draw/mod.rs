//! The state on the screen. Nothing is changed here.

mod board;
mod falling;
mod menu;
mod panel;
mod style;
mod text;
mod well;

pub(crate) use menu::menu;

use super::app::{App, Stage, Steering};
use super::replay::Replay;
use board::Board;
use ludex_core::Picture;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use std::time::Duration;
use style::Theme;

/// Room that the column beside the board needs to be of use.
const SIDE: u16 = 26;

/// A game.
pub(crate) fn game(frame: &mut Frame, app: &App, now: Duration) {
    let theme = Theme::from_environment();
    if app.falls() {
        return falling::game(frame, app, theme, now);
    }
    let [top, middle, status, keys] = rows(frame.area());
    let examined = app.why.as_ref().and_then(super::why::Why::picture);
    let thought = examined.is_some();
    let hint: Vec<_> = app.hint.iter().cloned().collect();
    let picture = examined.unwrap_or_else(|| app.table().picture(&hint));
    frame.render_widget(title(app, &picture), top);
    let cursor =
        (!thought && app.steering == Steering::Cursor && app.humans_turn()).then_some(app.cursor);
    let fresh = if thought { &[][..] } else { &app.fresh[..] };
    let board = Board { picture: &picture, cursor, fresh, theme };
    let side = beside(frame, &board, middle, app.panel);
    if app.panel {
        panel::draw(frame, side, app, theme, now);
    } else {
        frame.render_widget(Paragraph::new(facts(app, &picture)).wrap(Wrap { trim: false }), side);
    }
    frame.render_widget(status_line(app, now), status);
    frame.render_widget(key_line(app), keys);
    if app.stage == Stage::Help {
        help(frame, app);
    }
}

fn rows(area: Rect) -> [Rect; 4] {
    let [top, middle, status, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(area);
    [top, middle, status, keys]
}

/// Draws the board and returns the column beside it. A panel gets its width even from the board.
fn beside(frame: &mut Frame, board: &Board, area: Rect, panel: bool) -> Rect {
    let wanted = if panel { SIDE.max(area.width * 2 / 5) } else { SIDE };
    let room = area.width.saturating_sub(wanted + 2).max(area.width / 3);
    let width = board.width(room, area.height).min(room);
    let [left, _, side] =
        Layout::horizontal([Constraint::Length(width), Constraint::Length(2), Constraint::Min(0)])
            .areas(area);
    frame.render_widget(board, left);
    side
}

/// Which game this is; beside a panel also what else stands beside the board.
fn title(app: &App, picture: &Picture) -> Line<'static> {
    let info = app.table().info();
    let (rules, size, seed) = (app.table().rules(), app.table().size(), app.table().seed());
    let name = Span::styled(info.title, Style::new().add_modifier(Modifier::BOLD));
    let mut parts = vec![name, Span::raw(format!("  {rules} {size}, seed {seed}"))];
    if app.panel {
        let note = |(name, value): &(String, String)| Span::raw(format!("  {name}: {value}"));
        parts.extend(picture.notes.iter().map(note));
    }
    Line::from(parts)
}

/// Notes of the board and who plays, for the column beside it.
fn facts(app: &App, picture: &Picture) -> Vec<Line<'static>> {
    let mut lines: Vec<Line> = Vec::new();
    for (seat, player) in app.players().iter().enumerate() {
        let turn = app.table().turn() == ludex_core::Turn::Seat(ludex_core::Seat(seat));
        let mark = if turn { ">" } else { " " };
        lines.push(Line::raw(format!("{mark} seat {}: {player}", seat + 1)));
    }
    lines.push(Line::default());
    for (name, value) in &picture.notes {
        lines.push(Line::raw(format!("{name}: {value}")));
    }
    lines.push(Line::raw(format!("moves: {}", app.plies())));
    if !app.has_human() || app.table().beat().is_some() {
        lines.push(Line::raw(format!("speed: x{}", 2f64.powi(app.speed))));
    }
    lines.push(Line::default());
    lines.push(Line::raw(app.table().info().input));
    lines
}

fn status_line(app: &App, now: Duration) -> Line<'static> {
    if let Some(text) = &app.typed {
        return Line::raw(format!(":{text}_"));
    }
    if let Some((agent, time)) = app.thinker(now).filter(|(_, time)| time.as_millis() > 150) {
        let wheel = ['|', '/', '-', '\\'][(time.as_millis() / 120 % 4) as usize];
        return Line::raw(format!("{wheel} {agent} thinks, {:.1} s", time.as_secs_f64()));
    }
    let status = Span::styled(app.status(), Style::new().add_modifier(Modifier::BOLD));
    let notice = app.notice.clone().unwrap_or_default();
    Line::from(vec![status, Span::raw(" "), Span::raw(notice)])
}

fn key_line(app: &App) -> Line<'static> {
    let examining = app.why.as_ref().is_some_and(|why| why.selected.is_some());
    let text = match (app.typed.is_some(), examining, app.mover().is_some()) {
        (true, ..) => "Enter plays the move  Esc forgets it",
        (_, true, _) => "j k other candidates  n why not this?  Esc back to the game  ? help",
        (.., false) => "r new game  u undo  w why  s save  ? help  q quit",
        _ if !app.has_human() => "p halt  + - speed  w why  u undo  ? help  q quit",
        _ if app.steering == Steering::Moves => {
            "arrows move  p halt  h hint  u undo  w why  ? help  q quit"
        }
        _ => "arrows Enter move  h hint  u undo  w why  ? help  q quit",
    };
    Line::styled(text, Style::new().add_modifier(Modifier::DIM))
}

/// Keys that mean the same in every game.
const KEYS: [(&str, &str); 13] = [
    (":", "type a move, then Enter"),
    ("h", "hint"),
    ("u", "take back your last move"),
    ("w, e", "why? open or close the panel"),
    ("j, k", "examine the next or previous candidate"),
    ("n, Enter", "why not the examined candidate?"),
    ("i", "halt after each move of an agent, or no more"),
    ("p", "halt or go on"),
    ("+, -", "faster, slower"),
    ("s", "save the position to a file"),
    ("r", "new game"),
    ("Esc", "close what is open"),
    ("q", "quit"),
];

/// What arrows and Enter do depends on the game.
fn steering_keys(steering: Steering) -> [(&'static str, &'static str); 2] {
    match steering {
        Steering::Cursor => [("arrows", "move the cursor"), ("Enter", "play at the cursor")],
        Steering::Moves => [("arrows", "move"), ("Enter", "halt or go on")],
    }
}

fn help(frame: &mut Frame, app: &App) {
    let mut lines = vec![Line::raw(app.table().info().input), Line::default()];
    let keys = steering_keys(app.steering).into_iter().chain(KEYS);
    lines.extend(keys.map(|(key, does)| Line::raw(format!("{key:>9}  {does}"))));
    let place = centred(frame.area(), 58, KEYS.len() as u16 + 7);
    help_box(frame, place, Paragraph::new(lines).wrap(Wrap { trim: false }));
}

fn help_box(frame: &mut Frame, place: Rect, text: Paragraph) {
    frame.render_widget(Clear, place);
    frame.render_widget(text.block(Block::bordered().title(" Keys; any key closes ")), place);
}

/// A place of this size, or less, in the middle of an area.
fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let x = area.x + (area.width - width) / 2;
    let y = area.y + (area.height - height) / 2;
    Rect { x, y, width, height }
}

/// A recorded game.
pub(crate) fn replay(frame: &mut Frame, replay: &Replay) {
    let theme = Theme::from_environment();
    let [top, middle, status, keys] = rows(frame.area());
    let record = &replay.record;
    let head =
        format!("Record of {} {} {}, seed {}", record.game, record.rules, record.size, record.seed);
    frame.render_widget(Line::raw(head), top);
    let picture = replay.table.picture(&[]);
    let board = Board { picture: &picture, cursor: None, fresh: &[], theme };
    let side = beside(frame, &board, middle, false);
    frame.render_widget(Paragraph::new(moves_near(replay, side.height.into())), side);
    let count = format!("Move {} of {}.", replay.shown, record.moves.len());
    frame.render_widget(Line::raw(count), status);
    let text = "left right step  Home End first last  q quit";
    frame.render_widget(Line::styled(text, Style::new().add_modifier(Modifier::DIM)), keys);
}

/// Seats and notes, then the list of moves around the one shown last.
fn moves_near(replay: &Replay, height: usize) -> Vec<Line<'static>> {
    let record = &replay.record;
    let seats = record.seats.iter().enumerate();
    let mut lines: Vec<Line> =
        seats.map(|(i, player)| Line::raw(format!("seat {}: {player}", i + 1))).collect();
    for (name, value) in &replay.table.picture(&[]).notes {
        lines.push(Line::raw(format!("{name}: {value}")));
    }
    lines.push(Line::default());
    let room = height.saturating_sub(lines.len()).max(1);
    let first = replay.shown.saturating_sub(room / 2 + 1);
    for (i, action) in record.moves.iter().enumerate().skip(first).take(room) {
        let mark = if i + 1 == replay.shown { ">" } else { " " };
        lines.push(Line::raw(format!("{mark}{:4}  {action}", i + 1)));
    }
    lines
}
