//! What the search keeps up to date beside the position, and what it asks of both.

use super::threats::Prover;
use super::weights::{CAPTURE, Chances, MAKE_FIVE, MAKE_FOUR, Value, Weights};
use crate::board::{Point, Points, STRIDE};
use crate::lines::Lines;
use crate::position::{Position, Undo};
use crate::rules::Pente;
use crate::settings::Variant;
use ludex_core::Game;
use std::cell::RefCell;
use std::sync::LazyLock;

/// Lines and neighbourhoods that follow a position.
pub struct Track {
    lines: Lines,
    pub(super) weights: Weights,
    /// Points near a stone, before each move that is followed and now. A captured stone leaves its neighbourhood here.
    near: Vec<Points>,
    /// Where wins by force are looked for; made when it is first needed.
    pub(super) prover: RefCell<Option<Box<Prover>>>,
}

/// No stone further than this from all others on its lines makes a row or captures.
const NEAR: usize = 3;

/// No stone captures more than this: three stones in each of eight directions.
const MOST_TAKEN: u32 = 24;

/// The points on the lines through each point.
static AROUND: LazyLock<Vec<Points>> = LazyLock::new(|| {
    let around = |index: usize| {
        let mut points = Points::default();
        let mut add = |column: usize, row: usize| {
            if column < 19 && row < 19 {
                points.insert(Point::new(column, row));
            }
        };
        let (column, row) = (index % STRIDE, index / STRIDE);
        for d in 1..=NEAR {
            for column in [column.wrapping_sub(d), column, column + d] {
                for row in [row.wrapping_sub(d), row, row + d] {
                    add(column, row);
                }
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

impl Track {
    pub(crate) fn new(game: &Pente, position: &Position, chances: &Chances) -> Self {
        let (lines, weights) = (chances.lines(game, position), chances.weights);
        Self { lines, weights, near: vec![near_stones(position)], prover: RefCell::default() }
    }

    /// Follows a move that has led to `after`.
    #[inline]
    pub(crate) fn push(&mut self, after: &Position, point: Point, undo: &Undo) {
        self.lines.play(after.state.last(), point.index(), undo.removed());
        self.near.push(self.near().either(&AROUND[point.index()]));
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.lines.undo();
        self.near.pop();
    }

    /// Becomes equal to another track of the same game, without its past.
    pub(super) fn copy(&mut self, other: &Track) {
        self.lines.copy(&other.lines);
        self.near.clear();
        self.near.push(*other.near());
    }

    /// Moves followed so far.
    #[inline]
    pub(super) fn plies(&self) -> usize {
        self.near.len() - 1
    }

    #[inline]
    fn near(&self) -> &Points {
        &self.near[self.near.len() - 1]
    }
}

/// A list of moves with their worth for ordering.
pub(crate) type Moves = Vec<(Value, Point)>;

/// A position with its track, as the seat to move sees it.
#[derive(Clone, Copy)]
pub(crate) struct Sight<'a> {
    pub(crate) game: &'a Pente,
    pub(crate) position: &'a Position,
    pub(crate) track: &'a Track,
    pub(crate) seat: usize,
}

impl Sight<'_> {
    /// The value of the position as it stands for who is to move.
    #[inline]
    pub(crate) fn stands(&self) -> Value {
        let lines = &self.track.lines;
        let sums = [lines.sum(0), lines.sum(1)];
        self.track.weights.stands(self.game, self.position, sums, self.seat)
    }

    /// The free points of one of the sets of a seat.
    #[inline]
    fn free(&self, seat: usize, which: usize) -> &Points {
        self.track.lines.set(seat, which)
    }

    /// Whether `seat` has a stone that captures.
    #[inline]
    pub(crate) fn can_capture(&self, seat: usize) -> bool {
        !self.free(seat, CAPTURE).is_empty()
    }

    /// Whether the mover has a stone that could win or threaten to win at once.
    #[inline]
    pub(crate) fn can_force(&self) -> bool {
        [MAKE_FOUR, CAPTURE, MAKE_FIVE].iter().any(|&set| !self.free(self.seat, set).is_empty())
    }

    /// Where stones may be placed that could matter; in an opening that forbids all of them, anywhere.
    #[inline]
    pub(crate) fn close(&self) -> Points {
        let open = self.game.open_points(self.position);
        let close = open.both(self.track.near());
        if close.is_empty() { open } else { close }
    }

    /// Whether a stone of `seat` at `point` would win, were it that seat's turn.
    fn wins_at(&self, seat: usize, point: Point) -> bool {
        let mut next = *self.position;
        next.state = crate::position::State::Open(seat as u8);
        self.game.play(&mut next, point);
        next.winner().is_some_and(|winner| winner.0 == seat)
    }

    /// Whether the list of replies to a threat can be complete. In poof a stone beside a row can break it.
    #[inline]
    pub(crate) fn replies_are_complete(&self) -> bool {
        self.game.settings().variant != Variant::Poof
    }

    /// Whether a window that shows a complete row is one. Exact rows reach further, and in poof a stone may vanish.
    fn rows_are_plain(&self) -> bool {
        !matches!(self.game.settings().variant, Variant::ExactFive | Variant::Poof)
    }

    /// Stones that `seat` must still capture to win.
    #[inline]
    fn missing(&self, seat: usize) -> u32 {
        u32::from(self.game.goal().saturating_sub(self.position.captured[seat]))
    }

    /// Whether there may be points where `seat` wins with one stone; cheap, and true too often rather than too seldom.
    #[inline]
    pub(crate) fn may_win(&self, seat: usize) -> bool {
        if !self.free(seat, MAKE_FIVE).is_empty() {
            return true;
        }
        let missing = self.missing(seat).max(1);
        missing <= MOST_TAKEN && self.takes_at_least(seat, missing)
    }

    fn takes_at_least(&self, seat: usize, stones: u32) -> bool {
        let lines = &self.track.lines;
        self.free(seat, CAPTURE).descending().any(|point| lines.captures(point, seat) >= stones)
    }

    /// Points where `seat` would win with one stone, in `out`. Whether they are legal in the opening does not matter: nobody
    /// can win there.
    pub(crate) fn winning_points(&self, seat: usize, out: &mut Vec<Point>) {
        out.clear();
        if !self.may_win(seat) {
            return;
        }
        let (missing, plain) = (self.missing(seat).max(1), self.rows_are_plain());
        let five = self.free(seat, MAKE_FIVE);
        let capture = self.free(seat, CAPTURE);
        let either = if missing > MOST_TAKEN { *five } else { five.either(capture) };
        for point in either.descending() {
            let wins = five.has(point.index()) || self.track.lines.captures(point, seat) >= missing;
            if wins && (plain || self.wins_at(seat, point)) {
                out.push(point);
            }
        }
    }

    /// The free points of a set where stones may be placed.
    #[inline]
    fn open(&self, points: &Points) -> Points {
        points.both(&self.game.open_points(self.position))
    }

    /// All points where `seat` captures.
    pub(crate) fn capturing_points(&self, seat: usize, out: &mut Vec<Point>) {
        out.extend(self.open(self.track.lines.set(seat, CAPTURE)).descending());
    }

    /// Every reply to threats to win at `points`: take one of them, or capture.
    pub(crate) fn add_replies(&self, points: &mut Vec<Point>) {
        let threats = points.len();
        self.capturing_points(self.seat, points);
        let mut kept = threats;
        for at in threats..points.len() {
            if !points[..threats].contains(&points[at]) {
                points[kept] = points[at];
                kept += 1;
            }
        }
        points.truncate(kept);
    }

    /// The promise of a stone for ordering: what it makes, and what it keeps the opponent from making.
    #[inline]
    pub(crate) fn promise(&self, point: Point) -> Value {
        let worths = self.track.lines.worth(point);
        5 * worths[self.seat] + 4 * worths[1 - self.seat]
    }

    /// The most promising move.
    pub(crate) fn favourite(&self) -> Option<(Value, Point)> {
        let mut best: Option<(Value, Point)> = None;
        for point in self.close().descending() {
            let promise = self.promise(point);
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, point));
            }
        }
        best
    }

    /// The `most` most promising moves, best first; true if none was left out.
    pub(crate) fn promising(&self, most: usize, out: &mut Moves) -> bool {
        out.clear();
        for point in self.close().descending() {
            let promise = self.promise(point);
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
    pub(crate) fn forcing(&self, out: &mut Moves) {
        out.clear();
        let lines = &self.track.lines;
        let forcing = lines.set(self.seat, MAKE_FOUR).either(lines.set(self.seat, CAPTURE));
        let rated = |point: Point| (self.promise(point), point);
        out.extend(self.open(&forcing).descending().map(rated));
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
pub struct Tracked<'a> {
    game: &'a Pente,
    position: Position,
    track: Track,
}

impl<'a> Tracked<'a> {
    /// Starts from a position.
    pub fn new(game: &'a Pente, position: &Position) -> Self {
        let track = Track::new(game, position, &Chances::default());
        Self { game, position: *position, track }
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, point: Point) -> Undo {
        let undo = self.game.play(&mut self.position, point);
        self.track.push(&self.position, point, &undo);
        undo
    }

    /// Takes the last move back.
    #[inline]
    pub fn undo(&mut self, point: Point, undo: Undo) {
        self.track.pop();
        self.game.undo(&mut self.position, point, undo);
    }

    /// The value for who is to move, as [`Chances`](crate::Chances) gives it while the game goes on.
    #[inline]
    pub fn value(&self) -> i32 {
        self.sight().stands()
    }

    #[inline]
    pub(crate) fn sight(&self) -> Sight<'_> {
        let seat = 1 - self.position.state.last();
        Sight { game: self.game, position: &self.position, track: &self.track, seat }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }
}
