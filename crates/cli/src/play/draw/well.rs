//! The well of a falling piece: cells that look square, numbered rows and columns, walls.

use super::style::Theme;
use ludex_core::{Cell, Ink, Picture};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::widgets::Widget;

/// A board with a falling piece.
pub(super) struct Well<'a> {
    picture: &'a Picture,
    theme: Theme,
    /// Lines of a cell.
    scale: usize,
    /// Columns of a cell: twice as many, or what numbers need.
    cell: usize,
}

/// What of it is shown.
struct View {
    /// The first row shown.
    first: usize,
    /// Rows shown.
    rows: usize,
    /// Lines above the rows: the columns' numbers, where there is room.
    head: usize,
    /// Columns left of the cells: the rows' numbers and the wall.
    margin: usize,
}

/// Columns beside a large well that must be left for what stands there.
const BESIDE: usize = 50;

impl<'a> Well<'a> {
    /// A well as large as there is room in `body`, which it shares with what stands beside it.
    pub(super) fn new(picture: &'a Picture, theme: Theme, body: Rect) -> Self {
        let numbers = picture.cells.iter().filter(|c| c.ink != Ink::Ghost && is_number(&c.text));
        let longest = numbers.map(|cell| cell.text.len()).max().unwrap_or(0);
        let mut well = Self { picture, theme, scale: 1, cell: longest.max(2) };
        let large = Self { picture, theme, scale: 2, cell: well.cell.max(4) };
        let (width, height) = (usize::from(body.width), usize::from(body.height));
        if large.columns() + BESIDE <= width && 2 * picture.height < height {
            well = large;
        }
        well
    }

    fn margin(&self) -> usize {
        self.picture.row_labels.iter().map(String::len).max().unwrap_or(0) + 1
    }

    fn columns(&self) -> usize {
        self.margin() + self.cell * self.picture.width + 1
    }

    /// The width it takes of an area of this width.
    pub(super) fn width(&self, area: Rect) -> u16 {
        self.columns().min(area.width.into()) as u16
    }

    /// Where each column is.
    pub(super) fn columns_in(&self, area: Rect) -> impl Iterator<Item = (usize, Rect)> {
        let (margin, cell) = (self.margin(), self.cell);
        (0..self.picture.width).map(move |column| {
            let x = area.x.saturating_add((margin + column * cell) as u16);
            let place = Rect { x, width: cell as u16, ..area };
            (column, place.intersection(area))
        })
    }

    /// The columns' numbers have a line of their own. Where there is none left, they take that of the highest row if nothing is
    /// there, and else they are left out.
    fn view(&self, area: Rect) -> View {
        let height = usize::from(area.height);
        let rows = self.picture.height.min(height / self.scale);
        let (first, margin) = (self.first_row(rows), self.margin());
        if height > self.scale * rows {
            return View { first, rows, head: 1, margin };
        }
        if rows > 1 && self.is_empty_row(first) {
            return View { first: first + 1, rows: rows - 1, head: 1, margin };
        }
        View { first, rows, head: 0, margin }
    }

    fn is_empty_row(&self, row: usize) -> bool {
        (0..self.picture.width).all(|column| self.picture.at(column, row).ink == Ink::Empty)
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
    fn text(&self, cell: &Cell) -> String {
        let colours = self.theme.colours;
        match (cell.ink, cell.text.as_str()) {
            (Ink::Empty, _) => " .".into(),
            (Ink::Piece(_), "@") => "()".into(),
            (Ink::Piece(_) | Ink::Lying, text) if is_number(text) => text.into(),
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
        let width = self.cell;
        let faint = Style::new().add_modifier(Modifier::DIM);
        let label = self.picture.row_labels.get(row).map_or("", String::as_str);
        let label = format!("{label:>w$}|", w = view.margin - 1);
        put(buffer, area, 0, 0, &label, faint);
        let right = view.margin + width * self.picture.width;
        for line in 0..self.scale {
            put(buffer, area, view.margin - 1, line, "|", faint);
            put(buffer, area, right, line, "|", faint);
        }
        for column in 0..self.picture.width {
            let cell = self.picture.at(column, row);
            let style = self.theme.block(cell.ink);
            let text = self.text(cell);
            let full = matches!(cell.ink, Ink::Piece(_) | Ink::Lying) && !is_number(&text);
            let blank = if full { text.as_str() } else { "" };
            for line in 0..self.scale {
                let text = if line == 0 { text.as_str() } else { blank };
                let x = view.margin + column * width;
                put(buffer, area, x, line, &format!("{text:^width$}"), style);
            }
        }
    }

    fn draw_head(&self, view: &View, area: Rect, buffer: &mut Buffer) {
        let faint = Style::new().add_modifier(Modifier::DIM);
        for column in 0..self.picture.width {
            let x = view.margin + column * self.cell;
            let label = format!("{:>w$}", self.column_label(column), w = self.cell);
            put(buffer, area, x, 0, &label, faint);
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit())
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
            let top = (view.head + i * self.scale) as u16;
            let rest = area.height.saturating_sub(top);
            let place = Rect { y: area.y + top, height: rest.min(self.scale as u16), ..area };
            self.draw_row(&view, view.first + i, place, buffer);
        }
        let below = view.head + view.rows * self.scale;
        let floor = "-".repeat(self.cell * self.picture.width);
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
        (&Well::new(picture, PLAIN, area)).render(area, &mut buffer);
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
    fn where_rows_are_short_what_is_there_comes_before_the_numbers() {
        let lines = drawn(&sample(), 11, 3);
        assert_eq!(lines, ["0|##() . .|", "1| .::(1 .|", "2| . . .[]|"]);
        let mut picture = Picture::new(4, 3).columns(0..4).rows(0..3);
        picture.set(3, 2, "#", Ink::Lying);
        let lines = drawn(&picture, 11, 3);
        assert_eq!(lines, ["   0 1 2 3 ", "1| . . . .|", "2| . . .[]|"]);
        picture.set(0, 0, "#", Ink::Lying);
        let lines = drawn(&picture, 11, 3);
        assert_eq!(lines, ["0|[] . . .|", "1| . . . .|", "2| . . .[]|"]);
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
    fn numbers_are_shown_whole() {
        let mut picture = sample();
        picture.set(0, 0, "128", Ink::Piece(0));
        picture.set(3, 2, "8", Ink::Lying);
        let lines = drawn(&picture, 16, 5);
        assert_eq!(lines[1], "0|128()  .  . | ");
        assert_eq!(lines[3], "2| .  .  .  8 | ");
    }

    #[test]
    fn large_screens_get_large_cells() {
        let lines = drawn(&sample(), 80, 8);
        assert_eq!(&lines[1][..19], "0| ##  ()   .   . |");
        assert_eq!(&lines[2][..7], " | ##  ");
    }
}
