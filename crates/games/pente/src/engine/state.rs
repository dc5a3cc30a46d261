//! The position of the engine's search, with lines that follow it.

use super::weights::{Packed, Value, stands, worths};
use crate::board::{Point, Points, STRIDE};
use crate::lines::Lines;
use crate::patterns::Patterns;
use crate::position::{Position, Undo};
use crate::rules::Pente;
use crate::settings::Variant;
use ludex_core::Game;
use std::sync::LazyLock;

#[derive(Clone)]
pub(crate) struct State<'a> {
    pub(crate) game: &'a Pente,
    pub(crate) position: Position,
    lines: Lines,
    /// Whether a window that shows a complete row is one. Exact rows reach further, and in poof a stone may vanish.
    plain: bool,
    /// Most stones that one move can capture.
    most_taken: u8,
    /// Points near a stone, before each move that is followed and now. A captured stone leaves its neighbourhood here.
    near: Vec<Points>,
}

/// No stone further than this from all others makes a row or captures.
const NEAR: usize = 3;

/// The points around each point.
static AROUND: LazyLock<Vec<Points>> = LazyLock::new(|| {
    let around = |index: usize| {
        let middle = Point(index as u16);
        let mut points = Points::default();
        for row in middle.row().saturating_sub(NEAR)..=(middle.row() + NEAR).min(18) {
            for column in middle.column().saturating_sub(NEAR)..=(middle.column() + NEAR).min(18) {
                points.insert(Point::new(column, row));
            }
        }
        points
    };
    (0..19 * STRIDE).map(around).collect()
});

/// The points near any stone of a position.
fn near_stones(position: &Position) -> Points {
    let stones = position.stones[0].either(&position.stones[1]);
    let join = |near: Points, point: Point| near.either(&AROUND[point.index()]);
    stones.descending().fold(Points::default(), join)
}

/// A list of moves, best first, with its worth for ordering.
pub(crate) type Moves = Vec<(Value, Point)>;

impl<'a> State<'a> {
    pub(crate) fn new(game: &'a Pente, position: &Position) -> Self {
        let worths = worths(&Patterns::of(game.settings()));
        let lines = Lines::new(game, position, worths);
        let variant = game.settings().variant;
        let plain = matches!(variant, Variant::Pente | Variant::Keryo);
        let most_taken = if variant == Variant::Keryo { 24 } else { 16 };
        let near = vec![near_stones(position)];
        Self { game, position: *position, lines, plain, most_taken, near }
    }

    /// Who is to move; meaningful while the game goes on.
    #[inline]
    pub(crate) fn seat(&self) -> usize {
        1 - self.position.state.last()
    }

    #[inline]
    pub(crate) fn play(&mut self, point: Point) -> Undo {
        let seat = self.seat();
        let undo = self.game.play(&mut self.position, point);
        self.lines.play(seat, point.index(), undo.removed());
        self.near.push(self.near().either(&AROUND[point.index()]));
        undo
    }

    #[inline]
    pub(crate) fn undo(&mut self, point: Point, undo: Undo) {
        let seat = self.position.state.last();
        self.lines.undo(seat, point.index(), undo.removed());
        self.near.pop();
        self.game.undo(&mut self.position, point, undo);
    }

    /// The value of the position as it stands for who is to move.
    #[inline]
    pub(crate) fn stands(&self) -> Value {
        let sums = [self.lines.sum(0), self.lines.sum(1)];
        stands(self.game, &self.position, sums, self.seat())
    }

    #[inline]
    pub(crate) fn sum(&self, seat: usize) -> Packed {
        Packed(self.lines.sum(seat))
    }

    #[inline]
    fn worth(&self, point: Point, seat: usize) -> Packed {
        Packed(self.lines.worth(point)[seat])
    }

    /// Where stones may be placed.
    pub(crate) fn open(&self) -> Points {
        self.game.open_points(&self.position)
    }

    #[inline]
    fn near(&self) -> Points {
        self.near.last().copied().unwrap_or_default()
    }

    /// Where stones may be placed that could matter; in an opening that forbids all of them, anywhere.
    #[inline]
    fn close(&self) -> Points {
        let open = self.open();
        let close = open.both(&self.near());
        if close == Points::default() { open } else { close }
    }

    /// Whether a stone of `seat` at `point` would win, were it that seat's turn.
    fn wins_at(&self, seat: usize, point: Point) -> bool {
        let mut next = self.position;
        next.state = crate::position::State::Open(seat as u8);
        self.game.play(&mut next, point);
        next.winner().is_some_and(|winner| winner.0 == seat)
    }

    /// Points where `seat` would win with one stone, in `out`. Whether they are legal in the opening does not matter: nobody
    /// can win there.
    pub(crate) fn winning_points(&self, seat: usize, out: &mut Vec<Point>) {
        out.clear();
        let by_row = self.sum(seat).fives();
        let by_captures = self.near_goal(seat) && self.sum(seat).takes();
        if !by_row && !by_captures {
            return;
        }
        let free = self.game.points().without(&self.position.stones);
        for point in free.both(&self.near()).descending() {
            let worth = self.worth(point, seat);
            let row = worth.fives() && (self.plain || self.wins_at(seat, point));
            if row || by_captures && worth.takes() && self.wins_at(seat, point) {
                out.push(point);
            }
        }
    }

    #[inline]
    fn near_goal(&self, seat: usize) -> bool {
        self.position.captured[seat].saturating_add(self.most_taken) >= self.game.goal()
    }

    /// Whether there may be points where `seat` wins with one stone; cheap, and true too often rather than too seldom.
    #[inline]
    pub(crate) fn may_win(&self, seat: usize) -> bool {
        self.sum(seat).fives() || self.near_goal(seat) && self.sum(seat).takes()
    }

    /// All points where `seat` captures.
    pub(crate) fn capturing_points(&self, seat: usize, out: &mut Vec<Point>) {
        if self.sum(seat).takes() {
            out.extend(self.close().descending().filter(|&point| self.worth(point, seat).takes()));
        }
    }

    /// The promise of a stone for ordering: what it makes, and what it keeps the opponent from making.
    #[inline]
    fn promise(&self, point: Point, seat: usize) -> Value {
        let (own, other) = (self.worth(point, seat).score(), self.worth(point, 1 - seat).score());
        5 * own + 4 * other
    }

    /// The `most` most promising moves, best first; true if none was left out.
    pub(crate) fn promising(&self, most: usize, out: &mut Moves) -> bool {
        out.clear();
        let seat = self.seat();
        for point in self.close().descending() {
            let promise = self.promise(point, seat);
            if out.len() == most {
                if out[most - 1].0 >= promise {
                    continue;
                }
                out.pop();
            }
            let at = out.partition_point(|&(better, _)| better >= promise);
            out.insert(at, (promise, point));
        }
        out.len() == usize::from(self.position.free)
    }

    /// Moves that make a four or capture, best first.
    pub(crate) fn forcing(&self, seat: usize, out: &mut Moves) {
        out.clear();
        let sum = self.sum(seat);
        if !sum.fours() && !sum.takes() {
            return;
        }
        for point in self.close().descending() {
            let worth = self.worth(point, seat);
            if worth.fours() || worth.takes() {
                out.push((self.promise(point, seat), point));
            }
        }
        out.sort_by_key(|&(promise, _)| -promise);
    }

    /// Moves that make a four, best first.
    pub(crate) fn fours(&self, seat: usize, out: &mut Moves) {
        out.clear();
        if !self.sum(seat).fours() {
            return;
        }
        for point in self.close().descending() {
            if self.worth(point, seat).fours() {
                out.push((self.promise(point, seat), point));
            }
        }
        out.sort_by_key(|&(promise, _)| -promise);
    }
}

/// A position whose value is kept up to date with every stone: what the engine searches on.
///
/// ```
/// use ludex_pente::{Pente, Tracked};
/// use ludex_core::Game;
/// let game = Pente::default();
/// let mut tracked = Tracked::new(&game, &game.start());
/// let undo = tracked.play(game.centre());
/// assert!(tracked.value() < 0, "who is to move is behind");
/// tracked.undo(game.centre(), undo);
/// ```
pub struct Tracked<'a>(State<'a>);

impl<'a> Tracked<'a> {
    /// Starts from a position.
    pub fn new(game: &'a Pente, position: &Position) -> Self {
        Self(State::new(game, position))
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, point: Point) -> Undo {
        self.0.play(point)
    }

    /// Takes the last move back.
    #[inline]
    pub fn undo(&mut self, point: Point, undo: Undo) {
        self.0.undo(point, undo);
    }

    /// The value for who is to move, as [`Chances`](crate::Chances) gives it while the game goes on.
    #[inline]
    pub fn value(&self) -> i32 {
        self.0.stands()
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.0.position
    }
}
