//! Ways over the board that know when the body's cells come free.

use crate::board::{Cell, Direction, Grid};
use crate::{Position, Snake};
use ludex_search::plan::Domain;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// When the head was on each cell: 0 is now, -1 one step ago. What is not body is long ago.
pub(super) struct Past {
    seen: Vec<i32>,
    /// The body from head to tail.
    body: Vec<Cell>,
}

/// Long before any body cell.
const NEVER: i32 = i32::MIN / 2;

impl Past {
    pub(super) fn new(game: &Snake, position: &Position) -> Self {
        let mut body: Vec<Cell> = position.body(game.grid()).collect();
        body.reverse();
        let mut seen = vec![NEVER; game.grid().cells()];
        for (ago, &cell) in body.iter().enumerate() {
            seen[usize::from(cell)] = -(ago as i32);
        }
        Self { seen, body }
    }

    /// Length of the snake now.
    pub(super) fn length(&self) -> i32 {
        self.body.len() as i32
    }

    /// When the head was last on a cell.
    #[inline]
    pub(super) fn seen(&self, cell: Cell) -> i32 {
        self.seen[usize::from(cell)]
    }

    /// Where the head was `ago` steps ago, as far as the body remembers.
    pub(super) fn at(&self, ago: i32) -> Option<Cell> {
        self.body.get(usize::try_from(ago).ok()?).copied()
    }
}

/// The fewest steps to food that any way could take, or none if there is no way at all.
///
/// Cells count as free as soon as the body has left them, and the way may cross itself: no real way is shorter, and where
/// there is none here there is none.
pub(crate) fn least_steps(game: &Snake, position: &Position) -> Option<usize> {
    let (grid, past) = (game.grid(), Past::new(game, position));
    let mut here = vec![position.head()];
    for time in 1..=2 * grid.cells() {
        let steps = here.iter().flat_map(|&cell| Direction::ALL.map(|d| grid.step(cell, d)));
        let free = |&cell: &Cell| time as i32 - past.seen(cell) >= past.length();
        let mut next: Vec<Cell> = steps.flatten().filter(free).collect();
        next.sort_unstable();
        next.dedup();
        if next.iter().any(|&cell| position.is_food(cell)) {
            return Some(time);
        }
        here = next;
    }
    None
}

/// A cell reached in thought, and the way there.
#[derive(Clone, Debug)]
pub(super) struct Walk(Rc<Stride>);

#[derive(Debug)]
struct Stride {
    cell: Cell,
    time: i32,
    /// The foods eaten on the way, one bit each.
    eaten: u8,
    before: Option<Walk>,
}

impl Walk {
    /// Standing still on the head's cell.
    pub(super) fn start(position: &Position) -> Self {
        Self(Rc::new(Stride { cell: position.head(), time: 0, eaten: 0, before: None }))
    }

    /// This stride and those before it, the latest first.
    fn strides(&self) -> impl Iterator<Item = &Stride> {
        std::iter::successors(Some(&*self.0), |stride| stride.before.as_ref().map(|w| &*w.0))
    }
}

/// Walks that end on the same cell count as one: the first one to get there is kept. So a plan
/// that first kills time to let a cell come free is not found.
impl PartialEq for Walk {
    fn eq(&self, other: &Self) -> bool {
        self.0.cell == other.0.cell
    }
}

impl Eq for Walk {}

impl Hash for Walk {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.cell.hash(state);
    }
}

/// Where a walk may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Any food.
    Food,
    /// One cell.
    Cell(Cell),
    /// Right behind the snake's own tail, wherever that is by then.
    Tail,
}

/// Walking with a body behind: the tail follows, and stays for a step where food is eaten.
pub(super) struct Walks {
    grid: Grid,
    past: Past,
    foods: Vec<Cell>,
}

impl Walks {
    pub(super) fn new(game: &Snake, position: &Position) -> Self {
        let foods = position.foods().to_vec();
        Self { grid: game.grid(), past: Past::new(game, position), foods }
    }

    fn length(&self, eaten: u8) -> i32 {
        self.past.length() + eaten.count_ones() as i32
    }

    /// When the head was last on a cell, on this walk or before it.
    fn seen(&self, walk: &Walk, cell: Cell) -> i32 {
        let on_the_way = walk.strides().find(|stride| stride.cell == cell);
        on_the_way.map_or_else(|| self.past.seen(cell), |stride| stride.time)
    }

    /// Where the tail was some steps before the end of a walk.
    fn tail(&self, walk: &Walk, ago: i32) -> Option<Cell> {
        let time = walk.0.time - self.length(walk.0.eaten) + 1 - ago;
        if time <= 0 {
            return self.past.at(-time);
        }
        walk.strides().find(|stride| stride.time == time).map(|stride| stride.cell)
    }

    /// Whether the head can follow the tail from here. An odd snake never has its head beside its
    /// tail, because cells are coloured like a chessboard; so the cell that the tail has just left
    /// counts too.
    fn follows_tail(&self, walk: &Walk) -> bool {
        let near = |cell: Cell| self.grid.distance(walk.0.cell, cell) <= 1;
        walk.0.time > 0 && (0..=1).filter_map(|ago| self.tail(walk, ago)).any(near)
    }

    /// The bit of the food on a cell, if there is one that was not eaten.
    fn food_bit(&self, cell: Cell) -> u8 {
        self.foods.iter().position(|&food| food == cell).map_or(0, |index| 1 << index)
    }
}

impl Domain for Walks {
    type Node = Walk;
    type Action = Direction;
    type Goal = Target;

    fn actions(&self) -> &[Direction] {
        &Direction::ALL
    }

    fn apply(&self, walk: &Walk, direction: Direction) -> Option<Walk> {
        let cell = self.grid.step(walk.0.cell, direction)?;
        let (time, eaten) = (walk.0.time + 1, walk.0.eaten | self.food_bit(cell));
        // A body of length n covers the cells of the last n moments, this one included.
        if time - self.seen(walk, cell) < self.length(eaten) {
            return None;
        }
        Some(Walk(Rc::new(Stride { cell, time, eaten, before: Some(walk.clone()) })))
    }

    fn reached(&self, walk: &Walk, target: &Target) -> bool {
        match *target {
            Target::Food => walk.0.time > 0 && self.food_bit(walk.0.cell) != 0,
            Target::Cell(cell) => walk.0.cell == cell,
            Target::Tail => self.follows_tail(walk),
        }
    }

    fn action_text(&self, direction: Direction) -> String {
        direction.name().into()
    }
}
