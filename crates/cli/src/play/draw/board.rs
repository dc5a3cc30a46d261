//! A [`Picture`] on the screen, as large as there is room.

use super::style::Theme;
use ludex_core::{Ink, Picture, Threat};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

/// A board with what is highlighted on it.
pub(super) struct Board<'a> {
    pub(super) picture: &'a Picture,
    pub(super) cursor: Option<(usize, usize)>,
    pub(super) fresh: &'a [usize],
    /// What the players threaten, where that is shown.
    pub(super) threats: &'a [Threat],
    pub(super) theme: Theme,
}

/// What a threat makes of a cell, the gravest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// It is about this cell.
    About,
    /// It goes here.
    Aim,
    /// It goes here and wins.
    Win,
}

impl Mark {
    /// The sign on an empty cell; it needs no colour.
    fn sign(self) -> &'static str {
        match self {
            Self::Win => "!",
            _ => "*",
        }
    }
}

/// The size of a cell on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellSize {
    width: usize,
    height: usize,
}

/// The part of the board that is shown.
struct View {
    cell: CellSize,
    columns: std::ops::Range<usize>,
    rows: std::ops::Range<usize>,
    /// Width of the row labels.
    margin: usize,
    /// Height of the column labels.
    head: usize,
}

impl View {
    /// Where the cell in row `i` and column `j` of those shown stands.
    fn place(&self, i: usize, j: usize, area: Rect) -> Rect {
        Rect {
            x: area.x + (self.margin + j * self.cell.width) as u16,
            y: area.y + (self.head + i * self.cell.height) as u16,
            width: self.cell.width as u16,
            height: self.cell.height as u16,
        }
    }
}

impl Board<'_> {
    /// The width it takes of an area of this size.
    pub(super) fn width(&self, width: u16, height: u16) -> u16 {
        let view = self.view(width.into(), height.into());
        (view.margin + view.columns.len() * view.cell.width) as u16
    }

    /// The places of its cells on the screen, each with its column and row.
    pub(super) fn cells(&self, area: Rect) -> Vec<(Rect, (usize, usize))> {
        let view = self.view(area.width.into(), area.height.into());
        let rows = view.rows.clone().enumerate();
        let columns = || view.columns.clone().enumerate();
        rows.flat_map(|(i, row)| {
            columns().map(|(j, column)| (view.place(i, j, area), (column, row))).collect::<Vec<_>>()
        })
        .collect()
    }

    fn view(&self, width: usize, height: usize) -> View {
        let picture = self.picture;
        let longest = |labels: &[String]| labels.iter().map(|l| l.chars().count()).max();
        let margin = longest(&picture.row_labels).map_or(0, |length| length + 1);
        let head = usize::from(!picture.column_labels.is_empty());
        let (width, height) = (width.saturating_sub(margin), height.saturating_sub(head));
        let cell = self.cell_size(width, height);
        let middle = (picture.width / 2, picture.height / 2);
        let (column, row) = self.cursor.or(picture.focus).unwrap_or(middle);
        View {
            cell,
            columns: window(picture.width, width / cell.width, column),
            rows: window(picture.height, height / cell.height, row),
            margin,
            head,
        }
    }

    /// The largest cells with which the whole board fits, or else the smallest.
    fn cell_size(&self, width: usize, height: usize) -> CellSize {
        let texts = self.picture.cells.iter().map(|cell| cell.text.chars().count());
        let text = texts.max().unwrap_or(1);
        let label = self.longest_label().max(text);
        let sizes = [(label + 6, 3), (label + 2, 1), (text + 1, 1)];
        let fits = |(w, h): &(usize, usize)| {
            w * self.picture.width <= width && h * self.picture.height <= height
        };
        let (width, height) = sizes.into_iter().find(fits).unwrap_or(sizes[2]);
        CellSize { width, height }
    }

    fn longest_label(&self) -> usize {
        self.picture.column_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0)
    }

    fn style(&self, column: usize, row: usize, large: bool) -> Style {
        let ink = self.picture.at(column, row).ink;
        let ground = if large { self.theme.ground(column, row) } else { Style::new() };
        let mut style = ground.patch(self.theme.ink(ink));
        if self.fresh.contains(&(row * self.picture.width + column)) {
            style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
        }
        if let Some(mark) = self.threatened(column, row) {
            style = style.patch(self.theme.threat(mark));
        }
        if self.cursor == Some((column, row)) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        style
    }

    /// What is threatened at a cell, the gravest if there is more.
    fn threatened(&self, column: usize, row: usize) -> Option<Mark> {
        let here = |cell: &[u16; 2]| *cell == [column as u16, row as u16];
        let aims = self.threats.iter().filter(|threat| here(&threat.at));
        let aim = aims.map(|threat| if threat.wins { Mark::Win } else { Mark::Aim }).max();
        aim.or_else(|| self.threats.iter().any(|t| t.cells.iter().any(here)).then_some(Mark::About))
    }

    /// The text of a cell in its width; the cursor and ghosts are marked without colour too.
    fn text(&self, column: usize, row: usize, width: usize) -> String {
        let cell = self.picture.at(column, row);
        let marks = match (self.cursor == Some((column, row)), cell.ink) {
            (true, _) => Some(['[', ']']),
            (false, Ink::Ghost) => Some(['(', ')']),
            _ => None,
        };
        let aim = self.threatened(column, row).filter(|mark| *mark != Mark::About);
        let shown = match aim {
            Some(mark) => mark.sign(),
            None => &cell.text,
        };
        match marks.filter(|_| width >= shown.chars().count() + 2) {
            Some([open, close]) => format!("{:^width$}", format!("{open}{shown}{close}")),
            None => format!("{shown:^width$}"),
        }
    }

    fn draw_cell(&self, view: &View, column: usize, row: usize, area: Rect, buffer: &mut Buffer) {
        let large = view.cell.height > 1;
        let style = self.style(column, row, large);
        buffer.set_style(area, style.remove_modifier(Modifier::UNDERLINED));
        let (width, middle) = (view.cell.width, area.y + area.height / 2);
        buffer.set_stringn(area.x, middle, self.text(column, row, width), width, style);
    }

    fn draw_labels(&self, view: &View, area: Rect, buffer: &mut Buffer) {
        let faint = Style::new().add_modifier(Modifier::DIM);
        let (width, height) = (view.cell.width, view.cell.height);
        // Where labels are wider than cells, not every column gets one.
        let every = (self.longest_label() + 1).div_ceil(width).max(1);
        let room = width * every;
        for (i, column) in view.columns.clone().enumerate().filter(|(_, c)| c % every == 0) {
            if let Some(label) = self.picture.column_labels.get(column) {
                let x = area.x + (view.margin + i * width) as u16;
                let label = format!("{label:^width$}");
                buffer.set_stringn(x, area.y, label, room.min((area.right() - x).into()), faint);
            }
        }
        for (i, row) in view.rows.clone().enumerate() {
            if let Some(label) = self.picture.row_labels.get(row) {
                let y = area.y + (view.head + i * height + height / 2) as u16;
                let label = format!("{label:>w$}", w = view.margin.saturating_sub(1));
                buffer.set_stringn(area.x, y, label, view.margin, faint);
            }
        }
    }
}

impl Widget for &Board<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let view = self.view(area.width.into(), area.height.into());
        self.draw_labels(&view, area, buffer);
        for (i, row) in view.rows.clone().enumerate() {
            for (j, column) in view.columns.clone().enumerate() {
                self.draw_cell(&view, column, row, view.place(i, j, area), buffer);
            }
        }
    }
}

/// `room` of `length` places, so that `focus` is among them.
fn window(length: usize, room: usize, focus: usize) -> std::ops::Range<usize> {
    let room = room.min(length);
    let first = focus.saturating_sub(room / 2).min(length - room);
    first..first + room
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Theme = Theme { colours: false };

    fn drawn(board: &Board, width: u16, height: u16) -> Vec<String> {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        board.render(area, &mut buffer);
        let symbol = |x, y| buffer[(x, y)].symbol().to_owned();
        (0..height).map(|y| (0..width).map(|x| symbol(x, y)).collect::<String>()).collect()
    }

    fn sample() -> Picture {
        let mut picture = Picture::new(2, 2).columns(["a", "b"]).rows(["2", "1"]);
        picture.set(1, 0, "X", Ink::First);
        picture
    }

    #[test]
    fn small_areas_get_small_cells() {
        let board =
            Board { picture: &sample(), cursor: None, fresh: &[], threats: &[], theme: PLAIN };
        assert_eq!(drawn(&board, 6, 3), ["  a b ", "2 . X ", "1 . . "]);
    }

    #[test]
    fn large_areas_get_large_cells_with_a_marked_cursor() {
        let board = Board {
            picture: &sample(),
            cursor: Some((0, 1)),
            fresh: &[],
            threats: &[],
            theme: PLAIN,
        };
        let lines = drawn(&board, 16, 7);
        assert_eq!(lines[2], "2    .      X   ");
        assert_eq!(lines[5], "1   [.]     .   ");
    }

    #[test]
    fn what_does_not_fit_follows_the_cursor() {
        assert_eq!(window(10, 4, 0), 0..4);
        assert_eq!(window(10, 4, 5), 3..7);
        assert_eq!(window(10, 4, 9), 6..10);
        assert_eq!(window(3, 9, 1), 0..3);
        let board = Board {
            picture: &sample(),
            cursor: Some((1, 1)),
            fresh: &[],
            threats: &[],
            theme: PLAIN,
        };
        for width in 0..20 {
            for height in 0..9 {
                drawn(&board, width, height);
            }
        }
    }
}
