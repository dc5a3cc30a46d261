//! The state on the screen. Nothing is changed here.

mod board;
mod falling;
mod hits;
mod menu;
mod panel;
mod puzzle;
mod replay;
mod style;
mod text;
mod well;

pub(crate) use hits::Hits;
pub(crate) use menu::menu;
pub(crate) use puzzle::puzzle;
pub(crate) use replay::replay;

use super::app::{App, Stage, Steering};
use super::keys::{Listens, Wish};
use board::Board;
use ludex_core::{Picture, Threat};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use std::time::Duration;
use style::Theme;

/// Room that the column beside the board needs to be of use.
const SIDE: u16 = 26;

/// Lines longer than this are hard to read.
const READABLE: u16 = 100;

/// A game.
pub(crate) fn game(frame: &mut Frame, app: &App, now: Duration) -> Hits {
    let (theme, mut hits) = (Theme::from_environment(), Hits::default());
    if let Some(review) = &app.review {
        return replay(frame, review);
    }
    if app.falls() {
        falling::game(frame, app, theme, now, &mut hits);
        return hits;
    }
    let said = status_lines(app, now, frame.area().width);
    let [top, middle, status, keys] = rows_with_status(frame.area(), &said);
    let examined = app.why.as_ref().and_then(super::why::Why::picture);
    let thought = examined.is_some();
    let hint: Vec<_> = app.hint.iter().cloned().collect();
    let mut picture = examined.unwrap_or_else(|| app.table().picture(&hint));
    if let Some((name, text)) = app.tally() {
        picture.note(name, text);
    }
    frame.render_widget(title(app), top);
    let cursor =
        (!thought && app.steering == Steering::Cursor && app.humans_turn()).then_some(app.cursor);
    let fresh = if thought { &[][..] } else { &app.fresh[..] };
    let threats = if app.threats && !thought { app.table().threats() } else { None };
    let threats = threats.unwrap_or_default();
    let board = Board { picture: &picture, cursor, fresh, threats: &threats, theme };
    let side = beside(frame, &board, middle, app.panel, &mut hits);
    if app.panel {
        let side = draw_notes(frame, side, &picture, &threats);
        panel::draw(frame, side, app, theme, now, &mut hits);
    } else {
        let facts = facts(app, &picture, &threats);
        frame.render_widget(Paragraph::new(facts).wrap(Wrap { trim: false }), side);
    }
    frame.render_widget(Paragraph::new(said), status);
    frame.render_widget(key_line(app), keys);
    if app.stage == Stage::Help {
        help(frame, app);
    }
    hits
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

/// The same with room for what is said: a second line of it takes the place of the keys, so that the board stays as it is.
fn rows_with_status(area: Rect, said: &[Line]) -> [Rect; 4] {
    let [top, middle, status, keys] = rows(area);
    let lines = said.len() as u16;
    if lines < 2 {
        return [top, middle, status, keys];
    }
    let height = lines.min(area.height.saturating_sub(top.height));
    let status = Rect { y: area.bottom() - height, height, ..area };
    let middle = Rect { height: status.y.saturating_sub(middle.y), ..middle };
    [top, middle, status, Rect { height: 0, ..keys }]
}

/// Draws the board and returns the column beside it. A panel gets its width even from the board.
fn beside(frame: &mut Frame, board: &Board, area: Rect, panel: bool, hits: &mut Hits) -> Rect {
    let wanted = if panel { SIDE.max(area.width * 2 / 5) } else { SIDE };
    let room = area.width.saturating_sub(wanted + 2).max(area.width / 3);
    let width = board.width(room, area.height).min(room);
    let [left, _, side] =
        Layout::horizontal([Constraint::Length(width), Constraint::Length(2), Constraint::Min(0)])
            .areas(area);
    frame.render_widget(board, left);
    for (place, (column, row)) in board.cells(left) {
        hits.add(place, Wish::Point(column, row));
    }
    Rect { width: side.width.min(READABLE), ..side }
}

/// Which game this is.
fn title(app: &App) -> Line<'static> {
    let info = app.table().info();
    let (rules, size, seed) = (app.table().rules(), app.table().size(), app.table().seed());
    let name = Span::styled(info.title, Style::new().add_modifier(Modifier::BOLD));
    Line::from(vec![name, Span::raw(format!("  {rules} {size}, seed {seed}"))])
}

/// What else stands beside the board, above the panel; what is left of the column.
fn draw_notes(frame: &mut Frame, side: Rect, picture: &Picture, threats: &[Threat]) -> Rect {
    let notes = picture.notes.iter().map(|(name, value)| format!("{name}: {value}"));
    let text = notes.collect::<Vec<_>>().join(", ");
    let mut lines = text::wrap(&text, side.width.into());
    let told = threats.iter().map(threat_words);
    lines.extend(told.flat_map(|told| text::wrap(&told, side.width.into())));
    let height = (lines.len() as u16 + u16::from(!lines.is_empty())).min(side.height / 3);
    let [top, below] =
        Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(side);
    let lines: Vec<Line> = lines.into_iter().map(Line::raw).collect();
    frame.render_widget(Paragraph::new(lines), top);
    below
}

/// Notes of the board and who plays, for the column beside it.
fn facts(app: &App, picture: &Picture, threats: &[Threat]) -> Vec<Line<'static>> {
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
    if app.threats {
        lines.push(Line::raw("Threats (* where, ! wins):"));
        lines.extend(threats.iter().map(|threat| Line::raw(threat_words(threat))));
        if threats.is_empty() {
            lines.push(Line::raw("none"));
        }
        lines.push(Line::default());
    }
    lines.push(Line::raw(app.table().info().input));
    lines
}

/// Who threatens what.
fn threat_words(threat: &Threat) -> String {
    format!("seat {}: {}", threat.seat + 1, threat.words)
}

/// What is going on and what there is to say, in whole lines. Where that takes more than two, only what there is to say.
fn status_lines(app: &App, now: Duration, width: u16) -> Vec<Line<'static>> {
    if let Some(text) = &app.typed {
        return vec![Line::raw(format!(":{text}_"))];
    }
    if let Some((agent, time)) = app.thinker(now).filter(|(_, time)| time.as_millis() > 150) {
        let wheel = ['|', '/', '-', '\\'][(time.as_millis() / 120 % 4) as usize];
        return vec![Line::raw(format!("{wheel} {agent} thinks, {:.1} s", time.as_secs_f64()))];
    }
    let question = app.listens() == Listens::Question;
    let notice = app.notice.as_deref().filter(|_| !question).unwrap_or_default();
    said(&app.status(), notice, width.into())
}

/// The status in bold, then the notice: in one line where both fit, else each in lines of its own.
fn said(status: &str, notice: &str, width: usize) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let status = Span::styled(status.to_owned(), bold);
    let all = Line::from(vec![status.clone(), Span::raw(format!(" {notice}"))]);
    if all.width() <= width {
        return vec![all];
    }
    let wrapped = |text: &str, style| {
        text::wrap(text, width).into_iter().map(move |line| Line::styled(line, style))
    };
    let notice: Vec<Line> = wrapped(notice, Style::new()).collect();
    let mut lines: Vec<Line> = wrapped(&status.content, bold).collect();
    if lines.len() + notice.len() > 2 && !notice.is_empty() {
        lines.clear();
    }
    lines.extend(notice);
    lines
}

fn key_line(app: &App) -> Line<'static> {
    let examining = app.why.as_ref().is_some_and(|why| why.selected.is_some());
    let text = match (app.typed.is_some(), examining, app.mover().is_some()) {
        (true, ..) => "Enter plays the move  Esc forgets it",
        (_, true, _) => "j k other candidates  n why not this?  Esc back to the game  ? help",
        (.., false) => "r new game  v review  u undo  w why  s save  ? help  q quit",
        _ if !app.has_human() => "p halt  + - speed  w why  u undo  ? help  q quit",
        _ if app.steering == Steering::Moves => {
            "arrows move  p halt  h hint  u undo  w why  ? help  q quit"
        }
        _ => "arrows Enter move  h hint  u undo  w why  ? help  q quit",
    };
    Line::styled(text, Style::new().add_modifier(Modifier::DIM))
}

/// Keys that mean the same in every game.
const KEYS: [(&str, &str); 17] = [
    (":", "type a move, then Enter"),
    ("h", "hint"),
    ("u", "take back your last move"),
    ("w, e", "why? open or close the panel"),
    ("j, k", "examine the next or previous candidate"),
    ("n, Enter", "why not the examined candidate?"),
    ("t", "show threats, in games that know them"),
    ("PgUp, PgDn", "scroll the panel; the wheel does it too"),
    ("v", "go through the game, move by move, judged"),
    ("i", "halt after each move of an agent, or no more"),
    ("p", "halt or go on"),
    ("+, -", "faster, slower"),
    ("s", "save the position to a file"),
    ("mouse", "click a cell to play, a candidate to examine it"),
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
    let keys: Vec<_> = steering_keys(app.steering).into_iter().chain(KEYS).collect();
    keys_help(frame, &[app.table().info().input], &keys);
}

/// All keys of a screen, below what else must be said.
fn keys_help(frame: &mut Frame, first: &[&str], keys: &[(&str, &str)]) {
    let width = 64.min(frame.area().width.saturating_sub(2));
    let mut lines: Vec<Line> =
        first.iter().flat_map(|text| text::wrap(text, width.into())).map(Line::raw).collect();
    let longest = keys.iter().map(|(key, _)| key.chars().count()).max().unwrap_or(0);
    let room = usize::from(width).saturating_sub(longest + 2).max(1);
    for (key, does) in keys {
        let mut key = *key;
        for line in text::wrap(does, room) {
            lines.push(Line::raw(format!("{key:>longest$}  {line}")));
            key = "";
        }
    }
    let place = centred(frame.area(), width + 2, lines.len() as u16 + 2);
    help_box(frame, place, Paragraph::new(lines));
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
