//! Inks as colours that colour-blind eyes can tell apart.

use super::board::Mark;
use ludex_core::Ink;
use ludex_table::protocol::Grade;
use ratatui::style::{Color, Modifier, Style};

/// Colours, or none where none are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Theme {
    pub(super) colours: bool,
}

/// The palette of Okabe and Ito in the 256 colours that every terminal has: sky blue, orange,
/// green, yellow, blue, vermilion, purple, grey.
const PALETTE: [u8; 8] = [74, 214, 36, 227, 32, 166, 175, 250];

impl Theme {
    /// Respects <https://no-color.org>.
    pub(super) fn from_environment() -> Self {
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { colours: !unwanted }
    }

    /// The style of a cell's text.
    pub(super) fn ink(self, ink: Ink) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let paint = |style, index| paint(self, style, index);
        match ink {
            Ink::Empty => paint(Style::new(), 243),
            Ink::First => paint(bold, PALETTE[0]),
            Ink::Second => paint(bold, PALETTE[1]),
            Ink::Goal => paint(bold, PALETTE[3]),
            Ink::Piece(n) => paint(bold, PALETTE[usize::from(n) % PALETTE.len()]),
            Ink::Lying => paint(bold, 245),
            Ink::Ghost => paint(
                Style::new().add_modifier(Modifier::ITALIC | Modifier::UNDERLINED),
                PALETTE[6],
            ),
            Ink::Fresh => bold.add_modifier(Modifier::REVERSED),
        }
    }

    /// A cell of a falling or lying piece: a block of colour where there are colours.
    pub(super) fn block(self, ink: Ink) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match ink {
            Ink::Lying if self.colours => bold.fg(Color::Indexed(16)).bg(Color::Indexed(245)),
            Ink::Piece(n) if self.colours => {
                let colour = PALETTE[usize::from(n) % PALETTE.len()];
                bold.fg(Color::Indexed(16)).bg(Color::Indexed(colour))
            }
            Ink::Ghost if self.colours => bold.fg(Color::Indexed(231)),
            Ink::Empty if self.colours => Style::new().fg(Color::Indexed(239)),
            _ => Style::new(),
        }
    }

    /// A cell that a threat is about, or where it goes.
    pub(super) fn threat(self, mark: Mark) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match mark {
            Mark::About => Style::new().add_modifier(Modifier::UNDERLINED),
            Mark::Aim => paint(self, bold, PALETTE[3]),
            Mark::Win => paint(self, bold, PALETTE[5]),
        }
    }

    /// How a judged move is written.
    pub(super) fn grade(self, grade: Grade) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        match grade {
            Grade::Fine => Style::new(),
            Grade::Inaccuracy => paint(self, bold, PALETTE[3]),
            Grade::Mistake => paint(self, bold, PALETTE[1]),
            Grade::Blunder => paint(self, bold, PALETTE[5]),
        }
    }

    /// The ground of a large cell; neighbours differ.
    pub(super) fn ground(self, column: usize, row: usize) -> Style {
        let shade = if (column + row).is_multiple_of(2) { 235 } else { 237 };
        if self.colours { Style::new().bg(Color::Indexed(shade)) } else { Style::new() }
    }
}

/// A style in this colour, where there are colours.
fn paint(theme: Theme, style: Style, index: u8) -> Style {
    if theme.colours { style.fg(Color::Indexed(index)) } else { style }
}
