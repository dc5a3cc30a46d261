//! A game that is gone through: the board, what was thought of the last move, and the moves around it.

use super::super::app::Stage;
use super::super::chances::Chances;
use super::super::keys::Wish;
use super::super::replay::{MoveReasons, Replay, changed};
use super::board::Board;
use super::hits::Hits;
use super::panel::{PanelLine, Reasons, in_words, scrolled, short};
use super::style::Theme;
use super::text::wrap;
use super::well::Well;
use super::{READABLE, beside, keys_help};
use ludex_core::explain::number;
use ludex_table::protocol::{Draw, Grade, Measure, Reviewed, SeatReview};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

/// The keys for what chance could have drawn, in games that have chance.
const DRAWS: &str = "c, C";

/// What keys do here.
const KEYS: [(&str, &str); 10] = [
    ("left, right", "one move back, one on"),
    ("Home, End", "to the first, to the last"),
    ("n, b", "to the next move that gave something away, to the one before"),
    ("w", "open or close the reasons"),
    (DRAWS, "what if chance had drawn otherwise? The next draw, the one before; w closes them"),
    ("PgUp, PgDn", "the reasons further up, further down; the wheel does it too"),
    ("t", "play on from here"),
    ("click", "a move in the line below the board"),
    ("?", "these keys"),
    ("q, Esc", "leave"),
];

/// Draws the whole screen.
pub(crate) fn replay(frame: &mut Frame, replay: &Replay) -> Hits {
    let (theme, mut hits) = (Theme::from_environment(), Hits::default());
    let [top, middle, strip, status, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Length(1),
    ])
    .areas(frame.area());
    frame.render_widget(Line::raw(title(replay)), top);
    let side = draw_board(frame, replay, middle, theme, &mut hits);
    let lines = panel(replay, side.width.into(), side.height.into(), theme);
    scrolled(frame, side, lines, replay.scroll, &mut hits);
    draw_strip(frame, strip, replay, theme, &mut hits);
    frame.render_widget(Line::raw(status_text(replay)), status);
    let chance = if replay.has_chance() { "c chance  " } else { "" };
    let text = format!("left right step  n b mistakes  w why  {chance}t play on  ? help  q leave");
    frame.render_widget(Line::styled(text, Style::new().add_modifier(Modifier::DIM)), keys);
    if replay.stage == Stage::Help {
        let offered = KEYS.into_iter().filter(|(keys, _)| *keys != DRAWS || replay.has_chance());
        keys_help(frame, &[], &offered.collect::<Vec<_>>());
    }
    hits
}

fn title(replay: &Replay) -> String {
    let record = &replay.record;
    format!("Record of {} {} {}, seed {}", record.game, record.rules, record.size, record.seed)
}

/// Draws the board and returns the column beside it.
fn draw_board(
    frame: &mut Frame,
    replay: &Replay,
    area: Rect,
    theme: Theme,
    hits: &mut Hits,
) -> Rect {
    let (picture, fresh) = match replay.chances.as_ref().and_then(Chances::draw) {
        Some(draw) => (draw.picture.clone(), changed(&replay.table.picture(&[]), &draw.picture)),
        None => (replay.table.picture(&[]), replay.fresh()),
    };
    if replay.falls {
        let well = Well::new(&picture, theme, area);
        let width = well.width(area);
        let [left, _, side] = Layout::horizontal([
            Constraint::Length(width),
            Constraint::Length(2),
            Constraint::Min(0),
        ])
        .areas(area);
        frame.render_widget(&well, left);
        return Rect { width: side.width.min(READABLE), ..side };
    }
    let board = Board { picture: &picture, cursor: None, fresh: &fresh, threats: &[], theme };
    let mut none = Hits::default();
    let side = beside(frame, &board, area, true, &mut none);
    hits.scrollable = none.scrollable;
    side
}

/// Who played how well, then the move that led here and what was thought of it.
fn panel(replay: &Replay, width: usize, height: usize, theme: Theme) -> Vec<PanelLine> {
    let plain = |text: String| (Line::raw(text), None);
    let mut lines: Vec<PanelLine> = Vec::new();
    for (seat, player) in replay.players().iter().enumerate() {
        let found = replay.verdict.seats.iter().find(|found| found.seat == seat);
        let text = format!(
            "{}: {player}{}",
            seat + 1,
            found.map_or_else(String::new, |found| {
                format!(", {}", told(found, replay.verdict.measure))
            })
        );
        lines.extend(wrap(&text, width).into_iter().map(plain));
    }
    if let Some(chances) = &replay.chances {
        lines.push(plain(String::new()));
        lines.extend(draws(chances, width));
        return lines;
    }
    let Some(ply) = replay.ply() else {
        lines.push(plain(String::new()));
        lines.extend(notes(replay).into_iter().map(plain));
        return lines;
    };
    lines.push(plain(String::new()));
    lines.extend(verdict(replay, ply, width, theme));
    if replay.panel {
        lines.push(plain(String::new()));
        let left = height.saturating_sub(lines.len());
        lines.extend(reasons(replay.reasons(), ply, replay, (width, left), theme));
    } else {
        lines.push(plain(String::new()));
        lines.extend(notes(replay).into_iter().map(plain));
    }
    lines
}

/// What chance could have drawn before what is shown, and what would have come of it.
fn draws(chances: &Chances, width: usize) -> Vec<PanelLine> {
    let plain = |text: String| (Line::raw(text), None);
    if let Some(reason) = &chances.failed {
        return wrap(reason, width).into_iter().map(plain).collect();
    }
    if chances.is_waiting() {
        return vec![plain("Thinking ...".into())];
    }
    let which = if chances.complete { "" } else { " Some of many, by lot." };
    let head = format!("What if chance had drawn otherwise? The best first.{which}");
    let mut lines: Vec<PanelLine> = wrap(&head, width).into_iter().map(plain).collect();
    let came = chances.came().and_then(|draw| draw.value);
    for (index, draw) in chances.draws.iter().enumerate() {
        let plain = Style::new();
        let reversed = plain.add_modifier(Modifier::REVERSED);
        let style = if index == chances.selected { reversed } else { plain };
        let text = told_draw(draw, came);
        lines.extend(wrap(&text, width).into_iter().map(|line| (Line::styled(line, style), None)));
    }
    lines
}

fn told_draw(draw: &Draw, came: Option<f64>) -> String {
    let then = match (&draw.best, draw.value) {
        (Some(best), Some(value)) => match came {
            Some(came) if !draw.came => format!("{best}, {}", signed(value - came)),
            _ => format!("{best}, {}", number(value)),
        },
        _ => "the game would be over".into(),
    };
    let mark = if draw.came { " (this came)" } else { "" };
    format!("{}, {:.1} %: {then}{mark}", draw.phrase, 100.0 * draw.share)
}

fn signed(difference: f64) -> String {
    if difference < 0.0 { number(difference) } else { format!("+{}", number(difference)) }
}

fn notes(replay: &Replay) -> Vec<String> {
    let notes = replay.table.picture(&[]).notes;
    notes.iter().map(|(name, value)| format!("{name}: {value}")).collect()
}

/// How well a seat played, and what chance did to it.
fn told(found: &SeatReview, measure: Option<Measure>) -> String {
    let accuracy = format!("{:.0} % accurate", found.accuracy);
    if measure == Some(Measure::Middling) {
        return format!("{accuracy}; {}", told_in_gaps(found));
    }
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let gave = format!("{accuracy}; gave away {}", percent(found.gave));
    let Some(luck) = found.luck else { return gave };
    let error = found.luck_error.map_or_else(String::new, |e| format!(" ± {}", percent(e)));
    format!("{gave}, chance {} {}{error}", did(luck), percent(luck.abs()))
}

/// The same where values have a unit of their own, in the words that single moves get.
fn told_in_gaps(found: &SeatReview) -> String {
    let own = rounded(found.gave);
    let gave = match own {
        0.0 => "gave nothing away".into(),
        _ => format!("each move gave away {}", gaps(own)),
    };
    let Some(luck) = found.luck else { return gave };
    let amount = rounded(luck.abs());
    if amount == 0.0 {
        return format!("{gave}, chance made no difference");
    }
    let amount = number(amount);
    let error = found.luck_error.map_or_else(String::new, |e| format!(" ± {}", number(rounded(e))));
    let what = if own == 0.0 { USUAL_GAP } else { "that" };
    format!("{gave}, chance {} {amount}{error} times {what}", did(luck))
}

/// What chance did to a player.
fn did(luck: f64) -> &'static str {
    if luck < 0.0 { "took" } else { "gave" }
}

/// What moves are measured by where values have a unit of their own.
const USUAL_GAP: &str = "what moves usually differ by";

/// No judgement is finer than this.
fn rounded(gaps: f64) -> f64 {
    let parts = if gaps.abs() < 0.95 { 100.0 } else { 10.0 };
    (gaps * parts).round() / parts
}

/// How much was given away, beside what moves usually differ by.
fn gaps(loss: f64) -> String {
    match rounded(loss) {
        1.0 => "as much as moves usually differ by".into(),
        10.0.. => format!("ten times {USUAL_GAP}, or more"),
        times => format!("{} times {USUAL_GAP}", number(times)),
    }
}

/// What the judge thinks of a move.
fn verdict(replay: &Replay, ply: usize, width: usize, theme: Theme) -> Vec<PanelLine> {
    let (seat, phrase) = (replay.seat_of(ply), replay.phrase_of(ply));
    let player = &replay.players()[seat.min(replay.players().len() - 1)];
    let found = replay.verdict.of(ply);
    let text = format!("Move {}, {player}: {phrase}{}", ply + 1, found.map_or("", mark));
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let head = wrap(&text, width).into_iter().map(|line| (Line::styled(line, bold), None));
    let Some(found) = found.filter(|found| found.grade > Grade::Fine) else {
        return head.collect();
    };
    let style = theme.grade(found.grade);
    let better = replay.say_instead(ply, &found.best);
    let text = format!("{}: {}. Better was {better}.", name(found.grade), gave(found, replay));
    head.chain(wrap(&text, width).into_iter().map(|line| (Line::styled(line, style), None)))
        .collect()
}

fn gave(found: &Reviewed, replay: &Replay) -> String {
    match replay.verdict.measure {
        Some(Measure::Chance) => {
            format!("gave away {:.0} % of the chance to win", 100.0 * found.loss)
        }
        _ => format!("gave away {}", gaps(found.loss)),
    }
}

fn name(grade: Grade) -> &'static str {
    match grade {
        Grade::Fine => "Fine",
        Grade::Inaccuracy => "Inaccuracy",
        Grade::Mistake => "Mistake",
        Grade::Blunder => "Blunder",
    }
}

/// The sign of a move as it is written behind it.
fn mark(found: &Reviewed) -> &'static str {
    match found.grade {
        Grade::Fine => "",
        Grade::Inaccuracy => "?!",
        Grade::Mistake => "?",
        Grade::Blunder => "??",
    }
}

/// Why the move was made, or what an agent would have done.
fn reasons(
    known: Option<&MoveReasons>,
    ply: usize,
    replay: &Replay,
    (width, height): (usize, usize),
    theme: Theme,
) -> Vec<PanelLine> {
    let Some(explanation) = known.and_then(|known| known.explanation.as_ref()) else {
        return vec![(Line::raw("Thinking ..."), None)];
    };
    let decision = &explanation.decision;
    let (played, best) = (&replay.record.moves[ply], &decision.best().action);
    let own = replay.players()[replay.seat_of(ply)].to_string() == decision.agent;
    let verb = if own && played == best { "played" } else { "would play" };
    let reasons = Reasons {
        heading: format!("{} {verb} {}", decision.agent, in_words(explanation, best)),
        explanation,
        selected: decision.candidates.iter().position(|c| c.action == *played),
        contrast: known.and_then(|known| known.contrast.as_ref()),
    };
    let lines = reasons.lines(width, height, theme).into_iter();
    lines.map(|(line, _)| (line, None)).collect()
}

/// The moves around the one that led here, in one line; each can be clicked.
fn draw_strip(frame: &mut Frame, area: Rect, replay: &Replay, theme: Theme, hits: &mut Hits) {
    let text = |ply: usize| {
        let mark = replay.verdict.of(ply).map_or("", mark);
        let phrase = replay.phrase_of(ply);
        format!(" {} {}{mark} ", ply + 1, short(&phrase, &replay.record.moves[ply]))
    };
    let room = usize::from(area.width);
    let here = replay.ply().unwrap_or(0);
    let mut first = here;
    let mut used = if replay.len() == 0 { 0 } else { text(here).chars().count() };
    while first > 0 && used + text(first - 1).chars().count() <= room / 2 {
        first -= 1;
        used += text(first).chars().count();
    }
    let mut x = area.x;
    for ply in first..replay.len() {
        let text = text(ply);
        let width = text.chars().count() as u16;
        if x + width > area.right() {
            break;
        }
        let mut style =
            replay.verdict.of(ply).map_or(Style::new(), |found| theme.grade(found.grade));
        if replay.ply() == Some(ply) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let place = Rect { x, y: area.y, width, height: area.height };
        frame.render_widget(Line::from(Span::styled(text, style)), place);
        hits.add(place, Wish::Row(ply + 1));
        x += width;
    }
}

fn status_text(replay: &Replay) -> String {
    let verdict = &replay.verdict;
    let judged = match (replay.is_judging(), verdict.count()) {
        (true, count) => format!(" Judged {count} of {}.", replay.len()),
        (false, 0) => String::new(),
        (false, count) if count < replay.len() => format!(" {count} moves judged."),
        (false, _) => " All judged.".into(),
    };
    let notice = replay.notice.as_deref().unwrap_or_default();
    format!("Move {} of {}.{judged} {notice}", replay.shown, replay.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_away_is_said_in_one_way() {
        assert_eq!(gaps(1.004), "as much as moves usually differ by");
        assert_eq!(gaps(0.96), "as much as moves usually differ by");
        assert_eq!(gaps(2.84), "2.8 times what moves usually differ by");
        assert_eq!(gaps(0.5), "0.5 times what moves usually differ by");
        assert_eq!(gaps(10.0), "ten times what moves usually differ by, or more");
        let seat = SeatReview {
            seat: 0,
            moves: 9,
            accuracy: 61.2,
            gave: 1.395,
            luck: None,
            luck_error: None,
        };
        let say = |seat: &SeatReview| told(seat, Some(Measure::Middling));
        assert_eq!(
            say(&seat),
            "61 % accurate; each move gave away 1.4 times what moves usually differ by"
        );
        let lucky = SeatReview { luck: Some(-0.114), luck_error: Some(0.02), ..seat.clone() };
        assert!(say(&lucky).ends_with("differ by, chance took 0.11 ± 0.02 times that"));
        let even = SeatReview { luck: Some(0.004), luck_error: Some(0.01), ..seat.clone() };
        assert!(say(&even).ends_with("differ by, chance made no difference"));
        let perfect = SeatReview { gave: 0.0, luck: Some(0.3), ..seat.clone() };
        assert_eq!(
            say(&perfect),
            "61 % accurate; gave nothing away, chance gave 0.3 times what moves usually differ by"
        );
        let said = told(&SeatReview { gave: 0.04, ..seat }, Some(Measure::Chance));
        assert_eq!(said, "61 % accurate; gave away 4.0 %");
    }
}
