//! The rules of 2048.

use crate::grid::{Cell, Direction, Grid, SIZES};
use crate::plain;
use crate::position::Position;
use crate::random_games;
use crate::tables::{Board, OVERFLOW, Tables, cells_mask, legal, select, tables};
use ludex_core::{Game, Result, Rng, Seat, Size, Turn, mix, playout};
use rand::Rng as _;

/// What the player or chance does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The player slides all tiles.
    Slide(Direction),
    /// Chance puts a tile, 2 to the power of the second number, on an empty cell.
    Tile(Cell, u8),
}

/// The chance of a 2; all others are 4s.
pub const TWO: f64 = 0.9;

/// 2048 on a board of some size.
///
/// Tiles slide as far as they can; equal neighbours merge once in a move, those nearest to the wall first, and earn the
/// number that they become. A direction in which nothing moves is not legal. After every move a 2 (nine times in ten) or a 4
/// appears on one of the empty cells. The game starts with two such tiles and ends when no direction is legal.
///
/// ```
/// use ludex_core::{Game, Notation, Seat};
/// use ludex_twenty48::{Action, Direction, Twenty48};
/// let game = Twenty48::default();
/// let mut position = game.read_position("2 2 4 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n").unwrap();
/// game.play(&mut position, Action::Slide(Direction::Left));
/// assert_eq!(game.score(&position, Seat::FIRST), 4.0);
/// ```
#[derive(Clone)]
pub struct Twenty48 {
    grid: Grid,
    /// The lowest bit of every cell of a small board.
    mask: Board,
    tables: &'static Tables,
}

impl Default for Twenty48 {
    fn default() -> Self {
        Self::new(SIZES[0]).unwrap_or_else(|_| unreachable!("4x4 is a board"))
    }
}

impl Twenty48 {
    /// Rules for a board of `size`, 2x2 to 5x5.
    pub fn new(size: Size) -> Result<Self> {
        let grid = Grid::new(size)?;
        let mask = if grid.is_small() { cells_mask(size) } else { 0 };
        Ok(Self { grid, mask, tables: tables() })
    }

    /// The shape of the board.
    #[inline]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The tables that move boards of up to 4x4.
    #[inline]
    pub fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// The position after a slide, before chance puts a tile; the same as before where nothing moves.
    #[inline]
    pub fn slide(&self, position: &Position, direction: Direction) -> Position {
        if let Some(board) = position.board(self.grid) {
            let (moved, reward) = self.tables.slide_any(self.grid.size(), board, direction);
            if reward & OVERFLOW == 0 {
                let due = position.due() + u8::from(moved != board);
                return Position::small(moved, position.score() + reward, due);
            }
        }
        self.slide_plainly(position, direction)
    }

    #[cold]
    fn slide_plainly(&self, position: &Position, direction: Direction) -> Position {
        let before = position.cells();
        let mut cells = before;
        let reward = plain::slide(self.grid, &mut cells, direction);
        let due = position.due() + u8::from(cells != before);
        Position::from_cells(&cells, position.score() + reward, due)
    }

    /// The directions in which something moves, as bits in the order of [`Direction::ALL`].
    #[inline]
    fn legal_bits(&self, position: &Position) -> u8 {
        match position.board(self.grid) {
            Some(board) => legal(board, self.mask),
            None => self.legal_plainly(position),
        }
    }

    #[cold]
    fn legal_plainly(&self, position: &Position) -> u8 {
        let moves = |direction| self.slide_plainly(position, direction).words() != position.words();
        let bit = |direction: Direction| u8::from(moves(direction)) << direction as u8;
        Direction::ALL.into_iter().map(bit).sum()
    }

    /// Whether a slide moves anything.
    #[inline]
    pub fn is_legal(&self, position: &Position, direction: Direction) -> bool {
        self.legal_bits(position) >> direction as u8 & 1 == 1
    }

    /// The directions in which something moves.
    #[inline]
    pub fn legal(&self, position: &Position) -> impl Iterator<Item = Direction> {
        let bits = self.legal_bits(position);
        Direction::ALL.into_iter().filter(move |&direction| bits >> direction as u8 & 1 == 1)
    }

    /// Number of empty cells.
    #[inline]
    pub fn empty_cells(&self, position: &Position) -> u32 {
        match position.board(self.grid) {
            Some(_) => (self.mask & !position.occupied()).count_ones(),
            None => position.empty(self.grid).count() as u32,
        }
    }

    /// The empty cell number `index`.
    #[inline]
    fn empty_cell(&self, position: &Position, index: u32) -> Option<Cell> {
        if position.board(self.grid).is_some() {
            return Some((select(self.mask & !position.occupied(), index) / 4) as Cell);
        }
        position.empty(self.grid).nth(index as usize)
    }

    /// Draws what chance does.
    #[inline]
    pub(crate) fn draw_tile(&self, position: &Position, rng: &mut Rng) -> Option<Action> {
        let lot = rng.next_u64();
        // The upper half of the lot chooses the cell, the lower half the tile.
        let index = ((lot >> 32) * u64::from(self.empty_cells(position))) >> 32;
        let four = f64::from(lot as u32) >= TWO * 4_294_967_296.0;
        let cell = self.empty_cell(position, index as u32)?;
        Some(Action::Tile(cell, 1 + u8::from(four)))
    }

    /// Draws one of the legal directions, all with the same chance; `None` where nothing moves.
    #[inline]
    fn draw_slide(&self, position: &Position, rng: &mut Rng) -> Option<Action> {
        let legal = CHOICES[usize::from(self.legal_bits(position))];
        let lot = ((rng.next_u64() >> 32) * u64::from(legal.count)) >> 32;
        (legal.count > 0).then(|| Action::Slide(legal.directions[lot as usize & 3]))
    }
}

/// The directions that some bits stand for.
#[derive(Clone, Copy)]
struct Directions {
    count: u8,
    directions: [Direction; 4],
}

/// By the bits of [`legal`].
const CHOICES: [Directions; 16] = {
    let mut all = [Directions { count: 0, directions: [Direction::Up; 4] }; 16];
    let mut bits = 0;
    while bits < 16 {
        let mut place = 0;
        while place < 4 {
            if bits >> place & 1 == 1 {
                let choice = &mut all[bits];
                choice.directions[choice.count as usize] = Direction::ALL[place];
                choice.count += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    all
};

impl Game for Twenty48 {
    type Position = Position;
    type Action = Action;
    type Undo = Position;

    const PLAYOUTS_AT_ONCE: usize = 128;

    fn seats(&self) -> usize {
        1
    }

    fn start(&self) -> Position {
        Position::START
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match position.due() {
            0 if self.legal_bits(position) == 0 => Turn::Over,
            0 => Turn::Seat(Seat::FIRST),
            _ => Turn::Chance,
        }
    }

    fn actions(&self, position: &Position, out: &mut Vec<Action>) {
        if position.due() == 0 {
            out.extend(self.legal(position).map(Action::Slide));
            return;
        }
        for cell in position.empty(self.grid) {
            out.extend([Action::Tile(cell, 1), Action::Tile(cell, 2)]);
        }
    }

    fn probability(&self, position: &Position, action: Action) -> f64 {
        match action {
            Action::Slide(_) => 1.0,
            Action::Tile(_, 1) => TWO / f64::from(self.empty_cells(position)),
            Action::Tile(..) => (1.0 - TWO) / f64::from(self.empty_cells(position)),
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Action) -> Position {
        let before = *position;
        match action {
            Action::Slide(direction) => *position = self.slide(position, direction),
            Action::Tile(cell, exponent) => {
                position.put(cell, exponent);
                position.set_due(position.due().saturating_sub(1));
            }
        }
        before
    }

    fn undo(&self, position: &mut Position, _: Action, before: Position) {
        *position = before;
    }

    fn score(&self, position: &Position, _: Seat) -> f64 {
        f64::from(position.score())
    }

    fn key(&self, position: &Position) -> u64 {
        let [low, high] = position.words();
        mix(low ^ mix(high ^ mix(u64::from(position.due()) + 0x2048)))
    }

    #[inline]
    fn sample(&self, position: &Position, rng: &mut Rng, _: &mut Vec<Action>) -> Option<Action> {
        match position.due() {
            0 => self.draw_slide(position, rng),
            _ => self.draw_tile(position, rng),
        }
    }

    fn play_out(
        &self,
        positions: &mut [Position],
        rng: &mut Rng,
        buffer: &mut Vec<Action>,
        limit: u32,
    ) -> u64 {
        // Whoever wants games by lot from here mostly wants them to their end, and mostly on the usual board.
        let fit = |position: &Position| random_games::fits(self.grid, position);
        if limit == u32::MAX && positions.iter().all(fit) {
            return random_games::play(self.tables, positions, rng);
        }
        let games = positions.iter_mut();
        games.map(|position| u64::from(playout(self, position, rng, buffer, limit))).sum()
    }

    fn draw(&self, position: &Position, rng: &mut Rng, outcomes: &[Action]) -> Action {
        self.draw_tile(position, rng).unwrap_or(outcomes[0])
    }
}
