//! The RL-Competition as an environment: an action in; an observation, a reward and whether it is over out.

use super::rule_sets;
use crate::dealer::Dealer;
use crate::position::{Action, Position};
use crate::rules::Tetris;
use crate::steps::Press;
use ludex_core::{Error, Game, Result, Rng, Seat, Seed, Series, Size, Turn};
use std::fmt;

/// What an agent sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The pile without the falling piece, row by row from the top: true for full.
    pub board: Vec<bool>,
    /// The falling piece; none right after one has locked.
    pub piece: Option<Falling>,
    /// The board's size.
    pub size: Size,
}

/// The falling piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Falling {
    /// Which one: 0 to 6 for I, O, T, S, Z, L, J.
    pub identity: usize,
    /// How often it was turned clockwise, 0 to 3.
    pub rotation: usize,
    /// Column of the left edge of its 5x5 box; it can be negative.
    pub x: i32,
    /// Row of the upper edge of its 5x5 box, counted down from the top; it can be negative.
    pub y: i32,
}

impl Observation {
    /// What is seen of a position under rules that go step by step.
    pub fn of(game: &Tetris, position: &Position) -> Self {
        let size = game.rules().size;
        let full = |i: usize| {
            let (row, column) = (i / size.width, i % size.width);
            position.board.is_full(column, size.height - 1 - row)
        };
        let board = (0..size.width * size.height).map(full).collect();
        Self { board, piece: falling(game, position), size }
    }

    /// The same in the words that all games share: 1 for full cells; the numbers `piece`, `rotation`, `x` and `y` are those of
    /// [`Falling`], and `piece` is -1 where nothing falls.
    pub(crate) fn shared(&self) -> ludex_core::Observation {
        let piece = self.piece.unwrap_or(Falling { identity: 0, rotation: 0, x: 0, y: 0 });
        let identity = self.piece.map_or(-1, |piece| piece.identity as i32);
        let numbers = [
            ("piece", identity),
            ("rotation", piece.rotation as i32),
            ("x", piece.x),
            ("y", piece.y),
        ];
        ludex_core::Observation {
            width: self.size.width,
            height: self.size.height,
            cells: self.board.iter().map(|&full| i32::from(full)).collect(),
            numbers: numbers.map(|(name, value)| (name.into(), value)).into(),
        }
    }

    /// Everything as the competition sends it: the cells as 0 and 1, the falling piece drawn among them,
    /// then a 1 in the place of the piece's identity, then height and width.
    pub fn numbers(&self, environment: &Environment) -> Vec<i32> {
        let position = &environment.position;
        let mut numbers: Vec<i32> = self.board.iter().map(|&full| i32::from(full)).collect();
        if let (Some(piece), Some(at)) = (position.hand().current(), position.falling) {
            for (dx, dy) in environment.game.shape(piece, at).each_cell() {
                let row = self.size.height - 1 - (usize::from(at.y) + dy);
                numbers[row * self.size.width + usize::from(at.x) + dx] = 1;
            }
        }
        let identity = self.piece.map(|piece| piece.identity);
        numbers.extend((0..environment.pieces()).map(|i| i32::from(identity == Some(i))));
        numbers.extend([self.size.height as i32, self.size.width as i32]);
        numbers
    }
}

fn falling(game: &Tetris, position: &Position) -> Option<Falling> {
    let (piece, at) = (position.hand().current()?, position.falling?);
    let (row, column) = game.pivot(piece, at);
    let (x, y) = (column - HALF_BOX, row - HALF_BOX);
    Some(Falling { identity: piece.into(), rotation: at.rotation.into(), x, y })
}

/// What a step brings.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What the step earned.
    pub reward: f64,
    /// What is seen now.
    pub observation: Observation,
    /// Whether the episode is over.
    pub terminal: bool,
}

/// The viewer's E/S/T.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// E: episodes begun, the running one included.
    pub episodes: u64,
    /// S: steps in this episode. Its start is the first.
    pub steps: u64,
    /// T: steps in all episodes.
    pub total_steps: u64,
}

impl Counters {
    /// The counters of a series of games: those before, with the figures that the room reports, and one at a position.
    pub(crate) fn of(position: &Position, before: &Series) -> Self {
        let earlier = before.totals.get(STEPS).map_or(0, |&steps| steps as u64);
        let steps = u64::from(position.steps);
        Self { episodes: before.games + 1, steps, total_steps: earlier + steps }
    }

    /// The mean steps of the episodes before the running one, as the report computes it: (T - S) / (E - 1).
    ///
    /// ```
    /// use ludex_tetris::environment::Counters;
    /// let counters = Counters { episodes: 107, steps: 2601, total_steps: 434_336 };
    /// assert_eq!(counters.to_string(), "107/2601/434336");
    /// assert_eq!(format!("{:.2}", counters.average().unwrap()), "4072.97");
    /// assert_eq!(Counters { episodes: 1, steps: 5, total_steps: 5 }.average(), None);
    /// ```
    pub fn average(self) -> Option<f64> {
        let before = self.episodes.checked_sub(1).filter(|&episodes| episodes > 0)?;
        Some((self.total_steps - self.steps) as f64 / before as f64)
    }
}

/// As the viewer shows them: E/S/T.
impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.episodes, self.steps, self.total_steps)
    }
}

/// Where the steps stand among the figures of the room.
const STEPS: usize = 3;

/// The half of a 5x5 box: from its edge to its centre.
const HALF_BOX: i32 = 2;

/// Episodes of the RL-Competition's Tetris, step by step.
///
/// ```
/// use ludex_core::{Seed, Size};
/// use ludex_tetris::{Dealer, Environment, Press};
/// let mut world = Environment::new(Size::new(10, 20), Dealer::Uniform, 1.0, Seed(1)).unwrap();
/// let piece = world.observation().piece.unwrap();
/// assert_eq!(piece.x, 3);
/// let step = world.step(Press::Drop);
/// assert_eq!((step.reward, step.terminal, step.observation.piece), (0.0, false, None));
/// // The next piece costs a step of its own. What is asked for in it does not matter.
/// assert!(world.step(Press::Left).observation.piece.is_some());
/// while !world.step(Press::Drop).terminal {}
/// assert_eq!(world.counters().episodes, 1);
/// assert_eq!(world.start().board.len(), 200);
/// assert_eq!((world.counters().episodes, world.counters().steps), (2, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Environment {
    game: Tetris,
    position: Position,
    dice: Rng,
    counters: Counters,
    buffer: Vec<Action>,
}

impl Environment {
    /// An environment with its first episode begun. Rewards are `(rows + 0.1)^exponent` rounded down.
    ///
    /// Refuses a size without room for the pieces and an exponent that is not from 0 to 8.
    pub fn new(size: Size, dealer: Dealer, exponent: f64, seed: Seed) -> Result<Self> {
        if !(0.0..=8.0).contains(&exponent) {
            return Err(Error::bad("exponent", exponent.to_string(), "give 0 to 8"));
        }
        let game = rule_sets::competition(size, dealer, exponent)?;
        let (position, counters) = (game.start(), Counters::default());
        let mut environment =
            Self { game, position, dice: seed.rng(), counters, buffer: Vec::new() };
        environment.start();
        Ok(environment)
    }

    /// Begins a new episode.
    pub fn start(&mut self) -> Observation {
        self.position = self.game.start();
        self.counters.episodes += 1;
        self.counters.steps = 0;
        self.deal();
        self.count();
        self.observation()
    }

    /// Takes one step.
    ///
    /// After the end of an episode nothing happens any more until [`Environment::start`].
    pub fn step(&mut self, press: Press) -> Step {
        let before = self.position.points[0];
        self.advance(press);
        Step {
            reward: f64::from(self.position.points[0] - before),
            observation: self.observation(),
            terminal: self.is_over(),
        }
    }

    /// The same without an answer, for those who only count.
    pub fn advance(&mut self, press: Press) {
        match self.game.turn(&self.position) {
            Turn::Over => return,
            Turn::Chance => self.deal(),
            Turn::Seat(_) => {
                self.game.play(&mut self.position, Action::Press(press));
            }
        }
        self.count();
    }

    fn count(&mut self) {
        self.counters.steps += 1;
        self.counters.total_steps += 1;
    }

    fn deal(&mut self) {
        let dealt = self.game.sample(&self.position, &mut self.dice, &mut self.buffer);
        if let Some(piece) = dealt {
            self.game.play(&mut self.position, piece);
        }
    }

    /// What is seen now.
    pub fn observation(&self) -> Observation {
        Observation::of(&self.game, &self.position)
    }

    /// Whether the episode is over.
    pub fn is_over(&self) -> bool {
        self.game.turn(&self.position) == Turn::Over
    }

    /// Episodes and steps so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Pieces locked in this episode.
    pub fn locked(&self) -> u32 {
        self.position.pieces
    }

    /// Pieces that have appeared in this episode and were locked or ended it: what the metric `pieces` of
    /// `ludex run` counts.
    pub fn pieces_seen(&self) -> u32 {
        self.game.pieces_seen(&self.position)
    }

    /// What this episode has earned so far.
    pub fn score(&self) -> f64 {
        self.game.score(&self.position, Seat::FIRST)
    }

    /// The rules, for agents that play them.
    pub fn game(&self) -> &Tetris {
        &self.game
    }

    /// The position, for agents that look at more than the observation.
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn pieces(&self) -> usize {
        self.game.rules().set.pieces.len()
    }
}
