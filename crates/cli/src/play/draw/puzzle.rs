//! A puzzle on the screen.

use super::super::keys::Wish;
use super::super::puzzle::Sitting;
use super::falling::small_row;
use super::hits::Hits;
use super::style::Theme;
use super::text::wrap;
use super::well::Well;
use super::{READABLE, keys_help, rows};
use ludex_core::{Ink, Picture};
use ludex_offline::puzzle::Step;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

/// Draws the whole screen.
pub(crate) fn puzzle(frame: &mut Frame, sitting: &Sitting) -> Hits {
    let (theme, mut hits) = (Theme::from_environment(), Hits::default());
    let [top, middle, status, keys] = rows(frame.area());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let level = sitting.level.map_or_else(String::new, |level| format!(", level {level} of 10"));
    let name = format!("  {}{level}", sitting.puzzle);
    let what = if sitting.level.is_some() { "Puzzle" } else { "List" };
    frame.render_widget(Line::from(vec![Span::styled(what, bold), Span::raw(name)]), top);
    let picture = sitting.picture();
    let well = Well::new(&picture, theme, middle);
    let [left, _, right] = Layout::horizontal([
        Constraint::Length(well.width(middle)),
        Constraint::Length(2),
        Constraint::Min(0),
    ])
    .areas(middle);
    frame.render_widget(&well, left);
    for (column, place) in well.columns_in(left) {
        hits.add(place, Wish::Point(column, 0));
    }
    let right = Rect { width: right.width.min(READABLE), ..right };
    frame.render_widget(Paragraph::new(beside(sitting, theme, right.width.into())), right);
    frame.render_widget(Line::styled(standing(sitting), bold), status);
    let dim = Style::new().add_modifier(Modifier::DIM);
    frame.render_widget(Line::styled(key_line(sitting), dim), keys);
    if sitting.help {
        keys_help(frame, &[], &KEYS);
    }
    hits
}

fn key_line(sitting: &Sitting) -> &'static str {
    if sitting.proof.is_some() {
        return "left right steps of the answer  Esc play on  q quit";
    }
    "arrows move, turn, drop  x other piece  h hint  c how does it stand?  p answer  u undo  ? help  q quit"
}

/// What keys do in a puzzle.
const KEYS: [(&str, &str); 9] = [
    ("left, right", "move the piece; a click on a column does it too"),
    ("up", "turn it"),
    ("down, Enter", "drop it"),
    ("x, Tab", "take the other piece that waits"),
    ("h", "a hint, with reasons"),
    ("c", "can it still be done, and after which move no longer?"),
    ("p", "go through the answer from here"),
    ("u", "take a move back"),
    ("q", "quit"),
];

fn standing(sitting: &Sitting) -> String {
    let cleared = sitting.scene.cleared;
    let rows = match sitting.wanted() {
        Some(wanted) => format!("{cleared} of {wanted} rows cleared"),
        None => format!("{} cleared", some(cleared, "row")),
    };
    let solved = if sitting.scene.solved && sitting.level.is_some() { "  Well done!" } else { "" };
    format!("{}, {rows}.{solved}", some(sitting.played(), "move"))
}

/// `1 move`, `2 moves`.
fn some(count: usize, of: &str) -> String {
    match count {
        1 => format!("1 {of}"),
        count => format!("{count} {of}s"),
    }
}

/// The goal, the pieces, and what there is to say.
fn beside(sitting: &Sitting, theme: Theme, width: usize) -> Vec<Line<'static>> {
    let dim = Style::new().add_modifier(Modifier::DIM);
    let mut lines: Vec<Line> = Vec::new();
    let say = |lines: &mut Vec<Line>, text: &str| {
        lines.extend(wrap(text, width).into_iter().map(Line::raw));
        lines.push(Line::default());
    };
    say(&mut lines, &sitting.puzzle.says());
    lines.extend(waiting(sitting, theme));
    let names = sitting.scene.coming.iter().map(|&piece| NAMES[usize::from(piece)]);
    let coming = names.collect::<Vec<_>>().join(" ");
    if !coming.is_empty() {
        lines.push(Line::styled("then come", dim));
        say(&mut lines, &coming);
    }
    if let Some((steps, at)) = &sitting.proof {
        say(&mut lines, &told(&steps[*at], *at, steps.len()));
    }
    say(&mut lines, &sitting.words);
    lines
}

/// What the seven pieces are called in a word.
const NAMES: [&str; 7] = ["I", "O", "T", "J", "L", "S", "Z"];

fn told(step: &Step, at: usize, all: usize) -> String {
    let keeps = step.good.map_or_else(String::new, |good| {
        format!(" {good} of {} moves keep the goal in reach.", step.moves)
    });
    let clears = match step.rows {
        0 => String::new(),
        1 => ", clears a row".into(),
        rows => format!(", clears {rows} rows"),
    };
    format!("Step {} of {all}: {}{clears}.{keeps}", at + 1, step.put)
}

/// The pieces of which any may go next, side by side; the one in the hand is marked.
fn waiting(sitting: &Sitting, theme: Theme) -> Vec<Line<'static>> {
    const BOX: usize = 5;
    let kit = &sitting.puzzle.task.kit;
    let pictures: Vec<Picture> = sitting
        .scene
        .waiting
        .iter()
        .map(|&piece| {
            let form = &kit.forms(piece)[0];
            let mut picture = Picture::new(BOX, 4);
            for (x, y) in form.spots() {
                let row = 3 - usize::from(y);
                picture.set(x.into(), row, " ", Ink::Piece(piece));
            }
            picture
        })
        .collect();
    let marks: String = (0..pictures.len())
        .map(|place| if place == sitting.place { "in hand   " } else { "waits     " })
        .collect();
    let mut lines = vec![Line::styled(marks, Style::new().add_modifier(Modifier::DIM))];
    for row in 0..4 {
        let parts = pictures.iter().map(|picture| small_row(picture, row, theme));
        lines.push(Line::from(parts.flat_map(|line| line.spans).collect::<Vec<_>>()));
    }
    lines.push(Line::default());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Seed;
    use ludex_offline::puzzle::{Kind, Puzzle, make};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn drawn(puzzle: &Puzzle, wishes: &[Wish], width: u16, height: u16) -> String {
        let mut sitting = Sitting::new(puzzle, Vec::new()).unwrap();
        for wish in wishes {
            sitting.obey(wish);
        }
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| drop(super::puzzle(frame, &sitting))).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_puzzle_shows_its_goal_its_pieces_and_what_was_asked() {
        let (puzzle, _) = make(Kind::Rows, Seed(3)).unwrap();
        let screen = drawn(&puzzle, &[Wish::Hint], 100, 30);
        for part in ["Puzzle", "level", "Clear", "in hand", "waits", "then come", "goal in reach"] {
            assert!(screen.contains(part), "{part}: {screen}");
        }
        let screen = drawn(&puzzle, &[Wish::Explain], 100, 30);
        assert!(screen.contains("Step 1 of"), "{screen}");
        assert!(drawn(&puzzle, &[Wish::Help], 100, 30).contains("take a move back"));
    }

    #[test]
    fn it_can_be_drawn_on_any_screen() {
        let puzzle = Puzzle::of_list(vec![5, 0, 1, 2, 3, 4, 6, 0], 11, 2).unwrap();
        for (width, height) in [(1, 1), (20, 5), (60, 24), (200, 70)] {
            let screen = drawn(&puzzle, &[Wish::Hint], width, height);
            assert!(width < 60 || screen.contains("List"), "{screen}");
        }
    }
}
