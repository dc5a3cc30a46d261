//! The position of a level's search, with what the last ply needs kept up to date.

use crate::board::Point;
use crate::lines::{FLAGS_AT, Lines, Worths};
use crate::patterns::{Kind, Patterns};
use crate::position::{Position, State as Outcome, Undo};
use crate::rules::Pente;
use crate::settings::Variant;
use ludex_core::Game;
use std::sync::Arc;

/// Twice the report's value, so that odd stones count as whole numbers.
pub(super) type Value = i32;
/// A win.
pub(super) const WIN: Value = 200;

/// Which set has the points that capture; those before it have the points that make rows of 2, 3, 4 and 5 or more.
const TAKES: usize = 4;

pub(super) struct State<'a> {
    pub(super) game: &'a Pente,
    pub(super) position: Position,
    lines: Lines,
    patterns: Arc<Patterns>,
    /// What a captured stone is worth.
    stone: Value,
    /// Whether windows tell all about the last ply. Exact rows reach further, and in poof a stone can cost.
    plain: bool,
}

/// Marks kinds by the length of their row, and those that capture.
fn marks(patterns: &Patterns) -> Worths {
    let mark = |kind: &Kind| {
        let row = match kind.run {
            0 | 1 => 0,
            run => 1 << (run.min(5) - 2),
        };
        (row | u16::from(kind.takes > 0) << TAKES) << FLAGS_AT
    };
    patterns.levels.get_or_init(|| Worths::new(patterns, mark, TAKES + 1)).clone()
}

/// What is needed to take a move back.
pub(super) struct Taken(Undo);

impl<'a> State<'a> {
    pub(super) fn new(game: &'a Pente, position: &Position) -> Self {
        let patterns = Patterns::of(game.settings());
        let lines = Lines::new(game, position, marks(&patterns));
        let plain =
            matches!(game.settings().variant, Variant::Pente | Variant::Keryo | Variant::Gomoku);
        let stone = 2 / Value::from(game.settings().variant.stones_per_capture());
        Self { game, position: *position, lines, patterns, stone, plain }
    }

    pub(super) fn play(&mut self, point: Point) -> Taken {
        let seat = 1 - self.position.state.last();
        let undo = self.game.play(&mut self.position, point);
        self.lines.play(seat, point.index(), undo.removed());
        Taken(undo)
    }

    pub(super) fn undo(&mut self, point: Point, Taken(undo): Taken) {
        self.lines.undo();
        self.game.undo(&mut self.position, point, undo);
    }

    /// The value of the position as it stands for `seat`.
    pub(super) fn stands(&self, seat: usize) -> Value {
        match self.position.state {
            Outcome::Won { winner, .. } if usize::from(winner) == seat => WIN,
            Outcome::Won { .. } => -WIN,
            _ => self.margin(seat, self.position.captured, self.position.longest),
        }
    }

    fn margin(&self, seat: usize, captured: [u8; 2], longest: [u8; 2]) -> Value {
        let difference = |pair: [u8; 2]| Value::from(pair[seat]) - Value::from(pair[1 - seat]);
        self.stone * difference(captured) + 2 * difference(longest)
    }

    /// Whether [`State::after`] and [`State::best_next`] may look at windows alone.
    pub(super) fn windows_tell_all(&self) -> bool {
        self.plain && self.game.ply(&self.position) > 2
    }

    /// The value for the mover after a stone at `point`, without placing it.
    pub(super) fn after(&self, seat: usize, point: Point) -> Value {
        let (mut takes, mut run) = (0, 0);
        for ids in self.lines.ids(point) {
            let kind = self.patterns.kind(ids[seat]);
            takes += kind.takes;
            run = run.max(kind.run);
        }
        self.gained(seat, takes, run)
    }

    fn gained(&self, seat: usize, takes: u8, run: u8) -> Value {
        let mut captured = self.position.captured;
        captured[seat] = captured[seat].saturating_add(takes);
        if run >= self.game.settings().row || captured[seat] >= self.game.goal() {
            return WIN;
        }
        let mut longest = self.position.longest;
        longest[seat] = longest[seat].max(run);
        self.margin(seat, captured, longest)
    }

    /// The best value that the mover's next stone can have.
    pub(super) fn best_next(&self, seat: usize) -> Value {
        let some = |set: usize| !self.lines.set(seat, set).is_empty();
        let run = (0..TAKES).rev().find(|&set| some(set)).map_or(1, |set| set + 2);
        let best = self.gained(seat, 0, run as u8);
        if best == WIN {
            return best;
        }
        let points = self.lines.set(seat, TAKES).descending();
        points.map(|point| self.after(seat, point)).fold(best, Value::max)
    }
}
