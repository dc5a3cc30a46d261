//! The rules of Snake.

use super::board::{Cell, Direction, Grid};
use super::position::{End, Position, Undo};
use ludex_core::{Game, Rng, Seat, Size, Turn};
use rand::RngExt;

/// What the snake or chance does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The snake moves one cell.
    Go(Direction),
    /// Chance puts food on a cell.
    Food(Cell),
}

/// Snake on a board of some size.
///
/// The snake starts with three cells near the middle, heading right. Every step moves its head to
/// the cell beside; eating makes it one longer. It may not turn back into its own neck; every
/// other direction can be played, the deadly ones too. Moving onto the cell that the tail is just
/// leaving is allowed. The game ends at a wall, at the snake's own body, when the board is full
/// (that is the win), or when the snake has found no food for [`Snake::patience`] steps.
///
/// ```
/// use ludex_core::Game;
/// use ludex_snake::{Action, Direction, Snake};
/// let game = Snake::default();
/// let mut position = game.start();
/// game.play(&mut position, Action::Food(0));
/// game.play(&mut position, Action::Go(Direction::Up));
/// assert_eq!(position.length(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snake {
    grid: Grid,
    foods: usize,
    patience: Option<u32>,
}

/// Most foods that can lie on the board at once.
pub const MOST_FOODS: usize = 8;

/// Length of the snake at the start.
pub const FIRST_LENGTH: usize = 3;

/// Smallest, usual and largest board.
pub(super) const SIZES: [Size; 3] = [Size::new(20, 20), Size::new(4, 4), Size::new(64, 64)];

impl Default for Snake {
    fn default() -> Self {
        Self { grid: Grid { size: SIZES[0] }, foods: 1, patience: None }
    }
}

impl Snake {
    /// Rules for a board of `size`, 4x4 to 64x64.
    pub fn new(size: Size) -> ludex_core::Result<Self> {
        let size = size.between(SIZES[1], SIZES[2])?;
        Ok(Self { grid: Grid { size }, ..Self::default() })
    }

    /// The same with `foods` foods at once, 1 to [`MOST_FOODS`]; others are brought into range.
    pub fn with_foods(self, foods: usize) -> Self {
        Self { foods: foods.clamp(1, MOST_FOODS), ..self }
    }

    /// The same, but the snake starves after this many steps without food.
    pub fn with_patience(self, patience: Option<u32>) -> Self {
        Self { patience, ..self }
    }

    /// The shape of the board.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// How many foods lie on the board at once.
    pub fn foods(&self) -> usize {
        self.foods
    }

    /// After how many steps without food the snake starves: four per cell if not given.
    pub fn patience(&self) -> u32 {
        self.patience.unwrap_or(4 * self.grid.cells() as u32)
    }

    /// The patience that was asked for, if one was.
    pub(super) fn given_patience(&self) -> Option<u32> {
        self.patience
    }

    /// Whether `direction` can be played: the game goes on and it is not the way back.
    pub fn playable(&self, position: &Position, direction: Direction) -> bool {
        position.end().is_none() && direction != position.heading().opposite()
    }

    /// Where a step leads, and whether it survives: `None` if it ends the game at once.
    pub fn survives(&self, position: &Position, direction: Direction) -> Option<Cell> {
        let target = self.grid.step(position.head(), direction)?;
        let free = !position.is_body(target) || target == position.tail();
        (free && direction != position.heading().opposite()).then_some(target)
    }

    /// The food that chance still owes the board: free cells without food may get it.
    fn food_due(&self, position: &Position) -> bool {
        position.foods().len() < self.foods && position.empty_cells() > 0
    }

    fn go(&self, position: &mut Position, direction: Direction) -> Undo {
        let before = position.before();
        let length = position.length();
        match self.grid.step(position.head(), direction) {
            None => position.finish(End::Wall),
            Some(target) if position.is_food(target) => position.eat(target, direction),
            Some(target) if !position.is_body(target) || target == position.tail() => {
                position.slide(self.grid, target, direction);
            }
            Some(_) => position.finish(End::Body),
        }
        position.count_step(position.length() > length);
        self.settle(position);
        before
    }

    /// Ends the game where the board is full or the snake has starved.
    fn settle(&self, position: &mut Position) {
        if position.length() == self.grid.cells() {
            position.finish(End::Full);
        } else if position.end().is_none() && position.hungry() >= self.patience() {
            position.finish(End::Starved);
        }
    }
}

impl Game for Snake {
    type Position = Position;
    type Action = Action;
    type Undo = Undo;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> Position {
        let Size { width, height } = self.grid.size;
        let head = width / 2;
        let body = (0..FIRST_LENGTH).map(|back| self.grid.cell(head - back, height / 2));
        Position::new(self.grid, body)
    }

    fn turn(&self, position: &Position) -> Turn {
        if position.end().is_some() {
            return Turn::Over;
        }
        if self.food_due(position) { Turn::Chance } else { Turn::Seat(Seat::FIRST) }
    }

    fn actions(&self, position: &Position, out: &mut Vec<Action>) {
        match self.turn(position) {
            Turn::Over => {}
            Turn::Chance => out.extend(position.each_empty().map(Action::Food)),
            Turn::Seat(_) => {
                let playable = |&direction: &Direction| self.playable(position, direction);
                out.extend(Direction::ALL.into_iter().filter(playable).map(Action::Go));
            }
        }
    }

    fn probability(&self, position: &Position, action: Action) -> f64 {
        match action {
            Action::Go(_) => 1.0,
            Action::Food(_) => 1.0 / position.empty_cells() as f64,
        }
    }

    fn play(&self, position: &mut Position, action: Action) -> Undo {
        match action {
            Action::Go(direction) => self.go(position, direction),
            Action::Food(cell) => {
                let before = position.before();
                position.put_food(cell);
                before
            }
        }
    }

    fn undo(&self, position: &mut Position, action: Action, before: Undo) {
        match action {
            Action::Go(_) => position.take_back(before),
            Action::Food(cell) => position.remove_food(cell),
        }
    }

    fn score(&self, position: &Position, _: Seat) -> f64 {
        (position.length() - FIRST_LENGTH) as f64
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn sample(
        &self,
        position: &Position,
        rng: &mut Rng,
        buffer: &mut Vec<Action>,
    ) -> Option<Action> {
        match self.turn(position) {
            Turn::Over => None,
            Turn::Chance => {
                let nth = rng.random_range(0..position.empty_cells());
                position.each_empty().nth(nth).map(Action::Food)
            }
            Turn::Seat(_) => {
                buffer.clear();
                self.actions(position, buffer);
                Some(buffer[rng.random_range(0..buffer.len())])
            }
        }
    }
}
