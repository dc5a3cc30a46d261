//! How Snake is written and drawn.
//!
//! A cell is `column,row`, both counted from 1, the top left being `1,1`. A step is `up`, `left`,
//! `down` or `right`; food put on a cell is `food:3,4`. A position is written as
//!
//! ```text
//! body 11,11 10,11 9,11
//! food 3,4
//! steps 12
//! hungry 12
//! over wall
//! ```
//!
//! The body starts with the head. `food` lists all foods and is left out if there are none;
//! `hungry` counts the steps since the last food; `over` says what ended the game (`wall`, `body`,
//! `starved` or `full`) and is left out while it goes on.

use super::board::{Cell, Direction, Grid};
use super::rules::FIRST_LENGTH;
use super::{Action, End, Position, Snake};
use ludex_core::explain::Speaker;
use ludex_core::{Error, Ink, Notation, Picture, Result};
use std::fmt::Write;

const ENDS: [(End, &str); 4] =
    [(End::Wall, "wall"), (End::Body, "body"), (End::Starved, "starved"), (End::Full, "full")];

fn end_text(end: End) -> &'static str {
    ENDS.iter().find(|(known, _)| *known == end).map_or("", |(_, text)| text)
}

fn cell_text(grid: Grid, cell: Cell) -> String {
    let (column, row) = grid.spot(cell);
    format!("{},{}", column + 1, row + 1)
}

fn read_cell(grid: Grid, text: &str) -> Result<Cell> {
    let numbers = text.split_once(',').and_then(|(column, row)| {
        Some((column.parse::<usize>().ok()?, row.parse::<usize>().ok()?))
    });
    match numbers {
        Some((column, row))
            if (1..=grid.size.width).contains(&column) && (1..=grid.size.height).contains(&row) =>
        {
            Ok(grid.cell(column - 1, row - 1))
        }
        _ => {
            let last = cell_text(grid, (grid.cells() - 1) as Cell);
            Err(Error::bad("cell", text, format!("write COLUMN,ROW from 1,1 to {last}")))
        }
    }
}

/// The lines of a position, still in pieces.
#[derive(Default)]
struct Lines {
    body: Option<(usize, Vec<Cell>)>,
    food: Option<(usize, Vec<Cell>)>,
    steps: Option<(usize, u32)>,
    hungry: Option<(usize, u32)>,
    over: Option<(usize, End)>,
}

impl Lines {
    fn read(grid: Grid, text: &str) -> Result<Self> {
        let mut lines = Self::default();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let at = index + 1;
            lines.read_line(grid, at, line).map_err(|error| match error {
                Error::Position { .. } => error,
                other => Error::position(at, other.to_string()),
            })?;
        }
        Ok(lines)
    }

    fn read_line(&mut self, grid: Grid, at: usize, line: &str) -> Result<()> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        match name {
            "body" => once(&mut self.body, at, name, read_cells(grid, &words)?),
            "food" => once(&mut self.food, at, name, read_cells(grid, &words)?),
            "steps" => once(&mut self.steps, at, name, read_number(name, &words)?),
            "hungry" => once(&mut self.hungry, at, name, read_number(name, &words)?),
            "over" => once(&mut self.over, at, name, read_end(&words)?),
            _ => Err(Error::unknown("line", name, ["body", "food", "steps", "hungry", "over"])),
        }
    }
}

fn once<T>(slot: &mut Option<(usize, T)>, at: usize, name: &str, value: T) -> Result<()> {
    if let Some((first, _)) = slot {
        return Err(Error::position(at, format!("`{name}` already stands on line {first}")));
    }
    *slot = Some((at, value));
    Ok(())
}

fn read_cells(grid: Grid, words: &[&str]) -> Result<Vec<Cell>> {
    words.iter().map(|word| read_cell(grid, word)).collect()
}

fn read_number(name: &str, words: &[&str]) -> Result<u32> {
    let text = words.join(" ");
    // The topmost bit is kept free so that no count can overflow in play.
    let number = text.parse::<u32>().ok().filter(|&number| number <= u32::MAX / 2);
    number.ok_or_else(|| Error::bad(name, text, "give a whole number, 0 or more"))
}

fn read_end(words: &[&str]) -> Result<End> {
    let text = words.join(" ");
    let found = ENDS.iter().find(|(_, known)| *known == text);
    let names = ENDS.iter().map(|(_, known)| *known);
    found.map(|(end, _)| *end).ok_or_else(|| Error::unknown("end", &text, names))
}

impl Snake {
    fn check_body(&self, at: usize, body: &[Cell]) -> Result<()> {
        let grid = self.grid();
        if body.len() < FIRST_LENGTH {
            let say = format!("the body has {} cells; give {FIRST_LENGTH} or more", body.len());
            return Err(Error::position(at, say));
        }
        if let Some(cell) = repeated(body) {
            let say = format!("the body lies on {} twice", cell_text(grid, cell));
            return Err(Error::position(at, say));
        }
        let gap = body.windows(2).find(|pair| grid.direction(pair[0], pair[1]).is_none());
        match gap.map(|pair| (cell_text(grid, pair[0]), cell_text(grid, pair[1]))) {
            None => Ok(()),
            Some((a, b)) => {
                let say = format!("the body is torn: {a} and {b} do not lie side by side");
                Err(Error::position(at, say))
            }
        }
    }

    fn check_food(&self, at: usize, food: &[Cell], position: &Position) -> Result<()> {
        let grid = self.grid();
        if food.len() > self.foods() {
            let say = format!("{} foods, but the rules say {}", food.len(), self.foods());
            return Err(Error::position(at, say));
        }
        if let Some(&cell) = food.iter().find(|&&cell| position.is_body(cell)) {
            let say = format!("the food on {} lies under the snake", cell_text(grid, cell));
            return Err(Error::position(at, say));
        }
        match repeated(food) {
            None => Ok(()),
            Some(cell) => {
                let say = format!("two foods lie on {}", cell_text(grid, cell));
                Err(Error::position(at, say))
            }
        }
    }

    /// Whether the game can have ended like this, or not at all.
    fn end_fits(&self, position: &Position, end: Option<End>) -> bool {
        let full = position.length() == self.grid().cells();
        let starved = position.hungry() >= self.patience();
        let ahead = |hit: &dyn Fn(Option<Cell>) -> bool| {
            let ways = Direction::ALL.into_iter().filter(|d| *d != position.heading().opposite());
            ways.map(|d| self.grid().step(position.head(), d)).any(hit)
        };
        let blocked = |cell: Cell| position.is_body(cell) && cell != position.tail();
        match end {
            None => !full && !starved,
            Some(End::Full) => full,
            Some(End::Starved) => starved && !full,
            Some(End::Wall) => !full && ahead(&|target| target.is_none()),
            Some(End::Body) => !full && ahead(&|target| target.is_some_and(blocked)),
        }
    }
}

fn repeated(cells: &[Cell]) -> Option<Cell> {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

impl Notation for Snake {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Go(direction) => direction.name().into(),
            Action::Food(cell) => format!("food:{}", cell_text(self.grid(), cell)),
        }
    }

    fn read_action(&self, text: &str) -> Result<Action> {
        if let Some(cell) = text.strip_prefix("food:") {
            return read_cell(self.grid(), cell).map(Action::Food);
        }
        let direction = Direction::ALL.into_iter().find(|direction| direction.name() == text);
        let names = Direction::ALL.map(Direction::name);
        direction.map(Action::Go).ok_or_else(|| Error::unknown("move", text, names))
    }

    fn position_text(&self, position: &Position) -> String {
        let grid = self.grid();
        let list = |cells: &[Cell]| -> String {
            let texts: Vec<String> = cells.iter().map(|&cell| cell_text(grid, cell)).collect();
            texts.join(" ")
        };
        let mut body: Vec<Cell> = position.body(grid).collect();
        body.reverse();
        let mut text = format!("body {}\n", list(&body));
        if !position.foods().is_empty() {
            let _ = writeln!(text, "food {}", list(position.foods()));
        }
        let _ = writeln!(text, "steps {}\nhungry {}", position.steps(), position.hungry());
        if let Some(end) = position.end() {
            let _ = writeln!(text, "over {}", end_text(end));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position> {
        let lines = Lines::read(self.grid(), text)?;
        let last = text.lines().count().max(1);
        let missing =
            |name: &str| Error::position(last, format!("the line `{name} ...` is missing"));
        let (body_line, body) = lines.body.ok_or_else(|| missing("body"))?;
        self.check_body(body_line, &body)?;
        let mut position = Position::new(self.grid(), body);
        let (food_line, food) = lines.food.unwrap_or_default();
        self.check_food(food_line, &food, &position)?;
        for cell in food {
            position.put_food(cell);
        }
        let (_, steps) = lines.steps.ok_or_else(|| missing("steps"))?;
        let (hungry_line, hungry) = lines.hungry.ok_or_else(|| missing("hungry"))?;
        if hungry > steps {
            let say = format!("hungry for {hungry} steps, but only {steps} were taken");
            return Err(Error::position(hungry_line, say));
        }
        position.set_clocks(steps, hungry);
        let end = lines.over.map(|(_, end)| end);
        if !self.end_fits(&position, end) {
            let at = lines.over.map_or(last, |(at, _)| at);
            let say = end.map_or(
                "in fact it is over; say `over full` or `over starved`",
                |_| "the game cannot have ended like this here",
            );
            return Err(Error::position(at, say));
        }
        if let Some(end) = end {
            position.finish(end);
        }
        Ok(position)
    }

    fn picture(&self, position: &Position, ghosts: &[Action]) -> Picture {
        let grid = self.grid();
        let size = grid.size;
        let mut picture = Picture::new(size.width, size.height).columns(1..=size.width);
        picture = picture.rows(1..=size.height);
        let mut draw = |cell: Cell, text: &str, ink| {
            let (column, row) = grid.spot(cell);
            picture.set(column, row, text, ink);
        };
        for (cell, text) in ghost_cells(grid, position, ghosts) {
            draw(cell, text, Ink::Ghost);
        }
        position.foods().iter().for_each(|&food| draw(food, "*", Ink::Goal));
        position.body(grid).for_each(|cell| draw(cell, "o", Ink::First));
        draw(position.tail(), "~", Ink::First);
        draw(position.head(), head_text(position), Ink::First);
        let (column, row) = grid.spot(position.head());
        picture.focus = Some((column, row));
        picture.note("length", position.length());
        picture.note("steps", position.steps());
        if let Some(end) = position.end() {
            picture.note("over", end_text(end));
        }
        picture
    }

    fn phrase(&self, action: Action) -> String {
        match action {
            Action::Go(direction) => direction.name().into(),
            Action::Food(cell) => format!("food on {}", cell_text(self.grid(), cell)),
        }
    }

    fn statement(&self, _: &Position, action: Action, speaker: Speaker) -> String {
        speaker.plays("go", &self.phrase(action))
    }
}

/// The head looks where it goes; a crashed one is crossed out.
fn head_text(position: &Position) -> &'static str {
    match position.end() {
        Some(End::Wall | End::Body | End::Starved) => "X",
        _ => ["^", "<", "v", ">"][position.heading() as usize],
    }
}

/// The cells that a path of steps runs over, as far as it stays on the board.
fn ghost_cells(grid: Grid, position: &Position, path: &[Action]) -> Vec<(Cell, &'static str)> {
    let mut cells = Vec::new();
    let mut at = position.head();
    for action in path {
        match action {
            Action::Food(cell) => cells.push((*cell, "*")),
            Action::Go(direction) => match grid.step(at, *direction) {
                None => break,
                Some(next) => {
                    at = next;
                    cells.push((at, "+"));
                }
            },
        }
    }
    cells
}
