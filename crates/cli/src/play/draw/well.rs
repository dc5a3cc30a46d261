//! The well of a falling piece: cells that look square, numbered rows and columns, walls.

use super::style::Theme;
use ludex_core::{Cell, Ink, Picture};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

/// A board with a falling piece.
pub(super) struct Well<'a> {
    pub(super) picture: &'a Picture,
    pub(super) theme: Theme,
}

/// What of it is shown, and how large.
struct View {
    /// Lines of a cell; it is twice as many columns wide.
    scale: usize,
    /// The first row shown.
    first: usize,
    /// Rows shown.
    rows: usize,
    /// Lines above the rows: the columns' numbers, where there is room.
    head: usize,
    /// Columns left of the cells: the rows' numbers and the wall.
    margin: usize,
}

impl Well<'_> {
    /// The width it takes of an area of this size.
    pub(super) fn width(&self, area: Rect) -> u16 {
        let view = self.view(area);
        (view.margin + 2 * view.scale * self.picture.width + 1).min(area.width.into()) as u16
    }

    fn view(&self, area: Rect) -> View {
        let longest = self.picture.row_labels.iter().map(String::len).max().unwrap_or(0);
        let margin = longest + 1;
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let fits = |scale: usize| {
            // Beside a large well there must be room for what stands beside it.
            margin + 2 * scale * self.picture.width + 50 <= width
                && scale * self.picture.height < height
        };
        let scale = if fits(2) { 2 } else { 1 };
        let head = usize::from(height > scale * self.picture.height);
        let rows = self.picture.height.min((height - head) / scale);
        View { scale, first: self.first_row(rows), rows, head, margin }
    }

    /// The floor is in sight as long as the piece is, too.
    fn first_row(&self, rows: usize) -> usize {
        let lowest = self.picture.height - rows;
        match self.picture.focus {
            Some((_, row)) if row < lowest => row.saturating_sub(rows / 3),
            _ => lowest,
        }
    }

    /// What stands in a cell: the same marks with and without colours where they matter.
    fn text(&self, cell: &Cell, column: usize, numbered: bool) -> String {
        let colours = self.theme.colours;
        match (cell.ink, cell.text.as_str()) {
            (Ink::Empty, _) if numbered => format!(" {}", self.column_label(column)),
            (Ink::Empty, _) => " .".into(),
            (Ink::Piece(_), "@") => "()".into(),
            (Ink::Piece(_) | Ink::Lying, _) if colours => "  ".into(),
            (Ink::Piece(_) | Ink::Lying, "#") => "[]".into(),
            (Ink::Piece(_), _) => "##".into(),
            (_, ":") => "::".into(),
            (_, text) => format!("({text}"),
        }
    }

    fn column_label(&self, column: usize) -> &str {
        self.picture.column_labels.get(column).map_or("", String::as_str)
    }

    fn draw_row(&self, view: &View, row: usize, area: Rect, buffer: &mut Buffer) {
        let width = 2 * view.scale;
        let faint = Style::new().add_modifier(Modifier::DIM);
        let label = self.picture.row_labels.get(row).map_or("", String::as_str);
        let label = format!("{label:>w$}|", w = view.margin - 1);
        put(buffer, area, 0, 0, &label, faint);
        let right = view.margin + width * self.picture.width;
        for line in 0..view.scale {
            put(buffer, area, view.margin - 1, line, "|", faint);
            put(buffer, area, right, line, "|", faint);
        }
        let numbered = view.head == 0 && row == view.first;
        for column in 0..self.picture.width {
            let cell = self.picture.at(column, row);
            let style = self.theme.block(cell.ink);
            let text = self.text(cell, column, numbered);
            let blank =
                if matches!(cell.ink, Ink::Piece(_) | Ink::Lying) { text.as_str() } else { "" };
            for line in 0..view.scale {
                let text = if line == 0 { text.as_str() } else { blank };
                let x = view.margin + column * width;
                put(buffer, area, x, line, &format!("{text:^width$}"), style);
            }
        }
    }

    fn draw_head(&self, view: &View, area: Rect, buffer: &mut Buffer) {
        let faint = Style::new().add_modifier(Modifier::DIM);
        for column in 0..self.picture.width {
            let x = view.margin + column * 2 * view.scale;
            let label = format!("{:>w$}", self.column_label(column), w = 2 * view.scale);
            put(buffer, area, x, 0, &label, faint);
        }
    }
}

/// Writes a text into an area; what does not fit is cut.
fn put(buffer: &mut Buffer, area: Rect, x: usize, y: usize, text: &str, style: Style) {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    if x < width && y < height {
        buffer.set_stringn(area.x + x as u16, area.y + y as u16, text, width - x, style);
    }
}

impl Widget for &Well<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        if area.is_empty() {
            return;
        }
        let view = self.view(area);
        if view.head > 0 {
            self.draw_head(&view, area, buffer);
        }
        for i in 0..view.rows {
            let top = (view.head + i * view.scale) as u16;
            let rest = area.height.saturating_sub(top);
            let place = Rect { y: area.y + top, height: rest.min(view.scale as u16), ..area };
            self.draw_row(&view, view.first + i, place, buffer);
        }
        let below = view.head + view.rows * view.scale;
        let floor = "-".repeat(2 * view.scale * self.picture.width);
        let faint = Style::new().add_modifier(Modifier::DIM);
        put(buffer, area, view.margin - 1, below, &format!("+{floor}+"), faint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Theme = Theme { colours: false };

    fn drawn(picture: &Picture, width: u16, height: u16) -> Vec<String> {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        (&Well { picture, theme: PLAIN }).render(area, &mut buffer);
        let symbol = |x, y| buffer[(x, y)].symbol().to_owned();
        (0..height).map(|y| (0..width).map(|x| symbol(x, y)).collect::<String>()).collect()
    }

    fn sample() -> Picture {
        let mut picture = Picture::new(4, 3).columns(0..4).rows(0..3);
        picture.set(0, 0, "T", Ink::Piece(0));
        picture.set(1, 0, "@", Ink::Piece(0));
        picture.set(1, 1, ":", Ink::Ghost);
        picture.set(2, 1, "1", Ink::Ghost);
        picture.set(3, 2, "#", Ink::Lying);
        picture
    }

    #[test]
    fn pieces_ghosts_and_numbers_are_told_apart_without_colours() {
        let lines = drawn(&sample(), 11, 5);
        let wanted = ["   0 1 2 3 ", "0|##() . .|", "1| .::(1 .|", "2| . . .[]|", " +--------+"];
        assert_eq!(lines, wanted);
    }

    #[test]
    fn where_rows_are_short_the_first_one_carries_the_numbers() {
        let lines = drawn(&sample(), 11, 3);
        assert_eq!(lines[0], "0|##() 2 3|");
        assert_eq!(lines[2], "2| . . .[]|");
    }

    #[test]
    fn a_well_that_is_too_high_shows_its_floor_or_the_piece() {
        let mut picture = sample();
        assert!(drawn(&picture, 11, 2)[1].starts_with("2|"));
        picture.focus = Some((0, 0));
        assert!(drawn(&picture, 11, 2)[0].starts_with("0|"));
        for width in 0..80 {
            for height in 0..9 {
                drawn(&picture, width, height);
            }
        }
    }

    #[test]
    fn large_screens_get_large_cells() {
        let lines = drawn(&sample(), 80, 8);
        assert_eq!(&lines[1][..19], "0| ##  ()   .   . |");
        assert_eq!(&lines[2][..7], " | ##  ");
    }
}
