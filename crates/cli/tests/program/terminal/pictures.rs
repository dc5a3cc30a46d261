//! The pictures of the guide: real screens, drawn as SVG.
//!
//! `make pictures` writes them; the tests see to it that they show what the program shows.

use super::pty::{ENTER, Terminal};
use std::fmt::Write;
use std::path::PathBuf;
use vt100::{Cell, Color, Screen};

/// The size of a character, in pixels.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 18.0;
/// Empty space around the screen.
const EDGE: f64 = 14.0;

const GROUND: &str = "#16181d";
const TEXT: &str = "#d8dbe2";

#[test]
fn pictures_of_tris() {
    let mut terminal = Terminal::start("play tris --seed 7", (21, 80));
    terminal.until_shown("Your move");
    terminal.press(ENTER);
    terminal.until_shown("moves: 2");
    terminal.press_for("w", "minimax played");
    terminal.press_for("jjjjj", "What minimax expects after");
    terminal.press_for("n", "Why not");
    check("tris.svg", &svg(&terminal.at_rest()));
    terminal.press("qy");
    terminal.ends_well();
}

#[test]
fn pictures_of_snake() {
    let file = root().join("crates/cli/tests/program/terminal/snake.txt");
    let words = format!("play snake --seed 1 --position {}", file.display());
    let mut terminal = Terminal::start(&words, (24, 80));
    terminal.until_shown("Press an arrow key");
    terminal.press_for("w", "survivor would play");
    terminal.press_for("j", "What survivor expects after");
    check("snake.svg", &svg(&terminal.at_rest()));
    terminal.press("qy");
    terminal.ends_well();
}

#[test]
fn pictures_of_tetris() {
    let file = root().join("crates/cli/tests/program/terminal/tetris.txt");
    let words = format!("play tetris --seed 1 --position {}", file.display());
    let mut terminal = Terminal::start(&words, (27, 100));
    terminal.until_shown("Press a key to start");
    terminal.press_for("w", "tetrisvs-hard would play");
    check("tetris.svg", &svg(&terminal.at_rest()));
    terminal.press("qy");
    terminal.ends_well();
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a picture with the one in the guide, or replaces that one if asked to.
fn check(name: &str, picture: &str) {
    let path = root().join("docs/pictures").join(name);
    if std::env::var_os("LUDEX_PICTURES").is_some() {
        return std::fs::write(&path, picture).expect("a picture is written");
    }
    let shown = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == picture, "docs/pictures/{name} is out of date: run `make pictures`");
}

/// How a character is drawn.
#[derive(Clone, PartialEq)]
struct Look {
    ground: Option<String>,
    /// The attributes of the text.
    text: String,
}

impl Look {
    fn of(cell: &Cell) -> Self {
        let ink = colour(cell.fgcolor()).unwrap_or_else(|| TEXT.into());
        let ground = colour(cell.bgcolor());
        let (ink, ground) = if cell.inverse() {
            (ground.unwrap_or_else(|| GROUND.into()), Some(ink))
        } else {
            (ink, ground)
        };
        let mut text = format!(r#" fill="{ink}""#);
        for (wanted, attribute) in [
            (cell.bold(), r#" font-weight="bold""#),
            (cell.italic(), r#" font-style="italic""#),
            (cell.underline(), r#" text-decoration="underline""#),
            (cell.dim(), r#" opacity="0.65""#),
        ] {
            text += if wanted { attribute } else { "" };
        }
        Self { ground, text }
    }
}

fn colour(colour: Color) -> Option<String> {
    match colour {
        Color::Default => None,
        Color::Rgb(r, g, b) => Some(format!("#{r:02x}{g:02x}{b:02x}")),
        Color::Idx(index) => Some(indexed(index)),
    }
}

/// The 256 colours of terminals: 16 basic ones, a cube, and greys.
fn indexed(index: u8) -> String {
    const BASIC: [&str; 16] = [
        "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5",
        "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ];
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match index {
        0..=15 => BASIC[usize::from(index)].into(),
        16..=231 => {
            let cube = index - 16;
            let [r, g, b] = [cube / 36, cube / 6 % 6, cube % 6].map(level);
            format!("#{r:02x}{g:02x}{b:02x}")
        }
        _ => format!("#{0:02x}{0:02x}{0:02x}", 8 + 10 * (index - 232)),
    }
}

fn svg(screen: &Screen) -> String {
    let (rows, columns) = (screen.size().0.get(), screen.size().1.get());
    let (width, height) =
        (2.0 * EDGE + WIDTH * f64::from(columns), 2.0 * EDGE + HEIGHT * f64::from(rows));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" font-size=\"14\" \
         font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    );
    for row in 0..rows {
        let cells = (0..columns).filter_map(|column| screen.cell(row, column));
        let cells: Vec<(Look, String)> = cells.map(|cell| (Look::of(cell), symbol(cell))).collect();
        draw_row(&mut svg, row, &cells);
    }
    svg + "</svg>\n"
}

fn symbol(cell: &Cell) -> String {
    if cell.has_contents() { cell.contents().into() } else { " ".into() }
}

/// Neighbours that look alike share a rectangle and a text; texts end where a space begins, and
/// have their length fixed, so that columns stand in line whatever the font.
fn draw_row(svg: &mut String, row: u16, cells: &[(Look, String)]) {
    let (top, base) = (EDGE + HEIGHT * f64::from(row), EDGE + HEIGHT * f64::from(row) + 13.0);
    let left = |column: usize| EDGE + WIDTH * column as f64;
    let mut column = 0;
    for run in cells.chunk_by(|(a, _), (b, _)| a.ground == b.ground) {
        if let Some(ground) = &run[0].0.ground {
            let (x, width) = (left(column), WIDTH * run.len() as f64);
            let _ = writeln!(
                svg,
                r#"<rect x="{x:.1}" y="{top:.1}" width="{width:.1}" height="{HEIGHT}" fill="{ground}"/>"#
            );
        }
        column += run.len();
    }
    column = 0;
    for run in cells.chunk_by(|(a, s), (b, t)| a == b && (s == " ") == (t == " ")) {
        if run[0].1 != " " {
            let text: String = run.iter().map(|(_, symbol)| escaped(symbol)).collect();
            let (x, length, look) = (left(column), WIDTH * run.len() as f64, &run[0].0.text);
            let _ = writeln!(
                svg,
                r#"<text x="{x:.1}" y="{base:.1}" textLength="{length:.1}"{look}>{text}</text>"#
            );
        }
        column += run.len();
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
