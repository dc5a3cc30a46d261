//! The rules of Pente.

use crate::board::{LINES, Point, Points};
use crate::position::{Position, Removed, State, Undo};
use crate::settings::{LOT_DISTANCE, Settings, TOURNAMENT_DISTANCE, Variant};
use ludex_core::{Error, Game, Result, Rng, Seat, Size, Turn, mix};
use rand::RngExt;

/// The rules: a board, a variant, what wins.
#[derive(Clone, Debug)]
pub struct Pente {
    settings: Settings,
    /// Every point of the board.
    points: Points,
    /// Stones to capture to win.
    goal: u8,
}

impl Default for Pente {
    fn default() -> Self {
        Self::new(Settings::usual(19, Variant::Pente))
    }
}

impl Pente {
    /// The game with these settings.
    ///
    /// ```
    /// use ludex_core::Game;
    /// use ludex_pente::{Pente, Settings, Variant};
    /// let game = Pente::new(Settings::usual(7, Variant::Pente));
    /// assert_eq!(game.seats(), 2);
    /// ```
    pub fn new(settings: Settings) -> Self {
        let mut points = Points::default();
        let side = usize::from(settings.side);
        for row in 0..side {
            for column in 0..side {
                points.insert(Point::new(column, row));
            }
        }
        let goal = settings.captures * settings.variant.stones_per_capture();
        Self { settings, points, goal }
    }

    /// What was chosen.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The size of the board.
    pub(crate) fn board_size(&self) -> Size {
        Size::new(self.side(), self.side())
    }

    /// Points along each side.
    #[inline]
    pub(crate) fn side(&self) -> usize {
        self.settings.side.into()
    }

    /// Stones to capture to win.
    #[inline]
    pub(crate) fn goal(&self) -> u8 {
        self.goal
    }

    pub(crate) fn points(&self) -> &Points {
        &self.points
    }

    /// The point at a column and row, both from 0, the row from the bottom.
    pub fn point_at(&self, column: usize, row: usize) -> Option<Point> {
        let inside = column < self.side() && row < self.side();
        inside.then(|| Point::new(column, row))
    }

    /// The point in the middle.
    pub fn centre(&self) -> Point {
        Point::new(self.side() / 2, self.side() / 2)
    }

    /// How many stones have been placed so far.
    pub(crate) fn ply(&self, position: &Position) -> usize {
        let stones = self.side() * self.side() - usize::from(position.free);
        stones + position.captured.iter().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// Where a stone may be placed. The opening has rules of its own.
    #[inline]
    pub(crate) fn open_points(&self, position: &Position) -> Points {
        let free = self.points.without(&position.stones);
        if position.free as usize + 2 + usize::from(self.settings.lots) < self.side() * self.side()
        {
            return free;
        }
        self.opening_points(position, free)
    }

    #[cold]
    fn opening_points(&self, position: &Position, free: Points) -> Points {
        let mut open = Points::default();
        for point in free.descending() {
            if self.opening_fault(position, point).is_none() {
                open.insert(point);
            }
        }
        open
    }

    /// Whether the next stone is laid by lot.
    #[inline]
    fn is_by_lot(&self, position: &Position) -> bool {
        self.settings.lots > 0 && self.is_among_lots(self.ply(position))
    }

    fn is_among_lots(&self, ply: usize) -> bool {
        let first = usize::from(self.settings.variant != Variant::Gomoku);
        (first..first + usize::from(self.settings.lots)).contains(&ply)
    }

    /// What the rules of the opening say against a point.
    pub(crate) fn opening_fault(&self, position: &Position, point: Point) -> Option<&'static str> {
        let distance = point.distance(self.centre());
        match self.ply(position) {
            ply if distance > LOT_DISTANCE && self.is_among_lots(ply) => {
                Some("stones are laid by lot near the centre")
            }
            0 if distance > 0 && self.settings.variant != Variant::Gomoku => {
                Some("the first stone goes on the centre")
            }
            2 if self.settings.tournament && distance < TOURNAMENT_DISTANCE => Some(
                "tournament rule: the first player's second stone keeps 3 points off the centre",
            ),
            _ => None,
        }
    }

    /// What a stone of `seat` at `index` would remove.
    #[inline]
    pub(crate) fn removed(&self, position: &Position, seat: usize, index: usize) -> Removed {
        if self.settings.variant == Variant::Gomoku {
            return Removed::default();
        }
        let taken = position.takes(seat, index, self.settings.variant == Variant::Keryo);
        let poofs = self.settings.variant == Variant::Poof;
        let lost = if poofs { position.loses(seat, index) } else { 0 };
        Removed { taken, lost }
    }

    /// Whether rows of these lengths through a stone win, and the longest of them.
    #[inline]
    fn rows(&self, position: &Position, seat: usize, index: usize) -> (bool, usize) {
        let row = usize::from(self.settings.row);
        if self.settings.variant != Variant::ExactFive {
            let longest = position.longest_run(seat, index);
            return (longest >= row, longest);
        }
        let runs: [usize; LINES.len()] =
            std::array::from_fn(|line| position.run(seat, index, line));
        (runs.contains(&row), runs.into_iter().max().unwrap_or(0))
    }

    /// Who has won by captures, if anybody.
    ///
    /// Only in poof can both have enough at once; then the one with more has won, and a tie goes on.
    #[inline]
    pub(crate) fn capture_winner(&self, captured: [u8; 2]) -> Option<u8> {
        let [first, second] = captured;
        match first.max(second) >= self.goal {
            true if first > second => Some(0),
            true if second > first => Some(1),
            _ => None,
        }
    }

    /// The state after `seat` has placed a stone at `index`.
    #[inline]
    fn judge(&self, position: &mut Position, seat: usize, index: usize, removed: Removed) -> State {
        let last = seat as u8;
        if removed.lost == 0 {
            let (wins, longest) = self.rows(position, seat, index);
            position.longest[seat] = position.longest[seat].max(longest as u8);
            if wins {
                return State::Won { winner: last, last };
            }
        }
        match self.capture_winner(position.captured) {
            Some(winner) => State::Won { winner, last },
            None if position.free == 0 => State::Drawn { last },
            None => State::Open(1 - last),
        }
    }
}

impl Game for Pente {
    type Position = Position;
    type Action = Point;
    type Undo = Undo;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position::empty((self.side() * self.side()) as u16)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        match position.state {
            State::Open(_) if self.is_by_lot(position) => Turn::Chance,
            State::Open(seat) => Turn::Seat(Seat(seat.into())),
            _ => Turn::Over,
        }
    }

    /// From the highest row and column down.
    #[inline]
    fn actions(&self, position: &Position, out: &mut Vec<Point>) {
        if position.mover().is_some() {
            out.extend(self.open_points(position).descending());
        }
    }

    fn probability(&self, position: &Position, _: Point) -> f64 {
        if self.is_by_lot(position) {
            1.0 / f64::from(self.open_points(position).count())
        } else {
            1.0
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, action: Point) -> Undo {
        let seat = 1 - position.state.last();
        let index = action.index();
        let removed = self.removed(position, seat, index);
        let undo = position.place(seat, index, removed);
        position.state = self.judge(position, seat, index, removed);
        undo
    }

    #[inline]
    fn undo(&self, position: &mut Position, action: Point, undo: Undo) {
        position.take_back(action.index(), undo);
    }

    #[inline]
    fn score(&self, position: &Position, seat: Seat) -> f64 {
        match position.winner() {
            Some(winner) if winner == seat => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        }
    }

    /// Includes the longest rows, which the report's levels look at.
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [first, second] = position.longest;
        position.hash ^ mix(u64::from(first) << 8 | u64::from(second))
    }

    #[inline]
    fn sample(&self, position: &Position, rng: &mut Rng, _: &mut Vec<Point>) -> Option<Point> {
        position.mover()?;
        let open = self.open_points(position);
        let cells = self.side() * self.side();
        // Throwing darts at the board is quickest while most of it is free.
        if usize::from(position.free) * 4 > cells && usize::from(position.free) + 3 < cells {
            for _ in 0..16 {
                let (column, row) =
                    (rng.random_range(0..self.side()), rng.random_range(0..self.side()));
                let point = Point::new(column, row);
                if open.has(point.index()) {
                    return Some(point);
                }
            }
        }
        open.select(rng.random_range(0..open.count()))
    }

    fn check(&self, position: &Position, action: Point) -> Result<()> {
        let refuse = |reason: &str| Err(Error::illegal(crate::notation::name_of(action), reason));
        if position.mover().is_none() {
            return refuse("the game is over");
        }
        if !self.points.has(action.index()) {
            return refuse(&format!("the board is {}", self.board_size()));
        }
        if position.owner(action).is_some() {
            return refuse("a stone stands there");
        }
        self.opening_fault(position, action).map_or(Ok(()), refuse)
    }
}
