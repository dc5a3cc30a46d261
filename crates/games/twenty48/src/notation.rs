//! How 2048 is written and drawn.
//!
//! A move is `up`, `left`, `down` or `right`. A tile that chance puts is `2@3,1`: its number, its column and its row, both
//! counted from 1, the top left being `1,1`. A position is its rows, 0 for an empty cell, and the score:
//!
//! ```text
//! 2 0 0 4
//! 0 8 0 0
//! 0 0 0 0
//! 0 0 0 2
//! score 20
//! due 1
//! ```
//!
//! `score` may be left out: then points count from here. `due` says how many tiles chance has still to put; it is left out
//! when the player is to move.

use crate::chances::chances;
use crate::grid::{Cell, Direction, Grid, MOST_CELLS};
use crate::plain::Cells;
use crate::{Action, Position, Twenty48};
use ludex_core::explain::{Speaker, with_article};
use ludex_core::{Error, Ink, Notation, Picture, Result};
use std::fmt::Write;

/// Rows from the top and columns from the left, for people.
const PLACES: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];

fn cell_text(grid: Grid, cell: Cell) -> String {
    let (column, row) = grid.spot(cell);
    format!("{},{}", column + 1, row + 1)
}

fn read_cell(grid: Grid, text: &str) -> Option<Cell> {
    let (column, row) = text.split_once(',')?;
    let (column, row): (usize, usize) = (column.parse().ok()?, row.parse().ok()?);
    let size = grid.size();
    let inside = (1..=size.width).contains(&column) && (1..=size.height).contains(&row);
    inside.then(|| grid.cell(column - 1, row - 1))
}

/// Reads `2@3,1`.
fn read_tile(grid: Grid, text: &str) -> Option<Action> {
    let (number, cell) = text.split_once('@')?;
    let exponent = match number {
        "2" => 1,
        "4" => 2,
        _ => return None,
    };
    Some(Action::Tile(read_cell(grid, cell)?, exponent))
}

/// The exponent of a number that stands on the board.
fn read_number(grid: Grid, word: &str, line: usize) -> Result<u8> {
    let most = grid.most_exponent();
    let refuse = |reason: &str| {
        let range = format!("give 0 or a power of two from 2 to {}", 1u32 << most);
        let say = Error::bad("tile", word, format!("{reason}; {range}"));
        Err(Error::position(line, say.to_string()))
    };
    match word.parse::<i64>() {
        Ok(0) => Ok(0),
        Ok(number) if number < 0 => refuse("no tile is negative"),
        Ok(1) => refuse("1 is no tile"),
        Ok(number) if number > 1 << most => refuse("no tile of this board can grow so large"),
        Ok(number) if number.count_ones() == 1 => Ok(number.trailing_zeros() as u8),
        Ok(_) => refuse("it is not a power of two"),
        Err(_) => refuse("it is not a whole number"),
    }
}

/// A position in pieces, as its lines give it.
#[derive(Default)]
struct Lines {
    rows: Vec<(usize, Vec<u8>)>,
    score: Option<(usize, u32)>,
    due: Option<(usize, u32)>,
}

impl Lines {
    fn read(grid: Grid, text: &str) -> Result<Self> {
        let mut lines = Self::default();
        for (at, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[0] {
                "score" => read_once(&mut lines.score, at, &words)?,
                "due" => read_once(&mut lines.due, at, &words)?,
                _ => lines.rows.push((at, read_row(grid, at, &words)?)),
            }
        }
        Ok(lines)
    }
}

fn read_once(slot: &mut Option<(usize, u32)>, at: usize, words: &[&str]) -> Result<()> {
    if let Some((first, _)) = slot {
        let say = format!("`{}` already stands on line {first}", words[0]);
        return Err(Error::position(at, say));
    }
    let text = words[1..].join(" ");
    let number = text.parse().map_err(|_| {
        let say = Error::bad(words[0], &text, "give a whole number, 0 or more");
        Error::position(at, say.to_string())
    })?;
    *slot = Some((at, number));
    Ok(())
}

fn read_row(grid: Grid, at: usize, words: &[&str]) -> Result<Vec<u8>> {
    let width = grid.size().width;
    if words.len() != width {
        let say = format!("{} numbers, but the board is {width} wide", words.len());
        return Err(Error::position(at, say));
    }
    words.iter().map(|word| read_number(grid, word, at)).collect()
}

impl Twenty48 {
    fn read_cells(&self, rows: &[(usize, Vec<u8>)]) -> Result<Cells> {
        let height = self.grid().size().height;
        if rows.len() != height {
            let say = format!("{} rows, but the board is {height} high", rows.len());
            let at = rows.get(height).or(rows.last()).map_or(1, |(at, _)| *at);
            return Err(Error::position(at, say));
        }
        let mut cells = [0; MOST_CELLS];
        for (row, (_, exponents)) in rows.iter().enumerate() {
            for (column, &exponent) in exponents.iter().enumerate() {
                cells[usize::from(self.grid().cell(column, row))] = exponent;
            }
        }
        Ok(cells)
    }

    /// Refuses tiles that leave too little room for each other: whoever makes the last of some large tiles has only
    /// the cells that the others do not take.
    fn check_tiles(&self, cells: &Cells) -> Result<()> {
        let mut sorted = *cells;
        sorted.sort_unstable_by(|a, b| b.cmp(a));
        let most =
            |larger: u8| self.grid().most_exponent() - larger.min(self.grid().most_exponent());
        let wrong = (0..).zip(sorted).find(|&(larger, exponent)| exponent > most(larger));
        match wrong {
            None => Ok(()),
            Some((larger, exponent)) => {
                let say = format!(
                    "{} tiles of {} or more: with {larger} of them there is room to make a {} at most",
                    larger + 1,
                    1u32 << exponent,
                    1u32 << most(larger)
                );
                Err(Error::position(1, say))
            }
        }
    }

    fn check_due(&self, at: usize, due: u32, cells: &Cells) -> Result<()> {
        let tiles = cells.iter().filter(|&&exponent| exponent != 0).count();
        let full = tiles == self.grid().size().cells();
        let say = match (due, tiles) {
            (0, 0) => {
                "the board is empty; give at least one tile, or `due 2` for a game that starts"
                    .into()
            }
            (0, _) | (1, 1..) | (2, 0) if due == 0 || !full => return Ok(()),
            (1.., _) if full => {
                format!("{due} tiles are due, but every cell is taken; leave `due` out")
            }
            _ => format!(
                "{due} tiles cannot be due on a board with {tiles}; give 0, 1, or 2 on an empty board"
            ),
        };
        Err(Error::position(at, say))
    }
}

/// The most that the merges of these tiles can have earned: all of them made from 2s.
fn most_score(cells: &Cells) -> u64 {
    cells.iter().map(|&exponent| u64::from(exponent.saturating_sub(1)) << exponent).sum()
}

fn check_score(at: usize, score: u32, cells: &Cells) -> Result<()> {
    let most = most_score(cells);
    if !score.is_multiple_of(4) {
        let say = format!("a score of {score}: every merge earns a multiple of 4");
        return Err(Error::position(at, say));
    }
    if u64::from(score) > most {
        let say = format!("a score of {score}, but these tiles earn {most} at most");
        return Err(Error::position(at, say));
    }
    Ok(())
}

impl Notation for Twenty48 {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Slide(direction) => direction.name().into(),
            Action::Tile(cell, exponent) => {
                format!("{}@{}", 1u32 << exponent, cell_text(self.grid(), cell))
            }
        }
    }

    fn read_action(&self, text: &str) -> Result<Action> {
        if text.contains('@') {
            let last = self.grid().cells().last().unwrap_or_default();
            let form = format!(
                "write a tile as 2@COLUMN,ROW or 4@COLUMN,ROW, from 1,1 to {}",
                cell_text(self.grid(), last)
            );
            return read_tile(self.grid(), text).ok_or_else(|| Error::bad("tile", text, form));
        }
        let direction = Direction::ALL.into_iter().find(|direction| direction.name() == text);
        let names = Direction::ALL.map(Direction::name);
        direction.map(Action::Slide).ok_or_else(|| Error::unknown("move", text, names))
    }

    fn position_text(&self, position: &Position) -> String {
        let size = self.grid().size();
        let mut text = String::new();
        for row in 0..size.height {
            let tile = |column| position.tile(self.grid().cell(column, row)).to_string();
            let words: Vec<String> = (0..size.width).map(tile).collect();
            let _ = writeln!(text, "{}", words.join(" "));
        }
        let _ = writeln!(text, "score {}", position.score());
        if position.due() > 0 {
            let _ = writeln!(text, "due {}", position.due());
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let lines = Lines::read(self.grid(), text)?;
        let cells = self.read_cells(&lines.rows)?;
        self.check_tiles(&cells)?;
        let (at, score) = lines.score.unwrap_or((1, 0));
        check_score(at, score, &cells)?;
        let (at, due) = lines.due.unwrap_or((1, 0));
        self.check_due(at, due, &cells)?;
        Ok(Position::from_cells(&cells, score, due as u8))
    }

    fn picture(&self, position: &Position, ghosts: &[Action]) -> Picture {
        let size = self.grid().size();
        let mut picture = Picture::new(size.width, size.height);
        for cell in self.grid().cells() {
            let (column, row) = self.grid().spot(cell);
            let exponent = position.exponent(cell);
            if exponent > 0 {
                picture.set(column, row, (1u32 << exponent).to_string(), Ink::Piece(exponent - 1));
            }
        }
        for &ghost in ghosts {
            if let Action::Tile(cell, exponent) = ghost {
                let (column, row) = self.grid().spot(cell);
                picture.set(column, row, (1u32 << exponent).to_string(), Ink::Ghost);
            }
        }
        let ways: Vec<&str> = ghosts.iter().filter_map(|&ghost| slide_name(ghost)).collect();
        picture.note("score", position.score());
        // A network that cannot be read has no forecast; whoever plays with it is told why.
        for (tile, chance) in chances(self, position).unwrap_or_default().into_iter().take(3) {
            picture.note(format!("chance of {tile}"), percent(chance));
        }
        if !ways.is_empty() {
            picture.note("move", ways.join(", "));
        }
        picture
    }

    fn phrase(&self, action: Action) -> String {
        match action {
            Action::Slide(direction) => direction.name().into(),
            Action::Tile(cell, exponent) => {
                let (column, row) = self.grid().spot(cell);
                let [row, column] = [row, column].map(|at| PLACES[at % PLACES.len()]);
                let tile = with_article(&(1u32 << exponent).to_string());
                format!("{tile} in the {row} row, {column} column")
            }
        }
    }

    fn statement(&self, _: &Position, action: Action, speaker: Speaker) -> String {
        match action {
            Action::Slide(direction) => speaker.plays("slide", direction.name()),
            Action::Tile(..) => format!("Chance puts {}.", self.phrase(action)),
        }
    }
}

/// A chance in percent; nothing that is open looks certain.
fn percent(chance: f64) -> String {
    match 100.0 * chance {
        low if low < 1.0 => "< 1 %".into(),
        high if high > 99.0 => "> 99 %".into(),
        other => format!("{other:.0} %"),
    }
}

fn slide_name(action: Action) -> Option<&'static str> {
    match action {
        Action::Slide(direction) => Some(direction.name()),
        Action::Tile(..) => None,
    }
}
