//! A state of the game, made so that a step and its undoing touch a handful of bytes.

use super::board::{Cell, Direction, Grid};
use super::rules::MOST_FOODS;
use arrayvec::ArrayVec;
use ludex_core::mix;

/// What ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The head hit a wall.
    Wall,
    /// The head hit the body.
    Body,
    /// No food for too long.
    Starved,
    /// The snake fills the board: the win.
    Full,
}

/// What lies on a cell. Body cells point to the next one towards the head.
mod on {
    /// Nothing.
    pub(super) const EMPTY: u8 = 0;
    /// Body cells are 1 + the direction.
    pub(super) const BODY: u8 = 1;
    /// The head.
    pub(super) const HEAD: u8 = 5;
    /// Food.
    pub(super) const FOOD: u8 = 6;
}

/// The snake, the food and the clock.
///
/// The body is a chain: each cell knows in which direction the next one lies. So the same snake
/// is always the same bytes, and a step changes only the cells at its two ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    cells: Box<[u8]>,
    /// Sorted.
    foods: ArrayVec<Cell, MOST_FOODS>,
    head: Cell,
    tail: Cell,
    length: u16,
    heading: Direction,
    steps: u32,
    hungry: u32,
    end: Option<End>,
    /// The key of `cells`, kept up to date.
    hash: u64,
}

/// What a step forgets.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    head: Cell,
    tail: Cell,
    tail_points: u8,
    length: u16,
    heading: Direction,
    steps: u32,
    hungry: u32,
    end: Option<End>,
}

impl Position {
    /// A snake given from head to tail, at least two neighbouring cells, on an empty board.
    pub(super) fn new(grid: Grid, body: impl IntoIterator<Item = Cell>) -> Self {
        let mut position = Self {
            cells: vec![on::EMPTY; grid.cells()].into(),
            foods: ArrayVec::new(),
            head: 0,
            tail: 0,
            length: 0,
            heading: Direction::Right,
            steps: 0,
            hungry: 0,
            end: None,
            hash: 0,
        };
        for (index, cell) in body.into_iter().enumerate() {
            position.append(grid, index, cell);
        }
        position
    }

    /// Adds a cell behind the tail.
    fn append(&mut self, grid: Grid, index: usize, cell: Cell) {
        let towards_head = grid.direction(cell, self.tail).unwrap_or(self.heading);
        match index {
            0 => {
                self.head = cell;
                self.write(cell, on::HEAD);
            }
            _ => self.write(cell, on::BODY + towards_head as u8),
        }
        if index == 1 {
            self.heading = towards_head;
        }
        self.tail = cell;
        self.length += 1;
    }

    #[inline]
    fn write(&mut self, cell: Cell, what: u8) {
        let old = std::mem::replace(&mut self.cells[usize::from(cell)], what);
        self.hash ^= brick(cell, old) ^ brick(cell, what);
    }

    /// The cell of the head.
    #[inline]
    pub fn head(&self) -> Cell {
        self.head
    }

    /// The cell of the tail's end.
    #[inline]
    pub fn tail(&self) -> Cell {
        self.tail
    }

    /// Number of cells of the snake.
    #[inline]
    pub fn length(&self) -> usize {
        self.length.into()
    }

    /// Where the snake was going with its last step.
    pub fn heading(&self) -> Direction {
        self.heading
    }

    /// The foods, in the order of their cells.
    pub fn foods(&self) -> &[Cell] {
        &self.foods
    }

    /// Steps taken since the start.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// Steps taken since the last food.
    pub fn hungry(&self) -> u32 {
        self.hungry
    }

    /// What ended the game, if it has ended.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether the snake lies on a cell, its head and tail included.
    #[inline]
    pub fn is_body(&self, cell: Cell) -> bool {
        (on::BODY..=on::HEAD).contains(&self.cells[usize::from(cell)])
    }

    /// Whether food lies on a cell.
    #[inline]
    pub fn is_food(&self, cell: Cell) -> bool {
        self.cells[usize::from(cell)] == on::FOOD
    }

    /// The snake's cells from tail to head.
    pub fn body(&self, grid: Grid) -> impl Iterator<Item = Cell> {
        std::iter::successors(Some(self.tail), move |&cell| {
            let points = self.cells[usize::from(cell)];
            let direction = Direction::ALL.get(usize::from(points.wrapping_sub(on::BODY)))?;
            grid.step(cell, *direction)
        })
    }

    /// Number of cells with neither snake nor food.
    pub(super) fn empty_cells(&self) -> usize {
        self.cells.len() - self.length() - self.foods.len()
    }

    /// The cells with neither snake nor food.
    pub(super) fn each_empty(&self) -> impl Iterator<Item = Cell> {
        let all = self.cells.iter().enumerate();
        all.filter(|(_, what)| **what == on::EMPTY).map(|(cell, _)| cell as Cell)
    }

    /// A 64-bit identity of everything here.
    pub(super) fn key(&self) -> u64 {
        let clock = u64::from(self.steps) << 32 | u64::from(self.hungry);
        let end = self.end.map_or(0, |end| end as u64 + 1);
        self.hash ^ mix(clock ^ 0x5eed_c10c) ^ mix(end + 0xe4d0)
    }

    pub(super) fn before(&self) -> Undo {
        Undo {
            head: self.head,
            tail: self.tail,
            tail_points: self.cells[usize::from(self.tail)],
            length: self.length,
            heading: self.heading,
            steps: self.steps,
            hungry: self.hungry,
            end: self.end,
        }
    }

    pub(super) fn finish(&mut self, end: End) {
        self.end = Some(end);
    }

    pub(super) fn count_step(&mut self, ate: bool) {
        self.steps += 1;
        self.hungry = if ate { 0 } else { self.hungry + 1 };
    }

    /// Sets the clocks; for reading a position.
    pub(super) fn set_clocks(&mut self, steps: u32, hungry: u32) {
        (self.steps, self.hungry) = (steps, hungry);
    }

    pub(super) fn put_food(&mut self, cell: Cell) {
        let place = self.foods.partition_point(|&food| food < cell);
        self.foods.insert(place, cell);
        self.write(cell, on::FOOD);
    }

    pub(super) fn remove_food(&mut self, cell: Cell) {
        self.foods.retain(|food| *food != cell);
        self.write(cell, on::EMPTY);
    }

    /// Moves the head; the tail follows.
    #[inline]
    pub(super) fn slide(&mut self, grid: Grid, target: Cell, direction: Direction) {
        let points = self.cells[usize::from(self.tail)];
        // A snake is at least two cells long, so its tail points somewhere and is not its head.
        let follows = Direction::ALL[usize::from(points - on::BODY)];
        self.write(self.tail, on::EMPTY);
        self.tail = grid.step(self.tail, follows).unwrap_or(self.tail);
        self.push_head(target, direction);
    }

    /// Moves the head onto food; the tail stays.
    pub(super) fn eat(&mut self, target: Cell, direction: Direction) {
        self.foods.retain(|food| *food != target);
        self.push_head(target, direction);
        self.length += 1;
    }

    #[inline]
    fn push_head(&mut self, target: Cell, direction: Direction) {
        self.write(self.head, on::BODY + direction as u8);
        self.write(target, on::HEAD);
        self.head = target;
        self.heading = direction;
    }

    /// Takes a step of the snake back.
    pub(super) fn take_back(&mut self, before: Undo) {
        if self.head != before.head {
            let ate = self.length != before.length;
            let left = self.head;
            self.write(left, on::EMPTY);
            self.write(before.head, on::HEAD);
            self.write(before.tail, before.tail_points);
            if ate {
                self.put_food(left);
            }
        }
        self.head = before.head;
        self.tail = before.tail;
        self.length = before.length;
        self.heading = before.heading;
        self.steps = before.steps;
        self.hungry = before.hungry;
        self.end = before.end;
    }
}

/// The share of one cell in a position's key.
#[inline]
fn brick(cell: Cell, what: u8) -> u64 {
    mix(u64::from(cell) << 8 | u64::from(what) | 1 << 40)
}
